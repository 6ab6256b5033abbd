"""Arrows along the paths of runs, composed of cached pieces."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

from PIL import Image

from engines.totem.observation import CELL_PLACES
from render.canvas import Colour, Points, circle, coverage
from render.indexed import IndexedPalette, Shape, shape
from render.totem.layout import HALF, SIDE, Layout

_BODY, _EDGE = 4.2, 7.0
"""Half of the width of a path, and of its dark outline, in a picture 1000 wide."""
_TIP = 32.0
"""Distance from the centre of the last but one cell to the tip of the arrow, at the edge of the moved piece."""
_HEAD = 19.0
_WING = 13.5

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
        self._way = lru_cache(maxsize=16)(self._draw_way)
        self._head = lru_cache(maxsize=16)(self._draw_head)

    def draw(
        self, frame: Image.Image, palette: IndexedPalette, paths: Iterable[Path], ink: Colour, edge: Colour
    ) -> None:
        """Draw arrows along all paths: outlines first, so that meeting paths merge."""
        shown = tuple(paths)
        for layer, tint in ((1, edge), (0, ink)):
            for path in shown:
                self._overlay(frame, palette, path, layer, tint)

    def _overlay(self, frame: Image.Image, palette: IndexedPalette, path: Path, layer: int, tint: Colour) -> None:
        middles = self._layout.middles
        for cell, following in pairwise(path[:-1]):
            palette.overlay(frame, self._way(direction(cell, following), layer), middles[cell], tint)
        palette.overlay(frame, self._head(direction(path[-2], path[-1]), layer), middles[path[-2]], tint)

    def _draw_way(self, towards: Direction, layer: int) -> Shape:
        """Return the shape from the centre of a cell to that of its neighbour."""
        ux, uy, length = self._along(towards)
        wide = (_EDGE if layer else _BODY) * self._scale
        outlines = [_bar(0, length, wide), circle((0, 0), wide), circle((length, 0), wide)]
        return self._shape(outlines, ux, uy)

    def _draw_head(self, towards: Direction, layer: int) -> Shape:
        """Return the shape from the centre of the last but one cell to the moved piece."""
        ux, uy, _ = self._along(towards)
        scale = self._scale
        grow = (_EDGE - _BODY) * scale if layer else 0
        wide = _BODY * scale + grow
        neck = (_TIP - _HEAD) * scale
        head = (
            (neck - grow, _WING * scale + 1.7 * grow),
            (_TIP * scale + 1.9 * grow, 0),
            (neck - grow, -_WING * scale - 1.7 * grow),
        )
        return self._shape([_bar(0, neck + 1, wide), circle((0, 0), wide), head], ux, uy)

    def _along(self, towards: Direction) -> tuple[float, float, float]:
        dx, dy = 1.5 * SIDE * towards[0] * self._scale, -HALF * towards[1] * self._scale
        length = math.hypot(dx, dy)
        return dx / length, dy / length, length

    def _shape(self, outlines: Iterable[Points], ux: float, uy: float) -> Shape:
        """Return outlines along the x axis, rotated into the direction."""
        middle = round(2.4 * SIDE * self._scale)
        placed = [
            tuple((middle + 0.5 + x * ux - y * uy, middle + 0.5 + x * uy + y * ux) for x, y in outline)
            for outline in outlines
        ]
        return shape(coverage((2 * middle + 1, 2 * middle + 1), placed), (middle, middle))


def _bar(begin: float, end: float, wide: float) -> Points:
    return (begin, -wide), (end, -wide), (end, wide), (begin, wide)
