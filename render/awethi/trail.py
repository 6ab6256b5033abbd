"""Arrows from square to square, in three manners that can be told apart without colour; with bends where the way has.

What happened by itself (a herd's turn) is a thin line, an awéthi's walk a broad arrow, and a wairgk's hunt a row of
prints with a head.
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
"""The bends of a way and its end: files to the east of where it begins and ranks to the north."""

_BODY: dict[Manner, tuple[float, float, float]] = {
    "herd": (4.0, 15.0, 11.0),
    "walk": (8.5, 33.0, 22.0),
    "hunt": (8.5, 33.0, 22.0),
}
"""Half of the width of the line, length and half of the width of the head, in hundredths of a square."""
_EDGE = 4.6
"""Width of the outline."""
_REACH: dict[Manner, tuple[float, float]] = {"herd": (0, 42), "walk": (12, 36), "hunt": (12, 36)}
"""How far from the middle of the first square a line begins, and before that of the last one it ends."""
_LEVELS = 3
"""Steps from the colour of the outline to that of the ink."""
_RIM, _FULL = 64, 192
"""Coverage of the outline from which a pixel is its rim, and from which it belongs to it."""
_COVERED = [255 * (value >= _RIM) for value in range(256)]
_BODY_OF = [255 * (value >= _FULL) for value in range(256)]
_RIM_OF = [255 * (_RIM <= value < _FULL) for value in range(256)]


class Arrow(NamedTuple):
    """An arrow in the colours of its manner."""

    left: int
    """Where it begins, from the middle of its first square."""
    top: int
    numbers: Image.Image
    """Colour numbers of everything within the outline."""
    body: Image.Image
    """Where that is."""
    rim: Image.Image
    """Where the outline covers a pixel by about a half."""


class Trails:
    """The arrows for squares of one size; ``colours`` are the ink and the outline of each manner."""

    def __init__(self, cell: int, palette: IndexedPalette, colours: Mapping[Manner, tuple[Colour, Colour]]) -> None:
        self._cell = cell
        self._palette = palette
        self._colours = colours
        # More than a match has: 16 ways of a herd, 40 of an awéthi and 84 of a wairgk, and those round an obstacle.
        self.arrow = lru_cache(maxsize=200)(self._arrow)

    def overlay(self, frame: Image.Image, manner: Manner, middle: tuple[int, int], way: Way) -> None:
        """Lay an arrow over the frame, from the middle of a square."""
        left, top, numbers, body, rim = self.arrow(manner, way)
        at = (middle[0] + left, middle[1] + top)
        tint(frame, self._palette.blended(self._colours[manner][1], 0.5), at, rim)
        paste(frame, numbers, at, body)

    def _arrow(self, manner: Manner, way: Way) -> Arrow:
        """The arrow, drawn: everything but its rim hides what it lies on, so that its colours are known."""
        ink, edge = self._colours[manner]
        (within, origin), (outline, _) = (self._coverage(manner, way, layer) for layer in (0, 1))
        left, top, right, bottom = outline.point(_COVERED).getbbox() or (0, 0, 1, 1)
        box = left, top, right, bottom
        inside, outline = within.crop(box), outline.crop(box)
        tints = [self._palette.nearest(mix(edge, ink, level / _LEVELS)) for level in range(_LEVELS + 1)]
        numbers = inside.point([tints[round(value * _LEVELS / 255)] for value in range(256)])
        return Arrow(left - origin[0], top - origin[1], numbers, outline.point(_BODY_OF), outline.point(_RIM_OF))

    def _coverage(self, manner: Manner, way: Way, layer: int) -> tuple[Image.Image, tuple[int, int]]:
        """How much of each pixel an arrow (layer 0) or its outline (1) covers, and where its origin lies."""
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
    """Where on the line it begins."""
    length: float
    start: Point
    toward: Point
    """Of length 1."""

    def at(self, along: float, aside: float) -> Point:
        """The point so far along the whole line and aside of it."""
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
        """The point so far along the line and aside of it."""
        leg = next((leg for leg in reversed(self._legs) if leg.begin <= along), self._legs[0])
        return leg.at(along, aside)

    def placed(self, points: Iterable[tuple[float, float]]) -> Points:
        """Points that are given by how far along and aside of the last straight part they lie."""
        return tuple(self._legs[-1].at(along, aside) for along, aside in points)

    def bars(self, begin: float, end: float, wide: float) -> Iterator[Points]:
        """The line from one place to another, drawn so wide to either side."""
        for leg in self._legs:
            first, last = max(begin, leg.begin), min(end, leg.begin + leg.length)
            if first < last:
                yield tuple(leg.at(*one) for one in ((first, -wide), (last, -wide), (last, wide), (first, wide)))


def _prints(line: _Line, begin: float, end: float, half: float, grow: float) -> list[Points]:
    """Paw prints left and right of the line by turns."""
    pitch = 2.7 * half
    count = max(1, round((end - begin) / pitch))
    pitch = (end - begin) / count
    return [
        circle(line.at(begin + pitch * (number + 0.35), (0.45 if number % 2 else -0.45) * half), half + grow)
        for number in range(count)
    ]
