"""Locks that a process holds as long as its connection lives: who acts, among several processes on one database.

The server ends the connection, and with it the lock, when the process or its machine is gone, and after some seconds
in which it has heard nothing. So a frozen process loses its lock. Nothing is written under such a lock alone: writing
transactions take another one.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import psycopg

from bot.storage.error_texts import UNREACHABLE
from bot.storage.errors import StorageError
from bot.storage.postgres.connection import with_defaults
from bot.storage.postgres.engine import refusal

_LOG = logging.getLogger(__name__)

LISTENING, ACTING, CONNECTED = 0x4B757275_00000001, 0x4B757275_00000002, 0x4B757275_00000003
"""Keys: who acknowledges interactions, who carries them out, and who is next to do so and connected to Discord."""

PULSE_SECONDS = 0.4
"""Seconds between two signs of life."""

TRUST_SECONDS = 3.0
"""How long after the last answered sign of life a lock counts as held."""


def boot_time() -> float:
    """Return a clock that goes on while the machine sleeps, in seconds."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


@dataclass(frozen=True, slots=True)
class LockHolder:
    """A session that holds or awaits a lock."""

    key: int
    name: str
    """Its ``application_name``."""
    since: float
    """When its connection was made, in unix seconds."""
    is_waiting: bool


class SessionLock:
    """An advisory lock on a connection of its own.

    Args:
        address: the database.
        key: the lock.
        idle_seconds: after how long without a sign of life the server ends the connection.
        name: shown to operators.
    """

    def __init__(self, address: str, key: int, idle_seconds: float, name: str) -> None:
        self._address = address
        self._key = key
        self._idle_seconds = idle_seconds
        self._name = name
        self._connection: psycopg.AsyncConnection[Any] | None = None
        self._pulse: asyncio.Task[None] | None = None
        self._alive_at = 0.0
        self.lost = asyncio.Event()
        """Set when a lock that was held is held no longer."""

    async def try_acquire(self) -> bool:
        """Try to take the lock; true if this process holds it. Does not wait.

        Raises:
            StorageError: the server cannot be reached.
        """
        if self.is_held:
            return True
        if self._pulse is not None:
            await self.release()
        self.lost.clear()
        try:
            if self._connection is None or self._connection.closed:
                self._connection = await self._connect()
            connection = self._connection
            async with asyncio.timeout(TRUST_SECONDS):
                row = await (await connection.execute(f"SELECT pg_try_advisory_lock({self._key})".encode())).fetchone()
        except (psycopg.Error, TimeoutError) as error:
            await self._disconnect()
            raise (refusal(error) if isinstance(error, psycopg.Error) else StorageError(UNREACHABLE)) from error
        except BaseException:
            await self._disconnect()
            raise
        if row is None or not row[0]:
            return False
        self._alive_at = boot_time()
        self._pulse = asyncio.create_task(self._send_pulses(connection), name="sign of life to the database")
        return True

    async def until_lost(self) -> None:
        """Wait until another process may have the lock.

        If the server was only restarted, the lock is taken again, and this goes on waiting.
        """
        while True:
            await self.lost.wait()
            try:
                if not await self.try_acquire():
                    return
            except StorageError as error:
                # A server that refuses is down for every process. One that is silent may be down for this one alone.
                if isinstance(error.__cause__, psycopg.errors.ConnectionTimeout | TimeoutError):
                    return
                self.lost.set()
                await asyncio.sleep(PULSE_SECONDS)

    async def release(self) -> None:
        """Give the lock up. Harmless if it is not held."""
        pulse, self._pulse = self._pulse, None
        if pulse is not None:
            pulse.cancel()
            await asyncio.wait([pulse])
        await self._disconnect()

    @property
    def is_held(self) -> bool:
        """True if the lock is held and the server has answered lately. Ask before each use."""
        return (
            self._connection is not None
            and not self._connection.closed
            and self._pulse is not None
            and boot_time() - self._alive_at < TRUST_SECONDS
        )

    async def _connect(self) -> psycopg.AsyncConnection[Any]:
        address = with_defaults(self._address, application_name=self._name)
        connection = await psycopg.AsyncConnection.connect(address, autocommit=True)
        # The server notices a client that ends while it waits for the lock.
        await connection.execute(
            f"SET idle_session_timeout = {round(self._idle_seconds * 1000)};"
            "SET client_connection_check_interval = 1000; SET lock_timeout = 0; SET statement_timeout = 0".encode()
        )
        return connection

    async def _send_pulses(self, connection: psycopg.AsyncConnection[Any]) -> None:
        """Show the server that this process lives, until it does not answer."""
        try:
            while True:
                await asyncio.sleep(PULSE_SECONDS)
                async with asyncio.timeout(TRUST_SECONDS):
                    await connection.execute(b"SELECT 1")
                self._alive_at = boot_time()
        except (psycopg.Error, TimeoutError, OSError) as error:
            _LOG.warning("the lock of the database was lost", extra={"error": repr(error)})
            self._alive_at = 0.0
            self.lost.set()

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(psycopg.Error, OSError):
                await connection.close()


async def holders(address: str) -> list[LockHolder]:
    """Return who holds and who awaits the locks above.

    Raises:
        StorageError: the server cannot be reached.
    """
    sql = (
        "SELECT (l.classid::bigint << 32) + l.objid::bigint, a.application_name,"
        " extract(epoch FROM a.backend_start)::float8, NOT l.granted"
        " FROM pg_locks AS l JOIN pg_stat_activity AS a USING (pid)"
        " WHERE l.locktype = 'advisory' AND l.objsubid = 1"
        " AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())"
        " AND (l.classid::bigint << 32) + l.objid::bigint = ANY(%s) ORDER BY a.backend_start"
    )
    try:
        async with await psycopg.AsyncConnection.connect(with_defaults(address), autocommit=True) as connection:
            found = await connection.execute(sql, ([LISTENING, ACTING, CONNECTED],))
            return [LockHolder(*row) for row in await found.fetchall()]
    except psycopg.Error as error:
        raise refusal(error) from error


def session_name(version: str) -> str:
    """Return the name of this process for operators: host, process and version."""
    return f"kurultai {version} {os.uname().nodename} {os.getpid()}"[:63]
