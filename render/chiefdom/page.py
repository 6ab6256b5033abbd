"""A picture in progress: boxes, signs and texts, in units of a picture 1000 pixels wide."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from PIL import Image

from engines.text import Text
from render.canvas import Colour, Point
from render.chiefdom.sprites import Box, SpriteSet
from render.indexed import fill_box, paste
from render.options import PictureOptions
from render.text import Placed, Style, TextFormatter, Writer

Area: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom in units of a picture 1000 pixels wide."""

_SMALL = 60_000
"""Pixels of the largest box that is cached: small boxes repeat often, and drawing one takes eight steps."""


class Part(NamedTuple):
    """Part of a picture with its texts, which can be pasted into other pictures."""

    left: int
    """Position in the picture in pixels."""
    top: int
    numbers: Image.Image
    placed: tuple[Placed, ...]


class Squares(NamedTuple):
    """Where the squares of a plan are, in pixels."""

    left: int
    top: int
    side: int
    files: int
    ranks: int

    def boxes(self) -> tuple[tuple[int, int, int, int], ...]:
        """Return the boxes of all squares."""
        corners = [
            (self.left + file * self.side, self.top + rank * self.side)
            for file in range(self.files)
            for rank in range(self.ranks)
        ]
        return tuple((x, y, x + self.side, y + self.side) for x, y in corners)


class Page:
    """One picture."""

    def __init__(self, sprites: SpriteSet, height: float, options: PictureOptions) -> None:
        self.sprites = sprites
        self.theme = sprites.theme
        self.pens = sprites.pens
        self.frame = Image.new("L", (sprites.size, sprites.px(height)), sprites.palette.nearest(sprites.theme.table))
        self.writer = Writer(self.frame, sprites.palette, sprites.scale)
        self.texts = TextFormatter(options)
        self.translate = options.translate
        self.marked = options.marked
        self.board: tuple[Point, ...] = ()
        """The outline of the plan in pixels, if one is large."""
        self.squares: Squares | None = None
        """Its squares."""

    def pixels(self, area: Area) -> tuple[int, int, int, int]:
        """Convert an area to pixels."""
        scale, (left, top, right, bottom) = self.sprites.scale, area
        return round(left * scale), round(top * scale), round(right * scale), round(bottom * scale)

    def box(
        self,
        area: Area,
        *,
        under: Colour,
        edge: Colour,
        inside: Colour,
        line: float = 1.5,
        radius: float = 12,
    ) -> None:
        """Draw a rectangle with round corners."""
        left, top, right, bottom = self.pixels(area)
        kind = Box(max(1, self.sprites.px(line)), self.sprites.px(radius), under, edge, inside)
        if (right - left) * (bottom - top) <= _SMALL:
            paste(self.frame, self.sprites.panel(right - left, bottom - top, kind), (left, top))
        else:
            self.sprites.draw_box(self.frame, (left, top, right, bottom), kind)

    def paper(self, area: Area, *, active: bool = False) -> None:
        """Draw a sheet of paper with its shadow."""
        theme, pens = self.theme, self.pens
        left, _, right, bottom = self.pixels(area)
        bend = self.sprites.px(10)
        shadow = self.sprites.palette.nearest(theme.table_shadow)
        fill_box(self.frame, shadow, (left + bend, bottom - bend, right - bend // 2, bottom + self.sprites.px(4)))
        edge, line = (theme.accent, 4.0) if active else (pens.paper_edge, 1.5)
        self.box(area, under=theme.table, edge=edge, inside=pens.paper, line=line, radius=10)
        if not active:
            self.sprites.draw_cut_edges(self.frame, self.pixels(area))

    def fill(self, area: Area, ink: Colour) -> None:
        """Draw a plain rectangle, at least one pixel thick."""
        left, top, right, bottom = self.pixels(area)
        fill_box(self.frame, self.sprites.palette.nearest(ink), (left, top, max(right, left + 1), max(bottom, top + 1)))

    def sign(self, name: str, left: float, top: float, side: float) -> None:
        """Draw a sign on paper."""
        paste(self.frame, self.sprites.sign(name, self.sprites.px(side)), (self.sprites.px(left), self.sprites.px(top)))

    def stamp(self, name: str, left: float, top: float, side: float, under: Colour) -> None:
        """Draw a sign on its own piece of paper."""
        pens = self.pens
        self.box(
            (left, top, left + side, top + side),
            under=under,
            edge=pens.paper_edge,
            inside=pens.paper,
            radius=min(10, side * 0.16),
        )
        margin = side * 0.1
        self.sign(name, left + margin, top + margin, side - 2 * margin)

    def glyph(self, name: str, left: float, top: float, side: float, colours: tuple[Colour, Colour]) -> None:
        """Draw a mark in one colour; ``colours`` are ground and ink."""
        picture = self.sprites.glyph(name, self.sprites.px(side), *colours)
        paste(self.frame, picture, (self.sprites.px(left), self.sprites.px(top)))

    def die(self, pips: int, left: float, top: float, side: float, under: Colour) -> None:
        """Draw a die."""
        paste(
            self.frame,
            self.sprites.die(pips, self.sprites.px(side), under),
            (self.sprites.px(left), self.sprites.px(top)),
        )

    def ribbon(self, area: Area) -> None:
        """Draw a ribbon with forked ends."""
        left, top, right, bottom = self.pixels(area)
        ribbon = self.sprites.ribbon(right - left, bottom - top)
        paste(self.frame, ribbon.numbers, (left, top), ribbon.mask)

    def seal(self, left: float, top: float, side: float) -> None:
        """Draw a seal of wax."""
        seal = self.sprites.seal(self.sprites.px(side))
        paste(self.frame, seal.numbers, (self.sprites.px(left), self.sprites.px(top)), seal.mask)

    def part(self, area: Area) -> Part:
        """Return the content of an area that contains all texts."""
        box = self.pixels(area)
        return Part(box[0], box[1], self.frame.crop(box), tuple(self.writer.placed))

    def overlay(self, part: Part) -> None:
        """Paste a part of another page of this size."""
        paste(self.frame, part.numbers, (part.left, part.top))
        self.writer.placed += part.placed

    def write(self, string: str, area: Area, style: Style) -> float:
        """Write one line and return its width in units."""
        return self.writer.write(string, self.pixels(area), style) / self.sprites.scale

    def write_text(self, text: Text, area: Area, style: Style) -> None:
        """Write a text in one line; names are shortened before the text is cut."""
        box = self.pixels(area)
        self.writer.write(self.texts.within(text, self.writer, box, style), box, style)

    def write_lines(self, text: Text, lines: tuple[Area, ...], style: Style) -> None:
        """Write a text in as many of the lines as it needs, vertically centred."""
        boxes = [self.pixels(line) for line in lines]
        rest = self.texts(text).split(" ")
        parts: list[str] = []
        while rest and len(parts) < len(boxes) - 1:
            count = len(rest)
            while count > 1 and not self.writer.fits(" ".join(rest[:count]), boxes[len(parts)], style):
                count -= 1
            parts.append(" ".join(rest[:count]))
            rest = rest[count:]
        if rest:
            parts.append(" ".join(rest))
        lower = (boxes[-1][3] - boxes[len(parts) - 1][3]) // 2
        for part, (left, top, right, bottom) in zip(parts, boxes, strict=False):
            self.writer.write(part, (left, top + lower, right, bottom + lower), style)

    def fits(self, string: str, area: Area, style: Style) -> bool:
        """Return whether the whole string fits into one line, in the smallest letters if necessary."""
        return self.writer.fits(string, self.pixels(area), style)

    def width(self, string: str, style: Style) -> float:
        """Return the width of a string at full size in units."""
        return self.writer.width(string, style) / self.sprites.scale
