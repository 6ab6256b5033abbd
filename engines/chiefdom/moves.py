"""The moves of Chiefdom and their machine text, which is the notation of the README of this package."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from engines.chiefdom.board import Board
from engines.chiefdom.observation import ICONS, Icon, Job
from engines.errors import InvalidMoveError
from engines.text import T, excerpt

Dice: TypeAlias = tuple[int, int, int]

CARDS = 18
"""The number of scoring cards (C23)."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance deals the scoring cards (C23), ascending."""

    cards: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Roll:
    """Chance rolls three dice for everybody (C4), ascending."""

    dice: Dice


@dataclass(frozen=True, slots=True)
class Draw:
    """A player's decision to draw (C4)."""

    icon: Icon
    squares: tuple[int, ...]
    """Sorted."""
    die: int | None = None
    """The placement die; ``None`` where none counts: wall, house and wild (C5, C7)."""
    bonus: bool = False
    """Whether a bonus is used (C16)."""
    jobs: tuple[tuple[int, Job], ...] = ()
    """Squares of people who could have several jobs, with the chosen one (C11), sorted."""


@dataclass(frozen=True, slots=True)
class Pass:
    """A player draws nothing (C8, C17)."""

    automatic: bool = False
    """True for an automatic pass, which follows from the roll and is not a move."""


Decision: TypeAlias = Draw | Pass
Move: TypeAlias = Deal | Roll | Draw | Pass

PASS = Pass()
AUTOMATIC = Pass(automatic=True)

_NUMBERS = re.compile(r"(cards|dice) ([1-9][0-9]?) ([1-9][0-9]?) ([1-9][0-9]?)")
_PLACES = "[a-z][1-9](?:=[LFB])?(?: [a-z][1-9](?:=[LFB])?)*"
_DRAW = re.compile(rf"(?P<icon>{'|'.join(ICONS)}) (?P<squares>{_PLACES})(?: \((?P<bonus>~?)(?P<die>[1-6])\))?")
_ICONS: dict[str, Icon] = {icon: icon for icon in ICONS}
_JOBS: dict[str, Job] = {"L": "L", "F": "F", "B": "B"}


def encode(board: Board, move: Move) -> str:
    """Machine text of a move: at most 31 characters on the sheet that is played."""
    match move:
        case Deal(cards):
            return "cards {} {} {}".format(*cards)
        case Roll(dice):
            return "dice {} {} {}".format(*dice)
        case Pass():
            return "pass"
        case Draw(icon, squares, die, bonus, jobs):
            return _written(board, icon, squares, die, bonus=bonus, jobs=dict(jobs))


def _written(
    board: Board, icon: Icon, squares: tuple[int, ...], die: int | None, *, bonus: bool, jobs: dict[int, Job]
) -> str:
    names = board.names
    places = " ".join([f"{names[square]}={jobs[square]}" if square in jobs else names[square] for square in squares])
    if die is None:
        return f"{icon} {places}"
    return f"{icon} {places} (~{die})" if bonus else f"{icon} {places} ({die})"


def decode(board: Board, text: str) -> Move:
    """The move that :func:`encode` wrote.

    Raises:
        InvalidMoveError: any other text.
    """
    if text == "pass":
        return PASS
    move = _numbers(text) or _drawing(board, text)
    if move is None or encode(board, move) != text:
        raise InvalidMoveError(T("“{text}” is not a recorded move of Chiefdom.", text=excerpt(text)))
    return move


def _numbers(text: str) -> Deal | Roll | None:
    found = _NUMBERS.fullmatch(text)
    if found is None:
        return None
    low, middle, high = int(found[2]), int(found[3]), int(found[4])
    if found[1] == "dice":
        return Roll((low, middle, high)) if low <= middle <= high <= 6 else None
    return Deal((low, middle, high)) if low < middle < high <= CARDS else None


def _drawing(board: Board, text: str) -> Draw | None:
    found = _DRAW.fullmatch(text)
    if found is None:
        return None
    squares: list[int] = []
    jobs: list[tuple[int, Job]] = []
    for place in found["squares"].split():
        name, _, job = place.partition("=")
        square = board.square_of.get(name)
        if square is None:
            return None
        squares.append(square)
        if job:
            jobs.append((square, _JOBS[job]))
    if any(one >= other for one, other in pairwise(squares)):
        return None
    die = None if found["die"] is None else int(found["die"])
    return Draw(_ICONS[found["icon"]], tuple(squares), die, bool(found["bonus"]), tuple(jobs))
