"""Downtime of the bot or of Discord, which counts on no clock and is added to the time for votes.

While the bot is connected, it stores the time every minute. When it is connected again, after a restart or a lost
connection, the time since then is excluded from every clock in one transaction.

A process that was suspended, or whose machine slept, notices it by the clock: the clock is checked at least every
minute, so a longer gap is downtime too, or the clock was put forward. A clock that was put back is noticed in the
same way: everything that runs is moved back with it, so that the remaining time stays the same.
"""

from __future__ import annotations

import logging

from bot.matches.clocks.match_clocks import MatchClocks
from bot.matches.context import Context
from bot.matches.model.jobs import Heartbeat
from bot.matches.model.outbox_messages import TimeoutQuestion
from bot.matches.store import jobs as job_store
from bot.matches.store import timeouts as timeout_store
from bot.storage.database import Transaction
from bot.storage.errors import StorageError
from bot.storage.key_value import LAST_ALIVE, get_value, set_value, write_value

_LOG = logging.getLogger(__name__)

HEARTBEAT_SECONDS = 60
MIN_DOWNTIME = 10
"""Seconds; shorter downtime is ignored: connections to Discord are renewed now and then, and machines correct their
clocks by a second or two."""
MAX_GAP = 3 * HEARTBEAT_SECONDS
"""Seconds between two checks of the clock; after more than that, the process was suspended."""
UNNOTICED = 2 * HEARTBEAT_SECONDS
"""Seconds in which a clock that was put back may go unnoticed."""
ANNOUNCE_FROM = 60
"""Seconds; shorter downtime moves deadlines by less than Discord's timestamps show."""


class Downtime:
    """Measures downtime and compensates for it."""

    def __init__(self, context: Context, clocks: MatchClocks) -> None:
        self._db = context.database
        self._clock = context.clock
        self._outbox = context.outbox
        self._schedule = context.schedule
        self._clocks = clocks
        self._reachable = True
        self._serving = True
        """Whether deadlines can pass; they cannot while the bot is not connected."""
        self._seen_at: int | None = None
        """When the clock was last checked while connected."""

    @property
    def is_reachable(self) -> bool:
        """Whether the bot is connected."""
        return self._reachable

    async def connected(self) -> None:
        """Record that the bot is connected, and exclude the downtime from all clocks.

        Raises:
            StorageError: it could not be stored; deadlines do not pass until a retry, every minute, succeeds.
        """
        self._reachable = True
        unnoticed = UNNOTICED if self._serving else 0

        def work(tx: Transaction) -> None:
            now = self._clock()
            seen_at = get_value(tx, LAST_ALIVE)
            if seen_at is not None:
                self._compensate(tx, int(seen_at), now, unnoticed)
            self._note(tx, now)

        await self._db.write(work)
        self._seen_at = self._clock()
        self._serving = self._reachable

    async def disconnected(self) -> None:
        """Record that the bot is disconnected. A second call changes nothing."""
        self._reachable = False
        if not self._serving:
            return
        slept = not self.check_online()
        self._serving = False
        if slept:
            return  # it was suspended since the last heartbeat
        now = str(self._clock())

        try:
            await write_value(self._db, LAST_ALIVE, now)
        except StorageError:
            _LOG.warning("the time could not be noted; it was within the last minute", exc_info=True)

    async def check_clock(self) -> None:
        """Compensate for time in which the process was suspended, before due jobs are run.

        Raises:
            StorageError: it could not be stored; it is tried again with the next look.
        """
        if self._serving and not self.check_online():
            await self.connected()

    async def heartbeat(self, _job: Heartbeat) -> None:
        """Store the time, unless the bot is disconnected."""
        if self._reachable and not self.check_online():
            await self.connected()
            return

        def work(tx: Transaction) -> None:
            if self._serving:
                self._note(tx, self._clock())
            else:
                self._schedule.enqueue(tx, Heartbeat(), self._clock() + HEARTBEAT_SECONDS)

        await self._db.write(work)

    def check_online(self) -> bool:
        """Whether the bot is connected and was not suspended since the last check of the clock."""
        now = self._clock()
        if self._serving and self._seen_at is not None:
            if not -MIN_DOWNTIME < now - self._seen_at <= MAX_GAP:
                return False
            self._seen_at = now
        return self._serving

    def _note(self, tx: Transaction, now: int) -> None:
        set_value(tx, LAST_ALIVE, str(now))
        self._schedule.enqueue(tx, Heartbeat(), now + HEARTBEAT_SECONDS)

    def _compensate(self, tx: Transaction, begin: int, end: int, unnoticed: int) -> None:
        """Exclude the time from ``begin`` to ``end`` from every clock and every vote; the next boards announce it.

        If the machine's clock was put back, ``end`` is earlier than ``begin`` and nothing is announced. Clocks started
        in the last ``unnoticed`` seconds then count as started after the change.
        """
        seconds = end - begin
        if abs(seconds) < MIN_DOWNTIME:
            return
        self._clocks.exclude_interval(tx, begin, end, unnoticed)
        self._outbox.exclude_interval(tx, begin, end)
        if seconds < 0:
            _LOG.warning("the machine's clock was put back; everything that runs moves with it")
            job_store.move_all(tx, seconds, end)
        for match_id in timeout_store.exclude_interval(tx, begin, end):
            self._outbox.enqueue(tx, TimeoutQuestion(match_id, new=False))
        if abs(seconds) < ANNOUNCE_FROM:
            return
        if seconds > 0:
            matches = self._clocks.record_downtime(tx, seconds)
            _LOG.info("time was made up for", extra={"seconds": seconds, "matches": matches})
        self._outbox.deadlines_moved(tx)
