"""Sprites: everything that is drawn once for a theme, a palette and a size, and then only pasted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from typing import NamedTuple, get_args

from PIL import Image, ImageFilter

from engines.awethi.observation import KINDS, SIDE, Kind, Terrain
from render.awethi import animals, blending, pieces, scenery
from render.awethi.arrows import Arrows, Manner
from render.awethi.colours import FENCE, HERDS, LANDS, Herd, Land
from render.awethi.ground import Part, ground
from render.awethi.layout import FRAME, LINED, Layout, Stage, coordinates, whole_board
from render.awethi.scenery import Hour
from render.boxes import box_sprite
from render.caching import cached_per_theme
from render.canvas import Canvas, Colour, opaque
from render.dice import IVORY
from render.glyphs import Box
from render.indexed import Blend, IndexedPalette, paste, shades, tint
from render.options import PaletteName, ThemeName
from render.ribbon import draw_ribbon
from render.text import Placed, Style, Writer
from render.theme import THEME_COLOURS, Theme

_LARGE = 1200
"""Width in pixels from which letters are large enough for a single shade between ground and ink; smaller pictures use
more. A hundred coordinates and four cards of text were a fifth of the file.
"""

_ROOMY = 60
"""Side of a square from which the numbers of several wairgka in it are legible."""

_GROWN = ((48, 1.1), (46, 1.2), (40, 1.3), (30, 1.35), (0, 1.4))
"""From which side of a square on pieces are how many squares large: they stand apart where it is small."""
UNITS_AROUND = 124.0
"""Units of a piece's canvas, a square being 100: room for horns and the rim."""
_RIM = 0.035
"""Width of the pale rim of a piece, in squares of its size."""
_DROP = 0.06
"""How far a shadow falls, in squares."""
_SHADE = 0.45
"""How dark the shadow of a piece is."""
_HALF_OF = [255 * (64 <= value < 160) for value in range(256)]
_FULL_OF = [255 * (value >= 160) for value in range(256)]
_SHADOW_OF = [255 * (value >= 96) for value in range(256)]

Draw = Callable[[Canvas], None]


class Sprite(NamedTuple):
    """A sprite of the size of a square."""

    numbers: Image.Image
    mask: Image.Image
    """Its opaque pixels."""


class Figure(NamedTuple):
    """A piece that may reach over the edges of its square, on any ground."""

    reach: int
    """How far it reaches over each edge, in pixels."""
    drop: int
    """How far its shadow falls to the east and to the south, in pixels."""
    numbers: Image.Image
    mask: Image.Image
    """Its opaque pixels."""
    rim: Image.Image
    """Pixels that its rim half covers."""
    shadow: Image.Image


class SpriteSet:
    """Sprites and palette of one theme, palette and size."""

    def __init__(self, theme: ThemeName, palette: PaletteName, size: int) -> None:
        self.size = size
        self.theme: Theme = THEME_COLOURS[theme]
        self.land: Land = LANDS[theme]
        self._sky = scenery.SKIES[theme]
        self.herds: tuple[Herd, ...] = HERDS[palette]
        self.palette = IndexedPalette(
            (*blending.everything(self.theme, self.land, self.herds), *self._sky_shades()),
            self._text_pairs(),
            tones=2 if size >= _LARGE else 4,
        )
        self.wood = lru_cache(maxsize=3)(self._wood)
        self.table = lru_cache(maxsize=3)(self._table)
        self.icon = lru_cache(maxsize=128)(self._icon)
        self.sign = lru_cache(maxsize=24)(self._sign)
        self.die = lru_cache(maxsize=48)(self._die)
        self.compass = lru_cache(maxsize=32)(self._compass)
        self.box = lru_cache(maxsize=48)(partial(box_sprite, self.palette, self.size / 1000))
        self.ground = lru_cache(maxsize=8)(self._ground)  # a megabyte each
        self.scene = lru_cache(maxsize=2)(self._scene)
        self.ribbon = lru_cache(maxsize=4)(self._ribbon)
        # The whole board, both sizes of insets, and some of close-ups and of the end.
        self.squares = lru_cache(maxsize=10)(partial(SquareSprites, self))

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
        plan = whole_board(self.size, 1)
        frame = Image.new("L", (plan.width, plan.height))
        self._draw_wood(frame, plan.frame)
        art = self.squares(plan.stage.cell)
        manners: tuple[Manner, ...] = get_args(Manner)
        for manner in manners:
            art.arrows.overlay(frame, manner, (plan.width // 2, plan.height // 2), ((1, 0), (1, 2)))
        for place in range(len(self.herds)):
            for kind in KINDS:
                art.aiwe(kind, place, False)
            for number in range(1, 5):
                art.awethi(number, place)
        for number in range(1, 5):
            art.wairgka((number,))

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
        """Return a sign for an end or the key: ``catches``, ``frees``, ``unleashes``, ``forest``, ``end``, ``wood``,
        ``wet`` or ``prey``.
        """
        theme, land = self.theme, self.land
        match name:
            case "unleashes":
                return self.icon("wairgk", 0, pixels, under, False)
            case "forest":
                return self.art(lambda sheet: pieces.tree(sheet, land.soot), pixels, under, ((under, land.soot, 1),))
            case "wood":
                plain = (under, land.soot, 1), (land.soot, land.end, 1)
                return self.art(lambda sheet: pieces.wooded_end(sheet, land.end, land.soot), pixels, under, plain)
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

    # --------------------------------------------------------------------------------------------------------- the end

    def _sky_shades(self) -> tuple[Colour, ...]:
        return shades(*scenery.blends(self.theme, self.land, self._sky))

    def _scene(self, hour: Hour, scale: float) -> Image.Image:
        """Return the ground of the picture of the end, with ``scale`` pixels for a unit."""
        canvas = Canvas(scenery.WIDE, scenery.HIGH, scale, supersampling=2)
        scenery.draw(canvas, hour, self.theme, self.land, self._sky)
        return self.palette.flatten(opaque(canvas.finish(), self.theme.frame), self._sky_shades())

    def _ribbon(self, width: int, height: int) -> Sprite:
        """Return a ribbon of a size in pixels."""
        canvas, theme = Canvas(width, height, 1), self.theme
        draw_ribbon(canvas, (width, height), max(1.5, self.px(3)), theme.accent, theme.accent_text)
        art = canvas.finish()
        mask = art.getchannel("A").point([255 * (value > 127) for value in range(256)])
        colours = shades((theme.accent_text, theme.accent, 1))
        return Sprite(self.palette.flatten(opaque(art, theme.accent_text), colours), mask)

    def stand(self, frame: Image.Image, figure: Figure, at: tuple[int, int]) -> None:
        """Draw a piece with its shadow, from its upper left corner."""
        left, top = at
        tint(
            frame, self.palette.blended(self.land.soot, _SHADE), (left + figure.drop, top + figure.drop), figure.shadow
        )
        tint(frame, self.palette.blended(IVORY, 0.5), at, figure.rim)
        paste(frame, figure.numbers, at, figure.mask)

    # ------------------------------------------------------------------------------------------------------- the table

    def _ground(self, terrain: tuple[Terrain, ...], part: Part) -> Image.Image:
        return ground(terrain, part, self.land, self.palette)

    def _table(self, plan: Layout, terrain: tuple[Terrain, ...]) -> tuple[Image.Image, tuple[Placed, ...]]:
        """Return the table with the empty board, and its coordinates."""
        frame = Image.new("L", (plan.width, plan.height), self.palette.nearest(self.theme.table))
        return frame, self.draw_board_into(frame, plan, terrain)

    def draw_board_into(self, frame: Image.Image, plan: Layout, terrain: tuple[Terrain, ...]) -> tuple[Placed, ...]:
        """Draw the empty board with its coordinates into a frame; return its texts."""
        self._draw_wood(frame, plan.frame)
        window, cell = plan.stage.window, plan.stage.cell
        paste(frame, self.ground(terrain, Part(*window, cell)), plan.stage.box[:2])
        return self._write_coordinates(frame, plan, plan.coordinates)

    def draw_inset_into(
        self, frame: Image.Image, plan: Layout, stage: Stage, terrain: tuple[Terrain, ...]
    ) -> tuple[Placed, ...]:
        """Draw the empty inset with its coordinates into a frame; return its texts."""
        if plan.inset is None:
            return ()
        self._draw_wood(frame, plan.inset)
        # The inset is cut from the ground of the whole board, because each turn is somewhere else.
        file, rank, wide, high = stage.window
        left, top = file * stage.cell, (SIDE - rank - high) * stage.cell
        cut = self.ground(terrain, Part(0, 0, SIDE, SIDE, stage.cell)).crop(
            (left, top, left + wide * stage.cell, top + high * stage.cell)
        )
        paste(frame, cut, stage.box[:2])
        labels = coordinates(stage, plan.px(FRAME), plan.px(3), all_round=False, line=plan.px(LINED))
        return self._write_coordinates(frame, plan, labels)

    def _write_coordinates(
        self, frame: Image.Image, plan: Layout, labels: Iterable[tuple[str, Box]]
    ) -> tuple[Placed, ...]:
        writer = Writer(frame, self.palette, plan.scale)
        style = Style(30, "Semibold", self.theme.coordinate, "centre")
        for string, box in labels:
            writer.write(string, box, style)
        return tuple(writer.placed)

    def _draw_wood(self, frame: Image.Image, box: Box) -> None:
        left, top, right, bottom = box
        margin = self.px(8)
        paste(frame, self.wood(right - left, bottom - top, margin), (left - margin, top - margin))

    def _wood(self, width: int, height: int, margin: int) -> Image.Image:
        scale = self.size / 1000
        wide, high, edge = width / scale, height / scale, margin / scale
        canvas = Canvas(wide + 2 * edge, high + 2 * edge, scale, origin=(edge, edge), supersampling=2)
        pieces.board(canvas, self.theme, (0, 0, wide, high))
        art = opaque(canvas.finish(), self.theme.table)
        return self.palette.flatten(art, shades(*blending.table(self.theme, self.land)))


class SquareSprites:
    """Sprites for squares of one size."""

    def __init__(self, sprites: SpriteSet, cell: int) -> None:
        self._sprites = sprites
        self.cell = cell
        self.arrows = Arrows(cell, sprites.palette, sprites.arrows)
        self.aiwe = lru_cache(maxsize=160)(self._aiwe)
        self.ghost = lru_cache(maxsize=48)(self._ghost)
        self.awethi = lru_cache(maxsize=96)(self._awethi)
        self.wairgka = lru_cache(maxsize=48)(self._wairgka)
        self.fed = lru_cache(maxsize=1)(self._fed)
        self.hut = lru_cache(maxsize=4)(self._hut)
        self.shelter = lru_cache(maxsize=32)(self._shelter)
        self.mark = lru_cache(maxsize=48)(self._mark)

    def _canvas(self) -> Canvas:
        return Canvas(pieces.UNIT, pieces.UNIT, self.cell / pieces.UNIT, origin=(50, 50))

    def _sprite(self, canvas: Canvas, under: Colour, blends: Iterable[Blend]) -> Sprite:
        art = canvas.finish()
        mask = art.getchannel("A").point([255 * (value > 40) for value in range(256)])
        return Sprite(self._sprites.palette.flatten(opaque(art, under), shades(*blends)), mask)

    def _figure(self, canvas: Canvas, blends: Iterable[Blend], grown: float) -> Figure:
        """Return a piece with a pale rim around its outline, and its shadow."""
        sprites = self._sprites
        art = canvas.finish()
        alpha = art.getchannel("A")
        wide = max(1, round(self.cell * grown * _RIM))
        around = alpha.filter(ImageFilter.MaxFilter(2 * wide + 1))
        numbers = sprites.palette.flatten(opaque(art, IVORY), shades((IVORY, sprites.land.soot, 1), *blends))
        full, half = around.point(_FULL_OF), around.point(_HALF_OF)
        drop = max(1, round(self.cell * _DROP))
        return Figure((art.width - self.cell) // 2, drop, numbers, full, half, around.point(_SHADOW_OF))

    def _piece_canvas(self, most: float = 1.4) -> tuple[Canvas, float]:
        """Return a canvas around a square, and how many squares large a piece is drawn."""
        grown = min(most, next(size for least, size in _GROWN if self.cell >= self._sprites.px(least)))
        pixels = self.cell + 2 * round(self.cell * (grown * 1.24 - 1) / 2)
        side = UNITS_AROUND
        return Canvas(side, side, pixels / side, origin=(side / 2, side / 2)), grown

    def _aiwe(self, kind: Kind, place: int, caught: bool) -> Figure:  # noqa: FBT001
        (canvas, grown), sprites = self._piece_canvas(), self._sprites
        herd, soot = sprites.herds[place], sprites.land.soot
        blends = blending.piece(herd, IVORY, soot)
        if caught:
            pieces.fence_behind(canvas, soot)
            blends += ((soot, FENCE, 1),)
        animals.AIWE[kind](canvas, herd, place, soot)
        if caught:
            pieces.fence_before(canvas, soot)
        return self._figure(canvas, blends, grown)

    def _ghost(self, kind: Kind, place: int) -> Figure:
        """Return an aiwe that left the board from this square."""
        (canvas, grown), land = self._piece_canvas(), self._sprites.land
        herd, line = pieces.faded(self._sprites.herds[place], land.grass), blending.ghost_line(land)
        animals.AIWE[kind](canvas, herd, place, line)
        return self._figure(canvas, (*blending.ghost(herd), (IVORY, line, 0)), grown)

    def _awethi(self, number: int, place: int) -> Figure:
        # Their numbers must not be hidden by neighbours.
        (canvas, grown), sprites = self._piece_canvas(1.2), self._sprites
        animals.awethi(canvas, sprites.herds[place], place, number, sprites.land.soot)
        return self._figure(canvas, blending.piece(sprites.herds[place], IVORY, sprites.land.soot), grown)

    def _wairgka(self, numbers: tuple[int, ...]) -> Figure:
        canvas, grown = self._piece_canvas()
        if len(numbers) == 1:
            animals.wairgk(canvas, numbers[0])
        elif self.cell >= self._sprites.px(_ROOMY):
            animals.pack(canvas, numbers)
        else:
            animals.den(canvas, len(numbers))
        return self._figure(canvas, blending.wairgk(IVORY), grown)

    def _fed(self) -> Figure:
        """Return the ring below a wairgk that has just eaten."""
        (canvas, grown), land = self._piece_canvas(), self._sprites.land
        canvas.dot((0, 2), 57, land.hunt_edge)
        canvas.dot((0, 2), 54, land.hunt)
        return self._figure(canvas, ((land.hunt_edge, land.hunt, 1),), grown)

    def _hut(self, place: int) -> Figure:
        """Return a shelter for the picture of the end."""
        (canvas, grown), sprites = self._piece_canvas(), self._sprites
        herd, soot = sprites.herds[place], sprites.land.soot
        pieces.hut(canvas, herd, place, soot)
        return self._figure(canvas, blending.piece(herd, IVORY, soot), grown)

    def _shelter(self, place: int | None, inside: tuple[int, ...]) -> Sprite:
        canvas, land = self._canvas(), self._sprites.land
        if place is None:
            pieces.stones(canvas, land)
            return self._sprite(canvas, land.grass, ((land.grass, land.cave, 1), (land.cave, land.soot, 1)))
        herd = self._sprites.herds[place]
        pieces.shelter(canvas, herd, place, inside, land.soot)
        return self._sprite(canvas, land.yard, blending.piece(herd, land.yard, land.soot))

    def _mark(self, name: str, under: Colour) -> Sprite:
        """Return a mark: ``origin1`` to ``origin4`` (awéthi), ``hunted``, ``end``, ``wet`` or ``prey``."""
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
            case _:
                face = land.prey if name == "prey" else land.end
                pieces.end(canvas, face, land.soot)
                blends = (under, land.soot, 1), (land.soot, face, 1)
        return self._sprite(canvas, under, blends)


def _kind(name: str) -> Kind:
    return "calf" if name == "calf" else "cow" if name == "cow" else "bull"


sprite_set = cached_per_theme(SpriteSet, 6)
"""Returns the sprites for a theme, a palette and a width."""
