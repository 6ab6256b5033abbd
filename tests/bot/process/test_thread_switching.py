"""Switching between threads."""

import sys
from collections.abc import Iterator

import pytest

from bot.process.thread_switching import SWITCH_SECONDS, switch_threads_often


@pytest.fixture(autouse=True)
def interval_as_before() -> Iterator[None]:
    before = sys.getswitchinterval()
    yield
    sys.setswitchinterval(before)


def test_waiting_thread_gets_the_interpreter_soon() -> None:
    switch_threads_often()
    assert sys.getswitchinterval() == pytest.approx(SWITCH_SECONDS)
    assert SWITCH_SECONDS < 0.001
