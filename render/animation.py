"""Input and output of an animation as plain values, which need no Pillow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

ItemT = TypeVar("ItemT")


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame."""

    observation: object
    turn: int
    """Number of turns taken; 0 for the position before the first."""


@dataclass(frozen=True, slots=True)
class Animation:
    """The content of an animation."""

    frames: tuple[Frame, ...]
    """At least one, in the order of display."""
    turns: int
    """Number of turns of the match so far: the full length of the bar."""


@dataclass(frozen=True, slots=True)
class Gif:
    """A rendered animation."""

    data: bytes
    """A GIF file."""
    frames: int
    """Number of frames; fewer than requested if all of them would be too many bytes."""


def spread(items: Sequence[ItemT], most: int) -> tuple[ItemT, ...]:
    """Return at most ``most`` of the items, but at least two: the first, the last, and others evenly between."""
    if len(items) <= max(2, most):
        return tuple(items)
    steps = max(2, most) - 1
    return tuple(items[number * (len(items) - 1) // steps] for number in range(steps + 1))
