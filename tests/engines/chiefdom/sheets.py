"""Short notations for sheets and positions in tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engines.chiefdom.board import Board, board_of
from engines.chiefdom.dice import options
from engines.chiefdom.edition import FIRST
from engines.chiefdom.game import CHIEFDOM
from engines.chiefdom.moves import Dice, Draw, Move, Roll, decode
from engines.chiefdom.sheet import Sheet, empty_sheet
from engines.chiefdom.state import State

BOARD = board_of(FIRST)

EXAMPLE = "LLdLd2=FtL/tLtttHFHBJ/2dtLLBF=FJ/3.3tHBH.2./##WWWWWW##/.LtL=~.~=3/B.2dF=~=F./HB..2tL~=."
"""A sheet with all that is scored in the source's example (C20)."""


def sheet(placed: str = "", bonuses_used: int = 0, board: Board = BOARD) -> Sheet:
    """The printed sheet with letters on squares: ``c4~ d4F``; nothing is checked."""
    squares = list(empty_sheet(board).squares)
    for place in placed.split():
        squares[board.square_of[place[:2]]] = place[2]
    return Sheet(board, "".join(squares), bonuses_used)


def full(letter: str, placed: str = "", bonuses_used: int = 0) -> Sheet:
    """A sheet whose empty squares have a letter each, but for the placed ones (``.`` for an empty one)."""
    filled = Sheet(BOARD, empty_sheet(BOARD).squares.replace(".", letter))
    squares = list(filled.squares)
    for place in placed.split():
        squares[BOARD.square_of[place[:2]]] = place[2]
    return Sheet(BOARD, "".join(squares), bonuses_used)


def at(sheet: Sheet, name: str) -> str:
    """The letter on a square."""
    return sheet.squares[sheet.board.square_of[name]]


def numbers(names: str, board: Board = BOARD) -> tuple[int, ...]:
    """Squares by name."""
    return tuple(board.square_of[name] for name in names.split())


def names(squares: Sequence[int], board: Board = BOARD) -> str:
    """Names of squares."""
    return " ".join(board.names[square] for square in squares)


def move(text: str) -> Move:
    """A move by its notation."""
    return decode(BOARD, text)


def drawing(text: str) -> Draw:
    """A drawing by its notation."""
    found = decode(BOARD, text)
    assert isinstance(found, Draw)
    return found


def position(*sheets: Sheet, dice: Dice | None = None, open_sheets: bool = False, cards: tuple[int, ...] = ()) -> State:
    """A position with these sheets; with dice, in the turn that they begin."""
    state = CHIEFDOM.initial_state(len(sheets), {"sheets": "open" if open_sheets else "closed"})
    state = replace(state, sheets=sheets, cards=cards)
    return state if dice is None else CHIEFDOM.apply(state, -1, Roll(dice))


def play(state: State, *decisions: str) -> State:
    """The position after the decisions of seats 1, 2 and so on."""
    for seat, text in enumerate(decisions):
        state = CHIEFDOM.apply(state, seat, move(text))
    return state


def legal(state: State, player: int = 0) -> list[str]:
    """Legal decisions as text."""
    return [CHIEFDOM.encode_move(each) for each in CHIEFDOM.legal_moves(state, player)]


def dice_of(draw: Draw) -> Dice:
    """Some roll that allows a drawing's icon and die."""
    for low in range(1, 7):
        for middle in range(low, 7):
            for high in range(middle, 7):
                if (draw.icon, draw.die) in options((low, middle, high)):
                    return low, middle, high
    raise LookupError(f"no roll allows {draw}")
