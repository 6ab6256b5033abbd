"""Checks what computer players say of their moves by the engine, many times for each kind of sentence.

The sentences and their checks are those of the tests (``tests.players.<game>.claims``), which check a few of each.
"""

from __future__ import annotations

import sys
from collections import Counter
from importlib import import_module
from typing import Any

OFTEN = 500
"""How many claims of each kind are checked."""


def measure(slug: str, size: int = OFTEN, seed: int = 1, most: int | None = None) -> dict[str, float]:
    """Check claims of one match after the other, until there are ``size`` of each kind or ``most`` matches.

    Where ``most`` is not given, it is what the game's module sets, so that it takes a few minutes.

    How often each kind was checked, and each false claim with its position, goes to the standard error.

    Returns:
        ``reasons.<slug>.kinds`` of sentences that were checked, ``reasons.<slug>.unseen`` ones that were not said,
        ``reasons.<slug>.rarest``: how often the rarest one was checked, ``reasons.<slug>.checked`` claims in all,
        ``reasons.<slug>.false`` ones, and ``reasons.<slug>.matches``.
    """
    game: Any = import_module(f"tests.players.{slug}.claims")
    checked: Counter[str] = Counter()
    false: list[tuple[str, str]] = []
    played = 0
    while played < (game.MOST if most is None else most) and any(checked[kind] < size for kind in game.KINDS):
        for claim in game.claims(seed + played):
            if checked[claim.kind] < size:
                checked[claim.kind] += 1
                if not claim.holds():
                    false.append((claim.kind, claim.where))
        played += 1
    for kind in sorted(game.KINDS | checked.keys(), key=lambda kind: -checked[kind]):
        print(f"{checked[kind]} × {kind}", file=sys.stderr)
    for kind, where in false:
        print(f"false: {kind} ({where})", file=sys.stderr)
    return {
        f"reasons.{slug}.kinds": len(checked),
        f"reasons.{slug}.unseen": len(game.KINDS - checked.keys()),
        f"reasons.{slug}.rarest": min(checked.values()),
        f"reasons.{slug}.checked": checked.total(),
        f"reasons.{slug}.false": len(false),
        f"reasons.{slug}.matches": played,
    }
