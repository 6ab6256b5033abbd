"""Positions of Totem, read from alt texts."""

from __future__ import annotations

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
    mover, high, low, points = found(r"(\S+) has rolled (\d) and (\d)(?:; (\d+) points? (?:is|are) left)?\.", alt)
    stones, reserves = [], []
    for name in names:
        totem, pieces, reserve = found(rf"\b{name}: totem (\w+)(?:, pieces ([^;]+)| alone); (\d+) in reserve\.", alt)
        stones.append(totem.upper()[:1] + totem[1:] + pieces.replace(" ", ""))
        reserves.append(reserve)
    phase = "run" if points else "use"
    return (
        f"{'/'.join(stones)} {'/'.join(reserves)} {phase} {names.index(mover) + 1} {high}{low} {points or 0} - - 0 - -"
    )
