"""Layout of pictures of Awéthi, in whole pixels.

The board is as wide as the picture, because 25 squares need the full width of a phone. North is always up: players
refer to squares by name, and the dice show directions. Each herder's card is at the corner of the herder's shelter. The
wairgka's card and the dice fill the free corners, or their own line above four herders.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engines.awethi.observation import CORNERS, SIDE, SQUARE_NAMES, Corner
from render.glyphs import Box

WIDTH = 1000
FRAME = 34.0
"""Width of the board's frame, where the coordinates are."""
_BOARD = 0.92
"""Maximum share of the width for the squares."""
_MARGIN = 14.0
_HEADER = 54.0
_CARD = 130.0
_LINE = 60.0
"""Height of the wairgka's card and of the dice if they have their own line."""
_GAP = 8.0
_KEY = 48.0
"""Height of a line of explanation below the board."""

Window = tuple[int, int, int]
"""The lowest visible file and rank, both from 0, and the squares per side."""

WHOLE: Window = (0, 0, SIDE)


@dataclass(frozen=True, slots=True)
class Stage:
    """The visible squares of a picture."""

    window: Window
    cell: int
    """Pixels of a square's side."""
    left: int
    top: int

    @property
    def extent(self) -> int:
        """Side of the area of all squares in pixels."""
        return self.cell * self.window[2]

    def corner(self, square: int) -> tuple[int, int] | None:
        """Return the upper left corner of a square, or ``None`` if it is not visible."""
        file, rank, side = self.window
        shown = file <= square % SIDE < file + side and rank <= square // SIDE < rank + side
        return self.place(square) if shown else None

    def place(self, square: int) -> tuple[int, int]:
        """Return the upper left corner of a square, visible or not."""
        file, rank, side = self.window
        return (
            self.left + (square % SIDE - file) * self.cell,
            self.top + (side - 1 - square // SIDE + rank) * self.cell,
        )

    @property
    def box(self) -> Box:
        """The area of all squares."""
        return self.left, self.top, self.left + self.extent, self.top + self.extent

    def squares(self) -> list[int]:
        """Return the visible squares, line by line from the north-west."""
        file, rank, side = self.window
        return [SIDE * y + x for y in range(rank + side - 1, rank - 1, -1) for x in range(file, file + side)]


class Layout:
    """Boxes in a picture ``size`` pixels wide, defined in units of a picture 1000 wide.

    ``herders`` is the number of herders, 0 for a close-up without cards. ``lines`` is the number of lines of the key.
    """

    def __init__(self, size: int, herders: int, lines: int) -> None:
        self.scale = size / WIDTH
        self.width = size
        self._cards_below = herders in (2, 3, 4)
        board = FRAME + 2  # the frame's lit edge
        y = _HEADER + 4
        self.emblem = (self.px(_MARGIN), self.px(9))
        self.emblem_side = self.px(42)
        self.title: Box = self._box(64, 6, 196, _HEADER)
        self.round: Box = self._box(212, 6, 384, _HEADER)
        self.status: Box = self._box(396, 6, WIDTH - _MARGIN, _HEADER)
        slots: dict[str, Box] = {}
        half = (WIDTH - _GAP) / 2
        if herders in (0, 4):
            slots["wairgka"] = self._box(_MARGIN, y, half, y + _LINE)
            slots["dice"] = self._box(half + _GAP, y, WIDTH - _MARGIN, y + _LINE)
            y += _LINE + _GAP
        if herders:
            slots["NW"] = self._box(_MARGIN, y, half, y + _CARD)
            slots["NE"] = self._box(half + _GAP, y, WIDTH - _MARGIN, y + _CARD)
            y += _CARD + _GAP + 2
        reach = round(board * self.scale)
        extent = int(size * _BOARD / SIDE) * SIDE
        self.board_top = self.px(y) + reach
        self.board_left = (size - extent) // 2
        self.whole = Stage(WHOLE, extent // SIDE, self.board_left, self.board_top)
        """The whole board."""
        self.extent = extent
        bottom = self.board_top + extent + reach
        below = round(bottom / self.scale) + _GAP + 4
        if self._cards_below:
            slots["SW"] = self._box(_MARGIN, below, half, below + _CARD)
            slots["SE"] = self._box(half + _GAP, below, WIDTH - _MARGIN, below + _CARD)
            below += _CARD + 2
        self.key: Box = self._box(_MARGIN + 8, below, WIDTH - _MARGIN - 8, below + lines * _KEY)
        """Explanation of signs and pieces."""
        self.height = self.px(below + lines * _KEY + _MARGIN - 4)
        free = {1: ("NE", None), 2: ("NE", "SW"), 3: ("SW", None)}.get(herders)
        if free is not None:
            first, second = free
            slots["wairgka"], slots["dice"] = (slots[first], slots[second]) if second else self._halves(slots[first])
        self.wairgka: Box = slots["wairgka"]
        self.dice: Box = slots["dice"]
        self.cards: dict[Corner, Box] = {corner: slots[corner] for corner in CORNERS if corner in slots}

    def stage(self, window: Window) -> Stage:
        """Return the squares of a close-up, centred in the area of the board."""
        side = window[2]
        cell = self.extent // side
        slack = self.extent - cell * side
        return Stage(window, cell, self.board_left + slack // 2, self.board_top + slack // 2)

    def px(self, units: float) -> int:
        """Convert units to whole pixels."""
        return round(units * self.scale)

    def _box(self, left: float, top: float, right: float, bottom: float) -> Box:
        return self.px(left), self.px(top), self.px(right), self.px(bottom)

    def _halves(self, box: Box) -> tuple[Box, Box]:
        left, top, right, bottom = box
        middle, gap = (top + bottom) // 2, self.px(_GAP / 2)
        return (left, top, right, middle - gap), (left, middle + gap, right, bottom)

    @property
    def frame(self) -> Box:
        """The outer edge of the board's frame, the same for every close-up."""
        reach = self.px(FRAME)
        left, top = self.board_left - reach, self.board_top - reach
        return left, top, left + self.extent + 2 * reach, top + self.extent + 2 * reach

    def coordinates(self, stage: Stage) -> list[tuple[str, Box]]:
        """Return the letters of the files below and above the squares, and the numbers of the ranks at both sides."""
        file, rank, side = stage.window
        reach, cell, gap = self.px(FRAME), stage.cell, max(2, self.px(3))
        labels: list[tuple[str, Box]] = []
        far = stage.left + stage.extent, stage.top + stage.extent
        for step in range(side):
            name, number = SQUARE_NAMES[file + step][0], str(rank + step + 1)
            x, y = stage.left + step * cell, stage.top + (side - 1 - step) * cell
            labels += [(name, (x, top + gap, x + cell, top + reach - gap)) for top in (stage.top - reach, far[1])]
            labels += [(number, (left + gap, y, left + reach - gap, y + cell)) for left in (stage.left - reach, far[0])]
        return labels


@lru_cache(maxsize=32)
def layout(size: int, herders: int, lines: int = 0) -> Layout:
    """Return the layout for a width in pixels, a number of herders, and lines of the key."""
    return Layout(size, herders, lines)
