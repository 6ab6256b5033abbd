"""Pieces, totems, marks and dice, drawn around the centre of a cell with sides of 50 units."""

from __future__ import annotations

import math
from dataclasses import astuple

from render.canvas import Canvas, Colour, Points, circle, mix, moved, rotated, rounded
from render.dice import IVORY, die_colours, draw_pips
from render.theme import Theme
from render.totem.carvings import CROSS, HEADS, MARKS, Pen
from render.totem.colours import Meadow, Side

UNIT = 50.0
"""Units of a cell's side."""

PIECE = 36.0
"""Radius of a piece with its outline."""
GROOVE = 51.0
"""Radius of a cell with half of the grooves around it."""
_TOTEM = 47.0
"""Radius of a totem, from its centre to a corner."""
GHOST = 0.5
"""How far an eliminated piece fades into the ground."""


def hexagon(radius: float) -> Points:
    """A hexagon with flat tops about the origin."""
    angles = (math.radians(60 * step) for step in range(6))
    return tuple((radius * math.cos(a), radius * math.sin(a)) for a in angles)


def soft_hexagon(radius: float, corner: float, dy: float = 0) -> Points:
    """The same hexagon with round corners."""
    inner = radius - corner / math.cos(math.radians(30))
    points: list[tuple[float, float]] = []
    for step in range(6):
        angle = math.radians(60 * step)
        middle = (inner * math.cos(angle), inner * math.sin(angle) + dy)
        points += circle(middle, corner, 60 * step - 30, 60 * step + 30)
    return tuple(points)


def cell(canvas: Canvas, ground: Colour, meadow: Meadow) -> None:
    """An empty cell with its share of the lines around it."""
    canvas.fill(hexagon(GROOVE), meadow.groove)
    canvas.fill(hexagon(48.6), ground)


def rays(canvas: Canvas, ink: Colour, edge: Colour) -> None:
    """Light around the totem of the winner."""
    for grow, colour in ((3.5, edge), (0, ink)):
        for step in range(18):
            reach = (92 if step % 3 == 1 else 76) + 2 * grow
            ray = rotated(((40, -9 - grow), (reach, 0), (40, 9 + grow)), 20 * step + 10)
            canvas.fill(ray, colour)


def piece(canvas: Canvas, seat: int, side: Side, soot: Colour, shadow: Colour) -> None:
    """A round piece with the mark of its side, and its ``shadow``."""
    canvas.dot((2, 5), PIECE + 1, shadow)
    canvas.dot((0, 1), PIECE, soot)
    canvas.dot((0, 2), PIECE - 2.2, side.rim)
    canvas.dot((0, -1.5), PIECE - 2.6, side.light)
    canvas.dot((0, -0.5), PIECE - 5, side.face)
    MARKS[seat](Pen(canvas, (0, -1)), side.ink, side.face)


def totem(canvas: Canvas, seat: int, side: Side, soot: Colour, shadow: Colour) -> None:
    """A totem fills its cell: an ivory frame, and the head of its side's animal."""
    canvas.fill(soft_hexagon(_TOTEM, 7, 4), shadow)
    canvas.fill(soft_hexagon(_TOTEM, 7), soot)
    canvas.fill(soft_hexagon(_TOTEM - 2.4, 6), side.frame_shade)
    canvas.fill(soft_hexagon(_TOTEM - 2.4, 6, -2), side.frame)
    canvas.fill(soft_hexagon(_TOTEM - 8.5, 5, -0.8), side.rim)
    canvas.fill(soft_hexagon(_TOTEM - 10.5, 4, -0.8), side.face)
    HEADS[seat](Pen(canvas, (0, -0.5), 0.96), side)


def outline(canvas: Canvas, soot: Colour) -> None:
    """The upper edge of a totem, below it: on a bright card its frame would have none."""
    canvas.fill(soft_hexagon(_TOTEM, 7, -2), soot)


def faded(side: Side, ground: Colour) -> Side:
    """Return the colours of an eliminated piece."""
    return Side(*(mix(ink, ground, GHOST) for ink in astuple(side)))


def fallen(canvas: Canvas, seat: int, side: Side) -> None:
    """A piece that fell with its totem: only its outline and its mark are left."""
    for step in range(10):
        canvas.stroke(circle((0, 0), PIECE - 6, 36 * step + 5, 36 * step + 25), 3.4, side.light)
    MARKS[seat](Pen(canvas, (0, -1)), side.face, side.rim)


def cross(canvas: Canvas, ink: Colour, size: float) -> None:
    """Two strokes through an eliminated piece, edged in ivory, because some pieces are red themselves."""
    strokes = tuple(moved(stroke, scale=size) for stroke in CROSS)
    for stroke in strokes:
        canvas.stroke((*stroke, stroke[0]), 4.4, IVORY)
    for stroke in strokes:
        canvas.fill(stroke, ink)


def ring(canvas: Canvas, ink: Colour, edge: Colour, radius: float, width: float) -> None:
    """A line around a piece."""
    canvas.ring((0, 0), radius, width + 3.6, edge)
    canvas.ring((0, 0), radius, width, ink)


def hexagon_line(canvas: Canvas, ink: Colour, width: float) -> None:
    """A line on the frame of a totem."""
    line = soft_hexagon(_TOTEM - 5.3, 6, -1)
    canvas.stroke((*line, line[0]), width, ink)


def broken_ring(canvas: Canvas, ink: Colour, edge: Colour, radius: float) -> None:
    """The origin of a piece."""
    for width, colour in ((9, edge), (5, ink)):
        for step in range(8):
            canvas.stroke(circle((0, 0), radius, 45 * step + 5, 45 * step + 27), width, colour)


def broken_hexagon(canvas: Canvas, ink: Colour, width: float) -> None:
    """A cell on which something may be placed."""
    line = hexagon(43)
    for step in range(6):
        (ax, ay), (bx, by) = line[step], line[(step + 1) % 6]
        for begin, end in ((0.0, 0.26), (0.74, 1.0)):
            canvas.stroke(
                ((ax + (bx - ax) * begin, ay + (by - ay) * begin), (ax + (bx - ax) * end, ay + (by - ay) * end)),
                width,
                ink,
            )


def stop(canvas: Canvas, ground: Colour, line: Colour) -> None:
    """A cell on which the chosen piece may stop."""
    canvas.fill(soft_hexagon(48.5, 6), line)
    canvas.fill(soft_hexagon(45.3, 5), ground)


_HALVES = {"name": 30.5, "long name": 40, "large name": 39, "large long name": 45}
"""Half of the width of the plate with the name of a cell."""


def label(canvas: Canvas, ground: Colour, line: Colour, name: str) -> None:
    """The ground of a cell's ``name`` or ``long name`` (three characters), or of the ``number`` of a run.

    Names are low and narrow, so that pieces stay visible, unless they are ``large``. ``numbers`` is for two digits.
    """
    match name:
        case "number":
            canvas.dot((0, 0), 26, line)
            canvas.dot((0, 0), 23, ground)
        case "numbers":
            canvas.fill(rounded(-31, -23, 31, 23, 10), line)
            canvas.fill(rounded(-28, -20, 28, 20, 8), ground)
        case _:
            large = name.startswith("large ")
            half = _HALVES[name]
            high = 26 if large else 20
            canvas.fill(rounded(-half, -high, half, high, 6), line)
            canvas.fill(rounded(2.6 - half, 2.6 - high, half - 2.6, high - 2.6, 3), ground)


def wedge(canvas: Canvas, lean: float, ink: Colour, edge: Colour) -> None:
    """A wedge from a stop to a piece that it eliminates; ``lean`` is in degrees clockwise from north."""
    outline = rotated(((-11, 2), (0, -15), (11, 2)), lean)
    canvas.stroke((*outline, outline[0]), 5, edge)
    canvas.fill(outline, ink)


def die(canvas: Canvas, pips: int, ground: Colour, fade: float) -> None:
    """A die in a square of 100 units around the origin; ``fade`` is how far it fades into the ground."""
    face, shade, dark = die_colours(ground, fade)
    canvas.fill(rounded(-48, -48, 48, 48, 18), dark)
    canvas.fill(rounded(-45, -45, 45, 45, 16), shade)
    canvas.fill(rounded(-45, -45, 45, 39, 16), face)
    draw_pips(canvas, pips, dark)


def board(canvas: Canvas, theme: Theme, apothem: float) -> None:
    """The wooden frame of the meadow, around the origin."""
    for grow, dy, ink in (
        (1.0, 6.0, theme.table_shadow),
        (0.0, 2.0, theme.frame_dark),
        (0.0, 0.0, theme.frame_light),
        (-2.5, 1.0, theme.frame),
    ):
        canvas.fill(upright(apothem + grow, 34 + grow, dy), ink)
    grain = mix(theme.frame, theme.frame_dark, 0.5)
    corner = apothem / math.cos(math.radians(30))
    for side in range(6):
        joint = (corner - 64, 0), (corner - 11, 0)
        canvas.stroke(rotated(joint, 60 * side + 30), 2.4, theme.frame_dark)
        for depth, begin, end in _GRAIN:
            flip = -1 if side % 2 else 1
            line = (apothem - depth, flip * begin), (apothem - depth, flip * end)
            canvas.stroke(rotated(line, 60 * side), 1.8, grain)
    for step in (-1, 0, 2, 3):
        middle = (math.cos(math.radians(30 + 60 * step)), math.sin(math.radians(30 + 60 * step)))
        x, y = (at * (apothem / math.cos(math.radians(30)) - 33) for at in middle)
        for radius, ink in ((8.5, theme.frame_dark), (5, theme.frame_light)):
            canvas.fill(((x - radius, y), (x, y - radius * 1.5), (x + radius, y), (x, y + radius * 1.5)), ink)


_GRAIN = ((5, -235, -70), (8.4, -160, 20), (5, -20, 60), (8.4, 70, 150), (5, 110, 240))
"""Lines of the grain on each side of the frame: distance from its outer edge, begin and end along it."""


def upright(apothem: float, corner: float, dy: float = 0) -> Points:
    """A hexagon on its corner, with round corners."""
    return tuple((x, y + dy) for x, y in rotated(soft_hexagon(apothem / math.cos(math.radians(30)), corner), 90))
