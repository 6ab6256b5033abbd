"""Everything that is painted once for a theme, a palette and a size, and then only pasted."""

from __future__ import annotations

import threading
from functools import lru_cache

from PIL import Image

from engines.iye.observation import POINTS, TYPES
from render.canvas import Colour, Point, Sketch, path, rounded, turned
from render.indexed import Inks
from render.iye import pieces
from render.iye.layout import HEIGHT, WIDTH, Layout, layout
from render.options import PaletteName, ThemeName
from render.text import Style, Writer
from render.theme import KIND_COLOURS, THEME_COLOURS, Kind, Theme

Trace = tuple[tuple[int, int, Image.Image], ...]
"""Bands of an arrow's coverage and where each lies, from the middle of the square the arrow starts on."""

_ARROW_BAND = 40


class Look:
    """Sprites, palette and empty table of one theme, palette and size."""

    def __init__(self, theme: ThemeName, palette: PaletteName, size: int) -> None:
        self.layout: Layout = layout(size)
        self.theme: Theme = THEME_COLOURS[theme]
        self._kinds: dict[str, Kind] = dict(KIND_COLOURS[palette])
        cell_scale = self.layout.cell / pieces.CELL
        scale = self.layout.scale
        self._art = {
            letter: pieces.tile(letter, points, self._kinds[letter], cell_scale).finish()
            for letter, points in zip(TYPES, POINTS, strict=True)
        }
        self._art["drum"] = pieces.drum(cell_scale).finish()
        self._art["target"] = pieces.target_mark(self.theme, cell_scale).finish()
        self._art["origin"] = pieces.origin_mark(self.theme, cell_scale).finish()
        for letter in TYPES:
            self._art["spent " + letter] = pieces.counter(letter, self._kinds[letter], scale * 1.25).finish()
        self._squares = tuple(
            _opaque(pieces.square(self.theme, ground, cell_scale).finish(), ground)
            for ground in (self.theme.square, self.theme.square_other)
        )
        counters = [
            _opaque(pieces.counter(letter, self._kinds[letter], scale).finish(), self.theme.table)
            for letter in TYPES
        ]
        cards = [self._card(ground, edge) for ground, edge in self._card_colours()]
        pips = [
            _opaque(sketch.finish(), ground)
            for ground in (self.theme.card, self.theme.card_active)
            for sketch in pieces.pip(scale, self.theme)
        ]
        table = self._table()
        samples = [
            table.resize((table.width // 2, table.height // 2)),
            *(self._cell_rgb(letter, number % 2) for number, letter in enumerate(TYPES)),
            *(self._cell_rgb(letter, 0, "target") for letter in TYPES),
            *(self._cell_rgb("drum", number) for number in range(2)),
            *(self._cell_rgb("drum", number) for number in range(2)),
            *counters,
            *pips,
        ]
        self.inks = Inks(samples, self.theme.text_pairs())
        self.counters = dict(zip(TYPES, map(self.inks.flatten, counters), strict=True))
        self.cards = tuple(map(self.inks.flatten, cards))
        """A player's card at rest, and of the player who must act."""
        flat_pips = [self.inks.flatten(picture) for picture in pips]
        self.pips = ((flat_pips[1], flat_pips[0]), (flat_pips[3], flat_pips[2]))
        """For a card at rest and an active one: a cycle still to win, and one won."""
        self.table = self._lettered(self.inks.flatten(table))
        """The picture before anything lies on it."""
        self.cell = lru_cache(maxsize=256)(self._cell)
        self.trace = lru_cache(maxsize=96)(self._trace)

    def _cell(self, letter: str, shade: int, *marks: str) -> Image.Image:
        """Colour numbers of a square with what lies on it: a tile's letter or ``.``, then marks from below upwards."""
        return self.inks.flatten(self._cell_rgb(letter, shade, *marks))

    def _cell_rgb(self, letter: str, shade: int, *marks: str) -> Image.Image:
        picture = self._squares[shade].copy()
        for name in (letter, *marks) if letter != "." else marks:
            art = self._art[name]
            at = ((picture.width - art.width) // 2, (picture.height - art.height) // 2)
            picture.paste(art, at, art)
        return picture

    def _card_colours(self) -> tuple[tuple[Colour, Colour], ...]:
        theme = self.theme
        return (theme.card, theme.card_edge), (theme.card_active, theme.accent)

    def _card(self, ground: Colour, edge: Colour) -> Image.Image:
        left, top, right, bottom = self.layout.cards[0]
        scale = self.layout.scale
        width, height = (right - left) / scale, (bottom - top) / scale
        sketch = Sketch(width, height, scale)
        line = 3 if edge == self.theme.accent else 1.5
        sketch.fill(rounded(0, 0, width, height, 14), edge)
        sketch.fill(rounded(line, line, width - line, height - line, 14 - line), ground)
        return _opaque(sketch.finish(), self.theme.table)

    def banner(self, width: int, height: int) -> Image.Image:
        """A plate for the result, in colour numbers."""
        scale = self.layout.scale
        sketch = Sketch(width / scale, height / scale, scale)
        sketch.fill(rounded(0, 0, width / scale, height / scale, 12), self.theme.accent)
        return self.inks.flatten(_opaque(sketch.finish(), self.theme.table))

    def _table(self) -> Image.Image:
        """The table with the empty board, in full colour, without letters."""
        theme, plan = self.theme, self.layout
        picture = Image.new("RGB", (plan.width, plan.height), theme.table)
        left, top, right, bottom = (edge / plan.scale for edge in plan.board)
        sketch = Sketch(WIDTH, HEIGHT, plan.scale)
        sketch.veil([rounded(left, top + 3, right, bottom + 6, 14)], (0, 0, 0), 0.35, 3)
        sketch.fill(rounded(left, top, right, bottom, 12), theme.frame_dark)
        sketch.fill(rounded(left, top, right, bottom - 3, 12), theme.frame_light)
        sketch.fill(rounded(left + 2, top + 2, right - 2, bottom - 4, 11), theme.frame)
        inner = plan.frame / plan.scale - 4
        sketch.fill(rounded(left + inner, top + inner, right - inner, bottom - inner, 6), theme.frame_dark)
        for x in (left, right):
            for y in (top, bottom):
                self._corner(sketch, (x + (18 if x == left else -18), y + (18 if y == top else -18)))
        drawn = sketch.finish()
        picture.paste(drawn, (0, 0), drawn)
        for number in range(25):
            picture.paste(self._squares[shade(number)], plan.square(number))
        return picture

    def _corner(self, sketch: Sketch, at: Point) -> None:
        horn = path("M 0 0 C 0 -6 -5 -9 -8.5 -7 C -11 -5 -9.5 -1.5 -6.5 -2.5")
        for step in range(4):
            turn = turned(horn, 90 * step)
            sketch.stroke([(x + at[0], y + at[1]) for x, y in turn], 2.2, self.theme.frame_light)

    def _lettered(self, table: Image.Image) -> Image.Image:
        writer = Writer(table, self.inks, self.layout.scale)
        style = Style(28, "Semibold", self.theme.coordinate, "centre")
        for letter, box in self.layout.coordinates():
            writer.write(letter, box, style)
        return table

    def _trace(self, files: int, ranks: int) -> tuple[Trace, Trace]:
        """The arrow of a move by so many files and ranks: its edge and its body."""
        plan = self.layout
        across, down = files * plan.cell, -ranks * plan.cell
        margin = plan.cell // 2
        width, height = abs(across) + 2 * margin, abs(down) + 2 * margin
        start = (margin + max(0, -across), margin + max(0, -down))
        end = (start[0] + across, start[1] + down)
        unit = plan.scale
        edge, body = (
            _bands(_arrow(width, height, start, end, unit, grow * unit), (-start[0], -start[1]))
            for grow in (3.5, 0.0)
        )
        return edge, body


def shade(number: int) -> int:
    """Which of the two shades a square has."""
    return (number % 5 + number // 5) % 2


def _arrow(width: int, height: int, start: Point, end: Point, unit: float, grow: float) -> Image.Image:
    """Coverage of an arrow that leaves the hoop's mark at ``start`` and ends before the drum at ``end``."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5
    ux, uy = dx / length, dy / length
    tail, tip, head = 50 * unit - grow, length - 57 * unit + grow * 1.6, 25 * unit + grow
    neck = max(tail, tip - head)

    def at(along: float, aside: float) -> Point:
        return start[0] + ux * along - uy * aside, start[1] + uy * along + ux * aside

    sketch = Sketch(width, height, 1)
    thin, thick, wing = 3 * unit + grow, 6 * unit + grow, 17 * unit + grow
    if neck > tail:
        sketch.fill((at(tail, thin), at(neck + 1, thick), at(neck + 1, -thick), at(tail, -thin)), (255, 255, 255))
    sketch.fill((at(neck, wing), at(tip, 0), at(neck, -wing)), (255, 255, 255))
    return sketch.finish().getchannel("A")


def _bands(coverage: Image.Image, offset: tuple[int, int]) -> Trace:
    """Cut a mask into bands without the empty space beside a slanting line."""
    bands = []
    for top in range(0, coverage.height, _ARROW_BAND):
        band = coverage.crop((0, top, coverage.width, min(top + _ARROW_BAND, coverage.height)))
        box = band.getbbox()
        if box is not None:
            bands.append((offset[0] + box[0], offset[1] + top + box[1], band.crop(box)))
    return tuple(bands)


def _opaque(art: Image.Image, ground: Colour) -> Image.Image:
    picture = Image.new("RGB", art.size, ground)
    picture.paste(art, (0, 0), art)
    return picture


_building = threading.Lock()
_looks = lru_cache(maxsize=8)(Look)


def look(theme: ThemeName, palette: PaletteName, size: int) -> Look:
    """The look for these options; the first call paints it."""
    with _building:
        return _looks(theme, palette, size)


