"""The board of İYE as tables: what the drum reaches from each square, computed once when the module is loaded.

A square is a number, ``file + 5 * rank`` with both counted from 0, so that ``a1`` is 0 and ``e5`` is 24 (I1).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from engines.iye.observation import TYPES

Reach: TypeAlias = tuple[tuple[int, ...], ...]
"""For each of the 25 squares the squares reached from it, in the order of their names (a1, a2, … e5)."""

SIZE = 5
SQUARES = SIZE * SIZE
START = 12
"""c3, where the drum stands when a cycle begins (I3)."""

EMPTY = "."
"""The letter of a square without a tile."""

NAMES = tuple("abcde"[square % SIZE] + "12345"[square // SIZE] for square in range(SQUARES))
"""The squares' names."""

SQUARE_OF = {name: square for square, name in enumerate(NAMES)}

BY_NAME = tuple(SQUARE_OF[name] for name in sorted(NAMES))
"""All squares in the order of their names, which is also the order of moves."""

CORNERS = frozenset({0, 4, 20, 24})


def _reach(allowed: Callable[[int, int, int], bool]) -> Reach:
    """Tabulate a kind of move; ``allowed`` gets the absolute distances in files and ranks, and the target."""

    def targets(origin: int) -> tuple[int, ...]:
        return tuple(
            target
            for target in BY_NAME
            if target != origin  # I8: never the square where the drum stands
            and allowed(abs(target % SIZE - origin % SIZE), abs(target // SIZE - origin // SIZE), target)
        )

    return tuple(targets(origin) for origin in range(SQUARES))


NATURAL = _reach(lambda dx, dy, _: 0 in (dx, dy) and dx + dy <= 2)
"""One or two squares north, east, south or west (I6)."""

SPENDING: dict[str, Reach] = {
    "S": _reach(lambda _dx, _dy, target: target in CORNERS),
    "H": _reach(lambda dx, dy, _: dx * dy == 2),
    "T": _reach(lambda dx, dy, _: dx == dy == 1),
    "W": _reach(lambda dx, dy, _: dx == dy or 0 in (dx, dy)),
    "O": _reach(lambda _dx, _dy, _target: True),
}
"""What a spent tile of each type allows (I2, I7). Moves are never blocked, so these tables are complete."""

BY_LETTER = tuple(sorted(TYPES))
"""The types in the order of their letters, which is also the order of moves."""
