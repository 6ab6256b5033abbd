"""Connections to a PostgreSQL server, each with its own thread. One that has ended is replaced."""

from __future__ import annotations

import asyncio
import math
import os
import socket
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from bot.storage.database import Cursor, Parameters
from bot.storage.error_texts import UNREACHABLE
from bot.storage.errors import StorageError, UnavailableError
from bot.storage.postgres.sql import bind, translate
from bot.storage.postgres.types import register_types, row_factory
from engines.text import T

ResultT = TypeVar("ResultT")

_CONNECT_SECONDS = 3
"""How long making a connection may take."""

ANSWER_SECONDS = 15.0
"""After how long a request without an answer is given up, and its connection with it."""

FIRST_PAUSE, LONGEST_PAUSE = 0.2, 2.0
"""Seconds without attempts after one that failed, doubling. Requests meanwhile are refused at once."""

IDLE_IN_TRANSACTION_MS = 4_000
"""After how long the server ends a transaction in which nothing happens: a frozen process must not keep its lock."""

IDLE_IN_SNAPSHOT_MS = 600_000
"""The same for a transaction that only reads, and so keeps no lock: ``doctor`` computes all ratings in one."""

OLDEST_VERSION = 140_000
"""PostgreSQL 14 is the first with ``idle_session_timeout``."""

_DEFAULTS: Mapping[str, str] = {
    "application_name": "kurultai",
    "connect_timeout": str(_CONNECT_SECONDS),
    "client_encoding": "UTF8",
    # A server whose machine or network is gone is noticed within some seconds.
    "keepalives_idle": "3",
    "keepalives_interval": "1",
    "keepalives_count": "3",
    "tcp_user_timeout": "5000",
}
"""What the address may override (https://www.postgresql.org/docs/current/libpq-connect.html)."""

KEEPALIVES = "SET tcp_keepalives_idle = 3; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 3"
"""By which the server notices within some seconds that the machine or network of its client is gone: the limits of idle
connections do not apply while the server waits for the rest of a request.
"""

_PREPARED = 400
"""Prepared statements kept on the server: more than the program has."""


_END_SILENT_HOLDERS = (
    "SELECT count(pg_terminate_backend(pid)) FROM pg_locks JOIN pg_stat_activity USING (pid)"
    " WHERE locktype = 'advisory' AND objsubid = 1 AND granted AND (classid::bigint << 32) + objid::bigint = %s"
    " AND database = datid AND datname = current_database() AND usename = current_user"
    " AND wait_event_type = 'Client' AND state_change < clock_timestamp() - %s * interval '1 millisecond'"
)


class Statements:
    """Runs the program's statements on a connection."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection

    def execute(self, sql: str, parameters: Parameters = (), /) -> Cursor:
        """Run one statement."""
        text, numbered = translate(sql)
        return self._connection.execute(text, bind(parameters, numbered=numbered))

    def executemany(self, sql: str, rows: Sequence[Parameters], /) -> None:
        """Run one statement for each row."""
        text, numbered = translate(sql)
        bound = [bind(row, numbered=numbered) for row in rows]
        if len(bound) == 1:  # psycopg would make a pipeline for it
            self._connection.execute(text, bound[0])
        else:
            self._connection.cursor().executemany(text, bound)


def connect(address: str, lock_seconds: float, *, read_only: bool = False) -> psycopg.Connection[Any]:
    """Connect to a server and check that the program can use it. Blocks.

    ``lock_seconds`` is how long a statement waits for a lock before it gives up.

    Raises:
        psycopg.Error: it cannot be reached.
        StorageError: it is too old, another product, or stores another encoding.
    """
    connection: psycopg.Connection[Any] = psycopg.connect(
        with_defaults(address), autocommit=True, prepare_threshold=3, row_factory=row_factory
    )
    try:
        connection.prepared_max = _PREPARED
        register_types(connection)
        # Without parameters, several statements are one round trip.
        connection.execute(
            f"SET lock_timeout = {round(lock_seconds * 1000)};"
            f"SET idle_in_transaction_session_timeout = {IDLE_IN_SNAPSHOT_MS if read_only else IDLE_IN_TRANSACTION_MS};"
            "SET statement_timeout = 0; SET client_min_messages = warning; SET jit = off;"
            f"SET default_transaction_read_only = {'on' if read_only else 'off'};"
            f"SET default_transaction_isolation = 'read committed'; {KEEPALIVES}"
        )
        require_server(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def with_defaults(address: str, **overriding: str) -> str:
    """Return the address with what it leaves open."""
    return make_conninfo(address, **{**_DEFAULTS, **conninfo_to_dict(address), **overriding})


def end_silent_holders(connection: psycopg.Connection[Any], key: int) -> bool:
    """End connections in a transaction that hold an advisory lock and whose client has said nothing for long.

    The server's own limit, :data:`IDLE_IN_TRANSACTION_MS`, does not apply while it waits for the rest of several
    requests that are sent at once, as ``executemany`` does: a process frozen amid them would keep the lock.

    Returns:
        Whether there was one.
    """
    row = connection.execute(_END_SILENT_HOLDERS, (key, IDLE_IN_TRANSACTION_MS), prepare=False).fetchone()
    return row is not None and bool(row[0])


def require_server(connection: psycopg.Connection[Any]) -> None:
    """Raise if the server is not one that this program can use.

    Raises:
        StorageError: with the reason.
    """
    asked = connection.execute("SELECT version(), current_setting('server_encoding')")
    version, encoding = asked.fetchone() or ("", "")
    for product in ("CockroachDB", "Yugabyte", "YB-"):
        if product in version:
            raise StorageError(
                T(
                    "The database is {product}. Its locks are not PostgreSQL’s, so two bots could act at once. Use"
                    " PostgreSQL 14 or newer.",
                    product="YugabyteDB" if product == "YB-" else product,
                )
            )
    found = connection.info.server_version
    if found < OLDEST_VERSION:
        raise StorageError(T("PostgreSQL {version} is too old: 14 or newer is needed.", version=str(found // 10_000)))
    if encoding != "UTF8":
        raise StorageError(
            T(
                "The PostgreSQL database stores text as {encoding}. Create one with the encoding UTF8.",
                encoding=encoding,
            )
        )


def require_primary(connection: psycopg.Connection[Any]) -> None:
    """Raise if nothing can be written to the server.

    Raises:
        UnavailableError: it is a replica, or not yet promoted.
    """
    (is_replica,) = connection.execute("SELECT pg_is_in_recovery()").fetchone() or (False,)
    if is_replica:
        raise UnavailableError(
            T(
                "The PostgreSQL server is a replica, to which nothing can be written. Set KURULTAI_DATABASE to the"
                " primary server, or promote this one."
            )
        )


class Session:
    """A connection with a thread of its own. After it has ended, the next request makes a new one."""

    def __init__(self, name: str, make: Callable[[], psycopg.Connection[Any]]) -> None:
        self._make = make
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._connection: psycopg.Connection[Any] | None = None
        self._is_patient = False
        """Whether the request in progress may take long."""
        self._begun_at = 0.0
        """When it began, by the monotonic clock."""
        self._pause = 0.0
        self._try_at = 0.0
        """When the next attempt to connect is allowed, by the monotonic clock."""

    def begin(self, work: Callable[[], ResultT], *, is_patient: bool = False) -> asyncio.Future[ResultT]:
        """Start ``work`` in the session's thread. Its connection is cut after a while unless ``is_patient``."""

        def run() -> ResultT:
            self._is_patient, self._begun_at = is_patient, time.monotonic()
            return work()

        future = asyncio.get_running_loop().run_in_executor(self._thread, run)
        if not is_patient:
            self._limit(future, ANSWER_SECONDS)
        return future

    def _limit(self, request: asyncio.Future[Any], seconds: float) -> None:
        """Look after a while whether a request is overdue, unless it is done by then."""
        timer = asyncio.get_running_loop().call_later(seconds, self._drop_if_overdue, request)
        request.add_done_callback(lambda _: timer.cancel())

    def connection(self) -> psycopg.Connection[Any]:
        """Return the connection, a new one if it has ended. Blocks: for the session's thread.

        Raises:
            StorageError: the server cannot be reached; after a failed attempt without another one for a moment.
            psycopg.Error: the server refuses it.
        """
        if self._connection is not None and not self._connection.closed:
            return self._connection
        now = time.monotonic()
        if now < self._try_at:
            raise UnavailableError(UNREACHABLE)
        try:
            self._connection = self._make()
        except BaseException:
            self._pause = min(max(2 * self._pause, FIRST_PAUSE), LONGEST_PAUSE)
            self._try_at = time.monotonic() + self._pause
            raise
        self._pause = 0.0
        return self._connection

    async def close(self) -> None:
        """Close the connection once its requests have ended."""
        await self.begin(self._close)
        self._thread.shutdown(wait=False)

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()

    def _drop_if_overdue(self, request: asyncio.Future[Any]) -> None:
        """End a connection whose server does not answer the request in progress: its thread gets an error at once.

        ``request`` is that one, or waits for it. The limit stays: an attempt on a new connection may follow.
        """
        left = math.inf if self._is_patient else self._begun_at + ANSWER_SECONDS - time.monotonic()
        if left <= 0 and self._connection is not None:
            cut(self._connection)
        self._limit(request, left if 0 < left < ANSWER_SECONDS else ANSWER_SECONDS)


def cut(connection: psycopg.Connection[Any] | psycopg.AsyncConnection[Any]) -> None:
    """End a connection whose server does not answer: who waits for an answer gets an error at once.

    Cancelling would ask the server first, and wait for it (psycopg: five seconds).
    """
    if connection.closed:
        return
    with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(connection.fileno())) as copy:
        copy.shutdown(socket.SHUT_RDWR)
