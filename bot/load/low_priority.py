"""Delays confirmations under load until nothing is more urgent (docs/adr/0022)."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from bot.load import thresholds


class LowPriorityGate:
    """Lets waiting tasks run in order of arrival while nothing is more urgent.

    Args:
        busy: whether something is more urgent. Call :meth:`poll` when that may have changed.
    """

    def __init__(self, busy: Callable[[], bool]) -> None:
        self.pending = 0
        """Tasks that wait or run."""
        self._busy = busy
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._running = 0
        """Tasks that run."""

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[None]:
        """Wait for a slot, and hold it."""
        slot: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(slot)
        self.pending += 1
        self.poll()
        try:
            await asyncio.wait([slot], timeout=thresholds.LONGEST_CONFIRMATION_DELAY)
            if not slot.done():
                self._let_through(slot)
            yield
        finally:
            self.pending -= 1
            if slot.done():
                self._running -= 1
            else:
                self._waiting.remove(slot)
            self.poll()

    def poll(self) -> None:
        """Let the next tasks run, if nothing is more urgent."""
        while self._waiting and self._running < thresholds.CONCURRENT_CONFIRMATIONS and not self._busy():
            self._let_through(self._waiting[0])

    def _let_through(self, slot: asyncio.Future[None]) -> None:
        self._waiting.remove(slot)
        self._running += 1
        slot.set_result(None)
