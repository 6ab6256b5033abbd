"""Layout of pictures of Awéthi, in whole pixels.

A picture of the whole board is upright, for phones: the board with the dice and the players beside it, the key, and
over the whole width an inset, the squares where something has just happened, nearly twice as large. A close-up is as
wide as the picture. North is always up: players refer to squares by name, and the dice show directions.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from engines.awethi.observation import SIDE, SQUARE_NAMES
from render.awethi import scenery
from render.awethi.focus import Window
from render.glyphs import Box

WIDTH = 1000
FRAME = 40.0
"""Width of the board's frame where the coordinates are."""
_EDGE = 5.0
"""Width of the frame at an edge without coordinates."""
_BOARD = 0.92
"""Maximum share of the width for the squares of a close-up."""
_CELL = 28.0
"""Side of a square of the whole board."""
_HEIGHT = 1250.0
"""Height of a picture of the whole board."""
_MARGIN = 11.0
_HEADER = 50.0
_LINE = 60.0
"""Height of the wairgka's card and of the dice above a close-up."""
_STRIP = 40.0
"""Height of the key between the board and the inset."""
_GAP = 8.0
_KEY = 48.0
"""Height of a line of explanation below a close-up."""
_DICE = 190.0
"""Minimum height of the dice beside the board."""
LINED = 5.0
"""Room for the line around the inset's squares, beside the edge of its frame."""
_BETWEEN = 6.0
"""Space between the cards beside the board."""
_PACK = 76.0
"""Height of the wairgka's card beside the board."""
_ROWS = {1: 190.0, 2: 180.0}
_ROW = 140.0
"""Maximum heights of a herder's card beside the board: by the number of herders, and for more."""


WHOLE = Window(0, 0, SIDE, SIDE)


@dataclass(frozen=True, slots=True)
class Stage:
    """The visible squares of a picture."""

    window: Window
    cell: int
    """Pixels of a square's side."""
    left: int
    top: int

    def corner(self, square: int) -> tuple[int, int] | None:
        """Return the upper left corner of a square, or ``None`` if it is not visible."""
        file, rank, wide, high = self.window
        shown = file <= square % SIDE < file + wide and rank <= square // SIDE < rank + high
        return self.place(square) if shown else None

    def place(self, square: int) -> tuple[int, int]:
        """Return the upper left corner of a square, visible or not."""
        file, rank, _, high = self.window
        return (
            self.left + (square % SIDE - file) * self.cell,
            self.top + (high - 1 - square // SIDE + rank) * self.cell,
        )

    @property
    def box(self) -> Box:
        """The area of all squares."""
        right, bottom = self.left + self.window.wide * self.cell, self.top + self.window.high * self.cell
        return self.left, self.top, right, bottom


@dataclass(frozen=True, slots=True)
class Layout:
    """The boxes of a picture."""

    scale: float
    """Pixels of a unit; a picture is 1000 units wide."""
    width: int
    height: int
    frame: Box
    """The outer edge of the board's frame."""
    stage: Stage
    coordinates: tuple[tuple[str, Box], ...]
    """Names of files and ranks on the frame."""
    dice: Box
    key: Box
    """Explanation of signs and pieces."""
    wairgka: Box
    """The wairgka's card."""
    herders: tuple[Box, ...] = ()
    """The cards of the herders, in their order; none in a close-up."""
    inset: Box | None = None
    """The outer edge of the inset's frame."""

    def px(self, units: float) -> int:
        """Convert units to whole pixels."""
        return round(units * self.scale)

    def box(self, left: float, top: float, right: float, bottom: float) -> Box:
        """Convert a box from units to whole pixels."""
        return self.px(left), self.px(top), self.px(right), self.px(bottom)

    @property
    def emblem(self) -> Box:
        """The emblem of the game."""
        return self.box(_MARGIN, 4, _MARGIN + 44, 48)

    @property
    def title(self) -> Box:
        """The name of the game."""
        return self.box(64, 4, 222, _HEADER)

    @property
    def round(self) -> Box:
        """The number of the round."""
        return self.box(234, 6, 380, _HEADER - 2)

    @property
    def status(self) -> Box:
        """What happens now, or how it ended."""
        return self.box(390, 4, WIDTH - _MARGIN, _HEADER)

    def at_end(self) -> Layout:
        """Return the layout for the end of a match: the inset with a short key beside the scene.

        Raises:
            ValueError: a close-up has no inset.
        """
        if self.inset is None:
            raise ValueError("a close-up has no inset")
        left, top = self.scene[2] + self.px(_GAP + 3), self.scene[1]
        _, _, right, bottom = self.inset
        below = top + self.px(_STRIP)
        return replace(self, key=(left, top, right, below), inset=(left, below + self.px(_BETWEEN), right, bottom))

    @property
    def scene(self) -> Box:
        """The picture of the end below the board."""
        left, top = self.frame[0], self.frame[3] + self.px(_GAP)
        return left, top, left + self.px(scenery.WIDE), top + self.px(scenery.HIGH)

    def inset_stage(self, window: Window) -> Stage:
        """Return the squares of the inset, centred in its frame.

        Raises:
            ValueError: a close-up has no inset.
        """
        if self.inset is None:
            raise ValueError("a close-up has no inset")
        left, top = self.inset[0] + self.px(FRAME), self.inset[1] + self.px(_EDGE)
        right, bottom = self.inset[2] - self.px(_EDGE), self.inset[3] - self.px(FRAME)
        line = 2 * self.px(LINED)
        cell = min((right - left - line) // window.wide, (bottom - top - line) // window.high)
        slack = right - left - cell * window.wide, bottom - top - cell * window.high
        return Stage(window, cell, left + slack[0] // 2, top + slack[1] // 2)


@lru_cache(maxsize=32)
def close_up(size: int, window: Window, lines: int) -> Layout:
    """Return the layout of a close-up ``size`` pixels wide with ``lines`` lines of the key."""
    scale = size / WIDTH

    def px(units: float) -> int:
        return round(units * scale)

    y = _HEADER + 4
    half = (WIDTH - _GAP) / 2
    wairgka = (px(_MARGIN), px(y), px(half), px(y + _LINE))
    dice = (px(half + _GAP), px(y), px(WIDTH - _MARGIN), px(y + _LINE))
    y += _LINE + _GAP
    reach = px(FRAME + 2)  # with the frame's lit edge
    extent = int(size * _BOARD / SIDE) * SIDE
    left, top = (size - extent) // 2, px(y) + reach
    cell = extent // window.wide
    slack = (extent - cell * window.wide) // 2
    stage = Stage(window, cell, left + slack, top + slack)
    below = round((top + extent + reach) / scale) + _GAP + 4
    key = (px(_MARGIN + 8), px(below), px(WIDTH - _MARGIN - 8), px(below + lines * _KEY))
    outer = px(FRAME)
    return Layout(
        scale=scale,
        width=size,
        height=px(below + lines * _KEY + 10),
        frame=(left - outer, top - outer, left + extent + outer, top + extent + outer),
        stage=stage,
        coordinates=coordinates(stage, outer, px(3), all_round=True),
        dice=dice,
        key=key,
        wairgka=wairgka,
    )


@lru_cache(maxsize=16)
def whole_board(size: int, herders: int) -> Layout:
    """Return the layout of a picture of the whole board ``size`` pixels wide, for a number of herders."""
    scale = size / WIDTH

    def px(units: float) -> int:
        return round(units * scale)

    top, outer, edge = px(_HEADER + 4), px(FRAME), px(_EDGE)
    cell = px(_CELL)
    left = px(_MARGIN) + outer
    stage = Stage(WHOLE, cell, left, top + edge)
    frame = (px(_MARGIN), top, left + SIDE * cell + edge, top + edge + SIDE * cell + outer)
    beside, right, gap = frame[2] + px(_GAP + 3), px(WIDTH - _MARGIN), px(_BETWEEN)
    wairgka = (beside, frame[3] - px(_PACK), right, frame[3])
    row = min(px(_ROWS.get(herders, _ROW)), (wairgka[1] - top - px(_DICE) - gap) // herders - gap)
    first = wairgka[1] - herders * (row + gap)
    rows = ((first + step * (row + gap), first + step * (row + gap) + row) for step in range(herders))
    dice = (beside, top, right, first - gap)
    below = frame[3] + px(_GAP)
    key = (frame[0], below, right, below + px(_STRIP))
    height = px(_HEIGHT)
    return Layout(
        scale=scale,
        width=size,
        height=height,
        frame=frame,
        stage=stage,
        coordinates=coordinates(stage, outer, px(3), all_round=False),
        dice=dice,
        key=key,
        wairgka=wairgka,
        herders=tuple((beside, upper, right, lower) for upper, lower in rows),
        inset=(frame[0], key[3] + gap, right, height - px(_MARGIN)),
    )


def coordinates(stage: Stage, reach: int, gap: int, *, all_round: bool, line: int = 0) -> tuple[tuple[str, Box], ...]:
    """Return the letters of the files below the squares and the numbers of the ranks to the left, or on all sides.

    ``reach`` is the width of the frame there, ``line`` that of a line between the squares and the frame.
    """
    file, rank, wide, high = stage.window
    left, top, right, bottom = stage.box
    left, top, right, bottom = left - line, top - line, right + line, bottom + line
    cell, labels = stage.cell, list[tuple[str, Box]]()
    lows, sides = ((bottom, top - reach), (left - reach, right)) if all_round else ((bottom,), (left - reach,))
    for step in range(wide):
        x = stage.left + step * cell
        labels += [(SQUARE_NAMES[file + step][0], (x, low + gap, x + cell, low + reach - gap)) for low in lows]
    for step in range(high):
        y = stage.top + (high - 1 - step) * cell
        labels += [(str(rank + step + 1), (side + gap, y, side + reach - gap, y + cell)) for side in sides]
    return tuple(labels)
