"""The soak checks detect growth."""

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


def test_steady_days_and_filling_caches_are_no_growth() -> None:
    first = [Growth(80.0, objects, 0.0, 1, 16, 1) for objects in range(1000, 9000, 1600)]
    assert objections(first + [EVENING] * (LONG_ENOUGH - len(first))) == []


def test_increasing_object_counts_are_growth() -> None:
    found = objections([Growth(80.0, 1000 + 500 * day, 0.0, 1, 16, 1) for day in range(LONG_ENOUGH)])
    assert len(found) == 1
    assert "8000 objects" in found[0]


@pytest.mark.parametrize("left", [(3, 16, 1), (1, 19, 1), (1, 16, 5)], ids=["tasks", "files", "timers"])
def test_open_files_tasks_and_timers_are_growth(left: tuple[int, int, int]) -> None:
    assert len(objections([EVENING, Growth(80.0, 9000, 0.0, *left)])) == 1
