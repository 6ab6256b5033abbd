"""Loads matches: the record, and the position that its log leads to."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from bot.matches.checks import no_match, not_running, require_running, require_seat
from bot.matches.context import Context
from bot.matches.errors import MatchNotFoundError
from bot.matches.model.log import Entry, Record
from bot.matches.model.match import Match
from bot.matches.model.position import Position, position_between_turns, replay, says_position
from bot.matches.store import matches as match_store
from bot.matches.store import turns as turn_store
from bot.storage.database import Reader, Row
from bot.storage.errors import StorageError
from engines.errors import GameError
from engines.game import Player
from engines.registry import AnyGame, rules_of
from engines.text import T

_LOG = logging.getLogger(__name__)


class Loader:
    """Reads matches, and the positions that their logs lead to."""

    def __init__(self, context: Context) -> None:
        self._db = context.database
        self._games = context.games
        self._positions = context.positions

    async def load(self, match_id: int) -> Record:
        """Return a match.

        Raises:
            MatchNotFoundError
        """
        rows = await self._db.rows(match_store.MATCH, (match_id,))
        if not rows:
            raise no_match()
        return match_store.record_of(rows[0])

    async def load_with_last_turn(self, match_id: int) -> tuple[Record, Sequence[Row]]:
        """Return a match with its log rows since the last turn began, for :meth:`position_after`."""
        # No snapshot: a log only grows, and :meth:`position_after` leaves out what was written after the match.
        return await self._db.read(lambda db: self.find_with_last_turn(db, match_id))

    def find_with_last_turn(self, db: Reader, match_id: int) -> tuple[Record, Sequence[Row]]:
        """Return a match with its log rows since the last turn began, inside a transaction."""
        record = self.find(db, match_id)
        return record, turn_store.read_rows(db, match_id, record.last_turn_ply)

    def find(self, db: Reader, match_id: int) -> Record:
        """Return a match, inside a transaction.

        Raises:
            MatchNotFoundError
        """
        record = match_store.find_match(db, match_id)
        if record is None:
            raise no_match()
        return record

    def game(self, match: Match) -> AnyGame:
        """Return the rules of the match, in the version that it was started with."""
        game = rules_of(self._games, match.game, match.rules_version)
        if game is None:
            raise MatchNotFoundError(T("This version of the bot does not have the rules of this match."))
        return game

    async def position(self, record: Record) -> Position:
        """Return the current position, from the cache or replayed from where the last turn began."""
        match = record.match
        position = self._positions.get(match.id, match.ply)
        if position is not None:
            return position
        rows = await self._db.rows(turn_store.LOG, (match.id, record.last_turn_ply))
        return self.position_after(record, rows)

    def position_after(self, record: Record, rows: Sequence[Row]) -> Position:
        """Return the current position, given the log rows since the last turn began."""
        match = record.match
        position = self._positions.get(match.id, match.ply)
        if position is None:
            if record.last_turn_state is None:
                raise not_running(match)
            entries = turn_store.entries_of(rows[: match.ply - record.last_turn_ply])
            position = self._rebuilt(record, record.last_turn_state, entries)
            self._positions.put(match.id, position)
        return position

    def find_position(self, db: Reader, record: Record) -> Position:
        """Return the current position of a running match, inside a transaction."""
        if record.last_turn_state is None:
            raise not_running(record.match)
        rows = turn_store.read_rows(db, record.match.id, record.last_turn_ply)
        return self._rebuilt(record, record.last_turn_state, turn_store.entries_of(rows))

    async def load_seated(self, match_id: int, user_id: int) -> tuple[Record, Position, Player]:
        """Return a running match, its position, and the seat of an active player."""
        record, rows = await self.load_with_last_turn(match_id)
        return self.board_of(record, rows, user_id)

    def board_of(self, record: Record, rows: Sequence[Row], user_id: int) -> tuple[Record, Position, Player]:
        """Return what :meth:`load_seated` returns, given the log rows since the last turn began."""
        require_running(record.match)
        player = require_seat(record.match, user_id).player
        return record, self.position_after(record, rows), player

    async def is_current(self, record: Record, player: Player, ply: int) -> bool:
        """Return whether what was shown at ``ply`` is still valid for the player.

        In a simultaneous turn the others' decisions advance the ply but change nothing that was shown: a choice made
        since the turn was announced remains valid until the player has decided.
        """
        match = record.match
        if ply == match.ply:
            return True
        if not record.turn_ply <= ply < match.ply:
            return False
        return not await self._db.read(lambda db: turn_store.has_entry_after(db, match.id, ply, player))

    async def with_log(self, match_id: int) -> tuple[Record, list[Entry]]:
        """Return a match that has started, with its whole log, from one transaction."""

        def work(db: Reader) -> tuple[Record, list[Entry]]:
            record = self.find(db, match_id)
            if record.match.started_at is None:
                raise not_running(record.match)
            return record, turn_store.read_log(db, match_id)

        return await self._db.read_snapshot(work)

    def _rebuilt(self, record: Record, last_turn_state: str, entries: Sequence[Entry]) -> Position:
        """Return the position that the last turn leads to, if it is the stored one.

        Raises:
            StorageError: it is not. No move may be made on a position that the log does not lead to.
        """
        match, game = record.match, self.game(record.match)
        try:
            position = replay(
                game, position_between_turns(game.load_state(last_turn_state), record.last_turn_ply), entries
            )
        except GameError:
            position = None
        if position is None or position.ply != match.ply or not says_position(game, record.state, position.state):
            _LOG.error("the stored position does not follow from the log", extra={"match_id": match.id})
            raise StorageError(
                T(
                    "The stored position of this match does not follow from its log, so nothing was "
                    "changed. Please tell the person who runs the bot: “python -m bot doctor” shows "
                    "the differences."
                )
            )
        return position
