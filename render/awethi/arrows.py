"""Arrows and tracks along paths, in three manners that can be distinguished without colour.

A herd's turn is a thin arrow, an awéthi's walk a track of footprints, and a wairgk's hunt one of paw prints with an
arrowhead. The awéthi stands at the end of its track, and its number at the beginning.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

from PIL import Image

from render.canvas import Colour, Point, Points, circle, coverage, mix
from render.indexed import IndexedPalette, paste, tint

Manner: TypeAlias = Literal["herd", "walk", "hunt"]

Way: TypeAlias = tuple[tuple[int, int], ...]
"""The bends of a path and its end, as files to the east and ranks to the north of its start."""

_HEAD: dict[Manner, tuple[float, float]] = {"herd": (15.0, 11.0), "hunt": (33.0, 22.0)}
"""Length and half of the width of the head, in hundredths of a square."""
_LINE = 4.0
"""Half of the width of a herd's line."""
_EDGE = 4.6
"""Width of the outline."""
_REACH: dict[Manner, tuple[float, float]] = {"herd": (0, 42), "walk": (6, 30), "hunt": (12, 36)}
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
        begin, before = (value * unit for value in _REACH[manner])
        grow = max(1.0, _EDGE * unit) if layer else 0.0
        end = line.length - before
        outlines: list[Points] = []
        if manner in _HEAD:
            head, wing = (value * unit for value in _HEAD[manner])
            tip, end = end, max(end - head, begin * 0.5)
            outlines.append(line.head((end - grow, wing + 1.5 * grow), tip + 1.7 * grow))
        if manner != "herd":
            outlines += _track(line, begin, end, _PRINTS[manner], unit, grow)
        elif end > begin:
            half = _LINE * unit + grow
            outlines += line.bars(begin, end + 1, half)
            outlines += [circle(corner, half) for corner in (line.at(begin), *corners[1:-1])]
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
        return self._leg(along).at(along, aside)

    def _leg(self, along: float) -> _Leg:
        return next((leg for leg in reversed(self._legs) if leg.begin <= along), self._legs[0])

    def head(self, barb: tuple[float, float], tip: float) -> Points:
        """Return the head of an arrow; a barb is given by its distance along the line and its offset from it."""
        (along, aside), leg = barb, self._legs[-1]
        return leg.at(along, aside), leg.at(tip, 0), leg.at(along, -aside)

    def oval(self, along: float, centre: tuple[float, float], half: tuple[float, float]) -> Points:
        """Return an oval in the direction that the line has at a distance along it.

        ``centre`` is a distance along the line and an offset from it, ``half`` half of the length and of the width.
        """
        leg = self._leg(along)
        return tuple(leg.at(centre[0] + x * half[0], centre[1] + y * half[1]) for x, y in circle((0, 0), 1))

    def bars(self, begin: float, end: float, wide: float) -> Iterator[Points]:
        """Yield the outlines of the line between two distances, with half of its width."""
        for leg in self._legs:
            first, last = max(begin, leg.begin), min(end, leg.begin + leg.length)
            if first < last:
                yield tuple(leg.at(*one) for one in ((first, -wide), (last, -wide), (last, wide), (first, wide)))


class _Print(NamedTuple):
    """A print, in hundredths of a square."""

    parts: tuple[tuple[float, float, float, float], ...]
    """Ovals: centre ahead and to the right, and half of length and width."""
    pitch: float
    """Distance of two prints along the track."""
    aside: float
    """Distance of each from the middle of the track, alternately to the left and to the right."""


_PRINTS: dict[Manner, _Print] = {
    "walk": _Print(((4.0, 0, 12.5, 8.5), (-15.5, 0, 5.5, 6.5)), 40, 11),
    "hunt": _Print(((-4.0, 0, 8.0, 10.5), (8.5, -9.5, 5.0, 4.0), (12.0, 0, 5.4, 4.0), (8.5, 9.5, 5.0, 4.0)), 36, 9),
}


def _track(line: _Line, begin: float, end: float, shape: _Print, unit: float, grow: float) -> Iterator[Points]:
    """Yield the outlines of prints between two distances along a line."""
    count = max(1, round((end - begin) / (shape.pitch * unit)))
    pitch = (end - begin) / count
    for number in range(count):
        along, aside = begin + pitch * (number + 0.5), shape.aside * unit * (1 if number % 2 else -1)
        for ahead, right, long, wide in shape.parts:
            centre = along + ahead * unit, aside + right * unit
            yield line.oval(along, centre, (long * unit + grow, wide * unit + grow))
