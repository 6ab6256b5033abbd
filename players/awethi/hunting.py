"""Where a wairgk goes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Literal, TypeAlias

from engines.awethi.boards import BOARDS, LAIR, SHELTERS
from engines.awethi.herd import caught
from engines.awethi.moves import Hunt
from engines.awethi.rules import herder_to_move, legal_moves
from engines.awethi.scoring import DRAW, WORTH, heads
from engines.awethi.squares import EVERYWHERE, ahead, beside
from engines.awethi.state import HERD, Herder, State
from engines.awethi.walks import layers
from engines.bitsets import mask_of, members_of
from players.awethi.field import distances_from

Manner: TypeAlias = Literal["any", "near", "ahead"]
"""Eats if it can; else goes anywhere, to the nearest aiwe, or where most of the next rolls let it eat."""

STEPS = 6
"""The greatest number of the die."""
ROLLS = 4 * STEPS
NEAR = 0.06
"""What it costs that the nearest wairgk is a step farther from an aiwe."""
LAST = 100.0
"""The worth of the last aiwe of a herd, while nobody has three heads."""
CAUGHT = 0.7
"""The worth that an aiwe has more when it is caught, for each head that would then be at home."""
URGENT = 1.0
"""The same for one that would be at home before the next wairgk turn."""
SMALL_HERD = 0.3
"""The worth that each aiwe missing from its herd adds."""


@dataclass(frozen=True, slots=True)
class Hunted:
    """A hunt, and how it compares."""

    move: Hunt
    prey: int | None
    """The herder whose aiwe it eats."""
    worth: float
    """The worth of the prey."""
    chance: float
    """The chance to eat with the next roll as the board is then; only where the manner looks ahead."""
    hope: float
    """The worth of what the next roll lets it eat, on average over all rolls."""
    gap: int
    """The fewest steps from a wairgk to an aiwe afterwards; only where the manner looks ahead."""
    way: int
    """The steps from its end to the nearest aiwe."""


def hunted(state: State, manner: Manner, random: Random, budget: int) -> tuple[list[Hunted], int]:
    """The hunts that were compared, best first, and how many; beyond the budget any that eat, or any.

    Equal hunts are in random order.
    """
    legal = [move for move in legal_moves(state, state.wairgka_seat or 0) if isinstance(move, Hunt)]
    random.shuffle(legal)
    prey = {square: number for number, one in enumerate(state.herders) for square in members_of(one.grazing)}
    aiwe = list(prey)
    found = [
        Hunted(
            move,
            prey.get(move.end),
            worth_of(state, move.end) if move.end in prey else 0.0,
            0.0,
            0.0,
            0,
            min(distances_from(square)[move.end] for square in aiwe),
        )
        for move in legal
    ]
    if budget < len(legal):
        return [max(found, key=lambda one: one.prey is not None)], 0
    if manner == "ahead":
        looks = Looks(state)
        found = [looks.seen(one) for one in found]
    if manner == "any":
        return sorted(found, key=lambda one: one.prey is None), len(legal)
    if manner == "near":
        return sorted(found, key=lambda one: (one.prey is None, one.way)), len(legal)
    return sorted(found, key=lambda one: (one.prey is None, -one.worth - one.hope + NEAR * one.gap, one.way)), len(
        legal
    )


def worth_of(state: State, square: int) -> float:
    """What it is worth to eat the aiwe there.

    A herd without aiwe ends the match (A24), which the wairgka win unless a herder has three heads. So most is worth
    the last of a herd, then a caught one of a herder who is near to three heads, then one of a small herd.
    """
    held = caught(state.aiwe, state.awethi)
    for one in state.herders:
        if not one.grazing >> square & 1:
            continue
        left = one.grazing.bit_count()
        if left == 1 and all(heads(other) < DRAW for other in state.herders):
            return LAST
        worth = 1.0 + (sum(HERD) - left) * SMALL_HERD
        if held >> square & 1:
            worth += (URGENT if one is _next_herder(state) else CAUGHT) * (1 + heads(one))
        if state.scoring == "points":
            worth += next(value for value, mask in zip(WORTH, one.herd, strict=True) if mask >> square & 1) / 10
        return worth
    return 0.0


class Looks:
    """What the next roll lets some wairgk eat, if nothing else moves before."""

    def __init__(self, state: State) -> None:
        self._worths = {square: worth_of(state, square) for square in members_of(state.aiwe)}
        self._aiwe = state.aiwe & ~_homeward(state)
        self._open = EVERYWHERE & ~(BOARDS[state.board].water | mask_of(SHELTERS) | state.awethi)
        self._wairgka = state.wairgka
        self._near = self._aiwe
        for _ in range(STEPS):
            self._near |= beside(self._near)
        self._eating: dict[tuple[int, int, int], tuple[float, ...]] = {}

    def seen(self, hunted: Hunted) -> Hunted:
        """The hunt with what follows from it."""
        wairgka = [*self._wairgka]
        wairgka[hunted.move.wairgk] = end = hunted.move.end
        aiwe = self._aiwe & ~(1 << end)
        abroad = mask_of(square for square in wairgka if square != LAIR)
        best = (0.0,) * ROLLS
        for square in set(wairgka):
            if self._near >> square & 1:
                best = tuple(map(max, best, self._best(square, abroad & ~(1 << square), aiwe)))
        away = (distances_from(square)[each] for square in self._worths if square != end for each in wairgka)
        return replace(hunted, chance=sum(map(bool, best)) / ROLLS, hope=sum(best) / ROLLS, gap=min(away, default=0))

    def _best(self, start: int, others: int, aiwe: int) -> tuple[float, ...]:
        """For each roll, the worth of what a wairgk that is there can eat (A18, A19); 0 if nothing."""
        key = (start, others, aiwe)
        found = self._eating.get(key)
        if found is None:
            worths = [0.0] * ROLLS
            for number, ends in enumerate(layers(start, self._open & ~others, STEPS)):
                for square in members_of(ends & aiwe):
                    for direction in range(4):
                        if ahead(start, direction) >> square & 1:
                            roll = 4 * number + direction
                            worths[roll] = max(worths[roll], self._worths[square])
            found = self._eating[key] = tuple(worths)
        return found


def _next_herder(state: State) -> Herder:
    return state.herders[(herder_to_move(state) + 1) % len(state.herders)]


def _homeward(state: State) -> int:
    """The caught aiwe that go to their shelter before the next wairgk turn (A23)."""
    return caught(_next_herder(state).grazing, state.awethi)
