"""Moves of Awéthi as people write and read them: ``each``, ``1(3):c4``, ``2(1):stay``, ``average``, ``1:c4``,
``W1:m16``.

A turn is typed as its moves, one after the other: ``each 1(3):c4 2(1):b25 3(2):c25 4(4):d24``.
"""

from __future__ import annotations

from collections.abc import Sequence

from engines.awethi.grammar import Typed, first_typed, plain
from engines.awethi.legality import why_not
from engines.awethi.moves import EACH, HOME, STAY, SUM, Hunt, Move, Walk, encode, hunt, walk
from engines.awethi.rules import average, herder_to_move, is_legal, legal_moves, numbers, players_to_move
from engines.awethi.squares import NAMES, SQUARE_OF
from engines.awethi.state import State
from engines.errors import AmbiguousMoveError, InvalidMoveError, Refusal
from engines.game import Player
from engines.text import T, excerpt

_ENDS = {"stay": STAY, "home": HOME, **SQUARE_OF}


AVERAGE = "average"
"""How people write the choice that logs call ``sum``; both are understood."""


def write(move: Move) -> str:
    """The notation of a move: its machine text, with one word replaced."""
    return AVERAGE if move == SUM else encode(move)


# ---------------------------------------------------------------------------------------------------------- reading


def parse(state: State, player: Player, text: str) -> Move:
    """Return the legal move that the text means.

    Raises:
        InvalidMoveError: it is not in the notation, or it is more than one move.
        IllegalMoveError: the player has no such move.
        AmbiguousMoveError: it can mean several legal moves.
    """
    typed = all_typed(text)
    if len(typed) > 1:
        raise InvalidMoveError(T("“{text}” is more than one move. Type only one.", text=excerpt(text)))
    return meant(state, player, typed[0][0], text)


def all_typed(text: str) -> list[tuple[Typed, str]]:
    """All moves of a text, at least one, each with its own part of the text.

    Raises:
        InvalidMoveError: it is not in the notation.
    """
    found: list[tuple[Typed, str]] = []
    rest = plain(text)
    while rest or not found:
        one = first_typed(rest)
        if one is None:
            refused = InvalidMoveError(
                T(
                    "“{text}” is not a move. Type {each} or {average} and then where each awéthi goes, such as {walk}. "
                    "For a wairgk, type something like {hunt}.",
                    text=excerpt(rest if found else text),
                    each="each",
                    average=AVERAGE,
                    walk="1(3):c4",
                    hunt="W1:m16",
                )
            )
            if found:
                refused.name_part(len(found) + 1)
            raise refused
        found.append((one[0], _quoted(one[0], rest.removesuffix(one[1]).strip())))
        rest = one[1]
    return found


def _quoted(typed: Typed, text: str) -> str:
    """The part of a plain text that one move is, with the signs that people type in walks and hunts."""
    match typed.kind:
        case "walk":
            die = "" if typed.number is None else f"({typed.number})"
            return f"{typed.piece}{die}:{typed.end}"
        case "hunt":
            return f"W{typed.piece}:{typed.end}"
        case _:
            return text


def meant(state: State, player: Player, typed: Typed, text: str) -> Move:
    """The legal move that a typed move stands for; ``text`` is quoted where it is refused.

    Raises:
        InvalidMoveError, IllegalMoveError, AmbiguousMoveError
    """
    if typed.end is not None and typed.end not in _ENDS:
        raise InvalidMoveError(
            T(
                "“{text}” is not a move: there is no square {square}. The squares are a1 to y25.",
                text=excerpt(text),
                square=excerpt(typed.end, 8),
            )
        )
    end = 0 if typed.end is None else _ENDS[typed.end]
    piece = (typed.piece or 1) - 1
    match typed.kind:
        case "each":
            return _checked(state, player, text, EACH)
        case "sum":
            return _checked(state, player, text, SUM)
        case "hunt":
            return _checked(state, player, text, hunt(piece, end))
        case "walk":
            return _walk(state, player, text, piece, typed.number, end)
        case _:
            return _ending_there(state, player, text, end)


def _checked(state: State, player: Player, text: str, move: Move) -> Move:
    if is_legal(state, player, move):
        return move
    raise why_not(state, player, move).error_about(text)


def _walk(state: State, player: Player, text: str, awethi: int, number: int | None, end: int) -> Move:
    """The move of a named awéthi; the die may be left out where only one fits, and named where all move the average."""
    if state.phase == "sum":
        dice = [0 if number in (None, average(state)) else number or 0]
    elif number is None and state.phase == "each":
        dice = list(numbers(state))
    else:
        dice = [number or 0]
    moves = [move for die in dice for move in _ways(state, awethi, die, end) if is_legal(state, player, move)]
    return _one_of(text, moves) if moves else _checked(state, player, text, walk(awethi, dice[0], end))


def _ways(state: State, awethi: int, die: int, end: int) -> list[Walk]:
    """The walk; “home” also means the walk that ends in the shelter by exact count."""
    if end != HOME or state.phase not in ("each", "sum"):
        return [walk(awethi, die, end)]
    return [walk(awethi, die, end), walk(awethi, die, state.herders[herder_to_move(state)].shelter)]


def _ending_there(state: State, player: Player, text: str, end: int) -> Move:
    """The move of the piece that can end there."""
    moves = [move for move in legal_moves(state, player) if isinstance(move, (Walk, Hunt)) and move.end == end]
    if moves:
        return _one_of(text, moves)
    if state.phase in ("each", "sum", "hunt") and player in players_to_move(state):
        where = () if end in (STAY, HOME) else (NAMES[end],)
        raise Refusal(T("None of your pieces can do that now."), where).error_about(text)
    return _checked(state, player, text, walk(0, 0, end))


def _one_of(text: str, moves: Sequence[Move]) -> Move:
    """The only one of these legal moves.

    Raises:
        AmbiguousMoveError: there are several.
    """
    if len(moves) == 1:
        return moves[0]
    candidates = [write(move) for move in moves]
    raise AmbiguousMoveError(
        T(
            "“{text}” could mean several moves: {moves}.",
            text=excerpt(text),
            moves=", ".join(candidates),
        ),
        candidates,
    )
