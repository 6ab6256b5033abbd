"""Carvings on pieces and totems: four marks and four heads, all original drawings around the point (0, 0).

Every side has its own mark and animal, so that the sides differ without colour: red has a mountain and a bear,
blue waves and a wolf, yellow a sun and an eagle, green a leafy cross and a stag.
"""

from __future__ import annotations

from collections.abc import Callable

from render.canvas import Canvas, Colour, Points, circle, mirrored, moved, path, rotated, rounded
from render.totem.colours import Side


class Pen:
    """Draws around a point of a canvas, scaled."""

    __slots__ = ("_at", "_canvas", "_scale")

    def __init__(self, canvas: Canvas, at: tuple[float, float] = (0, 0), scale: float = 1) -> None:
        self._canvas, self._at, self._scale = canvas, at, scale

    def _place(self, points: Points) -> Points:
        return moved(points, *self._at, self._scale)

    def fill(self, outline: Points, ink: Colour) -> None:
        self._canvas.fill(self._place(outline), ink)

    def both(self, outline: Points, ink: Colour) -> None:
        """Fill an outline and its mirror image."""
        self.fill(outline, ink)
        self.fill(mirrored(outline, 0), ink)

    def stroke(self, line: Points, width: float, ink: Colour) -> None:
        self._canvas.stroke(self._place(line), width * self._scale, ink)

    def strokes(self, line: Points, width: float, ink: Colour) -> None:
        """Draw a line and its mirror image."""
        self.stroke(line, width, ink)
        self.stroke(mirrored(line, 0), width, ink)

    def dot(self, x: float, y: float, radius: float, ink: Colour) -> None:
        self.fill(circle((x, y), radius), ink)


# ---------------------------------------------------------------------------------------- marks, within a radius of 20


def _mountain(pen: Pen, ink: Colour, ground: Colour) -> None:
    pen.fill(((0, -20), (21, 15), (-21, 15)), ink)
    pen.fill(((0, -4), (8.5, 10), (-8.5, 10)), ground)


def _waves(pen: Pen, ink: Colour, ground: Colour) -> None:  # noqa: ARG001 - all marks are drawn alike
    for y in (-10, 9):
        pen.stroke(path(f"M -18 {y + 4} C -12 {y - 8} -6 {y - 8} 0 {y} C 6 {y + 8} 12 {y + 8} 18 {y - 4}"), 8, ink)


def _sun(pen: Pen, ink: Colour, ground: Colour) -> None:
    pen.dot(0, 0, 19.5, ink)
    pen.dot(0, 0, 12, ground)
    pen.dot(0, 0, 6, ink)


def _leaves(pen: Pen, ink: Colour, ground: Colour) -> None:  # noqa: ARG001
    leaf = path("M 0 -1 C -10 -7 -10 -17 0 -23 C 10 -17 10 -7 0 -1 Z")
    for step in range(4):
        pen.fill(rotated(leaf, 90 * step + 45), ink)


MARKS: tuple[Callable[[Pen, Colour, Colour], None], ...] = (_mountain, _waves, _sun, _leaves)
"""The mark of each seat."""

# ---------------------------------------------------------------------------------------- heads, within a radius of 34


def _bear(pen: Pen, side: Side) -> None:
    for x in (-20, 20):
        pen.dot(x, -19, 11, side.ink)
        pen.dot(x, -19, 5, side.line)
    pen.both(path("M 0 -27 C 19 -27 29 -15 28 2 C 27 20 14 30 0 30 Z"), side.ink)
    pen.fill(path("M 0 3 C 10 3 15 9 14 16 C 13 23 7 26 0 26 C -7 26 -13 23 -14 16 C -15 9 -10 3 0 3 Z"), side.light)
    for eye in (-12.5, 12.5):
        pen.dot(eye, -7, 5, side.line)
    pen.fill(path("M -8 8 C -4 5 4 5 8 8 C 7 13 3 16 0 16 C -3 16 -7 13 -8 8 Z"), side.line)
    pen.stroke(((0, 15), (0, 21)), 3, side.line)


def _wolf(pen: Pen, side: Side) -> None:
    pen.both(
        path("M -2 -18 L -13 -20 L -28 -36 C -31 -22 -31 -10 -28 2 L -34 9 C -24 14 -17 22 -10 31 L 0 33 L 0 -18 Z"),
        side.ink,
    )
    pen.both(path("M -16 -18 L -25 -28 L -26 -12 Z"), side.line)
    pen.both(path("M -21 -2 L -7 5 L -10 9 C -16 9 -20 5 -21 -2 Z"), side.line)
    pen.both(path("M 0 8 L -5 10 L -9 25 L 0 27 Z"), side.light)
    pen.fill(path("M -7 22 C -4 20 4 20 7 22 C 6 27 3 31 0 32 C -3 31 -6 27 -7 22 Z"), side.line)


def _eagle(pen: Pen, side: Side) -> None:
    pen.both(
        path(
            "M 0 -36 L -7 -27 L -16 -33 L -17 -23 L -29 -25 L -25 -13 L -33 -9 L -28 2 L -32 12 L -22 15 "
            "C -16 20 -8 22 0 22 Z"
        ),
        side.ink,
    )
    pen.both(path("M -26 -12 L -6 -3 L -7 7 C -17 7 -24 0 -26 -12 Z"), side.line)
    for x in (-14.5, 14.5):
        pen.dot(x, -1.5, 3.6, side.ink)
    pen.both(path("M 0 -6 C 7 -4 12 4 12 12 C 12 21 5 27 0 36 Z"), side.rim)
    pen.both(path("M 0 -2 C 5 0 8.5 6 8.5 12 C 8.5 19 4 24 0 31 Z"), side.light)


def _stag(pen: Pen, side: Side) -> None:
    pen.strokes(path("M -6 -12 C -12 -16 -20 -20 -23 -34"), 5.5, side.ink)
    pen.strokes(path("M -15 -19 C -22 -18 -29 -20 -33 -27"), 5, side.ink)
    pen.strokes(path("M -13 -18 C -11 -24 -11 -29 -12 -34"), 5, side.ink)
    pen.both(path("M -9 -9 C -18 -13 -28 -11 -33 -4 C -27 3 -18 3 -11 -1 Z"), side.ink)
    pen.both(path("M 0 -15 C 10 -15 15 -9 15 -1 C 15 9 10 16 10 25 C 9 32 4 34 0 34 Z"), side.ink)
    for x in (-9, 9):
        pen.dot(x, 1, 3.6, side.line)
    pen.fill(path("M -7 24 C -4 22 4 22 7 24 C 6 30 3 32 0 32 C -3 32 -6 30 -7 24 Z"), side.line)
    pen.fill(path("M 0 -11 L 4 -4 L 0 8 L -4 -4 Z"), side.light)


HEADS: tuple[Callable[[Pen, Side], None], ...] = (_bear, _wolf, _eagle, _stag)
"""The animal of each seat's totem."""

CROSS: tuple[Points, ...] = tuple(rotated(rounded(-25, -4.6, 25, 4.6, 4.6), lean) for lean in (45, -45))
"""Two strokes through an eliminated piece."""
