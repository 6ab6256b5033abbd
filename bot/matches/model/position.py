"""Positions and the turn that led to them: how log entries are applied, both for playing and for replaying."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeAlias

from bot.matches.model.log import Entry, EntryKind, SubstitutionNames, dump_names, load_names, ply_undone_to
from bot.matches.model.rng import CommittedRng
from engines.errors import GameError, IllegalMoveError, InvalidMoveError
from engines.game import CHANCE, Player, Step
from engines.registry import AnyGame
from engines.text import T, Text

AnyStep: TypeAlias = Step[Any, Any]


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """A resignation or timeout, among the moves."""

    before: Any
    player: Player
    why: str = ""
    """Empty, or :data:`bot.matches.model.log.TIME_RAN_OUT`."""


@dataclass(frozen=True, slots=True)
class Takeover:
    """A takeover of a seat, among the moves."""

    before: Any
    player: Player
    names: SubstitutionNames


TurnStep: TypeAlias = AnyStep | Withdrawal | Takeover


@dataclass(frozen=True, slots=True)
class Position:
    """A position of a match and the turn that led to it."""

    ply: int
    state: Any
    last_turn_ply: int
    """The ply at which the last turn began."""
    last_turn_state: Any
    last_turn: tuple[TurnStep, ...]
    """The steps of the last turn, oldest first."""
    complete_steps: int
    """How many steps of ``last_turn`` belong to completed turns: the next player to move begins a new last turn
    after them. Until then, deals and rolls that open a turn are shown with the turn before."""

    @property
    def steps(self) -> tuple[AnyStep, ...]:
        """The moves of the last turn."""
        return tuple(step for step in self.last_turn if isinstance(step, Step))


def position_between_turns(state: Any, ply: int = 0) -> Position:
    """Return a position between two turns."""
    return Position(ply, state, ply, state, (), 0)


def first_position(game: AnyGame, num_players: int, options: Mapping[str, str]) -> Position:
    """Return the position before the first log entry.

    Raises:
        InvalidOptionsError: the game does not have them.
    """
    return position_between_turns(game.initial_state(num_players, options))


def after_move(game: AnyGame, position: Position, player: Player, move: Any) -> Position:
    """Return the position after a move, chance included.

    Raises:
        IllegalMoveError: with the game's own sentence.
    """
    state = game.apply(position.state, player, move)
    return _lead_on(game, position, player, Step(position.state, player, move), state)


def is_whole_turn(game: AnyGame, state: Any, player: Player) -> bool:
    """Return whether the moves that lead to a state complete a turn of the player, who may also have the next turn."""
    return game.turn_ended(state) or player not in game.players_to_move(state)


def may_act(game: AnyGame, state: Any, player: Player) -> bool:
    """Return whether the player is to move or may change a decision."""
    return player in game.players_to_move(state) or player in game.players_who_may_replace(state)


def positions_of_turn(game: AnyGame, position: Position, player: Player, moves: Sequence[Any]) -> list[Position]:
    """Return the positions before, between and after the moves of one turn or of a part of it.

    Raises:
        IllegalMoveError: a move is not legal, or there are more moves than one turn.
    """
    positions = [position]
    for number, move in enumerate(moves):
        if number and is_whole_turn(game, positions[-1].state, player):
            raise IllegalMoveError(T("These moves are more than one turn."))
        try:
            positions.append(after_move(game, positions[-1], player, move))
        except IllegalMoveError as refusal:
            refusal.earlier = tuple(moves[:number])
            raise
    return positions


def phrases_of(game: AnyGame, state: Any, player: Player, moves: Sequence[Any]) -> tuple[Text, ...]:
    """Return moves that a player makes from a position, as sentences tell them to that player."""
    phrases = []
    for move in moves:
        phrases.append(game.phrase_move(state, player, move, player))
        state = game.apply(state, player, move)
    return tuple(phrases)


def after_withdrawal(game: AnyGame, position: Position, player: Player, why: str = "") -> Position:
    """Return the position after a player has left for good.

    Raises:
        IllegalMoveError: with the game's own sentence.
    """
    state = game.withdraw(position.state, player)
    return _lead_on(game, position, player, Withdrawal(position.state, player, why), state)


def after_takeover(game: AnyGame, position: Position, player: Player, names: SubstitutionNames) -> Position:
    """Return the position after a takeover of a seat that was given up or offered.

    Raises:
        IllegalMoveError: with the game's own sentence.
    """
    state = position.state if names.handed_over else game.take_over(position.state, player)
    return _lead_on(game, position, player, Takeover(position.state, player, names), state)


def _lead_on(game: AnyGame, position: Position, player: Player, step: TurnStep, state: Any) -> Position:
    """Add a step to the last turn, or begin a new turn with it."""
    last_turn_ply, last_turn_state, last_turn, complete_steps = (
        position.last_turn_ply,
        position.last_turn_state,
        position.last_turn,
        position.complete_steps,
    )
    if player != CHANCE and complete_steps:
        last_turn_ply += complete_steps
        last_turn_state = last_turn[complete_steps].before if complete_steps < len(last_turn) else position.state
        last_turn, complete_steps = last_turn[complete_steps:], 0
    last_turn = (*last_turn, step)
    if game.turn_ended(state):
        complete_steps = len(last_turn)
    return Position(position.ply + 1, state, last_turn_ply, last_turn_state, last_turn, complete_steps)


def joined(earlier: Position, position: Position) -> Position | None:
    """Return a position with an earlier turn before its last one; ``None`` if that turn did not lead to its last one.

    Moves of one turn between which something was rolled are one turn already.
    """
    if earlier.last_turn_ply == position.last_turn_ply:
        return position
    if earlier.last_turn_ply + earlier.complete_steps != position.last_turn_ply:
        return None
    return replace(
        position,
        last_turn_ply=earlier.last_turn_ply,
        last_turn_state=earlier.last_turn_state,
        last_turn=(*earlier.last_turn[: earlier.complete_steps], *position.last_turn),
        complete_steps=earlier.complete_steps + position.complete_steps,
    )


def after_undo(position: Position, state: Any) -> Position:
    """Return the position after a turn was taken back."""
    return position_between_turns(state, position.ply + 1)


class Playback:
    """Replays a log entry by entry, from a position on.

    Args:
        game: the rules.
        position: the position to begin with.
        entries: what will be played, in order; states that their undos restore are kept on the way.
    """

    def __init__(self, game: AnyGame, position: Position, entries: Sequence[Entry]) -> None:
        self._game = game
        self._kept: dict[int, Any] = {}
        self._wanted = _undone_to(entries)
        self.position = position
        """The current position."""
        self._keep()

    def step(self, entry: Entry) -> Position:
        """Play the next entry.

        Raises:
            GameError: it does not fit the position.
        """
        if entry.kind is EntryKind.UNDO:
            ply = ply_undone_to(entry)
            if ply not in self._kept:
                raise InvalidMoveError(T("There is no position {ply} to go back to.", ply=ply))
            self.position = after_undo(self.position, self._kept[ply])
        else:
            self.position = _after_entry(self._game, self.position, entry)
        self._keep()
        return self.position

    def _keep(self) -> None:
        if self.position.ply in self._wanted:
            self._kept[self.position.ply] = self.position.state


class TurnEntry(NamedTuple):
    """A log entry with its turn."""

    entry: Entry
    turn: int
    """The turn that it belongs to: 1 for the first in which a player acts, 0 for deals and rolls before that. Deals and
    rolls that open a turn belong to the one before, with which they are shown."""
    before: Position
    after: Position


def entries_by_turn(game: AnyGame, start: Position, entries: Sequence[Entry]) -> Iterator[TurnEntry]:
    """Yield the entries of a log with their turns. A turn that was taken back counts, and so does its undo.

    Raises:
        GameError: an entry does not fit.
    """
    played = Playback(game, start, entries)
    turn, undone = 0, False
    for entry in entries:
        before = played.position
        if entry.player != CHANCE and (before.complete_steps or undone or not turn):
            turn += 1
        yield TurnEntry(entry, turn, before, played.step(entry))
        undone = entry.kind is EntryKind.UNDO


def _undone_to(entries: Sequence[Entry]) -> frozenset[int]:
    """Return the plies that undos restore; invalid ones are refused when they are played."""
    wanted = set()
    for entry in entries:
        if entry.kind is EntryKind.UNDO:
            try:
                wanted.add(ply_undone_to(entry))
            except GameError:
                continue
    return frozenset(wanted)


def _after_entry(game: AnyGame, position: Position, entry: Entry) -> Position:
    if entry.kind is EntryKind.WITHDRAW:
        return after_withdrawal(game, position, entry.player, entry.move)
    if entry.kind is EntryKind.TAKEOVER:
        return after_takeover(game, position, entry.player, load_names(entry.move))
    return after_move(game, position, entry.player, game.decode_move(entry.move))


def replay(game: AnyGame, position: Position, entries: Sequence[Entry]) -> Position:
    """Return the position after several log entries.

    Raises:
        GameError: an entry does not fit.
    """
    played = Playback(game, position, entries)
    for entry in entries:
        played.step(entry)
    return played.position


class Advance:
    """A match that is advanced in memory, and what one transaction will write."""

    def __init__(self, game: AnyGame, position: Position, rng: CommittedRng, at: int) -> None:
        self._game = game
        self._rng = rng
        self._at = at
        self.position = position
        self.entries: list[Entry] = []
        self.turn_over = False
        """Whether a turn has ended, so that the players to move are notified."""
        self.same_turn_continues = False
        """Whether only a part of a turn was taken back, so that the same turn continues."""
        self.already_shown_to: Player | None = None
        """The player whose private sheet already shows the new position, so that it is not posted there."""

    @property
    def draws(self) -> int:
        """How many draws the match has made."""
        return self._rng.next

    @property
    def rolled(self) -> bool:
        """Whether there was a deal or a roll."""
        return any(entry.kind is EntryKind.CHANCE for entry in self.entries)

    @property
    def left(self) -> bool:
        """Whether a player has left for good."""
        return any(entry.kind is EntryKind.WITHDRAW for entry in self.entries)

    def move(self, player: Player, move: Any) -> None:
        """Make a player's move.

        Raises:
            IllegalMoveError: with the game's own sentence.
        """
        after = after_move(self._game, self.position, player, move)
        self._note(after, player, EntryKind.MOVE, self._game.encode_move(move))

    def take_turn(self, player: Player, moves: Sequence[Any]) -> list[Position]:
        """Make a player's moves; returns the positions as :func:`positions_of_turn`, whose errors are raised."""
        positions = positions_of_turn(self._game, self.position, player, moves)
        for move, after in zip(moves, positions[1:], strict=True):
            self._note(after, player, EntryKind.MOVE, self._game.encode_move(move))
        return positions

    def withdraw(self, player: Player, why: str = "") -> None:
        """Withdraw a player for good.

        Raises:
            IllegalMoveError: with the game's own sentence.
        """
        self._note(after_withdrawal(self._game, self.position, player, why), player, EntryKind.WITHDRAW, why)

    def take_over(self, player: Player, names: SubstitutionNames) -> None:
        """Record the takeover of a seat that was given up or offered.

        Raises:
            IllegalMoveError: with the game's own sentence.
        """
        after = after_takeover(self._game, self.position, player, names)
        self._note(after, player, EntryKind.TAKEOVER, dump_names(names))

    def undo(self, player: Player, ply: int, state: Any, *, part: bool = False) -> None:
        """Take back a player's turn, or a ``part`` of the current one.

        ``state`` is that of an earlier ply, whose players to move are notified.
        """
        self._note(after_undo(self.position, state), player, EntryKind.UNDO, str(ply))
        self.turn_over, self.same_turn_continues = True, part

    def resolve_chance(self) -> None:
        """Deal and roll until a player is to move or the match is over."""
        while CHANCE in self._game.players_to_move(self.position.state):
            first = self._rng.next
            move = self._game.sample_chance(self.position.state, self._rng)
            after = after_move(self._game, self.position, CHANCE, move)
            self._note(after, CHANCE, EntryKind.CHANCE, self._game.encode_move(move), first)

    def _note(self, after: Position, player: Player, kind: EntryKind, move: str, first_draw: int | None = None) -> None:
        # A withdrawal or takeover does not end the turn of the players to move.
        if kind in (EntryKind.MOVE, EntryKind.CHANCE) and self._game.turn_ended(after.state):
            self.turn_over = True
        self.position = after
        self.entries.append(Entry(after.ply, player, kind, move, first_draw, self._at))


class PositionCache:
    """The most recent positions, so that showing a new move needs no replay.

    Positions are found by match and ply. Only committed positions, which never change, may be added.

    Args:
        size: how many are kept: more than the turns whose boards wait to be posted. They take 2 to 9 KB each.
    """

    def __init__(self, size: int = 512) -> None:
        self._size = size
        self._positions: OrderedDict[tuple[int, int], Position] = OrderedDict()
        self.forgotten = 0
        """How often positions were dropped because names were deleted; a log read before may contain old names."""

    def get(self, match_id: int, ply: int) -> Position | None:
        """Return the position, if it is still cached."""
        position = self._positions.get((match_id, ply))
        if position is not None:
            self._positions.move_to_end((match_id, ply))
        return position

    def put(self, match_id: int, position: Position) -> None:
        """Add a committed position; the least recently used one is dropped."""
        self._positions[match_id, position.ply] = position
        self._positions.move_to_end((match_id, position.ply))
        if len(self._positions) > self._size:
            self._positions.popitem(last=False)

    def replace(self, match_id: int, ply: int, position: Position) -> None:
        """Add a committed position in place of the one before it, which is rarely needed again."""
        self._positions.pop((match_id, ply), None)
        self.put(match_id, position)

    def forget(self, match_ids: Collection[int]) -> None:
        """Drop all positions of some matches, because names in their logs have changed."""
        self.forgotten += 1
        for match_id, ply in list(self._positions):
            if match_id in match_ids:
                del self._positions[match_id, ply]


def says_position(game: AnyGame, line: str | None, state: object) -> bool:
    """Return whether a stored line is this position, which an earlier version may have written in other words."""
    if line is None or game.dump_state(state) == line:
        return line is not None
    try:
        return bool(game.load_state(line) == state)
    except GameError:
        return False
