"""Connections to the database file: configured, checked, each with its own thread."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

import aiosqlite

from bot.storage.errors import StorageError, reason_of
from bot.storage.private import COMPANIONS, create_private, make_private
from bot.storage.sqlite.backup import newest_backup
from bot.storage.sqlite.error_texts import is_corruption
from bot.storage.sqlite.migrate import Migration, latest_version, migrate, require_version, usable_version
from engines.text import T, Text

ResultT = TypeVar("ResultT")

_ITER_CHUNK = 64
"""Rows that aiosqlite fetches at a time; unused, since nothing iterates."""

_CACHE = 512
"""KiB of page cache per connection, a quarter of SQLite's default: with ten thousand matches hardly any page is
read again before its eviction, and the system caches the file anyway."""


ALWAYS_CHECKED = 8 << 20
"""Files up to this many bytes are checked at every start (10 to 20 ms per MiB). Larger ones, as with ten thousand
matches, are checked at the start only if the last process did not close them, because nobody is answered meanwhile.
After a clean shutdown :mod:`bot.storage.sqlite.integrity_check` checks them while the bot runs."""


class Connection(aiosqlite.Connection):
    """A connection whose thread runs whole functions: one hop for a transaction instead of one for each statement."""

    async def run(self, work: Callable[[sqlite3.Connection], ResultT]) -> ResultT:
        """Run ``work`` in the connection's thread."""
        return await self.begin(work)

    def begin(self, work: Callable[[sqlite3.Connection], ResultT]) -> asyncio.Future[ResultT]:
        """Start ``work`` in the connection's thread; for callers that continue in a callback, without a task."""
        future: asyncio.Future[ResultT] = asyncio.get_running_loop().create_future()
        self._tx.put_nowait((future, partial(work, self._conn)))
        return future

    async def ended(self) -> None:
        """Wait for the thread of a connection that failed to open, so that it does not outlive the event loop."""
        await asyncio.to_thread(self._thread.join)


async def open_writer(
    path: Path,
    backups: Path,
    busy_timeout: float,
    migrations: Sequence[Migration],
    save: Callable[[], None],
    *,
    check: bool,
) -> Connection:
    """Open the connection that writes: the file is created, checked for damage (if ``check``) and migrated.

    Raises:
        StorageError: it cannot be; the sentence says what to do.
    """
    return await _opened(partial(_open_writer, path, backups, busy_timeout, migrations, save, check), path, backups)


async def open_reader(path: Path, backups: Path, busy_timeout: float) -> Connection:
    """Open a read-only connection.

    Raises:
        StorageError: it cannot be; the sentence says what to do.
    """
    return await _opened(partial(_open_reader, path, busy_timeout), path, backups)


async def open_read_only(path: Path, backups: Path, busy_timeout: float, version: int) -> Connection:
    """Open a read-only connection to an existing file with this schema version.

    Raises:
        StorageError: it has not, or cannot be read; the sentence says what to do.
    """
    return await _opened(partial(_open_inspector, path, busy_timeout, version), path, backups)


async def _opened(connector: Callable[[], sqlite3.Connection], path: Path, backups: Path) -> Connection:
    """Start a connection's thread and open the file in it; errors get a sentence."""
    connection = Connection(connector, _ITER_CHUNK)
    try:
        await connection
    except StorageError:
        await connection.ended()
        raise
    except (sqlite3.Error, OSError) as error:
        await connection.ended()
        raise _refusal(error, path, backups) from error
    return connection


def _refusal(error: sqlite3.Error | OSError, path: Path, backups: Path) -> StorageError:
    """Explain why a file cannot be opened."""
    if is_corruption(error):
        return StorageError(recovery_advice(path, backups))
    return StorageError(T("The database {path} cannot be opened: {error}.", path=str(path), error=reason_of(error)))


def recovery_advice(path: Path, backups: Path) -> Text:
    """Say that the file is damaged, and how to restore the newest backup."""
    backup = newest_backup(path, backups)
    if backup is None:
        return T(
            "The database {path} is damaged and there is no backup in {folder}. If you have one elsewhere, restore"
            " it: python -m bot restore FILE",
            path=str(path),
            folder=str(backups),
        )
    return T(
        "The database {path} is damaged. Restore the newest backup: python -m bot restore {backup}",
        path=str(path),
        backup=str(backup),
    )


def _refuse_emptied(path: Path, backups: Path) -> None:
    """Raise if an empty file has replaced an existing database: a new one would start at match 1.

    A newly created empty file, from ``touch`` or a container's setup, is accepted. It differs from the remains of a
    full disk or a failed copy: there is neither a backup nor a non-empty write-ahead log beside it. SQLite also treats
    a file of one byte as empty; such a file is never a new one.

    Raises:
        StorageError: with what to do.
    """
    if not path.is_file() or (size := path.stat().st_size) > 1:
        return
    if (backup := newest_backup(path, backups) or newest_backup(path, path.parent)) is not None:
        raise StorageError(
            T(
                "The database {path} is empty, but there is a backup. To restore it, run: python -m bot restore"
                " {backup}. To start from scratch, move the backups out of {folder}.",
                path=str(path),
                backup=str(backup),
                folder=str(backup.parent),
            )
        )
    log = path.with_name(path.name + "-wal")
    if size or (log.is_file() and log.stat().st_size):
        raise StorageError(
            T(
                "The database {path} is empty, but it was not empty before. If you have a backup, restore it:"
                " python -m bot restore FILE. To start from scratch, delete the database and the files {path}-wal"
                " and {path}-shm.",
                path=str(path),
            )
        )


def read_layout(path: Path, backups: Path, busy_timeout: float = 2.0) -> int:
    """Return the schema version of an existing database that this program can use. Blocks; changes nothing.

    Raises:
        StorageError: it cannot be used; the sentence says what to do.
    """

    def read() -> int:
        _refuse_emptied(path, backups)
        with closing(_connect(path, busy_timeout, _forbid_writing)) as connection:
            return usable_version(connection, latest_version())

    try:
        return read()
    except (sqlite3.Error, OSError) as error:
        raise _refusal(error, path, backups) from error


def _open_writer(
    path: Path,
    backups: Path,
    busy_timeout: float,
    migrations: Sequence[Migration],
    save: Callable[[], None],
    check: bool,  # noqa: FBT001 - passed by partial
) -> sqlite3.Connection:
    """Open the writing connection: created, checked and migrated."""
    path.parent.mkdir(parents=True, exist_ok=True)
    _refuse_emptied(path, backups)
    check = check and _is_due_for_check(path)
    _keep_to_owner(path)

    def prepare(connection: sqlite3.Connection) -> None:
        if connection.execute("PRAGMA journal_mode = WAL").fetchone()[0] != "wal":
            raise StorageError(T("The database {path} is on a disk without WAL support.", path=str(path)))
        # Deleted data is overwritten: no personal data stays in free pages.
        connection.execute("PRAGMA secure_delete = ON")
        if check:
            _check(connection)
        migrate(connection, migrations, save)
        _try_writing(connection)

    return _connect(path, busy_timeout, prepare)


def _keep_to_owner(path: Path) -> None:
    """Make the file and its companions readable by their owner only, which an older version did not."""
    with suppress(FileExistsError):
        create_private(path)
    for suffix in ("", *COMPANIONS):
        make_private(path.with_name(path.name + suffix))


def _try_writing(connection: sqlite3.Connection) -> None:
    """Check now that the file can be written, not at the first player's move."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    connection.execute("BEGIN IMMEDIATE")  # on a read-only file this alone does not fail
    try:
        connection.execute(f"PRAGMA user_version = {version:d}")
    finally:
        connection.execute("ROLLBACK")


def _is_due_for_check(path: Path) -> bool:
    """True if the file has to be checked: it is small, or has a leftover write-ahead log."""
    if not path.exists():
        return False
    log = path.with_name(path.name + "-wal")
    return path.stat().st_size <= ALWAYS_CHECKED or (log.exists() and log.stat().st_size > 0)


def _check(connection: sqlite3.Connection) -> None:
    """Check the whole file for damage."""
    found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        error = sqlite3.DatabaseError(found)
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise error


def _open_reader(path: Path, busy_timeout: float) -> sqlite3.Connection:
    """Open the reading connection, which cannot write."""
    return _connect(path, busy_timeout, _forbid_writing)


def _open_inspector(path: Path, busy_timeout: float, version: int) -> sqlite3.Connection:
    """Open a reading connection to an existing database with this schema version."""
    if not path.is_file():
        raise StorageError(T("There is no database at {path}.", path=str(path)))

    def prepare(connection: sqlite3.Connection) -> None:
        _forbid_writing(connection)
        require_version(connection, version)

    return _connect(path, busy_timeout, prepare)


def _forbid_writing(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA query_only = ON")


def _connect(path: Path, busy_timeout: float, prepare: Callable[[sqlite3.Connection], None]) -> sqlite3.Connection:
    """Open the file with the common settings; close it if ``prepare`` raises."""
    connection = sqlite3.connect(path, timeout=busy_timeout, isolation_level=None)
    try:
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA cache_size = -{_CACHE}")
        prepare(connection)
    except BaseException:
        connection.close()
        raise
    return connection
