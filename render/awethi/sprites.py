"""Sprites: everything that is drawn once for a theme, a palette and a size, and then only pasted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple, get_args

from PIL import Image

from engines.awethi.observation import KINDS, Kind, Terrain
from render.awethi import animals, blending, pieces
from render.awethi.arrows import Arrows, Manner
from render.awethi.colours import HERDS, LANDS, Herd, Land
from render.awethi.layout import Layout, Stage, layout
from render.caching import cached_per_theme
from render.canvas import Canvas, Colour, opaque, rounded
from render.indexed import Blend, IndexedPalette, shades
from render.options import PaletteName, ThemeName
from render.text import Placed, Style, Writer
from render.theme import THEME_COLOURS, Theme

TERRAINS: tuple[Terrain, ...] = get_args(Terrain)

_LARGE = 1200
"""Width in pixels from which letters are large enough for a single shade between ground and ink; smaller pictures use
more. A hundred coordinates and four cards of text were a fifth of the file.
"""

_ROOMY = 60
"""Side of a square from which the numbers of several wairgka in it are legible."""

Draw = Callable[[Canvas], None]


class Sprite(NamedTuple):
    """A sprite of the size of a square."""

    numbers: Image.Image
    mask: Image.Image
    """Its opaque pixels."""


class SpriteSet:
    """Sprites and palette of one theme, palette and size."""

    def __init__(self, theme: ThemeName, palette: PaletteName, size: int) -> None:
        self.size = size
        self.theme: Theme = THEME_COLOURS[theme]
        self.land: Land = LANDS[theme]
        self.herds: tuple[Herd, ...] = HERDS[palette]
        self.palette = IndexedPalette(
            blending.everything(self.theme, self.land, self.herds), self._text_pairs(), tones=2 if size >= _LARGE else 4
        )
        self.wood = lru_cache(maxsize=1)(self._wood)
        self.table = lru_cache(maxsize=3)(self._table)
        self.icon = lru_cache(maxsize=128)(self._icon)
        self.sign = lru_cache(maxsize=24)(self._sign)
        self.die = lru_cache(maxsize=48)(self._die)
        self.compass = lru_cache(maxsize=16)(self._compass)
        self.box = lru_cache(maxsize=48)(self._box)
        self.set = lru_cache(maxsize=3)(self._set)

    def _text_pairs(self) -> tuple[tuple[Colour, Colour], ...]:
        land = self.land
        ends = (land.end_ink, land.end), (land.end_ink, land.wet), (land.prey_ink, land.prey)
        return (*self.theme.text_pairs(), *ends)

    def px(self, units: float) -> int:
        """Convert units of a picture 1000 wide to whole pixels."""
        return round(units * self.size / 1000)

    @property
    def arrows(self) -> Mapping[Manner, tuple[Colour, Colour]]:
        """The colours of the arrows of each manner, and of their outlines."""
        return {
            "herd": (self.land.herd, self.land.groove),
            "walk": (self.theme.trace, self.theme.trace_edge),
            "hunt": (self.land.hunt, self.land.hunt_edge),
        }

    def warm_up(self) -> None:
        """Draw what nearly every picture of the whole board needs."""
        plan = layout(self.size, 1)
        frame = Image.new("L", (plan.width, plan.height))
        self._draw_wood(frame, plan)
        art = self.set(plan.whole.cell)
        manners: tuple[Manner, ...] = get_args(Manner)
        for manner in manners:
            art.arrows.overlay(frame, manner, (plan.width // 2, plan.height // 2), ((1, 0), (1, 2)))
        for terrain in TERRAINS:
            art.ground(terrain)
        for place in range(len(self.herds)):
            for kind in KINDS:
                art.aiwe(kind, place, self.land.grass, False)
            for number in range(1, 5):
                art.awethi(number, place, self.land.grass)
        for number in range(1, 5):
            art.wairgka((number,), self.land.grass)

    # ---------------------------------------------------------------------------------------------- beside the board

    def art(self, draw: Draw, pixels: int, under: Colour, blends: Iterable[Blend]) -> Image.Image:
        """Return a drawing of 100 by 100 units on plain ground."""
        canvas = Canvas(pieces.UNIT, pieces.UNIT, pixels / pieces.UNIT, origin=(50, 50))
        draw(canvas)
        return self.palette.flatten(opaque(canvas.finish(), under), shades(*blends))

    def _icon(self, name: str, place: int, pixels: int, under: Colour, faded: bool) -> Image.Image:  # noqa: FBT001
        """Return an icon for a card: a kind of aiwe, ``awethi``, ``wairgk`` or ``hut``."""
        soot = self.land.soot
        herd = self.herds[place]
        if name == "wairgk":
            return self.art(lambda sheet: animals.wairgk(sheet, None), pixels, under, blending.wairgk(under))
        if faded:
            herd, soot = pieces.faded(herd, self.land.grass), blending.ghost_line(self.land)
        blends = blending.piece(herd, under, soot)
        if name == "hut":
            return self.art(lambda sheet: pieces.hut(sheet, herd, place, soot), pixels, under, blends)
        if name == "awethi":
            return self.art(lambda sheet: animals.awethi(sheet, herd, place, 1, soot), pixels, under, blends)
        draw = animals.AIWE[_kind(name)]
        return self.art(lambda sheet: draw(sheet, herd, place, soot), pixels, under, blends)

    def _sign(self, name: str, pixels: int, under: Colour) -> Image.Image:
        """Return a sign for an end or the key: ``catches``, ``frees``, ``unleashes``, ``end``, ``wet`` or ``prey``."""
        theme, land = self.theme, self.land
        match name:
            case "unleashes":
                return self.icon("wairgk", 0, pixels, under, False)
            case "wet":
                wet, wave = land.wet, land.wet_wave
                watery = (under, land.soot, 1), (land.soot, wet, 1), (wet, wave, 0)
                return self.art(lambda sheet: pieces.wet_end(sheet, wet, land.soot, wave), pixels, under, watery)
            case "end" | "prey":
                face = land.end if name == "end" else land.prey
                plain = (under, land.soot, 1), (land.soot, face, 1)
                return self.art(lambda sheet: pieces.end(sheet, face, land.soot), pixels, under, plain)
            case _:
                whole = name == "catches"
                blends = blending.line(theme.trace, theme.trace_edge, under)
                return self.art(lambda sheet: pieces.loop(sheet, theme, whole=whole), pixels, under, blends)

    def _die(self, pips: int, pixels: int, under: Colour, used: bool) -> Image.Image:  # noqa: FBT001
        fade = pieces.USED if used else 0
        return self.art(lambda sheet: pieces.die(sheet, pips, under, fade), pixels, under, blending.die(under, fade))

    def _compass(self, direction: int, pixels: int, under: Colour, diagonal: bool) -> Image.Image:  # noqa: FBT001
        return self.art(
            lambda sheet: pieces.compass_die(sheet, direction, under, diagonal=diagonal),
            pixels,
            under,
            blending.die(under, 0),
        )

    def _box(
        self, size: tuple[int, int], radius: float, line: float, under: Colour, edge: Colour, inside: Colour
    ) -> Image.Image:
        """Return a rectangle with round corners and an edge."""
        scale = self.size / 1000
        width, height = size[0] / scale, size[1] / scale
        canvas = Canvas(width, height, scale)
        canvas.fill(rounded(0, 0, width, height, radius), edge)
        canvas.fill(rounded(line, line, width - line, height - line, max(1, radius - line)), inside)
        return self.palette.flatten(opaque(canvas.finish(), under), shades(*blending.box(under, edge, inside)))

    # ------------------------------------------------------------------------------------------------------- the table

    def _set(self, cell: int) -> Set:
        return Set(self, cell)

    def _table(self, plan: Layout, terrain: tuple[Terrain, ...]) -> tuple[Image.Image, tuple[Placed, ...]]:
        """Return the table with the empty board, and its coordinates."""
        frame = Image.new("L", (plan.width, plan.height), self.palette.nearest(self.theme.table))
        return frame, self.draw_board_into(frame, plan, plan.whole, terrain)

    def draw_board_into(
        self, frame: Image.Image, plan: Layout, stage: Stage, terrain: tuple[Terrain, ...]
    ) -> tuple[Placed, ...]:
        """Draw the empty board with its coordinates into a frame; return its texts."""
        self._draw_wood(frame, plan)
        art = self.set(stage.cell)
        for square in stage.squares():
            at = stage.corner(square)
            if at is not None:
                frame.paste(art.ground(terrain[square]), at)
        self._draw_borders(frame, stage)
        writer = Writer(frame, self.palette, plan.scale)
        style = Style(26, "Semibold", self.theme.coordinate, "centre")
        for string, box in plan.coordinates(stage):
            writer.write(string, box, style)
        return tuple(writer.placed)

    def _draw_wood(self, frame: Image.Image, plan: Layout) -> None:
        left, top, right, bottom = plan.frame
        margin = plan.px(8)
        frame.paste(self.wood(right - left, bottom - top, margin), (left - margin, top - margin))

    def _wood(self, width: int, height: int, margin: int) -> Image.Image:
        scale = self.size / 1000
        wide, high, edge = width / scale, height / scale, margin / scale
        canvas = Canvas(wide + 2 * edge, high + 2 * edge, scale, origin=(edge, edge), supersampling=2)
        pieces.board(canvas, self.theme, (0, 0, wide, high))
        art = opaque(canvas.finish(), self.theme.table)
        return self.palette.flatten(art, shades(*blending.table(self.theme, self.land)))

    def _draw_borders(self, frame: Image.Image, stage: Stage) -> None:
        """Draw the borders of forest and districts (A2)."""
        file, rank, side = stage.window
        width = max(1, round(stage.cell * 0.045))
        tint = self.palette.nearest(self.land.groove)
        low, high = stage.top, stage.top + stage.extent
        for border in (8, 17):
            if file < border < file + side:
                x = stage.left + (border - file) * stage.cell
                frame.paste(tint, (x - width, low, x + width, high))
            if rank < border < rank + side:
                y = stage.top + (rank + side - border) * stage.cell
                frame.paste(tint, (stage.left, y - width, stage.left + stage.extent, y + width))


class Set:
    """Sprites for squares of one size."""

    def __init__(self, sprites: SpriteSet, cell: int) -> None:
        self._sprites = sprites
        self.cell = cell
        self.arrows = Arrows(cell, sprites.palette, sprites.arrows)
        self.ground = lru_cache(maxsize=16)(self._ground)
        self.aiwe = lru_cache(maxsize=160)(self._aiwe)
        self.ghost = lru_cache(maxsize=48)(self._ghost)
        self.awethi = lru_cache(maxsize=96)(self._awethi)
        self.wairgka = lru_cache(maxsize=48)(self._wairgka)
        self.shelter = lru_cache(maxsize=32)(self._shelter)
        self.mark = lru_cache(maxsize=48)(self._mark)

    def _canvas(self) -> Canvas:
        return Canvas(pieces.UNIT, pieces.UNIT, self.cell / pieces.UNIT, origin=(50, 50))

    def _sprite(self, canvas: Canvas, under: Colour, blends: Iterable[Blend]) -> Sprite:
        art = canvas.finish()
        mask = art.getchannel("A").point([255 * (value > 40) for value in range(256)])
        return Sprite(self._sprites.palette.flatten(opaque(art, under), shades(*blends)), mask)

    def _ground(self, terrain: Terrain) -> Image.Image:
        land = self._sprites.land
        return self._sprites.art(
            lambda sheet: pieces.ground(sheet, terrain, land),
            self.cell,
            land.ground(terrain),
            blending.ground(land, terrain),
        )

    def _aiwe(self, kind: Kind, place: int, under: Colour, caught: bool) -> Sprite:  # noqa: FBT001
        canvas, sprites = self._canvas(), self._sprites
        herd, theme = sprites.herds[place], sprites.theme
        blends = blending.piece(herd, under, sprites.land.soot)
        if caught:
            pieces.noose(canvas, theme)
            blends += blending.line(theme.trace, theme.trace_edge, under)
        animals.AIWE[kind](canvas, herd, place, sprites.land.soot)
        return self._sprite(canvas, under, blends)

    def _ghost(self, kind: Kind, place: int, under: Colour) -> Sprite:
        """Return an aiwe that left the board from this square."""
        canvas, land = self._canvas(), self._sprites.land
        herd, line = pieces.faded(self._sprites.herds[place], land.grass), blending.ghost_line(land)
        animals.AIWE[kind](canvas, herd, place, line)
        return self._sprite(canvas, under, (*blending.ghost(herd), (under, line, 0)))

    def _awethi(self, number: int, place: int, under: Colour) -> Sprite:
        canvas, sprites = self._canvas(), self._sprites
        animals.awethi(canvas, sprites.herds[place], place, number, sprites.land.soot)
        return self._sprite(canvas, under, blending.piece(sprites.herds[place], under, sprites.land.soot))

    def _wairgka(self, numbers: tuple[int, ...], under: Colour) -> Sprite:
        canvas = self._canvas()
        if len(numbers) == 1:
            animals.wairgk(canvas, numbers[0])
        elif self.cell >= self._sprites.px(_ROOMY):
            animals.pack(canvas, numbers)
        else:
            animals.den(canvas, len(numbers))
        return self._sprite(canvas, under, blending.wairgk(under))

    def _shelter(self, place: int | None, inside: tuple[int, ...]) -> Sprite:
        canvas, land = self._canvas(), self._sprites.land
        if place is None:
            pieces.ruin(canvas, land)
            return self._sprite(canvas, land.yard, ((land.yard, land.soot, 1),))
        herd = self._sprites.herds[place]
        pieces.shelter(canvas, herd, place, inside, land.soot)
        return self._sprite(canvas, land.yard, blending.piece(herd, land.yard, land.soot))

    def _mark(self, name: str, under: Colour) -> Sprite:
        """Return a mark: ``origin1`` to ``origin4`` (awéthi), ``hunted``, ``fed``, ``end``, ``wet`` or ``prey``."""
        canvas, theme, land = self._canvas(), self._sprites.theme, self._sprites.land
        trace, hunt = (theme.trace, theme.trace_edge), (land.hunt, land.hunt_edge)
        match name:
            case "origin1" | "origin2" | "origin3" | "origin4":
                pieces.tail(canvas, int(name[-1]), *trace)
                blends = blending.line(*trace, under)
            case "hunted":
                pieces.origin(canvas, *hunt)
                blends = blending.line(*hunt, under)
            case "wet":
                pieces.wet_end(canvas, land.wet, land.soot, land.wet_wave)
                blends = (under, land.soot, 1), (land.soot, land.wet, 1), (land.wet, land.wet_wave, 0)
            case "fed":
                pieces.cornered(canvas, *hunt)
                blends = blending.line(*hunt, under)
            case _:
                face = land.prey if name == "prey" else land.end
                pieces.end(canvas, face, land.soot)
                blends = (under, land.soot, 1), (land.soot, face, 1)
        return self._sprite(canvas, under, blends)


def _kind(name: str) -> Kind:
    return "calf" if name == "calf" else "cow" if name == "cow" else "bull"


sprite_set = cached_per_theme(SpriteSet, 6)
"""Returns the sprites for a theme, a palette and a width."""
