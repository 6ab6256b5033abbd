"""The judge of a month notices what grows."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.month.checks import LONG_ENOUGH, Growth, judge_growth
from proofs.month.invariants import InvariantChecker

EVENING = Growth(80.0, 9000, 0.0, 1, 16, 1)


def objections(growth: list[Growth]) -> list[str]:
    checker = InvariantChecker(Path("none"), {}, lambda: 0)
    judge_growth(checker, growth)
    return checker.problems


def test_days_that_are_alike_are_no_growth_nor_are_caches_that_fill() -> None:
    first = [Growth(80.0, objects, 0.0, 1, 16, 1) for objects in range(1000, 9000, 1600)]
    assert objections(first + [EVENING] * (LONG_ENOUGH - len(first))) == []


def test_objects_that_become_more_every_day_are_a_growth() -> None:
    found = objections([Growth(80.0, 1000 + 500 * day, 0.0, 1, 16, 1) for day in range(LONG_ENOUGH)])
    assert len(found) == 1
    assert "8000 objects" in found[0]


@pytest.mark.parametrize("left", [(3, 16, 1), (1, 19, 1), (1, 16, 5)], ids=["tasks", "files", "timers"])
def test_what_is_left_open_is_a_growth(left: tuple[int, int, int]) -> None:
    assert len(objections([EVENING, Growth(80.0, 9000, 0.0, *left)])) == 1
