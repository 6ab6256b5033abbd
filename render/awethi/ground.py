"""The ground of the board: grass at dusk, lit pasture, banked water, and a forest that is one canopy.

Its edges follow the squares and are rounded by less than half of one, so that it stays clear what a square is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from random import Random
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from engines.awethi.observation import SIDE, Terrain
from render.awethi.colours import Land
from render.canvas import Colour, Point, Points
from render.indexed import IndexedPalette, tint

_COARSE = 12
"""Pixels of a square's side in the masks from which the edges come; they are enlarged smoothly."""
_SOFT = 0.3
"""How far edges are rounded, in squares."""
_ROUGH = 34
"""How far the edge of the forest wanders, of 255 levels."""
_CROWNS, _ASTRAY = 2, 0.42
"""Crowns of trees along each side of a square, and how far each strays from its place, in spaces between them."""
_REPEATED = 3
"""From how many files on the forest looks the same again: its crowns were an eighth of the file."""
_SAMPLES = 2
"""Samples per pixel side of what is drawn as shapes."""
_HALF_OF = [255 * (85 <= value < 170) for value in range(256)]
_FULL_OF = [255 * (value >= 170) for value in range(256)]
"""Which coverage makes a pixel half, and wholly, of a colour."""
_WOODED = 150
"""How far inside the forest crowns stand, of 255 levels; 128 is its edge."""
_DIM, _LIT = 92, 158
"""Light on the grass, of 255 levels, below which it is faint, and from which it is bright."""
_HILLS, _UNEVEN = 6, 45
"""Bumps of light along a side of the board, and how high and deep they are, of 255 levels."""
_SLOPE = 170
"""How much more light there is in the north-western corner than in the south-eastern one."""
_WAVE = (0, -0.07, -0.09, -0.05, 0, 0.03, 0)
"""Heights of a wave from west to east, in squares."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the board, drawn with ``cell`` pixels for the side of each square."""

    file: int
    rank: int
    """The south-western square of the part, both from 0."""
    wide: int
    high: int
    """Squares to the east and to the north."""
    cell: int

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.wide * self.cell, self.high * self.cell

    def place(self, x: float, y: float) -> Point:
        """Return where a point lies in pixels; it is given in squares from the north-western corner of the board."""
        return (x - self.file) * self.cell, (y - SIDE + self.rank + self.high) * self.cell

    @property
    def box(self) -> tuple[int, int, int, int]:
        """The part in squares from the north-western corner of the board."""
        top = SIDE - self.rank - self.high
        return self.file, top, self.file + self.wide, top + self.high

    def near(self, x: float, y: float) -> bool:
        """Return whether a point is in the part, or less than a square beside it."""
        left, top, right, bottom = self.box
        return left - 1 < x < right + 1 and top - 1 < y < bottom + 1


def ground(terrain: tuple[Terrain, ...], part: Part, land: Land, palette: IndexedPalette) -> Image.Image:
    """Return the colour numbers of a part of the board without pieces, north up."""
    brush = _Brush(part, land, palette)
    shape = _shapes(terrain)
    brush.light(land.dim, land.lit)
    brush.layer(brush.above(shape.pasture, 118), land.herding[0])
    brush.polygons(shape.blades, land.herding[1])
    for level, ink in ((84, land.bank), (122, land.water), (232, land.deep)):
        brush.layer(brush.above(shape.water, level), ink)
    brush.lines(shape.waves, 0.06, land.wave)
    brush.layer(brush.above(shape.forest, 112), land.forest)
    for x, y, radius in shape.crowns:
        brush.crown(x, y, radius)
    brush.crosses(terrain)
    brush.districts()
    brush.lair(terrain)
    return brush.frame


class _Brush:
    """Draws on one part of the board, with half-covered pixels at the edges."""

    def __init__(self, part: Part, land: Land, palette: IndexedPalette) -> None:
        self._part = part
        self._land = land
        self._palette = palette
        self.frame = Image.new("L", part.size, palette.nearest(land.grass))
        self._draw = ImageDraw.Draw(self.frame)

    def above(self, edge: Image.Image, level: int) -> Image.Image:
        """Return the coverage of what lies above a level, with an edge a few levels wide."""
        left, top, right, bottom = (float(_COARSE * value) for value in self._part.box)
        steep = edge.resize(self._part.size, Image.Resampling.BICUBIC, (left, top, right, bottom))
        return steep.point([max(0, min(255, 128 + (value - level) * 12)) for value in range(256)])

    def light(self, dim: Colour, lit: Colour) -> None:
        """Paint fainter and brighter light on the plain, with hard edges, since the tones are close."""
        left, top, right, bottom = (value * _HILLS / SIDE for value in self._part.box)
        light = _light().resize(self._part.size, Image.Resampling.BICUBIC, (left, top, right, bottom)).convert("L")
        for ink, shown in ((dim, range(_DIM)), (lit, range(_LIT, 256))):
            mask = light.point([255 * (value in shown) for value in range(256)])
            self.frame.paste(self._palette.nearest(ink), (0, 0), mask)

    def layer(self, covered: Image.Image, ink: Colour) -> None:
        """Paint a coverage in one colour."""
        box = covered.getbbox()
        if box is None:
            return
        covered = covered.crop(box)
        tint(self.frame, self._palette.blended(ink, 0.5), box[:2], covered.point(_HALF_OF))
        self.frame.paste(self._palette.nearest(ink), box, covered.point(_FULL_OF))

    def _sheet(self) -> tuple[Image.Image, ImageDraw.ImageDraw]:
        width, height = self._part.size
        sheet = Image.new("L", (_SAMPLES * width, _SAMPLES * height))
        return sheet, ImageDraw.Draw(sheet)

    def _sampled(self, line: Points) -> list[Point]:
        return [(x * _SAMPLES, y * _SAMPLES) for x, y in (self._part.place(*point) for point in line)]

    def polygons(self, outlines: Sequence[Points], ink: Colour) -> None:
        """Fill outlines."""
        sheet, draw = self._sheet()
        for outline in outlines:
            if self._part.near(*outline[0]):
                draw.polygon(self._sampled(outline), fill=255)
        self.layer(sheet.reduce(_SAMPLES), ink)

    def lines(self, lines: Sequence[Points], width: float, ink: Colour) -> None:
        """Draw lines; ``width`` is in squares."""
        sheet, draw = self._sheet()
        pixels = max(1, round(width * self._part.cell)) * _SAMPLES
        for line in lines:
            if self._part.near(*line[0]):
                draw.line(self._sampled(line), fill=255, width=pixels, joint="curve")
        self.layer(sheet.reduce(_SAMPLES), ink)

    def crown(self, x: float, y: float, radius: float) -> None:
        """Draw the crown of a tree, lit from the north-west."""
        if not self._part.near(x, y):
            return
        land = self._land
        self._dot(x + radius * 0.12, y + radius * 0.22, radius, land.forest)
        self._dot(x, y, radius * 0.86, land.tree)
        self._dot(x - radius * 0.22, y - radius * 0.26, radius * 0.42, land.leaf)

    def _dot(self, x: float, y: float, radius: float, ink: Colour) -> None:
        (left, top), reach = self._part.place(x, y), radius * self._part.cell
        box = (left - reach, top - reach, left + reach, top + reach)
        self._draw.ellipse(box, fill=self._palette.nearest(ink))

    def crosses(self, terrain: Sequence[Terrain]) -> None:
        """Mark the corners of the squares on plain ground."""
        land, cell = self._land, self._part.cell
        colours = {"land": land.tick, "herding": land.herding[1], "water": land.wave, "forest": land.leaf}
        reach = max(1, round(cell * 0.07))
        left, top, right, bottom = self._part.box
        for row in range(max(1, top), min(SIDE - 1, bottom) + 1):
            for file in range(max(1, left), min(SIDE - 1, right) + 1):
                around = {terrain[SIDE * (SIDE - line) + side] for line in (row, row + 1) for side in (file - 1, file)}
                ink = colours.get(around.pop()) if len(around) == 1 else None
                if ink is not None:
                    number = self._palette.nearest(ink)
                    x, y = (file - left) * cell, (row - top) * cell
                    self.frame.paste(number, (x - reach, y, x + reach + 1, y + 1))
                    self.frame.paste(number, (x, y - reach, x + 1, y + reach + 1))

    def districts(self) -> None:
        """Draw the borders of the districts (A2) as rows of dots."""
        number, cell = self._palette.nearest(self._land.groove), self._part.cell
        wide = max(1, round(cell * 0.05))
        for border in (8, SIDE - 8):
            for step in range(4 * SIDE):
                for point in ((border, step / 4), (step / 4, border)):
                    x, y = map(round, self._part.place(*point))
                    self.frame.paste(number, (x - wide, y - wide, x + wide, y + wide))

    def lair(self, terrain: Sequence[Terrain]) -> None:
        """Draw the mouth of the Lair in its rock."""
        cell, land = self._part.cell, self._land
        square = terrain.index("lair")
        x, y = self._part.place(square % SIDE, SIDE - 1 - square // SIDE)
        rock = (x, y, x + cell - 1, y + cell - 1)
        self._draw.rounded_rectangle(rock, cell // 4, fill=self._palette.nearest(land.cave))
        inset = cell // 9
        mouth, arch = (x + inset, y + inset, x + cell - 1 - inset, y + cell - 1), (True, True, False, False)
        self._draw.rounded_rectangle(mouth, cell // 3, fill=self._palette.nearest(land.lair), corners=arch)


class _Shapes(NamedTuple):
    """What the ground of a board consists of, in squares from its north-western corner."""

    pasture: Image.Image
    water: Image.Image
    forest: Image.Image
    """How far each point is inside, 128 at the edge; :data:`_COARSE` pixels for a square."""
    blades: tuple[Points, ...]
    waves: tuple[Points, ...]
    crowns: tuple[tuple[float, float, float], ...]
    """Centres and radii, from north to south."""


@lru_cache(maxsize=4)
def _shapes(terrain: tuple[Terrain, ...]) -> _Shapes:
    random = Random(7)  # noqa: S311 - every picture has the same ground
    forest = _edge(terrain, {"forest", "lair"}, _noise(random))
    crowns, inside = _crowns(terrain, random), forest.tobytes()
    return _Shapes(
        _edge(terrain, {"herding"}),
        _edge(terrain, {"water"}),
        forest,
        _blades(terrain, random),
        _waves(terrain, random),
        tuple(one for one in crowns if inside[int(one[1] * _COARSE) * forest.width + int(one[0] * _COARSE)] > _WOODED),
    )


def _edge(terrain: Sequence[Terrain], wanted: Collection[str], noise: Image.Image | None = None) -> Image.Image:
    """Return how far each point is inside the squares of some terrains: 128 at their rounded edges."""
    squares = bytes(255 * (terrain[SIDE * (SIDE - 1 - y) + x] in wanted) for y in range(SIDE) for x in range(SIDE))
    coarse = Image.frombytes("L", (SIDE, SIDE), squares).resize((SIDE * _COARSE,) * 2, Image.Resampling.NEAREST)
    soft = coarse.filter(ImageFilter.GaussianBlur(_SOFT * _COARSE))
    return soft if noise is None else ImageChops.add(soft, noise, 1, -_ROUGH)


@lru_cache(maxsize=1)
def _light() -> Image.Image:
    """Return how much light falls on the board: more in the north-west, and unevenly."""
    random, most = Random(29), 2 * (_HILLS - 1)  # noqa: S311 - as above
    light = Image.new("F", (_HILLS, _HILLS))
    light.putdata(
        [
            128 + _SLOPE * (0.5 - (x + y) / most) + random.uniform(-_UNEVEN, _UNEVEN)
            for y in range(_HILLS)
            for x in range(_HILLS)
        ]
    )
    return light


def _noise(random: Random) -> Image.Image:
    """Return even noise from 0 to twice :data:`_ROUGH`, with bumps of a third of a square."""
    side = 3 * SIDE
    grain = bytes(random.randrange(2 * _ROUGH + 1) for _ in range(side * side))
    return Image.frombytes("L", (side, side), grain).resize((SIDE * _COARSE,) * 2, Image.Resampling.BICUBIC)


def _squares(terrain: Sequence[Terrain], name: Terrain) -> Iterator[tuple[int, int]]:
    """Yield the north-western corners of the squares of a terrain, line by line from the north-west."""
    for y in range(SIDE):
        for x in range(SIDE):
            if terrain[SIDE * (SIDE - 1 - y) + x] == name:
                yield x, y


def _blades(terrain: Sequence[Terrain], random: Random) -> tuple[Points, ...]:
    """Return blades of grass, two tufts of three on each square."""
    blades: list[Points] = []
    for left, top in _squares(terrain, "herding"):
        for _ in range(2):
            x, y = left + random.uniform(0.2, 0.8), top + random.uniform(0.35, 0.9)
            for lean, height in ((-0.13, 0.2), (0, 0.27), (0.13, 0.2)):
                blades.append(((x - 0.04, y), (x + lean, y - height), (x + 0.04, y)))
    return tuple(blades)


def _waves(terrain: Sequence[Terrain], random: Random) -> tuple[Points, ...]:
    """Return a short wave for each square of water."""
    waves: list[Points] = []
    for left, top in _squares(terrain, "water"):
        x, y = left + random.uniform(0.2, 0.4), top + random.uniform(0.35, 0.65)
        waves.append(tuple((x + 0.07 * step, y + height) for step, height in enumerate(_WAVE)))
    return tuple(waves)


def _crowns(terrain: Sequence[Terrain], random: Random) -> list[tuple[float, float, float]]:
    """Return centres and radii of crowns, from north to south."""
    planted: dict[tuple[int, int], list[tuple[float, float, float]]] = {}
    crowns = []
    for x, y in _squares(terrain, "forest"):
        place = x % _REPEATED, y
        if place not in planted:
            planted[place] = [_crown(random, file, row) for row in range(_CROWNS) for file in range(_CROWNS)]
        crowns += [(x + east, y + south, radius) for east, south, radius in planted[place]]
    return sorted(crowns, key=itemgetter(1))


def _crown(random: Random, file: int, row: int) -> tuple[float, float, float]:
    """Return centre and radius of a crown within a square: near its place, so that the canopy is even."""
    east, south = ((at + 0.5 + random.uniform(-_ASTRAY, _ASTRAY)) / _CROWNS for at in (file, row))
    return east, south, random.uniform(0.24, 0.36)
