"""Arrows from square to square, in three manners that can be told apart without colour.

What happened by itself (a herd's turn) is a thin line, an awéthi's walk a broad arrow, and a wairgk's hunt a row of
prints with a head.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Literal, TypeAlias

from PIL import Image

from render.canvas import Colour, Points, circle, coverage
from render.indexed import Inks, Shape, shape

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


class Trails:
    """The arrows for squares of one size."""

    def __init__(self, cell: int) -> None:
        self._cell = cell
        self.arrow = lru_cache(maxsize=64)(self._arrow)

    def lay(
        self,
        frame: Image.Image,
        inks: Inks,
        manner: Manner,
        middle: tuple[int, int],
        step: Step,
        colours: tuple[Colour, Colour],
    ) -> None:
        """Lay an arrow over the frame, from the middle of a square; ``colours`` are its ink and its outline."""
        ink, edge = colours
        for layer, tint in ((1, edge), (0, ink)):
            inks.lay(frame, self.arrow(manner, step, layer), middle, tint)

    def _arrow(self, manner: Manner, step: Step, layer: int) -> Shape:
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
        return shape(coverage(size, placed), (-left, -top))


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
