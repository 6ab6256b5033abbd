"""Moves of Totem, and the machine text of each.

``first:526`` ``start:c3`` ``dice:62`` ``use:8`` ``e5-f7.2`` ``e5-f7.2xf8`` ``add:d6`` ``reroll`` ``stay`` ``pass``
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from engines.errors import InvalidMoveError
from engines.text import T, excerpt
from engines.totem.board import CELL_OF, NAMES

MOST_POINTS = 12
"""Two sixes: no run is longer."""


@dataclass(frozen=True, slots=True)
class First:
    """Chance rolls for who starts (T3)."""

    dice: tuple[int, ...]
    """A die for each player still tied, in seat order."""


@dataclass(frozen=True, slots=True)
class Start:
    """A player puts the totem on a starting cell, with six pieces around it (T3 to T5)."""

    cell: int


@dataclass(frozen=True, slots=True)
class Dice:
    """Chance rolls two dice (T6)."""

    high: int
    low: int
    """At most :attr:`high`: the order of the dice does not matter."""


@dataclass(frozen=True, slots=True)
class Use:
    """The player uses both dice, or one of them, for running (T6)."""

    points: int


@dataclass(frozen=True, slots=True)
class Add:
    """The player exchanges the roll for a piece from the reserve (T8)."""

    cell: int


@dataclass(frozen=True, slots=True)
class Run:
    """One piece, or the totem, makes its steps (T10 to T15). Runs with the same piece, stop and steps are one move."""

    origin: int
    """The cell on which the piece stands."""
    stop: int
    steps: int
    victim: int | None = None
    """The piece that the attacker chooses to eliminate; ``None`` without a choice (T18)."""


@dataclass(frozen=True, slots=True)
class Reroll:
    """After a 12 the player rolls again (T9)."""


@dataclass(frozen=True, slots=True)
class Stay:
    """After a 12 the player declines to roll again (T9)."""


@dataclass(frozen=True, slots=True)
class Pass:
    """The automatic pass if nothing else is possible (T23); a chance move, so that no player is asked."""


Move: TypeAlias = First | Start | Dice | Use | Add | Run | Reroll | Stay | Pass

# Thousands of moves are made and compared, so equal moves are one object, except for some runs.
USES = tuple(Use(points) for points in range(MOST_POINTS + 1))
STARTS_AT = tuple(Start(cell) for cell in range(len(NAMES)))
ADDS = tuple(Add(cell) for cell in range(len(NAMES)))
ROLLS = tuple(Dice(high, low) for high in range(1, 7) for low in range(1, high + 1))
"""The 21 different rolls."""
REROLL, STAY, PASS = Reroll(), Stay(), Pass()

_CELL = "([a-m][1-9][0-9]?)"
_RUN = re.compile(rf"{_CELL}-{_CELL}\.([1-9]|1[0-2])(?:x{_CELL})?")
_NAMED = re.compile(rf"(start|add):{_CELL}")
_FIRST = re.compile("first:([1-6]{2,4})")


@lru_cache(maxsize=1 << 14)
def run(origin: int, stop: int, steps: int) -> Run:
    """A run without a choice of victims; equal ones are one object."""
    return Run(origin, stop, steps)


def encode(move: Move) -> str:
    """The machine text of a move: at most 15 characters, no spaces."""
    return _ENCODERS[type(move)](move)


def _encode_run(move: Run) -> str:
    text = f"{NAMES[move.origin]}-{NAMES[move.stop]}.{move.steps}"
    return text if move.victim is None else f"{text}x{NAMES[move.victim]}"


_ENCODERS: dict[type, Callable[..., str]] = {
    First: lambda move: "first:" + "".join(map(str, move.dice)),
    Start: lambda move: "start:" + NAMES[move.cell],
    Dice: lambda move: f"dice:{move.high}{move.low}",
    Use: lambda move: f"use:{move.points}",
    Add: lambda move: "add:" + NAMES[move.cell],
    Run: _encode_run,
    Reroll: lambda _: "reroll",
    Stay: lambda _: "stay",
    Pass: lambda _: "pass",
}

_SINGLE: tuple[Move, ...] = (*USES[1:], *ROLLS, REROLL, STAY, PASS)
_KNOWN = {encode(move): move for move in _SINGLE}


def decode(text: str) -> Move:
    """The move with this machine text.

    Raises:
        InvalidMoveError: :func:`encode` does not write this text.
    """
    move = _KNOWN.get(text) or _decode_named(text)
    if move is None:
        raise InvalidMoveError(T("“{text}” is not a recorded move of Totem.", text=excerpt(text)))
    return move


def _decode_named(text: str) -> Move | None:
    """A move whose text names cells or dice."""
    if run := _RUN.fullmatch(text):
        origin, stop, steps, victim = run.groups()
        cells = [CELL_OF.get(name) for name in (origin, stop)]
        chosen = None if victim is None else CELL_OF.get(victim)
        if cells[0] is None or cells[1] is None or (victim is not None and chosen is None):
            return None
        return Run(cells[0], cells[1], int(steps), chosen)
    if named := _NAMED.fullmatch(text):
        cell = CELL_OF.get(named[2])
        if cell is None:
            return None
        return STARTS_AT[cell] if named[1] == "start" else ADDS[cell]
    if first := _FIRST.fullmatch(text):
        return First(tuple(map(int, first[1])))
    return None
