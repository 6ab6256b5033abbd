"""Layout of pictures of İYE, in whole pixels.

The picture is upright, for phones: the board over the whole width, a band for each player above and below it, and at
the top the emblem with the headline.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from render.glyphs import Box

WIDTH, HEIGHT = 1000, 1250
SIDE = 5
"""Squares in a rank and in a file, and also types of tiles."""

COUNTER = 48
"""Side of a tile in a band."""
EMBLEM = 84
"""Side of the drum beside the headline, or in the winner's band."""
_CELL = 171
_FRAME, _EDGE = 44, 18
"""Width of the board's frame with the coordinates, and elsewhere."""
_BANDS, _BAND = (100, 1152), 90
"""Tops of the bands and their height."""
_SIDE = 14
"""Space beside a band."""
_COLUMN = 118
_ROWS = ((4, 54), (55, 87))
"""Top and bottom of the two lines of a band."""
_CAPTION = 132
"""Width of the words before the tiles."""


@dataclass(frozen=True, slots=True)
class BandPlan:
    """Boxes of one player's band."""

    box: Box
    emblem: tuple[int, int]
    """Upper left corner of the winner's drum."""
    name: Box
    status: Box
    """The line below the name: cycles won and what to do."""
    points: Box
    caption: Box
    """The words before the lower line of the tiles."""
    held: tuple[Box, ...]
    """One box for each type, as in :attr:`spent`."""
    spent: tuple[Box, ...]


class Layout:
    """Boxes in a picture ``size`` pixels wide, defined in units of a picture 1000 wide."""

    def __init__(self, size: int) -> None:
        self.scale = size / WIDTH
        self.width = size
        self.height = self.px(HEIGHT)
        self.cell = self.px(_CELL)
        self.frame = self.px(_FRAME)
        """Width of the board's frame at the left and bottom, with the coordinates; it is narrower elsewhere."""
        narrow, squares = self.px(_EDGE), SIDE * self.cell
        across = self.frame + squares + narrow
        left, top = (size - across) // 2, self.px(_BANDS[0] + _BAND + 7)
        self.board: Box = (left, top, left + across, top + across)
        """The board with its frame."""
        self.squares_at = (left + self.frame, top + narrow)
        self.emblem = (left, self.px(9))
        text, right = left + self.px(EMBLEM + 16), left + across
        self.overline: Box = (text, self.px(8), right, self.px(46))
        """The game, the cycle and the notation."""
        self.headline: Box = (text, self.px(45), right, self.px(96))
        self.plate: Box = (left, self.px(6), right, self.px(95))
        """The ground of the result."""
        below = self.board[3]
        self.legend: Box = (left, below + self.px(7), right, self.px(_BANDS[1]) - self.px(1))
        """The line below the board that explains marks."""
        side = self.px(_SIDE)
        self.bands = tuple(self._band(side, self.px(begin), size - side) for begin in _BANDS)

    def px(self, units: float) -> int:
        """Convert units to whole pixels."""
        return round(units * self.scale)

    def square(self, number: int) -> tuple[int, int]:
        """Return the upper left corner of a square: files run to the right, ranks upwards (a1 is 0)."""
        x, y = self.squares_at
        return x + number % SIDE * self.cell, y + (SIDE - 1 - number // SIDE) * self.cell

    def coordinates(self) -> list[tuple[str, Box]]:
        """Return the letters of the files below the board and the numbers of the ranks at its left, with boxes."""
        left, _, _, bottom = self.board
        x, y = self.squares_at
        edge = self.px(4)
        files = [
            ("abcde"[i], (x + i * self.cell, bottom - self.frame + 2 * edge, x + (i + 1) * self.cell, bottom - edge))
            for i in range(SIDE)
        ]
        ranks = [
            (str(SIDE - i), (left + edge, y + i * self.cell, left + self.frame - edge, y + (i + 1) * self.cell))
            for i in range(SIDE)
        ]
        return files + ranks

    def _band(self, left: int, top: int, right: int) -> BandPlan:
        upper, lower = ((top + self.px(begin), top + self.px(end)) for begin, end in _ROWS)
        column = self.px(_COLUMN)
        first = right - self.px(8) - SIDE * column
        start, caption = left + self.px(14), first - self.px(10) - self.px(_CAPTION)
        gap = self.px(2)
        slots = [(first + number * column + gap, first + (number + 1) * column - gap) for number in range(SIDE)]
        return BandPlan(
            box=(left, top, right, top + self.px(_BAND)),
            emblem=(left + self.px(6), top + self.px((_BAND - EMBLEM) / 2)),
            name=(start, upper[0], caption - self.px(8), upper[1]),
            status=(start, lower[0], caption - self.px(8), lower[1]),
            points=(caption, upper[0], first - self.px(10), upper[1]),
            caption=(caption, lower[0], first - self.px(10), lower[1]),
            held=tuple((begin, upper[0], end, upper[1]) for begin, end in slots),
            spent=tuple((begin, lower[0], end, lower[1]) for begin, end in slots),
        )


@lru_cache(maxsize=16)
def layout(size: int) -> Layout:
    """Return the layout for a width in pixels."""
    return Layout(size)
