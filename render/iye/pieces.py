"""The things that lie on the board, each in a cell of 120 by 120 units: tiles, the drum, and marks."""

from __future__ import annotations

import math

from render.canvas import Colour, Point, Points, Sketch, circle, colour, mirrored, mix, moved, path, rounded, turned
from render.iye.icons import ICONS, Tints
from render.theme import Kind, Theme

CELL = 120.0
"""Units of a cell's side."""

SHADOW = 0.4
"""Opacity of shadows."""
_BLACK: Colour = (0, 0, 0)


def shadow(ground: Colour) -> Colour:
    """A colour in the shadow."""
    return mix(ground, _BLACK, SHADOW)


def tile(letter: str, points: int, kind: Kind, scale: float) -> Sketch:
    """A tile: its letter and its points in the upper corners, its drawing below."""
    sketch = Sketch(CELL, CELL, scale)
    _token(sketch, kind, (5, 5, 115, 115), 16)
    ICONS[letter](sketch, Tints(kind.body, kind.line, kind.detail), 20, 26, 80)
    sketch.letters(letter, (12, 22.5), 29, kind.body, "left")
    sketch.letters(str(points), (108, 22.5), 29, kind.body, "right")
    return sketch


def counter(letter: str, kind: Kind, scale: float) -> Sketch:
    """A tile for a list, 48 units wide: the drawing alone, as large as it goes."""
    sketch = Sketch(48, 48, scale)
    _token(sketch, kind, (0.5, 0.5, 47.5, 47.5), 9)
    ICONS[letter](sketch, Tints(kind.body, kind.line, kind.detail), 5.5, 4, 37)
    return sketch


def _token(sketch: Sketch, kind: Kind, box: tuple[float, float, float, float], radius: float) -> None:
    """The body of a tile: a face with a lit edge on a darker rim."""
    left, top, right, bottom = box
    thick = (right - left) * 0.045
    sketch.fill(rounded(left, top + thick, right, bottom, radius), kind.rim)
    sketch.fill(rounded(left, top, right, bottom - thick, radius), kind.face_light)
    line = thick * 0.45
    sketch.fill(rounded(left + line, top + line, right - line, bottom - thick, radius - line), kind.face)


# The drum keeps its colours in every theme and palette: pale hide is the brightest round thing on the board.
WOOD = colour("#a05f2c")
WOOD_LIGHT = colour("#dba062")
WOOD_DARK = colour("#45240f")
HIDE = colour("#fdefd2")
HIDE_SHADE = colour("#e2c493")
OCHRE = colour("#9a2f1c")
SOOT = colour("#3c2416")
FELT = colour("#a83a28")
BONE = colour("#fff6e0")


def drum(scale: float) -> Sketch:
    """The shaman's drum: a painted hide on a wooden hoop, its beater across it."""
    return _drum(scale, 1.0, 0)


def drum_on_tile(scale: float) -> Sketch:
    """The drum a little smaller and lower, so that the tile below it shows its letter and its points."""
    return _drum(scale, 0.8, 9)


def _drum(scale: float, share: float, lower: float) -> Sketch:
    # The drum is described for a sheet of 120 units; a larger sheet makes it smaller in its cell.
    sheet = CELL / share
    margin = (sheet - CELL) / 2
    sketch = Sketch(sheet, sheet, scale * share, origin=(margin, margin + lower / share))
    middle = (60.0, 59.0)
    sketch.veil([circle((60, 63), 56)], _BLACK, SHADOW)
    sketch.dot(middle, 56, SOOT)
    sketch.dot(middle, 53.5, WOOD)
    sketch.stroke(circle(middle, 51.5, 195, 345), 3.4, WOOD_LIGHT)
    for step in range(12):
        sketch.dot(turned(((60, 9.6),), 30 * step + 15, middle)[0], 2.6, SOOT)
    sketch.dot(middle, 46.5, SOOT)
    sketch.dot((60, 60), 44.5, HIDE_SHADE)
    sketch.dot((60, 58), 43, HIDE)
    _painting(sketch)
    _beater(sketch)
    return sketch


def _painting(sketch: Sketch) -> None:
    """The worlds in red ochre: sun, moon and the owner of the drum above, the earth's zigzag, a horse below."""
    sketch.stroke(((20, 59), (100, 59)), 2.8, OCHRE)
    sketch.stroke(tuple((22.8 + 6.2 * step, 69 if step % 2 else 64) for step in range(13)), 2.4, OCHRE)
    sketch.dot((38, 42), 7, OCHRE)
    for step in range(8):
        sketch.stroke(turned(((38, 32.6), (38, 29.6)), 45 * step, (38, 42)), 2.6, OCHRE)
    sketch.fill(path("M 84 29 C 70 30 66 47 77 54 C 83 57 90 54 92 50 C 81 51 76 38 84 29 Z"), OCHRE)
    sketch.stroke(((60, 28), (60, 58)), 3.4, OCHRE)
    sketch.dot((60, 26), 5.4, OCHRE)
    sketch.stroke(((51, 48), (51, 39), (69, 39), (69, 48)), 3, OCHRE)
    horse: Points = path(
        "M 36 81 L 41 75.5 L 45 79 L 60 79 C 63 79 65 81 66 85 L 63.5 83.5 L 63.5 93 L 60 93 L 59.5 87 L 47 87 "
        "L 46.5 93 L 43 93 L 43 85 L 41 81.5 L 37 84 Z"
    )
    sketch.fill(horse, SOOT)


def _beater(sketch: Sketch) -> None:
    """A stick with a felt head, laid over the hoop."""
    lean = -45
    at = (82, 79)
    handle = moved(turned(((0, 0), (0, 43)), lean), *at)
    head = moved(turned(rounded(-11.5, -19, 11.5, 17, 11.5), lean), *at)
    sketch.veil([moved(head, 0, 4)], _BLACK, SHADOW)
    sketch.stroke(handle, 10, SOOT)
    sketch.stroke(handle, 5.6, WOOD_LIGHT)
    sketch.fill(head, SOOT)
    sketch.fill(moved(turned(rounded(-9, -16.5, 9, 14.5, 9), lean), *at), FELT)
    for across in (-8, -1, 6):
        sketch.stroke(moved(turned(((-7, across), (7, across)), lean), *at), 2.8, BONE)


def pip(scale: float, ground: Theme) -> tuple[Sketch, Sketch]:
    """A cycle that was won, and one still to win: a little drum and its empty hoop, 30 units wide."""
    won, open_ = Sketch(30, 30, scale), Sketch(30, 30, scale)
    won.dot((15, 15), 14, WOOD_DARK)
    won.dot((15, 15), 12.6, WOOD_LIGHT)
    won.dot((15, 15), 9.6, HIDE)
    won.dot((15, 15), 4.4, OCHRE)
    for step in range(8):
        won.stroke(turned(((15, 8.2), (15, 7.2)), 45 * step, (15, 15)), 1.6, OCHRE)
    open_.ring((15, 15), 12, 2.4, ground.text_muted)
    return won, open_


_FRAME = rounded(4, 3, 116, 117, 18)


def target_mark(theme: Theme, scale: float) -> Sketch:
    """A bright frame round a tile that the drum reaches by itself."""
    sketch = Sketch(CELL, CELL, scale)
    for ink, width in ((theme.target_edge, 8.5), (theme.target, 5.5)):
        sketch.stroke((*_FRAME, _FRAME[0]), width, ink)
    return sketch


def spending_mark(theme: Theme, scale: float) -> Sketch:
    """The corners of that frame alone, round a tile that the drum reaches with a spent tile."""
    sketch = Sketch(CELL, CELL, scale)
    arm = 16
    for ink, width in ((theme.target_edge, 8.5), (theme.target, 5.5)):
        for corner in range(0, len(_FRAME), len(_FRAME) // 4):
            bend = _FRAME[corner : corner + len(_FRAME) // 4]
            sketch.stroke((_towards(bend[0], bend[1], -arm), *bend, _towards(bend[-1], bend[-2], -arm)), width, ink)
    return sketch


def _towards(start: Point, other: Point, length: float) -> Point:
    """The point so far from ``start`` on the straight line to ``other``, beyond the start if negative."""
    dx, dy = other[0] - start[0], other[1] - start[1]
    share = length / math.hypot(dx, dy)
    # Arcs begin and end along an edge of the frame; what little they bend there is left out.
    return (start[0] + dx * share, start[1]) if abs(dx) > abs(dy) else (start[0], start[1] + dy * share)


def origin_mark(theme: Theme, scale: float) -> Sketch:
    """Where the drum stood: the broken outline of its hoop."""
    return _hoop(theme, scale, (60, 59), 44)


def origin_on_tile(theme: Theme, scale: float) -> Sketch:
    """The same on a tile, as after the first move of a cycle, clear of its letter and its points."""
    return _hoop(theme, scale, (60, 66), 38)


def _hoop(theme: Theme, scale: float, middle: Point, radius: float) -> Sketch:
    sketch = Sketch(CELL, CELL, scale)
    for ink, width in ((theme.trace_edge, 8), (theme.trace, 4.5)):
        for step in range(12):
            sketch.stroke(circle(middle, radius, 30 * step + 4, 30 * step + 22), width, ink)
    return sketch


def square(theme: Theme, ground: Colour, scale: float) -> Sketch:
    """An empty square: pressed into the wood, with a stitched motif."""
    sketch = Sketch(CELL, CELL, scale)
    sketch.fill(((0, 0), (CELL, 0), (CELL, CELL), (0, CELL)), theme.groove)
    sketch.fill(rounded(1.5, 1.5, 118.5, 118.5, 8), ground)
    for outline in _MOTIF:
        sketch.stroke(outline, 3, theme.motif)
    return sketch


def _horns() -> tuple[Points, ...]:
    """Ram's horns, the oldest pattern of the felt makers: two to each side, mirrored."""
    horn = path("M 60 59 C 60 48 54 40 47 42 C 42 44 44 51 49 49")
    both = (horn, mirrored(horn, 60))
    return tuple(turned(outline, 90 * step, (60, 60)) for outline in both for step in (0, 2))


_MOTIF = (*_horns(), ((47, 60), (73, 60)))
