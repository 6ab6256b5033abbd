"""Reads a database from another process, strictly read-only, whether the bot is running or not; and one small write."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote

from bot.storage.database import Reader, Transaction
from bot.storage.errors import StorageError, reason_of
from engines.text import T

ResultT = TypeVar("ResultT")

BUSY_SECONDS = 2.0
"""How long a read waits for a locked file."""


def read_once(path: Path, work: Callable[[Reader], ResultT]) -> ResultT:
    """Run queries on one snapshot. Blocks; nothing is created, migrated or written.

    Raises:
        StorageError: the database does not exist or cannot be read.
    """
    if not path.is_file():
        raise StorageError(T("There is no database at {path}.", path=str(path)))
    # Without a write-ahead log no process has the database open, and SQLite would create an empty one for a reader
    # (https://www.sqlite.org/wal.html#read_only_databases).
    alone = "" if path.with_name(path.name + "-wal").exists() else "&immutable=1"
    uri = f"file:{quote(str(path))}?mode=ro{alone}"
    try:
        with closing(sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None)) as connection:
            connection.row_factory = sqlite3.Row
            connection.execute("BEGIN")
            return work(connection)
    except (sqlite3.Error, OSError) as error:
        raise StorageError(
            T("The database {path} cannot be read: {error}.", path=str(path), error=reason_of(error))
        ) from error


def write_once(path: Path, work: Callable[[Transaction], ResultT]) -> ResultT:
    """Run one short transaction while another process acts on the database. Blocks; nothing is created or migrated.

    Raises:
        StorageError: the database does not exist or cannot be written.
    """
    uri = f"file:{quote(str(path))}?mode=rw"
    try:
        with closing(sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None)) as connection:
            connection.row_factory = sqlite3.Row
            connection.execute("BEGIN IMMEDIATE")
            result = work(Transaction(connection))
            connection.execute("COMMIT")
            return result
    except (sqlite3.Error, OSError) as error:
        raise StorageError(
            T("The database {path} cannot be written: {error}.", path=str(path), error=reason_of(error))
        ) from error


def last_commit_at(path: Path) -> int | None:
    """Return when the database was last written, in unix seconds, by the times of its files; ``None`` without them."""
    return max((round(file.stat().st_mtime) for file in _files(path)), default=None)


def schema_of(path: Path) -> int:
    """Return the schema version of a database.

    Raises:
        StorageError: the database does not exist or cannot be read.
    """
    (found,) = read_once(path, lambda db: db.execute("PRAGMA user_version").fetchone())
    return int(found)


def database_bytes(path: Path) -> int:
    """Return the size of the database and its write-ahead log."""
    return sum(file.stat().st_size for file in _files(path))


def _files(path: Path) -> list[Path]:
    return [file for file in (path, path.with_name(path.name + "-wal")) if file.is_file()]
