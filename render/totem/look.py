"""Everything that is painted once for a theme, a palette and a size, and then only pasted."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from engines.totem.observation import CELL_NAMES, CELL_PLACES
from render.canvas import Colour, Sketch, mix, opaque, rounded
from render.indexed import Blend, Inks, shades, stick
from render.looks import painted_once
from render.options import PaletteName, ThemeName
from render.text import Placed, Style, Writer
from render.theme import THEME_COLOURS, Theme
from render.totem import inks, pieces
from render.totem.colours import MEADOWS, SIDES, Meadow, Side
from render.totem.layout import APOTHEM, CENTRE, HEIGHT, WIDTH, Layout, layout
from render.totem.trail import Trails


class Sprite(NamedTuple):
    """Something the size of a cell."""

    numbers: Image.Image
    mask: Image.Image
    """Where it is."""


class Look:
    """Sprites, palette and empty table of one theme, palette and size."""

    def __init__(self, theme: ThemeName, palette: PaletteName, size: int) -> None:
        self.layout: Layout = layout(size)
        self.theme: Theme = THEME_COLOURS[theme]
        self.meadow: Meadow = MEADOWS[theme]
        self.sides: tuple[Side, ...] = SIDES[palette]
        self.card_grounds = (self.theme.card, self.theme.card_active)
        """Ground of a player's card at rest, and of the player whose turn it is."""
        self.inks = Inks(inks.everything(self.theme, self.meadow, self.sides), self._text_pairs())
        self.trails = Trails(self.layout)
        self.piece = lru_cache(maxsize=96)(self._piece)
        self.ghost = lru_cache(maxsize=32)(self._ghost)
        self.mark = lru_cache(maxsize=32)(self._mark)
        self.wedge = lru_cache(maxsize=8)(self._wedge)
        self.label = lru_cache(maxsize=4)(self._label)
        self.icon = lru_cache(maxsize=24)(self._icon)
        self.emblem = self._emblem()
        """The game's sign: a totem of no side."""
        self.die = lru_cache(maxsize=64)(self._die)
        self.box = lru_cache(maxsize=64)(self._box)
        self.table, self.written = self._table()
        """The picture before anything lies on it, and what is written there: coordinates."""

    def _text_pairs(self) -> tuple[tuple[Colour, Colour], ...]:
        meadow = self.meadow
        return (
            *self.theme.text_pairs(),
            (meadow.stop_ink, meadow.stop),
            (meadow.strike_ink, meadow.strike),
            *((meadow.start_ink, ground) for ground in meadow.cells),
        )

    def corner(self, cell: int) -> tuple[int, int]:
        """Upper left corner of a cell's sprites."""
        x, y = self.layout.middles[cell]
        across, down = self.layout.half_cell
        return x - across, y - down

    def put(self, frame: Image.Image, sprite: Sprite, cell: int) -> None:
        """Paste a sprite on a cell."""
        stick(frame, sprite.numbers, self.corner(cell), sprite.mask)

    # -------------------------------------------------------------------------------------------------- on cells

    def _sketch(self) -> Sketch:
        """A sheet of the size of a cell with its middle at the origin."""
        across, down = self.layout.half_cell
        unit = self.layout.cell_side / pieces.UNIT
        wide, high = (2 * across + 1) / unit, (2 * down + 1) / unit
        return Sketch(wide, high, unit, origin=(wide / 2, high / 2))

    def _sprite(self, sketch: Sketch, ground: Colour, blends: tuple[Blend, ...]) -> Sprite:
        art = sketch.finish()
        mask = art.getchannel("A").point([255 * (value > 40) for value in range(256)])
        return Sprite(self.inks.flatten(opaque(art, ground), shades(*blends)), mask)

    def _piece(self, seat: int, shade: int, totem: bool, marks: tuple[str, ...]) -> Sprite:  # noqa: FBT001
        """A piece or a totem on a cell of a shade, with marks from below upwards."""
        sketch, side, ground = self._sketch(), self.sides[seat], self.meadow.cells[shade]
        soot = self.meadow.soot
        (pieces.totem if totem else pieces.piece)(sketch, seat, side, soot)
        blends = list((inks.totem if totem else inks.piece)(side, ground, soot))
        for mark in marks:
            if mark == "cross":
                pieces.cross(sketch, self.meadow.strike, 1.12)
                blends += inks.cross(self.meadow)
                continue
            ink = self.theme.trace if mark == "placed" else self.theme.target
            if totem:
                pieces.hexagon_line(sketch, self.theme.trace, 6 if mark == "chosen" else 3.4)
            else:
                pieces.ring(sketch, ink, soot, pieces.PIECE - 1, 3.4 if mark == "movable" else 6)
            blends += inks.line(self.theme, soot)
        return self._sprite(sketch, ground, tuple(blends))

    def _ghost(self, seat: int, shade: int, totem: bool) -> Sprite:  # noqa: FBT001
        """Where something was eliminated."""
        sketch, meadow, ground = self._sketch(), self.meadow, self.meadow.cells[shade]
        side, soot = pieces.faded(self.sides[seat], meadow.cells[0]), inks.faded_soot(meadow)
        if totem:
            pieces.totem(sketch, seat, side, soot)
        else:
            pieces.piece(sketch, seat, side, soot)
        pieces.cross(sketch, meadow.strike, 1.25 if totem else 1)
        blends = (inks.totem if totem else inks.piece)(side, ground, soot)
        return self._sprite(sketch, ground, (*blends, *inks.cross(meadow)))

    def _mark(self, name: str, shade: int) -> Sprite:
        """A mark on a bare cell."""
        sketch, theme, meadow, ground = self._sketch(), self.theme, self.meadow, self.meadow.cells[shade]
        blends = inks.mark(theme, meadow, ground)
        if name == "origin":
            pieces.broken_ring(sketch, theme.trace, theme.trace_edge, 24)
        elif name == "place":
            pieces.broken_hexagon(sketch, meadow.start_ink, 3.4)
        else:
            pieces.stop(sketch, meadow.strike if name == "deadly stop" else meadow.stop, theme.target_edge)
            blends = inks.stop(meadow, theme)
        return self._sprite(sketch, ground, blends)

    def _label(self, name: str) -> Sprite:
        """What :func:`render.totem.pieces.label` draws."""
        sketch = self._sketch()
        pieces.label(sketch, self.meadow.stop, self.theme.target_edge, name)
        return self._sprite(sketch, self.meadow.soot, inks.stop(self.meadow, self.theme))

    def _wedge(self, lean: int) -> Sprite:
        sketch = self._sketch()
        pieces.wedge(sketch, lean, self.meadow.strike, self.meadow.soot)
        return self._sprite(sketch, self.meadow.soot, inks.strike(self.meadow, self.meadow.soot))

    # ----------------------------------------------------------------------------------------------- beside the board

    def _icon(self, seat: int, totem: bool, pixels: int, ground: Colour, faded: bool) -> Image.Image:  # noqa: FBT001
        """A piece or a totem on a card, in a square of so many pixels; faded for a player who is out."""
        side, soot = self.sides[seat], self.meadow.soot
        if faded:
            side, soot = pieces.faded(side, ground), mix(soot, ground, pieces.GHOST)
        reach = 96.0 if totem else 76.0
        sketch = Sketch(reach, reach, pixels / reach, origin=(reach / 2, reach / 2))
        (pieces.totem if totem else pieces.piece)(sketch, seat, side, soot)
        blends = (inks.totem if totem else inks.piece)(side, ground, soot)
        return self.inks.flatten(opaque(sketch.finish(), ground), shades(*blends))

    def _emblem(self) -> Image.Image:
        side, ground, pixels = inks.wooden(self.theme), self.theme.table, self.layout.px(46)
        sketch = Sketch(96, 96, pixels / 96, origin=(48, 48))
        pieces.totem(sketch, 0, side, self.meadow.soot)
        return self.inks.flatten(opaque(sketch.finish(), ground), shades(*inks.totem(side, ground, self.meadow.soot)))

    def _die(self, pips: int, pixels: int, ground: Colour, used: bool) -> Image.Image:  # noqa: FBT001
        fade = 0 if used else inks.DISCARDED
        sketch = Sketch(100, 100, pixels / 100, origin=(50, 50))
        pieces.die(sketch, pips, ground, fade)
        return self.inks.flatten(opaque(sketch.finish(), ground), shades(*inks.die(ground, fade)))

    def _box(
        self, size: tuple[int, int], radius: float, line: float, under: Colour, edge: Colour, inside: Colour
    ) -> Image.Image:
        """A rectangle with round corners and a line round it."""
        scale = self.layout.scale
        width, height = size[0] / scale, size[1] / scale
        sketch = Sketch(width, height, scale)
        sketch.fill(rounded(0, 0, width, height, radius), edge)
        sketch.fill(rounded(line, line, width - line, height - line, max(1, radius - line)), inside)
        return self.inks.flatten(opaque(sketch.finish(), under), shades(*inks.box(under, edge, inside)))

    # ------------------------------------------------------------------------------------------------------- the table

    def _table(self) -> tuple[Image.Image, tuple[Placed, ...]]:
        """Colour numbers of the table: the empty board and its coordinates."""
        theme, plan, meadow = self.theme, self.layout, self.meadow
        sketch = Sketch(WIDTH, HEIGHT, plan.scale, origin=CENTRE, finesse=2)
        pieces.board(sketch, theme, APOTHEM)
        board = opaque(sketch.finish(), theme.table).resize((plan.width, plan.height))
        flat = self.inks.flatten(board, shades(*inks.table(theme, meadow)))
        self._lay_cells(flat, lambda sheet, _: sheet.fill(pieces.hexagon(56), theme.frame_dark), theme.frame)
        self._lay_cells(flat, self._draw_cell, meadow.groove)
        writer = Writer(flat, self.inks, plan.scale)
        for string, box in plan.coordinates():
            style = Style(26, "Semibold", theme.coordinate, "centre")
            writer.write(string, writer.room(string, box, style), style)
        return flat, tuple(writer.placed)

    def _draw_cell(self, sketch: Sketch, cell: int) -> None:
        meadow = self.meadow
        pieces.cell(sketch, meadow.cells[shade(cell)], meadow)
        if shade(cell) == 0:
            pieces.tuft(sketch, meadow)

    def _lay_cells(self, flat: Image.Image, draw: Callable[[Sketch, int], None], under: Colour) -> None:
        sprites: dict[int, Sprite] = {}
        blends = tuple(blend for ground in self.meadow.cells for blend in inks.cell(self.meadow, ground))
        for cell in range(len(CELL_NAMES)):
            kind = shade(cell)
            if kind not in sprites:
                sketch = self._sketch()
                draw(sketch, cell)
                sprites[kind] = self._sprite(sketch, under, (*blends, *inks.table(self.theme, self.meadow)))
            self.put(flat, sprites[kind], cell)


_SHADES = tuple((file - (height - file) // 2) % 3 for file, height in CELL_PLACES)


def shade(cell: int) -> int:
    """Which of the three shades a cell has; neighbours have different ones."""
    return _SHADES[cell]


look = painted_once(Look, 4)
"""The look for a theme, a palette and a width."""
