"""The moves of İYE and their machine text.

=============  ====================  ==============================================================
move           machine text          made by
=============  ====================  ==============================================================
:class:`Natural`  ``d3``             the player to move (I6)
:class:`Spend`    ``Hd5``            the player to move (I7)
:class:`Begin`    ``start:me``       the loser of the last cycle: who begins the next (I15)
:class:`First`    ``first:0``        chance: the seat that begins the match (I4)
:class:`Deal`     ``deal:…/…/…/…/…`` chance: five ranks of letters from rank 5 down (I1)
=============  ====================  ==============================================================
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engines.errors import InvalidMoveError
from engines.iye.board import NAMES, SIZE, SQUARES
from engines.iye.observation import POINTS, TYPES
from engines.text import T, excerpt


@dataclass(frozen=True, slots=True)
class Natural:
    """The drum goes one or two squares in a straight line."""

    target: int


@dataclass(frozen=True, slots=True)
class Spend:
    """The drum goes where a spent tile allows."""

    tile: str
    """Letter of the type spent."""
    target: int


@dataclass(frozen=True, slots=True)
class Begin:
    """The loser of the last cycle chooses who begins the next."""

    who: Literal["me", "opponent"]


@dataclass(frozen=True, slots=True)
class First:
    """Chance draws who begins the match."""

    player: int


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance lays out the tiles of a cycle."""

    board: str
    """25 letters, square by square from a1 (see :mod:`engines.iye.board`)."""


Drum: TypeAlias = Natural | Spend
"""A move of the drum, the only kind of move within a cycle (I5)."""

Move: TypeAlias = Natural | Spend | Begin | First | Deal

# Thousands of moves are made and compared, so equal moves are one object, except for deals.
NATURALS = tuple(Natural(square) for square in range(SQUARES))
SPENDS = {letter: tuple(Spend(letter, square) for square in range(SQUARES)) for letter in TYPES}
BEGINS = (Begin("me"), Begin("opponent"))
FIRSTS = (First(0), First(1))


def encode(move: Move) -> str:
    """The machine text of a move: at most 34 characters."""
    if isinstance(move, Natural):
        return NAMES[move.target]
    if isinstance(move, Spend):
        return move.tile + NAMES[move.target]
    if isinstance(move, Begin):
        return f"start:{move.who}"
    if isinstance(move, First):
        return f"first:{move.player}"
    return "deal:" + ranks(move.board)


def decode(text: str) -> Move:
    """The move with this machine text.

    Raises:
        InvalidMoveError: :func:`encode` does not write this text.
    """
    move = _KNOWN.get(text)
    if move is not None:
        return move
    board = unranked(text.removeprefix("deal:")) if text.startswith("deal:") else None
    if board is not None and is_full_set(board):
        return Deal(board)
    raise InvalidMoveError(T("“{text}” is not a recorded move of İYE.", text=excerpt(text)))


def ranks(board: str) -> str:
    """A board as five ranks from rank 5 down, separated by slashes."""
    return "/".join(board[rank : rank + SIZE] for rank in range(SQUARES - SIZE, -1, -SIZE))


def unranked(text: str) -> str | None:
    """The inverse of :func:`ranks`; ``None`` if the text does not have five ranks of five characters."""
    rows = text.split("/")
    if len(rows) != SIZE or any(len(row) != SIZE for row in rows):
        return None
    return "".join(reversed(rows))


def is_full_set(board: str) -> bool:
    """Whether these are the 25 tiles of the game (I2)."""
    return len(board) == SQUARES and all(
        board.count(letter) == number for letter, number in zip(TYPES, POINTS, strict=True)
    )


_ALL: tuple[Move, ...] = (*NATURALS, *(spend for row in SPENDS.values() for spend in row), *BEGINS, *FIRSTS)
_KNOWN = {encode(move): move for move in _ALL}
