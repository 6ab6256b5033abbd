"""Checks a large database for damage while the bot runs; a small one is checked at the start."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Final

from bot.process.thread_priority import lower_priority
from bot.storage.errors import StorageError
from bot.storage.sqlite.connection import ALWAYS_CHECKED, Connection, open_read_only
from bot.storage.sqlite.error_texts import is_corruption, storage_error
from bot.storage.sqlite.migrate import latest_version

log = logging.getLogger(__name__)

AFTER: Final = 120.0
"""Seconds after the start; by then waiting messages are posted and pictures prepared."""

PAUSE: Final = 0.2
"""Seconds between two tables, which leave processor and disk to others."""

AGAIN: Final = 0.05
"""Seconds between attempts to interrupt a statement that may not have started yet."""


class IntegrityCheck:
    """Checks a large database once, some time after the start.

    Damage is logged and nothing else: undamaged matches can continue.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    def schedule(self, *, checked: bool) -> None:
        """Schedule the check, unless the file is so small that it was ``checked`` when opened."""
        if not checked or self._path.stat().st_size > ALWAYS_CHECKED:
            self._timer = asyncio.get_running_loop().call_later(AFTER, self._start)

    async def close(self) -> None:
        """Stop the check, finished or not."""
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    def _start(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._look(), name="look for damage")

    async def _look(self) -> None:
        try:
            damage = await find_corruption(self._path)
        except StorageError:
            log.warning("the database could not be checked for damage", exc_info=True)
            return
        if damage is None:
            log.info("the database has no damage")
        else:
            log.error("the database is damaged: python -m bot doctor says what to do", extra={"damage": damage})


async def find_corruption(path: Path) -> str | None:
    """Return SQLite's description of the first damage in a database; ``None`` if there is none.

    It checks table by table on a separate connection with its own thread, so readers and writers do not wait for it.
    A cancelled call does not wait for the current table.

    Raises:
        StorageError: the file cannot be opened or read now.
    """
    try:
        connection = await open_read_only(path, path.parent, 0.0, latest_version())
    except StorageError as error:
        if not is_corruption(error.__cause__):
            raise
        return str(error.__cause__)
    try:
        # Checking the log of ten thousand matches takes half a second of processor time.
        await connection.run(lambda _: lower_priority())
        for table in await connection.run(_tables):
            found = await connection.run(lambda db, table=table: _check(db, table))  # type: ignore[misc]
            if found != "ok":
                return f"{table}: {found}"
            await asyncio.sleep(PAUSE)
    except sqlite3.Error as error:
        raise storage_error(error) or error from error
    finally:
        await _end(connection)
    return None


async def _end(connection: Connection) -> None:
    """Close a connection without waiting for statements running or about to run on it."""
    closing = asyncio.create_task(connection.close(), name="end looking for damage")
    while not closing.done():
        with suppress(sqlite3.ProgrammingError, ValueError):  # closed at this moment, which aiosqlite says as a value
            await connection.interrupt()
        await asyncio.wait([closing], timeout=AGAIN)
    await closing


def _tables(db: sqlite3.Connection) -> list[str]:
    return [row[0] for row in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]


def _check(db: sqlite3.Connection, table: str) -> str:
    """Check a table and its indexes. Some damage makes the check itself fail."""
    try:
        return str(db.execute(f"PRAGMA quick_check('{table}')").fetchone()[0])
    except sqlite3.Error as error:
        if not is_corruption(error):
            raise
        return str(error)
