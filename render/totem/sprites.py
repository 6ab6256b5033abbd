"""Sprites: everything that is drawn once for a theme, a palette and a size, and then only pasted."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from engines.totem.observation import CELL_NAMES, CELL_PLACES
from render.caching import cached_per_theme
from render.canvas import Canvas, Colour, mix, opaque, rounded
from render.indexed import Blend, IndexedPalette, paste, shades
from render.options import PaletteName, ThemeName
from render.text import Placed, Style, Writer
from render.theme import THEME_COLOURS, Theme
from render.totem import blending, pieces
from render.totem.colours import MEADOWS, SIDES, Meadow, Side
from render.totem.layout import APOTHEM, CENTRE, HEIGHT, WIDTH, Layout, layout
from render.totem.paths import Paths


class Sprite(NamedTuple):
    """A sprite of the size of a cell."""

    numbers: Image.Image
    mask: Image.Image
    """Its opaque pixels."""


class SpriteSet:
    """Sprites, palette and empty table of one theme, palette and size."""

    def __init__(self, theme: ThemeName, palette: PaletteName, size: int) -> None:
        self.layout: Layout = layout(size)
        self.theme: Theme = THEME_COLOURS[theme]
        self.meadow: Meadow = MEADOWS[theme]
        self.sides: tuple[Side, ...] = SIDES[palette]
        self.card_grounds = (self.theme.card, self.theme.card_active)
        """Ground of a normal card, and of the card of the player to move."""
        self.palette = IndexedPalette(blending.everything(self.theme, self.meadow, self.sides), self._text_pairs())
        self.paths = Paths(self.layout)
        self.piece = lru_cache(maxsize=96)(self._piece)
        self.ghost = lru_cache(maxsize=32)(self._ghost)
        self.mark = lru_cache(maxsize=32)(self._mark)
        self.wedge = lru_cache(maxsize=8)(self._wedge)
        self.label = lru_cache(maxsize=4)(self._label)
        self.icon = lru_cache(maxsize=24)(self._icon)
        self.emblem = self._emblem()
        """The game's emblem: a totem of no side."""
        self.die = lru_cache(maxsize=64)(self._die)
        self.box = lru_cache(maxsize=64)(self._box)
        self.table, self.written = self._table()
        """The picture of the empty table, and its texts: coordinates."""

    def _text_pairs(self) -> tuple[tuple[Colour, Colour], ...]:
        meadow = self.meadow
        return (
            *self.theme.text_pairs(),
            (meadow.stop_ink, meadow.stop),
            (meadow.strike_ink, meadow.strike),
            *((meadow.start_ink, ground) for ground in meadow.cells),
        )

    def corner(self, cell: int) -> tuple[int, int]:
        """Return the upper left corner of a cell's sprites."""
        x, y = self.layout.middles[cell]
        across, down = self.layout.half_cell
        return x - across, y - down

    def put(self, frame: Image.Image, sprite: Sprite, cell: int) -> None:
        """Paste a sprite on a cell."""
        paste(frame, sprite.numbers, self.corner(cell), sprite.mask)

    # -------------------------------------------------------------------------------------------------- on cells

    def _canvas(self) -> Canvas:
        """Return a canvas of the size of a cell with its centre at the origin."""
        across, down = self.layout.half_cell
        unit = self.layout.cell_side / pieces.UNIT
        wide, high = (2 * across + 1) / unit, (2 * down + 1) / unit
        return Canvas(wide, high, unit, origin=(wide / 2, high / 2))

    def _sprite(self, canvas: Canvas, ground: Colour, blends: tuple[Blend, ...]) -> Sprite:
        art = canvas.finish()
        mask = art.getchannel("A").point([255 * (value > 40) for value in range(256)])
        return Sprite(self.palette.flatten(opaque(art, ground), shades(*blends)), mask)

    def _piece(self, seat: int, shade: int, totem: bool, marks: tuple[str, ...]) -> Sprite:  # noqa: FBT001
        """Return a piece or a totem on a cell, with marks from bottom to top."""
        canvas, side, ground = self._canvas(), self.sides[seat], self.meadow.cells[shade]
        soot = self.meadow.soot
        (pieces.totem if totem else pieces.piece)(canvas, seat, side, soot)
        blends = list((blending.totem if totem else blending.piece)(side, ground, soot))
        for mark in marks:
            if mark == "cross":
                pieces.cross(canvas, self.meadow.strike, 1.12)
                blends += blending.cross(self.meadow)
                continue
            ink = self.theme.trace if mark == "placed" else self.theme.target
            if totem:
                pieces.hexagon_line(canvas, self.theme.trace, 6 if mark == "chosen" else 3.4)
            else:
                pieces.ring(canvas, ink, soot, pieces.PIECE - 1, 3.4 if mark == "movable" else 6)
            blends += blending.line(self.theme, soot)
        return self._sprite(canvas, ground, tuple(blends))

    def _ghost(self, seat: int, shade: int, totem: bool) -> Sprite:  # noqa: FBT001
        """Return the mark of an elimination."""
        canvas, meadow, ground = self._canvas(), self.meadow, self.meadow.cells[shade]
        side, soot = pieces.faded(self.sides[seat], meadow.cells[0]), blending.faded_soot(meadow)
        if totem:
            pieces.totem(canvas, seat, side, soot)
        else:
            pieces.piece(canvas, seat, side, soot)
        pieces.cross(canvas, meadow.strike, 1.25 if totem else 1)
        blends = (blending.totem if totem else blending.piece)(side, ground, soot)
        return self._sprite(canvas, ground, (*blends, *blending.cross(meadow)))

    def _mark(self, name: str, shade: int) -> Sprite:
        """A mark on a bare cell."""
        canvas, theme, meadow, ground = self._canvas(), self.theme, self.meadow, self.meadow.cells[shade]
        blends = blending.mark(theme, meadow, ground)
        if name == "origin":
            pieces.broken_ring(canvas, theme.trace, theme.trace_edge, 24)
        elif name == "place":
            pieces.broken_hexagon(canvas, meadow.start_ink, 3.4)
        else:
            pieces.stop(canvas, meadow.strike if name == "deadly stop" else meadow.stop, theme.target_edge)
            blends = blending.stop(meadow, theme)
        return self._sprite(canvas, ground, blends)

    def _label(self, name: str) -> Sprite:
        """What :func:`render.totem.pieces.label` draws."""
        canvas = self._canvas()
        pieces.label(canvas, self.meadow.stop, self.theme.target_edge, name)
        return self._sprite(canvas, self.meadow.soot, blending.stop(self.meadow, self.theme))

    def _wedge(self, lean: int) -> Sprite:
        canvas = self._canvas()
        pieces.wedge(canvas, lean, self.meadow.strike, self.meadow.soot)
        return self._sprite(canvas, self.meadow.soot, blending.strike(self.meadow, self.meadow.soot))

    # ----------------------------------------------------------------------------------------------- beside the board

    def _icon(self, seat: int, totem: bool, pixels: int, ground: Colour, faded: bool) -> Image.Image:  # noqa: FBT001
        """Return a piece or a totem for a card, faded for a player who is out."""
        side, soot = self.sides[seat], self.meadow.soot
        if faded:
            side, soot = pieces.faded(side, ground), mix(soot, ground, pieces.GHOST)
        reach = 96.0 if totem else 76.0
        canvas = Canvas(reach, reach, pixels / reach, origin=(reach / 2, reach / 2))
        (pieces.totem if totem else pieces.piece)(canvas, seat, side, soot)
        blends = (blending.totem if totem else blending.piece)(side, ground, soot)
        return self.palette.flatten(opaque(canvas.finish(), ground), shades(*blends))

    def _emblem(self) -> Image.Image:
        side, ground, pixels = blending.wooden(self.theme), self.theme.table, self.layout.px(46)
        canvas = Canvas(96, 96, pixels / 96, origin=(48, 48))
        pieces.totem(canvas, 0, side, self.meadow.soot)
        return self.palette.flatten(
            opaque(canvas.finish(), ground), shades(*blending.totem(side, ground, self.meadow.soot))
        )

    def _die(self, pips: int, pixels: int, ground: Colour, used: bool) -> Image.Image:  # noqa: FBT001
        fade = 0 if used else blending.DISCARDED
        canvas = Canvas(100, 100, pixels / 100, origin=(50, 50))
        pieces.die(canvas, pips, ground, fade)
        return self.palette.flatten(opaque(canvas.finish(), ground), shades(*blending.die(ground, fade)))

    def _box(
        self, size: tuple[int, int], radius: float, line: float, under: Colour, edge: Colour, inside: Colour
    ) -> Image.Image:
        """A rectangle with round corners and a line round it."""
        scale = self.layout.scale
        width, height = size[0] / scale, size[1] / scale
        canvas = Canvas(width, height, scale)
        canvas.fill(rounded(0, 0, width, height, radius), edge)
        canvas.fill(rounded(line, line, width - line, height - line, max(1, radius - line)), inside)
        return self.palette.flatten(opaque(canvas.finish(), under), shades(*blending.box(under, edge, inside)))

    # ------------------------------------------------------------------------------------------------------- the table

    def _table(self) -> tuple[Image.Image, tuple[Placed, ...]]:
        """Return the table: the empty board and its coordinates."""
        theme, plan, meadow = self.theme, self.layout, self.meadow
        canvas = Canvas(WIDTH, HEIGHT, plan.scale, origin=CENTRE, supersampling=2)
        pieces.board(canvas, theme, APOTHEM)
        board = opaque(canvas.finish(), theme.table).resize((plan.width, plan.height))
        flat = self.palette.flatten(board, shades(*blending.table(theme, meadow)))
        self._draw_cells(flat, lambda sheet, _: sheet.fill(pieces.hexagon(56), theme.frame_dark), theme.frame)
        self._draw_cells(flat, self._draw_cell, meadow.groove)
        writer = Writer(flat, self.palette, plan.scale)
        for string, box in plan.coordinates():
            style = Style(26, "Semibold", theme.coordinate, "centre")
            writer.write(string, writer.room(string, box, style), style)
        return flat, tuple(writer.placed)

    def _draw_cell(self, canvas: Canvas, cell: int) -> None:
        meadow = self.meadow
        pieces.cell(canvas, meadow.cells[shade(cell)], meadow)
        if shade(cell) == 0:
            pieces.tuft(canvas, meadow)

    def _draw_cells(self, flat: Image.Image, draw: Callable[[Canvas, int], None], under: Colour) -> None:
        sprites: dict[int, Sprite] = {}
        blends = tuple(blend for ground in self.meadow.cells for blend in blending.cell(self.meadow, ground))
        for cell in range(len(CELL_NAMES)):
            kind = shade(cell)
            if kind not in sprites:
                canvas = self._canvas()
                draw(canvas, cell)
                sprites[kind] = self._sprite(canvas, under, (*blends, *blending.table(self.theme, self.meadow)))
            self.put(flat, sprites[kind], cell)


_SHADES = tuple((file - (height - file) // 2) % 3 for file, height in CELL_PLACES)


def shade(cell: int) -> int:
    """Return which of the three shades a cell has; neighbours differ."""
    return _SHADES[cell]


sprite_set = cached_per_theme(SpriteSet, 4)
"""Returns the sprites for a theme, a palette and a width."""
