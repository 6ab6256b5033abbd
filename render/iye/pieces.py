"""The things that lie on the board, each in a cell of 120 by 120 units: tiles, the drum, and marks."""

from __future__ import annotations

from render.canvas import Colour, Points, Sketch, circle, colour, mix, moved, path, rounded, turned
from render.iye.icons import ICONS, Tints
from render.theme import Kind, Theme

CELL = 120.0
"""Units of a cell's side."""

_BLACK: Colour = (0, 0, 0)
_WHITE: Colour = (255, 255, 255)


def tile(letter: str, points: int, kind: Kind, scale: float) -> Sketch:
    """A tile with its drawing, its letter (top left) and its points (bottom right)."""
    sketch = Sketch(CELL, CELL, scale)
    _token(sketch, kind, 6, 5, 114, 113, 15)
    ICONS[letter](sketch, Tints(kind.body, kind.line, kind.detail), 22, 20, 76)
    sketch.letters(letter, (19.5, 21), 28, kind.body)
    sketch.letters(str(points), (101, 96), 28, kind.body)
    return sketch


def counter(letter: str, kind: Kind, scale: float) -> Sketch:
    """A tile for a list, 48 units wide: the drawing alone, as large as it goes."""
    sketch = Sketch(48, 48, scale)
    _token(sketch, kind, 1, 1, 47, 46, 8)
    ICONS[letter](sketch, Tints(kind.body, kind.line, kind.detail), 5.5, 4, 37)
    return sketch


def _token(sketch: Sketch, kind: Kind, left: float, top: float, right: float, bottom: float, radius: float) -> None:
    """The body of a tile: a lit face on a darker rim, with its shadow."""
    thick = (right - left) * 0.045
    sketch.veil([rounded(left + 1, top + thick * 1.2, right, bottom + thick, radius)], _BLACK, 0.45, thick * 0.5)
    sketch.fill(rounded(left, top + thick, right, bottom, radius), kind.rim)
    face = rounded(left, top, right, bottom - thick, radius)
    sketch.fill(face, mix(kind.face_light, _WHITE, 0.28))
    inset = thick * 0.35
    sketch.shade(
        rounded(left + inset, top + inset, right - inset, bottom - thick - inset * 0.4, radius - inset),
        kind.face_light,
        kind.face,
    )


# The drum keeps its colours in every theme and palette: pale hide is the brightest round thing on the board.
_WOOD = colour("#8a4f26")
_WOOD_LIGHT = colour("#c98a4e")
_WOOD_DARK = colour("#45240f")
_HIDE = colour("#f7e6c4")
_HIDE_SHADE = colour("#e2c493")
_OCHRE = colour("#9a2f1c")
_SOOT = colour("#3c2416")
_FELT = colour("#b8402c")
_BONE = colour("#fff6e0")


def drum(scale: float) -> Sketch:
    """The shaman's drum: a painted hide on a wooden hoop, its beater across it."""
    sketch = Sketch(CELL, CELL, scale)
    middle = (60.0, 59.0)
    sketch.veil([circle((62, 64), 53)], _BLACK, 0.5, 3)
    for step in range(10):
        bump = turned(((60, 6.5),), 36 * step + 18, middle)[0]
        sketch.dot(bump, 4.6, _WOOD_DARK)
        sketch.dot(bump, 3.2, _WOOD_LIGHT)
    sketch.dot(middle, 53, _WOOD_DARK)
    sketch.shade(circle(middle, 51.5), _WOOD_LIGHT, _WOOD)
    sketch.dot(middle, 45, _WOOD_DARK)
    sketch.shade(circle(middle, 43.5), _HIDE, _HIDE_SHADE)
    _painting(sketch, middle)
    sketch.veil([circle((60, 62), 43.5)], _WHITE, 0.0)
    _beater(sketch)
    return sketch


def _painting(sketch: Sketch, middle: tuple[float, float]) -> None:
    """Three worlds in red ochre: sun, moon and stars above, the owner of the drum, a horse below."""
    sketch.ring(middle, 38.5, 1.7, _OCHRE)
    for step in range(24):
        sketch.dot(turned(((60, 24.4),), 15 * step + 7.5, middle)[0], 1.25, _OCHRE)
    sketch.stroke(((28, 58), (92, 58)), 2, _OCHRE)
    zigzag = tuple((29 + 4.4 * step, 62.4 if step % 2 else 66) for step in range(15))
    sketch.stroke(zigzag, 1.6, _OCHRE)
    sketch.dot((43, 44), 5.2, _OCHRE)
    for step in range(8):
        ray = turned(((43, 37), (43, 33.8)), 45 * step, (43, 44))
        sketch.stroke(ray, 1.9, _OCHRE)
    sketch.fill(path("M 80 35 C 72 36 69 47 77 52 C 81 54 85 53 87 50 C 79 51 75 42 80 35 Z"), _OCHRE)
    sketch.stroke(((60, 30), (60, 57)), 2.6, _OCHRE)
    sketch.dot((60, 33), 4, _OCHRE)
    sketch.stroke(((52, 49), (52, 42), (68, 42), (68, 49)), 2.2, _OCHRE)
    horse: Points = path(
        "M 44 76 L 48 74 L 52 76 L 66 76 C 69 76 71 78 72 81 L 70 80 L 70 90 L 67.5 90 L 67 83 L 53 83 L 52.5 90 "
        "L 50 90 L 50 81 L 48 79 L 45 80 Z"
    )
    sketch.fill(moved(horse, 1.5, -2.5), _SOOT)


def _beater(sketch: Sketch) -> None:
    """A curved stick with a felt head and two ribbons."""
    handle = path("M 104 108 C 94 102 86 92 80 82")
    sketch.veil_line(moved(handle, 1.5, 2.5), 6, _BLACK, 0.45, 1.2)
    sketch.stroke(handle, 6.4, _WOOD_DARK)
    sketch.stroke(handle, 4, _WOOD_LIGHT)
    head = turned(rounded(-7, -12, 7, 12, 7), -33)
    sketch.veil([moved(head, 77, 78)], _BLACK, 0.4, 1.4)
    sketch.fill(moved(head, 76, 75.5), _SOOT)
    sketch.fill(moved(head, 76, 75.5, 1), _SOOT)
    sketch.fill(moved(turned(rounded(-5.4, -10.4, 5.4, 10.4, 5.4), -33), 76, 75.5), _BONE)
    for at in (-5, 0, 5):
        band = turned(((-5, at), (5, at)), -33)
        sketch.stroke(moved(band, 76, 75.5), 1.8, _FELT)


def pip(scale: float, ground: Theme) -> tuple[Sketch, Sketch]:
    """A cycle that was won, and one still to win: a little drum and its empty hoop, 30 units wide."""
    won, open_ = Sketch(30, 30, scale), Sketch(30, 30, scale)
    won.dot((15, 15), 14, _WOOD_DARK)
    won.dot((15, 15), 12.6, _WOOD_LIGHT)
    won.dot((15, 15), 9.6, _HIDE)
    won.dot((15, 15), 4.4, _OCHRE)
    for step in range(8):
        won.stroke(turned(((15, 8.2), (15, 7.2)), 45 * step, (15, 15)), 1.6, _OCHRE)
    open_.ring((15, 15), 12, 2.4, ground.text_muted)
    return won, open_


def target_mark(theme: Theme, scale: float) -> Sketch:
    """A bright frame round a tile that the drum reaches by itself."""
    sketch = Sketch(CELL, CELL, scale)
    frame = rounded(4.5, 3.5, 115.5, 115, 17)
    sketch.stroke((*frame, frame[0]), 8, theme.groove)
    sketch.stroke((*frame, frame[0]), 5.5, theme.target)
    return sketch


def origin_mark(theme: Theme, scale: float) -> Sketch:
    """Where the drum stood: the broken outline of its hoop."""
    sketch = Sketch(CELL, CELL, scale)
    for step in range(12):
        arc = circle((60, 59), 44, 30 * step + 4, 30 * step + 22)
        sketch.stroke(arc, 4.5, theme.trace)
    return sketch


def square(theme: Theme, ground: Colour, scale: float) -> Sketch:
    """An empty square: pressed into the wood, with a stitched motif."""
    sketch = Sketch(CELL, CELL, scale)
    sketch.fill(((0, 0), (CELL, 0), (CELL, CELL), (0, CELL)), theme.groove)
    sketch.fill(rounded(1.5, 1.5, 118.5, 118.5, 8), ground)
    horn = path("M 60 60 C 60 50 52 44 46 47 C 41 50 43 57 48 56")
    for step in range(4):
        sketch.stroke(turned(horn, 90 * step, (60, 60)), 2.6, theme.motif)
    return sketch
