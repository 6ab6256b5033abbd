"""A random number generator for measuring the engines."""

from __future__ import annotations

import random


class SeededRng:
    """A fast generator that repeats its numbers for the same seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed).random

    def randrange(self, bound: int, /) -> int:
        return int(self._random() * bound)
