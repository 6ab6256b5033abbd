"""Decides whether this process acts or stands by for the one that does."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection

from bot.standby.locks import Lock, Locks
from bot.storage.errors import StorageError, reason_of
from bot.tasks import finish_or_cancel

log = logging.getLogger(__name__)

POLL, POLL_HEARING, POLL_UNREADY = 0.02, 0.01, 3.0
"""Seconds between two attempts to take a lock: usually, while the process before is finishing, and while this one is
not connected to Discord, so that a process that is connected comes first."""
HANDOVER_SECONDS = 4.0
"""How long a stop waits for the process that takes over to be connected; meanwhile it goes on answering."""
RETAKE = 1.0
"""Seconds between two attempts to take back a lock that was lost."""
POLL_SUCCESSOR = 0.02
"""Seconds between two looks at the process that takes over."""


class Standby:
    """The place of this process among those with one database.

    Args:
        locks: of the database.
    """

    def __init__(self, locks: Locks) -> None:
        self._locks = locks
        self.announcements = locks.announcements
        self.succeeding = asyncio.Event()
        """Set once this process is the next to act, because the one before hands over or has ended."""
        self.on_change: Callable[[], object] = lambda: None
        """Called when the place of this process changes."""
        self._unlocked = False
        """Whether this process acts although the locks cannot be used."""
        self._failed = False
        """Whether the last attempt to lock failed; it is logged once."""

    @property
    def is_acting(self) -> bool:
        """Whether this process acts, or is about to."""
        return self._unlocked or self._locks.acting.is_held

    @property
    def is_leaving(self) -> bool:
        """Whether this process acts, but another one is next in line."""
        return self._locks.acting.is_held and not self._locks.hearing.is_held

    async def try_act(self) -> bool:
        """Become the process that acts if there is none; returns whether this one acts.

        It acts too if the locks cannot be used, for example on a file system without them.
        """
        try:
            acts = await self._locks.hearing.try_acquire() and await self._locks.acting.try_acquire()
        except OSError as error:
            log.warning(
                "the database cannot be locked, so no other process can stand by", extra={"error": reason_of(error)}
            )
            acts = self._unlocked = True
        except StorageError as error:
            log.warning("the database server cannot be reached; standing by", extra={"error": str(error)})
            acts = False
        if acts:
            self.succeeding.set()
        elif self._locks.hearing.is_held:
            await self.release()
        return acts

    async def until_next(self, is_ready: Callable[[], bool]) -> None:
        """Stand by until the process that acts hands over or ends.

        Args:
            is_ready: whether this process is connected to Discord, as far as it should be.
        """
        while not await self._is_taken(self._locks.hearing):
            await self._pause(is_ready)
        self.succeeding.set()
        self.on_change()

    async def until_acting(self, is_connected: Callable[[], bool]) -> None:
        """Wait until the process that hands over has finished, and let it know when this one can take over.

        Args:
            is_connected: whether this process is connected to Discord.
        """
        connected = self._locks.connected
        while not await self._is_taken(self._locks.acting):
            if connected is not None and not connected.is_held and is_connected():
                await self._is_taken(connected)
            await asyncio.sleep(POLL_HEARING)
        if connected is not None:
            await connected.release()

    async def until_lost(self) -> None:
        """Wait until this process acted and another one may act now: its database server has not heard it for long.

        One that was silent for a moment acts on, while the next one acknowledges what it does not answer in time.
        """
        await self.succeeding.wait()
        while not self._locks.acting.is_held:  # noqa: ASYNC110 - another process releases it
            await asyncio.sleep(POLL)
        keeping = asyncio.create_task(self._keep_hearing(), name="keep hearing")
        try:
            await self._locks.acting.until_lost()
        finally:
            await finish_or_cancel([keeping], 0)

    async def _keep_hearing(self) -> None:
        """Take ``hearing`` again whenever it was lost and no other process has it."""
        while True:
            if self._locks.hearing.is_held:
                await self._locks.hearing.until_lost()
            await asyncio.sleep(RETAKE)
            await self._is_taken(self._locks.hearing)

    async def hand_over(
        self, find_waiting: Callable[[], Collection[object]], find_ready: Callable[[], Collection[object]]
    ) -> bool:
        """Let the next process prepare, if there is one; returns whether it is ready to take over.

        Args:
            find_waiting: returns the processes on this machine that stand by.
            find_ready: returns those of them that are next to act and connected.
        """
        connected = self._locks.connected
        if connected is None:
            if not await asyncio.to_thread(find_waiting):
                return False
            await self._locks.hearing.release()
        elif not await self._offer():
            return False
        loop = asyncio.get_running_loop()
        end = loop.time() + HANDOVER_SECONDS
        while not (await asyncio.to_thread(find_ready) if connected is None else await _is_held_elsewhere(connected)):
            if loop.time() > end:
                return False
            await asyncio.sleep(POLL_SUCCESSOR)
        return True

    async def _offer(self) -> bool:
        """Release ``hearing`` on the server if a process, on whatever machine, stands by; returns whether one does."""
        if not self._locks.acting.is_held:  # it was lost: the server may not answer
            return False
        if not self._locks.hearing.is_held:  # another one has it already
            return True
        if not await self._locks.hearing.is_awaited():
            return False
        await self._locks.hearing.release()
        return True

    async def release(self) -> None:
        """Release the locks: another process may act."""
        self._unlocked = False
        self.succeeding.clear()
        for lock in (self._locks.connected, self._locks.acting, self._locks.hearing):
            if lock is not None:
                await lock.release()

    async def _pause(self, is_ready: Callable[[], bool]) -> None:
        """Wait until the next attempt: longer while this process is not ready, unless it becomes so."""
        loop = asyncio.get_running_loop()
        end = loop.time() + POLL_UNREADY
        while True:
            await asyncio.sleep(POLL)
            if is_ready() or loop.time() >= end:
                return

    async def _is_taken(self, lock: Lock) -> bool:
        try:
            taken = await lock.try_acquire()
        except (OSError, StorageError) as error:
            if not self._failed:
                log.warning("the lock of the database cannot be taken", extra={"error": reason_of(error)})
            self._failed = True
            return False
        self._failed = False
        return taken


async def _is_held_elsewhere(lock: Lock) -> bool:
    """Whether another process holds a lock; false too if nobody can know."""
    try:
        if not await lock.try_acquire():
            return True
    except (OSError, StorageError):
        return False
    await lock.release()
    return False
