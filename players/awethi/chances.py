"""The exact chance to catch an aiwe next turn: four rolls of the herd, and every roll of the four dice.

An awéthi walks exactly as many steps as its number says and may turn back (A13), so it reaches a square with a number
that is at least the distance and has its parity. Pieces in the way are not considered.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from math import factorial

from engines.awethi.boards import LAIR, SHELTERS
from engines.awethi.herd import herd_moves
from engines.awethi.squares import BESIDE, coordinates, mask_of, squares_of
from engines.awethi.state import Herder, State

ROLLS = tuple(combinations_with_replacement(range(1, 5), 4))
"""The 35 different rolls of four dice with four sides (A12)."""

FAR = 5
"""A distance that no number reaches."""

_CLOSED = mask_of(SHELTERS) | 1 << LAIR


def _weight(roll: tuple[int, ...]) -> int:
    ways = factorial(4)
    for value in set(roll):
        ways //= factorial(roll.count(value))
    return ways


WEIGHTS = tuple(map(_weight, ROLLS))
"""In how many of 256 ways each of :data:`ROLLS` falls."""


def numbers_for(distance: int) -> frozenset[int]:
    """The numbers with which an awéthi reaches a square at a distance; it can leave and come back."""
    return frozenset(number for number in range(1, 5) if number >= distance and (number - distance) % 2 == 0)


_NUMBERS = tuple(numbers_for(distance) for distance in range(FAR + 1))


@cache
def rolls_for(distances: tuple[int, ...]) -> int:
    """The rolls with which three awéthi reach three squares at these distances, a bit for each of :data:`ROLLS`.

    ``distances`` in ascending order.
    """
    wanted = [_NUMBERS[distance] for distance in distances]
    found = 0
    for index, roll in enumerate(ROLLS):
        average = sum(roll) // 4
        together = all(average in numbers for numbers in wanted)
        if together or any(
            all(die in numbers for die, numbers in zip(dice, wanted, strict=True)) for dice in permutations(roll, 3)
        ):
            found |= 1 << index
    return found


@cache
def chance_of(rolls: int) -> float:
    """The chance of a set of rolls."""
    return sum(weight for index, weight in enumerate(WEIGHTS) if rolls >> index & 1) / 256


_FILE_AND_RANK = tuple(map(coordinates, range(625)))


def distance(one: int, other: int) -> int:
    """The steps between two squares, at most :data:`FAR`."""
    (file, rank), (to_file, to_rank) = _FILE_AND_RANK[one], _FILE_AND_RANK[other]
    steps = abs(file - to_file) + abs(rank - to_rank)
    return min(FAR, steps)


class Chances:
    """The chances of one herder, for many placements of the awéthi."""

    def __init__(self, state: State, herder: int) -> None:
        self._state = state
        self._herder = herder

    def of(self, awethi: Sequence[int]) -> float:
        """Return the chance that an aiwe that is free now can be caught next turn."""
        own = self._state.herders[self._herder]
        placed = Herder(own.corner, own.herd, own.sheltered, tuple(awethi))
        after = _with(self._state, self._herder, placed)
        total = 0.0
        for direction in range(4):
            squares = [move.end for move in herd_moves(after, placed, direction)]
            taken = mask_of(squares)
            rolls = 0
            for square in squares:
                rolls |= _rolls_around(square, taken, placed.awethi)
            total += chance_of(rolls) / 4
        return total


def _rolls_around(square: int, taken: int, awethi: tuple[int, ...]) -> int:
    """The rolls with which three awéthi surround an aiwe."""
    cells = squares_of(BESIDE[square] & ~(taken | _CLOSED))
    if len(cells) < 3:
        return 0
    near = [[distance(one, cell) for cell in cells] for one in awethi]
    if sum(min(row) < FAR for row in near) < 3:
        return 0
    rolls = 0
    for three in combinations(range(len(cells)), 3):
        for movers in permutations(range(len(awethi)), 3):
            steps = [near[mover][cell] for mover, cell in zip(movers, three, strict=True)]
            if max(steps) < FAR:
                rolls |= rolls_for(tuple(sorted(steps)))
    return rolls


def _with(state: State, number: int, herder: Herder) -> State:
    """The position with another placement of one herder's pieces, as far as the herd's moves need it."""
    return State(
        board=state.board,
        scoring=state.scoring,
        wairgka_seat=state.wairgka_seat,
        herders=(*state.herders[:number], herder, *state.herders[number + 1 :]),
        wairgka=state.wairgka,
        phase=state.phase,
        turn=state.turn,
    )
