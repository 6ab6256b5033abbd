"""Editions of the sheet: size, printed walls, and the shapes of the placement die.

Nothing else in this package knows any of that; another edition is another value of :class:`Edition`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Offsets: TypeAlias = tuple[tuple[int, int], ...]
"""Squares of a shape as (files to the east, ranks to the north) of the south-western corner of its box, sorted."""


@dataclass(frozen=True, slots=True)
class Edition:
    """A printed sheet and the shapes that go with it (C1, C6)."""

    files: int
    """From a in the west; at most 26."""
    ranks: int
    """From 1 in the south; at most 9."""
    west: tuple[str, ...]
    """Names of the squares with a wall printed in the west."""
    east: tuple[str, ...]
    """The same in the east."""
    shapes: tuple[Offsets, Offsets, Offsets, Offsets, Offsets, Offsets]
    """The shape of each face of the placement die, 1 to 6, in one of its orientations."""

    def shape(self, die: int | None) -> Offsets:
        """The shape of a placement die; a single square for ``None`` (C5, C7, C15)."""
        return ((0, 0),) if die is None else self.shapes[die - 1]

    def name(self, file: int, rank: int) -> str:
        """The square in a file and a rank, both counted from 0."""
        return f"{chr(ord('a') + file)}{rank + 1}"


FIRST = Edition(
    files=10,
    ranks=8,
    west=("a4", "b4"),
    east=("i4", "j4"),
    shapes=(
        ((0, 0),),
        ((0, 0), (1, 0)),
        ((0, 0), (0, 1), (1, 0)),
        ((0, 0), (0, 1), (1, 0), (1, 1)),
        ((0, 0), (0, 1), (0, 2), (1, 0)),
        ((0, 0), (1, 0), (2, 0)),
    ),
)
"""The edition in play."""
