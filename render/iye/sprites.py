"""Sprites: everything that is drawn once for a theme, a palette and a size, and then only pasted."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from PIL import Image

from engines.iye.observation import POINTS, TYPES
from render.caching import cached_per_theme
from render.canvas import Canvas, Colour, Point, Points, coverage, opaque, rounded
from render.indexed import IndexedPalette, Shape, fill_box, shades, shape
from render.iye import blending, pieces
from render.iye.celebration import Celebration
from render.iye.layout import COUNTER, EMBLEM, LastBoardPlan, Layout, layout
from render.options import PaletteName, ThemeName
from render.text import Placed, Style, Writer
from render.theme import KIND_COLOURS, THEME_COLOURS, Kind, Theme

TONES = 3
"""Steps from ground to ink in letters: few keep the files small."""


class SpriteSet:
    """Sprites, palette and empty table of one theme, palette, size and layout."""

    def __init__(
        self, theme: ThemeName, palette: PaletteName, size: int, *, landscape: bool = False, beside: bool = False
    ) -> None:
        self.layout: Layout = layout(size, landscape=landscape, beside=beside)
        self.theme: Theme = THEME_COLOURS[theme]
        self.card_grounds = (self.theme.card, self.theme.card_active)
        """Ground of a normal card, and of the card of the player to move."""
        self._kinds: Mapping[str, Kind] = KIND_COLOURS[palette]
        self.palette = IndexedPalette(
            blending.everything(self.theme, self._kinds), self.theme.text_pairs(), tones=TONES
        )
        self._art = self._draw_art()
        self._squares = tuple(map(self._square, (self.theme.square, self.theme.square_other)))
        self.table, self.written = self._table()
        """The picture of the empty table, and its texts: the coordinates."""
        self.cards = (
            self._card(self.theme.card, self.theme.card_edge, 1.5),
            self._card(self.theme.card_active, self.theme.accent, 3),
        )
        """A normal band, and the band of the player to move."""
        self.pips = tuple(self._pip(ground) for ground in self.card_grounds)
        """For a normal band and an active one: a cycle not yet won, and one won."""
        self.drum = self._drum(self.theme.table, self.layout.px(EMBLEM))
        """The drum beside the headline."""
        left, top, right, bottom = self.layout.plate
        self.result = self._box((right - left, bottom - top), 14, self.theme.table, self.theme.accent)
        """The ground of the result."""
        self.last = None if self.layout.last is None else self._last(self.layout.last)
        """The ground below the last board of another cycle, and the drum of its winner."""
        self.celebration = Celebration(self.layout, self.theme, self.palette)
        self.key = lru_cache(maxsize=16)(self._key)
        self.plate = lru_cache(maxsize=32)(self._plate)
        self.counter = lru_cache(maxsize=48)(self._counter)
        self.cell = lru_cache(maxsize=128)(self._cell)
        self.trace = lru_cache(maxsize=96)(self._trace)

    def _draw_art(self) -> dict[str, Image.Image]:
        """Return everything that can be on a square, in full colour."""
        scale = self.layout.cell / pieces.CELL
        art = {
            "drum": pieces.drum(scale),
            "drum on tile": pieces.drum_on_tile(scale),
            "target": pieces.target_mark(self.theme, scale),
            "spending target": pieces.spending_mark(self.theme, scale),
            "origin": pieces.origin_mark(self.theme, scale),
            "origin on tile": pieces.origin_on_tile(self.theme, scale),
        }
        for letter, points in zip(TYPES, POINTS, strict=True):
            art[letter] = pieces.tile(letter, points, self._kinds[letter], scale)
            art["spent " + letter] = pieces.counter(letter, self._kinds[letter], scale * 1.25)
        found = {name: canvas.finish() for name, canvas in art.items()}
        for letter in TYPES:  # hard edges: half-covered pixels would get the colour of something else in the tile
            found[letter].putalpha(found[letter].getchannel("A").point([255 * (value > 127) for value in range(256)]))
        return found

    def _square(self, ground: Colour) -> Image.Image:
        return opaque(pieces.square(self.theme, ground, self.layout.cell / pieces.CELL).finish(), ground)

    def _cell(self, letter: str, shade: int, *marks: str) -> Image.Image:
        """Return a square with its content, then marks from bottom to top.

        The content is a tile's letter, the small letter of a tile that is gone, or ``.``.
        """
        theme, scale = self.theme, self.layout.cell / pieces.CELL
        if letter == ".":
            ground = (theme.square, theme.square_other)[shade]
            picture = self._squares[shade].copy()
            blends = list(blending.square(theme, ground))
        else:  # the same on both shades, which makes files smaller
            ground = theme.square
            picture = Image.new("RGB", (self.layout.cell, self.layout.cell), ground)
            blends = []
        if letter.islower():
            kind = self._kinds[letter.upper()]
            picture = opaque(pieces.imprint(letter.upper(), kind, theme, scale).finish(), ground)
            ground = pieces.stains(kind, theme)[0]
            blends += blending.imprint(kind, theme)
        for name in (letter, *marks) if letter.isupper() else marks:
            art = self._art[name]
            picture.paste(art, ((picture.width - art.width) // 2, (picture.height - art.height) // 2), art)
            drawn = self._kinds.get(name[-1])
            if drawn is not None:
                blends += blending.tile(drawn, ground)
            else:
                blends += blending.drum(ground) if "drum" in name else blending.marks(theme, ground)
        return self.palette.flatten(picture, shades(*blends))

    def _counter(self, letter: str, ground: Colour) -> Image.Image:
        """Return a tile in a band; for a small letter only its faint outline, where there is none."""
        scale = self.layout.scale * COUNTER / 48
        if letter.islower():
            faint = pieces.faint(self.theme, ground)
            drawn = pieces.engraving(letter.upper(), faint, ground, scale).finish()
            return self.palette.flatten(opaque(drawn, ground), shades((ground, faint, 0)))
        drawn = pieces.counter(letter, self._kinds[letter], scale).finish()
        return self.palette.flatten(opaque(drawn, ground), shades(*blending.tile(self._kinds[letter], ground)))

    def frieze(self, high: int, ground: Colour) -> tuple[Image.Image, ...]:
        """Return a tile of each type."""
        found = []
        for letter, points in zip(TYPES, POINTS, strict=True):
            kind = self._kinds[letter]
            drawn = pieces.tile(letter, points, kind, high / pieces.CELL).finish()
            found.append(self.palette.flatten(opaque(drawn, ground), shades(*blending.tile(kind, ground))))
        return tuple(found)

    def _pip(self, ground: Colour) -> tuple[Image.Image, Image.Image]:
        """Return a cycle not yet won, and one won."""
        colours = shades(*blending.pip(self.theme, ground))
        won, still = pieces.pip(self.layout.scale, self.theme)
        flat = [self.palette.flatten(opaque(canvas.finish(), ground), colours) for canvas in (still, won)]
        return flat[0], flat[1]

    def _key(self, mark: pieces.Mark) -> Image.Image:
        """Return a mark for the legend: small, or for a majority a plate like those behind its tiles."""
        theme = self.theme
        if mark == "lead":
            canvas = Canvas(pieces.KEY, pieces.KEY, self.layout.scale)
            canvas.fill(rounded(0, 0, pieces.KEY, pieces.KEY, 5), theme.accent)
            canvas.letters("+", (pieces.KEY / 2, pieces.KEY / 2), 26, theme.accent_text)
            drawn, blends = canvas, blending.lead(theme)
        elif mark in self._kinds:
            kind = self._kinds[mark]
            drawn = pieces.counter(mark, kind, self.layout.scale * pieces.KEY / 48)
            blends = blending.tile(kind, theme.table)
        else:
            drawn, blends = pieces.key(mark, theme, self.layout.scale), blending.marks(theme, theme.table)
        return self.palette.flatten(opaque(drawn.finish(), theme.table), shades(*blends))

    def _drum(self, ground: Colour, side: int) -> Image.Image:
        drawn = pieces.emblem(side / pieces.CELL).finish()
        return self.palette.flatten(opaque(drawn, ground), shades(*blending.drum(ground)))

    def _last(self, plan: LastBoardPlan) -> tuple[Image.Image, Image.Image]:
        left, top, right, bottom = plan.plate
        ground, edge = self.theme.card, self.theme.card_edge
        plate = self._box((right - left, bottom - top), 14, self.theme.table, edge, (1.5, ground))
        return plate, self._drum(ground, plan.drum[2] - plan.drum[0])

    def _card(self, ground: Colour, edge: Colour, line: float) -> Image.Image:
        left, top, right, bottom = self.layout.bands[0].box
        if not self.layout.landscape:  # it reaches to the edges of the picture
            flat = Image.new("L", (right - left, bottom - top), self.palette.nearest(edge))
            thick = self.layout.px(line)
            fill_box(flat, self.palette.nearest(ground), (0, thick, flat.width, flat.height - thick))
            return flat
        return self._box((right - left, bottom - top), 14, self.theme.table, edge, (line, ground))

    def _box(
        self,
        size: tuple[int, int],
        radius: float,
        under: Colour,
        ink: Colour,
        inside: tuple[float, Colour] | None = None,
    ) -> Image.Image:
        """A rectangle with round corners over ``under``; with ``inside`` only its line of that width is in ``ink``."""
        scale = self.layout.scale
        width, height = size[0] / scale, size[1] / scale
        canvas = Canvas(width, height, scale)
        canvas.fill(rounded(0, 0, width, height, radius), ink)
        line, ground = inside or (0, ink)
        if inside is not None:
            canvas.fill(rounded(line, line, width - line, height - line, radius - line), ground)
        return self.palette.flatten(opaque(canvas.finish(), under), shades(*blending.box(under, ink, ground)))

    def _plate(self, size: tuple[int, int], radius: float, *, active: bool) -> Image.Image:
        """Return a plate in the accent colour on a band."""
        return self._box(size, radius, self.card_grounds[active], self.theme.accent)

    def _table(self) -> tuple[Image.Image, tuple[Placed, ...]]:
        """Return the table: the empty board and its coordinates."""
        theme, plan = self.theme, self.layout
        colours = shades(*blending.table(theme))
        flat = Image.new("L", (plan.width, plan.height), self.palette.nearest(theme.table))
        left, top, right, bottom = plan.board
        board = opaque(self._frame(right - left, bottom - top), theme.table)
        flat.paste(self.palette.flatten(board, colours), (left, top))
        for number in range(25):
            flat.paste(self._cell(".", shade(number)), plan.square(number))
        writer = Writer(flat, self.palette, plan.scale)
        for string, box in plan.coordinates():
            writer.write(string, box, Style(34, "Semibold", theme.coordinate, "centre"))
        return flat, tuple(writer.placed)

    def _frame(self, width: int, height: int) -> Image.Image:
        """Return the board's wooden frame with its shadow, in full colour."""
        theme, plan = self.theme, self.layout
        scale = plan.scale
        right, bottom = width / scale, height / scale
        canvas = Canvas(right, bottom + 6, scale, supersampling=1)
        canvas.fill(rounded(0, 4, right, bottom + 5, 13), theme.table_shadow)
        canvas.fill(rounded(0, 0, right, bottom, 12), theme.frame_dark)
        canvas.fill(rounded(0, 0, right, bottom - 3, 12), theme.frame_light)
        canvas.fill(rounded(2, 2, right - 2, bottom - 4, 10), theme.frame)
        x, y = ((at - edge) / scale for at, edge in zip(plan.squares_at, plan.board[:2], strict=True))
        side = 5 * plan.cell / scale
        canvas.fill(rounded(x - 4, y - 4, x + side + 4, y + side + 4, 8), theme.frame_dark)
        return canvas.finish()

    def _trace(self, files: int, ranks: int) -> tuple[Shape, Shape]:
        """Return the edge and the body of the arrow for a move, relative to the centre of its first square."""
        cell = self.layout.cell
        across, down = files * cell, -ranks * cell
        margin = cell // 2
        size = (abs(across) + 2 * margin, abs(down) + 2 * margin)
        start = (margin + max(0, -across), margin + max(0, -down))
        end = (start[0] + across, start[1] + down)
        unit = self.layout.scale
        edge, body = (shape(_arrow(size, start, end, unit, grow * unit), start) for grow in (2.5, 0.0))
        return edge, body


def shade(number: int) -> int:
    """Return which of the two shades a square has."""
    return (number % 5 + number // 5) % 2


def _arrow(size: tuple[int, int], start: Point, end: Point, unit: float, grow: float) -> Image.Image:
    """Return the coverage of an arrow from the origin mark at ``start`` to the edge of the drum at ``end``."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5
    ux, uy = dx / length, dy / length
    tail, tip, head = 71 * unit - grow, length - 81 * unit + grow * 1.6, 34 * unit + grow
    neck = max(tail, tip - head)

    def at(along: float, aside: float) -> Point:
        return start[0] + ux * along - uy * aside, start[1] + uy * along + ux * aside

    thin, thick, wing = 4 * unit + grow, 8 * unit + grow, 24 * unit + grow
    outlines: list[Points] = [(at(neck, wing), at(tip, 0), at(neck, -wing))]
    if neck > tail:
        outlines.append((at(tail, thin), at(neck + 1, thick), at(neck + 1, -thick), at(tail, -thin)))
    return coverage(size, outlines)


sprite_set = cached_per_theme(SpriteSet, 12)
"""Returns the sprites for a theme, a palette, a width and a layout."""
