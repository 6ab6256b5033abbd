"""Marks on squares of the sheet, distinguishable without colour."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

from render.canvas import Colour, Point
from render.chiefdom.colours import Pens
from render.chiefdom.pen import Pen

Mark: TypeAlias = Literal["drawn", "planned", "decided", "impossible", "taken", "left out"]

_CORNERS: tuple[Point, ...] = ((5, 5), (96, 5), (96, 96), (5, 96))


def _dashes(pen: Pen, ink: Colour, width: float) -> None:
    for (x, y), (to_x, to_y) in zip(_CORNERS, (*_CORNERS[1:], _CORNERS[0]), strict=True):
        for start, end in ((0.0, 0.14), (0.36, 0.64), (0.86, 1.0)):
            first = (x + (to_x - x) * start, y + (to_y - y) * start)
            pen.stroke((first, (x + (to_x - x) * end, y + (to_y - y) * end)), width, ink)


def _drawn(pen: Pen, pens: Pens) -> None:
    """Drawn in the last turn: corners."""
    for x, y, across, down in ((12, 12, 17, 17), (89, 12, -17, 17), (89, 89, -17, -17), (12, 89, 17, -17)):
        pen.stroke(((x + across, y), (x, y), (x, y + down)), 6.5, pens.plan_line)


def _planned(pen: Pen, pens: Pens) -> None:
    """Sketched in pencil: each side twice, across the corners."""
    for inset, over in ((6, 1), (10, 5)):
        low, high = inset, 100 - inset
        for begin, end in (
            ((low, over), (low, 100 - over)),
            ((high, over), (high, 100 - over)),
            ((over, low), (100 - over, low)),
            ((over, high), (100 - over, high)),
        ):
            pen.stroke((begin, end), 3.2, pens.print_ink, 1.6)


def _decided(pen: Pen, pens: Pens) -> None:
    pen.stroke((*_CORNERS, _CORNERS[0]), 8, pens.plan_line)


def _impossible(pen: Pen, pens: Pens) -> None:
    _dashes(pen, pens.bad, 8)


def _taken(pen: Pen, pens: Pens) -> None:
    """Not empty, so nothing can be drawn here: a cross."""
    _dashes(pen, pens.bad, 8)
    for line in (((14, 14), (87, 87)), ((87, 14), (14, 87))):
        pen.stroke(line, 15, pens.plaster)
        pen.stroke(line, 9, pens.bad)


def _left_out(pen: Pen, pens: Pens) -> None:
    """The square of the shape that a bonus leaves out."""
    _dashes(pen, pens.plan_line, 6)
    pen.dot(50, 50, 30, pens.plan_line)
    pen.dot(50, 50, 24, pens.plan)
    pen.stroke(((39, 50), (61, 50)), 9, pens.plan_line)


MARKS: Mapping[Mark, Callable[[Pen, Pens], None]] = {
    "drawn": _drawn,
    "planned": _planned,
    "decided": _decided,
    "impossible": _impossible,
    "taken": _taken,
    "left out": _left_out,
}
"""By name."""
