"""Deadlines that pass, and deadlines that are recomputed."""

from __future__ import annotations

from collections.abc import Callable

from bot.matches.clocks.downtime import Downtime
from bot.matches.clocks.match_clocks import MatchClocks
from bot.matches.context import Context
from bot.matches.model.jobs import Deadline
from bot.matches.model.log import Record
from bot.matches.model.match import MatchStatus
from bot.matches.play.loader import Loader
from bot.matches.play.writer import MatchWriter
from bot.matches.store import matches as match_store
from bot.matches.store import outbox as outbox_store
from bot.storage.database import Transaction
from engines.game import Player


class Deadlines:
    """Handles deadlines that pass.

    Args:
        context: the database and what belongs to it.
        loader: reads matches.
        writer: updates deadlines on boards.
        clocks: the clocks of all matches.
        downtime: says whether deadlines can pass.
        on_timeout: called in the transaction in which players of a match run out of time.
    """

    def __init__(
        self,
        context: Context,
        loader: Loader,
        writer: MatchWriter,
        clocks: MatchClocks,
        downtime: Downtime,
        on_timeout: Callable[[Transaction, Record], None],
    ) -> None:
        self._clock = context.clock
        self._db = context.database
        self._locks = context.locks
        self._schedule = context.schedule
        self._loader = loader
        self._writer = writer
        self._clocks = clocks
        self._downtime = downtime
        self._on_timeout = on_timeout

    async def deadline_passed(self, job: Deadline) -> None:
        """Record that a deadline has passed, if it really has.

        While Discord cannot be reached, or the board of the turn is not posted yet, players cannot move. The job is
        then left as it is: the time is compensated once the bot is back or the board is posted.
        """
        match_id, player = job.match_id, job.player
        if not self._downtime.check_online():
            return

        def work(tx: Transaction) -> None:
            record = match_store.find_match(tx, match_id)
            clock = None if record is None else record.match.clock_of(player)
            if record is None or clock is None or clock.deadline is None or not _is_awaited(record, player):
                self._schedule.cancel(tx, Deadline, match_id, player)
            elif not self._downtime.serves(record.match.channel.guild_id):
                return
            elif self._clock() < clock.deadline:
                self._schedule.enqueue(tx, Deadline(match_id, player), clock.deadline)
            elif not outbox_store.has_board(tx, match_id):
                late = _late(record, self._clock())
                for one in late:
                    self._schedule.cancel(tx, Deadline, match_id, one)
                    self._clocks.expire(tx, match_id, one)
                self._on_timeout(tx, self._loader.find(tx, match_id))

        async with self._locks.of(match_id):
            await self._db.write(work)

    async def restart_turn(self, match_id: int, ply: int, created_at: int) -> None:
        """Restart the clocks of the turn at ``ply``, whose board was due at ``created_at`` and is posted only now."""

        def work(tx: Transaction) -> None:
            record = self._loader.find(tx, match_id)
            match = record.match
            if match.status is MatchStatus.RUNNING and record.turn_ply == ply and match.time_control is not None:
                self._clocks.restart_turn(tx, match, created_at)

        async with self._locks.of(match_id):
            await self._db.write(work)

    def recompute_deadlines(self, tx: Transaction, user_id: int) -> None:
        """Recompute the running deadlines of a user in the transaction that changed the user's availability."""
        self._writer.show_deadlines(tx, self._clocks.recompute_deadlines(tx, user_id))


def _is_awaited(record: Record, player: Player) -> bool:
    """Whether a deadline of the player can pass now and has not been recorded."""
    match, clock = record.match, record.match.clock_of(player)
    going_on = match.status is MatchStatus.RUNNING and not match.clocks_stopped
    return going_on and player in match.to_move and clock is not None and clock.expired_at is None


def _late(record: Record, now: int) -> tuple[Player, ...]:
    """Return all players whose deadlines pass now, so that one message names them all."""
    clocks = record.match.clocks
    due = (clock.player for clock in clocks if clock.deadline is not None and clock.deadline <= now)
    return tuple(player for player in due if _is_awaited(record, player))
