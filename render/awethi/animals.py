"""Aiwe and wairgka as outlines around the origin, in a square of 100 units: all original drawings.

Calf, cow and bull differ in size and horns, so that they can be distinguished without colour: no horns, short ones, and
horns as wide as the square.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engines.awethi.observation import Kind
from render.awethi.colours import EYE, FUR, FUR_SHADE, IVORY, Herd
from render.canvas import Canvas, Colour, Points, circle, mirrored, moved, path

_LINE = 3.4
"""Half of the width of the outline of a piece."""

_SKULL = path(
    "M -27 -26 C -18 -35 18 -35 27 -26 C 33 -12 27 6 21 18 C 21 34 13 42 0 42 C -13 42 -21 34 -21 18 "
    "C -27 6 -33 -12 -27 -26 Z"
)
_MUZZLE = path("M -18 24 C -12 18 12 18 18 24 C 19 35 11 40 0 40 C -11 40 -19 35 -18 24 Z")
_EAR = path("M 25 -20 C 33 -27 44 -26 51 -17 C 47 -6 34 -4 26 -9 Z")
_CALF_EAR = path("M 24 -22 C 34 -30 50 -24 55 -8 C 46 2 34 -2 25 -9 Z")
_COW_HORN = path("M 12 -29 C 20 -36 25 -45 22 -58 C 36 -52 42 -38 27 -22 Z")
_BULL_HORN = path("M 14 -32 C 36 -28 46 -40 40 -62 C 62 -50 66 -16 26 -14 Z")

_CROSS_ARM = ((-6, -18), (6, -18), (6, 18), (-6, 18))


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


def _head(pen: Pen, herd: Herd, number: int, soot: Colour, ears: Points, horns: Points | None) -> None:
    """A head from the front, with the mark of its herd on the forehead."""
    parts = [(ear, herd.shade) for ear in _both(ears)]
    parts += [(horn, IVORY) for horn in _both(horns)] if horns else []
    parts.append((_SKULL, herd.face))
    for outline, _ in parts:
        pen.edge(outline, soot)
    for outline, ink in parts:
        pen.fill(outline, ink)
    pen.fill(_MUZZLE, herd.light)
    for x in (-7, 7):
        pen.fill(circle((x, 31), 2.8), soot)
    for outline in MARKS[number](-6):
        pen.fill(outline, herd.ink)


def calf(canvas: Canvas, herd: Herd, number: int, soot: Colour) -> None:
    """A small head with hanging ears and no horns."""
    _head(Pen(canvas, 0, 1, 0.74, 0.98), herd, number, soot, _CALF_EAR, None)


def cow(canvas: Canvas, herd: Herd, number: int, soot: Colour) -> None:
    """A head with short horns."""
    _head(Pen(canvas, 0, 8, 0.85), herd, number, soot, _EAR, _COW_HORN)


def bull(canvas: Canvas, herd: Herd, number: int, soot: Colour) -> None:
    """A heavy head with wide horns."""
    _head(Pen(canvas, 0, 9, 0.9, 0.95), herd, number, soot, _EAR, _BULL_HORN)


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
