"""Nothing is sent that was composed before somebody's data was deleted: it may name that person."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class OutdatedError(Exception):
    """Somebody's data was deleted while this was being composed; nothing was sent."""


_IS_OUTDATED: ContextVar[Callable[[], bool]] = ContextVar("is_outdated", default=lambda: False)


@contextmanager
def composing(deletions: Callable[[], int]) -> Iterator[None]:
    """What this task sends meanwhile was composed since now.

    Args:
        deletions: how often somebody's data has been deleted so far.
    """
    before = deletions()
    token = _IS_OUTDATED.set(lambda: deletions() != before)
    try:
        yield
    finally:
        _IS_OUTDATED.reset(token)


def require_current() -> None:
    """Refuse to send what has to be composed once more.

    Raises:
        OutdatedError
    """
    if _IS_OUTDATED.get()():
        raise OutdatedError
