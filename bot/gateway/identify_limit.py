"""How often the bot begins a session: counted in the database, so that a restart does not begin the count again.

Discord lets a bot begin 1,000 sessions a day (large ones more), resumed ones not counted. Beyond that it ends all of
them, resets the token and writes to the owner (https://discord.com/developers/docs/events/gateway#identifying).
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable

from bot.storage.database import Database, Transaction
from bot.storage.errors import StorageError
from bot.storage.key_value import get_value, set_value

log = logging.getLogger(__name__)

BURST, PER_DAY = 50, 50
"""Sessions that may begin one after the other, and how many more a day: together a tenth of what Discord allows."""
UNCOUNTED_INTERVAL = 900.0
"""Seconds between two sessions where the database does not take the number: again less than a tenth."""
LONGEST_WAIT = 60.0
"""Seconds after which the clock is looked at again."""

_DAY = 24 * 3600
_NOTE = "identifies"


class IdentifyLimiter:
    """Says when the next session may begin.

    Args:
        database: where they are counted.
        clock: unix seconds.
    """

    def __init__(self, database: Database, clock: Callable[[], int]) -> None:
        self._db = database
        self._clock = clock
        self._uncounted_at: float | None = None

    async def acquire(self) -> None:
        """Wait until a session may begin, and count it."""
        told = False
        while (seconds := await self._take()) > 0:
            if not told:
                log.warning(
                    "too many sessions were begun with Discord today; the next one begins in %d minutes, so that"
                    " Discord does not reset the token",
                    -(-seconds // 60),
                )
                told = True
            await asyncio.sleep(min(max(seconds, 1.0), LONGEST_WAIT))

    async def _take(self) -> float:
        """Count a session that begins now; seconds until one may where it may not."""
        try:
            return await self._db.write(lambda tx: _take(tx, self._clock()))
        except StorageError:
            now = asyncio.get_running_loop().time()
            if self._uncounted_at is not None and now - self._uncounted_at < UNCOUNTED_INTERVAL:
                return self._uncounted_at + UNCOUNTED_INTERVAL - now
            self._uncounted_at = now
            log.warning("a session that begins could not be counted", exc_info=True)
            return 0.0


def _take(tx: Transaction, now: int) -> float:
    """Take one of the sessions that are left; seconds until there is one where none is."""
    counted = get_value(tx, _NOTE)
    left, at = (float(BURST), now) if counted is None else json.loads(counted)
    # A clock that was put back gives none, and takes none away for longer than until the next one.
    left = min(BURST, left + max(0, now - at) * PER_DAY / _DAY)
    seconds = max(0.0, (1 - left) * _DAY / PER_DAY)
    if seconds <= 0:
        left -= 1
    set_value(tx, _NOTE, json.dumps([left, now]))
    return seconds
