"""Sprites: everything that is drawn once for a theme, a palette and a size, and then only pasted."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache, lru_cache, partial
from typing import NamedTuple

from PIL import Image, ImageChops

from engines.totem.observation import CELL_NAMES, CELL_PLACES
from render.boxes import box_sprite
from render.caching import cached_per_theme
from render.canvas import Canvas, Colour, circle, coverage, mix, moved, opaque
from render.indexed import Blend, IndexedPalette, paste, shades, shape
from render.options import PaletteName, ThemeName
from render.ribbon import draw_ribbon
from render.text import Placed, Style, Writer
from render.theme import THEME_COLOURS, Theme
from render.totem import blending, ground, pieces
from render.totem.carvings import HEADS, Pen
from render.totem.colours import HEIGHTS, LEVELS, MEADOWS, SIDES, STEP, Meadow, Side
from render.totem.layout import APOTHEM, CARVING, FRAME, Layout, layout
from render.totem.paths import Paths

LETTER_TONES = 3
"""Steps from ground to ink in letters: few keep the files small."""


class Sprite(NamedTuple):
    """A sprite of the size of a cell."""

    numbers: Image.Image
    mask: Image.Image
    """Its opaque pixels."""


class SpriteSet:
    """Sprites, palette and empty table of one theme, palette, size and layout."""

    def __init__(self, theme: ThemeName, palette: PaletteName, size: int, *, landscape: bool = False) -> None:
        self.layout: Layout = layout(size, landscape=landscape)
        self.theme: Theme = THEME_COLOURS[theme]
        self.meadow: Meadow = MEADOWS[theme]
        self.sides: tuple[Side, ...] = SIDES[palette]
        self.card_grounds = (self.theme.card, self.theme.card_active)
        """Ground of a normal card, and of the card of the player to move."""
        colours = blending.everything(self.theme, self.meadow, self.sides)
        self.palette = IndexedPalette(colours, self._text_pairs(), tones=LETTER_TONES)
        self.paths = Paths(self.layout)
        self.piece = lru_cache(maxsize=48)(self._piece)
        self.ghost = lru_cache(maxsize=16)(self._ghost)
        self.mark = lru_cache(maxsize=4)(self._mark)
        self.rays = cache(self._rays)
        self.wedge = lru_cache(maxsize=8)(self._wedge)
        self.label = lru_cache(maxsize=6)(self._label)
        self.icon = lru_cache(maxsize=24)(self._icon)
        self.emblem = self._emblem()
        """The game's emblem: a totem of no side."""
        self.carving = lru_cache(maxsize=4)(self._carving)
        self.sample = lru_cache(maxsize=2)(self._sample)
        self.die = lru_cache(maxsize=64)(self._die)
        self.line = max(2, self.layout.px(3))
        """Width of the edge of a ribbon."""
        self.ribbon = lru_cache(maxsize=4)(self._ribbon)
        self.box = lru_cache(maxsize=64)(partial(box_sprite, self.palette, self.layout.scale))
        self.table, self.written = self._table()
        """The picture of the empty table, and its texts: coordinates."""

    def _text_pairs(self) -> tuple[tuple[Colour, Colour], ...]:
        meadow = self.meadow
        return (
            *self.theme.text_pairs(),
            (meadow.stop_ink, meadow.stop),
            (meadow.strike_ink, meadow.strike),
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

    def _canvas(self, share: float = 1) -> Canvas:
        """Return a canvas of the size of a cell with its centre at the origin; ``share`` scales what is drawn."""
        across, down = self.layout.half_cell
        unit = self.layout.cell_side / pieces.UNIT * share
        wide, high = (2 * across + 1) / unit, (2 * down + 1) / unit
        return Canvas(wide, high, unit, origin=(wide / 2, high / 2))

    def _sprite(self, canvas: Canvas, blends: tuple[Blend, ...]) -> Sprite:
        return self._cut(canvas.finish(), self.meadow.cells[blending.MIDDLE], blends)

    def _cut(self, art: Image.Image, ground: Colour, blends: tuple[Blend, ...]) -> Sprite:
        mask = art.getchannel("A").point([255 * (value > 127) for value in range(256)])
        return Sprite(self.palette.flatten(opaque(art, ground), shades(*blends)), mask)

    def _piece(self, seat: int, totem: bool, marks: tuple[str, ...]) -> Sprite:  # noqa: FBT001
        """Return a piece or a totem, with marks from bottom to top."""
        canvas, side, soot, shadow = self._canvas(), self.sides[seat], self.meadow.soot, self.meadow.shadow
        (pieces.totem if totem else pieces.piece)(canvas, seat, side, soot, shadow)
        blends = list((blending.totem if totem else blending.piece)(side, shadow, soot))
        for mark in marks:
            if mark == "cross":
                pieces.cross(canvas, self.meadow.strike, 1.12)
                blends += blending.cross(self.meadow)
                continue
            ink = self.theme.trace if mark == "placed" else self.theme.target
            if totem:
                pieces.hexagon_line(canvas, self.theme.trace, 3.4 if mark == "movable" else 6)
            else:
                pieces.ring(canvas, ink, soot, pieces.PIECE - 1, 3.4 if mark == "movable" else 6)
            blends += blending.line(self.theme, soot)
        return self._sprite(canvas, tuple(blends))

    def _ghost(self, seat: int, totem: bool, quiet: bool) -> Sprite:  # noqa: FBT001
        """Return the mark of an elimination; ``quiet`` without a cross."""
        canvas, meadow, ground = self._canvas(), self.meadow, self.meadow.cells[blending.MIDDLE]
        side, soot = pieces.faded(self.sides[seat], meadow.cells[blending.MIDDLE]), blending.faded_soot(meadow)
        if totem:
            art = self._toppled(seat, side, soot)
        elif quiet:
            pieces.fallen(canvas, seat, side)
            art = canvas.finish()
        else:
            pieces.piece(canvas, seat, side, soot, ground)
            art = canvas.finish()
        blends = (blending.totem if totem else blending.piece)(side, meadow.shadow, soot)
        if not quiet:
            crossed = self._canvas()
            pieces.cross(crossed, meadow.strike, 1.25 if totem else 1)
            art.alpha_composite(crossed.finish())
            blends = (*blends, *blending.cross(meadow))
        return self._cut(art, ground, blends)

    def _toppled(self, seat: int, side: Side, soot: Colour) -> Image.Image:
        """Return a totem that lies on its side."""
        canvas = self._canvas(_TOPPLED)
        pieces.totem(canvas, seat, side, soot, soot)
        return canvas.finish().rotate(-100, Image.Resampling.BICUBIC)

    def _mark(self, name: str) -> Sprite:
        """A mark on a bare cell."""
        canvas, theme, meadow = self._canvas(), self.theme, self.meadow
        blends = blending.mark(theme)
        if name == "origin":
            pieces.broken_ring(canvas, theme.trace, theme.trace_edge, 24)
        elif name == "place":
            pieces.broken_hexagon(canvas, theme.trace_edge, 8)
            pieces.broken_hexagon(canvas, theme.trace, 4)
        else:
            pieces.stop(canvas, meadow.strike if name == "deadly stop" else meadow.stop, theme.target_edge)
            blends = blending.stop(meadow, theme)
        return self._sprite(canvas, blends)

    def _label(self, name: str) -> Sprite:
        """What :func:`render.totem.pieces.label` draws."""
        canvas = self._canvas()
        pieces.label(canvas, self.meadow.stop, self.theme.target_edge, name)
        return self._sprite(canvas, blending.stop(self.meadow, self.theme))

    def _rays(self) -> Sprite:
        """Light around the totem of the winner, in a sprite twice as wide and high as a cell."""
        across, down = self.layout.half_cell
        unit = self.layout.cell_side / pieces.UNIT
        wide, high = (4 * across + 1) / unit, (4 * down + 1) / unit
        canvas = Canvas(wide, high, unit, origin=(wide / 2, high / 2))
        pieces.rays(canvas, self.theme.trace, self.theme.trace_edge)
        return self._sprite(canvas, blending.mark(self.theme))

    def _wedge(self, lean: int) -> Sprite:
        canvas = self._canvas()
        pieces.wedge(canvas, lean, self.meadow.strike, self.meadow.soot)
        return self._sprite(canvas, blending.strike(self.meadow))

    # ----------------------------------------------------------------------------------------------- beside the board

    def _icon(self, seat: int, totem: bool, pixels: int, ground: Colour, faded: bool) -> Image.Image:  # noqa: FBT001
        """Return a piece or a totem for a card, faded for a player who is out."""
        side, soot = self.sides[seat], self.meadow.soot
        if faded:
            side, soot = pieces.faded(side, ground), mix(soot, ground, pieces.GHOST)
        reach = 96.0 if totem else 76.0
        canvas = Canvas(reach, reach, pixels / reach, origin=(reach / 2, reach / 2))
        if totem:
            pieces.outline(canvas, soot)
        (pieces.totem if totem else pieces.piece)(canvas, seat, side, soot, ground)
        blends = (blending.totem if totem else blending.piece)(side, ground, soot)
        return self.palette.flatten(opaque(canvas.finish(), ground), shades(*blends))

    def frieze(self, high: int, ground: Colour) -> tuple[Image.Image, ...]:
        """Return the totems of all sides, with pieces between them."""
        large, small = high * 9 // 10, high // 2
        shown = [(seat, totem) for seat in range(len(self.sides)) for totem in (True, False)][:-1]
        return tuple(self.icon(seat, totem, large if totem else small, ground, False) for seat, totem in shown)

    def _sample(self, name: str, pixels: int) -> Image.Image:
        """Return a mark for the key."""
        ground = self.theme.table
        canvas = Canvas(100, 100, pixels / 100, origin=(50, 50))
        pieces.stop(canvas, self.meadow.strike if name == "deadly stop" else self.meadow.stop, self.theme.target_edge)
        blends = blending.stop(self.meadow, self.theme)
        return self.palette.flatten(opaque(canvas.finish(), ground), shades((ground, ground, 0), *blends))

    def _carving(self, seat: int) -> Image.Image:
        """Return the animal of a side that nobody plays, carved into the table."""
        side, ground, reach = blending.carved(self.theme), self.theme.table, 96.0
        canvas = Canvas(reach, reach, self.layout.px(CARVING) / reach, origin=(reach / 2, reach / 2))
        HEADS[seat](Pen(canvas, (0, 0), 1.25), side)
        return self.palette.flatten(opaque(canvas.finish(), ground), shades(*blending.carving(self.theme)))

    def _emblem(self) -> Image.Image:
        side, ground, pixels = blending.wooden(self.theme), self.theme.table, self.layout.px(54)
        canvas = Canvas(96, 96, pixels / 96, origin=(48, 48))
        pieces.totem(canvas, 0, side, self.meadow.soot, ground)
        return self.palette.flatten(
            opaque(canvas.finish(), ground), shades(*blending.totem(side, ground, self.meadow.soot))
        )

    def _die(self, pips: int, pixels: int, ground: Colour, used: bool) -> Image.Image:  # noqa: FBT001
        fade = 0 if used else blending.DISCARDED
        canvas = Canvas(100, 100, pixels / 100, origin=(50, 50))
        pieces.die(canvas, pips, ground, fade)
        return self.palette.flatten(opaque(canvas.finish(), ground), shades(*blending.die(ground, fade)))

    def _ribbon(self, size: tuple[int, int]) -> Image.Image:
        """Return the ribbon with the name of a winner."""
        theme, canvas = self.theme, Canvas(*size, 1)
        draw_ribbon(canvas, size, self.line, theme.accent, theme.accent_text)
        return self.palette.flatten(opaque(canvas.finish(), theme.table), shades(*blending.ribbon(theme)))

    # ------------------------------------------------------------------------------------------------------- the table

    def _table(self) -> tuple[Image.Image, tuple[Placed, ...]]:
        """Return the table: the empty board and its coordinates."""
        theme, plan, meadow = self.theme, self.layout, self.meadow
        canvas = Canvas(*plan.sheet, plan.scale, origin=plan.centre, supersampling=2)
        pieces.board(canvas, theme, APOTHEM)
        board = opaque(canvas.finish(), theme.table).resize((plan.width, plan.height))
        flat = self.palette.flatten(board, shades(*blending.table(theme, meadow)))
        self._draw_cells(flat, lambda sheet, _: sheet.fill(pieces.hexagon(56), theme.frame_dark), theme.frame)
        self._draw_cells(flat, lambda sheet, grass: pieces.cell(sheet, grass, meadow), meadow.groove)
        self._paint(flat)
        self._draw_shadow(flat)
        writer = Writer(flat, self.palette, plan.scale)
        for string, box in plan.coordinates:
            style = Style(36, "Semibold", theme.coordinate, "centre")
            writer.write(string, writer.room(string, box, style), style)
        return flat, tuple(writer.placed)

    def _draw_cells(self, flat: Image.Image, draw: Callable[[Canvas, Colour], None], under: Colour) -> None:
        meadow = self.meadow
        sprites: dict[Colour, Sprite] = {}
        for cell in range(len(CELL_NAMES)):
            grass = meadow.cells[shade(cell) + STEP]
            if grass not in sprites:
                canvas = self._canvas()
                draw(canvas, grass)
                blends = (*blending.cell(meadow, grass), (self.theme.frame_dark, under, 0))
                sprites[grass] = self._cut(canvas.finish(), under, blends)
            self.put(flat, sprites[grass], cell)

    def _paint(self, flat: Image.Image) -> None:
        """Paint the light, tufts and flowers on the grass, where all of it has the same light."""
        plan, number = self.layout, self.palette.nearest
        reach = plan.px(2 * (APOTHEM - FRAME) / math.cos(math.radians(30)))
        left, top = (round(at * plan.scale) - reach // 2 for at in plan.centre)
        box = left, top, left + reach, top + reach
        unit = reach / 2
        light = ground.levels((reach, reach))
        blades = [[((x + 1) * unit, (y + 1) * unit) for x, y in blade] for tuft in ground.tufts() for blade in tuft]
        sheet = coverage((reach, reach), blades).point([255 * (value > 127) for value in range(256)])
        raised = light.point([(value + 1) % LEVELS for value in range(256)])
        light.paste(raised, (0, 0), sheet)
        field = flat.crop(box)
        base = [number(self.meadow.cells[height + STEP]) for height in range(HEIGHTS)]
        for level in range(LEVELS):
            table = list(range(256))
            for height, old in enumerate(base):
                table[old] = number(self.meadow.cells[height + STEP * level])
            mask = light.point([255 * (value == level) for value in range(256)])
            flat.paste(field.point(table), box, mask)
        petals = [circle(((x + 1) * unit, (y + 1) * unit), 2.6 * plan.scale) for x, y in ground.flowers()]
        drawn = coverage((reach, reach), petals).point([255 * (value > 127) for value in range(256)])
        grass = field.point([255 * (value in base) for value in range(256)])
        flat.paste(number(self.meadow.flower), box, ImageChops.multiply(drawn, grass))

    def _draw_shadow(self, flat: Image.Image) -> None:
        """Draw the shadow of the frame on the meadow, which lies deeper and is lit from above."""
        plan = self.layout
        inner = APOTHEM - FRAME + 1
        outline = [(x + plan.centre[0], y + plan.centre[1]) for x, y in pieces.upright(inner, 4)]
        deeper = [(x + 5, y + _SHADOW) for x, y in outline]
        grass = moved(pieces.hexagon(pieces.UNIT), scale=plan.cell_side / pieces.UNIT)
        scaled = [[(x * plan.scale, y * plan.scale) for x, y in points] for points in (outline, deeper)]
        band = ImageChops.subtract(coverage(flat.size, scaled[:1]), coverage(flat.size, scaled[1:]))
        band = ImageChops.multiply(band, coverage(flat.size, (moved(grass, x, y) for x, y in plan.middles)))
        faint = band.point([value // 3 for value in range(256)])
        self.palette.overlay(flat, shape(faint, (0, 0)), (0, 0), self.meadow.soot)


_TOPPLED = 0.86
"""Size of a toppled totem, which must not reach over the edges of its cell."""
_SHADOW = 15
"""Depth of the meadow below its frame, as the length of a shadow."""


def shade(cell: int) -> int:
    """Return the height of a cell, which tells its tone of grass; neighbours differ.

    All cells of a row are alike in the same light, which keeps files small.
    """
    return CELL_PLACES[cell][1] + 12


sprite_set = cached_per_theme(SpriteSet, 4)
"""Returns the sprites for a theme, a palette, a width and a layout."""
