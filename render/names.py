"""Names of the people at a table, so that no two of them look alike."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

ELLIPSIS = "…"
MARK = re.compile(r"(?: \([0-9]+\))+$")
"""What :func:`told_apart` puts behind names that look alike."""


@lru_cache(maxsize=128)
def told_apart(names: tuple[str, ...], longest: int | None = None) -> tuple[str, ...]:
    """The names by seat, cut to ``longest`` characters; those that look alike then end with their seat's number, as in
    ``Ann (2)``. An empty name stays empty.

    Somebody may be called ``Ann (2)`` beside two people called Ann: then a second number follows.
    """
    marks = [""] * len(names)
    while True:
        shown = tuple(_cut(name, longest, mark) for name, mark in zip(names, marks, strict=True))
        alike = _alike(shown)
        if not alike:
            return shown
        for seat in alike:
            marks[seat] += f" ({seat + 1})"


def _alike(names: Sequence[str]) -> list[int]:
    """The seats whose names look like that of another seat."""
    looks = [_look(name) for name in names]
    how_many = Counter(looks)
    return [seat for seat, look in enumerate(looks) if look and how_many[look] > 1]


def _cut(name: str, longest: int | None, mark: str) -> str:
    room = None if longest is None else max(1, longest - len(mark))
    if room is None or len(name) <= room:
        return name + mark
    return name[: room - 1].rstrip() + ELLIPSIS + mark


def _look(name: str) -> str:
    """What names have in common that cannot be told apart at a glance: capitals, width and blanks do not count."""
    letters = (sign for sign in unicodedata.normalize("NFKC", name) if unicodedata.category(sign) != "Cf")
    return " ".join("".join(letters).casefold().split())
