"""The garbage collector skips objects that stay, and is restored when the bot has ended."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from bot.process.gc_tuning import THRESHOLD, GcTuning

BEFORE = gc.get_threshold()


@pytest.fixture(autouse=True)
def _restore_gc() -> Iterator[None]:
    yield
    gc.unfreeze()
    gc.enable()


class Cycle:
    """An object with a reference to itself, so that only the garbage collector frees it."""

    def __init__(self) -> None:
        self.reference = self


def test_collections_start_when_the_bot_is_ready() -> None:
    with GcTuning() as gc_tuning:
        assert not gc.isenabled()
        gc_tuning.freeze()
        assert gc.isenabled()


def test_objects_present_at_ready_are_frozen() -> None:
    with GcTuning() as gc_tuning:
        before = gc.get_freeze_count()
        gc_tuning.freeze()
        assert gc.get_freeze_count() > before
        cycle = weakref.ref(Cycle())
        gc.collect()
        assert cycle() is None, "later objects are collected"


def test_second_freeze_collects_what_the_first_kept() -> None:
    with GcTuning() as gc_tuning:
        cycle = Cycle()
        gone = weakref.ref(cycle)
        gc_tuning.freeze()
        del cycle
        gc.collect()
        assert gone() is not None
        gc_tuning.freeze()
        assert gone() is None


def test_collections_are_enabled_after_a_failed_start() -> None:
    with GcTuning() as gc_tuning:
        gc_tuning.enable()
        assert gc.isenabled()


def test_threshold_is_above_the_default() -> None:
    with GcTuning() as gc_tuning:
        gc_tuning.freeze()
        assert gc.get_threshold() == (THRESHOLD, *BEFORE[1:])
        assert BEFORE[0] < THRESHOLD


def test_settings_are_restored() -> None:
    with GcTuning() as gc_tuning:
        gc_tuning.freeze()
    assert gc.get_threshold() == BEFORE
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0
