"""What the computer player of İYE has found out about the move that it chose."""

from __future__ import annotations

from dataclasses import dataclass

from engines.iye.board import NAMES
from engines.iye.moves import Spend, encode
from engines.iye.observation import TILE_NAMES, TYPES
from engines.text import T, Text
from players.iye.cycle import EXPECTED, SHIFTS, Cycle, drum_move


@dataclass(frozen=True, slots=True)
class Facts:
    """A chosen move and what the search found out about it."""

    before: Cycle
    number: int
    """Of the cycle in the match, from 1, as the board shows it: so the word explains itself."""
    move: int
    value: int
    """For the player who moves."""
    exact: bool
    """Whether the value is proven."""
    is_only_winning: bool
    """Whether it is proven that every other move wins less."""

    @property
    def after(self) -> Cycle:
        """The position after the move, seen by the opponent."""
        return self.before.after(self.move)

    @property
    def target(self) -> str:
        """The name of the square that the drum goes to."""
        return NAMES[self.move & 31]

    @property
    def given(self) -> int:
        """The type given to the opponent."""
        return self.before.types[self.move & 31]

    @property
    def spent(self) -> int | None:
        """The type spent."""
        return (self.move >> 5) - 1 if self.move >> 5 else None

    def held(self, kind: int) -> tuple[int, int, int]:
        """How many tiles of a type the two players held before the move, and how many lay on the board."""
        shift = SHIFTS[kind]
        return self.before.mine >> shift & 15, self.before.yours >> shift & 15, self.before.on_board(kind).bit_count()

    @property
    def next_kinds(self) -> list[int]:
        """The types that the opponent can give next, with or without spending, those with most points first."""
        after = self.after
        return sorted({after.types[move & 31] for move in after.moves()})


def given_away(cycle: Cycle, kind: int) -> int:
    """How the estimate of the player to move changes by giving a tile of the type away, at best 0."""
    index = cycle.index(kind)
    return EXPECTED[kind][index - 255] - EXPECTED[kind][index]


def move_name(move: int) -> str | Text:
    """Return a move as it is typed, with the tile that it spends in words."""
    drum = drum_move(move)
    if isinstance(drum, Spend):
        return T("{move} (spends one {spent})", move=encode(drum), spent=TILE_NAMES[drum.tile])
    return encode(drum)


def tile_name(kind: int) -> Text:
    """What a tile of the type is called."""
    return TILE_NAMES[TYPES[kind]]
