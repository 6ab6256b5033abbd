"""Layout of pictures of Totem, in whole pixels.

The picture is upright, for phones. The board is a hexagon on its corner, so the corners of the picture are free: a card
of each player is in a corner, as they sit round a table, clockwise from the viewer at the lower left; beside each of
two cards are the pieces in reserve. The header and a line of notation are above the board, the key is below it. In
landscape, for wide screens, all of that but the reserves is in a column beside the board, with the viewer's card at the
bottom.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from engines.totem.observation import CELL_NAMES, CELL_PLACES
from render.canvas import Point
from render.glyphs import Box

_SHEET, _WIDE_SHEET = (1000.0, 1240.0), (1420.0, 1062.0)
"""Width and height of the picture, upright and in landscape."""
_CENTRE, _WIDE_CENTRE = (500.0, 641.0), (462.0, 531.0)
"""The middle of the board."""
SIDE = 124 / 3
"""A cell's side."""
FRAME = 42.0
"""Width of the board's frame, where the coordinates are."""
HALF = SIDE * 3**0.5 / 2
"""Half of the height of a cell."""
APOTHEM = 10 * SIDE + FRAME
"""Distance from the centre of the board to the middle of a side."""

PLATE = 26.0
"""Distance from the centre of a cell down to that of the plate with its name, where there is room nowhere else."""
_BESIDE: tuple[Point, ...] = ((0, 45), (54, 0), (-54, 0), (0, -46))
"""Where the plate goes otherwise, from the centre of a cell: the first place where it covers no piece and no text."""
_REACH = (25.0, 17.0, 27.0)
"""Half of the width and height of a plate, and how near to it the centre of a piece may be, across each of them."""

_DISC, _APART = 21.0, 50.0
"""Half of the side of the number of a run, and how far it is from the centre of a piece if there is room."""
_CLEAR = (47.0, 38.0)
"""Minimum distance of a number from the centre of a plate or another number, across or down, so that both can be
read."""

CARVING = 148.0
"""Side of a carving in a corner without a card."""
_WIDTH, _RIBBON = 330.0, 56.0
"""Greatest width and height of the ribbon with the winner's name."""
TRAY, WIDE_TRAY = (9, 32.0), (13, 36.0)
"""Pieces in a row of a tray, upright and in landscape, and their distance."""
_MARGIN = 12.0
_CARD = 316.0
"""Width of a card."""
HIGH, LOW, SMALL = 148.0, 102.0, 76.0
"""Heights of a card, of that of a player without dice, and of that of one who is out."""
_TOP = 66.0
"""Upper edge of the upper cards."""
_CORNERS: dict[int, tuple[str, ...]] = {
    2: ("upper right", "lower left"),
    3: ("upper left", "upper right", "lower left"),
    4: ("upper left", "upper right", "lower right", "lower left"),
}
"""The corners of the cards by number of players, clockwise; the last one is the viewer's."""
_TRAYS = ("upper left", "lower right")
"""The corners of the trays of two players."""

# In landscape.
_COLUMN = 928.0
"""Left edge of the column beside the board."""
_STACK = (212.0, 960.0)
"""Top and bottom of the room for cards."""
_BETWEEN = 18.0
"""Space between two cards."""
_WIDEST = 400.0
"""Width of the part of a card with numbers: further away from their words they would be hard to match."""


@dataclass(frozen=True, slots=True)
class CardPlan:
    """Boxes of one player's card."""

    box: Box
    totem: tuple[int, int]
    """Upper left corner of the totem."""
    name: Box
    gone: Box
    """Why the player is out, in a low card below the name."""
    counts: Box
    """Pieces and reserve."""
    dice: Box
    die: int
    """Side of a die."""


@dataclass(frozen=True, slots=True)
class ResultPlan:
    """Boxes of the cards at the end: a large one of the winner, small ones of the others."""

    box: Box
    totem: tuple[int, int]
    """Upper left corner of the winner's totem."""
    side: int
    """Side of that totem."""
    name: Box
    tag: Box
    counts: Box
    others: tuple[CardPlan, ...]
    """The cards of the others, clockwise."""
    carvings: tuple[tuple[int, int], ...]
    """Upper left corners of the totems of the winner, where there is no card."""
    ribbon: Box
    """Where the ribbon with the winner's name may be, at its widest."""


# Half of the width and height of the box of a letter, and of numbers with one and two digits: letters have descenders,
# and numbers have little room.
_LABELS = {(False, 1): (17.0, 18.0), (True, 1): (12.0, 14.0), (True, 2): (20.0, 14.0)}


class Layout:
    """Boxes in a picture ``size`` pixels wide, defined in units of a picture 1000 wide."""

    def __init__(self, size: int, *, landscape: bool) -> None:
        self.landscape = landscape
        self.sheet = _WIDE_SHEET if landscape else _SHEET
        """Width and height of the picture in units."""
        self.centre = _WIDE_CENTRE if landscape else _CENTRE
        """The middle of the board in units."""
        self._column = self.sheet[0] - _MARGIN - _COLUMN
        """Width of the column beside the board in units."""
        self.scale = size / self.sheet[0]
        self.width = size
        self.height = self.px(self.sheet[1])
        across, down = round(SIDE * self.scale), round(HALF * self.scale)
        self.half_cell = (across, down)
        """Pixels from the centre of a cell to the edges of its sprite, without the pixel at the centre."""
        self.cell_side = SIDE * self.scale
        self._within_plate = int(14 * self.scale)
        """Pixels from the middle of a plate to its edge: rounded down, since letters need its plain ground."""
        self.middles = tuple(self._middle(cell) for cell in range(len(CELL_PLACES)))
        """The centre of each cell."""
        self.coordinates = self._coordinates()
        """The letters of the files below the board, and the numbers of the ranks around it, with boxes."""
        self._beside = tuple(self._places_beside(middle) for middle in self.middles)
        """Where the plate of each cell can be beside it: on no coordinate."""
        edge, right = _COLUMN if landscape else _MARGIN, self.sheet[0] - _MARGIN
        self.emblem = (self.px(edge), self.px(14 if landscape else 5))
        top = 15 if landscape else 6
        self.title: Box = self._box(edge + 58, top, edge + 218, top + 52)
        self.headline: Box = self._box(edge, 74, right, 120) if landscape else self._box(240, 6, right, 58)
        """What happened last, in words."""
        self.headlines: tuple[Box, Box] = (
            (self.headline, self._box(edge, 120, right, 166))
            if landscape
            else (self._box(240, 6, right, 32), self._box(240, 32, right, 58))
        )
        """Two lines for the same, if it is long."""
        left, ends = (_COLUMN, right) if landscape else (336, 664)
        tops = (120, 168) if landscape else (66, 66)
        self.notation = tuple(self._box(left, top, ends, top + 36) for top in tops)
        """The same in notation, between the upper cards, or below a headline of one or two lines."""
        self.key = tuple(self._box(left, top, ends, top + 32) for top in ((976, 1010) if landscape else (1172, 1206)))
        """Two lines of explanation, below the board or the cards."""
        radius = APOTHEM / math.cos(math.radians(30)) + 2
        turns = (math.radians(60 * side - 90) for side in range(6))
        self.outline = tuple(
            ((self.centre[0] + radius * math.cos(a)) * self.scale, (self.centre[1] + radius * math.sin(a)) * self.scale)
            for a in turns
        )
        """The outer edge of the board's frame."""
        self.carvings = {
            players: tuple(self._carving(corner) for corner in self._free_corners(players)) for players in _CORNERS
        }
        """The upper left corners of the carvings of sides that nobody plays, by number of players."""
        self.cards = lru_cache(maxsize=64)(self._cards)
        self.results = {players: self._result(players - 1) for players in _CORNERS}
        """Cards at the end with one winner, by number of players."""

    def px(self, units: float) -> int:
        """Convert units to whole pixels."""
        return round(units * self.scale)

    def _box(self, left: float, top: float, right: float, bottom: float) -> Box:
        return self.px(left), self.px(top), self.px(right), self.px(bottom)

    def _middle(self, cell: int) -> tuple[int, int]:
        x, y = self._place(cell)
        return round(x * self.scale), round(y * self.scale)

    def _coordinates(self) -> tuple[tuple[str, Box], ...]:
        labels: list[tuple[str, Point]] = []
        for cell, name in enumerate(CELL_NAMES):
            file, height = CELL_PLACES[cell]
            x, y = self._place(cell)
            if height == 12 - abs(file):
                labels.append((name[1:], (x, y - HALF - 23.5)))
            elif file == -6:
                labels.append((name[1:], (x - SIDE - 17, y)))
            elif file == 6:
                labels.append((name[1:], (x + SIDE + 17, y)))
            if height == abs(file) - 12:
                labels.append((name[0], (x, y + HALF + 23)))
        return tuple((label, self._around(middle, *_LABELS[label.isdigit(), len(label)])) for label, middle in labels)

    def _around(self, middle: Point, across: float, down: float) -> Box:
        x, y = middle
        return self.px(x - across), self.px(y - down), self.px(x + across), self.px(y + down)

    def within_stop(self, cell: int, *, large: bool = False) -> Box:
        """Return the box of the name of a stop."""
        return self._on_cell(cell, 25 if large else 26, 16 if large else self._within_plate / self.scale)

    def plates(
        self, cells: Iterable[int], occupied: Iterable[int], *, large: bool = False
    ) -> dict[int, tuple[int, int]]:
        """Return the centres of the plates with the names of some cells.

        They are beside their pieces where there is room; ``large`` ones are always on them.
        """
        pieces = [self.middles[cell] for cell in occupied]
        across, down, reach = map(self.px, _REACH)
        found: dict[int, tuple[int, int]] = {}
        for cell in cells:
            x, y = middle = self.middles[cell]
            free = (
                place
                for place in self._beside[cell]
                if not any(
                    abs(place[0] - other[0]) < across + reach and abs(place[1] - other[1]) < down + reach
                    for other in pieces
                    if other != middle
                )
                and not any(
                    abs(place[0] - other[0]) < 2 * across and abs(place[1] - other[1]) < 2 * down
                    for other in found.values()
                )
            )
            below = (x, y + self.px(PLATE))
            found[cell] = below if large else next(free, below)
        return found

    def _places_beside(self, middle: tuple[int, int]) -> tuple[tuple[int, int], ...]:
        (x, y), across, down = middle, self.px(_REACH[0]), self.px(_REACH[1])
        return tuple(
            (x + dx, y + dy)
            for dx, dy in ((self.px(dx), self.px(dy)) for dx, dy in _BESIDE)
            if not any(
                left < x + dx + across and x + dx - across < right and top < y + dy + down and y + dy - down < bottom
                for _, (left, top, right, bottom) in self.coordinates
            )
        )

    def on_plate(self, cell: int, centre: tuple[int, int], *, large: bool = False) -> Box:
        """Return the box of the name of a cell on a plate."""
        wide, long = (31, 26) if large else (28, 20), len(CELL_NAMES[cell]) > 2
        across, down = self.px(wide[not long]), self.px(17) if large else self._within_plate
        return centre[0] - across, centre[1] - down, centre[0] + across + 1, centre[1] + down + 1

    def number_at(
        self,
        cell: int,
        plate: tuple[int, int],
        taken: Iterable[tuple[int, int]],
        texts: Iterable[tuple[int, int]],
    ) -> tuple[int, int]:
        """Return the position of the number of a run beside the ``plate`` with the name of the cell where it ended.

        If possible it is clear of the points ``taken``, the centres of pieces. If not, it is at least clear of
        ``texts``, the centres of the other plates and of numbers, and of coordinates.
        """
        (x, y), aside, above = plate, self.px(52 if len(CELL_NAMES[cell]) > 2 else 44), self.px(36)

        def rank(point: tuple[int, int]) -> tuple[bool, float]:
            across, down = map(self.px, _CLEAR)
            reach = self.px(_DISC)
            is_legible = not any(abs(point[0] - x) < across and abs(point[1] - y) < down for x, y in texts) and not any(
                left < point[0] + reach
                and point[0] - reach < right
                and top < point[1] + reach
                and point[1] - reach < bottom
                for _, (left, top, right, bottom) in self.coordinates
            )
            clear = min((math.dist(point, other) for other in taken), default=math.inf)
            return is_legible, min(clear, self.px(_APART))

        return max(((x - aside, y), (x + aside, y), (x, y - above), (x, y + above)), key=rank)

    def on_label(self, point: tuple[int, int], digits: int) -> Box:
        """Return the box of the number of a run around a point."""
        across, down = self.px(18 if digits > 1 else 10), self.px(12)
        return point[0] - across, point[1] - down, point[0] + across + 1, point[1] + down + 1

    def _on_cell(self, cell: int, half_width: float, half_height: float) -> Box:
        """Return a box around the centre of a cell."""
        x, y = self.middles[cell]
        wide, high = self.px(half_width), self.px(half_height)
        return x - wide, y - high, x + wide + 1, y + high + 1

    def between(self, cell: int, other: int) -> tuple[int, int]:
        """Return the middle of the edge between two neighbours."""
        (x, y), (other_x, other_y) = self._place(cell), self._place(other)
        return self.px((x + other_x) / 2), self.px((y + other_y) / 2)

    def _cards(self, *heights: float) -> tuple[CardPlan, ...]:
        """Return the cards of the players, clockwise, by their heights; the viewer's is the last.

        In landscape they are below each other, with the same space between all.
        """
        if not self.landscape:
            return tuple(
                self._card(*self._corner(corner, _CARD, height), _CARD, height)
                for corner, height in zip(_CORNERS[len(heights)], heights, strict=True)
            )
        trays = LOW + _BETWEEN if len(heights) == len(_TRAYS) else 0
        top, found = (sum(_STACK) - sum(heights) - (_BETWEEN + trays) * len(heights) + _BETWEEN) / 2, []
        for height in heights:
            found.append(self._card(_COLUMN, top, self._column, height))
            top += height + _BETWEEN + trays
        return tuple(found)

    def tray(self, place: int, card: CardPlan) -> Box:
        """Return the tray of one of two players, clockwise: in a corner without a card, or below the player's card."""
        left, top = self._corner(_TRAYS[place], _CARD, LOW)
        if self.landscape:
            above = card.box[3] + self.px(_BETWEEN / 2)
            return card.box[0], above, card.box[2], above + self.px(LOW)
        return self._box(left, top, left + _CARD, top + LOW)

    def _free_corners(self, players: int) -> tuple[str, ...]:
        """Return the corners without cards, one for each side that nobody plays; in landscape at the left."""
        if self.landscape:
            return ("upper left", "lower left")[: len(_CORNERS[4]) - players]
        return tuple(corner for corner in _CORNERS[4] if corner not in _CORNERS[players])

    def _carving(self, corner: str) -> tuple[int, int]:
        left, top = self._corner(corner, CARVING, CARVING)
        return self.px(left), self.px(top)

    def _corner(self, corner: str, width: float, height: float) -> Point:
        """Return the upper left corner of something in a corner of the picture."""
        left = _MARGIN if corner.endswith("left") else self.sheet[0] - _MARGIN - width
        upper = _MARGIN if self.landscape else _TOP
        return left, upper if corner.startswith("upper") else self.sheet[1] - _MARGIN - height

    def _card(self, left: float, top: float, width: float, height: float) -> CardPlan:
        right = left + width
        return CardPlan(
            box=self._box(left, top, right, top + height),
            totem=(self.px(left + 7), self.px(top + 5)),
            name=self._box(left + 68, top + 8, right - 10, top + (54 if height > SMALL else 40)),
            gone=self._box(left + 68, top + 38, right - 10, top + 70),
            counts=self._box(left + 12, top + 57, left + min(width, _WIDEST) - 12, top + 95),
            dice=self._box(left + 12, top + 98, right - 10, top + 140),
            die=self.px(42),
        )

    def _result(self, others: int) -> ResultPlan:
        corners = ("upper right", "lower right", "lower left")
        if self.landscape:
            pitch, width = SMALL + _BETWEEN, self._column
            above = (sum(_STACK) - CARVING - _RIBBON - HIGH - others * pitch - 2 * _BETWEEN) / 2
            middle = _COLUMN + width / 2
            free: tuple[Point, ...] = ((middle - CARVING / 2, above),)
            ribbon = middle, above + CARVING + _BETWEEN
            left, top = _COLUMN, ribbon[1] + _RIBBON + _BETWEEN
            below = top + HIGH + _BETWEEN
            small = [self._card(left, below + number * pitch, width, SMALL) for number in range(others)]
        else:
            (left, top), width = (_MARGIN, _TOP), _CARD
            small = [self._card(*self._corner(one, width, SMALL), width, SMALL) for one in corners[:others]]
            free = tuple(self._corner(one, CARVING, CARVING) for one in corners[others:])
            ribbon = self.centre[0], self.sheet[1] - _MARGIN - _RIBBON
        right = left + width
        return ResultPlan(
            box=self._box(left, top, right, top + HIGH),
            totem=(self.px(left + 9), self.px(top + 8)),
            side=self.px(84),
            name=self._box(left + 104, top + 8, right - 10, top + 52),
            tag=self._box(left + 104, top + 55, right - 10, top + 93),
            counts=self._box(left + 14, top + 101, left + min(width, _WIDEST) - 14, top + 139),
            others=tuple(small),
            carvings=tuple((self.px(x), self.px(y)) for x, y in free),
            ribbon=self._box(ribbon[0] - _WIDTH / 2, ribbon[1], ribbon[0] + _WIDTH / 2, ribbon[1] + _RIBBON),
        )

    def _place(self, cell: int) -> Point:
        """Return the centre of a cell in units."""
        file, height = CELL_PLACES[cell]
        return self.centre[0] + 1.5 * SIDE * file, self.centre[1] - HALF * height


@lru_cache(maxsize=16)
def layout(size: int, *, landscape: bool = False) -> Layout:
    """Return the layout for a width in pixels."""
    return Layout(size, landscape=landscape)
