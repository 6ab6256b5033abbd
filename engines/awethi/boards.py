"""The boards (A1 to A4): the three boards of the game, and the check of a board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engines.awethi.squares import BESIDE, SIDE, SQUARE_OF, rotated
from engines.bitsets import flood_fill, mask_of, members_of
from engines.text import T, Text

LAIR = SQUARE_OF["m13"]

SHELTERS: tuple[int, ...] = tuple(SQUARE_OF[name] for name in ("a25", "y25", "y1", "a1"))
"""The shelter of each corner, clockwise from NW."""

FOREST = mask_of(25 * rank + file for rank in range(8, 17) for file in range(8, 17)) & ~(1 << LAIR)
"""Files i to q, ranks 9 to 17; the Lair in its middle is no forest square (A1)."""


def _herding_points() -> tuple[tuple[int, ...], ...]:
    points = [tuple(SQUARE_OF[name] for name in ("d22", "e22", "f22", "d21", "e21", "f21"))]
    while len(points) < len(SHELTERS):
        points.append(tuple(map(rotated, points[-1])))
    return tuple(points)


HERDING_POINTS: tuple[tuple[int, ...], ...] = _herding_points()
"""The six squares of each corner's herding-point (A3), in the order in which aiwe are dealt to them."""

_FIXED = (
    ("forest", "f", FOREST),
    ("Lair", "L", 1 << LAIR),
    ("shelters", "S", mask_of(SHELTERS)),
    ("herding-points", "h", mask_of(square for point in HERDING_POINTS for square in point)),
)
"""Terrain that is the same on every board: its name, its sign on a map, its squares."""


class BoardError(ValueError):
    """The map is not a valid board. The message is for authors of maps."""


@dataclass(frozen=True, slots=True)
class Board:
    """A board; boards differ only in their water."""

    slug: str
    title: Text
    water: int


def read_map(slug: str, title: Text, rows: Sequence[str]) -> Board:
    """The board that a map shows, rank 25 first: ``~`` water, ``f`` forest, ``L`` Lair, ``S`` shelter, ``h``
    herding-point, ``.`` other land.

    Raises:
        BoardError: the map breaks a ruling; the sentence says which.
    """
    if len(rows) != SIDE or any(len(row) != SIDE for row in rows):
        raise BoardError("A map has 25 rows of 25 signs.")
    signs = "".join(reversed(rows))
    if unknown := set(signs) - set("~fLSh."):
        raise BoardError(f"There is no terrain with the sign {min(unknown)!r}.")
    water = mask_of(square for square, sign in enumerate(signs) if sign == "~")
    for name, sign, squares in _FIXED:
        if water & squares:
            raise BoardError(f"A4: there is water in the {name}.")
        if mask_of(square for square, found in enumerate(signs) if found == sign) != squares:
            raise BoardError(f"A1, A3: the {name} must be where they are on every board.")
    _check_water(water)
    return Board(slug, title, water)


def district_of(square: int) -> int | None:
    """The district of a square (A2): 0 to 7 clockwise from the north-western one; ``None`` in forest and Lair."""
    third = {(0, 0): 6, (0, 1): 7, (0, 2): 0, (1, 2): 1, (2, 2): 2, (2, 1): 3, (2, 0): 4, (1, 0): 5}
    file, rank = (0 if number < 8 else 1 if number < 17 else 2 for number in (square % SIDE, square // SIDE))
    return third.get((file, rank))


def _check_water(water: int) -> None:
    """Refuse what A4 forbids.

    Raises:
        BoardError: with the reason.
    """
    squares = members_of(water)
    counts = [sum(district_of(square) == district for square in squares) for district in range(8)]
    for kind, of_kind in (("next to a shelter", counts[::2]), ("between them", counts[1::2])):
        if len(set(of_kind)) > 1:
            raise BoardError(f"A4: the districts {kind} have unequal water: {', '.join(map(str, of_kind))}.")
    if mask_of(map(rotated, squares)) != water:
        raise BoardError("A4: a quarter turn changes the board.")
    land = ((1 << SIDE * SIDE) - 1) & ~(water | 1 << LAIR | mask_of(SHELTERS))
    if flood_fill(BESIDE, land & -land, land) != land:
        raise BoardError("A4: water cuts the land in two.")


_MEADOW = (
    "S.......................S",
    "......~~..........~......",
    "......~..........~~......",
    "...hhh....~~~.......hh...",
    "...hhh......~~~.....hh...",
    "....................hh...",
    ".~~...................~~.",
    "..~....................~.",
    "........fffffffff........",
    "........fffffffff........",
    "....~...fffffffff....~...",
    "....~...fffffffff....~...",
    "...~~...ffffLffff...~~...",
    "...~....fffffffff...~....",
    "...~....fffffffff...~....",
    "........fffffffff........",
    "........fffffffff........",
    ".~....................~..",
    ".~~...................~~.",
    "...hh....................",
    "...hh.....~~~......hhh...",
    "...hh.......~~~....hhh...",
    "......~~..........~......",
    "......~..........~~......",
    "S.......................S",
)
_RIVER = (
    "S..................~....S",
    "...................~.....",
    ".................~~~.....",
    "...hhh.........~~~..hh...",
    "...hhh........~~....hh...",
    "~~~..........~~.....hh...",
    "..~......................",
    "..~~.....................",
    "...~....fffffffff........",
    "...~~...fffffffff........",
    "....~~..fffffffff........",
    ".....~..fffffffff........",
    "........ffffLffff........",
    "........fffffffff..~.....",
    "........fffffffff..~~....",
    "........fffffffff...~~...",
    "........fffffffff....~...",
    ".....................~~..",
    "......................~..",
    "...hh.....~~..........~~~",
    "...hh....~~........hhh...",
    "...hh..~~~.........hhh...",
    ".....~~~.................",
    ".....~...................",
    "S....~..................S",
)
_LAKE = (
    "S.......................S",
    "......~~~................",
    "......~~~~...............",
    "...hhh.~~~..........hh...",
    "...hhh.~~...........hh...",
    "....................hh...",
    "......................~~.",
    "....................~~~~.",
    "........fffffffff...~~~~.",
    "........fffffffff....~~..",
    "........fffffffff........",
    "........fffffffff........",
    "........ffffLffff........",
    "........fffffffff........",
    "........fffffffff........",
    "..~~....fffffffff........",
    ".~~~~...fffffffff........",
    ".~~~~....................",
    ".~~......................",
    "...hh....................",
    "...hh...........~~.hhh...",
    "...hh..........~~~.hhh...",
    "...............~~~~......",
    "................~~~......",
    "S.......................S",
)

BOARDS: dict[str, Board] = {
    board.slug: board
    for board in (
        read_map("meadow", T("Meadow: two ponds by each shelter, a pool between"), _MEADOW),
        read_map("river", T("River: four rivers from the forest to the edge"), _RIVER),
        read_map("lake", T("Lake: four round lakes"), _LAKE),
    )
}
"""The boards to choose from, the default first."""
