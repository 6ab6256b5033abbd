"""Times in which nobody could play because the bot or Discord was away: no clock counts them, and nobody who is asked
about somebody absent had that time to answer.

While the bot can be reached, it notes the time every minute. When it can be reached again, after a restart or after a
lost connection, whatever has passed since that note is left out of every clock, in one transaction.

A process that was stopped, or whose machine has slept, finds out by the clock: it looks at it every minute at least, so
a longer gap is time in which it was not there, or by which the clock was put forward. Nobody had that time either.
A clock that was put back is found in the same way: everything that runs is moved back with it, and what is left of it
stays what it was.
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
"""Seconds; what is shorter is forgotten: Discord has every connection made again now and then, and a machine's clock is
put right by a second or two."""
MAX_GAP = 3 * HEARTBEAT_SECONDS
"""Seconds between two looks at the clock; more than that, and the process has not been there meanwhile."""
UNNOTICED = 2 * HEARTBEAT_SECONDS
"""Seconds for which a clock that is put back while people play may stay unnoticed."""
ANNOUNCE_FROM = 60
"""Seconds; a shorter outage moves deadlines by less than what Discord's timestamps show."""


class Downtime:
    """Being there, and being away."""

    def __init__(self, context: Context, clocks: MatchClocks) -> None:
        self._db = context.database
        self._clock = context.clock
        self._outbox = context.outbox
        self._schedule = context.schedule
        self._clocks = clocks
        self._reachable = True
        self._serving = True
        """Whether deadlines can pass: not while nobody can reach the bot."""
        self._seen_at: int | None = None
        """When the clock was last looked at by a bot that can be reached."""

    @property
    def is_reachable(self) -> bool:
        """Whether the bot is connected."""
        return self._reachable

    async def connected(self) -> None:
        """The bot can be reached from now on: since it was last, no time has passed for any clock.

        Raises:
            StorageError: it could not be stored; deadlines do not pass until it is, which is tried again every minute.
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
        """The bot cannot be reached from now on. Saying it twice changes nothing."""
        self._reachable = False
        if not self._serving:
            return
        slept = not self.check_online()
        self._serving = False
        if slept:
            return  # since the last note it has not been there
        now = str(self._clock())

        try:
            await write_value(self._db, LAST_ALIVE, now)
        except StorageError:
            _LOG.warning("the time could not be noted; it was within the last minute", exc_info=True)

    async def check_clock(self) -> None:
        """Make up for time in which the process was not there, before anything that is due is kept.

        Raises:
            StorageError: it could not be stored; it is tried again with the next look.
        """
        if self._serving and not self.check_online():
            await self.connected()

    async def heartbeat(self, _job: Heartbeat) -> None:
        """Note the time, unless the bot cannot be reached."""
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
        """Whether the bot can be reached, and has been there since it last looked at the clock."""
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
        """Leave the time from ``begin`` to ``end`` out of every clock, and of the time in which others may decide about
        somebody absent; who plays reads of it with the next board. Nobody has to be told of a clock that was put back:
        ``end`` is then earlier than ``begin``, and whatever began in the last ``unnoticed`` seconds began since.
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
