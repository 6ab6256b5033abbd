"""The collector looks through nothing that stays, and is as before when the bot has ended."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from bot.collector import THRESHOLD, Collector

BEFORE = gc.get_threshold()


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    yield
    gc.unfreeze()
    gc.enable()


class Knot:
    """Refers to itself, so that only the collector frees it."""

    def __init__(self) -> None:
        self.oneself = self


def test_nothing_is_looked_through_before_the_bot_is_ready() -> None:
    with Collector() as collector:
        assert not gc.isenabled()
        collector.settle()
        assert gc.isenabled()


def test_what_is_there_when_the_bot_is_ready_is_not_looked_through() -> None:
    with Collector() as collector:
        before = gc.get_freeze_count()
        collector.settle()
        assert gc.get_freeze_count() > before
        knot = weakref.ref(Knot())
        gc.collect()
        assert knot() is None  # what comes later is


def test_what_discord_tells_anew_takes_the_place_of_what_it_told_before() -> None:
    with Collector() as collector:
        knot = Knot()
        gone = weakref.ref(knot)
        collector.settle()
        del knot
        gc.collect()
        assert gone() is not None
        collector.settle()
        assert gone() is None


def test_a_start_that_failed_does_not_leave_it_asleep() -> None:
    with Collector() as collector:
        collector.begin()
        assert gc.isenabled()


def test_it_looks_less_often_than_python_would() -> None:
    with Collector() as collector:
        collector.settle()
        assert gc.get_threshold() == (THRESHOLD, *BEFORE[1:])
        assert BEFORE[0] < THRESHOLD


def test_afterwards_it_is_as_before() -> None:
    with Collector() as collector:
        collector.settle()
    assert gc.get_threshold() == BEFORE
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0
