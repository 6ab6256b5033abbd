"""Downtime of the bot or of Discord, which counts on no clock and is added to the time for votes.

While the bot is connected, it stores the time every minute. When it is connected again, after a restart or a lost
connection, the time since then is excluded from every clock in one transaction.

A process that was suspended, or whose machine slept, notices it by the clock: the clock is checked at least every
minute, so a longer gap is downtime too, or the clock was put forward. So is a time in which the database took nothing,
because nobody could move. A clock that was put back is noticed in the same way: everything that runs is moved back with
it, so that the remaining time stays the same.
"""

from __future__ import annotations

import logging

from bot.matches.clocks.last_alive import LastAlive, read_last_alive, store_last_alive
from bot.matches.clocks.match_clocks import MatchClocks
from bot.matches.context import Context
from bot.matches.model.jobs import Heartbeat
from bot.matches.model.match import EVERY_MATCH, Shards, shard_of
from bot.matches.model.outbox_messages import TimeoutQuestion
from bot.matches.model.time_control import DAY
from bot.matches.store import clocks as clock_store
from bot.matches.store import jobs as job_store
from bot.matches.store import timeouts as timeout_store
from bot.storage.database import Transaction
from bot.storage.errors import ReplacedError, StorageError

_LOG = logging.getLogger(__name__)

HEARTBEAT_SECONDS = 60
MIN_DOWNTIME = 10
"""Seconds; shorter downtime is ignored: connections to Discord are renewed now and then, and machines correct their
clocks by a second or two."""
MAX_GAP = 3 * HEARTBEAT_SECONDS
"""Seconds between two checks of the clock, or two times stored; more than that is downtime."""
UNNOTICED = 2 * HEARTBEAT_SECONDS
"""Seconds in which a clock that was put back may go unnoticed."""
ANNOUNCE_FROM = 60
"""Seconds; shorter downtime moves deadlines by less than Discord's timestamps show."""


class Downtime:
    """Measures downtime and compensates for it, for each shard: a connection lost stops only its servers' clocks.

    There is one shard until :meth:`begin` is called.
    """

    def __init__(self, context: Context, clocks: MatchClocks) -> None:
        self._db = context.database
        self._clock = context.clock
        self._outbox = context.outbox
        self._schedule = context.schedule
        self._clocks = clocks
        self._count = 1
        self._connected = {0}
        self._serving = {0}
        """Shards in whose matches deadlines can pass; they cannot while the shard is not connected."""
        self._seen_at: int | None = None
        """When the clock was last checked while connected."""
        self._stored_at = 0
        """When the time was last stored while connected."""

    @property
    def is_reachable(self) -> bool:
        """Whether a shard is connected."""
        return bool(self._connected)

    def begin(self, count: int) -> None:
        """Set the number of shards, of which none is connected yet."""
        self._count = count
        self._connected.clear()
        self._serving.clear()

    async def succeed(self, alive_at: int | None) -> None:
        """Begin after another process: exclude the time since it ended from every clock.

        Args:
            alive_at: until when it was connected, as far as known; what is stored may be a minute older.

        Raises:
            StorageError: it could not be stored.
        """

        def work(tx: Transaction) -> None:
            last_alive = read_last_alive(tx)
            if last_alive is None or alive_at is None:
                return
            if 0 < alive_at - max(last_alive.times) <= MAX_GAP:  # otherwise it could store nothing since then
                shards = range(len(last_alive.times))
                store_last_alive(tx, len(shards), shards, alive_at)

        await self._db.write(work)
        await self.connected()

    async def connected(self, shard: int | None = None) -> None:
        """Record that a shard (by default all) is connected, and exclude the downtime from its clocks.

        Raises:
            StorageError: it could not be stored; deadlines do not pass until a retry, every minute, succeeds.
        """
        returning = self._some(shard)
        self._connected |= returning
        await self._resume(returning)

    async def disconnected(self, shard: int | None = None) -> None:
        """Record that a shard (by default all) is disconnected. A second call changes nothing."""
        leaving = self._some(shard)
        self._connected -= leaving
        if not leaving & self._serving:
            return
        slept, alive = not self._is_awake(), set(self._serving)
        self._serving -= leaving
        if slept:
            return  # it was suspended since the last heartbeat
        now = self._clock()

        try:
            await self._db.write(lambda tx: store_last_alive(tx, self._count, alive, now))
        except ReplacedError:
            _LOG.info("the time is left to the process that acts next")
        except StorageError:
            _LOG.warning("the time could not be noted; it was within the last minute", exc_info=True)

    async def check_clock(self) -> None:
        """Compensate for time in which the process was suspended, before due jobs are run.

        Raises:
            StorageError: it could not be stored; it is tried again with the next look.
        """
        if self._serving and not self._is_awake():
            await self._resume(set(self._serving))

    async def heartbeat(self, _job: Heartbeat) -> None:
        """Store the time, unless the bot is disconnected."""
        if self._connected - self._serving or (self._connected and not self._is_awake()):
            await self._resume(set(self._connected))
            return

        def work(tx: Transaction) -> None:
            now = self._clock()
            if self._serving:
                store_last_alive(tx, self._count, self._serving, now)
            self._schedule.enqueue(tx, Heartbeat(), now + HEARTBEAT_SECONDS)

        await self._db.write(work)
        self._stored_at = self._clock()

    def check_online(self, *, everywhere: bool = False) -> bool:
        """Whether a shard (or every one) is connected, and the bot was not suspended since the last check of the
        clock.
        """
        return self._is_awake() and (len(self._serving) == self._count if everywhere else bool(self._serving))

    def serves(self, guild_id: int | None) -> bool:
        """Whether deadlines can pass in a server, or in matches without a server; after :meth:`check_online`."""
        return shard_of(guild_id, self._count) in self._serving

    def _some(self, shard: int | None) -> set[int]:
        return set(range(self._count)) if shard is None else {shard}

    def _is_awake(self) -> bool:
        """Whether the process was not suspended since the last check of the clock, and could store the time."""
        now = self._clock()
        if self._serving and self._seen_at is not None:
            if not -MIN_DOWNTIME < now - self._seen_at <= MAX_GAP or now - self._stored_at > MAX_GAP:
                return False
            self._seen_at = now
        return True

    async def _resume(self, returning: set[int]) -> None:
        """Exclude the time since some shards were last alive, and let their deadlines pass again."""
        if not self._is_awake():
            returning = returning | self._serving  # a suspended process has missed the events of every shard
        serving = set(self._serving)

        def work(tx: Transaction) -> None:
            now = self._clock()
            last_alive = read_last_alive(tx)
            if last_alive is not None:
                self._compensate_all(tx, last_alive, returning, now)
            store_last_alive(tx, self._count, returning | serving, now)
            self._schedule.enqueue(tx, Heartbeat(), now + HEARTBEAT_SECONDS)

        await self._db.write(work)
        self._seen_at = self._stored_at = self._clock()
        self._serving |= returning & self._connected

    def _compensate_all(self, tx: Transaction, last_alive: LastAlive, returning: set[int], now: int) -> None:
        unnoticed = UNNOTICED if returning & self._serving else 0
        if len(last_alive.times) == 1:  # they were all alive until then
            shards = EVERY_MATCH if len(returning) == self._count else Shards(self._count, tuple(sorted(returning)))
            groups = {last_alive.times[0]: shards}
        else:  # with another number of shards, an earlier process has ended, and all of them are returning
            same = len(last_alive.times) == self._count
            groups = last_alive.groups(returning if same else range(len(last_alive.times)))
        for begin, shards in groups.items():
            self._compensate(tx, shards, begin, now, unnoticed)
        begin = max(groups)
        # Requests and other jobs depend on no shard: only time in which none was connected is excluded.
        if not self._serving - returning and abs(now - begin) >= MIN_DOWNTIME:
            self._outbox.exclude_interval(tx, begin, now)
            if now < begin:
                _LOG.warning("the machine's clock was put back; everything that runs moves with it")
                job_store.move_all(tx, now - begin, now)
            elif now - begin >= DAY:
                job_store.postpone_inactivity(tx, now - begin)

    def _compensate(self, tx: Transaction, shards: Shards, begin: int, end: int, unnoticed: int) -> None:
        """Exclude the time from ``begin`` to ``end`` from every clock and every vote of some shards; the next boards
        announce it.

        If the machine's clock was put back, ``end`` is earlier than ``begin`` and nothing is announced. Clocks started
        in the last ``unnoticed`` seconds then count as started after the change.
        """
        seconds = end - begin
        if abs(seconds) < MIN_DOWNTIME:
            return
        self._clocks.exclude_interval(tx, shards, begin, end, unnoticed)
        for match_id in timeout_store.exclude_interval(tx, shards, begin, end):
            self._outbox.enqueue(tx, TimeoutQuestion(match_id, new=False))
        if abs(seconds) < ANNOUNCE_FROM:
            return
        if seconds > 0:
            matches = clock_store.record_downtime(tx, shards, seconds)
            _LOG.info("time was made up for", extra={"seconds": seconds, "matches": matches})
        self._outbox.deadlines_moved(tx, shards)
