"""What dice have in common: their colours, and where their pips are."""

from __future__ import annotations

from render.canvas import Canvas, Colour, colour, mix

IVORY = colour("#fbf1da")
IVORY_SHADE = colour("#cdb98f")
PIP = colour("#33231a")
"""Dice, and what else is of ivory, have the same colours in all themes and palettes."""

PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Positions of the pips of a die, in columns and rows from its centre."""


def die_colours(under: Colour, fade: float) -> tuple[Colour, Colour, Colour]:
    """Return the colours of a die's face, of its lower edge, and of its outline and pips.

    ``fade``: how far it fades into the ground ``under``.
    """
    face, shade, dark = (mix(ink, under, fade) for ink in (IVORY, IVORY_SHADE, PIP))
    return face, shade, dark


def draw_pips(canvas: Canvas, pips: int, ink: Colour) -> None:
    """Draw pips on a die of 100 units around the origin."""
    for column, row in PIPS[pips]:
        canvas.dot((24 * column, 24 * row - 3), 10.5, ink)
