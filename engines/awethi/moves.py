"""Moves of Awéthi, and the machine text of each.

``wairgka:1`` ``deal:ccwwcb/cbwwcc`` ``first:0`` ``herd:3`` ``dice:1224`` ``each`` ``sum`` ``1(3):c4`` ``1:c4``
``2(1):stay`` ``3:home`` ``prowl:N4`` ``W1:m16``
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import Literal, TypeAlias

from engines.awethi.squares import NAMES, SQUARE_OF
from engines.errors import InvalidMoveError
from engines.game import Player
from engines.text import T, excerpt

STAY = -1
HOME = -2
"""Ends of an awéthi's move without a walk (A16)."""

DIRECTIONS = "NESW"


@dataclass(frozen=True, slots=True)
class Lot:
    """Chance draws who plays the wairgka."""

    seat: Player


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance shuffles every herd onto its herding-point (A5)."""

    herds: tuple[str, ...]
    """For each herder the kinds (``c`` calf, ``w`` cow, ``b`` bull) on the squares of the herding-point, in order."""


@dataclass(frozen=True, slots=True)
class First:
    """Chance draws the herder who starts (A6)."""

    herder: int
    """Counted clockwise from NW."""


@dataclass(frozen=True, slots=True)
class HerdRoll:
    """Chance rolls the direction die, and the herd moves (A8)."""

    direction: int
    """0 north/northwest to 3 west/southwest: one less than on the die."""


@dataclass(frozen=True, slots=True)
class Dice:
    """Chance rolls the four dice of the awéthi (A12)."""

    values: tuple[int, ...]
    """The lowest first: dice that fell in another order are the same roll."""


@dataclass(frozen=True, slots=True)
class Choose:
    """The herder chooses a die each, or the average for all (A12)."""

    way: Literal["each", "sum"]


@dataclass(frozen=True, slots=True)
class Walk:
    """An awéthi moves (A13 to A16)."""

    awethi: int
    """0 to 3."""
    die: int
    """The number on the die that it uses; 0 where all move the average."""
    end: int
    """A square, :data:`STAY` or :data:`HOME`."""


@dataclass(frozen=True, slots=True)
class Prowl:
    """Chance rolls the two dice of a wairgk turn (A18)."""

    direction: int
    """0 north, 1 east, 2 south, 3 west."""
    steps: int


@dataclass(frozen=True, slots=True)
class Hunt:
    """A wairgk moves (A18 to A21)."""

    wairgk: int
    """0 to 3."""
    end: int


Move: TypeAlias = Lot | Deal | First | HerdRoll | Dice | Choose | Walk | Prowl | Hunt

EACH, SUM = Choose("each"), Choose("sum")

HERD_ROLLS = tuple(HerdRoll(direction) for direction in range(4))
ROLLS = tuple(Dice(values) for values in combinations_with_replacement(range(1, 5), 4))
PROWLS = tuple(Prowl(direction, steps) for direction in range(4) for steps in range(1, 7))

_DICE = {roll.values: roll for roll in ROLLS}


def dice(values: list[int]) -> Dice:
    """The roll with these four numbers, in any order."""
    return _DICE[tuple(sorted(values))]


@cache
def walk(awethi: int, die: int, end: int) -> Walk:
    """The walk; equal walks are one object, since they recur all the time."""
    return Walk(awethi, die, end)


@cache
def hunt(wairgk: int, end: int) -> Hunt:
    """The hunt; equal hunts are one object."""
    return Hunt(wairgk, end)


_ENDS = {STAY: "stay", HOME: "home"}
_END_OF = {name: end for end, name in _ENDS.items()}


def end_text(end: int) -> str:
    """The notation of a walk's end."""
    return _ENDS.get(end) or NAMES[end]


def encode(move: Move) -> str:
    """The machine text of a move; for players' decisions it is also the notation."""
    return _ENCODERS[type(move)](move)


_ENCODERS: dict[type[Move], Callable[..., str]] = {
    Lot: lambda move: f"wairgka:{move.seat}",
    Deal: lambda move: "deal:" + "/".join(move.herds),
    First: lambda move: f"first:{move.herder}",
    HerdRoll: lambda move: f"herd:{move.direction + 1}",
    Dice: lambda move: "dice:" + "".join(map(str, move.values)),
    Choose: lambda move: move.way,
    Walk: lambda move: f"{move.awethi + 1}{f'({move.die})' if move.die else ''}:{end_text(move.end)}",
    Prowl: lambda move: f"prowl:{DIRECTIONS[move.direction]}{move.steps}",
    Hunt: lambda move: f"W{move.wairgk + 1}:{NAMES[move.end]}",
}

_WALK = re.compile(r"([1-4])(?:\(([1-4])\))?:(stay|home|[a-y][1-9][0-9]?)")
_HUNT = re.compile(r"W([1-4]):([a-y][1-9][0-9]?)")
_DEAL = re.compile(r"deal:([cwb]{6}(?:/[cwb]{6}){0,3})")

_SINGLE: tuple[Move, ...] = (
    *(Lot(seat) for seat in range(5)),
    *(First(herder) for herder in range(4)),
    *HERD_ROLLS,
    *ROLLS,
    EACH,
    SUM,
    *PROWLS,
)
_KNOWN = {encode(move): move for move in _SINGLE}


def decode(text: str) -> Move:
    """The move with this machine text.

    Raises:
        InvalidMoveError: :func:`encode` does not write this text.
    """
    move = _KNOWN.get(text) or _decode_piece(text)
    if move is None:
        raise InvalidMoveError(T("“{text}” is not a recorded move of Awéthi.", text=excerpt(text)))
    return move


def _decode_piece(text: str) -> Move | None:
    """A move whose text names a square, or a deal."""
    if found := _WALK.fullmatch(text):
        end = _END_OF.get(found[3]) or SQUARE_OF.get(found[3])
        return None if end is None else walk(int(found[1]) - 1, int(found[2] or 0), end)
    if found := _HUNT.fullmatch(text):
        square = SQUARE_OF.get(found[2])
        return None if square is None else hunt(int(found[1]) - 1, square)
    if found := _DEAL.fullmatch(text):
        herds = tuple(found[1].split("/"))
        return Deal(herds) if all("".join(sorted(herd)) == "bcccww" for herd in herds) else None
    return None
