"""Repeatable luck for tests."""

from __future__ import annotations

import random


class Luck:
    """A seeded :class:`engines.game.Rng`."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, bound: int) -> int:
        return self._random.randrange(bound)
