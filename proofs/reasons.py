"""Checks what computer players say of their moves by the engine, many times for each kind of sentence.

The sentences and their checks are those of the tests (``tests.players.<game>.claims``), which check a few of each.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from importlib import import_module
from itertools import chain
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.players.claims import Claim

OFTEN = 500
"""How many claims of each kind are checked."""
TRIED = 3
"""So many positions in which a rare kind was said are drawn, and the one is varied that brought most of its kind."""


def measure(slug: str, size: int = OFTEN, seed: int = 1, most: int | None = None) -> dict[str, float]:
    """Check claims of one match after the other, until there are ``size`` of each kind or ``most`` matches.

    Where the game's module can vary positions, rare kinds are then sought in positions that differ a little from those
    in which they were said, up to its number of ``VARIATIONS``. Each kind is checked once for a position and its moves.

    Where ``most`` is not given, it is what the game's module sets, so that it takes a few minutes.

    How often each kind was checked, and each false claim with its position, goes to the standard error.

    Returns:
        ``reasons.<slug>.kinds`` of sentences that were checked, ``reasons.<slug>.unseen`` ones that were not said,
        ``reasons.<slug>.rarest``: how often the rarest one was checked, ``reasons.<slug>.checked`` claims in all,
        ``reasons.<slug>.false`` ones, ``reasons.<slug>.matches`` and ``reasons.<slug>.variations``.
    """
    game: Any = import_module(f"tests.players.{slug}.claims")
    found = _Found(size)
    played = varied = 0
    while played < (game.MOST if most is None else most) and found.rare(game.KINDS):
        found.check(game.claims(seed + played))
        played += 1
    random, fruitful = Random(seed), Counter[str]()
    while varied < getattr(game, "VARIATIONS", 0) and (rare := found.rare(game.KINDS)):
        said = [kind for kind in rare if found.claims[kind]]
        sought = random.choice(said) if said else None
        near = found.claims[sought] if sought else [*chain(*found.claims.values())]
        claim = max(random.choices(near, k=TRIED), key=lambda one: fruitful[one.where])
        said_then = [*claim.vary(random)]
        fruitful[claim.where] += 1 if any(other.kind == sought for other in said_then) else -1
        found.check(said_then)
        varied += 1
    numbers = {kind: len(found.claims[kind]) for kind in game.KINDS | found.claims.keys()}
    for kind in sorted(numbers, key=lambda kind: -numbers[kind]):
        print(f"{numbers[kind]} × {kind}", file=sys.stderr)
    for claim in found.false:
        print(f"false: {claim.kind} ({claim.where})", file=sys.stderr)
    return {
        f"reasons.{slug}.kinds": sum(number > 0 for number in numbers.values()),
        f"reasons.{slug}.unseen": sum(not number for number in numbers.values()),
        f"reasons.{slug}.rarest": min(number for number in numbers.values() if number),
        f"reasons.{slug}.checked": sum(numbers.values()),
        f"reasons.{slug}.false": len(found.false),
        f"reasons.{slug}.matches": played,
        f"reasons.{slug}.variations": varied,
    }


class _Found:
    """The claims that were checked.

    Args:
        size: how many of each kind are checked.
    """

    def __init__(self, size: int) -> None:
        self.claims: defaultdict[str, list[Claim]] = defaultdict(list)
        self.false: list[Claim] = []
        self._size = size
        self._seen: set[tuple[str, str]] = set()

    def rare(self, kinds: Collection[str]) -> list[str]:
        """The kinds of which fewer than wanted were checked, sorted."""
        return sorted(kind for kind in kinds if len(self.claims[kind]) < self._size)

    def check(self, claims: Iterable[Claim]) -> None:
        """Check those of which fewer than wanted were checked."""
        for claim in claims:
            key = claim.kind, claim.where
            if len(self.claims[claim.kind]) < self._size and key not in self._seen:
                self._seen.add(key)
                self.claims[claim.kind].append(claim)
                if not claim.holds():
                    self.false.append(claim)
