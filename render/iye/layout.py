"""Layout of pictures of İYE, in whole pixels.

The picture is upright, for phones: the board over the whole width, a band for each player above and below it from edge
to edge, and at the top the emblem with the headline. In landscape, for wide screens, they are beside the board: the
bands where the players sit, and the headline between them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from render.glyphs import Box

WIDTH, HEIGHT = 1000, 1250
WIDE_WIDTH, WIDE_HEIGHT = 1576, 942
"""The same in landscape."""
SIDE = 5
"""Squares in a rank and in a file, and also types of tiles."""

COUNTER = 48
"""Side of a tile in a band."""
EMBLEM = 84
"""Side of the drum beside the headline."""
_CELL, _CELL_BESIDE, _WIDE_CELL = 166, 126, 171
"""Side of a square, of one with the last board of another cycle beside it, and of one in landscape."""
_LAST, _LAST_GAP = 47, 6
"""The same on that last board, and the width of its edge: 16 pixels on a phone that shows 340."""
_LAST_DRUM = 150
"""Side of the drum of that cycle's winner below it."""
_FRAME, _EDGE, _EDGE_BESIDE = 44, 18, 14
"""Width of the board's frame with the coordinates, elsewhere, and towards the last board of another cycle."""
_BANDS, _BAND = (97, 1143), 107
"""Tops of the bands and their height."""
_SIDE, _WIDE_SIDE = 28, 14
"""Space beside the board and all texts, and the same in landscape."""
_COLUMN = 117
_ROWS = ((7, 61), (66, 100))
"""Top and bottom of the two lines of a band."""
_CAPTION = 132
"""Width of the words before the tiles."""

# In landscape.
_WIDE_TOP, _WIDE_BAND = 12, 238
"""Top of the board and the upper band, and the height of a band."""
_WIDE_COLUMN = 618
"""Width of the column beside the board."""
_WIDE_LAST, _WIDE_LAST_TOP = 37, 484
"""Side of a square of the last board of another cycle, and its top; the legend is above it."""
_WIDE_HEADER, _WIDE_PLATE, _WIDE_LEGEND = 286, 194, 506
"""Top and height of the headline's plate, and the top of the legend."""
_WIDE_ROWS = ((8, 58), (62, 102), (114, 164), (176, 226))
"""Top and bottom of the lines of a band: name, status, tiles, and what is spent."""
_ENTRY = 42
"""Height of an entry of the legend."""


@dataclass(frozen=True, slots=True)
class BandPlan:
    """Boxes of one player's band."""

    box: Box
    name: Box
    status: Box
    """The line below the name: cycles won and what to do."""
    points: Box
    caption: Box
    """The words before the lower line of the tiles: at the end of the status, or in a line of their own."""
    has_own_line: bool
    """Whether they have one. There spent tiles follow them, each with its picture."""
    held: tuple[Box, ...]
    """One box for each type, as in :attr:`spent`."""
    spent: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class LastBoardPlan:
    """Where the last board of the cycle before is, and who won that cycle."""

    size: int
    """Width in pixels of the picture whose squares are as large as those on it."""
    squares_at: tuple[int, int]
    box: Box
    """The board with its edge."""
    plate: Box
    """The ground of everything, which the board is on."""
    caption: Box
    drum: Box
    """The drum of the winner."""
    name: Box
    points: Box


class Layout:
    """Boxes in a picture ``size`` pixels wide, defined in units of a picture 1000 wide.

    ``beside``: the last board of the cycle before is shown, too, beside a smaller board, or in landscape beside the
    legend.
    """

    def __init__(self, size: int, *, landscape: bool, beside: bool) -> None:
        self.landscape = landscape
        self.scale = size / (WIDE_WIDTH if landscape else WIDTH)
        self.width = size
        smaller = beside and not landscape
        self.cell = self.px(_WIDE_CELL if landscape else _CELL_BESIDE if smaller else _CELL)
        lower = SIDE * (self.px(_CELL) - self.cell) if smaller else 0
        self.height = self.px(WIDE_HEIGHT if landscape else HEIGHT) - lower
        self.frame = self.px(_FRAME)
        """Width of the board's frame at the bottom, with the letters of the files; it is narrower above."""
        narrow, squares = self.px(_EDGE), SIDE * self.cell
        side = self.px(_WIDE_SIDE if landscape else _SIDE)
        begin, end = self.frame, self.px(_EDGE_BESIDE) if smaller else narrow
        self._has_both_ranks = not (landscape or beside)
        if self._has_both_ranks:  # as wide as what is above and below it
            begin = (size - 2 * side - squares) // 2
            end = size - 2 * side - squares - begin
        left, top = side, self.px(_WIDE_TOP if landscape else _BANDS[0] + _BAND + 6)
        self.board: Box = (left, top, left + begin + squares + end, top + narrow + squares + self.frame)
        """The board with its frame."""
        self.squares_at = (left + begin, top + narrow)
        right, below = size - side, self.board[3]
        if landscape:
            left = right - self.px(_WIDE_COLUMN)
        head = _WIDE_HEADER if landscape else 4
        self.plate: Box = (left, self.px(head), right, self.px(head + (_WIDE_PLATE if landscape else 88)))
        """The ground of the result."""
        self.emblem = (left, self.px(head + 3))
        text, line = left + self.px(EMBLEM + 16), head + (24 if landscape else 2)
        self.overline: Box = (text, self.px(line), right, self.px(line + 38))
        """The game and the cycle, and at the right the notation if it has no line of its own."""
        begin, top, bottom = (left, head + 92, head + 148) if landscape else (text, head + 39, head + 90)
        self.headline: Box = (begin, self.px(top), right, self.px(bottom))
        self.note: Box | None = (left, self.px(bottom), right, self.px(bottom + 38)) if landscape else None
        """The line for the notation."""
        self.legend: tuple[Box, ...] = ((left, below + self.px(7), right, self.px(_BANDS[1]) - self.px(2) - lower),)
        """The lines that explain marks: one below the board, or some below the headline."""
        if landscape:
            first, lines = (_WIDE_LAST_TOP - _ENTRY, 1) if beside else (_WIDE_LEGEND, 3)
            tops = [self.px(first + _ENTRY * number) for number in range(lines)]
            self.legend = tuple((left, top, right, top + self.px(_ENTRY - 6)) for top in tops)
            tops = [self.board[1], below - self.px(_WIDE_BAND)]
            self.bands = tuple(self._wide_band(left, top, right) for top in tops)
        else:
            self.bands = tuple(
                self._band(side, self.px(top) - less) for top, less in zip(_BANDS, (0, lower), strict=True)
            )
        self.last = self._last_board(right, landscape=landscape) if beside else None

    def px(self, units: float) -> int:
        """Convert units to whole pixels."""
        return round(units * self.scale)

    def square(self, number: int) -> tuple[int, int]:
        """Return the upper left corner of a square: files run to the right, ranks upwards (a1 is 0)."""
        x, y = self.squares_at
        return x + number % SIDE * self.cell, y + (SIDE - 1 - number // SIDE) * self.cell

    def _last_board(self, right: int, *, landscape: bool) -> LastBoardPlan:
        """Return where the last board of another cycle is, its right edge given."""
        gap, units = self.px(_LAST_GAP), _WIDE_LAST if landscape else _LAST
        size = round(1000 * units * self.scale / _CELL)
        side, pad = SIDE * round(_CELL * size / 1000), self.px(14)
        drum, words, name, points = map(self.px, (EMBLEM if landscape else _LAST_DRUM, 46, 58, 46))
        left = right - side - gap
        if landscape:
            begin, end = self.legend[0][0], left - gap - self.px(4)
            top = self.px(_WIDE_LAST_TOP) + gap
            plate = begin, top - gap, right, top + side + gap
            x = begin + pad
            y = plate[1] + words + (plate[3] - plate[1] - words - name - points) // 2
            at, start = (x, y + (name + points - drum) // 2), x + drum + pad
        else:
            plate = left - gap, self.board[1], right, self.board[3] - self.px(3)
            start, end, x = plate[0] + pad, plate[2] - pad, plate[0] + pad
            top = plate[1] + words + 2 * pad + gap
            y = top + side + gap + (plate[3] - top - side - gap - drum - pad - name - points) // 2
            at = ((plate[0] + plate[2] - drum) // 2, y)
            y += drum + pad
        return LastBoardPlan(
            size,
            (left, top),
            (left - gap, top - gap, right, top + side + gap),
            plate,
            caption=(x, plate[1] + pad, end, plate[1] + pad + words),
            drum=(*at, at[0] + drum, at[1] + drum),
            name=(start, y, end, y + name),
            points=(start, y + name, end, y + name + points),
        )

    def coordinates(self) -> list[tuple[str, Box]]:
        """Return the letters of the files below the board and the numbers of the ranks beside it, with boxes."""
        left, _, _, bottom = self.board
        x, y = self.squares_at
        end = self.board[2]
        edge = self.px(4)
        files = [
            ("abcde"[i], (x + i * self.cell, bottom - self.frame + 2 * edge, x + (i + 1) * self.cell, bottom - edge))
            for i in range(SIDE)
        ]
        sides = [(left, x), (x + SIDE * self.cell + edge, end + edge)] if self._has_both_ranks else [(left, x)]
        ranks = [
            (str(SIDE - i), (begin + edge, y + i * self.cell, stop - edge, y + (i + 1) * self.cell))
            for begin, stop in sides
            for i in range(SIDE)
        ]
        return files + ranks

    def _band(self, left: int, top: int) -> BandPlan:
        upper, lower = ((top + self.px(begin), top + self.px(end)) for begin, end in _ROWS)
        first, slots = self._slots(self.width - left)
        caption = first - self.px(10) - self.px(_CAPTION)
        return BandPlan(
            box=(0, top, self.width, top + self.px(_BAND)),
            name=(left, upper[0], caption - self.px(8), upper[1]),
            status=(left, lower[0], caption - self.px(8), lower[1]),
            points=(caption, upper[0], first - self.px(10), upper[1]),
            caption=(caption, lower[0], first - self.px(10), lower[1]),
            has_own_line=False,
            held=tuple((begin, upper[0], end, upper[1]) for begin, end in slots),
            spent=tuple((begin, lower[0], end, lower[1]) for begin, end in slots),
        )

    def _wide_band(self, left: int, top: int, right: int) -> BandPlan:
        rows = [(top + self.px(begin), top + self.px(end)) for begin, end in _WIDE_ROWS]
        name, status, held, spent = rows
        first, slots = self._slots(right - self.px(8))
        end, middle = right - self.px(14), right - self.px(200)
        return BandPlan(
            box=(left, top, right, top + self.px(_WIDE_BAND)),
            name=(left + self.px(14), name[0], middle - self.px(8), name[1]),
            status=(left + self.px(14), status[0], end, status[1]),
            points=(middle, name[0], end, name[1]),
            caption=(first + self.px(4), spent[0], end, spent[1]),
            has_own_line=True,
            held=tuple((begin, held[0], stop, held[1]) for begin, stop in slots),
            spent=tuple((begin, spent[0], stop, spent[1]) for begin, stop in slots),
        )

    def _slots(self, right: int) -> tuple[int, list[tuple[int, int]]]:
        """Return the left edge of the columns of tiles in a band that end at ``right``, and the edges of each."""
        column, gap = self.px(_COLUMN), self.px(2)
        first = right - SIDE * column
        return first, [(first + number * column + gap, first + (number + 1) * column - gap) for number in range(SIDE)]


@lru_cache(maxsize=16)
def layout(size: int, *, landscape: bool = False, beside: bool = False) -> Layout:
    """Return the layout for a width in pixels."""
    return Layout(size, landscape=landscape, beside=beside)
