"""What a herder's search sees of a position: what does not change while four awéthi move."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from engines.awethi.boards import BOARDS, LAIR, SHELTERS
from engines.awethi.herd import CLOSED, caught, herd_walks, occupied
from engines.awethi.squares import EVERYWHERE, SIDE, beside
from engines.awethi.state import State
from engines.bitsets import mask_of

Places = tuple[int, ...]
"""The squares of the herder's four awéthi, by number."""


class Future(NamedTuple):
    """The herd after its next roll."""

    starts: tuple[int, ...]
    """Where the aiwe are now that are not caught; the others have gone home then."""
    aiwe: tuple[int, ...]
    """Where each of them is then."""
    room: int
    """The squares that awéthi may walk over then, their own included."""


class Field:
    """A herder's turn without its awéthi."""

    def __init__(self, state: State, herder: int) -> None:
        own = state.herders[herder]
        self.herd = own.herd
        self.grazing = own.grazing
        self.shelter = own.shelter
        self.start: Places = own.awethi
        mine = mask_of(own.awethi) & ~(1 << own.shelter)
        self.others = occupied(state) & ~mine & ~own.grazing
        """The squares of all other pieces."""
        self.helpers = mask_of(square for one in state.herders if one is not own for square in one.awethi)
        """The squares of other herders' awéthi, and their shelters with awéthi inside."""
        self.water = BOARDS[state.board].water
        self.asleep = not state.unleashed
        self._closed = CLOSED[state.board]
        self._floor = EVERYWHERE & ~(1 << LAIR | mask_of(SHELTERS) | self.others) | 1 << own.shelter
        self._near_herd = _near(own.grazing)
        self._futures: dict[tuple[int, int], tuple[Future, ...]] = {}

    @property
    def room(self) -> int:
        """The squares that awéthi may walk over now, their own included."""
        return self._floor & ~self.grazing

    def held(self, places: Places) -> int:
        """The herd's aiwe that are caught while the awéthi are there (A22)."""
        return caught(self.grazing, self.helpers | mask_of(places))

    def steps(self, places: Places, aiwe: int) -> int:
        """The orthogonal steps from all four awéthi to an aiwe, on an empty board."""
        away = distances_from(aiwe)
        return sum(away[place] for place in places)

    def futures(self, places: Places) -> tuple[Future, ...]:
        """The herd after each roll of its die, if nothing else moves before."""
        mine = mask_of(places) & ~(1 << self.shelter)
        key = (mine & self._near_herd, self.held(places))
        found = self._futures.get(key)
        if found is None:
            found = self._futures[key] = tuple(self._future(direction, *key) for direction in range(4))
        return found

    def _future(self, direction: int, mine: int, held: int) -> Future:
        taken = self.others | self.grazing | mine
        moves = list(herd_walks(self.herd, held, direction, self._closed, taken))
        aiwe = tuple(move.end for move in moves)
        return Future(tuple(move.start for move in moves), aiwe, self._floor & ~mask_of(aiwe))


def _near(herd: int) -> int:
    """The squares at which a piece can change where the herd ends: up to four steps away."""
    return beside(beside(beside(beside(herd)))) | beside(beside(beside(herd))) | beside(beside(herd)) | beside(herd)


@cache
def distances_from(square: int) -> bytes:
    """The orthogonal steps from a square to each of the 625, on an empty board."""
    file, rank = square % SIDE, square // SIDE
    return bytes(abs(other % SIDE - file) + abs(other // SIDE - rank) for other in range(SIDE * SIDE))
