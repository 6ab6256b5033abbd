"""Positions of İYE, read from alt texts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engines.iye.observation import TILE_NAMES, TYPES
from tests.lessons.read_aloud import found

LETTERS = {str(name): letter for letter, name in TILE_NAMES.items()}


def position(alt: str, names: Sequence[str]) -> str:
    """Return the position line that an alt text of the game tells."""
    ranks = [
        "".join(LETTERS.get(tile, ".") for tile in found(rf"Rank {rank}: ([^.]+)\.", alt)[0].split(", "))
        for rank in (5, 4, 3, 2, 1)
    ]
    (drum,) = found(r"The drum is on ([a-e][1-5])\.", alt)
    (mover,) = found(r"(\S+) is to move\.", alt)
    held, spent = [], []
    for name in names:
        has, was = found(
            rf"\b{name} has (no tiles(?: left)?|[^;.]+)(?:; spent: ([^.]+))?\.", alt.partition("Cycles")[0]
        )
        held.append(_tiles(has))
        spent.append(_tiles(was))
    *wins, needed = found(rf"Cycles won: {names[0]} has (\d), {names[1]} has (\d); needed to win: (\d)\.", alt)
    return (
        f"{'/'.join(ranks)} {drum} play {names.index(mover) + 1} {'/'.join(held)} {'/'.join(spent)} 1 1 "
        f"{'-'.join(wins)} {needed} -"
    )


def _tiles(said: str) -> str:
    counts = {LETTERS[tile]: int(number) for number, tile in re.findall(r"(\d) (\w+)", said)}
    return "".join(letter * counts.get(letter, 0) for letter in TYPES) or "-"
