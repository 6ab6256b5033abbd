"""Rings and frames around marked cells, striped dark and light: they stand out on any ground, without colours."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from render.canvas import Points, circle, coverage, rotated
from render.indexed import IndexedPalette, Shape, shape

_DARK, _LIGHT = (0, 0, 0), (255, 255, 255)
"""Drawn with the darkest and the lightest colour of a palette."""
_STRIPES = 6
"""Light stripes of a ring; the dark ones between them are as long."""
_ON_A_SIDE = 3
"""Light stripes on each side of a frame."""
_RING, _FRAME = (0.61, 0.48), (0.54, 0.45)
"""Distances of the outer and the inner edge from the middle, in sides of the cell. A frame hides less of a square."""
_THINNEST = 3
"""Minimum width of a ring or frame in pixels."""


class MarkedCell(NamedTuple):
    """Where a marked cell is in a picture, in pixels."""

    middle: tuple[int, int]
    side: int
    """Width of a square, or height of a hexagon; more where pieces are larger than their cells."""
    is_square: bool = False
    """Whether it gets a frame, else a ring."""


def draw_rings(frame: Image.Image, palette: IndexedPalette, cells: Iterable[MarkedCell]) -> None:
    """Draw a ring or frame around each cell."""
    for middle, side, is_square in cells:
        for ink, piece in zip((_DARK, _LIGHT), _frame(side) if is_square else _ring(side), strict=True):
            palette.overlay(frame, piece, middle, ink)


@lru_cache(maxsize=16)
def _ring(side: int) -> tuple[Shape, Shape]:
    """Return the dark ring, and the light stripes that lie on it."""
    outer, inner, edge = _edges(side, _RING)
    length = 360 / _STRIPES
    ring = [_arc(outer, inner, start * 45, 45) for start in range(8)]
    stripes = [_arc(outer - edge, inner + edge, start * length, length / 2) for start in range(_STRIPES)]
    return _piece(outer, ring), _piece(outer, stripes)


@lru_cache(maxsize=16)
def _frame(side: int) -> tuple[Shape, Shape]:
    """Return the dark frame, and the light stripes that lie on it."""
    outer, inner, edge = _edges(side, _FRAME)
    pitch = 2 * outer / _ON_A_SIDE
    length = pitch * 0.6
    bars = [_bar(-outer, outer, outer, inner, quarter) for quarter in range(4)]
    starts = [number * pitch + (pitch - length) / 2 - outer for number in range(_ON_A_SIDE)]
    stripes = [
        _bar(start, start + length, outer - edge, inner + edge, quarter) for quarter in range(4) for start in starts
    ]
    return _piece(outer, bars), _piece(outer, stripes)


def _edges(side: int, shares: tuple[float, float]) -> tuple[int, float, float]:
    """Return the distances of both edges from the middle, and the width of the dark line beside the stripes."""
    outer = max(round(side * shares[0]), _THINNEST + 1)
    inner = min(side * shares[1], outer - _THINNEST)
    return outer, inner, max(1.0, (outer - inner) / 6)


def _bar(start: float, end: float, outer: float, inner: float, quarter: int) -> Points:
    """Return part of a side of a frame around the origin; ``quarter`` 0 is the upper side, 1 the right one."""
    return rotated([(start, -outer), (end, -outer), (end, -inner), (start, -inner)], 90 * quarter)


def _arc(outer: float, inner: float, start: float, length: float) -> Points:
    """Return part of a ring around the origin; angles in degrees."""
    far, near = circle((0, 0), outer, start, start + length), circle((0, 0), inner, start, start + length)
    return (*far, *reversed(near))


def _piece(radius: int, outlines: Iterable[Points]) -> Shape:
    centre = radius + 1
    size = (2 * centre, 2 * centre)
    placed = [[(x + centre, y + centre) for x, y in outline] for outline in outlines]
    return shape(coverage(size, placed), (centre, centre))
