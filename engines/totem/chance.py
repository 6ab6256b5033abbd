"""Chance moves of Totem: rolls for the first turn, rolls of a turn, and automatic passes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product

from engines.game import Rng
from engines.totem.moves import PASS, ROLLS, Dice, First, Move
from engines.totem.state import State


def sample(state: State, rng: Rng) -> Move:
    """Draw the next roll, one die at a time. An automatic pass needs no draw (T23)."""
    if state.phase == "pass":
        return PASS
    if state.phase == "first":
        return First(tuple(1 + rng.randrange(6) for _ in state.rollers))
    one, other = 1 + rng.randrange(6), 1 + rng.randrange(6)
    return Dice(max(one, other), min(one, other))


def outcomes(state: State) -> Sequence[tuple[Move, Fraction]]:
    """All chance moves with their probabilities."""
    if state.phase == "pass":
        return ((PASS, Fraction(1)),)
    return _firsts(len(state.rollers)) if state.phase == "first" else _rolls()


@cache
def _rolls() -> tuple[tuple[Move, Fraction], ...]:
    return tuple((roll, Fraction(1 if roll.high == roll.low else 2, 36)) for roll in ROLLS)


@cache
def _firsts(dice: int) -> tuple[tuple[Move, Fraction], ...]:
    return tuple((First(roll), Fraction(1, 6**dice)) for roll in product(range(1, 7), repeat=dice))
