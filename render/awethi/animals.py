"""Aiwe and wairgka as outlines around the origin, in a square of 100 units: all original drawings.

Calf, cow and bull are whole animals that face east. They differ in their silhouettes, so that they can be distinguished
without colour: a small body on long legs, a straight back with an udder, and a hump behind wide horns.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from engines.awethi.observation import Kind
from render.awethi.colours import EYE, FUR, FUR_SHADE, Herd
from render.canvas import Canvas, Colour, Point, Points, circle, mirrored, moved, path
from render.dice import IVORY

_LINE = 3.4
"""Half of the width of the outline of a piece."""

_BULL = path(
    "M -46 -4 C -45 -18 -34 -21 -22 -19 C -10 -19 -4 -37 10 -38 C 22 -39 30 -31 34 -23 L 46 -8 C 51 -2 50 7 45 9 "
    "C 40 11 34 9 31 6 C 30 14 26 20 22 22 L 22 43 L 11 43 L 9 24 C 0 27 -14 26 -24 22 L -25 43 L -36 43 L -38 20 "
    "C -44 14 -47 6 -46 -4 Z"
)
_BULL_HORNS = (
    path("M 30 -24 C 31 -33 28 -41 20 -48 C 34 -48 41 -37 37 -22 Z"),
    path("M 35 -21 C 43 -25 49 -34 46 -49 C 58 -40 57 -22 40 -13 Z"),
)
_BULL_LEGS = (path("M -22 14 L -14 14 L -12 40 L -21 40 Z"), path("M 18 12 L 29 12 L 33 40 L 24 40 Z"))
_COW = path(
    "M -44 -13 C -40 -19 -20 -17 -4 -16 C 8 -16 15 -21 21 -29 C 27 -35 36 -33 40 -25 L 50 -11 C 52 -5 48 2 42 2 "
    "C 36 2 32 0 30 -2 C 28 8 24 16 18 20 L 19 43 L 11 43 L 8 22 C -2 24 -14 24 -22 20 L -23 43 L -32 43 L -34 18 "
    "C -42 12 -46 0 -44 -13 Z"
)
_COW_HORNS = (path("M 24 -30 C 21 -37 23 -43 28 -47 C 30 -41 33 -37 35 -32 Z"),)
_COW_LEGS = (path("M -20 14 L -12 14 L -10 40 L -18 40 Z"), path("M 16 10 L 25 10 L 29 40 L 21 40 Z"))
_UDDER = path("M -20 18 C -20 30 -8 33 -3 20 Z")
_CALF = path(
    "M -29 2 C -27 -7 -12 -8 -2 -6 C 6 -7 8 -16 14 -23 C 20 -29 29 -26 32 -17 L 40 -6 C 41 1 36 5 31 4 C 26 4 22 3 20 3"
    " C 20 11 16 15 13 17 L 15 43 L 7 43 L 3 19 C -4 21 -12 20 -16 17 L -17 43 L -25 43 L -26 13 C -29 10 -30 6 -29 2 Z"
)
_CALF_EAR = path("M 16 -23 C 8 -31 -1 -29 -4 -22 C 2 -15 10 -14 17 -18 Z")
_CALF_LEGS = (path("M -14 12 L -7 12 L -6 40 L -13 40 Z"), path("M 11 10 L 18 10 L 23 40 L 16 40 Z"))


def disc(at: float) -> tuple[Points, ...]:
    """The mark of the herd at NW."""
    return (moved(circle((0, 0), 15), 0, at),)


def wedge(at: float) -> tuple[Points, ...]:
    """The mark of the herd at NE: a triangle on its point."""
    return (moved(((-19, -14), (19, -14), (0, 19)), 0, at),)


def bars(at: float) -> tuple[Points, ...]:
    """The mark of the herd at SE: two upright bars."""
    return tuple(moved(((-5, -17), (5, -17), (5, 17), (-5, 17)), x, at) for x in (-10, 10))


def chevron(at: float) -> tuple[Points, ...]:
    """The mark of the herd at SW: a roof."""
    return (moved(((0, -18), (20, 6), (20, 18), (0, -3), (-20, 18), (-20, 6)), 0, at),)


MARKS: Sequence[Callable[[float], tuple[Points, ...]]] = (disc, wedge, bars, chevron)
"""The marks of the herds at NW, NE, SE and SW, about 38 units high; the argument is the vertical position."""


class Pen:
    """Draws scaled outlines at a position on a canvas."""

    def __init__(self, canvas: Canvas, dx: float = 0, dy: float = 0, scale: float = 1, wide: float = 1) -> None:
        self._canvas, self._dx, self._dy, self.scale, self._wide = canvas, dx, dy, scale, wide

    def _at(self, points: Points) -> Points:
        return tuple((x * self.scale * self._wide + self._dx, y * self.scale + self._dy) for x, y in points)

    def fill(self, outline: Points, ink: Colour) -> None:
        """Fill an outline."""
        self._canvas.fill(self._at(outline), ink)

    def edge(self, outline: Points, ink: Colour, width: float = 2 * _LINE) -> None:
        """Draw an outline's edge; its width is not scaled."""
        self._canvas.stroke(self._at((*outline, outline[0])), width, ink)

    def letters(self, string: str, at: tuple[float, float], size: float, ink: Colour) -> None:
        """Write letters."""
        self._canvas.letters(string, self._at([at])[0], size * self.scale, ink)


def _both(outline: Points) -> tuple[Points, Points]:
    return outline, mirrored(outline, 0)


class _Body(NamedTuple):
    """The parts of an animal."""

    outline: Points
    legs: tuple[Points, ...]
    """Those on the far side."""
    horns: tuple[Points, ...]
    extra: Points | None
    """An ear or an udder, before the body or behind it."""
    eye: Point
    mark: Point
    """Where the mark of the herd is, and its size."""
    size: float
    tail: Points


_BODIES: Mapping[Kind, _Body] = {
    "calf": _Body(_CALF, _CALF_LEGS, (), _CALF_EAR, (25, -13), (-6, 6), 0.62, ((-28, 2), (-34, 14))),
    "cow": _Body(_COW, _COW_LEGS, _COW_HORNS, _UDDER, (33, -18), (-11, 2), 0.82, ((-43, -10), (-49, 12), (-47, 22))),
    "bull": _Body(_BULL, _BULL_LEGS, _BULL_HORNS, None, (32, -10), (-6, -2), 0.95, ((-45, -4), (-51, 16), (-49, 27))),
}


def _aiwe(canvas: Canvas, herd: Herd, place: int, soot: Colour, kind: Kind) -> None:
    """A whole animal from the side, with the mark of its herd."""
    body, pen = _BODIES[kind], Pen(canvas, -1, 3)
    parts = [(leg, herd.shade) for leg in body.legs]
    parts += [(horn, IVORY) for horn in body.horns]
    if body.extra is not None and kind == "cow":
        parts.append((body.extra, herd.light))
    parts.append((body.outline, herd.face))
    if body.extra is not None and kind == "calf":
        parts.append((body.extra, herd.shade))
    for outline, _ in parts:
        pen.edge(outline, soot)
    canvas.stroke(moved(body.tail, -1, 3), 9, soot)
    canvas.stroke(moved(body.tail, -1, 3), 4, herd.face)
    for outline, ink in parts:
        pen.fill(outline, ink)
    pen.fill(circle(body.eye, 3.6), soot)
    x, y = body.mark
    for outline in MARKS[place](0):
        pen.fill(moved(outline, x, y, body.size), herd.ink)


def calf(canvas: Canvas, herd: Herd, place: int, soot: Colour) -> None:
    """A small body on long legs, with a hanging ear."""
    _aiwe(canvas, herd, place, soot, "calf")


def cow(canvas: Canvas, herd: Herd, place: int, soot: Colour) -> None:
    """A straight back, short horns and an udder."""
    _aiwe(canvas, herd, place, soot, "cow")


def bull(canvas: Canvas, herd: Herd, place: int, soot: Colour) -> None:
    """A hump, a low head and wide horns."""
    _aiwe(canvas, herd, place, soot, "bull")


AIWE: Mapping[Kind, Callable[[Canvas, Herd, int, Colour], None]] = {"calf": calf, "cow": cow, "bull": bull}

_HOOD = circle((0, -28), 18.5)
_CLOAK = path("M -16 -22 C -34 -14 -41 14 -42 46 L 42 46 C 41 14 34 -14 16 -22 C 6 -26 -6 -26 -16 -22 Z")
_STAFF = path("M 44 46 L 44 -28 C 44 -46 26 -48 26 -34")


def awethi(canvas: Canvas, herd: Herd, place: int, number: int, soot: Colour) -> None:
    """A shepherd with a crook: the herd's mark as a face, the number on the cloak."""
    pen = Pen(canvas, -3, 0)
    canvas.stroke(_STAFF, 12, soot)
    pen.edge(_CLOAK, soot)
    pen.edge(_HOOD, soot)
    canvas.stroke(_STAFF, 6, IVORY)
    pen.fill(_CLOAK, herd.face)
    pen.edge(_HOOD, soot, 5)
    pen.fill(_HOOD, herd.light)
    for outline in MARKS[place](0):
        pen.fill(moved(outline, 0, -28, 0.68), soot)
    pen.letters(str(number), (0, 19), 66, herd.ink)


_WOLF = path(
    "M -45 -46 C -30 -42 -18 -34 -12 -27 C -5 -29 5 -29 12 -27 C 18 -34 30 -42 45 -46 C 47 -28 44 -14 39 -4 "
    "C 46 4 47 14 44 20 C 32 22 24 28 18 36 C 12 45 5 47 0 47 C -5 47 -12 45 -18 36 C -24 28 -32 22 -44 20 "
    "C -47 14 -46 4 -39 -4 C -44 -14 -47 -28 -45 -46 Z"
)
_CHEEK = path("M -40 14 C -28 12 -20 4 -9 13 L -6 30 L 0 44 C -8 44 -14 40 -18 33 C -24 25 -32 19 -40 14 Z")
_EYE = path("M 10 11 C 15 4 22 2 29 2 C 28 10 19 14 10 11 Z")


def wairgk(canvas: Canvas, number: int | None) -> None:
    """A dark wolf's head with a pale outline and its number on the forehead."""
    _wolf(Pen(canvas, 0, 0, 0.96), number)


def pack(canvas: Canvas, numbers: Sequence[int]) -> None:
    """Several wairgka on one square, as in the Lair."""
    low = 24 if len(numbers) > 2 else 10
    for place, number in enumerate(numbers):
        _wolf(Pen(canvas, 24 if place % 2 else -24, low if place > 1 or low < 24 else -23, 0.46), number)


def den(canvas: Canvas, number: int) -> None:
    """Several wairgka on a small square: one head, and a dot for each."""
    _wolf(Pen(canvas, 0, -10, 0.78), None)
    for place in range(number):
        x = 22 * (place - (number - 1) / 2)
        canvas.dot((x, 39), 10.5, FUR)
        canvas.dot((x, 39), 8, IVORY)


def _wolf(pen: Pen, number: int | None) -> None:
    pen.edge(_WOLF, IVORY, 8 * max(0.7, pen.scale))
    pen.fill(_WOLF, FUR)
    for outline in _both(_CHEEK):
        pen.fill(outline, FUR_SHADE)
    for outline in _both(_EYE):
        pen.fill(outline, EYE)
    pen.fill(path("M -8 33 C -4 31 4 31 8 33 C 7 40 3 42 0 42 C -3 42 -7 40 -8 33 Z"), IVORY)
    if number is not None:
        pen.letters(str(number), (0, -8), 46, IVORY)
