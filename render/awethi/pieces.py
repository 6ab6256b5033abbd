"""Ground, shelters, marks and dice, each around the centre of a square of 100 units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple

from render.awethi.animals import MARKS, Pen
from render.awethi.colours import FENCE, Herd, Land
from render.canvas import Canvas, Colour, Points, circle, mix, moved, path, rotated, rounded
from render.dice import IVORY, die_colours, draw_pips
from render.theme import Theme

UNIT = 100.0
"""Units of a square's side."""
GHOST = 0.55
"""How far a piece that left its square fades into the ground."""
_STONE = 0.4
"""How dark the edge of a stone is."""
USED = 0.66
"""How far a used die fades into its card."""


_RIPPLE = path("M -34 40 C -26 36 -18 36 -11 40 C -4 44 4 44 11 40 C 18 36 26 36 34 40")
"""A flat wave along the lower edge of a square, below its text."""

_ROOF: Points = ((0, -47), (48, -6), (39, 3), (0, -30), (-39, 3), (-48, -6))
_WALLS: Points = ((0, -32), (34, -3), (34, 44), (-34, 44), (-34, -3))
_INSIDE = ((-16, -2), (16, -2), (-16, 28), (16, 28))
"""Positions of the numbers of the awéthi in a shelter."""


def shelter(canvas: Canvas, herd: Herd, place: int, inside: Sequence[int], soot: Colour) -> None:
    """A herder's hut with the numbers of the awéthi in it, or the mark of the herd if it is empty."""
    pen = Pen(canvas, 0, 1)
    for outline in (_WALLS, _ROOF):
        pen.edge(outline, soot, 6)
    pen.fill(_WALLS, soot if inside else herd.shade)
    pen.fill(_ROOF, herd.face)
    if not inside:
        for outline in MARKS[place](0):
            pen.fill(moved(outline, 0, 17, 0.95), herd.ink if herd.ink != soot else IVORY)
    for number in inside:
        at = _INSIDE[number - 1]
        pen.letters(str(number), at, 38, IVORY)


_STONES = ((-18, 14, 22), (20, 20, 17), (4, -14, 19))


def stones(canvas: Canvas, land: Land) -> None:
    """The corner of nobody's shelter, which no piece can enter (A14)."""
    for x, y, radius in _STONES:
        canvas.dot((x, y + 3), radius, mix(land.yard, land.soot, _STONE))
        canvas.dot((x, y), radius - 2, land.cave)


def hut(canvas: Canvas, herd: Herd, place: int, soot: Colour) -> None:
    """The icon of a herder on a card."""
    shelter(canvas, herd, place, (), soot)


def faded(herd: Herd, into: Colour) -> Herd:
    """Return the colours of a piece that left its square."""
    return Herd(*(mix(ink, into, GHOST) for ink in astuple(herd)))


_POSTS = (-48, -16, 16, 48)
"""Where the posts of a fence stand from west to east."""


def fence_behind(canvas: Canvas, soot: Colour) -> None:
    """The far side of the fence around a caught aiwe (A22)."""
    _fence(canvas, soot, -38, 32)


def fence_before(canvas: Canvas, soot: Colour) -> None:
    """Its near side, which hides the legs: the shepherds around it hide what is lower."""
    _fence(canvas, soot, 17, 29)


def _fence(canvas: Canvas, soot: Colour, top: float, high: float) -> None:
    """Pointed posts with two rails."""
    rails = [((-58, top + high * share), (58, top + high * share)) for share in (0.42, 0.76)]
    posts = [((x - 7, top + 8), (x, top), (x + 7, top + 8), (x + 7, top + high), (x - 7, top + high)) for x in _POSTS]
    for line, width in (*((rail, 10) for rail in rails), *(((*post, post[0]), 7) for post in posts)):
        canvas.stroke(line, width, soot)
    for rail in rails:
        canvas.stroke(rail, 5, FENCE)
    for post in posts:
        canvas.fill(post, FENCE)


def loop(canvas: Canvas, theme: Theme, *, whole: bool) -> None:
    """The sign of a catch; broken for an aiwe that would be freed."""
    for ink, width in ((theme.trace_edge, 13), (theme.trace, 8)):
        for start, stop in ((0, 360),) if whole else ((100, 260), (-80, 80)):
            canvas.stroke(circle((0, 0), 43, start, stop), width, ink)


def end(canvas: Canvas, face: Colour, edge: Colour) -> None:
    """A square on which the chosen piece may end."""
    canvas.fill(rounded(-48, -48, 48, 48, 11), edge)
    canvas.fill(rounded(-45, -45, 45, 45, 9), face)


def wet_end(canvas: Canvas, face: Colour, edge: Colour, wave: Colour) -> None:
    """The same in the water."""
    end(canvas, face, edge)
    canvas.stroke(_RIPPLE, 5, wave)


def wooded_end(canvas: Canvas, face: Colour, edge: Colour) -> None:
    """The same in the forest, for the key."""
    end(canvas, face, edge)
    tree(canvas, edge)


def tree(canvas: Canvas, ink: Colour) -> None:
    """The sign of an end in the forest."""
    canvas.fill(((-6, 18), (6, 18), (6, 38), (-6, 38)), ink)
    for top, wide in ((-38, 20), (-20, 26), (-2, 32)):
        canvas.fill(((0, top), (wide, top + 28), (-wide, top + 28)), ink)


def origin(canvas: Canvas, ink: Colour, edge: Colour) -> None:
    """The origin of a piece."""
    canvas.dot((0, 0), 15, edge)
    canvas.dot((0, 0), 10, ink)


def tail(canvas: Canvas, number: int, ink: Colour, edge: Colour) -> None:
    """The origin of an awéthi, with its number."""
    canvas.dot((0, 0), 36, edge)
    canvas.dot((0, 0), 31, ink)
    Pen(canvas, 0, 1).letters(str(number), (0, 1), 50, edge)


# -------------------------------------------------------------------------------------------------- beside the board

_ARROW = ((0, -32), (24, -4), (9, -4), (9, 32), (-9, 32), (-9, -4), (-24, -4))

_THIN_ARROW = ((0, -32), (17, -12), (5, -12), (5, 32), (-5, 32), (-5, -12), (-17, -12))


def _cube(canvas: Canvas, under: Colour, fade: float) -> Colour:
    """Draw a blank die and return the colour of its pips."""
    face, shade, dark = die_colours(under, fade)
    canvas.fill(rounded(-48, -48, 48, 48, 18), dark)
    canvas.fill(rounded(-44, -44, 44, 44, 15), shade)
    canvas.fill(rounded(-44, -44, 44, 37, 15), face)
    return dark


def die(canvas: Canvas, pips: int, under: Colour, fade: float) -> None:
    """A die with pips; ``fade`` is how far it fades into the ground."""
    dark = _cube(canvas, under, fade)
    draw_pips(canvas, pips, dark)


def compass_die(canvas: Canvas, direction: int, under: Colour, *, diagonal: bool) -> None:
    """A direction die: an arrow to 1 north, 2 east, 3 south or 4 west, optionally with its diagonal."""
    dark = _cube(canvas, under, 0)
    lean = 90 * (direction - 1)
    arrows: list[tuple[Points, float]] = [(moved(_ARROW, 0, -3, 1.02), lean)]
    if diagonal:
        arrows = [(moved(_THIN_ARROW, 0, -6, 1.0), lean), (moved(_THIN_ARROW, 0, -6, 1.0), lean - 45)]
    for outline, degrees in arrows:
        canvas.fill(moved(rotated(outline, degrees), 0, -3), dark)


def board(canvas: Canvas, theme: Theme, box: tuple[float, float, float, float]) -> None:
    """The wooden frame around the squares."""
    left, top, right, bottom = box
    canvas.fill(rounded(left, top + 5, right, bottom + 5, 12), theme.table_shadow)
    canvas.fill(rounded(left, top + 2, right, bottom + 2, 12), theme.frame_dark)
    canvas.fill(rounded(left, top, right, bottom, 12), theme.frame_light)
    canvas.fill(rounded(left + 1.5, top + 1.5, right - 1.5, bottom - 0.5, 11), theme.frame)
