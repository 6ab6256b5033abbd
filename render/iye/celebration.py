"""The end of a match on the board: the drum, large and in its light, with the name of its new owner."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from engines.iye.observation import IyeObservation
from render.canvas import Canvas, Points, coverage, opaque, rotated
from render.indexed import Blend, IndexedPalette, Shape, paste, shades, shape
from render.iye import blending, labels, pieces
from render.iye.layout import SIDE, Layout
from render.ribbon import draw_ribbon, inside
from render.text import TextFormatter, Writer, title
from render.theme import Theme

_DRUM = 1.72
"""Width of the drum in squares."""
_RIBBON = (2.9, 0.42, 1.14)
"""Greatest width of the ribbon, its height, and its middle below that of the drum, in squares: the drum is seen whole.
"""
_SMALLEST = 30.0
"""Smallest size of the name: 10 on a phone that shows the picture 340 pixels wide."""


class _Cut(NamedTuple):
    """A piece of art without a ground."""

    numbers: Image.Image
    mask: Image.Image
    """Its opaque pixels."""


class Celebration:
    """The art for the end of a match."""

    def __init__(self, plan: Layout, theme: Theme, palette: IndexedPalette) -> None:
        self._plan = plan
        self._theme = theme
        self._palette = palette
        self._line = max(2, plan.px(3))
        """Width of the ribbon's edge."""
        self._drum = lru_cache(maxsize=1)(self._draw_drum)
        self._light = lru_cache(maxsize=1)(self._draw_light)
        self._ribbon = lru_cache(maxsize=8)(self._draw_ribbon)

    def draw(self, frame: Image.Image, writer: Writer, texts: TextFormatter, seen: IyeObservation) -> None:
        """Draw the drum of the winner over the last board, as near to where it stands as there is room."""
        winner = labels.celebrated(seen)
        if winner is None:
            return
        cell, (left, top) = self._plan.cell, self._plan.squares_at
        file, rank = min(max(seen.drum % SIDE, 1), SIDE - 2), min(max(seen.drum // SIDE, 1), SIDE - 2)
        x, y = left + file * cell + cell // 2, top + (SIDE - 1 - rank) * cell + cell // 2
        self._palette.overlay(frame, self._light(), (x, y), self._theme.accent)
        drum = self._drum()
        paste(frame, drum.numbers, (x - drum.mask.width // 2, y - drum.mask.height // 2), drum.mask)
        widest, high, below = (round(share * cell) for share in _RIBBON)
        style = title(44, self._theme.accent_text, "centre", smallest=_SMALLEST)
        name = texts.name(winner)
        width, middle = min(widest, round(writer.width(name, style)) + 2 * high), y + below
        left, top = x - width // 2, middle - high // 2
        ribbon = self._ribbon(width)
        paste(frame, ribbon.numbers, (left, top), ribbon.mask)
        writer.write(name, inside((left, top, left + width, top + high), self._line), style)

    def _draw_drum(self) -> _Cut:
        art = pieces.drum(self._plan.cell * _DRUM / pieces.CELL).finish()
        return self._cut(art, blending.drum(pieces.SOOT))

    def _draw_light(self) -> Shape:
        """Return rays of light that begin below the drum and grow thin."""
        cell = self._plan.cell
        middle = reach = round(1.5 * cell) - 2
        outlines: list[Points] = []
        for step in range(24):
            ray = ((0.8 * cell, -0.1 * cell), (middle if step % 2 else 0.82 * middle, 0), (0.8 * cell, 0.1 * cell))
            outlines.append(tuple((x + middle, y + middle) for x, y in rotated(ray, 15 * step)))
        rays = coverage((2 * reach, 2 * reach), outlines).point([value * 2 // 3 for value in range(256)])
        return shape(rays, (reach, reach))

    def _draw_ribbon(self, width: int) -> _Cut:
        theme, high = self._theme, round(_RIBBON[1] * self._plan.cell)
        canvas = Canvas(width, high, 1)
        draw_ribbon(canvas, (width, high), self._line, theme.accent, theme.accent_text)
        return self._cut(canvas.finish(), blending.ribbon(theme))

    def _cut(self, art: Image.Image, blends: tuple[Blend, ...]) -> _Cut:
        mask = art.getchannel("A").point([255 * (value > 127) for value in range(256)])
        return _Cut(self._palette.flatten(opaque(art, blends[0][0]), shades(*blends)), mask)
