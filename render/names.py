"""Names of the players of a match, made distinguishable."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from render.characters import clusters, is_invisible

ELLIPSIS = "…"
MARK = re.compile(r"(?: \([0-9]+\))+$")
"""What :func:`disambiguate` appends to names that look alike."""


@lru_cache(maxsize=128)
def disambiguate(names: tuple[str, ...], longest: int | None = None, titles: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the names by seat, cut to ``longest`` characters; similar names get their seat's number: ``Ann (2)``.

    An empty name stays empty. ``titles`` are the game's names of its seats. A name that looks like another seat's title
    gets its number too, so that nobody can impersonate a seat. If a player is called ``Ann (2)`` beside two players
    called Ann, a second number follows.
    """
    skeletons = [_skeleton(title) for title in titles]
    marks = [
        "" if _skeleton(name) not in skeletons[:seat] + skeletons[seat + 1 :] else _mark(seat)
        for seat, name in enumerate(names)
    ]
    while True:
        shown = tuple(_cut(name, longest, mark) for name, mark in zip(names, marks, strict=True))
        alike = _alike(shown)
        if not alike:
            return shown
        for seat in alike:
            marks[seat] += _mark(seat)


def _mark(seat: int) -> str:
    return f" ({seat + 1})"


def _alike(names: Sequence[str]) -> list[int]:
    """Return the seats whose names look like the name of another seat."""
    skeletons = [_skeleton(name) for name in names]
    how_many = Counter(skeletons)
    return [seat for seat, skeleton in enumerate(skeletons) if skeleton and how_many[skeleton] > 1]


def _cut(name: str, longest: int | None, mark: str) -> str:
    room = None if longest is None else max(1, longest - len(mark))
    if room is None or len(name) <= room:
        return name + mark
    kept = ""
    for letter in clusters(name):
        if len(kept) + len(letter) >= room:
            break
        kept += letter
    return kept.rstrip() + ELLIPSIS + mark


def _skeleton(name: str) -> str:
    """Return a form that is equal for similar names: case, width, blanks and invisible characters do not count."""
    letters = (sign for sign in unicodedata.normalize("NFKC", name) if not is_invisible(sign))
    return " ".join("".join(letters).casefold().split())
