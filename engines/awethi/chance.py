"""Chance moves of Awéthi: the wairgka player, the deal, the starter, and all dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import factorial, prod

from engines.awethi.moves import HERD_ROLLS, PROWLS, ROLLS, Deal, First, Lot, Move, dice
from engines.awethi.rules import starters
from engines.awethi.state import State
from engines.game import Rng

_HERD = "cccwwb"


def sample(state: State, rng: Rng) -> Move:
    """Draw the next chance move. Dice are rolled and herds shuffled one at a time."""
    match state.phase:
        case "herd":
            return HERD_ROLLS[rng.randrange(4)]
        case "dice":
            return dice([1 + rng.randrange(4) for _ in range(4)])
        case "prowl":
            return PROWLS[6 * rng.randrange(4) + rng.randrange(6)]
        case "deal":
            return Deal(tuple(_shuffled(rng) for _ in state.herders))
        case "seats":
            return Lot(state.active_players[rng.randrange(len(state.active_players))])
        case _:
            candidates = starters(state)
            return First(candidates[rng.randrange(len(candidates))])


def _shuffled(rng: Rng) -> str:
    left = list(_HERD)
    return "".join(left.pop(rng.randrange(len(left))) for _ in _HERD)


def outcomes(state: State) -> Sequence[tuple[Move, Fraction]] | None:
    """All chance moves with their probabilities; ``None`` for deals, which are too many."""
    match state.phase:
        case "herd":
            return _even(HERD_ROLLS)
        case "dice":
            return _rolls()
        case "prowl":
            return _even(PROWLS)
        case "deal":
            return None
        case "seats":
            return _even(tuple(map(Lot, state.active_players)))
        case _:
            return _even(tuple(map(First, starters(state))))


def _even(moves: Sequence[Move]) -> tuple[tuple[Move, Fraction], ...]:
    return tuple((move, Fraction(1, len(moves))) for move in moves)


@cache
def _rolls() -> tuple[tuple[Move, Fraction], ...]:
    """The rolls of four dice; the probability counts the orders that give each."""
    return tuple(
        (roll, Fraction(factorial(4) // prod(map(factorial, Counter(roll.values).values())), 4**4)) for roll in ROLLS
    )
