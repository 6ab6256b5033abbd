"""One lock for each match, for as long as somebody holds it or waits for it."""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary


class MatchLocks:
    """Locks by match. A lock that nobody uses any more takes no memory."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def of(self, match_id: int) -> asyncio.Lock:
        """The lock of a match, to be used at once in ``async with``."""
        lock = self._locks.get(match_id)
        if lock is None:
            lock = self._locks[match_id] = asyncio.Lock()
        return lock

    def __len__(self) -> int:
        return len(self._locks)
