"""Runs the requests of a :class:`bot.storage.database.Database` on an SQLite file.

One connection writes and one reads, which never wait for each other (WAL).
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Self

from bot.storage.database import Reader, Transaction
from bot.storage.engine import Done, Query, Work
from bot.storage.errors import StorageError
from bot.storage.sqlite.backup import copy_database
from bot.storage.sqlite.connection import Connection, open_read_only, open_reader, open_writer
from bot.storage.sqlite.error_texts import is_corruption, storage_error
from bot.storage.sqlite.migrate import Migration, known_migrations, latest_version
from engines.text import T

_OLDEST_SQLITE = (3, 37)
"""STRICT tables need it (https://www.sqlite.org/stricttables.html)."""


class SqliteEngine:
    """An open file. Create it with :meth:`open` or :meth:`open_read_only`."""

    num_readers = 1

    def __init__(self, path: Path, writer: Connection, reader: Connection) -> None:
        self._path = path
        self._writer = writer
        self._reader = reader

    @classmethod
    async def open(
        cls,
        path: Path,
        backups: Path,
        busy_timeout: float,
        migrations: Sequence[Migration] | None,
        next_backup: Callable[[], Path],
        *,
        check: bool,
    ) -> Self:
        """Open the file, create it if needed, and migrate it, by default to the current schema.

        ``backups`` is the folder searched for a backup if the file is damaged; ``next_backup`` says where the file is
        copied to before it is migrated. With ``check``, a small file, or one that was not closed, is checked.

        Raises:
            StorageError: as described for :meth:`bot.storage.database.Database.open`.
        """
        if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
            raise StorageError(
                T("SQLite {version} is too old: 3.37 or newer is needed.", version=sqlite3.sqlite_version)
            )
        steps = known_migrations() if migrations is None else migrations

        def save() -> None:
            copy_database(path, next_backup())

        writer = await open_writer(path, backups, busy_timeout, steps, save, check=check)
        try:
            reader = await open_reader(path, backups, busy_timeout)
        except BaseException:
            await writer.close()
            raise
        return cls(path, writer, reader)

    @classmethod
    async def open_read_only(cls, path: Path, backups: Path, busy_timeout: float) -> Self:
        """Open an existing file read-only.

        Raises:
            StorageError: as described for :meth:`bot.storage.database.Database.open_read_only`.
        """
        version = latest_version()
        writer = await open_read_only(path, backups, busy_timeout, version)
        try:
            reader = await open_read_only(path, backups, busy_timeout, version)
        except BaseException:
            await writer.close()
            raise
        return cls(path, writer, reader)

    def begin_commit(self, works: Sequence[Work]) -> asyncio.Future[list[Done]]:
        return self._writer.begin(partial(_commit, works))

    def begin_reads(self, reader: int, queries: Sequence[Query]) -> asyncio.Future[list[Done]]:  # noqa: ARG002 - of one
        return self._reader.begin(partial(_read_all, queries))

    async def exclude_others(self, process: int) -> None:
        """Do nothing: a file's lock is never taken from a process that runs or is frozen."""

    async def copy_to(self, target: Path) -> None:
        await asyncio.to_thread(copy_database, self._path, target)

    async def discard_log(self) -> bool:
        return await self._writer.run(_empty_log)

    async def vacuum(self, tables: Collection[str]) -> None:  # noqa: ARG002 - all of them
        try:
            await self._writer.run(lambda connection: connection.execute("VACUUM").close())
        except sqlite3.Error as error:
            raise _readable(error) from error

    async def find_damage(self) -> list[str]:
        """Return SQLite's descriptions of damage. Some damage makes the check itself fail."""
        try:
            return await self._reader.run(_integrity_errors)
        except sqlite3.Error as error:
            if is_corruption(error):
                return [str(error)]
            raise _readable(error) from error

    async def broken_references(self) -> list[tuple[str, int | None]]:
        try:
            return await self._reader.run(_broken_references)
        except sqlite3.Error as error:
            raise _readable(error) from error

    async def close(self) -> None:
        await self._reader.close()
        await self._writer.close()


def _integrity_errors(connection: sqlite3.Connection) -> list[str]:
    return [row[0] for row in connection.execute("PRAGMA integrity_check(10)") if row[0] != "ok"]


def _empty_log(connection: sqlite3.Connection) -> bool:
    """Truncate the write-ahead log (https://www.sqlite.org/pragma.html#pragma_wal_checkpoint)."""
    blocked, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not blocked


def _broken_references(connection: sqlite3.Connection) -> list[tuple[str, int | None]]:
    return [(row["table"], row["rowid"]) for row in connection.execute("PRAGMA foreign_key_check")]


def _read_all(queries: Sequence[Query], connection: sqlite3.Connection) -> list[Done]:
    """Run queries one after the other, independently."""
    answers = []
    for query in queries:
        try:
            answers.append(Done(_snapshot(query.work, connection) if query.is_snapshot else query.work(connection)))
        except sqlite3.Error as error:
            answers.append(Done(error=_readable(error)))
        except BaseException as error:  # noqa: BLE001 - it is raised in the caller
            answers.append(Done(error=error))
    return answers


def _snapshot(work: Callable[[Reader], Any], connection: sqlite3.Connection) -> Any:
    """Run queries in one read transaction."""
    connection.execute("BEGIN")
    try:
        return work(connection)
    finally:
        connection.execute("COMMIT")


def _readable(error: sqlite3.Error) -> Exception:
    """Return the error with a sentence for users, or as it is if it is a mistake of this program."""
    readable = storage_error(error)
    if readable is None:
        return error
    readable.__cause__ = error
    return readable


def _commit(works: Sequence[Work], connection: sqlite3.Connection) -> list[Done]:
    """Commit all works, together if possible."""
    if len(works) > 1:
        try:
            return _commit_together(works, connection)
        except sqlite3.Error as error:
            # SQLite may have rolled back the other works too (https://www.sqlite.org/lang_transaction.html, 3.1), so
            # each now gets its own transaction. A locked database is locked for all of them.
            _roll_back(connection)
            if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
                return [Done(error=_readable(error)) for _ in works]
    return [_commit_alone(work, connection) for work in works]


def _commit_together(works: Sequence[Work], connection: sqlite3.Connection) -> list[Done]:
    """Run every work in a savepoint of one transaction; errors of SQLite itself pass through."""
    done: list[Done] = []
    connection.execute("BEGIN IMMEDIATE")
    for work in works:
        transaction = Transaction(connection)
        connection.execute("SAVEPOINT work")
        try:
            done.append(Done(work(transaction), callbacks=transaction.callbacks))
        except sqlite3.Error:
            raise
        except Exception as error:  # noqa: BLE001 - it is raised in the caller
            connection.execute("ROLLBACK TO work")
            done.append(Done(error=error))
        connection.execute("RELEASE work")
    connection.execute("COMMIT")
    return done


def _commit_alone(work: Work, connection: sqlite3.Connection) -> Done:
    """Run one work in a transaction of its own."""
    transaction = Transaction(connection)
    try:
        connection.execute("BEGIN IMMEDIATE")
        result = work(transaction)
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        _roll_back(connection)
        return Done(error=_readable(error))
    except Exception as error:  # noqa: BLE001 - it is raised in the caller
        _roll_back(connection)
        return Done(error=error)
    return Done(result, callbacks=transaction.callbacks)


def _roll_back(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:
        connection.execute("ROLLBACK")
