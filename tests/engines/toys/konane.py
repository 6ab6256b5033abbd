"""Kōnane: the board is full of stones, each jump takes what it leaps over, and a player who cannot jump loses.

The smallest whole game: one file, no painter and no planner of its own. Black takes a stone from the middle or from a
corner, White takes one beside the gap; then they jump in straight lines, over one stone at a time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from engines.base import BaseGame
from engines.errors import IllegalMoveError, InvalidMoveError, InvalidPositionError, invalid_field, invalid_position
from engines.game import GameInfo, OptionChoice, OptionSpec, Outcome, Player, Rng, RulesPage, Step, unconfirmed
from engines.squares import (
    EMPTY,
    PIECES,
    SquaresObservation,
    ranks_of,
    square_name,
    square_number,
    squares_of,
    text_board,
)
from engines.text import TN, Seat, T, Text, excerpt

BLACK, WHITE = range(2)
_MOVE = re.compile("[a-h][1-8](-[a-h][1-8])?")


@dataclass(frozen=True, slots=True)
class Position:
    """A position; a player who is to move and cannot has lost."""

    size: int
    board: str
    turn: Player
    resigned: Player | None = None


class KonaneGame(BaseGame[Position, str, SquaresObservation]):
    """The rules. Moves are what people write: ``d4`` takes a stone away, ``a1-a5`` jumps."""

    info = GameInfo(
        slug="konane",
        title="Kōnane",
        tagline=T("Jump over the stones of the other, and be the last who can."),
        min_players=2,
        max_players=2,
        options=(
            OptionSpec(
                "board",
                T("Board"),
                T("How many squares a side has."),
                (OptionChoice("6", T("6 × 6")), OptionChoice("8", T("8 × 8"))),
                "6",
            ),
        ),
        rules_version=1,
        seat_titles=(T("Black"), T("White")),
        typical_length=T("about 20 turns"),
        usual_turns=(20,),
        max_plies=64,
        terminations=("stuck", "resignation"),
    )

    def new_match(self, num_players: int, options: Mapping[str, str]) -> Position:
        size = int(options["board"])
        return Position(size, _full(size), BLACK)

    def players_to_move(self, state: Position) -> Sequence[Player]:
        return () if state.resigned is not None or not _moves(state) else (state.turn,)

    def legal_moves(self, state: Position, player: Player) -> Sequence[str]:
        return _moves(state) if state.resigned is None and player == state.turn else ()

    def apply(self, state: Position, player: Player, move: str) -> Position:
        if not self.is_legal(state, player, move):
            raise IllegalMoveError(T("“{move}” is not possible now.", move=move))
        board = list(state.board)
        for square in _changed(state.size, move):
            board[square] = EMPTY
        if "-" in move:
            board[square_number(move[3:], state.size)] = PIECES[player]
        return replace(state, board="".join(board), turn=1 - player)

    def withdraw(self, state: Position, player: Player) -> Position:
        if not self.players_to_move(state):
            raise IllegalMoveError(T("The match is over."))
        return replace(state, resigned=player)

    def outcome(self, state: Position) -> Outcome | None:
        if self.players_to_move(state):
            return None
        loser = state.turn if state.resigned is None else state.resigned
        winner = Seat(1 - loser)
        if state.resigned is None:
            termination, summary = "stuck", T("{loser} cannot jump: {winner} wins.", loser=Seat(loser), winner=winner)
        else:
            termination, summary = (
                "resignation",
                T("{loser} gives up: {winner} wins.", loser=Seat(loser), winner=winner),
            )
        return Outcome(termination, summary, ((1 - loser,), (loser,)))

    def observe(
        self, state: Position, viewer: Player | None, last_turn: Sequence[Step[Position, str]] = ()
    ) -> SquaresObservation:
        waiting = self.players_to_move(state)
        return SquaresObservation(
            title=self.info.title,
            viewer=viewer,
            files=state.size,
            board=state.board,
            to_move=waiting[0] if waiting else None,
            moves=_moves(state) if waiting else (),
            last=tuple(square for step in last_turn for square in _changed(state.size, step.move)),
            cards=tuple(TN("{count} stone", "{count} stones", state.board.count(piece)) for piece in PIECES),
            outcome=self.outcome(state),
        )

    def encode_move(self, move: str) -> str:
        return move

    def decode_move(self, text: str) -> str:
        if not _MOVE.fullmatch(text):
            raise InvalidMoveError(T("“{text}” is no recorded move.", text=excerpt(text)))
        return text

    def describe_move(self, state: Position, player: Player, move: str, viewer: Player | None) -> tuple[Text, ...]:
        if "-" in move:
            return (T("{player} jumps {move}.", player=Seat(player), move=move),)
        return (T("{player} takes the stone on {move} away.", player=Seat(player), move=move),)

    def describe_position(self, observation: SquaresObservation) -> tuple[Text, ...]:
        stones = [
            T("{player} has stones on {squares}.", player=Seat(seat), squares=squares_of(observation, seat))
            for seat in (BLACK, WHITE)
        ]
        if observation.outcome is not None:
            return (*stones, observation.outcome.summary)
        if observation.planned and observation.viewer is not None:
            return (*stones, unconfirmed(observation.viewer))
        return (*stones, T("{player} is to move.", player=Seat(observation.to_move or BLACK)))

    def text_board(self, observation: SquaresObservation) -> str:
        return text_board(observation)

    def imagine(self, observation: SquaresObservation, player: Player, rng: Rng) -> Position:
        return Position(
            observation.files, observation.board, player if observation.to_move is None else observation.to_move
        )

    def dump_state(self, state: Position) -> str:
        resigned = "-" if state.resigned is None else str(state.resigned + 1)
        return f"{'/'.join(ranks_of(state.board, state.size))} {state.turn + 1} {resigned}"

    def load_state(self, text: str) -> Position:
        found = re.fullmatch("([xo./]+) ([12]) ([-12])", text)
        if not found:
            raise _wrong(T("the line has a board, who is to move, and who resigned"))
        rows = found[1].split("/")
        board, size = "".join(reversed(rows)), len(rows)
        if size not in (6, 8) or any(len(row) != size for row in rows):
            raise invalid_field(self.info.title, T("a square board"), found[1])
        if any(piece not in (EMPTY, own) for piece, own in zip(board, _full(size), strict=True)):
            raise _wrong(T("there is a stone on a square of the other colour"))
        state = Position(size, board, int(found[2]) - 1, None if found[3] == "-" else int(found[3]) - 1)
        gaps = [square for square, piece in enumerate(board) if piece == EMPTY]
        if state.turn != (len(gaps) if len(gaps) < 2 else state.turn):
            raise _wrong(T("it is the turn of the other player"))
        if len(gaps) == 1 and gaps[0] not in _openings(size):
            raise _wrong(T("the first stone is from the middle or a corner"))
        if state.resigned is not None and not _moves(state):
            raise _wrong(T("nobody resigns when the match is over"))
        return state

    def rules_pages(self) -> Sequence[RulesPage[SquaresObservation]]:
        return (RulesPage(T("Kōnane"), (T("Jump in a straight line, over one stone at a time."),)),)


def _wrong(what: Text) -> InvalidPositionError:
    return invalid_position("Kōnane", what)


def _full(size: int) -> str:
    return "".join(PIECES[(at % size + at // size) % 2] for at in range(size * size))


def _openings(size: int) -> list[int]:
    """The black squares of the middle and the corners."""
    low, high, last = size // 2 - 1, size // 2, size - 1
    return [low * size + low, high * size + high, 0, last * size + last]


@lru_cache(maxsize=256)  # a move is checked, made and described
def _moves(state: Position) -> tuple[str, ...]:
    """What the player whose turn it is can do, in the order of machine texts."""
    size, gaps = state.size, state.board.count(EMPTY)
    if gaps == 0:
        return tuple(sorted(square_name(square, size) for square in _openings(size)))
    if gaps == 1:
        beside = (line[0] for line in _lines(size, state.board.index(EMPTY)) if line)
        return tuple(sorted(square_name(square, size) for square in beside))
    return tuple(sorted(_jumps(state)))


@cache
def _lines(size: int, square: int) -> tuple[range, ...]:
    """The squares from a square to the edge, in each direction, without itself."""
    row, column = square - square % size, square % size
    return (
        range(square + 1, row + size),
        range(square - 1, row - 1, -1),
        range(square + size, size * size, size),
        range(square - size, column - 1, -size),
    )


def _jumps(state: Position) -> Iterator[str]:
    own, other = PIECES[state.turn], PIECES[1 - state.turn]
    for origin, piece in enumerate(state.board):
        for line in _lines(state.size, origin) if piece == own else ():
            for over, behind in zip(line[::2], line[1::2], strict=False):
                if state.board[over] != other or state.board[behind] != EMPTY:
                    break
                yield f"{square_name(origin, state.size)}-{square_name(behind, state.size)}"


def _changed(size: int, move: str) -> list[int]:
    """The squares that a move changes: all on its way."""
    origin, _, target = move.partition("-")
    start, end = square_number(origin, size), square_number(target or origin, size)
    step = (1 if start // size == end // size else size) * (1 if end >= start else -1)
    return list(range(start, end + step, step))


KONANE = KonaneGame()
