"""A ribbon with forked ends, for the name or the title of a winner."""

from __future__ import annotations

from render.canvas import Canvas, Colour, Points

_FORK = 0.4
"""How deep the ends are cut, and how far the writing keeps from them, as a share of the ribbon's height."""


def draw_ribbon(canvas: Canvas, size: tuple[float, float], line: float, ink: Colour, edge: Colour) -> None:
    """Draw a ribbon in ``ink`` with an edge, from the canvas's origin to a width and a height."""
    wide, high = size
    for grow, tint in ((0.0, edge), (line, ink)):
        outline: Points = (
            (2 * grow, grow),
            (wide - 2 * grow, grow),
            (wide - _FORK * high - grow, high / 2),
            (wide - 2 * grow, high - grow),
            (2 * grow, high - grow),
            (_FORK * high + grow, high / 2),
        )
        canvas.fill(outline, tint)


def inside(box: tuple[int, int, int, int], line: int) -> tuple[int, int, int, int]:
    """Return the part of a ribbon's box that can be written on."""
    left, top, right, bottom = box
    fork = round(_FORK * (bottom - top)) + 2 * line
    return left + fork, top + line, right - fork, bottom - line
