"""What computer players say of their moves, and whether it is true by the engine alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from random import Random
from typing import NamedTuple


def _nothing(_: Random) -> Iterable[Claim]:
    return ()


class Claim(NamedTuple):
    """A sentence that a player says in a position."""

    kind: str
    """The sentence with its fields."""
    holds: Callable[[], bool]
    """Finds out whether it is true."""
    where: str
    """The position and the moves, to find the claim again."""
    vary: Callable[[Random], Iterable[Claim]] = _nothing
    """What is said in a position that differs from this one a little; nothing where no such positions are built."""


def checked(claims: Iterable[Claim], most: int) -> tuple[Counter[str], list[Claim]]:
    """Check claims until each kind has been checked so often.

    Returns:
        How many claims of each kind were checked, and those that are false.
    """
    numbers: Counter[str] = Counter()
    false: list[Claim] = []
    for claim in claims:
        if numbers[claim.kind] < most:
            numbers[claim.kind] += 1
            if not claim.holds():
                false.append(claim)
    return numbers, false
