"""Reads a PostgreSQL database from another process, strictly read-only; and one small write."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from typing import Any, TypeVar

import psycopg

from bot.storage.database import Reader, Transaction
from bot.storage.errors import StorageError
from bot.storage.key_value import LAST_ALIVE
from bot.storage.postgres.connection import Statements, connect, require_primary
from bot.storage.postgres.engine import refusal
from bot.storage.postgres.migrate import latest_version, schema_version, usable_version
from bot.storage.postgres.session_lock import ACTING, CONNECTED, HEARING, WAITING
from bot.storage.sessions import BotSession
from engines.text import T

ResultT = TypeVar("ResultT")

_KEY = "(l.classid::bigint << 32) + l.objid::bigint"
_SESSIONS = (
    f"SELECT a.application_name, min(extract(epoch FROM a.backend_start)::float8), bool_or({_KEY} = %s) AS acts"  # noqa: S608
    " FROM pg_locks AS l JOIN pg_stat_activity AS a USING (pid)"
    " WHERE l.locktype = 'advisory' AND l.objsubid = 1"
    " AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    f" AND {_KEY} = ANY(%s) GROUP BY a.application_name ORDER BY acts DESC, 2"
)

LOCK_SECONDS = 2.0
"""How long a read waits for a lock, such as that of a ``VACUUM``."""


def read_once(address: str, work: Callable[[Reader], ResultT]) -> ResultT:
    """Run queries on one snapshot.

    Raises:
        StorageError: the database cannot be read.
    """
    try:
        with closing(connect(address, LOCK_SECONDS, read_only=True)) as connection:
            connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            return work(Statements(connection))
    except psycopg.Error as error:
        raise refusal(error) from error


def write_once(address: str, work: Callable[[Transaction], ResultT]) -> ResultT:
    """Run one short transaction.

    Raises:
        StorageError: the database cannot be written.
    """
    try:
        with closing(connect(address, LOCK_SECONDS)) as connection:
            connection.execute("BEGIN")
            result = work(Transaction(Statements(connection)))
            connection.execute("COMMIT")
            return result
    except psycopg.Error as error:
        raise refusal(error) from error


def schema_of(address: str) -> int:
    """Return the schema version of a database.

    Raises:
        StorageError: the database cannot be read.
    """
    return read_once(address, schema_version)


def database_bytes(address: str) -> int:
    """Return the size of the database; 0 if it cannot be read."""
    try:
        (size,) = read_once(
            address, lambda db: db.execute("SELECT pg_database_size(current_database()) AS size").fetchone()
        )
    except StorageError:
        return 0
    return int(size)


def last_sign_of_life(address: str) -> int | None:
    """Return when a bot last noted that it runs, in unix seconds; ``None`` if that is unknown."""
    sql = "SELECT max(CAST(value AS BIGINT)) FROM meta WHERE key LIKE ? || '%'"
    try:
        (at,) = read_once(address, lambda db: db.execute(sql, (LAST_ALIVE,)).fetchone())
    except StorageError:
        return None
    return None if at is None else int(at)


def read_sessions(address: str) -> list[BotSession]:
    """Return the processes that act or stand by: first the one that acts, then the others, the oldest first.

    Raises:
        StorageError: the server cannot be reached, or is a replica, on which none can act.
    """
    keys = (HEARING, ACTING, CONNECTED)
    try:
        with closing(connect(address, LOCK_SECONDS, read_only=True)) as connection:
            require_primary(connection)
            rows = connection.execute(_SESSIONS, (ACTING, [*keys, *(key + WAITING for key in keys)])).fetchall()
    except psycopg.Error as error:
        raise refusal(error) from error
    sessions = (
        BotSession.from_name(name, None if since is None else int(since), acts=acts) for name, since, acts in rows
    )
    return [session for session in sessions if session is not None]


@contextmanager
def acting_lock(address: str) -> Iterator[bool]:
    """Hold the lock of the process that acts, so that no bot does; false if one has it.

    Raises:
        StorageError: the server cannot be reached.
    """
    with ExitStack() as stack:
        try:
            connection = stack.enter_context(closing(connect(address, LOCK_SECONDS, read_only=True)))
            (is_held,) = connection.execute("SELECT pg_try_advisory_lock(%s)", (ACTING,)).fetchone() or (False,)
        except psycopg.Error as error:
            raise refusal(error) from error
        yield bool(is_held)


def clock_lead(address: str) -> float:
    """Return by how many seconds this machine's clock is ahead of the server's; negative if it is behind.

    Raises:
        StorageError: the server cannot be reached.
    """
    try:
        with closing(connect(address, LOCK_SECONDS, read_only=True)) as connection:
            before = time.time()
            (there,) = connection.execute("SELECT extract(epoch FROM clock_timestamp())::float8").fetchone() or (0.0,)
            return (before + time.time()) / 2 - float(there)
    except psycopg.Error as error:
        raise refusal(error) from error


def read_version(address: str) -> int:
    """Return the schema version of a database that this program can use; 0 if it is empty.

    Raises:
        StorageError: it cannot be used; the sentence says what to do.
    """
    try:
        with (
            closing(connect(address, LOCK_SECONDS, read_only=True)) as connection,
            closing(connect(address, LOCK_SECONDS, read_only=True)) as other,
        ):
            _require_own_sessions(connection, other)
            require_primary(connection)
            return usable_version(Statements(connection), latest_version())
    except psycopg.Error as error:
        raise refusal(error) from error


def _require_own_sessions(one: psycopg.Connection[Any], other: psycopg.Connection[Any]) -> None:
    """Raise if two connections share a session of the server.

    Raises:
        StorageError: a pooler lends each session for one transaction.
    """
    sql = "SELECT pg_backend_pid()"
    if one.execute(sql).fetchone() == other.execute(sql).fetchone():
        raise StorageError(
            T(
                "A pooler, such as PgBouncer, is between the bot and PostgreSQL, and its connections share sessions."
                " Their locks would not keep two bots from acting at once. Use the address of the server itself."
            )
        )
