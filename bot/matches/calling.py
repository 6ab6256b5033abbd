"""Calling players to their turn in the way that each of them wants: by a mention with the board, directly, or both.

A direct call is the direct message of everything that waits (see :mod:`bot.matches.reminders`), posted anew. In quiet
hours and on days off it waits until they are over; the mention comes with the board, whenever that is posted. Whoever
gets a private sheet by direct message is called by that.
"""

from __future__ import annotations

from collections.abc import Collection

from bot.matches import reminding
from bot.matches.context import Context
from bot.matches.letters import LETTER
from bot.matches.loader import Loader
from bot.matches.models import Match
from bot.matches.outbox import user_lane
from bot.matches.reminders import CALL, Due, Reminders, waking
from bot.matches.store.players import read_settings
from bot.matches.wishes import way_to_tell, wishes_of
from bot.storage.database import Reader, Transaction
from engines.game import Player


class TurnCalls:
    """Direct calls."""

    def __init__(self, context: Context, loader: Loader, reminders: Reminders) -> None:
        self._clock = context.clock
        self._post = context.post
        self._loader = loader
        self._reminders = reminders

    def mentioned(self, db: Reader, match: Match, called: Collection[Player]) -> tuple[Player, ...]:
        """Those of the called who are mentioned with the board: not who is called directly alone."""
        return tuple(player for player in called if not self._is_direct(db, match, player, "dm"))

    def call_directly(self, tx: Transaction, match: Match, called: Collection[Player]) -> None:
        """Call those who want it by direct message, or have them called when they are about."""
        for player in called:
            if not self._is_direct(tx, match, player, "dm", "both") or self._gets_sheet(tx, match, player):
                continue
            now, clock = self._clock(), match.clock_of(player)
            at = waking(wishes_of(tx, match.seat_at(player).user_id).rhythm, now)
            if at == now:
                self._tell_directly(tx, match, player)
            elif at is not None:
                deadline = None if clock is None else clock.deadline
                self._reminders.appoint(tx, match.id, Due(player, at, CALL, warning=False, deadline=deadline))

    def call_after_rest(self, tx: Transaction, match: Match, player: Player) -> None:
        """Make a call that had to wait, if it is still wanted in this way."""
        if self._is_direct(tx, match, player, "dm", "both"):
            self._tell_directly(tx, match, player)

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
        if not self._loader.game(match).info.hidden or read_settings(db, match.seat_at(player).user_id).sheets != "dm":
            return False
        letter = db.execute(LETTER, (match.id, player)).fetchone()
        return letter is None or not letter["closed"]
