"""The meadow as a painter lays it down: patches of grass and moss in the light from above, tufts and drifts of flowers.

It runs on below the lines between the cells, so that the board is one field and not a pattern of tiles.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from random import Random

from PIL import Image

from render.canvas import Point, Points
from render.totem.colours import LEVELS

_SEED = 11
"""Chosen by eye: light from the upper right, and in few rows, as each row that has different light takes room in the
file."""
_GRID = 96
"""Points across and down from which the light is enlarged."""
_BUMPS, _ROUGH = (3, 0.30), (32, 0.05)
"""Bumps across the field, and how much lighter or darker each makes it: clouds and hollows, and the edges of a brush.
"""
_RIM = 0.3
"""How much lighter the middle is than the rim."""
_TUFTS, _DRIFTS = 26, 4
"""How many tufts of grass and drifts of flowers there are."""
_BLADES: tuple[Points, ...] = (
    ((-1.3, 0), (-8, -10), (1, 0)),
    ((-1.3, 0), (0.6, -15), (1.3, 0)),
    ((-1, 0), (9, -9), (1.3, 0)),
)
"""Blades of a tuft, from its foot."""


@cache
def _light() -> Image.Image:
    """Return the light on a square around the field, 0 to 255."""
    random = Random(_SEED)  # noqa: S311 - every picture has the same ground
    bumps = []
    for side, weight in (_BUMPS, _ROUGH):
        grain = Image.frombytes("L", (side, side), bytes(random.randrange(256) for _ in range(side * side)))
        bumps.append((grain.resize((_GRID, _GRID), Image.Resampling.BICUBIC).tobytes(), weight))
    found = bytearray()
    for row in range(_GRID):
        for column in range(_GRID):
            x, y = 2 * column / (_GRID - 1) - 1, 2 * row / (_GRID - 1) - 1
            light = 0.58 - _RIM * (min(1.0, math.hypot(x, y)) ** 3 - 0.3)
            light += sum(weight * (grain[row * _GRID + column] / 127.5 - 1) for grain, weight in bumps)
            found.append(round(255 * min(1.0, max(0.0, light))))
    return Image.frombytes("L", (_GRID, _GRID), bytes(found))


def levels(size: tuple[int, int]) -> Image.Image:
    """Return the level of light of each pixel of a field, from 0 to one less than :data:`LEVELS`."""
    smooth = _light().resize(size, Image.Resampling.BICUBIC)
    return smooth.point([value * LEVELS // 256 for value in range(256)])


def tufts() -> Iterator[tuple[Points, ...]]:
    """Yield tufts of grass as blades, in units around the middle of a field that reaches from -1 to 1."""
    random = Random(5)  # noqa: S311
    for _ in range(_TUFTS):
        foot = _somewhere(random)
        size = random.uniform(0.8, 1.25)
        yield tuple(tuple((foot[0] + size * x / 450, foot[1] + size * y / 450) for x, y in blade) for blade in _BLADES)


def flowers() -> Iterator[Point]:
    """Yield where flowers stand, in the same units."""
    random = Random(3)  # noqa: S311
    for _ in range(_DRIFTS):
        x, y = _somewhere(random)
        for _ in range(random.randrange(4, 9)):
            yield x + random.gauss(0, 0.05), y + random.gauss(0, 0.03)


def _somewhere(random: Random) -> Point:
    return random.uniform(-0.9, 0.9), random.uniform(-0.9, 0.9)
