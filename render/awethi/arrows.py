"""Arrows along paths, in three manners that can be distinguished without colour.

A herd's turn is a thin line, an awéthi's walk a broad arrow, and a wairgk's hunt a row of prints with an arrowhead.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

from PIL import Image

from render.canvas import Colour, Point, Points, circle, coverage, mix
from render.indexed import IndexedPalette, paste, tint

Manner: TypeAlias = Literal["herd", "walk", "hunt"]

Way: TypeAlias = tuple[tuple[int, int], ...]
"""The bends of a path and its end, as files to the east and ranks to the north of its start."""

_BODY: dict[Manner, tuple[float, float, float]] = {
    "herd": (4.0, 15.0, 11.0),
    "walk": (8.5, 33.0, 22.0),
    "hunt": (8.5, 33.0, 22.0),
}
"""Half of the width of the line, length and half of the width of the head, in hundredths of a square."""
_EDGE = 4.6
"""Width of the outline."""
_REACH: dict[Manner, tuple[float, float]] = {"herd": (0, 42), "walk": (12, 36), "hunt": (12, 36)}
"""Distance of a line's start from the centre of the first square, and of its end from that of the last one."""
_LEVELS = 3
"""Steps from the colour of the outline to that of the ink."""
_RIM, _FULL = 64, 192
"""Coverage of the outline from which a pixel is its rim, and from which it is inside."""
_COVERED = [255 * (value >= _RIM) for value in range(256)]
_BODY_OF = [255 * (value >= _FULL) for value in range(256)]
_RIM_OF = [255 * (_RIM <= value < _FULL) for value in range(256)]


class Arrow(NamedTuple):
    """A drawn arrow."""

    left: int
    """Its position, relative to the centre of its first square."""
    top: int
    numbers: Image.Image
    """Colour numbers of everything inside the outline."""
    body: Image.Image
    """The mask of those."""
    rim: Image.Image
    """The mask of pixels half covered by the outline."""


class Arrows:
    """Arrows for squares of one size; ``colours`` are the fill and the outline of each manner."""

    def __init__(self, cell: int, palette: IndexedPalette, colours: Mapping[Manner, tuple[Colour, Colour]]) -> None:
        self._cell = cell
        self._palette = palette
        self._colours = colours
        # More than a match has: 16 paths of a herd, 40 of an awéthi and 84 of a wairgk, and those around obstacles.
        self.arrow = lru_cache(maxsize=200)(self._arrow)

    def overlay(self, frame: Image.Image, manner: Manner, middle: tuple[int, int], way: Way) -> None:
        """Draw an arrow over the frame, from the centre of a square."""
        left, top, numbers, body, rim = self.arrow(manner, way)
        at = (middle[0] + left, middle[1] + top)
        tint(frame, self._palette.blended(self._colours[manner][1], 0.5), at, rim)
        paste(frame, numbers, at, body)

    def _arrow(self, manner: Manner, way: Way) -> Arrow:
        """Return the drawn arrow: everything except its rim is opaque, so that its colours are known."""
        ink, edge = self._colours[manner]
        (within, origin), (outline, _) = (self._coverage(manner, way, layer) for layer in (0, 1))
        left, top, right, bottom = outline.point(_COVERED).getbbox() or (0, 0, 1, 1)
        box = left, top, right, bottom
        inside, outline = within.crop(box), outline.crop(box)
        tints = [self._palette.nearest(mix(edge, ink, level / _LEVELS)) for level in range(_LEVELS + 1)]
        numbers = inside.point([tints[round(value * _LEVELS / 255)] for value in range(256)])
        return Arrow(left - origin[0], top - origin[1], numbers, outline.point(_BODY_OF), outline.point(_RIM_OF))

    def _coverage(self, manner: Manner, way: Way, layer: int) -> tuple[Image.Image, tuple[int, int]]:
        """Return the coverage of an arrow (layer 0) or its outline (1), and its origin."""
        unit = self._cell / 100
        corners = [(0.0, 0.0), *((east * self._cell, -north * self._cell) for east, north in way)]
        line = _Line(corners)
        half, head, wing = (value * unit for value in _BODY[manner])
        begin, before = (value * unit for value in _REACH[manner])
        grow = max(1.0, _EDGE * unit) if layer else 0.0
        tip = line.length - before
        neck = max(tip - head, begin * 0.5)
        point = (neck - grow, wing + 1.5 * grow), (tip + 1.7 * grow, 0), (neck - grow, -wing - 1.5 * grow)
        outlines: list[Points] = [line.placed(point)]
        if manner == "hunt":
            outlines += _prints(line, begin, neck, half, grow)
        elif neck > begin:
            outlines += line.bars(begin, neck + 1, half + grow)
            outlines += [circle(corner, half + grow) for corner in (line.at(begin), *corners[1:-1])]
        if manner == "herd":
            outlines.append(circle((0, 0), 9 * unit + grow))
        left, top = (math.floor(min(values) - self._cell / 2) for values in zip(*corners, strict=True))
        wide, high = (math.ceil(max(values) - min(values)) for values in zip(*corners, strict=True))
        size = (wide + 2 * self._cell, high + 2 * self._cell)
        return coverage(size, [tuple((x - left, y - top) for x, y in one) for one in outlines]), (-left, -top)


class _Leg(NamedTuple):
    """A straight part of a line."""

    begin: float
    """Its start on the line."""
    length: float
    start: Point
    toward: Point
    """Unit vector."""

    def at(self, along: float, aside: float) -> Point:
        """Return the point at a distance along the whole line and an offset from it."""
        (x, y), (ux, uy), far = self.start, self.toward, along - self.begin
        return x + far * ux - aside * uy, y + far * uy + aside * ux


class _Line:
    """A line with corners, in pixels."""

    def __init__(self, corners: Sequence[Point]) -> None:
        self._legs: list[_Leg] = []
        self.length = 0.0
        for (x, y), (to_x, to_y) in pairwise(corners):
            length = math.hypot(to_x - x, to_y - y)
            self._legs.append(_Leg(self.length, length, (x, y), ((to_x - x) / length, (to_y - y) / length)))
            self.length += length

    def at(self, along: float, aside: float = 0) -> Point:
        """Return the point at a distance along the line and an offset from it."""
        leg = next((leg for leg in reversed(self._legs) if leg.begin <= along), self._legs[0])
        return leg.at(along, aside)

    def placed(self, points: Iterable[tuple[float, float]]) -> Points:
        """Return points that are given relative to the last straight part."""
        return tuple(self._legs[-1].at(along, aside) for along, aside in points)

    def bars(self, begin: float, end: float, wide: float) -> Iterator[Points]:
        """Yield the outlines of the line between two distances, with half of its width."""
        for leg in self._legs:
            first, last = max(begin, leg.begin), min(end, leg.begin + leg.length)
            if first < last:
                yield tuple(leg.at(*one) for one in ((first, -wide), (last, -wide), (last, wide), (first, wide)))


def _prints(line: _Line, begin: float, end: float, half: float, grow: float) -> list[Points]:
    """Return paw prints, alternating left and right of the line."""
    pitch = 2.7 * half
    count = max(1, round((end - begin) / pitch))
    pitch = (end - begin) / count
    return [
        circle(line.at(begin + pitch * (number + 0.35), (0.45 if number % 2 else -0.45) * half), half + grow)
        for number in range(count)
    ]
