"""The database in the event loop's own thread: a month is millions of hops to another one, each of which waits for a
processor, and nobody is served meanwhile who would be held up.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import Any, Self, TypeVar

from bot.storage import connection

ResultT = TypeVar("ResultT")


class Inline(connection.Connection):
    """A connection without a thread. Others still get their turn before each function, as they would."""

    def __await__(self) -> Generator[Any, None, Self]:
        """Open the file."""
        return self._open().__await__()

    async def run(self, work: Callable[[sqlite3.Connection], ResultT]) -> ResultT:
        """Run ``work`` here."""
        await asyncio.sleep(0)
        return work(self._conn)

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


@contextmanager
def inline() -> Iterator[None]:
    """Have databases that are opened meanwhile run in the thread in which they are opened."""
    usual = connection.Connection
    connection.Connection = Inline  # type: ignore[misc]
    try:
        yield
    finally:
        connection.Connection = usual  # type: ignore[misc]
