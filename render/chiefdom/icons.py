"""Drawings in the squares of the sheet: all original, 100 by 100 units."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence

from render.canvas import Colour, Points, circle, path, rounded
from render.chiefdom.colours import Pens
from render.chiefdom.pen import Pen

Icon = Callable[[Pen, Pens], None]

# ---------------------------------------------------------------------------------------------------------- terrain


def water(pen: Pen, pens: Pens) -> None:
    """Two waves."""
    for y in (33, 67):
        up, down = y - 13, y + 13
        line = f"M 10 {y} Q 20 {up} 30 {y} Q 40 {down} 50 {y} Q 60 {up} 70 {y} Q 80 {down} 90 {y}"
        pen.stroke(path(line), 8, pens.wave)


_FISH = path("M 8 50 C 24 24 54 22 72 44 L 93 26 C 89 42 89 58 93 74 L 72 56 C 54 78 24 76 8 50 Z")


def fish(pen: Pen, pens: Pens) -> None:
    """A fish."""
    pen.fill(_FISH, pens.fish)
    pen.dot(25, 45, 5.4, pens.fished)
    pen.stroke(path("M 39 34 Q 48 50 39 66"), 4.6, pens.fished)


def fished(pen: Pen, pens: Pens) -> None:
    """Fished water: the fish is drawn into it, on its line."""
    pen.stroke(path("M 16 4 C 10 22 7 36 14 53"), 4, pens.ink)
    fish(pen.part(8, 11, 84), pens)


def _conifer(x: float, foot: float, width: float, height: float) -> Points:
    """A tree of two tiers."""
    top, half = foot - height, width / 2
    return (
        (x, top),
        (x + half * 0.72, top + height * 0.46),
        (x + half * 0.4, top + height * 0.46),
        (x + half, top + height * 0.84),
        (x - half, top + height * 0.84),
        (x - half * 0.4, top + height * 0.46),
        (x - half * 0.72, top + height * 0.46),
    )


_TWO = ((29, 88, 40, 74), (71, 90, 40, 74))
_THREE = ((50, 60, 33, 54), (24, 92, 36, 60), (76, 92, 36, 60))
"""Centre, foot, width and height of each tree."""


def _draw_trees(pen: Pen, pens: Pens, trees: Sequence[tuple[float, float, float, float]]) -> None:
    """Trees in one colour, so that a forest looks calm beside anything."""
    for x, foot, width, height in trees:
        pen.stroke(((x, foot - height * 0.2), (x, foot)), 7.5, pens.tree)
        pen.fill(_conifer(x, foot + 1.5, width + 4, height + 4), pens.tree)


_STUMPS_OF_TWO = ((27, 80), (73, 80))
_STUMPS_OF_THREE = ((50, 50), (25, 91), (75, 91))
"""Centre and foot of each stump."""


def _cut(pen: Pen, pens: Pens, stumps: Sequence[tuple[float, float]]) -> None:
    """Stumps of cut trees, as many as before, because they still count for the forest."""
    for x, foot in stumps:
        top = foot - 31
        bark = ((x - 14, top), (x + 14, top), (x + 15, foot - 7), (x + 21, foot), (x - 21, foot), (x - 15, foot - 7))
        pen.fill(bark, pens.log)
        for reach, ink in ((1.0, pens.log), (0.7, pens.log_end)):
            pen.fill(tuple((x + 14 * reach * a, top + 8 * reach * b) for a, b in circle((0, 0), 1)), ink)


def trees2(pen: Pen, pens: Pens) -> None:
    """Two standing trees."""
    _draw_trees(pen, pens, _TWO)


def trees3(pen: Pen, pens: Pens) -> None:
    """Three standing trees."""
    _draw_trees(pen, pens, _THREE)


def cut2(pen: Pen, pens: Pens) -> None:
    """Two cut trees."""
    _cut(pen, pens, _STUMPS_OF_TWO)


def cut3(pen: Pen, pens: Pens) -> None:
    """Three cut trees."""
    _cut(pen, pens, _STUMPS_OF_THREE)


def draw_house(pen: Pen, pens: Pens) -> None:
    """A filled-in roof, with nothing below."""
    pen.shape(((18, 46), (82, 46), (82, 92), (18, 92)), pens.plaster, 5.5, pens.ink)
    pen.shape(((5, 51), (50, 9), (95, 51)), pens.roof, 5.5, pens.ink)


def house(pen: Pen, pens: Pens) -> None:
    """A house with its roof filled in."""
    draw_house(pen, pens)
    pen.fill(rounded(41, 62, 59, 92, 3), pens.ink)


def _bricks(pen: Pen, face: Colour, joint: Colour) -> None:
    for row, y in enumerate((2, 34.5, 67)):
        cuts = (2, 50, 98) if row % 2 else (2, 27, 73, 98)
        for left, right in itertools.pairwise(cuts):
            pen.shape(rounded(left + 2, y + 2, right - 2, y + 29, 4), face, 4.4, joint, 0.6)


def wall(pen: Pen, pens: Pens) -> None:
    """A drawn wall: bricks in pen."""
    _bricks(pen, pens.brick, pens.ink)


def printed(pen: Pen, pens: Pens) -> None:
    """A printed wall: the same bricks as a drawn one, in outline."""
    _bricks(pen, pens.paper, pens.stone)


# ----------------------------------------------------------------------------------------------------------- people

_COAT = path("M 7 96 C 7 60 14 38 50 38 C 86 38 93 60 93 96 Z")
_HEAD, _LEFT_HEAD = (50.0, 22.0), (30.0, 21.0)
"""The middle of a head, and where it leaves room for a tool that can be told apart on a phone."""
LETTER, _MIDDLE = 68.0, 67.5
"""Size of the letter on a coat, and its middle: as large as there is room, since the sheet is read on phones."""


def draw_figure(
    pen: Pen, coat: Colour, head: Colour, ink: Colour, line: float = 5, middle: tuple[float, float] = _HEAD
) -> None:
    """A person from the front, in pen; ``middle`` is that of the head."""
    pen.shape(_COAT, coat, line, ink)
    pen.shape(circle(middle, 16.5), head, line, ink)


def _worker(letter: str) -> Icon:
    def draw(pen: Pen, pens: Pens) -> None:
        coat = pens.person(letter)
        draw_figure(pen, pens.plaster, pens.plaster, coat, 6, _LEFT_HEAD)
        TOOLS[letter](pen, coat)
        pen.letters(letter, 50, _MIDDLE, LETTER, coat)

    draw.__doc__ = f"A person with the job {letter}, in ink of its colour."
    return draw


def jobless(pen: Pen, pens: Pens) -> None:
    """A jobless person: an empty coat."""
    draw_figure(pen, pens.plaster, pens.plaster, pens.ink)


def undecided(pen: Pen, pens: Pens) -> None:
    """A person whose job is not chosen yet."""
    draw_figure(pen, pens.plaster, pens.plaster, pens.ink)
    pen.letters("?", 50, _MIDDLE, LETTER, pens.ink)


def _axe(pen: Pen, ink: Colour) -> None:
    pen.stroke(((68, 2), (68, 40)), 7, ink)
    pen.fill(path("M 67 12 C 78 11 86 8 92 0 C 101 13 101 31 92 44 C 86 36 78 32 67 30 Z"), ink)


def _rod(pen: Pen, ink: Colour) -> None:
    pen.stroke(path("M 60 42 C 64 30 66 16 65 3"), 6, ink)
    pen.stroke(path("M 65 3 C 76 0 85 4 87 12"), 3.6, ink)
    pen.fill(path("M 87 9 C 76 18 76 30 84 36 L 76 45 L 98 45 L 90 36 C 98 30 98 18 87 9 Z"), ink)


def _hammer(pen: Pen, ink: Colour) -> None:
    pen.stroke(((77, 16), (77, 44)), 8, ink)
    pen.fill(rounded(56, 1, 99, 24, 5), ink)


TOOLS: Mapping[str, Callable[[Pen, Colour], None]] = {"L": _axe, "F": _rod, "B": _hammer}


LUMBERJACK, FISHERMAN, BUILDER = _worker("L"), _worker("F"), _worker("B")

SQUARES: Mapping[str, Icon] = {
    "#": printed,
    "W": wall,
    "~": water,
    "=": fished,
    "2": trees2,
    "3": trees3,
    "d": cut2,
    "t": cut3,
    "H": house,
    "J": jobless,
    "L": LUMBERJACK,
    "F": FISHERMAN,
    "B": BUILDER,
    "?": undecided,
}
"""By the letter of a square; ``?`` is a person whose job is not chosen yet."""
