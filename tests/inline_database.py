"""Databases in the event loop's own thread, for long runs.

A month of matches needs millions of switches to another thread, each of which waits for a processor, while nothing
else would be blocked.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Self, TypeVar

from bot.storage.sqlite import connection

ResultT = TypeVar("ResultT")


class Inline(connection.Connection):
    """A connection without a thread. Other tasks still run before each function, as with a thread."""

    def __await__(self) -> Generator[Any, None, Self]:
        """Open the file."""
        return self._open().__await__()

    def begin(self, work: Callable[[sqlite3.Connection], ResultT]) -> asyncio.Future[ResultT]:
        """Run ``work`` here after other tasks have had their turn."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[ResultT] = loop.create_future()
        loop.call_soon(settle, future, partial(work, self._conn))
        return future

    async def close(self) -> None:
        """Close the file."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    async def ended(self) -> None:
        """Return at once: there is no thread to wait for."""

    async def _open(self) -> Self:
        self._connection = self._connector()
        return self


def settle(future: asyncio.Future[ResultT], work: Callable[[], ResultT]) -> None:
    """Run a request as the thread would, and resolve its future, even if nobody waits for it."""
    try:
        result = work()
    except Exception as error:  # noqa: BLE001 - the waiting task gets it
        if not future.done():
            future.set_exception(error)
    else:
        if not future.done():
            future.set_result(result)


@contextmanager
def inline() -> Iterator[None]:
    """Make databases opened in this context run in the opening thread."""
    usual = connection.Connection
    connection.Connection = Inline  # type: ignore[misc]
    try:
        yield
    finally:
        connection.Connection = usual  # type: ignore[misc]


@contextmanager
def inline_sessions() -> Iterator[None]:
    """Make databases on PostgreSQL servers opened in this context run in the opening thread."""
    from bot.storage.postgres import engine  # noqa: PLC0415 - its package is optional
    from bot.storage.postgres.connection import Session  # noqa: PLC0415 - the same

    class InlineSession(Session):
        """A session without a thread."""

        def begin(self, work: Callable[[], ResultT], *, is_patient: bool = False) -> asyncio.Future[ResultT]:
            """Run ``work`` here after other tasks have had their turn."""
            del is_patient  # the server is asked here, so nothing could end the request
            loop = asyncio.get_running_loop()
            future: asyncio.Future[ResultT] = loop.create_future()
            loop.call_soon(settle, future, work)
            return future

    engine.Session = InlineSession  # type: ignore[attr-defined]
    try:
        yield
    finally:
        engine.Session = Session  # type: ignore[attr-defined]
