"""Layout of pictures of İYE, in whole pixels.

The board is on the left, both players' cards are on the right, and a line of text is above. The picture is wider than
high because Discord limits the height of pictures on large screens and their width on phones.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from render.glyphs import Box

WIDTH = 1000
HEIGHT = 770
SIDE = 5
"""Squares in a rank and in a file, and also types of tiles."""

_COUNTER = 48
_POINTER = (26, 15)


@dataclass(frozen=True, slots=True)
class CardPlan:
    """Boxes of one player's card."""

    box: Box
    name: Box
    status: Box
    spent_caption: Box
    held_caption: Box
    spent: tuple[Box, ...]
    """One box for each type, as in :attr:`held`."""
    held: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class TypePlan:
    """Positions in one column of the strip between the cards."""

    counter: tuple[int, int]
    points: Box
    up: tuple[int, int]
    """The pointer to the far card, and to the near one."""
    down: tuple[int, int]


# Top and bottom of each line of a card; the deciding tiles are next to the strip of types.
_FAR = {
    "name": (8, 52),
    "status": (54, 92),
    "spent?": (100, 130),
    "spent": (130, 168),
    "held?": (174, 204),
    "held": (204, 264),
}
_NEAR = {
    "held?": (6, 36),
    "held": (36, 96),
    "spent?": (102, 132),
    "spent": (132, 170),
    "status": (180, 218),
    "name": (220, 264),
}
_CARD_HEIGHT = 272


class Layout:
    """Boxes in a picture ``size`` pixels wide, defined in units of a picture 1000 wide."""

    def __init__(self, size: int) -> None:
        self.scale = size / WIDTH
        self.width = size
        self.height = self.px(HEIGHT)
        self.cell = self.px(126)
        self.frame = self.px(36)
        """Width of the board's frame at the left and bottom, with the coordinates; it is narrower elsewhere."""
        narrow = self.px(16)
        left, top = self.px(16), self.px(72)
        squares = SIDE * self.cell
        self.board: Box = (left, top, left + self.frame + squares + narrow, top + narrow + squares + self.frame)
        """The board with its frame."""
        self.squares_at = (left + self.frame, top + narrow)
        self.panel: Box = (self.board[2] + self.px(14), top, size - self.px(14), self.board[3])
        self.header: Box = (left, self.px(10), self.panel[2], top - self.px(10))
        self.counter = self.px(_COUNTER)
        self.pointer = (self.px(_POINTER[0]), self.px(_POINTER[1]))
        left, top, right, bottom = self.panel
        card = self.px(_CARD_HEIGHT)
        self.cards = (
            self._card((left, top, right, top + card), _FAR),
            self._card((left, bottom - card, right, bottom), _NEAR),
        )
        self.types = tuple(self._type(column) for column in range(SIDE))

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
            ("abcde"[i], (x + i * self.cell, bottom - self.frame + edge, x + (i + 1) * self.cell, bottom - edge))
            for i in range(SIDE)
        ]
        ranks = [
            (str(SIDE - i), (left + edge, y + i * self.cell, left + self.frame - edge, y + (i + 1) * self.cell))
            for i in range(SIDE)
        ]
        return files + ranks

    def _column(self, number: int) -> tuple[int, int]:
        """Left and right edge of a type's column."""
        inner, outer = self.panel[0] + self.px(6), self.panel[2] - self.px(6)
        return inner + (outer - inner) * number // SIDE, inner + (outer - inner) * (number + 1) // SIDE

    def _card(self, box: Box, rows: dict[str, tuple[int, int]]) -> CardPlan:
        left, top, right, _ = box

        def line(name: str) -> Box:
            begin, end = rows[name]
            return left + self.px(14), top + self.px(begin), right - self.px(14), top + self.px(end)

        def slots(name: str) -> tuple[Box, ...]:
            _, begin, _, end = line(name)
            columns = (self._column(number) for number in range(SIDE))
            gap = self.px(1)
            return tuple((start + gap, begin, stop - gap, end) for start, stop in columns)

        return CardPlan(box, line("name"), line("status"), line("spent?"), line("held?"), slots("spent"), slots("held"))

    def _type(self, number: int) -> TypePlan:
        start, stop = self._column(number)
        top, bottom = self.cards[0].box[3], self.cards[1].box[1]
        middle = (start + stop) // 2
        counter_top = top + self.px(24)
        pointer_left = middle - self.pointer[0] // 2
        return TypePlan(
            counter=(middle - self.counter // 2, counter_top),
            points=(start, counter_top + self.counter + self.px(2), stop, bottom - self.px(24)),
            up=(pointer_left, top + self.px(6)),
            down=(pointer_left, bottom - self.px(6) - self.pointer[1]),
        )


@lru_cache(maxsize=16)
def layout(size: int) -> Layout:
    """Return the layout for a width in pixels."""
    return Layout(size)
