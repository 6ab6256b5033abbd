"""A player's sheet: its squares, and the number of bonuses used."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from engines.chiefdom.board import Board
from engines.chiefdom.observation import (
    BUILDER,
    CUT2,
    CUT3,
    EMPTY,
    FISHED,
    FORESTS,
    HOUSE,
    JOBLESS,
    LAKES,
    PEOPLE,
    PRINTED,
    WALLS,
    Job,
)

LOGS_FOR_A_HOUSE = 5
"""Logs that a house costs (C10)."""
LOGS_FOR_A_WALL = 2
"""Logs that a wall needs but does not cost (C9)."""

TEACHERS: tuple[tuple[Job, str], ...] = (("L", FORESTS), ("F", LAKES), ("B", HOUSE))
"""The jobs (their letters are those of the people who have them), each with the squares that give it (C11)."""


@cache
def _ones(letters: str) -> bytes:
    """A table for :meth:`bytes.translate`: these letters become 1, everything else 0."""
    return bytes(ord("1" if chr(code) in letters else "0") for code in range(256))


@lru_cache(maxsize=256)  # drawing, scoring and validation ask the same of a sheet
def _mask(squares: str, letters: str) -> int:
    return int(squares.encode()[::-1].translate(_ones(letters)), 2)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet; hashable."""

    board: Board
    squares: str
    """A letter for each square."""
    bonuses_used: int = 0
    """The number of bonuses used (C16)."""

    def mask(self, letters: str) -> int:
        """The squares with one of these letters."""
        return _mask(self.squares, letters)

    def count(self, letters: str) -> int:
        """The number of squares with one of these letters."""
        return sum(map(self.squares.count, letters))

    @property
    def empty(self) -> int:
        """The empty squares."""
        return self.mask(EMPTY)

    @property
    def houses(self) -> int:
        return self.squares.count(HOUSE)

    @property
    def people(self) -> int:
        return self.count(PEOPLE)

    @property
    def logs_cut(self) -> int:
        """Logs ever cut: the trees in cut squares (C13)."""
        return 2 * self.squares.count(CUT2) + 3 * self.squares.count(CUT3)

    @property
    def logs(self) -> int:
        """Logs left: houses cost five each (C10)."""
        return self.logs_cut - LOGS_FOR_A_HOUSE * self.houses

    @property
    def fish(self) -> int:
        """Fish ever caught: one from each fished water square (C12)."""
        return self.squares.count(FISHED)

    @property
    def bonuses(self) -> int:
        """Bonuses that can still be used (C16)."""
        return self.houses - self.bonuses_used

    @property
    def builders_squares(self) -> int:
        """Empty squares next to a builder or jobless person, for a house (C10), regardless of its cost."""
        return self.board.around(self.mask(JOBLESS + BUILDER)) & self.empty

    @property
    def wall_ends(self) -> int:
        """Empty squares where a wall may continue (C9), regardless of logs."""
        return self.board.around(self.mask(WALLS)) & self.empty

    def jobs_at(self, square: int) -> tuple[Job, ...]:
        """The jobs that a person drawn there would have or could choose from (C11); empty for jobless."""
        near = self.board.neighbour_masks[square]
        return tuple(job for job, letters in TEACHERS if near & self.mask(letters))


def empty_sheet(board: Board) -> Sheet:
    """The sheet as it is printed (C1)."""
    return Sheet(board, "".join(PRINTED if board.printed >> square & 1 else EMPTY for square in range(board.size)))
