"""The database in the event loop's own thread, for long runs.

A month of matches is millions of hops to another thread, each of which waits for a processor, and there is nobody who
would be held up meanwhile.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Self, TypeVar

from bot.storage import connection

ResultT = TypeVar("ResultT")


class Inline(connection.Connection):
    """A connection without a thread. Others still get their turn before each function, as they would."""

    def __await__(self) -> Generator[Any, None, Self]:
        """Open the file."""
        return self._open().__await__()

    def begin(self, work: Callable[[sqlite3.Connection], ResultT]) -> asyncio.Future[ResultT]:
        """Run ``work`` here, when those who are about have had their turn."""
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
        """There is no thread to wait for."""

    async def _open(self) -> Self:
        self._connection = self._connector()
        return self


def settle(future: asyncio.Future[ResultT], work: Callable[[], ResultT]) -> None:
    """Do what a thread would do for whoever waits for the future, also when nobody does any more."""
    try:
        result = work()
    except Exception as error:  # noqa: BLE001 - whoever waits for it gets it
        if not future.done():
            future.set_exception(error)
    else:
        if not future.done():
            future.set_result(result)


@contextmanager
def inline() -> Iterator[None]:
    """Have databases that are opened meanwhile run in the thread in which they are opened."""
    usual = connection.Connection
    connection.Connection = Inline  # type: ignore[misc]
    try:
        yield
    finally:
        connection.Connection = usual  # type: ignore[misc]
