"""A position of a cycle as integers, for the search: which tiles lie where, the drum and both hands.

* A set of squares is 25 bits, bit 0 for a1 (see :mod:`engines.iye.board`).
* A hand is 4 bits for each type, in the order of :data:`~engines.iye.observation.TYPES`, Suns lowest.
* A move is ``target + 32 * (type + 1)``, with type -1 for a natural move.

A position is always seen by the player to move, who is "I"; the other is "you".
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import comb

from engines.bitsets import mask_of, members_of
from engines.game import Player
from engines.iye.board import EMPTY, NATURAL, SPENDING, SQUARES
from engines.iye.moves import NATURALS, SPENDS, Drum
from engines.iye.observation import POINTS, TYPES, Counts, IyeObservation
from engines.iye.state import INDEX

POINT = 40
"""One point in the unit of evaluations."""
WIN = 100_000
"""The value of a won cycle; estimates are far below."""
TIE = 80
"""The value of a tie for the player who began: that player begins again (I15), which is an advantage."""

NATURAL_MASKS = tuple(sum(1 << target for target in targets) for targets in NATURAL)
SPEND_MASKS = tuple(
    tuple(sum(1 << target for target in SPENDING[tile][origin]) for tile in TYPES) for origin in range(SQUARES)
)
"""For each square of the drum and each type, the squares that a spent tile reaches (I7)."""
SHIFTS = (0, 4, 8, 12, 16)
ONES = tuple(1 << shift for shift in SHIFTS)
"""One tile of each type in a hand."""


def _majority(worth: int, mine: int, yours: int, left: int) -> int:
    """The points expected from a type if each tile left goes to either player with the same chance."""
    total = 0.0
    for gained in range(left + 1):
        difference = mine + gained - yours - (left - gained)
        total += comb(left, gained) / (1 << left) * ((difference > 0) - (difference < 0))
    return round(POINT * worth * total)


# For each type: the points expected (unit 1/POINT), by ``left << 8 | mine << 4 | yours``.
EXPECTED: tuple[tuple[int, ...], ...] = tuple(
    tuple(
        _majority(worth, mine, yours, left) if mine + yours + left <= worth else 0
        for left in range(worth + 1)
        for mine in range(16)
        for yours in range(16)
    )
    for worth in POINTS
)


@dataclass(frozen=True, slots=True)
class Cycle:
    """A position within a cycle, seen by the player to move."""

    types: tuple[int, ...]
    """The type of the tile on each square when the search began; of squares in ``board`` only it matters."""
    board: int
    """The squares with a tile, the one under the drum included (I3)."""
    drum: int
    mine: int
    yours: int
    tie: int
    """The value of a tie for the player to move."""

    @property
    def left(self) -> int:
        """How many tiles lie on the board."""
        return self.board.bit_count()

    def natural(self) -> int:
        """The squares reached naturally (I6)."""
        return NATURAL_MASKS[self.drum] & self.board

    def moves(self) -> list[int]:
        """The moves worth a look: never a tile for a square that the drum reaches naturally (I9), in a fixed order."""
        natural = self.natural()
        found = members_of(natural)
        others = self.board & ~natural
        for kind in range(5):
            if self.mine >> SHIFTS[kind] & 15:
                found += [target | (kind + 1) << 5 for target in members_of(SPEND_MASKS[self.drum][kind] & others)]
        return found

    def after(self, move: int) -> Cycle:
        """The position after the move, seen by the other player, whether or not the cycle has ended."""
        target, kind = move & 31, (move >> 5) - 1
        mine = self.mine - ONES[kind] if kind >= 0 else self.mine
        yours = self.yours + ONES[self.types[target]]
        return Cycle(self.types, self.board & ~(1 << target), target, yours, mine, -self.tie)

    def ended(self) -> int | None:
        """The value for the player to move if the cycle has ended: won, lost or tied (I11 to I13)."""
        if self.left == 1:
            return verdict(self.mine, self.yours, self.tie)
        return None if can_move(self.board, self.drum, self.mine) else -WIN

    def estimate(self) -> int:
        """The points expected from all majorities, mine less yours (unit 1/:data:`POINT`)."""
        return sum(EXPECTED[kind][self.index(kind)] for kind in range(5))

    def index(self, kind: int) -> int:
        """The index of a type's expectation in :data:`EXPECTED`."""
        shift = SHIFTS[kind]
        return self.on_board(kind).bit_count() << 8 | (self.mine >> shift & 15) << 4 | self.yours >> shift & 15

    def on_board(self, kind: int) -> int:
        """The squares with a tile of the type."""
        return _squares_by_type(self.types)[kind] & self.board


@lru_cache(maxsize=8)  # of one search after the other
def _squares_by_type(types: tuple[int, ...]) -> tuple[int, ...]:
    """The squares of each type."""
    return tuple(mask_of(square for square, one in enumerate(types) if one == kind) for kind in range(5))


def of_observation(observation: IyeObservation, player: Player) -> Cycle:
    """The position of a cycle, seen by the player to move; while who begins is undecided, as if that player began.

    Raises:
        ValueError: the player is not to move.
    """
    if observation.to_move != player or observation.phase not in ("play", "choose"):
        raise ValueError("the player is not to move")
    began = observation.phase == "choose" or observation.starter == player
    return Cycle(
        types=tuple(INDEX.get(letter, 0) for letter in observation.board),
        board=sum(1 << square for square, letter in enumerate(observation.board) if letter != EMPTY),
        drum=observation.drum,
        mine=packed(observation.hands[player]),
        yours=packed(observation.hands[1 - player]),
        tie=TIE if began else -TIE,
    )


def packed(counts: Counts) -> int:
    """A hand as one number."""
    return sum(number << shift for number, shift in zip(counts, SHIFTS, strict=True))


def can_move(board: int, drum: int, hand: int) -> bool:
    """Whether there is any move, natural or with a tile (I13)."""
    if NATURAL_MASKS[drum] & board:
        return True
    reach = SPEND_MASKS[drum]
    return any(hand >> shift & 15 and reach[kind] & board for kind, shift in enumerate(SHIFTS))


def verdict(mine: int, yours: int, tie: int) -> int:
    """The value of a cycle that has ended with scoring (I12)."""
    points = 0
    for kind, shift in enumerate(SHIFTS):
        difference = (mine >> shift & 15) - (yours >> shift & 15)
        points += POINTS[kind] * ((difference > 0) - (difference < 0))
    return tie if points == 0 else WIN if points > 0 else -WIN


def drum_move(move: int) -> Drum:
    """The engine's move."""
    target, kind = move & 31, (move >> 5) - 1
    return NATURALS[target] if kind < 0 else SPENDS[TYPES[kind]][target]
