"""Replays: the positions of a match turn by turn, and how far each player has seen it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from bot.matches.context import Context
from bot.matches.history.export import is_open
from bot.matches.history.given import standing_entries
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
    """A match turn by turn, as one viewer may see it. Turn 0 is the first position."""

    match: Match
    viewer: Player | None
    """The viewer's seat; ``None`` for spectators."""
    first: int
    """The turn to begin with, or the last turn the viewer has seen."""
    total: int
    """Number of turns."""
    _game: AnyGame = field(repr=False)
    _positions: tuple[Position, ...] = field(repr=False)
    seen: int = 0
    """The ply up to which the viewer has seen the match, if the replay begins there."""

    def can_go_on_after(self, turn: int) -> bool:
        """Return whether the match is over, but not by the rules after a number of turns."""
        return is_open(self.match) and self._game.outcome(self._positions[turn].state) is None

    def view(self, turn: int) -> MatchView:
        """Return the view after a number of turns. An ended match has no secrets.

        Raises:
            IndexError: there are fewer turns.
        """
        return self._seen(self._positions[turn])

    async def views(self, turns: Iterable[int]) -> list[MatchView]:
        """Return several views, made in a thread."""
        wanted = tuple(turns)
        return await asyncio.to_thread(lambda: [self.view(turn) for turn in wanted])

    async def views_to_narrate(self, turns: Iterable[int]) -> list[MatchView]:
        """Return views whose stories do not overlap: a roll in the story of one turn is not repeated in the next.

        Only :attr:`MatchView.sentences`, :attr:`MatchView.breaks` and :attr:`MatchView.rolled` are to be used.
        """
        wanted = tuple(turns)
        return await asyncio.to_thread(lambda: [self._seen(self._alone(turn)) for turn in wanted])

    def _alone(self, turn: int) -> Position:
        """Return a position whose last turn has no steps of the turn before it, and none that the viewer has seen."""
        position = self._positions[turn]
        if not turn:
            return position
        before = self._positions[turn - 1]
        steps = position.last_turn[len(before.last_turn) - before.complete_steps :]
        if before.ply < self.seen < position.ply:  # such as the viewer's own decision in a simultaneous turn
            steps = steps[self.seen - position.ply :]
        return replace(position, last_turn=steps)

    def _seen(self, position: Position) -> MatchView:
        if not (self._game.info.has_hidden_information and is_open(self.match)):
            return project(self._game, self.match, position, self.viewer)
        # A spectator sees all former secrets side by side; a solo match has only those of its player.
        eye = 0 if len(self.match.seats) == 1 else None
        return replace(project(self._game, self.match, _revealed(self._game, position), eye), viewer=self.viewer)


class Replays:
    """Makes replays and notes how far players have seen a match."""

    def __init__(self, context: Context, loader: Loader) -> None:
        self._db = context.database
        self._loader = loader

    async def replay(self, match_id: int, user_id: int | None, last: int | None = None) -> Replay:
        """Return the replay of a match, or of its last turns, as a user or (``None``) a spectator may see it.

        Raises:
            MatchNotFoundError
            MatchNotStartedError, MatchOverError: the match never started.
        """
        match, _, positions = await self._turns(match_id)
        total = len(positions) - 1
        first = 0 if last is None else max(0, total - max(1, last))
        return Replay(match, viewer_of(match, user_id), first, total, self._loader.game(match), positions)

    async def count_turns(self, match_id: int) -> int:
        """Return how many turns of a match stand: those that were taken back are not counted, unlike in replays.

        Raises:
            MatchNotFoundError
            MatchNotStartedError, MatchOverError: the match never started.
        """
        _, _, positions = await self._turns(match_id, standing_entries)
        return len(positions) - 1

    async def replay_since(self, match_id: int, user_id: int, unseen: int) -> Replay:
        """Return the replay since a player last saw the match; for others the last ``unseen`` turns.

        If nothing has happened since, :attr:`Replay.first` equals :attr:`Replay.total`.

        Raises:
            MatchNotFoundError
            MatchNotStartedError, MatchOverError: the match never started.
        """
        rows = await self._db.rows(turn_store.LOOK, (match_id, user_id))
        match, entries, positions = await self._turns(match_id)
        viewer, total = viewer_of(match, user_id), len(positions) - 1
        seen = 0
        if viewer is None:
            first = max(0, total - unseen)
        else:
            played = max((entry.ply for entry in entries if entry.player == viewer), default=0)
            seen = _with_chance(entries, max(played, rows[0]["ply"] if rows else 0))
            first = max((turn for turn, position in enumerate(positions) if position.ply <= seen), default=0)
            if seen == match.ply:
                first = total
        return Replay(match, viewer, first, total, self._loader.game(match), positions, seen)

    async def mark_seen(self, match_id: int, user_id: int, ply: int) -> None:
        """Store that a player has seen a match up to a ply.

        This happens after the reply; if it cannot be stored, it is only logged.
        """
        try:
            rows = await self._db.rows(turn_store.LOOK, (match_id, user_id))
            if not rows or rows[0]["ply"] < ply:
                await self._db.write(lambda tx: turn_store.mark_seen(tx, match_id, user_id, ply))
        except StorageError:
            _LOG.warning("a look was not noted", exc_info=True, extra={"match": match_id})

    async def _turns(
        self, match_id: int, chosen: Callable[[Sequence[Entry]], list[Entry]] = list
    ) -> tuple[Match, list[Entry], tuple[Position, ...]]:
        record, log = await self._loader.with_log(match_id)
        entries = chosen(log)
        match = record.match
        game = self._loader.game(match)
        start = first_position(game, len(match.seats), match.options)
        positions = await asyncio.to_thread(turn_positions, game, start, entries)
        if game.info.is_simultaneous and not is_open(match) and len(positions) > 1 and not positions[-1].complete_steps:
            # Secret decisions of the current turn are not shown.
            positions = positions[:-1]
        return match, entries, positions


def turn_positions(game: AnyGame, start: Position, entries: Sequence[Entry]) -> tuple[Position, ...]:
    """Return the first position, the position after each turn with its chance moves, and the current one.

    Raises:
        GameError: an entry is not legal.
    """
    found = [start]
    for entry in entries_by_turn(game, start, entries):
        del found[entry.turn :]
        found.append(entry.after)
    return tuple(found)


def _revealed(game: AnyGame, position: Position) -> Position:
    """Return a position of an ended match with its secrets."""
    last_turn = tuple(
        replace(step, before=game.reveal(step.before)) if isinstance(step, Step) else step
        for step in position.last_turn
    )
    return replace(position, state=game.reveal(position.state), last_turn=last_turn)


def _with_chance(entries: Sequence[Entry], ply: int) -> int:
    """Return the ply after the chance moves that follow."""
    while ply < len(entries) and entries[ply].kind is EntryKind.CHANCE:
        ply += 1
    return ply
