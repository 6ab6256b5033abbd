"""Layout of pictures of Totem, in whole pixels.

The board is a hexagon on its corner, so the corners of the picture are free: the title is at the upper left, the news
at the upper right. The players' cards fill the column to the right of the board.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from engines.totem.observation import CELL_NAMES, CELL_PLACES
from render.canvas import Point
from render.glyphs import Box

WIDTH = 1000
HEIGHT = 850
SIDE = 33.0
"""A cell's side."""
FRAME = 28.0
"""Width of the board's frame, where the coordinates are."""
HALF = SIDE * 3**0.5 / 2
"""Half of the height of a cell."""
CENTRE = (370.0, 425.0)
"""The middle of the board."""
APOTHEM = 10 * SIDE + FRAME
"""Distance from the centre of the board to the middle of a side."""

_APART = 36.0
"""Minimum distance between the centres of two numbers of runs."""

_CARDS = (742.0, 100.0, 986.0, 838.0)
_GAP = 10.0


@dataclass(frozen=True, slots=True)
class CardPlan:
    """Boxes of one player's card."""

    box: Box
    totem: tuple[int, int]
    """Upper left corner of the totem."""
    name: Box
    tag: Box | None
    """The player's task, or the result of the roll; ``None``: to the right of the dice."""
    dice: Box
    die: int
    """Side of a die."""
    pieces: Box
    reserve: Box
    heap: Box | None
    """Area of the reserve, if there is room for it."""
    heap_columns: int
    heap_pitch: int
    early_columns: int
    """Columns before the totem stands, while the heap is larger."""


# By the number of players: top and bottom of each line of a card (its dice are as large as their line is high); then
# columns and pitch of the heap, and columns of the larger heap before a totem stands.
_LINES: dict[int, dict[str, tuple[float, float]]] = {
    2: {
        "name": (12, 56),
        "pieces": (64, 102),
        "reserve": (102, 140),
        "heap": (148, 241),
        "tag": (256, 294),
        "dice": (304, 354),
    },
    3: {"name": (9, 51), "pieces": (54, 88), "reserve": (90, 124), "heap": (130, 174), "dice": (186, 228)},
    4: {"name": (7, 47), "pieces": (50, 84), "reserve": (84, 118), "dice": (128, 168)},
}
_HEAPS: dict[int, tuple[int, float, int]] = {2: (7, 31, 9), 3: (10, 22, 13), 4: (10, 0, 10)}
# Half of the width and height of the box of a letter, and of numbers with one and two digits: letters have descenders,
# and numbers have little room.
_LABELS = {(False, 1): (13.5, 14.0), (True, 1): (9.0, 10.0), (True, 2): (13.5, 10.0)}


class Layout:
    """Boxes in a picture ``size`` pixels wide, defined in units of a picture 1000 wide."""

    def __init__(self, size: int) -> None:
        self.scale = size / WIDTH
        self.width = size
        self.height = self.px(HEIGHT)
        across, down = round(SIDE * self.scale), round(HALF * self.scale)
        self.half_cell = (across, down)
        """Pixels from the centre of a cell to the edges of its sprite, without the pixel at the centre."""
        self.cell_side = SIDE * self.scale
        self.middles = tuple(self._middle(cell) for cell in range(len(CELL_PLACES)))
        """The centre of each cell."""
        self.emblem = (self.px(16), self.px(12))
        self.title: Box = (self.px(66), self.px(12), self.px(230), self.px(58))
        self.news: Box = (self.px(478), self.px(12), self.px(986), self.px(48))
        """The first line of news; the second is below it, where the board is slightly wider."""
        self.more_news: Box = (self.px(520), self.px(52), self.px(986), self.px(88))
        self.quiet: Box = (self.px(16), self.px(802), self.px(292), self.px(836))
        self.cards = {players: self._cards(players) for players in _LINES}
        """Cards from top to bottom, by number of players."""

    def px(self, units: float) -> int:
        """Convert units to whole pixels."""
        return round(units * self.scale)

    def _middle(self, cell: int) -> tuple[int, int]:
        x, y = place(cell)
        return round(x * self.scale), round(y * self.scale)

    def coordinates(self) -> list[tuple[str, Box]]:
        """Return the letters of the files below the board, and the numbers of the ranks around it, with boxes."""
        labels: list[tuple[str, Point]] = []
        for cell, name in enumerate(CELL_NAMES):
            file, height = CELL_PLACES[cell]
            x, y = place(cell)
            if height == 12 - abs(file):
                labels.append((name[1:], (x, y - HALF - 17.5)))
            elif file == -6:
                labels.append((name[1:], (x - SIDE - 11.5, y)))
            elif file == 6:
                labels.append((name[1:], (x + SIDE + 11.5, y)))
            if height == abs(file) - 12:
                labels.append((name[0], (x, y + HALF + 17)))
        return [(label, self._around(middle, *_LABELS[label.isdigit(), len(label)])) for label, middle in labels]

    def _around(self, middle: Point, across: float, down: float) -> Box:
        x, y = middle
        return self.px(x - across), self.px(y - down), self.px(x + across), self.px(y + down)

    def within_cell(self, cell: int) -> Box:
        """Return the box of a text on a cell."""
        return self._on_cell(cell, 0, 21, 13)

    def within_stop(self, cell: int) -> Box:
        """Return the box of the name of a stop."""
        return self._on_cell(cell, 0, 21, 12)

    def on_piece(self, cell: int) -> Box:
        """Return the box of the name of a piece's cell, at its lower edge."""
        return self._on_cell(cell, 14.9, 23 if len(CELL_NAMES[cell]) > 2 else 16, 11)

    def label_of(self, path: tuple[int, ...], taken: Iterable[tuple[int, int]]) -> tuple[int, int]:
        """Return the position of the number of a run: at or near its beginning.

        If possible it is clear of the points ``taken``, the centres of pieces, names and other numbers.
        """
        points = [self.middles[path[0]]]
        for cell, there in pairwise(path):
            points += (self.between(cell, there), self.middles[there])

        def distance(point: tuple[int, int]) -> float:
            return min((math.dist(point, other) for other in taken), default=math.inf)

        clear = (point for point in points if distance(point) >= self.px(_APART))
        return next(clear, None) or max(points, key=distance)

    def on_label(self, point: tuple[int, int], digits: int) -> Box:
        """Return the box of the number of a run around a point."""
        across, down = self.px(16 if digits > 1 else 9), self.px(10.5)
        return point[0] - across, point[1] - down, point[0] + across + 1, point[1] + down + 1

    def name_of(self, cell: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return two points of the name of a piece's cell that must stay clear, left and right of its centre."""
        x, y = self.middles[cell]
        return (x - self.px(12), y + self.px(15)), (x + self.px(12), y + self.px(15))

    def _on_cell(self, cell: int, down: float, half_width: float, half_height: float) -> Box:
        """Return a box around a point below the centre of a cell, measured from the cell's sprites."""
        x, y = self.middles[cell]
        top, bottom = self.px(down - half_height), self.px(down + half_height)
        return x - self.px(half_width), y + top, x + self.px(half_width) + 1, y + bottom + 1

    def between(self, cell: int, other: int) -> tuple[int, int]:
        """Return the middle of the edge between two neighbours."""
        (x, y), (other_x, other_y) = place(cell), place(other)
        return self.px((x + other_x) / 2), self.px((y + other_y) / 2)

    def _cards(self, players: int) -> tuple[CardPlan, ...]:
        left, top, right, bottom = _CARDS
        height = (bottom - top - _GAP * (players - 1)) / players
        return tuple(
            self._card(players, (left, top + number * (height + _GAP), right, top + number * (height + _GAP) + height))
            for number in range(players)
        )

    def _card(self, players: int, box: tuple[float, float, float, float]) -> CardPlan:
        left, top, right, bottom = box
        lines = _LINES[players]

        def line(name: str, before: float = 14, behind: float = 14) -> Box:
            begin, end = lines[name]
            return self.px(left + before), self.px(top + begin), self.px(right - behind), self.px(top + end)

        columns, pitch, early = _HEAPS[players]
        begin, end = lines["dice"]
        return CardPlan(
            box=(self.px(left), self.px(top), self.px(right), self.px(bottom)),
            totem=(self.px(left + 10), self.px(top + sum(lines["name"]) / 2 - 22)),
            name=line("name", 61, 10),
            tag=line("tag") if "tag" in lines else None,
            dice=line("dice"),
            die=self.px(end - begin),
            pieces=line("pieces"),
            reserve=line("reserve"),
            heap=line("heap") if "heap" in lines else None,
            heap_columns=columns,
            heap_pitch=self.px(pitch),
            early_columns=early,
        )


def place(cell: int) -> Point:
    """Return the centre of a cell in a picture 1000 wide."""
    file, height = CELL_PLACES[cell]
    return CENTRE[0] + 1.5 * SIDE * file, CENTRE[1] - HALF * height


@lru_cache(maxsize=16)
def layout(size: int) -> Layout:
    """Return the layout for a width in pixels."""
    return Layout(size)
