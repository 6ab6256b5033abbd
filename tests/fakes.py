"""Fake clocks and random generators for tests of every package."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Clock:
    """A clock in unix seconds that only changes when it is set."""

    now: int = 1_700_000_000

    def __call__(self) -> int:
        return self.now


class HighestRng:
    """A random generator that always returns the highest number and records the bounds."""

    def __init__(self) -> None:
        self.bounds: list[int] = []

    def randrange(self, bound: int, /) -> int:
        self.bounds.append(bound)
        return bound - 1
