"""Sprites: everything that is drawn once for a theme, a palette and a size, and then only pasted."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from render.boxes import box_blends
from render.caching import cached_per_theme
from render.canvas import Canvas, Colour, Points, moved, opaque, path, rounded
from render.chiefdom import blending
from render.chiefdom.colours import PENS, Pens
from render.chiefdom.icons import SQUARES
from render.chiefdom.marks import MARKS, Mark
from render.chiefdom.pen import UNITS, Pen
from render.chiefdom.signs import SIGNS, seal
from render.dice import PIPS
from render.indexed import IndexedPalette, fill_box, paste, shades
from render.options import PaletteName, ThemeName
from render.ribbon import draw_ribbon
from render.theme import THEME_COLOURS, Theme

WIDTH = 1000
HANDS = ((0.0, 0.0, 0.0), (1.5, -1.0, 2.5), (-1.5, 0.5, -3.0))
"""How a drawing lies in its square, because no two are drawn alike: shift in hundredths of a square, and tilt in
degrees."""
TONES = 3
"""Steps from paper to ink in letters; with more, the file of a full sheet would be too large."""


class Box(NamedTuple):
    """A rectangle with round corners and an edge."""

    line: int
    """Pixels of the line's width."""
    radius: int
    """Pixels."""
    under: Colour
    edge: Colour
    inside: Colour


class Cut(NamedTuple):
    """A piece of art without a ground."""

    numbers: Image.Image
    mask: Image.Image
    """Its opaque pixels."""


class SpriteSet:
    """Sprites and palette of one theme, palette and size."""

    def __init__(self, theme: ThemeName, palette: PaletteName, size: int) -> None:
        self.scale = size / WIDTH
        self.size = size
        self.theme: Theme = THEME_COLOURS[theme]
        self.pens: Pens = PENS[theme, palette]
        self.palette = IndexedPalette(
            blending.everything(self.theme, self.pens), (*self.theme.text_pairs(), *self.pens.text_pairs()), tones=TONES
        )
        self._washes: dict[str, Colour] = {
            "~": self.pens.lake,
            "=": self.pens.fished,
            "2": self.pens.forest,
            "3": self.pens.forest,
            "d": self.pens.cleared,
            "t": self.pens.cleared,
        }
        # Caches on the methods would be shared by all sprite sets and keep them alive.
        self.square = lru_cache(maxsize=512)(self._square)
        self.sign = lru_cache(maxsize=192)(self._sign)
        self.glyph = lru_cache(maxsize=48)(self._glyph)
        self.corner = lru_cache(maxsize=64)(self._corner)
        self.die = lru_cache(maxsize=48)(self._die)
        self.panel = lru_cache(maxsize=48)(self._panel)
        self.ribbon = lru_cache(maxsize=4)(self._ribbon)
        self.seal = lru_cache(maxsize=2)(self._seal)
        self.cut_edge = lru_cache(maxsize=32)(self._cut_edge)

    def px(self, units: float) -> int:
        """Convert units of a picture 1000 pixels wide to whole pixels."""
        return round(units * self.scale)

    # ------------------------------------------------------------------------------------------------- on the sheet

    def _square(self, letter: str, mark: Mark | None, pixels: int, hand: int = 0) -> Image.Image:
        """Return a square of the sheet with its drawing and a mark; ``hand`` is one of :data:`HANDS`."""
        ground = self._washes.get(letter, self.pens.paper)
        if mark in ("planned", "decided"):
            ground = self.pens.plan
        elif mark == "impossible":
            ground = self.pens.bad_ground
        canvas = Canvas(UNITS, UNITS, pixels / UNITS)
        canvas.fill(((0, 0), (UNITS, 0), (UNITS, UNITS), (0, UNITS)), ground)
        # Lakes and forests have no lines between their squares: their drawings separate them.
        for edge in () if letter in self._washes else (((0, 0), (UNITS, 0)), ((0, 0), (0, UNITS))):
            canvas.stroke(edge, 2 * UNITS / pixels, self.pens.print)
        pen = Pen(canvas, 0, 0, UNITS, 5 * hand)
        if ground == self.pens.paper:
            for fibre in _FIBRES[hand]:
                pen.stroke(path(fibre), 1.6, self.pens.print)
        if letter in SQUARES:
            across, down, lean = HANDS[hand]
            SQUARES[letter](pen.part(6 + across, 6 + down, 90, lean), self.pens)
        if mark is not None:
            MARKS[mark](pen, self.pens)
        return self._flat(canvas, ground, {*pen.used, self.pens.print})

    # -------------------------------------------------------------------------------------------------------- beside

    def _sign(self, name: str, pixels: int) -> Image.Image:
        """Return a sign on paper."""
        canvas = Canvas(UNITS, UNITS, pixels / UNITS)
        pen = Pen(canvas, 0, 0, UNITS)
        SIGNS[name](pen, self.pens)
        return self._flat(canvas, self.pens.paper, pen.used)

    def _flat(self, canvas: Canvas, ground: Colour, used: set[Colour]) -> Image.Image:
        return self.palette.flatten(
            opaque(canvas.finish(), ground), blending.between(self.pens, frozenset({ground, *used}))
        )

    def _glyph(self, name: str, pixels: int, ground: Colour, ink: Colour) -> Image.Image:
        """Return a mark in one colour."""
        canvas = Canvas(UNITS, UNITS, pixels / UNITS)
        for outline in _GLYPHS[name]:
            canvas.stroke(outline, 15, ink)
        return self.palette.flatten(opaque(canvas.finish(), ground), shades(*blending.mark(ground, ink)))

    def _die(self, pips: int, pixels: int, ground: Colour) -> Image.Image:
        pens = self.pens
        canvas = Canvas(UNITS, UNITS, pixels / UNITS)
        canvas.fill(rounded(1, 1, 99, 99, 20), pens.print_ink)
        canvas.fill(rounded(4.5, 4.5, 95.5, 92, 17), pens.plaster)
        for x, y in PIPS[pips]:
            canvas.dot((50 + 25 * x, 48.5 + 25 * y), 10, pens.ink)
        colours = shades((ground, pens.print_ink, 2), (pens.print_ink, pens.plaster, 2), (pens.plaster, pens.ink, 2))
        return self.palette.flatten(opaque(canvas.finish(), ground), colours)

    def _ribbon(self, width: int, height: int) -> Cut:
        """Return a ribbon of a size in pixels."""
        canvas, theme = Canvas(width, height, 1), self.theme
        draw_ribbon(canvas, (width, height), max(1.5, self.px(3)), theme.accent, theme.accent_text)
        return self._cut(canvas, theme.accent_text, shades((theme.accent_text, theme.accent, 1)))

    def _seal(self, pixels: int) -> Cut:
        """Return a seal of wax on two bands."""
        canvas = Canvas(UNITS, UNITS, pixels / UNITS)
        pen = Pen(canvas, 0, 0, UNITS)
        seal(pen, self.pens)
        return self._cut(canvas, self.pens.ink, blending.between(self.pens, frozenset(pen.used)))

    def _cut(self, canvas: Canvas, ground: Colour, colours: tuple[Colour, ...]) -> Cut:
        art = canvas.finish()
        mask = art.getchannel("A").point([255 * (value > 127) for value in range(256)])
        return Cut(self.palette.flatten(opaque(art, ground), colours), mask)

    def draw_box(self, frame: Image.Image, area: tuple[int, int, int, int], box: Box) -> None:
        """Draw a rectangle with round corners, in pixels."""
        left, top, right, bottom = area
        line, bend = box.line, box.radius
        edge, inside = self.palette.nearest(box.edge), self.palette.nearest(box.inside)
        fill_box(frame, edge, (left, top + bend, right, bottom - bend))
        fill_box(frame, edge, (left + bend, top, right - bend, bottom))
        fill_box(frame, inside, (left + line, top + bend, right - line, bottom - bend))
        fill_box(frame, inside, (left + bend, top + line, right - bend, bottom - line))
        corner = self.corner(box)
        mirrored = corner.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        paste(frame, corner, (left, top))
        paste(frame, mirrored, (right - bend, top))
        paste(frame, corner.transpose(Image.Transpose.FLIP_TOP_BOTTOM), (left, bottom - bend))
        paste(frame, mirrored.transpose(Image.Transpose.FLIP_TOP_BOTTOM), (right - bend, bottom - bend))

    def _cut_edge(self, length: int, under: Colour, *, upright: bool) -> Image.Image:
        """Return the upper edge of paper that was cut by hand: straight at its ends, where it meets the corners.

        An ``upright`` one, for the sides, has only long waves: each row of a picture that differs from the row above
        takes room in its file, and so do blends.
        """
        pens, deep, piece = self.pens, max(2, self.px(_CUT)), max(2.0, _PIECE * self.scale)
        line, count = [(0.0, 0.0)], max(2, round(length / piece))
        for number in range(1, count):
            wave = 0.42 + 0.32 * math.sin(0.12 * number + 0.01 * length)
            if not upright:
                wave += 0.26 * math.sin(1.9 * number) ** 3
            line.append((number * length / count, wave * deep * min(1, number / 5, (count - number) / 5)))
        line.append((length, 0.0))
        canvas, thin = Canvas(length, deep, 1), max(1.0, 1.5 * self.scale)
        for down, ink in ((0.0, pens.paper_edge), (thin, pens.paper)):
            canvas.fill((*moved(line, 0, down), (length, deep), (0, deep)), ink)
        return self.palette.flatten(opaque(canvas.finish(), under), (under, pens.paper_edge, pens.paper))

    def draw_cut_edges(self, frame: Image.Image, area: tuple[int, int, int, int]) -> None:
        """Draw the edges of paper on the table, in pixels, with its shadow below it."""
        left, top, right, bottom = area
        bend, turned = self.px(10), Image.Transpose.ROTATE_180
        wide, high, table = right - left - 2 * bend, bottom - top - 2 * bend, self.theme.table
        upright = self.cut_edge(high, table, upright=True).transpose(Image.Transpose.TRANSPOSE)
        lower = self.cut_edge(wide, self.theme.table_shadow, upright=False).transpose(turned)
        paste(frame, self.cut_edge(wide, table, upright=False), (left + bend, top))
        paste(frame, lower, (left + bend, bottom - lower.height))
        paste(frame, upright, (left, top + bend))
        paste(frame, upright.transpose(turned), (right - upright.width, top + bend))

    def _panel(self, width: int, height: int, box: Box) -> Image.Image:
        """Return a whole box."""
        panel = Image.new("L", (width, height), self.palette.nearest(box.under))
        self.draw_box(panel, (0, 0, width, height), box)
        return panel

    def _corner(self, box: Box) -> Image.Image:
        """Return the upper left corner of a box."""
        line, radius, under, edge, inside = box
        canvas = Canvas(2 * radius, 2 * radius, 1)
        canvas.fill(rounded(0, 0, 2 * radius, 2 * radius, radius), edge)
        canvas.fill(rounded(line, line, 2 * radius - line, 2 * radius - line, radius - line), inside)
        whole = opaque(canvas.finish(), under)
        return self.palette.flatten(whole.crop((0, 0, radius, radius)), shades(*box_blends(under, edge, inside)))


_CUT, _PIECE = 4.6, 9.0
"""Greatest depth of the cut edge of paper, and length of its straight pieces."""
_FIBRES = (
    ("M 12 30 C 18 24 26 30 31 25", "M 66 78 C 72 82 78 74 86 77", "M 74 20 L 80 13"),
    ("M 18 72 C 26 76 30 68 38 70", "M 62 14 C 68 20 76 12 84 18", "M 84 52 L 88 60"),
    ("M 22 14 L 29 20", "M 58 60 C 64 54 72 60 80 55", "M 14 88 C 22 84 26 90 34 86"),
)
"""Fibres of the paper, for each hand."""
_GLYPHS: dict[str, tuple[Points, ...]] = {
    "tick": (((12, 54), (40, 82), (90, 20)),),
    "cross": (((18, 18), (82, 82)), ((82, 18), (18, 82))),
    "wait": (
        path("M 16 8 L 84 8"),
        path("M 16 92 L 84 92"),
        path("M 26 12 C 26 40 74 60 74 88"),
        path("M 74 12 C 74 40 26 60 26 88"),
    ),
}


sprite_set = cached_per_theme(SpriteSet, 6)
"""Returns the sprites for a theme, a palette and a width."""
