"""The two locks that decide which of several processes with one database acts.

The process with ``hearing`` handles new interactions, or is next in line to; the one with ``acting`` uses the database.
A process that acts holds both. To hand over it releases ``hearing`` first, finishes, and releases ``acting``.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from bot import VERSION
from bot.storage.errors import StorageError, missing_package, reason_of
from bot.storage.private import OWNER_ONLY
from bot.storage.sessions import session_name
from engines.text import T

ACTING, HEARING = ".status.lock", ".hearing.lock"
"""Suffixes of the database's file name. Versions that do not stand by hold the first one too while they run."""


HEARING_SILENCE, ACTING_SILENCE = 1.5, 5.0
"""After how many seconds without a sign of life a database server gives the locks of a process to another one. The next
process must acknowledge interactions within the three seconds that Discord waits. That is safe even if the other lives.
"""


ANNOUNCED = 4096
"""Interactions of which it is remembered that another machine has answered them."""


@dataclass(slots=True)
class Announcements:
    """What the process that acts, on whatever machine, tells those that stand by: what is told here, and what is heard.

    On one machine nothing is told: files say it (:mod:`bot.standby.answered` and the status file).
    """

    tell_answered: Callable[[int], object] = lambda _: None
    """Tells, within a moment, that this process has answered an interaction."""
    is_connected: Callable[[], bool] = lambda: False
    """Whether this process is connected to Discord, which is told with every sign of life."""
    answered: deque[int] = field(default_factory=lambda: deque(maxlen=ANNOUNCED))
    """The interactions that another machine has lately answered."""
    alive_at: int | None = None
    """When another machine last said that it is connected to Discord, in unix seconds by this machine's clock."""

    def note(self, answered: list[int], *, is_connected: bool) -> None:
        """Note an announcement."""
        self.answered.extend(answered)
        if is_connected:
            self.alive_at = int(time.time())


class Lock(Protocol):
    """A lock that one process holds until it releases it or ends."""

    @property
    def is_held(self) -> bool:
        """Whether this process holds it."""

    async def try_acquire(self) -> bool:
        """Try to take the lock; true if this process holds it. Does not wait.

        Raises:
            OSError: it cannot be tried now.
        """

    async def until_lost(self) -> None:
        """Wait until another process may have taken the lock from this one."""

    async def release(self) -> None:
        """Release the lock, if it is held."""

    async def is_awaited(self) -> bool:
        """Whether a process on another machine waits for it, as far as the lock can know."""


@dataclass(frozen=True, slots=True)
class Locks:
    """The locks of a database."""

    hearing: Lock
    acting: Lock
    announcements: Announcements = field(default_factory=Announcements)
    connected: Lock | None = None
    """Held by the process that is next to act, once it is connected to Discord; ``None`` on one machine, where files
    say that (:mod:`bot.health.standby_file`).
    """


class FileLock:
    """A lock on a file of this machine. The system releases it when the process ends, however it ends.

    A process that is frozen keeps it (flock(2)).
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: int | None = None

    @property
    def is_held(self) -> bool:
        """Whether this process holds it."""
        return self._file is not None

    async def try_acquire(self) -> bool:
        """Try to take the lock; true if this process holds it. Does not wait.

        Raises:
            OSError: the file cannot be created or locked.
        """
        if self._file is None:
            self._file = lock_file(self._path)
        return self._file is not None

    async def until_lost(self) -> None:
        """Wait until it is cancelled: nothing takes the lock away."""
        await asyncio.Event().wait()

    async def release(self) -> None:
        """Release the lock, if it is held."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    async def is_awaited(self) -> bool:
        """Return false: files say who stands by (:mod:`bot.health.standby_file`)."""
        return False


def file_locks(database: Path) -> Locks:
    """Return the locks of processes on one machine: two files beside the database."""
    return Locks(hearing=FileLock(beside(database, HEARING)), acting=FileLock(beside(database, ACTING)))


class LockOnServer:
    """A lock on a database server, with that of a file, by which commands on this machine know of this process."""

    def __init__(self, lock: Lock, file: Lock) -> None:
        self._lock = lock
        self._file = file

    @property
    def is_held(self) -> bool:
        """Whether this process holds the lock on the server."""
        return self._lock.is_held

    async def try_acquire(self) -> bool:
        """Try to take the lock; true if this process holds it. Does not wait.

        Raises:
            StorageError: the server cannot be reached.
        """
        if not await self._lock.try_acquire():
            return False
        with suppress(OSError):  # a process that is frozen may still have it, and decides nothing
            await self._file.try_acquire()
        return True

    async def until_lost(self) -> None:
        """Wait until another process may have taken the lock from this one."""
        await self._lock.until_lost()

    async def is_awaited(self) -> bool:
        """Whether a process on any machine waits for it."""
        return await self._lock.is_awaited()

    async def release(self) -> None:
        """Release both, if they are held."""
        await self._file.release()
        await self._lock.release()


def server_locks(address: str, database: Path) -> Locks:
    """Return the locks of processes on any machine with one PostgreSQL database.

    Raises:
        StorageError: the package for PostgreSQL is not installed.
    """
    try:
        from bot.storage.postgres import session_lock as server  # noqa: PLC0415 - its package is optional
    except ModuleNotFoundError as error:
        raise missing_package(error) from error
    name = session_name(VERSION, os.getpid())
    announcements = Announcements()
    hearing, acting, connected = (
        server.SessionLock(address, key, seconds, name, announcements.note)
        for key, seconds in (
            (server.HEARING, HEARING_SILENCE),
            (server.ACTING, ACTING_SILENCE),
            (server.CONNECTED, ACTING_SILENCE),
        )
    )
    acting.is_connected = lambda: announcements.is_connected()  # noqa: PLW0108 - the client replaces it
    announcements.tell_answered = acting.announce
    return Locks(hearing, LockOnServer(acting, FileLock(beside(database, ACTING))), announcements, connected)


def is_bot_running(database: Path) -> bool:
    """Whether a process acts on a database. Blocks.

    Raises:
        StorageError: the lock file cannot be read.
    """
    path = beside(database, ACTING)
    try:
        return is_locked(path)
    except FileNotFoundError:
        return False
    except OSError as error:
        raise StorageError(
            T("The status file {path} cannot be read: {error}.", path=str(path), error=reason_of(error))
        ) from error


def lock_file(path: Path) -> int | None:
    """Create and lock a file; returns its descriptor, or ``None`` if another process has locked it.

    Raises:
        OSError: it cannot be created or locked.
    """
    file = os.open(path, os.O_CREAT | os.O_RDWR, OWNER_ONLY)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(file)
        return None
    except OSError:
        os.close(file)
        raise
    return file


def is_locked(path: Path) -> bool:
    """Whether a process has locked a file.

    Raises:
        OSError: there is no such file, or it cannot be read.
    """
    file = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(file)
    return False


def beside(database: Path, suffix: str) -> Path:
    """Return the path of a file that belongs to a database."""
    return database.with_name(database.name + suffix)
