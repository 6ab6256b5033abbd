"""The position of a lesson's step, read from the alt text of its picture alone, as a screen reader says it.

What every board of a game has, such as its forest, is not read; nor is what can make no difference to a step.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib import import_module


def position(game: str, alt: str, names: Sequence[str]) -> str:
    """Return the position line that an alt text tells.

    Args:
        game: the game's slug, which names the module that reads it.
        alt: the alt text.
        names: the players', by seat.

    Raises:
        LookupError: the alt text lacks something.
    """
    read: str = import_module(f"tests.lessons.read_aloud.{game}").position(alt, names)
    return read


def found(pattern: str, alt: str) -> tuple[str, ...]:
    """Return the groups of the only match.

    Raises:
        LookupError: the alt text does not say it.
    """
    matches = list(re.finditer(pattern, alt))
    if len(matches) != 1:
        raise LookupError(f"{pattern!r} is {len(matches)} times in {alt!r}")
    return tuple(group or "" for group in matches[0].groups())
