"""The ground of the picture of an end: a meadow in the evening, and a forest at night."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Literal, TypeAlias

from render.awethi.colours import Land
from render.canvas import Canvas, Colour, Points, colour, path, rotated
from render.indexed import Blend
from render.options import ThemeName
from render.theme import Theme

Hour: TypeAlias = Literal["evening", "night"]

WIDE, HIGH = 573.0, 429.0
"""Size of the scene with its frame, in units of a picture 1000 wide."""
FRAME = 6.0
"""Width of the frame."""
HORIZON = 236.0
"""Height of the horizon below the upper edge."""


@dataclass(frozen=True, slots=True)
class Sky:
    """Colours of the sky."""

    evening: Colour
    ray: Colour
    sun: Colour
    far: Colour
    """Hills on the horizon."""
    night: Colour
    moon: Colour
    star: Colour


SKIES: Mapping[ThemeName, Sky] = {
    "dark": Sky(
        evening=colour("#4d3a4e"),
        ray=colour("#6d4a50"),
        sun=colour("#f4b942"),
        far=colour("#2f3f3b"),
        night=colour("#1b2740"),
        moon=colour("#e9dcb8"),
        star=colour("#8d93a5"),
    ),
    "light": Sky(
        evening=colour("#f9ddb0"),
        ray=colour("#fdebca"),
        sun=colour("#ee9a3a"),
        far=colour("#b4c795"),
        night=colour("#46597d"),
        moon=colour("#f7edcf"),
        star=colour("#b9c4d8"),
    ),
}


def blends(theme: Theme, land: Land, sky: Sky) -> tuple[Blend, ...]:
    """Return the blends of both scenes."""
    return (
        (theme.table, theme.frame_light, 0),
        (theme.frame_light, theme.frame, 0),
        (sky.evening, sky.ray, 0),
        (sky.evening, sky.sun, 1),
        (sky.ray, sky.far, 0),
        (sky.far, land.herding[0], 0),
        (land.herding[0], land.herding[1], 0),
        (land.grass, land.tick, 0),
        (sky.night, sky.moon, 1),
        (sky.night, sky.star, 0),
        (sky.night, land.forest, 0),
        (land.tree, land.leaf, 0),
    )


def draw(canvas: Canvas, hour: Hour, theme: Theme, land: Land, sky: Sky) -> None:
    """Draw a scene in its frame."""
    right, bottom = WIDE - FRAME, HIGH - FRAME
    canvas.fill(((0, 0), (WIDE, 0), (WIDE, HIGH), (0, HIGH)), theme.frame)
    canvas.fill(_box(FRAME, FRAME, right, bottom), sky.evening if hour == "evening" else sky.night)
    if hour == "evening":
        _evening(canvas, land, sky)
    else:
        _night(canvas, land, sky)
    for side in (
        _box(0, 0, WIDE, FRAME),
        _box(0, bottom, WIDE, HIGH),
        _box(0, 0, FRAME, HIGH),
        _box(right, 0, WIDE, HIGH),
    ):
        canvas.fill(side, theme.frame)
    canvas.fill(_box(0, 0, WIDE, 1.5), theme.frame_light)


def _evening(canvas: Canvas, land: Land, sky: Sky) -> None:
    """Draw the setting sun behind hills, and pasture below."""
    sun = (206.0, HORIZON - 42)
    for step in range(18):
        ray = (sun, (sun[0] + 620, sun[1] - 40), (sun[0] + 620, sun[1] + 40))
        canvas.fill(rotated(ray, 20 * step + 6, sun), sky.ray)
    canvas.dot(sun, 78, sky.sun)
    canvas.fill(path("M 0 236 C 70 176 150 226 230 214 C 330 196 420 150 573 214 L 573 320 L 0 320 Z"), sky.far)
    canvas.fill(path("M 0 256 C 140 226 330 262 573 238 L 573 429 L 0 429 Z"), land.herding[0])
    canvas.fill(path("M 0 352 C 180 332 380 372 573 344 L 573 429 L 0 429 Z"), land.grass)
    random = Random(5)  # noqa: S311 - every picture has the same grass
    for number in range(70):
        x, y = random.uniform(14, WIDE - 14), random.uniform(HORIZON + 36, HIGH - 16)
        ink = land.herding[1] if y < 336 else land.tick
        tall = 7 + 8 * (y - HORIZON) / HIGH
        for lean in (-4, 0, 4) if number % 3 else (0,):
            canvas.fill(((x - 1.6, y), (x + lean, y - tall), (x + 1.6, y)), ink)


def _night(canvas: Canvas, land: Land, sky: Sky) -> None:
    """Draw the moon behind the forest."""
    random = Random(3)  # noqa: S311 - every picture has the same stars and trees
    for _ in range(46):
        canvas.dot((random.uniform(10, WIDE - 10), random.uniform(10, 270)), random.uniform(0.9, 2.2), sky.star)
    canvas.dot((286, 196), 128, sky.moon)
    canvas.fill(_box(0, 300, WIDE, HIGH), land.forest)
    for row in range(5):
        for number in range(15):
            x = number * 42 + 21 * (row % 2) + random.uniform(-9, 9)
            y, radius = 296 + 25 * row + random.uniform(-12, 12), random.uniform(19, 29)
            canvas.dot((x + 3, y + 6), radius + 2, land.forest)
            canvas.dot((x, y), radius * 0.9, land.tree)
            canvas.dot((x - radius * 0.24, y - radius * 0.28), radius * 0.42, land.leaf)


def _box(left: float, top: float, right: float, bottom: float) -> Points:
    return (left, top), (right, top), (right, bottom), (left, bottom)
