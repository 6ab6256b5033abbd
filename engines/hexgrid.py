"""Hexagonal boards of hexagonal cells: names, neighbours, distances, and sets of cells as bit masks.

Cells have flat tops, so they stand in columns. The columns are called files, ``a`` in the west; the cells of a file are
counted from its southern end, so that in a hexagon of side 7 the centre is ``g7``. A cell is its number in *board
order*, by file and then by rank. A set of cells is an ``int`` in which the bit of each cell's number is set: union,
intersection and difference are single operations.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engines.bitsets import mask_of

_STEPS = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))
"""The six directions as changes of the two coordinates: files to the east, cells to the north."""


@dataclass(frozen=True, slots=True)
class HexBoard:
    """A board with its constant tables, computed once."""

    names: tuple[str, ...]
    """The name of each cell, ``a1`` first."""
    number: dict[str, int] = field(hash=False)
    """The cell of each name."""
    centres: tuple[tuple[int, int], ...]
    """For drawing: each cell's file, counted from the middle to the east, and its height above the middle in half
    cells. Centres are 1.5 sides apart from file to file, and half a cell is √3/2 sides high."""
    cubes: tuple[tuple[int, int, int], ...]
    """Each cell's cube coordinates, three numbers that add up to 0; the centre is ``(0, 0, 0)``."""
    neighbour_masks: tuple[int, ...]
    """The mask of the cells next to each cell."""
    distance: tuple[tuple[int, ...], ...]
    """The number of steps from one cell to another on an empty board."""
    within: tuple[tuple[int, ...], ...]
    """``within[cell][n]``: the mask of all cells at most ``n`` steps away, itself included."""


def hexagon(side: int) -> HexBoard:
    """The hexagon with this number of cells to a side.

    Raises:
        ValueError: there are more files than letters.
    """
    last = side - 1
    if not 0 <= last <= 12:
        raise ValueError(f"a hexagon of {side} cells to a side has no names for its files")
    files = range(-last, last + 1)
    axial = [(file, up) for file in files for up in range(max(-last, -last - file), min(last, last - file) + 1)]
    number = {place: cell for cell, place in enumerate(axial)}
    names = tuple(f"{chr(ord('a') + file + last)}{up - max(-last, -last - file) + 1}" for file, up in axial)
    distance = tuple(
        tuple(max(abs(file - f), abs(up - u), abs(file - f + up - u)) for f, u in axial) for file, up in axial
    )
    return HexBoard(
        names=names,
        number={name: cell for cell, name in enumerate(names)},
        centres=tuple((file, 2 * up + file) for file, up in axial),
        cubes=tuple((file, up, -file - up) for file, up in axial),
        neighbour_masks=tuple(
            mask_of(number[there] for east, north in _STEPS if (there := (file + east, up + north)) in number)
            for file, up in axial
        ),
        distance=distance,
        within=tuple(_discs(row, 2 * last) for row in distance),
    )


def _discs(distances: tuple[int, ...], farthest: int) -> tuple[int, ...]:
    """For each radius the mask of the cells within it."""
    rings = [0] * (farthest + 1)
    for cell, steps in enumerate(distances):
        rings[steps] |= 1 << cell
    disc = 0
    return tuple(disc := disc | ring for ring in rings)
