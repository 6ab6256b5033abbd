"""Runs the requests of a :class:`bot.storage.database.Database` on a PostgreSQL server.

One connection writes, two read. A writing transaction first takes a lock, so there is one writer at a time among all
processes, as in SQLite: nothing that holds for a transaction there has to be argued again here.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Self

import psycopg

from bot.storage.copying import copy_to_file
from bot.storage.database import Reader, Transaction
from bot.storage.engine import Done, Query, Work
from bot.storage.error_texts import REPLACED, UNREACHABLE
from bot.storage.errors import ReplacedError, StorageError, UnavailableError
from bot.storage.key_value import WRITER, set_value
from bot.storage.postgres.connection import Session, Statements, connect, end_silent_holders, require_primary
from bot.storage.postgres.error_texts import readable, storage_error
from bot.storage.postgres.migrate import LOCK, latest_version, migrate, require_version
from bot.storage.schema import read_schema
from engines.text import T

_LOG = logging.getLogger(__name__)

# One round trip: the transaction, the lock, the number by which the transaction is found if the connection ends, and
# who may write.
_FIND_WRITER = "SELECT value FROM meta WHERE key = 'writer'"  # key_value.WRITER
_BEGIN = f"BEGIN; SELECT pg_advisory_xact_lock({LOCK}); {{}} SELECT pg_current_xact_id()::text, ({_FIND_WRITER})"
_SHORT_WAIT = "SET LOCAL lock_timeout = 50;"
"""What comes between, in a transaction that gives up the locks of tables early."""
_STATUS = "SELECT pg_xact_status(CAST(%s AS xid8))"
_STATUS_SECONDS = 2.0
"""How long the server may need to end a transaction whose connection was lost."""

_CHECKSUMS = "SELECT coalesce(checksum_failures, 0) FROM pg_stat_database WHERE datname = current_database()"


class PostgresEngine:
    """An open database. Create it with :meth:`open` or :meth:`open_read_only`."""

    num_readers = 2

    def __init__(self, address: str, writer: Session, readers: Sequence[Session]) -> None:
        self._address = address
        self._writer = writer
        self._readers = readers
        self._process: str | None = None
        """The process that alone may write, once :meth:`exclude_others` was called."""

    @classmethod
    async def open(cls, address: str, busy_timeout: float, next_backup: Callable[[], Path]) -> Self:
        """Connect, and create or migrate the tables. A copy of an older schema is made before.

        Raises:
            StorageError: as described for :meth:`bot.storage.database.Database.open`.
        """

        def prepare(connection: psycopg.Connection[Any]) -> None:
            require_primary(connection)
            migrate(connection, lambda version: copy_to_file(address, next_backup(), version))

        return await cls._opened(address, busy_timeout, prepare, read_only=False)

    @classmethod
    async def open_read_only(cls, address: str, busy_timeout: float) -> Self:
        """Connect to a database with this program's schema.

        Raises:
            StorageError: as described for :meth:`bot.storage.database.Database.open_read_only`.
        """
        return await cls._opened(
            address,
            busy_timeout,
            lambda connection: require_version(Statements(connection), latest_version()),
            read_only=True,
        )

    @classmethod
    async def _opened(
        cls,
        address: str,
        busy_timeout: float,
        prepare: Callable[[psycopg.Connection[Any]], None],
        *,
        read_only: bool,
    ) -> Self:
        make = partial(connect, address, busy_timeout, read_only=read_only)
        make_reader = partial(connect, address, busy_timeout, read_only=True)
        writer = Session("database-writer", make)
        readers = [Session(f"database-reader-{number}", make_reader) for number in range(cls.num_readers)]
        engine = cls(address, writer, readers)
        try:
            # Together: connecting takes several round trips.
            outcomes = await asyncio.gather(
                writer.begin(lambda: prepare(writer.connection()), is_patient=True),
                *(reader.begin(reader.connection, is_patient=True) for reader in readers),
                return_exceptions=True,
            )
            for outcome in outcomes:
                if isinstance(outcome, BaseException):
                    raise outcome
        except psycopg.Error as error:
            await engine.close()
            raise refusal(error) from error
        except BaseException:
            await engine.close()
            raise
        return engine

    def begin_commit(self, works: Sequence[Work]) -> asyncio.Future[list[Done]]:
        return self._writer.begin(partial(_commit, works, self._writer, self._process))

    async def exclude_others(self, process: int) -> None:
        """Note that this process writes; each transaction looks whether it still does.

        A newer version may have migrated the tables since they were opened.
        """
        try:
            await self._writer.begin(lambda: end_silent_holders(self._writer.connection(), LOCK))
        except psycopg.Error as error:
            raise refusal(error) from error

        def work(tx: Transaction) -> None:
            require_version(tx, latest_version())
            set_value(tx, WRITER, str(process))

        (done,) = await self._writer.begin(partial(_commit, [work], self._writer, None))
        if done.error is not None:
            cause = done.error.__cause__
            raise refusal(cause) if isinstance(cause, psycopg.Error) else done.error
        self._process = str(process)

    def begin_reads(self, reader: int, queries: Sequence[Query]) -> asyncio.Future[list[Done]]:
        session = self._readers[reader]
        return session.begin(partial(_read_all, queries, session))

    async def copy_to(self, target: Path) -> None:
        await asyncio.to_thread(copy_to_file, self._address, target)

    async def discard_log(self) -> bool:
        """Do nothing: the server recycles its log by itself, at the latest after :meth:`vacuum`."""
        return True

    async def vacuum(self, tables: Collection[str]) -> None:
        """Rewrite tables, one after the other; commits come in between. Names that are no tables are left out.

        The server's statistics contain the most frequent values of each column, so they are renewed too.
        """
        try:
            for table in await self._writer.begin(self._tables):
                if table in tables:
                    await self._writer.begin(partial(self._run, f'VACUUM (FULL, ANALYZE) "{table}"'), is_patient=True)
            await self._writer.begin(partial(self._run, "VACUUM (FULL) pg_statistic"), is_patient=True)
            try:
                await self._writer.begin(partial(self._run, "CHECKPOINT"), is_patient=True)
            except psycopg.errors.InsufficientPrivilege:
                _LOG.warning("the database's user may not run CHECKPOINT; grant it pg_checkpoint (docs/privacy.md)")
        except psycopg.Error as error:
            raise readable(error) from error

    async def find_damage(self) -> list[str]:
        """Return what the server's checksums have found, where it has them."""
        session = self._readers[0]
        try:
            failures = await session.begin(lambda: session.connection().execute(_CHECKSUMS).fetchone())
        except psycopg.Error as error:
            raise readable(error) from error
        count = failures[0] if failures else 0
        return [f"{count} pages have wrong checksums"] if count else []

    async def broken_references(self) -> list[tuple[str, int | None]]:
        """Return none: the server allows none."""
        return []

    async def close(self) -> None:
        for session in (*self._readers, self._writer):
            await session.close()

    def _run(self, sql: str) -> None:
        self._writer.connection().execute(sql.encode(), prepare=False)

    def _tables(self) -> list[str]:
        return list(read_schema(Statements(self._writer.connection())))


def refusal(error: psycopg.Error) -> StorageError:
    """Explain to operators why a database cannot be opened."""
    line = next(iter(str(error).strip().splitlines()), type(error).__name__)
    line = line.removeprefix("connection failed: ").rstrip(".")
    kind = UnavailableError if isinstance(storage_error(error), UnavailableError) else StorageError
    return kind(T("The PostgreSQL database cannot be opened: {error}.", error=line))


def _read_all(queries: Sequence[Query], session: Session) -> list[Done]:
    """Run queries one after the other, independently."""
    answers = []
    for query in queries:
        try:
            answers.append(Done(_read(query, session)))
        except psycopg.Error as error:
            answers.append(Done(error=readable(error)))
        except BaseException as error:  # noqa: BLE001 - it is raised in the caller
            answers.append(Done(error=error))
    return answers


def _read(query: Query, session: Session) -> Any:
    """Run a query; once more if the connection had ended."""
    connection = session.connection()
    try:
        return _read_once(query, connection)
    except psycopg.Error:
        if not connection.closed:
            raise
    return _read_once(query, session.connection())


def _read_once(query: Query, connection: psycopg.Connection[Any]) -> Any:
    statements: Reader = Statements(connection)
    if not query.is_snapshot:
        return query.work(statements)
    connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    try:
        return query.work(statements)
    finally:
        if not connection.closed:
            connection.execute("ROLLBACK")


class _OneFailedError(Exception):
    """One of several works failed, and nothing was changed.

    Args:
        waited: whether it could not get a lock, because an operator's own session has it, for example.
    """

    def __init__(self, *, waited: bool) -> None:
        self.waited = waited


def _commit(works: Sequence[Work], session: Session, process: str | None, *, briefly: bool = False) -> list[Done]:
    """Commit all works in one transaction, or each in its own if one fails; once more if the connection ends before.

    With a ``process``, only if no other one writes now. ``briefly``: it gives up locks early. If a table is locked for
    long, a batch of works that need it must not wait for it one after the other, because all others wait behind.
    """
    try:
        done = _commit_once(works, session, process, briefly=briefly)
        if done is None:
            done = _commit_once(works, session, process, briefly=briefly)
    except _OneFailedError as error:
        return [done for work in works for done in _commit([work], session, process, briefly=error.waited)]
    except psycopg.Error as error:
        return [Done(error=readable(error)) for _ in works]
    except StorageError as error:
        return [Done(error=error) for _ in works]
    return done or [Done(error=UnavailableError(UNREACHABLE)) for _ in works]


def _commit_once(works: Sequence[Work], session: Session, process: str | None, *, briefly: bool) -> list[Done] | None:
    """Commit all works; ``None`` if nothing was changed and another attempt may succeed: the connection ended, or a
    silent writer was in the way.

    Without savepoints: two more round trips for each work cost more than doing the rare batch with a failure again.

    Raises:
        _OneFailedError: one of several works failed; nothing was changed.
        StorageError, psycopg.Error: the database cannot be written; nothing was changed.
    """
    connection = session.connection()
    try:
        transaction_id, writer = _begin(connection, briefly=briefly)
        if process is not None and writer != process:
            connection.execute("ROLLBACK")
            raise ReplacedError(REPLACED)
        done = []
        for work in works:
            done.append(_run_one(work, connection))
            if done[-1].error is not None:
                connection.execute("ROLLBACK")
                if len(works) > 1:
                    raise _OneFailedError(waited=isinstance(done[-1].error, UnavailableError))
                return done
    except psycopg.Error as error:
        if connection.closed:
            return None
        connection.execute("ROLLBACK")
        if isinstance(error, psycopg.errors.LockNotAvailable) and end_silent_holders(connection, LOCK):
            return None
        raise
    try:
        connection.execute("COMMIT")
    except psycopg.Error:
        if not connection.closed:
            raise
        return done if _was_committed(transaction_id, session) else None
    return done


def _begin(connection: psycopg.Connection[Any], *, briefly: bool) -> tuple[str, str | None]:
    """Begin a transaction as the only writer at this moment; returns its id, and which process may write."""
    cursor = connection.execute(_BEGIN.format(_SHORT_WAIT if briefly else "").encode(), prepare=False)
    while cursor.nextset():
        pass
    transaction_id, writer = cursor.fetchone() or ("", None)
    return transaction_id, writer


def _run_one(work: Work, connection: psycopg.Connection[Any]) -> Done:
    """Run one work of a transaction, which must be rolled back if it fails.

    Raises:
        psycopg.Error: the connection has ended.
    """
    transaction = Transaction(Statements(connection))
    try:
        return Done(work(transaction), callbacks=transaction.callbacks)
    except psycopg.Error as error:
        if connection.closed:
            raise
        return Done(error=readable(error))
    except Exception as error:  # noqa: BLE001 - it is raised in the caller
        return Done(error=error)


def _was_committed(transaction_id: str, session: Session) -> bool:
    """Return what became of a transaction whose connection ended in its commit.

    Raises:
        StorageError, psycopg.Error: the server cannot be reached, so nobody knows.
    """
    deadline = time.monotonic() + _STATUS_SECONDS
    while time.monotonic() < deadline:
        try:
            (status,) = session.connection().execute(_STATUS, (transaction_id,)).fetchone() or (None,)
        except (psycopg.OperationalError, StorageError):
            status = "unknown"
        if status in {"committed", "aborted"}:
            return bool(status == "committed")
        time.sleep(0.05)
    raise UnavailableError(UNREACHABLE)
