"""Calling players to their turn in the way that each of them wants: by a mention with the board, directly, or both.

A direct call is the direct message of everything that waits (see :mod:`bot.matches.reminders`), posted anew. In quiet
hours and on days off it waits until they are over; the mention comes with the board, whenever that is posted. Whoever
gets a private sheet by direct message is called by that.
"""

from __future__ import annotations

from collections.abc import Collection

from bot.matches import reminding
from bot.matches.letters import LETTER
from bot.matches.models import Match
from bot.matches.outbox import user_lane
from bot.matches.preferences import stored_settings
from bot.matches.reminders import Due, Reminders, waking
from bot.matches.wishes import way_to_tell, wishes_of
from bot.storage.database import Reader, Transaction
from engines.game import Player

CALL = -1
"""How many reminders there have been where the call itself is still to come."""


class Calling(Reminders):
    """Direct calls."""

    def _mentioned(self, db: Reader, match: Match, called: Collection[Player]) -> tuple[Player, ...]:
        """Those of the called who are mentioned with the board: not who is called directly alone."""
        mentioned = super()._mentioned(db, match, called)
        return tuple(player for player in mentioned if not self._is_direct(db, match, player, "dm"))

    def _call_directly(self, tx: Transaction, match: Match, called: Collection[Player]) -> None:
        """Call those who want it by direct message, or have them called when they are about."""
        super()._call_directly(tx, match, called)
        for player in called:
            if not self._is_direct(tx, match, player, "dm", "both") or self._gets_sheet(tx, match, player):
                continue
            now, clock = self._clock(), match.clock_of(player)
            at = waking(wishes_of(tx, match.seat_at(player).user_id).rhythm, now)
            if at == now:
                self._tell_directly(tx, match, player)
            elif at is not None:
                deadline = None if clock is None else clock.deadline
                self._appoint(tx, match.id, Due(player, at, CALL, warning=False, deadline=deadline))

    def _remind(self, tx: Transaction, match: Match, due: Due) -> None:
        """Make a call that had to wait; then reminders come as after any call."""
        if due.count != CALL:
            super()._remind(tx, match, due)
            return
        if self._is_time(tx, match, due, wishes_of(tx, match.seat_at(due.player).user_id)):
            self._appoint_first(tx, match, due.player)
            if self._is_direct(tx, match, due.player, "dm", "both"):
                self._tell_directly(tx, match, due.player)

    def _tell_directly(self, tx: Transaction, match: Match, player: Player) -> None:
        """Have the direct message posted anew, with this match on it."""
        user_id = match.seat_at(player).user_id
        reminding.note(tx, match.id, player, direct=True)
        known = reminding.nudge(tx, user_id).matches
        reminding.note_nudge(tx, user_id, [match.id, *(number for number in known if number != match.id)])
        self._post.into(tx, user_lane(user_id), None, "nudge", {"new": True, "called": match.id})

    def _is_direct(self, db: Reader, match: Match, player: Player, *ways: str) -> bool:
        """Whether somebody wants to be told in one of these ways, and can be: in direct messages all is direct."""
        seat = match.seat_at(player)
        if match.place.guild_id is None or seat.is_anonymous or way_to_tell(db, seat.user_id) not in ways:
            return False
        return not reminding.is_closed(db, seat.user_id)

    def _gets_sheet(self, db: Reader, match: Match, player: Player) -> bool:
        """Whether a private sheet by direct message is the call."""
        if not self._game(match).info.hidden or stored_settings(db, match.seat_at(player).user_id).sheets != "dm":
            return False
        letter = db.execute(LETTER, (match.id, player)).fetchone()
        return letter is None or not letter["closed"]
