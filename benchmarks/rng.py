"""The engines' source of luck while they are measured."""

from __future__ import annotations

import random


class Luck:
    """The same numbers for the same seed, as cheap as Python has them."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed).random

    def randbelow(self, bound: int) -> int:
        return int(self._random() * bound)
