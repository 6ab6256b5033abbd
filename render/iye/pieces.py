"""Tiles, the drum and marks, each in a cell of 120 by 120 units."""

from __future__ import annotations

import math
from typing import Literal, TypeAlias

from render.canvas import Canvas, Colour, Point, Points, circle, colour, mirrored, mix, moved, path, rotated, rounded
from render.iye.icons import ICONS, Tints
from render.theme import Kind, Theme

Mark: TypeAlias = Literal["target", "spending target", "origin", "lead", "S", "H", "T", "W", "O"]
"""What the legend explains: a square in reach, one in reach of a spent tile, the way of the drum, a majority, and a
spent tile of a type."""

CELL, LETTER = 120.0, 28.0
"""Units of a cell's side, and size of the letters of a tile."""

SHADOW = 0.4
"""Opacity of shadows."""
_BLACK: Colour = (0, 0, 0)


def shadow(ground: Colour) -> Colour:
    """Return a colour in shadow."""
    return mix(ground, _BLACK, SHADOW)


def tile(letter: str, points: int, kind: Kind, scale: float) -> Canvas:
    """A tile: its letter and its points in the upper corners, its drawing below."""
    canvas = Canvas(CELL, CELL, scale)
    _token(canvas, kind, (5, 5, 115, 115), 12)
    ICONS[letter](canvas, Tints(kind.body, kind.line, kind.detail), 22, 28, 76)
    canvas.letters(letter, (12, 22.5), LETTER, kind.body, "left")
    canvas.letters(str(points), (108, 22.5), LETTER, kind.body, "right")
    return canvas


def counter(letter: str, kind: Kind, scale: float) -> Canvas:
    """A tile for a list, 48 units wide: only the drawing, as large as possible."""
    canvas = Canvas(48, 48, scale)
    _token(canvas, kind, (0.5, 0.5, 47.5, 47.5), 9)
    ICONS[letter](canvas, Tints(kind.body, kind.line, kind.detail), 5.5, 4, 37)
    return canvas


def engraving(letter: str, ink: Colour, ground: Colour, scale: float) -> Canvas:
    """The drawing of a type in one colour, 48 units wide: where there is no tile of it."""
    canvas = Canvas(48, 48, scale)
    ICONS[letter](canvas, Tints(ink, ground, ink), 5.5, 4, 37)
    return canvas


def faint(theme: Theme, ground: Colour) -> Colour:
    """Return the colour of an engraving."""
    return mix(ground, theme.text_muted, 0.3)


def _token(canvas: Canvas, kind: Kind, box: tuple[float, float, float, float], radius: float) -> None:
    """The body of a tile: a face with a lit edge on a darker rim."""
    left, top, right, bottom = box
    thick = (right - left) * 0.045
    canvas.fill(rounded(left, top + thick, right, bottom, radius), kind.rim)
    canvas.fill(rounded(left, top, right, bottom - thick, radius), kind.face_light)
    line = thick * 0.45
    canvas.fill(rounded(left + line, top + line, right - line, bottom - thick, radius - line), kind.face)
    # The shade begins at a straight line, which costs next to nothing in a file.
    begin, rounding = (
        bottom - (right - left) * 0.3,
        rounded(left + line, top, right - line, bottom - thick, radius - line),
    )
    canvas.fill(((right - line, begin), *rounding[19:57], (left + line, begin)), dusk(kind))


def dusk(kind: Kind) -> Colour:
    """Return the colour of the lower part of a tile, which the light does not reach."""
    return mix(kind.face, kind.rim, 0.22)


# The drum has the same colours in all themes and palettes: its pale hide is the brightest round shape on the board.
WOOD = colour("#a05f2c")
WOOD_LIGHT = colour("#dba062")
WOOD_DARK = colour("#45240f")
HIDE = colour("#fdefd2")
HIDE_SHADE = colour("#e2c493")
OCHRE = colour("#9a2f1c")
SOOT = colour("#3c2416")
FELT = colour("#a83a28")
BONE = colour("#fff6e0")


def drum(scale: float) -> Canvas:
    """The shaman's drum: a painted hide on a wooden hoop, with its beater."""
    return _drum(scale, 1.0, 0)


def drum_on_tile(scale: float) -> Canvas:
    """The drum, slightly smaller and lower, so that the letter and points of its tile stay visible."""
    return _drum(scale, 0.8, 9)


def _drum(scale: float, share: float, lower: float) -> Canvas:
    # The drum is defined on a canvas of 120 units; a larger canvas makes it smaller in its cell.
    sheet = CELL / share
    margin = (sheet - CELL) / 2
    canvas = Canvas(sheet, sheet, scale * share, origin=(margin, margin + lower / share))
    middle = (60.0, 59.0)
    canvas.shade([circle((60, 63), 56)], _BLACK, SHADOW)
    canvas.dot(middle, 56, SOOT)
    canvas.dot(middle, 53.5, WOOD)
    canvas.stroke(circle(middle, 51.5, 195, 345), 3.4, WOOD_LIGHT)
    for step in range(12):
        canvas.dot(rotated(((60, 9.6),), 30 * step + 15, middle)[0], 2.6, SOOT)
    canvas.dot(middle, 46.5, SOOT)
    canvas.dot((60, 60), 44.5, HIDE_SHADE)
    canvas.dot((60, 58), 43, HIDE)
    _painting(canvas)
    _beater(canvas)
    return canvas


def emblem(scale: float) -> Canvas:
    """The drum where it is small, with a sun, the earth and a horse, so large that they can be seen."""
    canvas, middle = Canvas(CELL, CELL, scale), (60.0, 60.0)
    canvas.dot(middle, 58, SOOT)
    canvas.dot(middle, 55, WOOD)
    canvas.dot(middle, 47, SOOT)
    canvas.dot(middle, 44, HIDE)
    canvas.dot((60, 39), 10, OCHRE)
    for step in range(8):
        canvas.stroke(rotated(((60, 25), (60, 21)), 45 * step, (60, 39)), 3.6, OCHRE)
    canvas.stroke(((20, 63), (100, 63)), 3.6, OCHRE)
    canvas.fill(moved(_HORSE, -15.4, -31.5, 1.4), SOOT)
    return canvas


_HORSE: Points = path(
    "M 36 81 L 41 75.5 L 45 79 L 60 79 C 63 79 65 81 66 85 L 63.5 83.5 L 63.5 93 L 60 93 L 59.5 87 L 47 87 "
    "L 46.5 93 L 43 93 L 43 85 L 41 81.5 L 37 84 Z"
)


def _painting(canvas: Canvas) -> None:
    """The worlds in red ochre: sun, moon and the owner of the drum above, the earth's zigzag, a horse below."""
    canvas.stroke(((20, 59), (100, 59)), 2.8, OCHRE)
    canvas.stroke(tuple((22.8 + 6.2 * step, 69 if step % 2 else 64) for step in range(13)), 2.4, OCHRE)
    canvas.dot((38, 42), 7, OCHRE)
    for step in range(8):
        canvas.stroke(rotated(((38, 32.6), (38, 29.6)), 45 * step, (38, 42)), 2.6, OCHRE)
    canvas.fill(path("M 84 29 C 70 30 66 47 77 54 C 83 57 90 54 92 50 C 81 51 76 38 84 29 Z"), OCHRE)
    canvas.stroke(((60, 28), (60, 58)), 3.4, OCHRE)
    canvas.dot((60, 26), 5.4, OCHRE)
    canvas.stroke(((51, 48), (51, 39), (69, 39), (69, 48)), 3, OCHRE)
    canvas.fill(_HORSE, SOOT)


def _beater(canvas: Canvas) -> None:
    """A stick with a felt head across the hoop."""
    lean = -45
    at = (82, 79)
    handle = moved(rotated(((0, 0), (0, 43)), lean), *at)
    head = moved(rotated(rounded(-11.5, -19, 11.5, 17, 11.5), lean), *at)
    canvas.shade([moved(head, 0, 4)], _BLACK, SHADOW)
    canvas.stroke(handle, 10, SOOT)
    canvas.stroke(handle, 5.6, WOOD_LIGHT)
    canvas.fill(head, SOOT)
    canvas.fill(moved(rotated(rounded(-9, -16.5, 9, 14.5, 9), lean), *at), FELT)
    for across in (-8, -1, 6):
        canvas.stroke(moved(rotated(((-7, across), (7, across)), lean), *at), 2.8, BONE)


def pip(scale: float, ground: Theme) -> tuple[Canvas, Canvas]:
    """A cycle won, and one not yet won: a small drum and its empty hoop, 30 units wide."""
    won, open_ = Canvas(30, 30, scale), Canvas(30, 30, scale)
    won.dot((15, 15), 14, WOOD_DARK)
    won.dot((15, 15), 12.6, WOOD_LIGHT)
    won.dot((15, 15), 9.6, HIDE)
    won.dot((15, 15), 4.4, OCHRE)
    for step in range(8):
        won.stroke(rotated(((15, 8.2), (15, 7.2)), 45 * step, (15, 15)), 1.6, OCHRE)
    open_.ring((15, 15), 12, 2.4, ground.text_muted)
    return won, open_


_FRAME = rounded(4, 3, 116, 117, 18)


def target_mark(theme: Theme, scale: float) -> Canvas:
    """A bright frame around a tile that the drum can reach without spending."""
    canvas = Canvas(CELL, CELL, scale)
    for ink, width in ((theme.target_edge, 10), (theme.target, 5.5)):
        canvas.stroke((*_FRAME, _FRAME[0]), width, ink)
    return canvas


def spending_mark(theme: Theme, scale: float) -> Canvas:
    """Only the corners of that frame, around a tile that the drum can reach by spending a tile."""
    canvas = Canvas(CELL, CELL, scale)
    arm = 16
    for ink, width in ((theme.target_edge, 10), (theme.target, 5.5)):
        for corner in range(0, len(_FRAME), len(_FRAME) // 4):
            bend = _FRAME[corner : corner + len(_FRAME) // 4]
            canvas.stroke((_towards(bend[0], bend[1], -arm), *bend, _towards(bend[-1], bend[-2], -arm)), width, ink)
    return canvas


def _towards(start: Point, other: Point, length: float) -> Point:
    """Return the point at a distance from ``start`` towards ``other``, or away from it if negative."""
    dx, dy = other[0] - start[0], other[1] - start[1]
    share = length / math.hypot(dx, dy)
    # Arcs begin and end along an edge of the frame; their slight bend there is ignored.
    return (start[0] + dx * share, start[1]) if abs(dx) > abs(dy) else (start[0], start[1] + dy * share)


def origin_mark(theme: Theme, scale: float) -> Canvas:
    """The previous position of the drum: the broken outline of its hoop."""
    return _hoop(theme, scale, (60, 59), 44)


KEY, ARROW = 28, 30
"""Side of a mark in the legend, and width of the arrow beside the broken ring."""


def key(mark: Mark, theme: Theme, scale: float) -> Canvas:
    """A small version of a mark, for the legend."""
    canvas = Canvas(KEY + (ARROW if mark == "origin" else 0), KEY, scale)
    outline, ink = (theme.trace_edge, theme.trace) if mark == "origin" else (theme.target_edge, theme.target)
    box = rounded(3, 3, KEY - 3, KEY - 3, 6)
    quarter = len(box) // 4
    bends = [box[corner : corner + quarter] for corner in range(0, len(box), quarter)]
    end = KEY + ARROW - 4
    head = ((end - 11, 6), (end, KEY / 2), (end - 11, KEY - 6))
    for line, width in ((outline, 6), (ink, 3.4)):
        if mark == "origin":
            canvas.stroke(((KEY + 3, KEY / 2), (end - 11, KEY / 2)), width, line)
            canvas.stroke((*head, head[0]), width - 2.4, line)
            canvas.fill(head, line)
            for step in range(6):
                canvas.stroke(circle((KEY / 2, KEY / 2), KEY / 2 - 3.5, 60 * step + 9, 60 * step + 43), width, line)
        elif mark == "target":
            canvas.stroke((*box, box[0]), width, line)
        else:
            for bend in bends:
                canvas.stroke((_towards(bend[0], bend[1], -3), *bend, _towards(bend[-1], bend[-2], -3)), width, line)
    return canvas


def origin_on_tile(theme: Theme, scale: float) -> Canvas:
    """The same on a tile, without covering its letter and points."""
    return _hoop(theme, scale, (60, 66), 38)


def _hoop(theme: Theme, scale: float, middle: Point, radius: float) -> Canvas:
    canvas = Canvas(CELL, CELL, scale)
    for ink, width in ((theme.trace_edge, 8), (theme.trace, 4.5)):
        for step in range(12):
            canvas.stroke(circle(middle, radius, 30 * step + 4, 30 * step + 22), width, ink)
    return canvas


def square(theme: Theme, ground: Colour, scale: float) -> Canvas:
    """An empty square: pressed into the wood, with a stitched motif."""
    canvas = Canvas(CELL, CELL, scale)
    canvas.fill(((0, 0), (CELL, 0), (CELL, CELL), (0, CELL)), theme.groove)
    canvas.fill(rounded(1.5, 1.5, 118.5, 118.5, 8), mix(theme.groove, ground, 0.5))
    canvas.fill(rounded(3.5, 5.5, 118.5, 118.5, 8), ground)
    for outline in _MOTIF:
        canvas.stroke(outline, 3, theme.motif)
    return canvas


def imprint(letter: str, kind: Kind, theme: Theme, scale: float) -> Canvas:
    """An empty square where a tile lay: dyed in its colour, with its drawing branded in."""
    canvas = Canvas(CELL, CELL, scale)
    pressed, branded = stains(kind, theme)
    canvas.fill(((0, 0), (CELL, 0), (CELL, CELL), (0, CELL)), theme.square)
    canvas.fill(rounded(4, 4, 116, 116, 8), pressed)
    ICONS[letter](canvas, Tints(branded, pressed, branded), 37, 38, 46)
    return canvas


def stains(kind: Kind, theme: Theme) -> tuple[Colour, Colour]:
    """Return the colours of the trace of a tile: of its outline and of its drawing."""
    return mix(theme.square, kind.face, 0.24), mix(theme.square, kind.face, 0.56)


def _horns() -> tuple[Points, ...]:
    """Ram's horns, an old felt pattern: two on each side, mirrored."""
    horn = path("M 60 59 C 60 48 54 40 47 42 C 42 44 44 51 49 49")
    both = (horn, mirrored(horn, 60))
    return tuple(rotated(outline, 90 * step, (60, 60)) for outline in both for step in (0, 2))


_MOTIF = (*_horns(), ((47, 60), (73, 60)))
