"""Low-priority tasks wait for all others, but not forever."""

from __future__ import annotations

import asyncio

import pytest

from bot.load import thresholds
from bot.load.low_priority import LowPriorityGate


class Gate:
    """Runs numbered tasks, which keep their slots until all may leave."""

    def __init__(self) -> None:
        self.busy = True
        self.low_priority = LowPriorityGate(lambda: self.busy)
        self.entered: list[int] = []
        self.leave = asyncio.Event()

    async def enter(self, number: int) -> None:
        async with self.low_priority.slot():
            self.entered.append(number)
            await self.leave.wait()

    async def fill(self, tasks: int) -> list[asyncio.Task[None]]:
        visits = [asyncio.create_task(self.enter(number)) for number in range(tasks)]
        await settle()
        return visits


async def settle() -> None:
    """Let all runnable tasks run."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_low_priority_tasks_wait_for_urgent_ones() -> None:
    gate = Gate()
    visits = await gate.fill(3)
    gate.low_priority.poll()
    await settle()
    assert gate.entered == []
    assert gate.low_priority.pending == 3
    gate.busy = False
    await settle()
    assert gate.entered == [], "the gate has not been polled"
    gate.leave.set()
    gate.low_priority.poll()
    await asyncio.wait(visits)
    assert gate.entered == [0, 1, 2]
    assert gate.low_priority.pending == 0


async def test_task_runs_at_once_when_idle() -> None:
    gate = Gate()
    gate.busy = False
    await gate.fill(1)
    assert gate.entered == [0]
    gate.leave.set()


async def test_low_priority_tasks_are_limited() -> None:
    gate = Gate()
    gate.busy = False
    visits = await gate.fill(thresholds.CONCURRENT_CONFIRMATIONS + 2)
    assert gate.entered == list(range(thresholds.CONCURRENT_CONFIRMATIONS))
    visits[5].cancel()
    await settle()
    assert gate.entered == list(range(thresholds.CONCURRENT_CONFIRMATIONS + 1))
    gate.leave.set()
    await asyncio.wait(visits)
    assert gate.entered == list(range(thresholds.CONCURRENT_CONFIRMATIONS + 2))
    assert gate.low_priority.pending == 0


async def test_cancelled_task_holds_no_slot() -> None:
    gate = Gate()
    visits = await gate.fill(thresholds.CONCURRENT_CONFIRMATIONS + 1)
    for visit in visits[: thresholds.CONCURRENT_CONFIRMATIONS]:
        visit.cancel()
    await settle()
    assert gate.low_priority.pending == 1
    gate.busy = False
    gate.low_priority.poll()
    await settle()
    assert gate.entered == [thresholds.CONCURRENT_CONFIRMATIONS]
    gate.leave.set()
    assert (await gate.fill(thresholds.CONCURRENT_CONFIRMATIONS))[0].done()


async def test_low_priority_tasks_run_even_under_lasting_overload(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "LONGEST_CONFIRMATION_DELAY", 0.01)
    gate = Gate()
    gate.leave.set()
    await asyncio.wait(await gate.fill(3))
    assert sorted(gate.entered) == [0, 1, 2]
    assert gate.low_priority.pending == 0
    monkeypatch.undo()
    gate.busy = False
    await gate.fill(thresholds.CONCURRENT_CONFIRMATIONS)
    assert len(gate.entered) == 3 + thresholds.CONCURRENT_CONFIRMATIONS
