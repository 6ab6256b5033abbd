"""Limits how often the bot starts a gateway session, counted in the database across restarts.

Discord allows a bot 1,000 sessions a day (large ones more), resumed ones not counted. Beyond that it ends all of
them, resets the token and notifies the owner (https://discord.com/developers/docs/events/gateway#identifying).
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable

from bot.storage.database import Transaction
from bot.storage.errors import StorageError
from bot.storage.key_value import get_value, set_value

log = logging.getLogger(__name__)

BURST = 50
"""Sessions of up to five shards allowed at once, and again per day: together a tenth of what Discord allows."""
STARTS = 10
"""How often all shards may start a session at once, and again per day, if they are more than five."""
SHARE = 0.4
"""The share of what Discord allows per day that may be used at once, and again per day, by any number of shards."""
UNCOUNTED_INTERVAL = 900.0
"""Seconds between two sessions if the database cannot store the count: again less than a tenth."""
LONGEST_WAIT = 60.0
"""Maximum seconds between two looks at the clock."""

_DAY = 24 * 3600
_NOTE = "identifies"

Write = Callable[[Callable[[Transaction], float]], Awaitable[float]]


def allowed_sessions(shards: int, per_day: int) -> int:
    """Return how many sessions a bot may start at once, and again per day.

    Args:
        shards: of the bot.
        per_day: sessions that Discord allows.
    """
    return max(BURST, min(STARTS * shards, round(per_day * SHARE)))


class IdentifyLimiter:
    """Limits new gateway sessions.

    Args:
        write: runs a transaction, as :meth:`Database.write` does; the count is stored in it.
        clock: unix seconds.
        allowed: the sessions allowed at once, and again per day.
    """

    def __init__(self, write: Write, clock: Callable[[], int], allowed: int = BURST) -> None:
        self._write = write
        self._clock = clock
        self._allowed = allowed
        self._uncounted_at: float | None = None

    async def acquire(self) -> None:
        """Wait until a session may start, and count it."""
        logged = False
        while (seconds := await self._take()) > 0:
            if not logged:
                log.warning(
                    "too many sessions were begun with Discord today; the next one begins in %d minutes, so that"
                    " Discord does not reset the token",
                    -(-seconds // 60),
                )
                logged = True
            await asyncio.sleep(min(max(seconds, 1.0), LONGEST_WAIT))

    async def _take(self) -> float:
        """Count a session that starts now; returns the seconds to wait if none may start."""
        try:
            return await self._write(lambda tx: _take(tx, self._clock(), self._allowed))
        except StorageError:
            now = asyncio.get_running_loop().time()
            if self._uncounted_at is not None and now - self._uncounted_at < UNCOUNTED_INTERVAL:
                return self._uncounted_at + UNCOUNTED_INTERVAL - now
            self._uncounted_at = now
            log.warning("a session that begins could not be counted", exc_info=True)
            return 0.0


def _take(tx: Transaction, now: int, allowed: int) -> float:
    """Take one of the remaining sessions; returns the seconds to wait if there is none."""
    counted = get_value(tx, _NOTE)
    left, at = (float(allowed), now) if counted is None else json.loads(counted)
    # A clock that was set back adds none, and blocks none for longer than until the next one.
    left = min(allowed, left + max(0, now - at) * allowed / _DAY)
    seconds = max(0.0, (1 - left) * _DAY / allowed)
    if seconds <= 0:
        left -= 1
    set_value(tx, _NOTE, json.dumps([left, now]))
    return seconds
