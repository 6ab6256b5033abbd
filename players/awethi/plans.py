"""Whole turns of a herder: where all four awéthi go, with which numbers, and in which order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from engines.awethi.boards import FOREST
from engines.awethi.moves import EACH, HOME, STAY, SUM, Move, Walk, walk
from engines.awethi.rules import average, herder_to_move
from engines.awethi.squares import BESIDE
from engines.awethi.state import State
from engines.awethi.walks import layers
from engines.bitsets import mask_of, members_of
from players.awethi.chances import Chances
from players.awethi.field import Field, Places, distances_from

CATCH = 3.0
"""What an aiwe held at the end of the turn is worth; the chance of a catch in the next turn counts from 0 to 1."""
STEP = 0.04
"""What a step nearer to the aiwe to surround is worth."""
WAKING = 0.3
"""What it costs to end in the forest while the wairgka sleep."""
SEEDS = 16
"""Plans that are valued before the best are improved."""
IMPROVED = 2
"""Plans that are improved walk by walk."""

Numbers = tuple[int, ...]
"""The number with which each awéthi moves; 0 for one that has moved already."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The end of a turn."""

    numbers: Numbers
    by_average: bool
    """Whether all move the average."""
    places: Places
    value: float
    aim: int | None = None
    """The square of the aiwe that it approaches or catches."""


class PlanSearch:
    """Finds good plans for the rest of a herder's turn."""

    def __init__(self, state: State, budget: int) -> None:
        self._state = state
        self.herder = herder_to_move(state)
        self.field = Field(state, self.herder)
        self.chances = Chances(self.field)
        self.used = 0
        self._budget = budget
        self._values: dict[Places, float] = {}
        room = self.field.room
        for place in self.field.start:
            room |= 1 << place
        self._reach = [self._ends(place, room) for place in self.field.start]

    def _ends(self, place: int, room: int) -> list[list[int]]:
        """The squares at which a walk of 0 to 4 steps may end if other awéthi make way."""
        masks = layers(place, room, 4)
        if self.field.water >> place & 1:
            masks = [mask & ~self.field.water for mask in masks]
        shelter = self.field.shelter
        return [[place], *(members_of(mask) or sorted({place, shelter}) for mask in masks)]

    # --------------------------------------------------------------------------------------------------- the value

    def value(self, places: Places) -> float | None:
        """What it is worth that the awéthi end there; ``None`` beyond the budget."""
        found = self._values.get(places)
        if found is None:
            if self.used >= self._budget:
                return None
            self.used += 1
            found = self._values[places] = self._valued(places)
        return found

    def _valued(self, places: Places) -> float:
        field = self.field
        held = field.held(places)
        value = CATCH * held.bit_count() + self.chances.next_turn(places)
        loose = members_of(field.grazing & ~held)
        if loose:
            value -= STEP * min(field.steps(places, aiwe) for aiwe in loose)
        if field.asleep and mask_of(places) & FOREST:
            value -= WAKING
        return value

    # ---------------------------------------------------------------------------------------------------- the plans

    def plans(self) -> list[Plan]:
        """Plans that the budget allows to value, best first; their walks may bar each other."""
        found: dict[Places, Plan] = {}
        for plan in self._seeds():
            value = self.value(plan.places)
            if value is None:
                break
            if plan.places not in found:
                found[plan.places] = Plan(plan.numbers, plan.by_average, plan.places, value, plan.aim)
        best = sorted(found.values(), key=lambda plan: -plan.value)
        improved: set[tuple[Numbers, bool]] = set()
        for plan in best:
            key = (plan.numbers, plan.by_average)
            if key in improved:
                continue
            improved.add(key)
            for better in self._improved(plan):
                found[better.places] = better
            if len(improved) == IMPROVED:
                break
        return sorted(found.values(), key=lambda plan: -plan.value)

    def _improved(self, plan: Plan) -> Iterator[Plan]:
        """Better plans found by changing the end of one awéthi after the other."""
        for awethi, number in enumerate(plan.numbers):
            if not number:
                continue
            for end in self._reach[awethi][number]:
                places = (*plan.places[:awethi], end, *plan.places[awethi + 1 :])
                if not self._is_free(places):
                    continue
                value = self.value(places)
                if value is None:
                    return
                if value > plan.value:
                    plan = Plan(plan.numbers, plan.by_average, places, value, plan.aim)
                    yield plan

    def _is_free(self, places: Places) -> bool:
        """Whether no two awéthi are on one square outside their shelter."""
        outside = [place for place in places if place != self.field.shelter]
        return len(set(outside)) == len(outside)

    def ways(self) -> list[tuple[Numbers, bool]]:
        """The numbers that the awéthi may move with, and whether it is the average."""
        state = self._state
        free = list(state.dice or ())
        waiting = [awethi for awethi, used in enumerate(state.walked) if not used]
        found: list[tuple[Numbers, bool]] = []
        if state.phase in ("choose", "each"):
            for used in state.walked:
                if used:
                    free.remove(used)
            for order in sorted(set(permutations(free))):
                numbers = [0] * len(state.walked)
                for awethi, number in zip(waiting, order, strict=True):
                    numbers[awethi] = number
                found.append((tuple(numbers), False))
        if state.phase in ("choose", "sum"):
            number = average(state)
            found.append((tuple(0 if used else number for used in state.walked), True))
        return found

    def _seeds(self) -> list[Plan]:
        """Plans that catch an aiwe or come near to one, the most promising first."""
        catching: list[Plan] = []
        coming: list[tuple[int, Plan]] = []
        for numbers, by_average in self.ways():
            for aiwe in members_of(self.field.grazing):
                surrounding = self._surrounding(numbers, aiwe)
                if surrounding:
                    catching.append(Plan(numbers, by_average, surrounding, 0.0, aiwe))
                places = self._placed(numbers, aiwe, {})
                away = distances_from(aiwe)
                coming.append((sum(away[place] for place in places), Plan(numbers, by_average, places, 0.0, aiwe)))
        coming.sort(key=lambda one: one[0])
        return catching[:SEEDS] + [plan for _, plan in coming[:SEEDS]]

    def _surrounding(self, numbers: Numbers, aiwe: int) -> Places | None:
        """Ends with which the aiwe is caught; ``None`` if there are none."""
        helpers = BESIDE[aiwe] & self.field.helpers
        needed = 3 - helpers.bit_count()
        cells = BESIDE[aiwe] & ~helpers
        reached = [mask_of(self._reach[awethi][number]) & cells for awethi, number in enumerate(numbers)]
        for chosen in permutations([awethi for awethi, mask in enumerate(reached) if mask], max(needed, 0)):
            fixed: dict[int, int] = {}
            for awethi in chosen:
                free = [cell for cell in members_of(reached[awethi]) if cell not in fixed.values()]
                if not free:
                    break
                fixed[awethi] = free[0]
            else:
                return self._placed(numbers, aiwe, fixed)
        return None

    def _placed(self, numbers: Numbers, aiwe: int, fixed: dict[int, int]) -> Places:
        """Each awéthi that is not fixed as near to the aiwe as it comes, on a square of its own."""
        away = distances_from(aiwe)
        taken = set(fixed.values())
        places = [fixed.get(awethi, -1) for awethi in range(len(numbers))]
        waiting = [awethi for awethi in range(len(numbers)) if awethi not in fixed]
        waiting.sort(key=lambda awethi: (numbers[awethi] > 0, away[self.field.start[awethi]]))
        for awethi in waiting:
            ends = self._reach[awethi][numbers[awethi]]
            free = [end for end in ends if end not in taken or end == self.field.shelter] or ends
            places[awethi] = min(free, key=lambda end: away[end])
            taken.add(places[awethi])
        return tuple(places)


# ------------------------------------------------------------------------------------------------------------ order


def moves_of(state: State, field: Field, plan: Plan) -> tuple[Move, ...] | None:
    """The moves of a plan in an order in which every walk is free; ``None`` if there is none."""
    choose: tuple[Move, ...] = ((SUM if plan.by_average else EACH),) if state.phase == "choose" else ()
    waiting = [awethi for awethi, number in enumerate(plan.numbers) if number]
    walks = _ordered(field, plan, list(field.start), waiting)
    return None if walks is None else (*choose, *walks)


def _ordered(field: Field, plan: Plan, places: list[int], waiting: Sequence[int]) -> tuple[Walk, ...] | None:
    if not waiting:
        return ()
    for awethi in waiting:
        made = _walk(field, plan, places, awethi)
        if made is None:
            continue
        start, places[awethi] = places[awethi], plan.places[awethi]
        rest = _ordered(field, plan, places, [other for other in waiting if other != awethi])
        places[awethi] = start
        if rest is not None:
            return (made, *rest)
    return None


def _walk(field: Field, plan: Plan, places: list[int], awethi: int) -> Walk | None:
    """The walk of an awéthi to its planned end, while the others are in these places (A13 to A16)."""
    start, end, number = places[awethi], plan.places[awethi], plan.numbers[awethi]
    others = mask_of(place for at, place in enumerate(places) if at != awethi) & ~(1 << field.shelter)
    ends = layers(start, field.room & ~others | 1 << start, number)[-1]
    if field.water >> start & 1:
        ends &= ~field.water
    die = 0 if plan.by_average else number
    if ends >> end & 1:
        return walk(awethi, die, end)
    if ends:
        return None
    if end == field.shelter and start != field.shelter:
        return walk(awethi, die, HOME)
    return walk(awethi, die, STAY) if end == start and not field.water >> start & 1 else None
