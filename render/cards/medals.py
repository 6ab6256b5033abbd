"""Medals for the first three: gold, silver and bronze, each with room for the number of its place or a star."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from render.canvas import Canvas, Colour, Points, circle, colour, mirrored, opaque
from render.indexed import Blend, IndexedPalette, shades


class Metal(NamedTuple):
    """Colours of a medal, the same in all themes."""

    face: Colour
    rim: Colour
    """The edge of the face, and the ribbon behind it."""


GOLD, SILVER, BRONZE = METALS = (
    Metal(colour("#f4b942"), colour("#8f5a12")),
    Metal(colour("#d3d6da"), colour("#6b7078")),
    Metal(colour("#cf8d58"), colour("#7a4420")),
)
"""Of the first, second and third place."""
ENGRAVED = colour("#2a1c08")
"""The number on a medal."""

WIDTH, HEIGHT = 80, 100
"""Units of the drawing."""
_MIDDLE, _LOBES = (40.0, 38.0), 16
INNER = (23.0, 21.0, 57.0, 55.0)
"""The part of the face that can be written on, in units of the drawing."""
_TAIL: Points = ((36, 50), (18, 98), (28, 92), (36, 99), (50, 60))


def blends(metal: Metal, ground: Colour) -> tuple[Blend, ...]:
    """Return the blends of a medal on a ground."""
    return (ground, metal.rim, 1), (metal.rim, metal.face, 1)


@lru_cache(maxsize=16)
def medal(palette: IndexedPalette, metal: Metal, ground: Colour, high: int) -> Image.Image:
    """Return a medal ``high`` pixels high on plain ground: a rosette with two tails of ribbon."""
    canvas = Canvas(WIDTH, HEIGHT, high / HEIGHT)
    for tail in (_TAIL, mirrored(_TAIL, _MIDDLE[0])):
        canvas.fill(tail, metal.rim)
    for number in range(_LOBES):
        lobe = circle(_MIDDLE, 33, 0, 360 * number / _LOBES)[-1]
        canvas.dot(lobe, 4.8, metal.rim)
    canvas.dot(_MIDDLE, 34, metal.rim)
    canvas.dot(_MIDDLE, 31, metal.face)
    canvas.ring(_MIDDLE, 27, 1.6, metal.rim)
    return palette.flatten(opaque(canvas.finish(), ground), shades(*blends(metal, ground)))
