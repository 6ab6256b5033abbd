"""Delays confirmations in a crowd, until there is nothing more urgent to do (docs/adr/0022)."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from bot.load import thresholds


class LowPriorityGate:
    """Lets those who wait go on, in the order in which they came, while there is nothing more urgent to do.

    Args:
        busy: whether there is. Call :meth:`look` when that may have changed.
    """

    def __init__(self, busy: Callable[[], bool]) -> None:
        self.inside = 0
        """How many wait or are being told."""
        self._busy = busy
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._told = 0
        """How many are being told."""

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """Wait, then be one of those who are told."""
        slot: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(slot)
        self.inside += 1
        self.look()
        try:
            await asyncio.wait([slot], timeout=thresholds.LONGEST_UNTOLD)
            if not slot.done():
                self._call(slot)
            yield
        finally:
            self.inside -= 1
            if slot.done():
                self._told -= 1
            else:
                self._waiting.remove(slot)
            self.look()

    def look(self) -> None:
        """Let those go on whose turn it is, if there is nothing more urgent."""
        while self._waiting and self._told < thresholds.TOLD_AT_ONCE and not self._busy():
            self._call(self._waiting[0])

    def _call(self, slot: asyncio.Future[None]) -> None:
        self._waiting.remove(slot)
        self._told += 1
        slot.set_result(None)
