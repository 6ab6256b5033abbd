"""The one SQLite database: one writer, one reader, both off the event loop.

All writes use ``await database.write(work)``. ``work`` gets a :class:`Transaction`, runs in the writer's thread and is
committed, or rolled back if it raises. Waiting writes share one commit (and one flush to disk), each in its own
savepoint, so that a failed one does not undo the others. Reads use a separate connection and never wait for a writer
(WAL); every read sees all writes that have returned. Waiting reads share one switch of threads, which costs more than
most of their queries.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Protocol, Self, TypeAlias, TypeVar

from bot.load import thresholds
from bot.storage.backup import backup_path, copy_database
from bot.storage.connection import Connection, open_read_only, open_reader, open_writer
from bot.storage.error_texts import storage_error
from bot.storage.errors import StorageError
from bot.storage.interaction_claims import claim_to_write, with_claim
from bot.storage.migrate import Migration, known_migrations, latest_version
from bot.storage.paths import backup_folder_of, real_path
from engines.text import T

ResultT = TypeVar("ResultT")

Value: TypeAlias = str | int | float | bytes | None
Parameters: TypeAlias = Sequence[Value] | Mapping[str, Value]
Callback: TypeAlias = tuple[Callable[[str], None], str]

_LOG = logging.getLogger(__name__)

_OLDEST_SQLITE = (3, 37)
"""STRICT tables need it (https://www.sqlite.org/stricttables.html)."""

_COMMIT_BATCH = 64
"""Maximum writes in one commit: enough for any load, and few enough to keep the wait short."""

_READ_BATCH = 16
"""Maximum reads in one batch."""


def unix_time() -> int:
    """The system's clock in whole unix seconds."""
    return int(time.time())


class Reader(Protocol):
    """Runs queries; a transaction is one too."""

    def execute(self, sql: str, parameters: Parameters = (), /) -> sqlite3.Cursor:
        """Run one statement."""


class Transaction:
    """A running write, for use in the function passed to :meth:`Database.write` only."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._after: dict[Callback, None] = {}

    def execute(self, sql: str, parameters: Parameters = (), /) -> sqlite3.Cursor:
        """Run one statement."""
        return self._connection.execute(sql, parameters)

    def executemany(self, sql: str, rows: Sequence[Parameters], /) -> None:
        """Run one statement for each row."""
        self._connection.executemany(sql, rows)

    def after_commit(self, callback: Callable[[str], None], about: str) -> None:
        """Have ``act(about)`` called in the event loop after the commit, even if the caller was cancelled.

        Equal calls are made once.
        """
        self._after[callback, about] = None

    @property
    def callbacks(self) -> tuple[Callback, ...]:
        """The callbacks after the commit, in order."""
        return tuple(self._after)


@dataclass(slots=True)
class _Done:
    """The outcome of one request."""

    result: Any = None
    error: BaseException | None = None
    callbacks: tuple[Callback, ...] = ()


@dataclass(slots=True)
class _WriteRequest:
    """A waiting write."""

    work: Callable[[Transaction], Any]
    future: asyncio.Future[Any] = field(repr=False)


@dataclass(slots=True)
class _ReadRequest:
    """A waiting read."""

    work: Callable[[sqlite3.Connection], Any]
    future: asyncio.Future[Any] = field(repr=False)


class Database:
    """An open database. Create it with :meth:`open`, and :meth:`close` it or use ``async with``."""

    def __init__(
        self,
        path: Path,
        backups: Path,
        writer: Connection,
        reader: Connection,
        clock: Callable[[], int],
    ) -> None:
        self.path = path
        self.backups = backups
        self._writer = writer
        self._reader = reader
        self._clock = clock
        self._writes: deque[_WriteRequest] = deque()
        self._committing: asyncio.Future[list[_Done]] | None = None
        """The commit in progress."""
        self._commit_started = 0.0
        """When it started, by the event loop's clock."""
        self._reads: deque[_ReadRequest] = deque()
        self._reading: asyncio.Future[list[_Done]] | None = None
        """The batch of reads in progress."""
        self.process = secrets.randbits(63)
        """A random id of this process among others on the same file."""
        self._closed = False

    @classmethod
    async def open(
        cls,
        path: Path | str,
        *,
        clock: Callable[[], int] = unix_time,
        busy_timeout: float | None = None,
        backups: Path | None = None,
        migrations: Sequence[Migration] | None = None,
    ) -> Self:
        """Open the file, create it if needed, and migrate it to the current schema.

        ``busy_timeout`` is how many seconds a writer waits for another process before it gives up, by default
        :data:`bot.load.thresholds.BUSY_TIMEOUT`; ``backups`` is the folder for copies, by default the one of the
        database.

        Raises:
            StorageError: the file cannot be opened or written, is damaged, is newer than this program, or belongs to
                another one. The sentence says what to do.
        """
        file = real_path(path)
        if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
            raise StorageError(
                T("SQLite {version} is too old: 3.37 or newer is needed.", version=sqlite3.sqlite_version)
            )
        folder = backup_folder_of(file, backups)
        steps = known_migrations() if migrations is None else migrations
        wait = thresholds.BUSY_TIMEOUT if busy_timeout is None else busy_timeout

        def save() -> None:
            copy_database(file, backup_path(file, folder, clock()))

        writer = await open_writer(file, folder, wait, steps, save)
        try:
            reader = await open_reader(file, folder, wait)
        except BaseException:
            await writer.close()
            raise
        return cls(file, folder, writer, reader, clock)

    @classmethod
    async def open_read_only(
        cls, path: Path | str, *, busy_timeout: float | None = None, backups: Path | None = None
    ) -> Self:
        """Open an existing database read-only: nothing is created, migrated or written.

        ``backups`` is the folder searched for a backup if the file is damaged, by default that of the database.

        Raises:
            StorageError: it does not exist, cannot be read, is damaged, or has another schema than this program's.
        """
        file, version = real_path(path), latest_version()
        wait = thresholds.BUSY_TIMEOUT if busy_timeout is None else busy_timeout
        folder = backup_folder_of(file, backups)
        writer = await open_read_only(file, folder, wait, version)
        try:
            reader = await open_read_only(file, folder, wait, version)
        except BaseException:
            await writer.close()
            raise
        return cls(file, folder, writer, reader, unix_time)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Finish running requests, then close. Closing twice is fine."""
        if self._closed:
            return
        self._closed = True
        while (under_way := self._committing or self._reading) is not None:
            await asyncio.wait([under_way])
        await self._reader.close()
        await self._writer.close()

    def is_stalled(self) -> bool:
        """True if the current commit takes long."""
        commit = self._committing
        return (
            commit is not None
            and not commit.done()
            and asyncio.get_running_loop().time() - self._commit_started > thresholds.SLOW_COMMIT
        )

    async def write(self, work: Callable[[Transaction], ResultT]) -> ResultT:
        """Run ``work`` as one transaction and return its result once it is on disk.

        ``work`` runs in the writer's thread. It must use nothing but the transaction, and may run a second time if
        another write in the same commit fails. Its exceptions pass through, with its changes undone. A caller
        cancelled while waiting does not know whether it was committed; its :meth:`Transaction.after_commit` callbacks
        are called anyway.

        Raises:
            StorageError: the database cannot be written now; nothing was changed.
            ClaimedElsewhereError, RepeatedPressError: it was handled by another process or press; nothing was changed.
        """
        self._require_open()
        claim = claim_to_write()
        if claim is not None:
            work = with_claim(claim, self.process, self._clock(), work)
        future: asyncio.Future[ResultT] = asyncio.get_running_loop().create_future()
        self._writes.append(_WriteRequest(work, future))
        if self._committing is None:
            self._start_commit()
        result = await future
        if claim is not None:
            claim.is_stored = True
        return result

    async def read(self, work: Callable[[Reader], ResultT]) -> ResultT:
        """Run several queries on one snapshot of the database.

        Raises:
            StorageError: the database cannot be read now.
        """
        self._require_open()
        try:
            return await self._submit_read(partial(_snapshot, work))
        except sqlite3.Error as error:
            raise storage_error(error) or error from error

    async def rows(self, sql: str, parameters: Parameters = ()) -> list[sqlite3.Row]:
        """Run one query and return all its rows.

        Raises:
            StorageError: the database cannot be read now.
        """
        self._require_open()
        try:
            return await self._submit_read(lambda connection: connection.execute(sql, parameters).fetchall())
        except sqlite3.Error as error:
            raise storage_error(error) or error from error

    async def backup(self, path: Path | str | None = None) -> Path:
        """Write a copy of the live database, by default to the backup folder with a time stamp in its name.

        Raises:
            StorageError: the copy could not be made.
        """
        target = backup_path(self.path, self.backups, self._clock()) if path is None else Path(path)
        await asyncio.to_thread(copy_database, self.path, target)
        return target

    async def truncate_wal(self) -> bool:
        """Checkpoint and truncate the write-ahead log, which still contains overwritten data.

        Returns:
            False if another process is reading, which prevents it.
        """
        self._require_open()
        return await self._writer.run(_empty_log)

    async def vacuum(self) -> None:
        """Rebuild the file without free pages and old row ids; needs disk space for a copy.

        Raises:
            StorageError: it failed; nothing was changed.
        """
        self._require_open()
        try:
            await self._writer.run(lambda connection: connection.execute("VACUUM").close())
        except sqlite3.Error as error:
            raise storage_error(error) or error from error
        await self.truncate_wal()

    def _submit_read(self, work: Callable[[sqlite3.Connection], ResultT]) -> asyncio.Future[ResultT]:
        """Queue a read, batched with others while the reading connection is busy."""
        future: asyncio.Future[ResultT] = asyncio.get_running_loop().create_future()
        self._reads.append(_ReadRequest(work, future))
        if self._reading is None:
            self._start_reads()
        return future

    def _start_reads(self) -> None:
        """Start a batch of waiting reads."""
        requests = [self._reads.popleft() for _ in range(min(len(self._reads), _READ_BATCH))]
        self._reading = self._reader.begin(partial(_read_all, [request.work for request in requests]))
        self._reading.add_done_callback(lambda batch: self._finish_reads(requests, batch))

    def _finish_reads(self, requests: Sequence[_ReadRequest], batch: asyncio.Future[list[_Done]]) -> None:
        """Resolve a batch of reads, and start the next."""
        self._reading = None
        if self._reads:
            self._start_reads()
        for request, done in zip(requests, batch.result(), strict=True):
            _resolve(request, done)

    def _require_open(self) -> None:
        if self._closed:
            raise StorageError(T("The bot is restarting. Please try again in a moment."))

    def _start_commit(self) -> None:
        """Start a commit of waiting writes."""
        requests = [self._writes.popleft() for _ in range(min(len(self._writes), _COMMIT_BATCH))]
        requests = [request for request in requests if not request.future.cancelled()]
        self._committing = self._writer.begin(partial(_commit, [request.work for request in requests]))
        self._commit_started = asyncio.get_running_loop().time()
        self._committing.add_done_callback(lambda commit: self._finish_commit(requests, commit))

    def _finish_commit(self, requests: Sequence[_WriteRequest], commit: asyncio.Future[list[_Done]]) -> None:
        """Resolve the writes of a commit, and start the next."""
        self._committing = None
        if self._writes:
            self._start_commit()
        error = commit.exception()
        outcomes = commit.result() if error is None else [_Done(error=error) for _ in requests]
        for request, done in zip(requests, outcomes, strict=True):
            _resolve(request, done)


def _resolve(request: _WriteRequest | _ReadRequest, done: _Done) -> None:
    """Resolve a request, after its callbacks."""
    for callback, about in done.callbacks:
        try:
            callback(about)
        except Exception:  # noqa: BLE001 - the write is committed, and the other callbacks must run
            _LOG.exception("an action after a commit failed")
    if request.future.done():
        return
    if done.error is not None:
        request.future.set_exception(done.error)
    else:
        request.future.set_result(done.result)


def _empty_log(connection: sqlite3.Connection) -> bool:
    """Truncate the write-ahead log (https://www.sqlite.org/pragma.html#pragma_wal_checkpoint)."""
    blocked, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not blocked


def _read_all(works: Sequence[Callable[[sqlite3.Connection], Any]], connection: sqlite3.Connection) -> list[_Done]:
    """Run reads one after the other, independently."""
    answers = []
    for work in works:
        try:
            answers.append(_Done(work(connection)))
        except BaseException as error:  # noqa: BLE001 - it is raised in the caller
            answers.append(_Done(error=error))
    return answers


def _snapshot(work: Callable[[Reader], ResultT], connection: sqlite3.Connection) -> ResultT:
    """Run queries in one read transaction."""
    connection.execute("BEGIN")
    try:
        return work(connection)
    finally:
        connection.execute("COMMIT")


def _commit(works: Sequence[Callable[[Transaction], Any]], connection: sqlite3.Connection) -> list[_Done]:
    """Commit all works, together if possible."""
    if len(works) > 1:
        try:
            return _commit_together(works, connection)
        except sqlite3.Error as error:
            # SQLite may have rolled back the other works too (https://www.sqlite.org/lang_transaction.html, 3.1), so
            # each now gets its own transaction. A locked database is locked for all of them.
            _roll_back(connection)
            if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
                return [_Done(error=storage_error(error)) for _ in works]
    return [_commit_alone(work, connection) for work in works]


def _commit_together(works: Sequence[Callable[[Transaction], Any]], connection: sqlite3.Connection) -> list[_Done]:
    """Run every work in a savepoint of one transaction; errors of SQLite itself pass through."""
    done: list[_Done] = []
    connection.execute("BEGIN IMMEDIATE")
    for work in works:
        transaction = Transaction(connection)
        connection.execute("SAVEPOINT work")
        try:
            done.append(_Done(work(transaction), callbacks=transaction.callbacks))
        except sqlite3.Error:
            raise
        except Exception as error:  # noqa: BLE001 - it is raised in the caller
            connection.execute("ROLLBACK TO work")
            done.append(_Done(error=error))
        connection.execute("RELEASE work")
    connection.execute("COMMIT")
    return done


def _commit_alone(work: Callable[[Transaction], Any], connection: sqlite3.Connection) -> _Done:
    """Run one work in a transaction of its own."""
    transaction = Transaction(connection)
    try:
        connection.execute("BEGIN IMMEDIATE")
        result = work(transaction)
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        _roll_back(connection)
        return _Done(error=storage_error(error) or error)
    except Exception as error:  # noqa: BLE001 - it is raised in the caller
        _roll_back(connection)
        return _Done(error=error)
    return _Done(result, callbacks=transaction.callbacks)


def _roll_back(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:
        connection.execute("ROLLBACK")
