"""What goes into an animation and what comes out, as plain values: whoever only orders one needs no Pillow."""

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
    """How many turns have been taken; 0 for the position before the first."""


@dataclass(frozen=True, slots=True)
class Animation:
    """What an animation shows."""

    frames: tuple[Frame, ...]
    """At least one; in the order in which they are shown."""
    turns: int
    """How many turns the match has had so far: the whole length of the bar."""


@dataclass(frozen=True, slots=True)
class Gif:
    """An animation."""

    data: bytes
    """A GIF file."""
    frames: int
    """How many frames it has: fewer than were asked for where all of them would be too many bytes."""


def spread(items: Sequence[ItemT], most: int) -> tuple[ItemT, ...]:
    """At most so many of the items, at least two: the first, the last, and others evenly between."""
    if len(items) <= max(2, most):
        return tuple(items)
    steps = max(2, most) - 1
    return tuple(items[number * (len(items) - 1) // steps] for number in range(steps + 1))
