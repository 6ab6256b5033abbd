"""The one database: one writer, one or more readers, all off the event loop.

All writes use ``await database.write(work)``. ``work`` gets a :class:`Transaction`, runs in the writer's thread and is
committed, or rolled back if it raises. Waiting writes share one commit (and one flush to disk); a failed one does not
undo the others. Reads use separate connections and never wait for a writer;
every read sees all writes that have returned. Waiting reads share one switch of threads, which costs more than most of
their queries.

:class:`Database` holds the queues. An :class:`Engine` runs the statements.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeAlias, TypeVar

from bot.load import thresholds
from bot.storage.engine import Done, Engine, Query, Work
from bot.storage.errors import StorageError, missing_package
from bot.storage.interaction_claims import claim_to_write, with_claim
from bot.storage.paths import backup_folder_of, file_of, is_server, real_path
from bot.storage.sqlite.backup import backup_path
from engines.text import T

if TYPE_CHECKING:
    from bot.storage.postgres.engine import PostgresEngine
    from bot.storage.sqlite.engine import SqliteEngine
    from bot.storage.sqlite.migrate import Migration

ResultT = TypeVar("ResultT")

Value: TypeAlias = str | int | float | bytes | None
Parameters: TypeAlias = Sequence[Value] | Mapping[str, Value]
Callback: TypeAlias = tuple[Callable[[str], None], str]

_LOG = logging.getLogger(__name__)

_COMMIT_BATCH = 64
"""Maximum writes in one commit: enough for any load, and few enough to keep the wait short."""

_READ_BATCH = 16
"""Maximum reads in one batch."""


def unix_time() -> int:
    """The system's clock in whole unix seconds."""
    return int(time.time())


class Row(Protocol):
    """A row of a result: values by position and by name."""

    def __getitem__(self, column: int | str, /) -> Any:
        """Return a value."""

    def __iter__(self) -> Iterator[Any]:
        """Iterate over the values."""

    def __len__(self) -> int:
        """Return the number of columns."""

    def keys(self) -> list[str]:
        """Return the names of the columns."""


class Cursor(Protocol):
    """The result of a statement."""

    @property
    def rowcount(self) -> int:
        """The number of changed rows."""

    def fetchone(self) -> Any:
        """Return the next row, or ``None``."""

    def fetchall(self) -> list[Any]:
        """Return all remaining rows."""

    def __iter__(self) -> Iterator[Any]:
        """Iterate over the rows."""


class Reader(Protocol):
    """Runs queries; a transaction is one too."""

    def execute(self, sql: str, parameters: Parameters = (), /) -> Cursor:
        """Run one statement."""


class Statements(Reader, Protocol):
    """An engine's connection."""

    def executemany(self, sql: str, rows: Sequence[Parameters], /) -> object:
        """Run one statement for each row."""


class Transaction:
    """A running write, for use in the function passed to :meth:`Database.write` only."""

    def __init__(self, connection: Statements) -> None:
        self._connection = connection
        self._after: dict[Callback, None] = {}

    def execute(self, sql: str, parameters: Parameters = (), /) -> Cursor:
        """Run one statement."""
        return self._connection.execute(sql, parameters)

    def executemany(self, sql: str, rows: Sequence[Parameters], /) -> None:
        """Run one statement for each row."""
        self._connection.executemany(sql, rows)

    def after_commit(self, callback: Callable[[str], None], about: str) -> None:
        """Have ``callback(about)`` called in the event loop after the commit, even if the caller was cancelled.

        Equal calls are made once.
        """
        self._after[callback, about] = None

    @property
    def callbacks(self) -> tuple[Callback, ...]:
        """The callbacks after the commit, in order."""
        return tuple(self._after)


@dataclass(slots=True)
class _WriteRequest:
    """A waiting write."""

    work: Work
    future: asyncio.Future[Any] = field(repr=False)


@dataclass(slots=True)
class _ReadRequest:
    """A waiting read."""

    query: Query
    future: asyncio.Future[Any] = field(repr=False)


class Database:
    """An open database. Create it with :meth:`open`, and :meth:`close` it or use ``async with``."""

    def __init__(self, engine: Engine, path: Path, backups: Path, clock: Callable[[], int]) -> None:
        self.path = path
        """The database file, or the path that names the backups of a database on a server."""
        self.backups = backups
        self._engine = engine
        self._clock = clock
        self._writes: deque[_WriteRequest] = deque()
        self._committing: asyncio.Future[list[Done]] | None = None
        """The commit in progress."""
        self._commit_started = 0.0
        """When it started, by the event loop's clock."""
        self._reads: deque[_ReadRequest] = deque()
        self._idle_readers = list(range(engine.num_readers))
        self._reading: set[asyncio.Future[list[Done]]] = set()
        """The batches of reads in progress."""
        self.process = secrets.randbits(63)
        """A random id of this process among others on the same database."""
        self._closed = False
        self._closing: asyncio.Task[None] | None = None

    @classmethod
    async def open(
        cls,
        address: Path | str,
        *,
        clock: Callable[[], int] = unix_time,
        busy_timeout: float | None = None,
        backups: Path | None = None,
        migrations: Sequence[Migration] | None = None,
        check: bool = True,
    ) -> Self:
        """Open the database, create it if needed, and migrate it to the current schema.

        ``address`` is the path of an SQLite file or the URL of a PostgreSQL database. ``busy_timeout`` is how many
        seconds a writer waits for another process before it gives up, by default
        :data:`bot.load.thresholds.BUSY_TIMEOUT`; ``backups`` is the folder for copies, by default the one of the
        database. ``migrations``: of SQLite, for tests. Without ``check``, a file is not checked for damage now.

        Raises:
            StorageError: the database cannot be opened or written, is damaged, is newer than this program, or belongs
                to another one. The sentence says what to do.
        """
        path = real_path(file_of(address))
        folder = backup_folder_of(path, backups)
        wait = thresholds.BUSY_TIMEOUT if busy_timeout is None else busy_timeout

        def next_backup() -> Path:
            return backup_path(path, folder, clock())

        engine: Engine
        if is_server(address):
            engine = await _postgres().open(str(address), wait, next_backup)
        else:
            engine = await _sqlite().open(path, folder, wait, migrations, next_backup, check=check)
        return cls(engine, path, folder, clock)

    @classmethod
    async def open_read_only(
        cls, address: Path | str, *, busy_timeout: float | None = None, backups: Path | None = None
    ) -> Self:
        """Open an existing database read-only: nothing is created, migrated or written.

        ``backups`` is the folder searched for a backup if the file is damaged, by default that of the database.

        Raises:
            StorageError: it does not exist, cannot be read, is damaged, or has another schema than this program's.
        """
        path = real_path(file_of(address))
        folder = backup_folder_of(path, backups)
        wait = thresholds.BUSY_TIMEOUT if busy_timeout is None else busy_timeout
        engine: Engine
        if is_server(address):
            engine = await _postgres().open_read_only(str(address), wait)
        else:
            engine = await _sqlite().open_read_only(path, folder, wait)
        return cls(engine, path, folder, unix_time)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Finish running requests, then close. Closing twice is fine, and so is giving up waiting for it."""
        if self._closing is None:
            self._closed = True
            self._closing = asyncio.create_task(self._finish(), name="close the database")
        await asyncio.shield(self._closing)

    async def _finish(self) -> None:
        while under_way := {*self._reading, *((self._committing,) if self._committing else ())}:
            await asyncio.wait(under_way)
        await self._engine.close()

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

    async def exclude_others(self) -> None:
        """Let only this process write, among those that have called this: it acts now.

        Writes of one that acted before raise ReplacedError, even if it was frozen and does not know.

        Raises:
            StorageError: the database cannot be written now.
        """
        self._require_open()
        await self._engine.exclude_others(self.process)

    async def read(self, work: Callable[[Reader], ResultT]) -> ResultT:
        """Run a query, or several that need not agree: each sees the newest commit.

        Raises:
            StorageError: the database cannot be read now.
        """
        result: ResultT = await self._submit_read(Query(work, is_snapshot=False))
        return result

    async def read_snapshot(self, work: Callable[[Reader], ResultT]) -> ResultT:
        """Run several queries on one snapshot of the database.

        Raises:
            StorageError: the database cannot be read now.
        """
        result: ResultT = await self._submit_read(Query(work, is_snapshot=True))
        return result

    async def rows(self, sql: str, parameters: Parameters = ()) -> list[Row]:
        """Run one query and return all its rows.

        Raises:
            StorageError: the database cannot be read now.
        """
        query = Query(lambda db: db.execute(sql, parameters).fetchall(), is_snapshot=False)
        found: list[Row] = await self._submit_read(query)
        return found

    async def backup(self, path: Path | str | None = None) -> Path:
        """Write a copy of the live database, by default to the backup folder with a time stamp in its name.

        Raises:
            StorageError: the copy could not be made.
        """
        target = backup_path(self.path, self.backups, self._clock()) if path is None else Path(path)
        await self._engine.copy_to(target)
        return target

    async def discard_log(self) -> bool:
        """Discard the log of changes, which still contains overwritten data.

        Returns:
            False if another process is reading, which prevents it.
        """
        self._require_open()
        return await self._engine.discard_log()

    async def vacuum(self, tables: Collection[str]) -> None:
        """Rebuild tables without deleted rows and ids, an SQLite file as a whole; needs disk space for a copy.

        Raises:
            StorageError: it failed; nothing was changed.
        """
        self._require_open()
        await self._engine.vacuum(tables)
        await self._engine.discard_log()

    async def find_damage(self) -> list[str]:
        """Return descriptions of damage, ten at most; none if the database is intact.

        Raises:
            StorageError: the database cannot be read now.
        """
        self._require_open()
        return await self._engine.find_damage()

    async def broken_references(self) -> list[tuple[str, int | None]]:
        """Return the table and row id of rows with references to missing rows.

        Raises:
            StorageError: the database cannot be read now.
        """
        self._require_open()
        return await self._engine.broken_references()

    async def _submit_read(self, query: Query) -> Any:
        """Queue a read, batched with others while the reading connections are busy."""
        self._require_open()
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._reads.append(_ReadRequest(query, future))
        self._start_reads()
        return await future

    def _start_reads(self) -> None:
        """Start batches of waiting reads, as far as connections are idle."""
        while self._reads and self._idle_readers:
            requests = [self._reads.popleft() for _ in range(min(len(self._reads), _READ_BATCH))]
            self._begin_reads(self._idle_readers.pop(0), requests)

    def _begin_reads(self, reader: int, requests: Sequence[_ReadRequest]) -> None:
        """Start a batch of reads on a connection."""
        batch = self._engine.begin_reads(reader, [request.query for request in requests])
        self._reading.add(batch)
        batch.add_done_callback(lambda batch: self._finish_reads(reader, requests, batch))

    def _finish_reads(self, reader: int, requests: Sequence[_ReadRequest], batch: asyncio.Future[list[Done]]) -> None:
        """Resolve a batch of reads, and start the next."""
        self._reading.discard(batch)
        self._idle_readers.append(reader)
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
        self._committing = self._engine.begin_commit([request.work for request in requests])
        self._commit_started = asyncio.get_running_loop().time()
        self._committing.add_done_callback(lambda commit: self._finish_commit(requests, commit))

    def _finish_commit(self, requests: Sequence[_WriteRequest], commit: asyncio.Future[list[Done]]) -> None:
        """Resolve the writes of a commit, and start the next."""
        self._committing = None
        if self._writes:
            self._start_commit()
        error = commit.exception()
        outcomes = commit.result() if error is None else [Done(error=error) for _ in requests]
        for request, done in zip(requests, outcomes, strict=True):
            _resolve(request, done)


def _sqlite() -> type[SqliteEngine]:
    """Import the engine: it imports the types above."""
    from bot.storage.sqlite.engine import SqliteEngine  # noqa: PLC0415 - see above

    return SqliteEngine


def _postgres() -> type[PostgresEngine]:
    """Import the engine, whose package is optional.

    Raises:
        StorageError: it is not installed.
    """
    try:
        from bot.storage.postgres.engine import PostgresEngine  # noqa: PLC0415 - see above
    except ModuleNotFoundError as error:
        raise missing_package(error) from error
    return PostgresEngine


def _resolve(request: _WriteRequest | _ReadRequest, done: Done) -> None:
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
