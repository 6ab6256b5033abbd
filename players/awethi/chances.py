"""The chance that four awéthi catch an aiwe in their herd's next turn.

An awéthi reaches a square with a number if it is no more steps away and the two agree in parity, since it may walk back
and forth (A13). Awéthi do not bar each other's way here, because they move in any order. Sets of rolls of the four dice
are masks of all 256 equally likely ways in which they fall.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations, product

from engines.awethi.squares import BESIDE
from engines.awethi.walks import layers
from engines.bitsets import mask_of, members_of
from players.awethi.field import Field, Places, distances_from

_FALLS = tuple(product(range(1, 5), repeat=4))
ALL_ROLLS = (1 << len(_FALLS)) - 1

_ANY = 0b1111
_NUMBERS = (0b1010, 0b0101, 0b1010, 0b0100, 0b1000)
"""By distance: which of the numbers 1 to 4 lead there, as bits from the lowest; none from farther away."""
_FAR = len(_NUMBERS)


@cache
def rolls_for(numbers: tuple[int, int, int]) -> int:
    """The rolls with which three awéthi can move one of these numbers each, by a die each or by the average (A12).

    Args:
        numbers: three sorted sets of numbers as bits.
    """
    mask = 0
    for fall, dice in enumerate(_FALLS):
        average = 1 << sum(dice) // 4 - 1
        if all(wanted & average for wanted in numbers) or any(
            all(wanted >> die - 1 & 1 for wanted, die in zip(numbers, order, strict=True))
            for order in permutations(dice, 3)
        ):
            mask |= 1 << fall
    return mask


class Chances:
    """Chances of catches from one field; remembers what recurs."""

    def __init__(self, field: Field) -> None:
        self._field = field
        self._rolls: dict[tuple[int, int, Places], int] = {}

    def next_turn(self, places: Places) -> float:
        """The chance that the herder can catch an aiwe with the next rolls, from 0 to 1."""
        falls = 0
        for future in self._field.futures(places):
            found = 0
            for aiwe in future.aiwe:
                found |= self._catching(aiwe, future.room, places)
                if found == ALL_ROLLS:
                    break
            falls += found.bit_count()
        return falls / (4 * len(_FALLS))

    def _catching(self, aiwe: int, room: int, places: Places) -> int:
        """The rolls with which an aiwe that is there can be caught, ignoring obstacles on the way."""
        away = distances_from(aiwe)
        near = tuple(sorted(place for place in places if away[place] <= _FAR))
        around = BESIDE[aiwe]
        helpers = around & self._field.helpers
        needed = 3 - helpers.bit_count()
        if needed > len(near):
            return 0
        cells = around & room & ~helpers
        key = (aiwe, cells | helpers << 625, near)
        found = self._rolls.get(key)
        if found is None:
            ways = [self._ways(place, cells) for place in near]
            found = self._rolls[key] = rolls_of(ways, members_of(cells), needed)
        return found

    def _ways(self, place: int, cells: int) -> dict[int, int]:
        """The numbers that lead to each cell, without obstacles."""
        if self._field.water >> place & 1:
            cells &= ~self._field.water  # A15
        away = distances_from(place)
        return {cell: _NUMBERS[away[cell]] for cell in members_of(cells) if away[cell] < _FAR}


def rolls_of(ways: list[dict[int, int]], cells: list[int], needed: int) -> int:
    """The rolls with which so many different cells can be reached by as many different awéthi.

    Args:
        ways: for each awéthi the numbers, as bits, that lead to each cell.
        cells: the cells to reach.
        needed: at most 3.
    """
    if needed <= 0:
        return ALL_ROLLS
    found = 0
    for chosen in permutations(range(len(ways)), needed):
        for numbers in _numbers(ways, chosen, cells):
            found |= rolls_for(numbers)
            if found == ALL_ROLLS:
                return found
    return found


def _numbers(ways: list[dict[int, int]], chosen: tuple[int, ...], cells: list[int]) -> set[tuple[int, int, int]]:
    """The sets of numbers, sorted and filled up to three, for each increasing choice of cells."""
    found = set()
    first = ways[chosen[0]]
    if len(chosen) == 1:
        return {(first[cell], _ANY, _ANY) for cell in cells if cell in first}
    second = ways[chosen[1]]
    for at, cell in enumerate(cells):
        if cell not in first:
            continue
        for next_at in range(at + 1, len(cells)):
            if cells[next_at] not in second:
                continue
            pair = (first[cell], second[cells[next_at]])
            if len(chosen) == 2:
                found.add((*sorted(pair), _ANY))
                continue
            third = ways[chosen[2]]
            found |= {tuple(sorted((*pair, third[other]))) for other in cells[next_at + 1 :] if other in third}
    return found  # type: ignore[return-value]  # each has three numbers


def told_chance(field: Field, places: Places) -> tuple[float, dict[int, float]]:
    """The chance of a catch with the next rolls, and that of each aiwe by the square on which it is now.

    Unlike :meth:`Chances.next_turn` it counts only walks that can be made one after the other, around all pieces.
    """
    total = 0
    single: dict[int, float] = {}
    for future in field.futures(places):
        walkers = _Walkers(field, places, future.room)
        union = 0
        for start, aiwe in zip(future.starts, future.aiwe, strict=True):
            helpers = BESIDE[aiwe] & field.helpers
            rolls = walkers.rolls(BESIDE[aiwe] & future.room & ~helpers, 3 - helpers.bit_count())
            single[start] = single.get(start, 0.0) + rolls.bit_count() / (4 * len(_FALLS))
            union |= rolls
        total += union.bit_count()
    return total / (4 * len(_FALLS)), single


class _Walkers:
    """Four awéthi of a herder, who walk one after the other and bar each other's way."""

    def __init__(self, field: Field, places: Places, room: int) -> None:
        self._places = places
        self._room = room
        self._shelter = 1 << field.shelter
        self._water = field.water
        self._alone = [layers(start, room | 1 << start, 4) for start in places]
        """By awéthi, the ends of walks of 1 to 4 steps if no other bars the way."""
        self._near = [first | second | third | fourth for first, second, third, fourth in self._alone]
        self._barred: dict[tuple[int, int], list[int]] = {}
        """By awéthi and the squares nearby that others bar."""

    def rolls(self, cells: int, needed: int) -> int:
        """The rolls with which so many awéthi can walk to different ones of these squares."""
        if needed <= 0:
            return ALL_ROLLS
        found = 0
        ends_of = [members_of(cells & near) for near in self._near]
        for chosen in combinations(range(len(self._places)), needed):
            for ends in product(*(ends_of[number] for number in chosen)) if found != ALL_ROLLS else ():
                if len(set(ends)) == needed:
                    found = self._rolls_to(chosen, ends, found)
        return found

    def _rolls_to(self, chosen: tuple[int, ...], ends: tuple[int, ...], known: int) -> int:
        """The rolls that are known, and those with which these awéthi can walk each to its end."""
        pairs = list(zip(chosen, ends, strict=True))
        alone = [self._numbers(number, end, 0) for number, end in pairs]
        if not all(alone):
            return known
        free = [
            self._numbers(number, end, self._others(self._places, number) | mask_of(ends) & ~(1 << end))
            for number, end in pairs
        ]
        found = known | _rolls_for(free) if all(free) else known
        if free != alone and _rolls_for(alone) & ~found:
            for steps in product(*map(_bits, alone)):
                rolls = _rolls_for(steps)
                if rolls & ~found and self._is_walkable(pairs, steps):
                    found |= rolls
        return found

    def _is_walkable(self, pairs: list[tuple[int, int]], steps: tuple[int, ...]) -> bool:
        """Whether there is an order in which these walks are free."""
        for order in permutations(range(len(pairs))):
            places = [*self._places]
            for at in order:
                number, end = pairs[at]
                if not self._numbers(number, end, self._others(places, number)) & steps[at]:
                    break
                places[number] = end
            else:
                return True
        return False

    def _others(self, places: Sequence[int], number: int) -> int:
        """Where the other awéthi bar the way; in the shelter they do not."""
        return mask_of(place for other, place in enumerate(places) if other != number) & ~self._shelter

    def _numbers(self, number: int, end: int, barred: int) -> int:
        """The numbers, as bits, with which an awéthi comes to an end around barred squares."""
        start = self._places[number]
        if self._water >> start & self._water >> end & 1:
            return 0  # A15
        barred &= self._near[number]
        reached = self._barred.get((number, barred)) if barred else self._alone[number]
        if reached is None:
            reached = self._barred[number, barred] = layers(start, self._room & ~barred | 1 << start, 4)
        first, second, third, fourth = reached
        return first >> end & 1 | (second >> end & 1) << 1 | (third >> end & 1) << 2 | (fourth >> end & 1) << 3


def _rolls_for(numbers: Sequence[int]) -> int:
    first, second, third = sorted((*numbers, *(_ANY,) * (3 - len(numbers))))
    return rolls_for((first, second, third))


def _bits(mask: int) -> list[int]:
    return [1 << square for square in members_of(mask)]
