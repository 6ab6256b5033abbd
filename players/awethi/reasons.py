"""Why a computer player of Awéthi moves as it does."""

from __future__ import annotations

from collections.abc import Sequence

from engines.awethi.observation import SQUARE_NAMES
from engines.awethi.squares import distance, squares_of
from engines.awethi.state import Herder, State
from engines.text import TN, T, Text


def catching(herder: Herder, held: int) -> Text:
    """Return that aiwe are surrounded: the squares in ``held``."""
    squares = squares_of(held)
    if len(squares) > 1:
        return T("{count} aiwe are surrounded and go home when the herd moves.", count=len(squares))
    square = SQUARE_NAMES[squares[0]]
    match _kind(herder, squares[0]):
        case 0:
            return T("The calf on {square} is surrounded and goes home when the herd moves.", square=square)
        case 1:
            return T("The cow on {square} is surrounded and goes home when the herd moves.", square=square)
        case _:
            return T("The bull on {square} is surrounded and goes home when the herd moves.", square=square)


def chance_of_catching(chance: float) -> Text:
    """Return the chance to catch an aiwe next turn."""
    return T("From here, {percent} of 100 rolls surround an aiwe next turn.", percent=max(1, round(100 * chance)))


def other_dice(each: bool, chance: float) -> Text:  # noqa: FBT001
    """Return the chance with the other way to use the dice."""
    percent = round(100 * chance)
    if each:
        return T("With a die for each awéthi, it would be {percent} of 100 rolls.", percent=percent)
    return T("With the average for all, it would be {percent} of 100 rolls.", percent=percent)


def coming_nearer(herder: Herder, awethi: Sequence[int]) -> Text:
    """Return which aiwe the awéthi are nearest to, three of them together."""
    targets = squares_of(herder.grazing)
    if not targets:
        return T("The whole herd is at home or eaten.")
    near = min(targets, key=lambda one: (sum(sorted(distance(one, other) for other in awethi)[:3]), one))
    square = SQUARE_NAMES[near]
    match _kind(herder, near):
        case 0:
            return T("The awéthi close in on the calf on {square}.", square=square)
        case 1:
            return T("The awéthi close in on the cow on {square}.", square=square)
        case _:
            return T("The awéthi close in on the bull on {square}.", square=square)


def eating(state: State, square: int) -> Text:
    """Return what a wairgk eats."""
    herder = next(one for one in state.herders if one.grazing >> square & 1)
    left = herder.grazing.bit_count() - 1
    match _kind(herder, square):
        case 0:
            eaten = T("A calf is in reach.")
        case 1:
            eaten = T("A cow is in reach.")
        case _:
            eaten = T("A bull is in reach.")
    rest = TN("{count} aiwe of that herd is left then.", "{count} aiwe of that herd are left then.", left)
    return T("{eaten} {rest}", eaten=eaten, rest=rest)


def instead_of_eating() -> Text:
    """Return what another move would have cost."""
    return T("Any move that eats nothing would spare that aiwe.")


def hunting(reached: int) -> Text:
    """Return how many of the 24 next rolls reach prey."""
    if not reached:
        return T("No aiwe is in reach, and none comes into reach with the next roll.")
    return TN(
        "From there, {count} of the 24 next rolls reaches an aiwe.",
        "From there, {count} of the 24 next rolls reach an aiwe.",
        reached,
    )


def _kind(herder: Herder, square: int) -> int:
    return next(kind for kind, mask in enumerate(herder.herd) if mask >> square & 1)
