"""Positions of Totem, read from alt texts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tests.lessons.read_aloud import found


def position(alt: str, names: Sequence[str]) -> str:
    """Return the position line that an alt text of the game tells."""
    if "chooses where to start" in alt:
        (mover,) = found(r"(\S+) chooses where to start\.", alt)
        for name in names:
            found(rf"{name} is not on the board yet\.", alt)
        seat = names.index(mover) + 1
        return f"-/- 25/25 place {seat} - 0 - - 0 {seat}: -"
    rolls_again = re.search(r"(\S+) has rolled a 12 and may roll again\.", alt)
    if rolls_again is None:
        mover, high, low, points = found(r"(\S+) has rolled (\d) and (\d)(?:; (\d+) points? (?:is|are) left)?\.", alt)
        left = f"{points or 0} - - 0 - -"
    else:
        mover, high, low, points = rolls_again[1], "6", "6", ""
        left = "0 - - - - -"
    stones, reserves = [], []
    for name in names:
        totem, pieces, reserve = found(rf"\b{name}: totem (\w+)(?:, pieces ([^;]+)| alone); (\d+) in reserve\.", alt)
        stones.append(totem.upper()[:1] + totem[1:] + pieces.replace(" ", ""))
        reserves.append(reserve)
    phase = "again" if rolls_again else "run" if points else "use"
    return f"{'/'.join(stones)} {'/'.join(reserves)} {phase} {names.index(mover) + 1} {high}{low} {left}"
