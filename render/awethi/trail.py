"""Arrows from square to square, in three manners that can be told apart without colour.

What happened by itself (a herd's turn) is a thin line, an awéthi's walk a broad arrow, and a wairgk's hunt a row of
prints with a head.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from PIL import Image

from render.canvas import Colour, Points, circle, coverage, mix
from render.indexed import Inks, stick, tint

Manner: TypeAlias = Literal["herd", "walk", "hunt"]

Step: TypeAlias = tuple[int, int]
"""Files to the east and ranks to the north."""

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

    def __init__(self, cell: int, inks: Inks, colours: Mapping[Manner, tuple[Colour, Colour]]) -> None:
        self._cell = cell
        self._inks = inks
        self._colours = colours
        # All that can be: 16 steps of a herd, 40 of an awéthi, 84 of a wairgk.
        self.arrow = lru_cache(maxsize=140)(self._arrow)

    def lay(self, frame: Image.Image, manner: Manner, middle: tuple[int, int], step: Step) -> None:
        """Lay an arrow over the frame, from the middle of a square."""
        left, top, numbers, body, rim = self.arrow(manner, step)
        at = (middle[0] + left, middle[1] + top)
        tint(frame, self._inks.blended(self._colours[manner][1], 0.5), at, rim)
        stick(frame, numbers, at, body)

    def _arrow(self, manner: Manner, step: Step) -> Arrow:
        """The arrow, drawn: everything but its rim hides what it lies on, so that its colours are known."""
        ink, edge = self._colours[manner]
        (within, origin), (outline, _) = (self._coverage(manner, step, layer) for layer in (0, 1))
        left, top, right, bottom = outline.point(_COVERED).getbbox() or (0, 0, 1, 1)
        box = left, top, right, bottom
        inside, outline = within.crop(box), outline.crop(box)
        tints = [self._inks.nearest(mix(edge, ink, level / _LEVELS)) for level in range(_LEVELS + 1)]
        numbers = inside.point([tints[round(value * _LEVELS / 255)] for value in range(256)])
        return Arrow(left - origin[0], top - origin[1], numbers, outline.point(_BODY_OF), outline.point(_RIM_OF))

    def _coverage(self, manner: Manner, step: Step, layer: int) -> tuple[Image.Image, tuple[int, int]]:
        """How much of each pixel an arrow (layer 0) or its outline (1) covers, and where its origin lies."""
        unit = self._cell / 100
        dx, dy = step[0] * self._cell, -step[1] * self._cell
        length = math.hypot(dx, dy)
        ux, uy = dx / length, dy / length
        half, head, wing = (value * unit for value in _BODY[manner])
        begin, before = (value * unit for value in _REACH[manner])
        grow = max(1.0, _EDGE * unit) if layer else 0.0
        tip = length - before
        neck = max(tip - head, begin * 0.5)
        outlines: list[Points] = [
            ((neck - grow, wing + 1.5 * grow), (tip + 1.7 * grow, 0), (neck - grow, -wing - 1.5 * grow))
        ]
        if manner == "hunt":
            outlines += _prints(begin, neck, half, grow)
        elif neck > begin:
            outlines.append(_bar(begin, neck + 1, half + grow))
            outlines.append(circle((begin, 0), half + grow))
        if manner == "herd":
            outlines.append(circle((0, 0), 9 * unit + grow))
        left = math.floor(min(0, dx) - self._cell / 2)
        top = math.floor(min(0, dy) - self._cell / 2)
        size = (math.ceil(abs(dx)) + 2 * self._cell, math.ceil(abs(dy)) + 2 * self._cell)
        placed = [tuple((x * ux - y * uy - left, x * uy + y * ux - top) for x, y in outline) for outline in outlines]
        return coverage(size, placed), (-left, -top)


def _bar(begin: float, end: float, wide: float) -> Points:
    return (begin, -wide), (end, -wide), (end, wide), (begin, wide)


def _prints(begin: float, end: float, half: float, grow: float) -> list[Points]:
    """Paw prints left and right of the line by turns."""
    pitch = 2.7 * half
    count = max(1, round((end - begin) / pitch))
    pitch = (end - begin) / count
    return [
        circle((begin + pitch * (number + 0.35), (0.45 if number % 2 else -0.45) * half), half + grow)
        for number in range(count)
    ]
