"""One lock for each match, kept while a task holds it or waits for it."""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary


class MatchLocks:
    """Locks by match. Unused locks take no memory."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def of(self, match_id: int) -> asyncio.Lock:
        """Return the lock of a match; use it directly in ``async with``."""
        lock = self._locks.get(match_id)
        if lock is None:
            lock = self._locks[match_id] = asyncio.Lock()
        return lock

    def __len__(self) -> int:
        return len(self._locks)
