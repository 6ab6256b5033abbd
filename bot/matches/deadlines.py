"""Deadlines that pass, and clocks that are computed anew."""

from __future__ import annotations

from collections.abc import Sequence

from bot.matches import repository
from bot.matches.core import MatchCore
from bot.matches.models import MatchStatus
from bot.matches.notices import notice
from bot.matches.records import Record
from bot.matches.schedule import Appointment
from bot.matches.timekeeping import DEADLINE
from bot.matches.verdicts import listed
from bot.storage.database import Transaction
from engines.game import Player
from engines.text import T

TO_BE_POSTED = "SELECT 1 FROM outbox WHERE match_id = ? AND kind = 'turn' AND failed IS NULL LIMIT 1"


class Deadlines(MatchCore):
    """What happens when somebody's time runs out."""

    async def deadline_passed(self, appointment: Appointment) -> None:
        """Keep the appointment at a deadline: note that it has passed, if it really has.

        While Discord cannot be reached nobody can play, and nobody knows of a turn whose board is not posted yet. Then
        the appointment is left where it is: the time is made up for as soon as the bot is back, or the board there.
        """
        match_id, player = appointment.match_id, appointment.who
        if match_id is None or player is None or not self._attends():
            return

        def work(tx: Transaction) -> None:
            record = repository.find_match(tx, match_id)
            clock = None if record is None else record.match.clock_of(player)
            if record is None or clock is None or clock.deadline is None or not _is_awaited(record, player):
                self._schedule.cancel(tx, DEADLINE, match_id, player)
            elif self._clock() < clock.deadline:
                self._schedule.appoint(tx, Appointment(DEADLINE, clock.deadline, match_id, player))
            elif not tx.execute(TO_BE_POSTED, (match_id,)).fetchall():
                late = _late(record, self._clock())
                for one in late:
                    self._schedule.cancel(tx, DEADLINE, match_id, one)
                    self._time.expire(tx, match_id, one)
                self._expired(tx, self._find(tx, match_id), late)

        async with self._locks.of(match_id):
            await self._db.write(work)

    async def begin_late(self, match_id: int, ply: int, created_at: int) -> None:
        """Have the clocks of the turn at ``ply`` run from now on: its board, due at ``created_at``, comes only now."""

        def work(tx: Transaction) -> None:
            record = self._find(tx, match_id)
            match = record.match
            if match.status is MatchStatus.RUNNING and record.turn_ply == ply and match.pace is not None:
                self._time.begin_late(tx, match, created_at)

        async with self._locks.of(match_id):
            await self._db.write(work)

    def _expired(self, tx: Transaction, record: Record, players: Sequence[Player]) -> None:
        """Say that the time of players has run out, of all of them at once."""
        users = [seat.user_id for seat in record.match.seats if seat.player in players]
        said = T("The time of {player} has run out. The match goes on waiting.", player=listed(players))
        self._post.about_match(tx, record.match.id, "notice", notice(said, users))

    def retime_player(self, tx: Transaction, user_id: int) -> None:
        """Compute the running deadlines of a user anew, in the transaction in which the user's rest has changed."""
        self._show_clocks(tx, self._time.retime(tx, user_id))


def _is_awaited(record: Record, player: Player) -> bool:
    """Whether a deadline of the player can pass now, and has not been noted yet."""
    match, clock = record.match, record.match.clock_of(player)
    going_on = match.status is MatchStatus.RUNNING and not match.stands_still
    return going_on and player in match.to_move and clock is not None and clock.expired_at is None


def _late(record: Record, now: int) -> tuple[Player, ...]:
    """Whose deadlines pass now: several who decide at the same time are told of in one message."""
    clocks = record.match.clocks
    due = (clock.player for clock in clocks if clock.deadline is not None and clock.deadline <= now)
    return tuple(player for player in due if _is_awaited(record, player))
