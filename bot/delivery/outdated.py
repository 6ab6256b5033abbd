"""Discards messages composed before a user's data was deleted: they may name that user."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class OutdatedError(Exception):
    """A user's data was deleted while this was being composed; nothing was sent."""


_IS_OUTDATED: ContextVar[Callable[[], bool]] = ContextVar("is_outdated", default=lambda: False)


@contextmanager
def composing(deletions: Callable[[], int]) -> Iterator[None]:
    """Mark everything that this task sends in the block as composed from now on.

    Args:
        deletions: returns how often user data has been deleted so far.
    """
    before = deletions()
    token = _IS_OUTDATED.set(lambda: deletions() != before)
    try:
        yield
    finally:
        _IS_OUTDATED.reset(token)


def require_current() -> None:
    """Raise if the message has to be composed again.

    Raises:
        OutdatedError
    """
    if _IS_OUTDATED.get()():
        raise OutdatedError
