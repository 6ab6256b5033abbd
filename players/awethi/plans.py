"""Plans of a herder's turn: a number and an end for each awéthi."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from engines.awethi.boards import BOARDS, FOREST
from engines.awethi.game import AWETHI as RULES
from engines.awethi.herd import caught
from engines.awethi.moves import EACH, SUM, Choose, Move, Walk, walk
from engines.awethi.rules import average, mover
from engines.awethi.squares import BESIDE, distance, mask_of, squares_of
from engines.awethi.state import State
from engines.awethi.walks import awethi_room, layers
from players.awethi.chances import Chances

CAUGHT, DISTANCE, IN_THE_FOREST = 3.0, 0.04, 0.05
"""What a caught aiwe is worth, and what a step to the nearest aiwe and an awéthi in the forest cost, in chances of a
catch next turn."""

WORTH = {"heads": (1.0, 1.0, 1.0), "points": (0.5, 1.2, 2.0)}
"""What calves, cows and bulls are worth to each scoring (A25, A27)."""


NEVER = -1e9


@dataclass(frozen=True, slots=True)
class Plan:
    """A turn that is not checked yet."""

    way: Choose
    numbers: tuple[int, ...]
    """For each awéthi."""
    ends: tuple[int, ...]
    """The square of each awéthi afterwards."""
    value: float
    chance: float
    """The chance to catch a free aiwe next turn."""


class Planner:
    """Finds plans for the herder to move, in ``choose``.

    Args:
        state: the position.
        nodes: how many placements may be evaluated.
    """

    def __init__(self, state: State, nodes: int) -> None:
        self._state = state
        self._herder = mover(state)
        self._own = state.herders[self._herder]
        self._chances = Chances(state, self._herder)
        self._worth = WORTH[state.scoring]
        self._targets = squares_of(self._own.grazing)
        self._cells = mask_of(cell for square in self._targets for cell in squares_of(BESIDE[square]))
        self._masks = [self._ends_of(one) for one in range(4)]
        self._ends = [[squares_of(mask) for mask in masks] for masks in self._masks]
        self._known: dict[tuple[int, ...], tuple[float, float]] = {}
        self._limit = nodes
        self.nodes = 0

    def plans(self, ways: Iterable[Choose] = (EACH, SUM), *, kept: int, width: int) -> list[Plan]:
        """Return plans for some ways to use the dice, the best first.

        Args:
            ways: a die for each awéthi, the average for all, or both.
            kept: how many distributions of the dice are looked at closely, besides those that catch an aiwe at once.
            width: how many ends are tried for each awéthi.
        """
        spread = [(way, numbers) for way in ways for numbers in self._numbers(way)]
        found = [plan for way, numbers in spread for plan in self._catching(way, numbers, width)]
        promising = [(self._promise(numbers, width), way, numbers) for way, numbers in spread]
        promising.sort(key=lambda one: -one[0])
        found += [self._refined(way, numbers, width) for promise, way, numbers in promising[:kept] if promise > NEVER]
        return sorted(found, key=lambda plan: (-plan.value, plan.ends))

    def value_of(self, awethi: Sequence[int]) -> tuple[float, float]:
        """Return what a placement is worth, and the chance to catch a free aiwe next turn from it."""
        key = tuple(sorted(awethi))
        known = self._known.get(key)
        if known is None:
            self.nodes += 1
            chance = self._chances.of(key)
            known = self._known[key] = (self.static(key) + chance, chance)
        return known

    @staticmethod
    def after(state: State, *moves: Move) -> State:
        """Return the position after moves of the herder to move."""
        player = RULES.players_to_move(state)[0]
        for move in moves:
            state = RULES.apply(state, player, move)
        return state

    @property
    def is_exhausted(self) -> bool:
        """Whether no more placements may be evaluated."""
        return self.nodes >= self._limit

    def static(self, awethi: Sequence[int]) -> float:
        """Return what a placement is worth without the chance to catch something next turn."""
        held = caught(self._own.grazing, mask_of(awethi))
        free = [square for square in self._targets if not held >> square & 1]
        worth = sum(
            weight * (mask & held).bit_count() for weight, mask in zip(self._worth, self._own.herd, strict=True)
        )
        far = min((sum(sorted(distance(one, square) for one in awethi)[:3]) for square in free), default=0)
        return (
            CAUGHT * worth
            - DISTANCE * far
            - DISTANCE / 4 * sum(min((distance(one, square) for square in free), default=0) for one in awethi)
            - IN_THE_FOREST * sum(FOREST >> one & 1 for one in awethi)
        )

    def _ends_of(self, awethi: int) -> list[int]:
        """Return the ends of an awéthi by its number, as if the other three had left their squares."""
        own = self._own
        room = awethi_room(self._state, self._herder, awethi) | mask_of(own.awethi)
        masks = layers(own.awethi[awethi], room, 4)
        water = BOARDS[self._state.board].water
        return [mask & ~water for mask in masks] if water >> own.awethi[awethi] & 1 else masks

    def _numbers(self, way: Choose) -> Iterator[tuple[int, ...]]:
        if way is SUM:
            yield (average(self._state),) * 4
        else:
            yield from sorted(set(permutations(self._state.dice or ())))

    def _shortlist(self, awethi: int, number: int, width: int) -> list[int]:
        """Return the ends of an awéthi that are nearest to an aiwe."""
        ends = self._ends[awethi][number - 1]
        return sorted(ends, key=lambda end: (min((distance(end, one) for one in self._targets), default=0), end))[
            :width
        ]

    def _promise(self, numbers: tuple[int, ...], width: int) -> float:
        """Return a quick estimate of a distribution of the dice; :data:`NEVER` if an awéthi has no end."""
        placed = self._start(numbers, width)
        return NEVER if placed is None else self.static(placed)

    def _catching(self, way: Choose, numbers: tuple[int, ...], width: int) -> Iterator[Plan]:
        """Yield plans that surround an aiwe at once: three awéthi beside it, the fourth where it is worth most."""
        taken = self._state.aiwe
        for target in self._targets:
            cells = squares_of(BESIDE[target] & ~taken)
            reached = [[cell for cell in cells if self._masks[one][numbers[one] - 1] >> cell & 1] for one in range(4)]
            for three in combinations(range(4), 3):
                if not all(reached[one] for one in three):
                    continue
                fourth = 6 - sum(three)
                for placed in _distinct([reached[one] for one in three]):
                    options = [end for end in self._shortlist(fourth, numbers[fourth], width) if end not in placed]
                    if not options:
                        continue
                    tried = []
                    for end in options[:3]:
                        squares = [end] * 4
                        for one, cell in zip(three, placed, strict=True):
                            squares[one] = cell
                        tried.append(tuple(squares))
                    best = max(tried, key=self.static)
                    if self.is_exhausted:
                        return
                    yield Plan(way, numbers, best, *self.value_of(best))

    def _start(self, numbers: tuple[int, ...], width: int) -> tuple[int, ...] | None:
        """Return a first placement: each awéthi in turn where the static value is best."""
        squares = list(self._own.awethi)
        taken: set[int] = set()
        for awethi, number in enumerate(numbers):
            options = [end for end in self._shortlist(awethi, number, width) if end not in taken]
            if not options:
                return None
            squares[awethi] = max(
                options, key=lambda end: self.static((*squares[:awethi], end, *squares[awethi + 1 :]))
            )
            if squares[awethi] != self._own.shelter:
                taken.add(squares[awethi])
        return tuple(squares)

    def _refined(self, way: Choose, numbers: tuple[int, ...], width: int) -> Plan:
        """Improve a first placement one awéthi after the other."""
        squares = self._start(numbers, width) or self._own.awethi
        value, chance = self.value_of(squares)
        for awethi in (0, 1, 2, 3, 0, 1, 2, 3):
            for end in self._shortlist(awethi, numbers[awethi], width):
                if self.is_exhausted:
                    return Plan(way, numbers, squares, value, chance)
                others = (*squares[:awethi], *squares[awethi + 1 :])
                if end in others and end != self._own.shelter:
                    continue
                tried = (*squares[:awethi], end, *squares[awethi + 1 :])
                found, its_chance = self.value_of(tried)
                if found > value + 1e-9:
                    squares, value, chance = tried, found, its_chance
        return Plan(way, numbers, squares, value, chance)


def _distinct(options: Sequence[Sequence[int]]) -> Iterator[tuple[int, ...]]:
    """Yield choices of one option each, all different."""
    for first in options[0]:
        for second in options[1]:
            for third in options[2]:
                if first != second and third not in (first, second):
                    yield first, second, third


def moves_of(state: State, plan: Plan) -> list[Move] | None:
    """Return the moves of a plan in an order in which every walk is free; ``None`` if there is none."""
    player = RULES.players_to_move(state)[0]
    for order in permutations(range(4)):
        moves: list[Move] = [plan.way]
        here = RULES.apply(state, player, plan.way)
        for awethi in order:
            step = walk(awethi, plan.numbers[awethi] if plan.way is EACH else 0, plan.ends[awethi])
            if not RULES.is_legal(here, player, step):
                break
            moves.append(step)
            here = RULES.apply(here, player, step)
        else:
            return moves
    return None


def walk_by_walk(state: State, worth: Planner, awethi_first: Sequence[int] = (0, 1, 2, 3)) -> list[Walk]:
    """Return walks for all awéthi that have not moved, each by the value after it, in ``each`` and ``sum``."""
    player, herder = RULES.players_to_move(state)[0], mover(state)
    moves: list[Walk] = []
    while state.phase in ("each", "sum") and state.turn == herder and RULES.players_to_move(state) == (player,):
        options = [move for move in RULES.legal_moves(state, player) if isinstance(move, Walk)]
        waiting = next(one for one in awethi_first if not state.walked[one])
        options = [move for move in options if move.awethi == waiting]
        squares = state.herders[herder].awethi

        def value(move: Walk, squares: tuple[int, ...] = squares) -> float:
            end = move.end if move.end >= 0 else squares[move.awethi]
            return worth.static((*squares[: move.awethi], end, *squares[move.awethi + 1 :]))

        best = max(options, key=value)
        moves.append(best)
        state = RULES.apply(state, player, best)
    return moves
