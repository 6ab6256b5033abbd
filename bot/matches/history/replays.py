"""Looking back: the positions of a match from turn to turn, and how far each player has seen it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from bot.matches.context import Context
from bot.matches.history.export import is_open
from bot.matches.history.queries import viewer_of
from bot.matches.model.log import Entry, EntryKind
from bot.matches.model.match import Match
from bot.matches.model.position import Position, entries_by_turn, first_position
from bot.matches.model.views import MatchView, project
from bot.matches.play.loader import Loader
from bot.matches.store import turns as turn_store
from bot.storage.errors import StorageError
from engines.game import Player, Step
from engines.registry import AnyGame

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Replay:
    """A match from turn to turn, as one viewer may see it: turn 0 is the position before anybody has played."""

    match: Match
    viewer: Player | None
    """Whose seat it is seen from; ``None``: that of the public."""
    first: int
    """The turn that was asked to begin with, or after which there is something new."""
    total: int
    """How many turns there were."""
    _game: AnyGame = field(repr=False)
    _positions: tuple[Position, ...] = field(repr=False)

    def view(self, turn: int) -> MatchView:
        """How the match stood after so many turns. When it is over, so are its secrets.

        Raises:
            IndexError: there were not so many.
        """
        return self._seen(self._positions[turn])

    async def views(self, turns: Iterable[int]) -> list[MatchView]:
        """Several of them, looked at in a thread."""
        wanted = tuple(turns)
        return await asyncio.to_thread(lambda: [self.view(turn) for turn in wanted])

    async def views_to_narrate(self, turns: Iterable[int]) -> list[MatchView]:
        """The same for telling them one after the other: a roll that was told with the turn before is not told again.

        Only :attr:`MatchView.sentences` and :attr:`MatchView.breaks` are to be used.
        """
        wanted = tuple(turns)
        return await asyncio.to_thread(lambda: [self._seen(self._alone(turn)) for turn in wanted])

    def _alone(self, turn: int) -> Position:
        """A position whose trail holds nothing that belongs to the one before."""
        position = self._positions[turn]
        if not turn:
            return position
        before = self._positions[turn - 1]
        return replace(position, last_turn=position.last_turn[len(before.last_turn) - before.complete_steps :])

    def _seen(self, position: Position) -> MatchView:
        if not (self._game.info.has_hidden_information and is_open(self.match)):
            return project(self._game, self.match, position, self.viewer)
        # Seen by nobody in particular, everybody's secrets are shown side by side; alone there is only one's own.
        eye = 0 if len(self.match.seats) == 1 else None
        return replace(project(self._game, self.match, _revealed(self._game, position), eye), viewer=self.viewer)


class Replays:
    """Looking back at matches."""

    def __init__(self, context: Context, loader: Loader) -> None:
        self._db = context.database
        self._loader = loader

    async def replay(self, match_id: int, user_id: int | None, last: int | None = None) -> Replay:
        """A match from its beginning, or its last turns, as a user or (``None``) the public may see it.

        Raises:
            MatchNotFoundError
            MatchNotStartedError, MatchOverError: there never was a position.
        """
        match, _, positions = await self._turns(match_id)
        total = len(positions) - 1
        first = 0 if last is None else max(0, total - max(1, last))
        return Replay(match, viewer_of(match, user_id), first, total, self._loader.game(match), positions)

    async def replay_since(self, match_id: int, user_id: int, unseen: int) -> Replay:
        """A match since a player has seen it, in private or by playing; for others the ``unseen`` last turns.

        Where nothing has happened since, :attr:`Replay.first` is :attr:`Replay.total`.

        Raises:
            MatchNotFoundError
            MatchNotStartedError, MatchOverError: there never was a position.
        """
        rows = await self._db.rows(turn_store.LOOK, (match_id, user_id))
        match, entries, positions = await self._turns(match_id)
        viewer, total = viewer_of(match, user_id), len(positions) - 1
        if viewer is None:
            first = max(0, total - unseen)
        else:
            played = max((entry.ply for entry in entries if entry.player == viewer), default=0)
            seen = _with_chance(entries, max(played, rows[0]["ply"] if rows else 0))
            first = max((turn for turn, position in enumerate(positions) if position.ply <= seen), default=0)
            if seen == match.ply:
                first = total
        return Replay(match, viewer, first, total, self._loader.game(match), positions)

    async def mark_seen(self, match_id: int, user_id: int, ply: int) -> None:
        """Remember that somebody has been shown a match up to a ply; only that of players is.

        It is said after the answer, and a database that does not take it now costs nothing but the memory.
        """
        try:
            rows = await self._db.rows(turn_store.LOOK, (match_id, user_id))
            if not rows or rows[0]["ply"] < ply:
                await self._db.write(lambda tx: turn_store.mark_seen(tx, match_id, user_id, ply))
        except StorageError:
            _LOG.warning("a look was not noted", exc_info=True, extra={"match": match_id})

    async def _turns(self, match_id: int) -> tuple[Match, list[Entry], tuple[Position, ...]]:
        record, entries = await self._loader.with_log(match_id)
        match = record.match
        game = self._loader.game(match)
        start = first_position(game, len(match.seats), match.options)
        positions = await asyncio.to_thread(turn_positions, game, start, entries)
        if (
            game.info.has_hidden_information
            and not is_open(match)
            and len(positions) > 1
            and not positions[-1].complete_steps
        ):
            # What is being decided in secret has not happened yet.
            positions = positions[:-1]
        return match, entries, positions


def turn_positions(game: AnyGame, start: Position, entries: Sequence[Entry]) -> tuple[Position, ...]:
    """The position before the first player acts, that after each turn with the deals and rolls that follow it, and the
    last one, be its turn complete or not.

    Raises:
        GameError: an entry does not fit.
    """
    found = [start]
    for entry in entries_by_turn(game, start, entries):
        del found[entry.turn :]
        found.append(entry.after)
    return tuple(found)


def _revealed(game: AnyGame, position: Position) -> Position:
    """A position of a match that is over."""
    last_turn = tuple(
        replace(step, before=game.reveal(step.before)) if isinstance(step, Step) else step
        for step in position.last_turn
    )
    return replace(position, state=game.reveal(position.state), last_turn=last_turn)


def _with_chance(entries: Sequence[Entry], ply: int) -> int:
    """The ply after the deals and rolls that followed at once."""
    while ply < len(entries) and entries[ply].kind is EntryKind.CHANCE:
        ply += 1
    return ply
