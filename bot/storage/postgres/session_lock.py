"""Locks that a process holds as long as its connection lives: who acts, among several processes on one database.

The server ends the connection, and with it the lock, when the process or its machine is gone, and after some seconds
in which it has heard nothing. So a frozen process loses its lock. Nothing is written under such a lock alone: writing
transactions take another one.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Protocol

import psycopg

from bot.storage.error_texts import UNREACHABLE
from bot.storage.errors import StorageError
from bot.storage.postgres.connection import KEEPALIVES, cut, with_defaults
from bot.storage.postgres.engine import refusal

_LOG = logging.getLogger(__name__)

HEARING, ACTING, CONNECTED = 0x4B757275_00000001, 0x4B757275_00000002, 0x4B757275_00000003
"""Keys: who acknowledges interactions, who carries them out, and who is next to do so and connected to Discord."""
WAITING = 0x10
"""Added to a key: the shared lock of the sessions that wait for it."""

_WAITING_FOR = (
    "SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1 AND pid <> pg_backend_pid()"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    " AND (classid::bigint << 32) + objid::bigint = %s)"
)
_ALIVE, _ANNOUNCE = b"SELECT 1", b"SELECT pg_notify(%s, %s)"

WAITING_IDLE_MS = 60_000
"""After how long without an attempt to take a lock the server ends a connection that waits for it."""

PULSE_SECONDS = 0.4
"""Seconds between two signs of life."""

ANNOUNCE_SECONDS = 0.1
"""Seconds after which answered interactions are announced, together with those after them."""
CHANNEL, ANNOUNCED_AT_ONCE = "kurultai_answered", 300
"""Where they are announced, and how many at once: a notification has at most 8,000 bytes."""

TRUST_SECONDS = 3.0
"""How long after the last answered sign of life a lock counts as held."""


def boot_time() -> float:
    """Return a clock that goes on while the machine sleeps, in seconds."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


class OnAnnounced(Protocol):
    """Called with what the process that acts tells."""

    def __call__(self, answered: list[int], /, *, is_connected: bool) -> object:
        """Note which interactions it has answered, and whether it is connected to Discord."""


@asynccontextmanager
async def _answered_in_time(connection: psycopg.AsyncConnection[Any]) -> AsyncIterator[None]:
    """End the connection if the server does not answer while it can be trusted that the lock is held.

    Raises:
        TimeoutError: it has not answered.
    """
    is_late = False

    def end_connection() -> None:
        nonlocal is_late
        is_late = True
        cut(connection)

    timer = asyncio.get_running_loop().call_later(TRUST_SECONDS, end_connection)
    try:
        yield
    except psycopg.Error as error:
        if is_late:
            raise TimeoutError(f"no answer within {TRUST_SECONDS:g} s") from error
        raise
    finally:
        timer.cancel()


class SessionLock:
    """An advisory lock on a connection of its own.

    Args:
        address: the database.
        key: the lock.
        idle_seconds: after how long without a sign of life the server ends the connection.
        name: shown to operators.
        on_announced: called with what the process that acts tells, when this one tries to take the lock or holds it.
    """

    def __init__(
        self,
        address: str,
        key: int,
        idle_seconds: float,
        name: str,
        on_announced: OnAnnounced = lambda _, **__: None,
    ) -> None:
        self._on_announced = on_announced
        self._answered: deque[int] = deque()
        """Interactions that were answered here and are not announced yet."""
        self._has_answered = asyncio.Event()
        self.is_connected: Callable[[], bool] = lambda: False
        """Whether this process is connected to Discord."""
        self._address = address
        self._key = key
        self._idle_seconds = idle_seconds
        self._name = name
        self._connection: psycopg.AsyncConnection[Any] | None = None
        self._waiting_on: psycopg.AsyncConnection[Any] | None = None
        """The connection that says that this process waits for the lock."""
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
            row = await self._ask(connection, f"SELECT pg_try_advisory_lock({self._key})")
            if row is None or not row[0]:
                await self._note_waiting(connection)
                return False
            await connection.execute(f"SET idle_session_timeout = {round(self._idle_seconds * 1000)}".encode())
        except (psycopg.Error, TimeoutError) as error:
            await self._disconnect()
            raise (refusal(error) if isinstance(error, psycopg.Error) else StorageError(UNREACHABLE)) from error
        except BaseException:
            await self._disconnect()
            raise
        self._alive_at = boot_time()
        self._pulse = asyncio.create_task(self._send_pulses(connection), name="sign of life to the database")
        return True

    async def is_awaited(self) -> bool:
        """Whether another process waits for the lock; false too if the server cannot say."""
        if self._connection is None or not self.is_held:
            return False
        try:
            row = await self._ask(self._connection, _WAITING_FOR, (self._key + WAITING,))
        except (psycopg.Error, TimeoutError):
            return False
        return row is not None and bool(row[0])

    async def _note_waiting(self, connection: psycopg.AsyncConnection[Any]) -> None:
        """Let other processes know, once, that this one waits for the lock."""
        if self._waiting_on is not connection:
            await self._ask(connection, f"SELECT pg_advisory_lock_shared({self._key + WAITING})")
            self._waiting_on = connection

    async def _ask(
        self, connection: psycopg.AsyncConnection[Any], sql: str, values: tuple[int, ...] = ()
    ) -> tuple[Any, ...] | None:
        async with _answered_in_time(connection):
            return await (await connection.execute(sql.encode(), values)).fetchone()

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

    def announce(self, interaction_id: int) -> None:
        """Tell the processes that stand by that an interaction is answered, within a moment."""
        self._answered.append(interaction_id)
        self._has_answered.set()

    async def release(self) -> None:
        """Give the lock up. Harmless if it is not held."""
        pulse, self._pulse = self._pulse, None
        if pulse is not None:
            pulse.cancel()
            await asyncio.wait([pulse])
            if self._answered and self._connection is not None:
                with suppress(psycopg.Error, TimeoutError, OSError):
                    await self._send_pulse(self._connection)
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
        try:
            # The server notices a client that ends while it waits for the lock.
            await connection.execute(
                f"SET idle_session_timeout = {WAITING_IDLE_MS};"
                "SET client_connection_check_interval = 1000; SET lock_timeout = 0; SET statement_timeout = 0;"
                f"{KEEPALIVES}; LISTEN {CHANNEL}".encode()
            )
        except BaseException:
            await connection.close()
            raise
        connection.add_notify_handler(self._note_announced)
        return connection

    def _note_announced(self, notification: psycopg.Notify) -> None:
        connected, *numbers = map(int, notification.payload.split())
        self._on_announced(numbers, is_connected=bool(connected))

    async def _send_pulses(self, connection: psycopg.AsyncConnection[Any]) -> None:
        """Show the server that this process lives, until it does not answer."""
        try:
            while True:
                with suppress(TimeoutError):
                    async with asyncio.timeout(PULSE_SECONDS):
                        await self._has_answered.wait()
                        await asyncio.sleep(ANNOUNCE_SECONDS)
                await self._send_pulse(connection)
                self._alive_at = boot_time()
        except (psycopg.Error, TimeoutError, OSError) as error:
            _LOG.warning("the lock of the database was lost", extra={"error": repr(error)})
            self._alive_at = 0.0
            self.lost.set()

    async def _send_pulse(self, connection: psycopg.AsyncConnection[Any]) -> None:
        """Send a sign of life, with the interactions that were answered since the last one.

        Raises:
            psycopg.Error, TimeoutError, OSError: the server has not confirmed it.
        """
        numbers = [self._answered.popleft() for _ in range(min(len(self._answered), ANNOUNCED_AT_ONCE))]
        if not self._answered:
            self._has_answered.clear()
        connected = int(self.is_connected())
        sql: bytes = _ANNOUNCE if numbers or connected else _ALIVE
        values = (CHANNEL, " ".join(map(str, (connected, *numbers)))) if sql is _ANNOUNCE else ()
        async with _answered_in_time(connection):
            await connection.execute(sql, values)

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(psycopg.Error, OSError):
                await connection.close()
