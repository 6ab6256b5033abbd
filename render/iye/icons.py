"""The five İye as outlines in a square of 100 by 100 units, all original drawings.

Each has its own silhouette, so that tiles differ without colour: a rayed disc, a horse's head, a tree, a wave and an
owl.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from render.canvas import Canvas, Colour, Points, circle, mirrored, moved, path, rotated

Icon = Callable[[Canvas, "Tints", float, float, float], None]


class Tints(NamedTuple):
    """Colours of an icon: the body, a darker one for lines in it, and a third for details."""

    body: Colour
    line: Colour
    detail: Colour


class _Pen:
    """Draws in icon units at a position on a canvas."""

    def __init__(self, canvas: Canvas, left: float, top: float, side: float) -> None:
        self._canvas = canvas
        self._left, self._top, self._scale = left, top, side / 100

    def _at(self, points: Points) -> Points:
        return moved(points, self._left, self._top, self._scale)

    def fill(self, outline: Points, ink: Colour) -> None:
        self._canvas.fill(self._at(outline), ink)

    def stroke(self, line: Points, width: float, ink: Colour) -> None:
        self._canvas.stroke(self._at(line), width * self._scale, ink)

    def dot(self, x: float, y: float, radius: float, ink: Colour) -> None:
        self.fill(circle((x, y), radius), ink)


def sun(canvas: Canvas, tints: Tints, left: float, top: float, side: float) -> None:
    """A rayed disc with the dot and ring of the rock carvings."""
    pen = _Pen(canvas, left, top, side)
    for step in range(12):
        reach = 0 if step % 3 == 0 else 7
        pen.fill(rotated(((41, 30), (50, reach), (59, 30)), 30 * step, (50, 50)), tints.body)
    pen.dot(50, 50, 28, tints.body)
    pen.dot(50, 50, 20.5, tints.line)
    pen.dot(50, 50, 15.5, tints.detail)


_HORSE = path(
    "M 57 4 C 59 9 61 13 62 17 C 78 24 90 44 91 72 C 91 82 90 90 88 97 L 38 97 C 37 84 42 76 50 69 "
    "C 54 65 55 61 54 57 C 46 62 39 62 34 63 C 29 65 26 70 21 72 C 15 74 8 70 7 63 C 6 58 9 55 13 50 "
    "C 20 41 26 34 31 26 C 34 21 38 17 43 15 C 46 10 51 6 57 4 Z"
)
_MANE = path(
    "M 61 15 C 80 22 93 44 94 72 C 94 82 92 91 90 98 L 78 98 C 79 92 78 88 74 84 C 80 80 81 74 76 70 "
    "C 81 64 80 57 74 54 C 77 47 75 41 69 39 C 70 32 67 27 60 25 Z"
)


def horse(canvas: Canvas, tints: Tints, left: float, top: float, side: float) -> None:
    """A horse's head looking left, with a mane in locks and a halter."""
    pen = _Pen(canvas, left, top, side)
    pen.fill(_HORSE, tints.body)
    pen.fill(_MANE, tints.detail)
    for lock in (
        "M 66 38 C 73 43 77 49 77 56",
        "M 66 60 C 74 65 78 71 78 79",
    ):
        pen.stroke(path(lock), 4.4, tints.line)
    pen.stroke(path("M 23 38 C 29 43 34 50 35 61"), 3.6, tints.line)
    pen.stroke(path("M 33 50 C 44 50 54 44 60 33"), 3.6, tints.line)
    pen.fill(path("M 38 32 C 41 27 47 27 50 31 C 46 35 42 35 38 32 Z"), tints.line)
    pen.dot(14.5, 61.5, 3, tints.line)


_TRUNK = path("M 45.5 30 L 54.5 30 L 56.5 82 C 59 89 67 93 77 94 L 77 98 L 23 98 L 23 94 C 33 93 41 89 43.5 82 Z")
_LEAF = path("M 0 0 C -8 -6 -8 -17 0 -25 C 8 -17 8 -6 0 0 Z")


def tree(canvas: Canvas, tints: Tints, left: float, top: float, side: float) -> None:
    """The tree between the worlds: a trunk on roots, branches rising on both sides, leaves at their ends."""
    pen = _Pen(canvas, left, top, side)
    pen.fill(_TRUNK, tints.body)
    for line, x, y, lean in (
        ("M 50 77 C 34 77 19 70 14 57", 14, 61, -26),
        ("M 50 58 C 40 58 28 50 24 38", 24, 42, -26),
        ("M 50 42 C 44 41 39 35 37 25", 36, 27, -20),
    ):
        leaf = moved(rotated(moved(_LEAF, scale=1.12), lean), x, y)
        for branch, outline in ((path(line), leaf), (mirrored(path(line), 50), mirrored(leaf, 50))):
            pen.stroke(branch, 7.5, tints.body)
            pen.fill(outline, tints.detail)
    pen.fill(moved(moved(_LEAF, scale=1.25), 50, 33), tints.detail)


_CREST = path(
    "M 4 58 C 10 30 34 12 60 16 C 80 19 92 34 89 49 C 87 60 74 65 66 58 C 61 53 63 45 69 44 "
    "C 63 36 48 40 44 50 C 41 58 46 62 50 64 C 36 68 16 67 4 58 Z"
)
_WAVE = "M 4 {0} C 12 {1} 22 {1} 29 {0} C 36 {2} 44 {2} 51 {0} C 58 {1} 67 {1} 74 {0} C 81 {2} 90 {2} 96 {0}"


def water(canvas: Canvas, tints: Tints, left: float, top: float, side: float) -> None:
    """A breaking wave over two ripples."""
    pen = _Pen(canvas, left, top, side)
    pen.fill(_CREST, tints.body)
    pen.stroke(path("M 17 50 C 24 34 40 25 57 27"), 4, tints.line)
    for y, ink in ((76, tints.body), (91, tints.detail)):
        pen.stroke(path(_WAVE.format(y, y - 7, y + 7)), 8.5, ink)


_OWL = path(
    "M 18 6 C 27 8 35 12 41 15 C 47 13 53 13 59 15 C 65 12 73 8 82 6 C 84 16 83 23 81 29 C 86 38 88 48 87 58 "
    "C 85 80 70 95 50 97 C 30 95 15 80 13 58 C 12 48 14 38 19 29 C 17 23 16 16 18 6 Z"
)
_WING = path("M 14 50 C 11 70 20 88 36 95 C 38 78 32 60 14 50 Z")


def owl(canvas: Canvas, tints: Tints, left: float, top: float, side: float) -> None:
    """An owl from the front: ear tufts, ringed eyes, wings and a feathered breast."""
    pen = _Pen(canvas, left, top, side)
    pen.fill(_OWL, tints.body)
    for outline in (_WING, mirrored(_WING, 50)):
        pen.fill(outline, tints.detail)
    for x in (33, 67):
        pen.dot(x, 36, 16.5, tints.line)
        pen.dot(x, 36, 13, tints.body)
        pen.dot(x, 36, 6.8, tints.line)
    pen.fill(path("M 44 42 C 48 40 52 40 56 42 L 50 56 Z"), tints.line)
    for x, y in ((50, 68), (41, 79), (59, 79)):
        pen.stroke(((x - 5.5, y - 3), (x, y + 2), (x + 5.5, y - 3)), 4, tints.line)


ICONS: Mapping[str, Icon] = {"S": sun, "H": horse, "T": tree, "W": water, "O": owl}
