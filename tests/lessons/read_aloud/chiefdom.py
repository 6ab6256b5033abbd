"""Positions of Chiefdom, read from alt texts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engines.chiefdom.observation import EMPTY, SQUARE_NAMES
from tests.lessons.read_aloud import found

SQUARES = {str(name): letter for letter, name in SQUARE_NAMES.items()}


def position(alt: str, _names: Sequence[str]) -> str:
    """Return the position line that an alt text of the game tells."""
    turn, *dice = found(r"Turn (\d+): the dice show (\d), (\d) and (\d)\.", alt)
    houses, bonuses = found(r"Your chiefdom: .*?, (\d+) house(?:s)?, (\d+) bonus(?:es)? left\.", alt)
    letters: dict[str, str] = {}
    for name, squares in re.findall(r"([A-Z][a-z ]+): ((?:[a-j][1-8] ?)+)\.", alt):
        letters |= dict.fromkeys(squares.split(), SQUARES[name])
    ranks = ("".join(letters.get(f"{file}{rank}", EMPTY) for file in "abcdefghij") for rank in range(8, 0, -1))
    return f"{turn} draw {'/'.join(dice)} none closed {'/'.join(ranks)},{int(houses) - int(bonuses)},-"
