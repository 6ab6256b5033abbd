"""Colours of Totem: the meadow by theme, and the four sides by palette."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from render.canvas import Colour, colour, mix
from render.dice import IVORY, IVORY_SHADE
from render.options import PaletteName, ThemeName


@dataclass(frozen=True, slots=True)
class Meadow:
    """Colours of the board that belong to no side."""

    cells: tuple[Colour, ...]
    """Grass from the lower to the upper end of the board, where each cell has three of them: its height, in shade, and
    those :data:`STEP` and twice as many further, in the light. Neighbouring cells differ, and lines of cells are easy
    to follow."""
    shadow: Colour
    """Grass in the shadow of a piece."""
    groove: Colour
    """Between the cells."""
    flower: Colour
    soot: Colour
    """Outline of everything on the board."""
    stop: Colour
    """Ground of a cell on which the chosen piece may stop, and its text."""
    stop_ink: Colour
    strike: Colour
    """Marks of elimination, and numbers on them."""
    strike_ink: Colour


HEIGHTS, LEVELS = 25, 3
"""Number of heights of cells, half a cell apart, and of levels of light at each."""
STEP = 9
"""How much higher up there is as much light at one level as at the next."""


def _tones(shade: str, light: str, dark: str) -> tuple[Colour, ...]:
    """Return the tones from shade to light in small steps, in turn without, with a little and with more of a dark
    colour.
    """
    number = HEIGHTS + STEP * (LEVELS - 1)
    return tuple(
        mix(mix(colour(shade), colour(light), step / (number - 1)), colour(dark), (0, 0.14, 0.07)[step % 3])
        for step in range(number)
    )


MEADOWS: Mapping[ThemeName, Meadow] = {
    "dark": Meadow(
        cells=_tones("#3d4b35", "#747c42", "#141a12"),
        shadow=colour("#363a26"),
        groove=colour("#20271d"),
        flower=colour("#a9a06a"),
        soot=colour("#17130f"),
        stop=colour("#f3e3ba"),
        stop_ink=colour("#2a1c08"),
        strike=colour("#e4572e"),
        strike_ink=colour("#1c0800"),
    ),
    "light": Meadow(
        cells=_tones("#c1d48f", "#f4edab", "#7e9a54"),
        shadow=colour("#787651"),
        groove=colour("#6f8349"),
        flower=colour("#fffbe0"),
        soot=colour("#241910"),
        stop=colour("#fff9e6"),
        stop_ink=colour("#3b1d00"),
        strike=colour("#cc3314"),
        strike_ink=colour("#fffaf5"),
    ),
}


@dataclass(frozen=True, slots=True)
class Side:
    """Colours of one player's pieces and totem."""

    face: Colour
    light: Colour
    """The face is lit from above: its upper edge; also the lines carved into it."""
    rim: Colour
    """The thickness of the piece seen below its face."""
    ink: Colour
    """The mark on a piece, and the head on a totem."""
    line: Colour
    """Lines in the head."""
    frame: Colour
    """The frame of a totem, and its shaded lower edge."""
    frame_shade: Colour


def _side(face: str, light: str, rim: str, ink: str, line: str) -> Side:
    return Side(colour(face), colour(light), colour(rim), colour(ink), colour(line), IVORY, IVORY_SHADE)


_STANDARD = (
    _side("#b23a2a", "#dd7a5e", "#5e150e", "#fff0df", "#6e1c12"),
    _side("#2b66a6", "#6ea3dc", "#0f2f52", "#eef6ff", "#123a66"),
    _side("#e8b42a", "#ffe28a", "#7d5804", "#3d2800", "#e8b42a"),
    _side("#37793c", "#79b573", "#173f1b", "#f3fbe4", "#1b4a20"),
)

# Light yellow and mid green with dark marks, vermilion and dark blue with light ones: far apart for protanopes,
# deuteranopes and tritanopes alike (the tests simulate them). Hues after Okabe and Ito.
_COLOUR_BLIND = (
    _side("#b54708", "#e98a4c", "#5c2200", "#fff1e4", "#6b2a00"),
    _side("#173f7d", "#5f8fd6", "#081c3d", "#eef5ff", "#0c2750"),
    _side("#f4e04a", "#fff3a0", "#7d6f04", "#3a3200", "#f4e04a"),
    _side("#2fb08c", "#8fe0c6", "#0b5240", "#03261c", "#2fb08c"),
)

SIDES: Mapping[PaletteName, tuple[Side, ...]] = {"standard": _STANDARD, "colour-blind": _COLOUR_BLIND}
"""For each palette the colours of each seat."""
