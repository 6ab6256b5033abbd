"""Rectangles with round corners and an edge."""

from __future__ import annotations

from PIL import Image

from render.canvas import Canvas, Colour, opaque, rounded
from render.indexed import Blend, IndexedPalette, shades


def box_blends(under: Colour, edge: Colour, inside: Colour) -> tuple[Blend, ...]:
    """Return the blends of a box."""
    return (under, edge, 2), (edge, inside, 2)


def box_sprite(
    palette: IndexedPalette,
    scale: float,
    size: tuple[int, int],
    radius: float,
    line: float,
    under: Colour,
    edge: Colour,
    inside: Colour,
) -> Image.Image:
    """Return a box.

    Args:
        palette: the colours of the picture.
        scale: pixels of a unit.
        size: the width and height, in pixels.
        radius: that of the corners, in units.
        line: the width of the edge, in units.
        under: the ground.
        edge: the colour of the edge.
        inside: the colour of the box.
    """
    width, height = size[0] / scale, size[1] / scale
    canvas = Canvas(width, height, scale)
    canvas.fill(rounded(0, 0, width, height, radius), edge)
    canvas.fill(rounded(line, line, width - line, height - line, max(1, radius - line)), inside)
    return palette.flatten(opaque(canvas.finish(), under), shades(*box_blends(under, edge, inside)))
