"""Boards of squares with pieces of two players: the observation, and the text board."""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_lowercase

from engines.game import Outcome, Player
from engines.text import Text

EMPTY = "."
PIECES = "xo"
"""The piece of each seat."""


@dataclass(frozen=True, slots=True)
class SquaresObservation:
    """The observation of a board without secrets."""

    title: str
    """The game's proper name."""
    viewer: Player | None
    files: int
    board: str
    """Square ``i`` at file ``i % files`` and rank ``i // files``, a1 first: a letter of :data:`PIECES`, or ``.``."""
    to_move: Player | None
    moves: tuple[str, ...]
    """Machine texts of the legal moves, which are also their notation."""
    last: tuple[int, ...]
    """Squares that the last turn has changed."""
    cards: tuple[Text, ...]
    """A few words about each player."""
    outcome: Outcome | None = None
    planned: bool = False
    """Whether the turn that led here is only planned, and nobody has confirmed it."""

    @property
    def ranks(self) -> int:
        """The number of rows of squares."""
        return len(self.board) // self.files


def square_name(square: int, files: int) -> str:
    """``a1`` for the first square; files are letters."""
    return f"{ascii_lowercase[square % files]}{square // files + 1}"


def square_number(name: str, files: int) -> int:
    """The square that :func:`square_name` names; the file must be on the board."""
    return (int(name[1:]) - 1) * files + ascii_lowercase.index(name[0])


def ranks_of(board: str, files: int) -> list[str]:
    """The rows of a board, the last rank first."""
    return [board[start : start + files] for start in range(len(board) - files, -1, -files)]


def text_board(seen: SquaresObservation) -> str:
    """The board in characters, with its coordinates."""
    rows = ranks_of(seen.board, seen.files)
    lines = [f"{seen.ranks - row:>2}  {' '.join(squares)}" for row, squares in enumerate(rows)]
    return "\n".join((*lines, "", "    " + " ".join(ascii_lowercase[: seen.files])))


def squares_of(seen: SquaresObservation, player: Player) -> str:
    """The squares of a player's pieces, for a sentence."""
    return ", ".join(square_name(at, seen.files) for at, piece in enumerate(seen.board) if piece == PIECES[player])
