"""Where everything is in a picture of İYE: the only place that knows, in whole pixels.

The board stands left, a column of both players' cards right of it, a line of words above both. The picture is wider
than high because Discord limits the height of pictures on large screens and their width on phones.
"""

from __future__ import annotations

from functools import lru_cache

from render.text import Box

WIDTH = 1000
HEIGHT = 772
COLUMNS = 5
ROWS = 5


class Layout:
    """Boxes in a picture ``size`` pixels wide; written in the measures of one 1000 wide."""

    def __init__(self, size: int) -> None:
        self.scale = size / WIDTH
        self.width = size
        self.height = self.px(HEIGHT)
        self.cell = self.px(122)
        frame = self.px(36)
        left, top = self.px(16), self.px(72)
        self.board: Box = (left, top, left + 2 * frame + COLUMNS * self.cell, top + 2 * frame + ROWS * self.cell)
        self.squares_at = (left + frame, top + frame)
        self.frame = frame
        right = self.board[2]
        self.panel: Box = (right + self.px(14), top, size - self.px(14), self.board[3])
        self.header: Box = (left, self.px(10), size - self.px(14), top - self.px(10))

    def px(self, units: float) -> int:
        """Whole pixels for a measure."""
        return round(units * self.scale)

    def square(self, number: int) -> tuple[int, int]:
        """Upper left corner of a square: files run to the right, ranks upwards (a1 is 0)."""
        x, y = self.squares_at
        return x + number % COLUMNS * self.cell, y + (ROWS - 1 - number // COLUMNS) * self.cell

    def centre(self, number: int) -> tuple[float, float]:
        """Middle of a square."""
        x, y = self.square(number)
        return x + self.cell / 2, y + self.cell / 2

    def coordinates(self) -> list[tuple[str, Box]]:
        """Letters of the files below the board and numbers of the ranks left of it, with their boxes."""
        left, _, _, bottom = self.board
        x, y = self.squares_at
        files = [
            ("abcde"[i], (x + i * self.cell, bottom - self.frame, x + (i + 1) * self.cell, bottom))
            for i in range(COLUMNS)
        ]
        ranks = [
            (str(ROWS - i), (left, y + i * self.cell, left + self.frame, y + (i + 1) * self.cell))
            for i in range(ROWS)
        ]
        return files + ranks

    def column(self, number: int) -> tuple[int, int]:
        """Left and right edge of a type's column within the panel."""
        left, _, right, _ = self.panel
        inner, outer = left + self.px(8), right - self.px(8)
        return (
            inner + (outer - inner) * number // COLUMNS,
            inner + (outer - inner) * (number + 1) // COLUMNS,
        )

    @property
    def cards(self) -> tuple[Box, Box]:
        """The far player's card and the near player's."""
        left, top, right, bottom = self.panel
        height = self.px(272)
        return (left, top, right, top + height), (left, bottom - height, right, bottom)

    @property
    def middle(self) -> Box:
        """The strip of types between the cards."""
        far, near = self.cards
        return far[0], far[3], far[2], near[1]


@lru_cache(maxsize=16)
def layout(size: int) -> Layout:
    """The layout for a width in pixels."""
    return Layout(size)
