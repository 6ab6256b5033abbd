"""Matches as they are read: the record, and the position that its log leads to."""

from __future__ import annotations

import logging
import secrets
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from bot.matches import repository
from bot.matches.errors import MatchNotFoundError
from bot.matches.limits import usual_pace
from bot.matches.locks import MatchLocks
from bot.matches.models import Match, MatchView, Place
from bot.matches.outbox import Post, Wake
from bot.matches.positions import Position, PositionCache, replay, standing
from bot.matches.records import Entry, Record
from bot.matches.refusals import no_match, not_running
from bot.matches.rhythms import rhythm_of
from bot.matches.schedule import Schedule
from bot.matches.sight import Sights
from bot.matches.timekeeping import Timekeeper
from bot.storage.database import Database, Reader
from bot.storage.errors import StorageError
from engines.errors import GameError
from engines.registry import GAMES, AnyGame
from engines.text import T

DefaultPace: TypeAlias = Callable[[Reader, Place], str]
"""The pace of a new table at a place for which none is chosen, as :func:`bot.matches.paces.read_pace` reads it."""

_LOG = logging.getLogger(__name__)


class Loading:
    """What all parts of :class:`bot.matches.service.MatchService` work with, and how they read a match."""

    def __init__(
        self,
        database: Database,
        *,
        games: Mapping[str, AnyGame] = GAMES,
        clock: Callable[[], int],
        wake: Wake,
        rouse: Callable[[str], None] = lambda _about: None,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        foresee: Callable[[MatchView], None] = lambda _view: None,
        default_pace: DefaultPace = usual_pace,
    ) -> None:
        self._db = database
        self._games = games
        self._clock = clock
        self._entropy = entropy
        self._foresee = foresee
        self._locks = MatchLocks()
        self._positions = PositionCache()
        self._sights = Sights()
        self._post = Post(clock, wake)
        self._schedule = Schedule(rouse)
        self._time = Timekeeper(self._schedule, clock, rhythm_of)
        self._default_pace = default_pace
        self._reachable = True
        self._serving = True
        """Whether deadlines can pass: not while nobody can reach the bot, see :mod:`bot.matches.outages`."""
        self._seen_at: int | None = None
        """When the clock was last looked at by a bot that can be reached."""

    # ------------------------------------------------------------------------------------------------- loading

    async def _load(self, match_id: int) -> Record:
        rows = await self._db.rows(repository.MATCH, (match_id,))
        if not rows:
            raise no_match()
        return repository.record_of(rows[0])

    async def _load_with_trail(self, match_id: int) -> tuple[Record, Sequence[sqlite3.Row]]:
        return await self._db.read(lambda db: self._find_with_trail(db, match_id))

    def _find_with_trail(self, db: Reader, match_id: int) -> tuple[Record, Sequence[sqlite3.Row]]:
        """A match with the rows of its log since the last turn began, for :meth:`_position_after`."""
        record = self._find(db, match_id)
        return record, db.execute(repository.LOG, (match_id, record.trail_ply)).fetchall()

    def _find(self, db: Reader, match_id: int) -> Record:
        record = repository.find_match(db, match_id)
        if record is None:
            raise no_match()
        return record

    def _game(self, match: Match) -> AnyGame:
        """The rules that the match is played by: those of its version, which it keeps when a newer one comes."""
        game = self._games.get(match.game)
        if game is not None and game.info.rules_version == match.rules_version:
            return game
        game = self._games.get(f"{match.game}@{match.rules_version}")
        if game is None:
            raise MatchNotFoundError(T("This match was played by rules that this version of the bot does not have."))
        return game

    async def _position(self, record: Record) -> Position:
        """Where the match stands, with its last turn: from memory, else from where that turn began."""
        match = record.match
        position = self._positions.get(match.id, match.ply)
        if position is not None:
            return position
        rows = await self._db.rows(repository.LOG, (match.id, record.trail_ply))
        return self._position_after(record, rows)

    def _position_after(self, record: Record, rows: Sequence[sqlite3.Row]) -> Position:
        """The same, with the rows of the log since that turn began."""
        match = record.match
        position = self._positions.get(match.id, match.ply)
        if position is None:
            if record.trail_state is None:
                raise not_running(match)
            entries = repository.entries_of(rows[: match.ply - record.trail_ply])
            position = self._rebuilt(record, record.trail_state, entries)
            self._positions.put(match.id, position)
        return position

    def _rebuilt(self, record: Record, trail_state: str, entries: Sequence[Entry]) -> Position:
        """The position that the last turn leads to, if it is the one that is stored.

        Raises:
            StorageError: it is not. Nothing may be played on a position that the log does not give.
        """
        match, game = record.match, self._game(record.match)
        try:
            position = replay(game, standing(game.load_state(trail_state), record.trail_ply), entries)
        except GameError:
            position = None
        if position is None or position.ply != match.ply or game.dump_state(position.state) != record.state:
            _LOG.error("the stored position does not follow from the log", extra={"match_id": match.id})
            raise StorageError(
                T(
                    "The stored position of this match does not follow from its log, so nothing was changed. "
                    "Please tell whoever runs the bot: “python -m bot doctor” says what differs."
                )
            )
        return position
