"""Ends inactive tables and matches, and archives threads of ended matches."""

from __future__ import annotations

from collections.abc import Callable

from bot.matches.clocks.match_clocks import MatchClocks
from bot.matches.context import Context
from bot.matches.jobs.idle_limits import PAUSE_DAYS, STALE_DAYS, TABLE_DAYS, WARNING_DAYS
from bot.matches.model.jobs import StaleMatchCheck, StaleTable, ThreadArchival, key_of
from bot.matches.model.match import Match, MatchStatus, awaits_computers
from bot.matches.model.outbox_messages import ArchiveThread, Notice, RefreshTable
from bot.matches.model.time_control import DAY
from bot.matches.play.writer import MatchWriter
from bot.matches.store import jobs as job_store
from bot.matches.store import matches as match_store
from bot.matches.store import servers as server_store
from bot.storage.database import Transaction
from engines.text import T, Text


class Inactivity:
    """Handles the jobs of inactive tables, matches and threads."""

    def __init__(self, context: Context, writer: MatchWriter, clocks: MatchClocks) -> None:
        self._clock = context.clock
        self._db = context.database
        self._locks = context.locks
        self._outbox = context.outbox
        self._schedule = context.schedule
        self._writer = writer
        self._clocks = clocks

    async def close_stale_table(self, job: StaleTable) -> None:
        """Close a table that was never started."""

        def close(tx: Transaction, match: Match) -> None:
            if match.status is MatchStatus.OPEN:
                said = T("Nobody has joined or left for {days} days, so the table was closed.", days=TABLE_DAYS)
                self._writer.close_table(tx, match, said, "lapsed")
                self._outbox.enqueue(tx, RefreshTable(match.id))

        await self._look(job, close)

    async def check_stale_match(self, job: StaleMatchCheck) -> None:
        """Warn the players of an inactive match, or end it some time after the warning."""

        def look(tx: Transaction, match: Match) -> None:
            if match.status is MatchStatus.RUNNING:
                self._look_at(tx, match, job)

        await self._look(job, look)

    async def archive_thread(self, job: ThreadArchival) -> None:
        """Archive the thread of a match that is over, unless another match uses it."""

        def close(tx: Transaction, match: Match) -> None:
            thread_id = match.channel.thread_id
            ended = match.status not in (MatchStatus.OPEN, MatchStatus.RUNNING)
            if ended and thread_id is not None and not server_store.is_played_in_thread(tx, thread_id):
                self._outbox.enqueue(tx, ArchiveThread(match.id))

        await self._look(job, close)

    async def _look(
        self, job: StaleTable | StaleMatchCheck | ThreadArchival, look: Callable[[Transaction, Match], None]
    ) -> None:
        """Do a job about a match once, unless it was postponed meanwhile."""
        kind, match_id = type(job), job.match_id

        def work(tx: Transaction) -> None:
            record = match_store.find_match(tx, match_id)
            if record is not None and job_store.is_due(tx, key_of(kind, match_id), self._clock()):
                self._schedule.cancel(tx, kind, match_id)
                look(tx, record.match)

        async with self._locks.of(match_id):
            await self._db.write(work)

    def _look_at(self, tx: Transaction, match: Match, job: StaleMatchCheck) -> None:
        """Warn, end or postpone, depending on when the match was last played."""
        now = self._clock()
        since = max(job.since or 0, match.moved_at or 0, match.started_at or 0)
        days = STALE_DAYS
        if match.paused_at is not None:
            since, days = match.paused_at, PAUSE_DAYS
        due = since + (days - WARNING_DAYS) * DAY
        # While a clock runs, a player still has time.
        running = [clock.deadline for clock in match.clocks if clock.deadline is not None and clock.expired_at is None]
        due = max(due, *running) if running else due
        if now < due:
            self._schedule.enqueue(tx, StaleMatchCheck(match.id, since=since), due)
        elif job.warned == since:
            self._writer.end(tx, match, MatchStatus.ABORTED, _ended(match, (now - since) // DAY), "stalled")
        else:
            self._warn(tx, match, since, days)

    def _warn(self, tx: Transaction, match: Match, since: int, days: int) -> None:
        """Announce that the match will end, once all mentioned players are available."""
        now = self._clock()
        everyone = match.paused_at is not None or awaits_computers(match)
        users = [seat.user_id for seat in match.people if everyone or seat.player in match.to_move]
        waking = self._clocks.first_available(tx, users, now)
        if waking == now or now - since > days * DAY:
            warned = StaleMatchCheck(match.id, since=since, warned=since)
            self._schedule.enqueue(tx, warned, now + WARNING_DAYS * DAY)
            self._outbox.enqueue(tx, Notice(match.id, _warning(match, now - since), users))
        else:
            self._schedule.enqueue(tx, StaleMatchCheck(match.id, since=since), waking)


def _warning(match: Match, seconds: int) -> Text:
    passed = seconds // DAY
    if match.paused_at is not None:
        return T(
            "The match has been paused for {days} days. In {left} days it ends without a result, "
            "unless you resume it with /match action: resume.",
            days=passed,
            left=WARNING_DAYS,
        )
    return T(
        "Nobody has moved for {days} days. In {left} days the match ends without a result, unless a player moves.",
        days=passed,
        left=WARNING_DAYS,
    )


def _ended(match: Match, days: int) -> Text:
    if match.paused_at is not None:
        return T("The match was paused for {days} days and ends without a result.", days=days)
    return T("Nobody moved for {days} days, so the match ends without a result.", days=days)
