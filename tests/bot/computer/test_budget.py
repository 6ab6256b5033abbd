"""A person's share of processor time."""

from __future__ import annotations

from bot.computer.budget import ProcessorBudget
from bot.load.thresholds import PROCESSOR_PERIOD, PROCESSOR_SHARE


def test_share_is_used_up_and_comes_back_with_time() -> None:
    now = [0.0]
    budget = ProcessorBudget(lambda: now[0])
    assert budget.wait_for(1) == 0
    budget.note(1, PROCESSOR_SHARE / 2)
    now[0] = 10
    budget.note(1, PROCESSOR_SHARE / 2 - 0.001)
    assert budget.wait_for(1) == 0
    budget.note(1, 0.001)
    assert budget.wait_for(1) == PROCESSOR_PERIOD - 10
    assert budget.wait_for(2) == 0, "nobody pays for another person"
    now[0] = PROCESSOR_PERIOD
    assert budget.wait_for(1) == 0
    now[0] = 3 * PROCESSOR_PERIOD
    assert budget.wait_for(1) == 0
    assert not budget._spent
    assert not budget._totals
