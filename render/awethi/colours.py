"""Colours of Awéthi: the land by theme, and the four herds by palette."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engines.awethi.observation import Terrain
from render.canvas import Colour, colour
from render.options import PaletteName, ThemeName


@dataclass(frozen=True, slots=True)
class Land:
    """Colours of the board that belong to no herd."""

    grass: Colour
    lit: Colour
    dim: Colour
    """Grass in brighter and in fainter light, so that the plain has depth."""
    tick: Colour
    """The corners of the squares on land. Lines or a chequer pattern would cost a third of the file."""
    herding: tuple[Colour, Colour]
    """Herding-points, and the tufts on them."""
    forest: Colour
    """Between and below the trees."""
    tree: Colour
    leaf: Colour
    """The lit side of a tree's crown."""
    water: Colour
    deep: Colour
    """Water far from its bank."""
    wave: Colour
    bank: Colour
    lair: Colour
    cave: Colour
    """The rock around the Lair's mouth."""
    yard: Colour
    """A shelter's ground."""
    groove: Colour
    """The border of the districts and of the forest (A2)."""
    soot: Colour
    """Outline of all pieces except wairgka."""
    end: Colour
    """Ground of a square on which the chosen piece may end, and its text."""
    end_ink: Colour
    wet: Colour
    """Ground of such a square in the water, with the same text colour, and the wave on it."""
    wet_wave: Colour
    prey: Colour
    """Ground of a square on which it would eat, and its text."""
    prey_ink: Colour
    herd: Colour
    """Movement of a herd."""
    hunt: Colour
    """The trail of a wairgk, and its outline."""
    hunt_edge: Colour

    def ground(self, terrain: Terrain) -> Colour:
        """The ground of a square."""
        match terrain:
            case "land":
                return self.grass
            case "forest":
                return self.forest
            case "herding":
                return self.herding[0]
            case "water":
                return self.water
            case "lair":
                return self.lair
            case _:
                return self.yard

    @property
    def grounds(self) -> tuple[Colour, ...]:
        """All grounds on which pieces may stand."""
        return (self.grass, self.lit, self.dim, self.herding[0], self.forest, self.water, self.lair, self.yard)


LANDS: Mapping[ThemeName, Land] = {
    "dark": Land(
        grass=colour("#415a4f"),
        lit=colour("#4a6557"),
        dim=colour("#394f47"),
        tick=colour("#5d776a"),
        herding=(colour("#877b3b"), colour("#bfb05c")),
        forest=colour("#132a26"),
        tree=colour("#27503f"),
        leaf=colour("#3f7a55"),
        water=colour("#1d5a8a"),
        deep=colour("#184b76"),
        wave=colour("#6fb0dc"),
        bank=colour("#a8966a"),
        lair=colour("#14100f"),
        cave=colour("#6d6259"),
        yard=colour("#37302a"),
        groove=colour("#2a3c35"),
        soot=colour("#15110e"),
        end=colour("#f3e3ba"),
        end_ink=colour("#2a1c08"),
        wet=colour("#b5dcef"),
        wet_wave=colour("#2f6f92"),
        prey=colour("#e4572e"),
        prey_ink=colour("#1c0800"),
        herd=colour("#d6ccb0"),
        hunt=colour("#ff9a6b"),
        hunt_edge=colour("#2a0d04"),
    ),
    "light": Land(
        grass=colour("#d2dea8"),
        lit=colour("#dde6b4"),
        dim=colour("#c7d59c"),
        tick=colour("#afbf85"),
        herding=(colour("#efd97c"), colour("#b59f3c")),
        forest=colour("#5d8b59"),
        tree=colour("#7fac76"),
        leaf=colour("#9fc893"),
        water=colour("#8ac8ea"),
        deep=colour("#74b9e0"),
        wave=colour("#4788b0"),
        bank=colour("#cfb27a"),
        lair=colour("#3f342c"),
        cave=colour("#9a8b7a"),
        yard=colour("#cbb791"),
        groove=colour("#9caa76"),
        soot=colour("#241910"),
        end=colour("#fffaf0"),
        end_ink=colour("#3b1d00"),
        wet=colour("#c4e4f4"),
        wet_wave=colour("#2f7ba3"),
        prey=colour("#cc3314"),
        prey_ink=colour("#fffaf5"),
        herd=colour("#4f4027"),
        hunt=colour("#b3270c"),
        hunt_edge=colour("#fff0e2"),
    ),
}

FENCE = colour("#b5854e")
"""The wood of the fence around a caught aiwe."""

FUR = colour("#2d2c34")
FUR_SHADE = colour("#4d4b56")
EYE = colour("#ffc23d")
"""Wairgka too: only they are dark with a pale outline."""


@dataclass(frozen=True, slots=True)
class Herd:
    """Colours of a herd and of its awéthi."""

    face: Colour
    light: Colour
    """A muzzle, the lit side of a cloak."""
    shade: Colour
    """Ears and folds."""
    ink: Colour
    """The mark and the number."""


def _herd(face: str, light: str, shade: str, ink: str) -> Herd:
    return Herd(*map(colour, (face, light, shade, ink)))


_STANDARD = (
    _herd("#c63f2b", "#f0a08a", "#872313", "#fff4e6"),
    _herd("#f0b92c", "#ffe59a", "#a97806", "#3a2600"),
    _herd("#4a93e0", "#b4d8ff", "#1f5795", "#081c33"),
    _herd("#ece5d6", "#ffffff", "#a79c88", "#1f1813"),
)

# Far apart for protanopes, deuteranopes and tritanopes alike (the tests simulate them). Hues after Okabe and Ito.
_COLOUR_BLIND = (
    _herd("#b84a08", "#f3a871", "#7d3000", "#fff6ee"),
    _herd("#f7d824", "#fff5ae", "#a39005", "#332c00"),
    _herd("#2f62b4", "#8fb6f0", "#143a78", "#f2f7ff"),
    _herd("#dfe6f5", "#ffffff", "#939bb3", "#24232c"),
)

HERDS: Mapping[PaletteName, tuple[Herd, ...]] = {"standard": _STANDARD, "colour-blind": _COLOUR_BLIND}
"""For each palette the colours of the herds at NW, NE, SE and SW."""
