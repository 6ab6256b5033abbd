"""Arrows along the paths of runs, composed of cached pieces."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

from PIL import Image

from engines.totem.observation import CELL_PLACES
from render.canvas import Colour, Point, Points, circle, coverage
from render.indexed import IndexedPalette, Shape, shape
from render.totem.layout import HALF, SIDE, Layout

_BODY, _EDGE = 4.8, 7.6
"""Half of the width of a path, and of its dark outline, in a picture 1000 wide."""
_APART = 13.0
"""Distance between arrows side by side."""
_SHARPEST = 0.2
"""The least bend of which the outer corner is drawn; arrows that turn back are only offset."""
_TIP = 41.0
"""Distance from the centre of the last but one cell to the tip of the arrow, at the edge of the moved piece."""
_HEAD = 22.0
_WING = 15.5

Direction: TypeAlias = tuple[int, int]

Path: TypeAlias = tuple[int, ...]
"""Every cell from the origin of a run to its stop."""


def direction(cell: int, other: int) -> Direction:
    """Return the direction from a cell to a neighbour: files to the east, half cells to the north."""
    (file, height), (its_file, its_height) = CELL_PLACES[cell], CELL_PLACES[other]
    return its_file - file, its_height - height


class Paths:
    """The arrows of one size."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._scale = layout.scale
        self._part = lru_cache(maxsize=256)(self._draw_part)

    def draw(
        self, frame: Image.Image, palette: IndexedPalette, paths: Iterable[Path], ink: Colour, edge: Colour
    ) -> None:
        """Draw an arrow along each path, later ones above earlier ones; arrows between the same cells lie side by
        side.
        """
        shown = tuple(paths)
        for path, offset in zip(shown, offsets(shown), strict=True):
            steps = (None, *(direction(cell, other) for cell, other in pairwise(path)))
            for layer, tint in ((1, edge), (0, ink)):
                for cell, (before, after) in zip(path, pairwise(steps), strict=False):
                    last = cell == path[-2]
                    part = self._part(before, after, offset, layer, last)
                    palette.overlay(frame, part, self._layout.middles[cell], tint)

    def _draw_part(self, before: Direction | None, after: Direction, offset: int, layer: int, last: bool) -> Shape:  # noqa: FBT001
        """Return the part of an arrow on one cell: from the edge where it comes in to the one where it goes out."""
        scale, aside = self._scale, offset * _APART * self._scale
        wide = (_EDGE if layer else _BODY) * scale
        ahead, side, half = self._along(after)
        come_in, its_side = (ahead, side) if before is None else self._along(before)[:2]
        bend = 1 + side[0] * its_side[0] + side[1] * its_side[1]
        turn = _sum((side, aside / bend), (its_side, aside / bend)) if bend > _SHARPEST else _sum((side, aside))
        outlines: list[Points] = [circle(turn, wide)]
        if before is not None:
            outlines.append(_bar(_sum((come_in, -half - 0.6), (its_side, aside)), turn, wide))
        if last:
            grow = (_EDGE - _BODY) * scale if layer else 0
            neck, tip, wing = (_TIP - _HEAD) * scale - grow, _TIP * scale + 1.9 * grow, _WING * scale + 1.7 * grow
            outlines.append(_bar(turn, _sum((ahead, neck + grow + 1), (side, aside)), wide))
            outlines.append(
                (
                    _sum((ahead, neck), (side, aside + wing)),
                    _sum((ahead, tip), (side, aside)),
                    _sum((ahead, neck), (side, aside - wing)),
                )
            )
        else:
            outlines.append(_bar(turn, _sum((ahead, half + 0.6), (side, aside)), wide))
        middle = round(1.4 * SIDE * scale)
        placed = [tuple((middle + 0.5 + x, middle + 0.5 + y) for x, y in outline) for outline in outlines]
        return shape(coverage((2 * middle + 1, 2 * middle + 1), placed), (middle, middle))

    def _along(self, towards: Direction) -> tuple[Point, Point, float]:
        """Return the unit vectors ahead and to the right, and half of the way to the next cell, in pixels."""
        dx, dy = 1.5 * SIDE * towards[0] * self._scale, -HALF * towards[1] * self._scale
        length = math.hypot(dx, dy)
        return (dx / length, dy / length), (-dy / length, dx / length), length / 2


def offsets(paths: Sequence[Path]) -> list[int]:
    """Return how far to the right of its path each arrow lies, in widths of an arrow; negative is left.

    No two arrows between the same two cells cover each other, whatever their directions.
    """
    found: list[int] = []
    taken: dict[tuple[int, int], set[int]] = {}
    for path in paths:
        ways = tuple(pairwise(path))
        blocked = {offset for way in ways for offset in taken.get(way, ())}
        blocked |= {-offset for way in ways for offset in taken.get(way[::-1], ())}
        offset = next((offset for offset in _OFFSETS if offset not in blocked), 0)
        found.append(offset)
        for way in ways:
            taken.setdefault(way, set()).add(offset)
    return found


_OFFSETS = (0, 1, -1, 2, -2)


def _sum(*parts: tuple[Point, float]) -> Point:
    return sum(x * share for (x, _), share in parts), sum(y * share for (_, y), share in parts)


def _bar(begin: Point, end: Point, wide: float) -> Points:
    (x, y), (to_x, to_y) = begin, end
    length = math.hypot(to_x - x, to_y - y) or 1
    across = (to_y - y) / length * wide, (x - to_x) / length * wide
    return (
        (x + across[0], y + across[1]),
        (to_x + across[0], to_y + across[1]),
        (to_x - across[0], to_y - across[1]),
        (x - across[0], y - across[1]),
    )
