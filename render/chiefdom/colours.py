"""Colours of the printed sheet and of the pens.

Paper is the same in all themes, only slightly dimmer on the dark table. Nothing is shown by colour alone: waves, trees,
roofs, bricks and letters show the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from render.canvas import Colour, colour, mix
from render.options import PaletteName, ThemeName


@dataclass(frozen=True, slots=True)
class Pens:
    """Colours of one theme and palette."""

    paper: Colour
    paper_edge: Colour
    print: Colour
    """Lines of the printed plan."""
    print_ink: Colour
    """Printed letters: coordinates and secondary text."""
    ink: Colour
    """The pen."""
    lake: Colour
    """The wash over water with fish, and over fished water."""
    fished: Colour
    wave: Colour
    fish: Colour
    forest: Colour
    """The wash over standing trees, and over cut trees."""
    cleared: Colour
    tree: Colour
    roof: Colour
    plaster: Colour
    brick: Colour
    """A drawn wall."""
    stone: Colour
    """A printed wall."""
    lumberjack: Colour
    fisherman: Colour
    builder: Colour
    log: Colour
    log_end: Colour
    star: Colour
    plan: Colour
    """Ground of planned or decided squares."""
    plan_line: Colour
    bad: Colour
    """Errors, and their ground."""
    bad_ground: Colour

    def person(self, letter: str) -> Colour:
        """Return the coat of a person with the job of this letter."""
        return {"L": self.lumberjack, "F": self.fisherman, "B": self.builder}.get(letter, self.paper)

    def text_pairs(self) -> tuple[tuple[Colour, Colour], ...]:
        """Return ink and ground of all texts on paper."""
        letters = self.ink, self.print_ink, self.bad
        return tuple((ink, ground) for ground in (self.paper, self.plan) for ink in letters)


_STANDARD = Pens(
    paper=colour("#f8efdb"),
    paper_edge=colour("#cdb68c"),
    print=colour("#dccaa6"),
    print_ink=colour("#71593a"),
    ink=colour("#2a2733"),
    lake=colour("#a9d4e8"),
    fished=colour("#d9e8e8"),
    wave=colour("#1a6b9c"),
    fish=colour("#17456a"),
    forest=colour("#c3dca0"),
    cleared=colour("#ebe6c4"),
    tree=colour("#357535"),
    roof=colour("#bb4630"),
    plaster=colour("#fffaf0"),
    brick=colour("#d9b998"),
    stone=colour("#6f6259"),
    lumberjack=colour("#2f6b34"),
    fisherman=colour("#1a5f94"),
    builder=colour("#a3421f"),
    log=colour("#8a5a2c"),
    log_end=colour("#e6c08c"),
    star=colour("#f0b429"),
    plan=colour("#ffe48f"),
    plan_line=colour("#8a5200"),
    bad=colour("#b3261e"),
    bad_ground=colour("#f6c9bd"),
)

# Blue, bluish green, vermilion and yellow after Okabe and Ito, which differ for all kinds of colour vision.
_COLOUR_BLIND = replace(
    _STANDARD,
    lake=colour("#9fcdf2"),
    fished=colour("#dce9f3"),
    wave=colour("#0b5c96"),
    fish=colour("#0a3d66"),
    forest=colour("#b4e0c9"),
    cleared=colour("#eceadb"),
    tree=colour("#00704f"),
    roof=colour("#c75300"),
    lumberjack=colour("#005a40"),
    fisherman=colour("#0b5c96"),
    builder=colour("#a34400"),
    plan=colour("#fbe66a"),
    plan_line=colour("#5e4b00"),
    bad=colour("#a31621"),
)

_DUSK = colour("#8f7a5c")


def _dimmed(pens: Pens) -> Pens:
    """Return the colours for the dark theme: pale colours slightly darker, pens unchanged."""
    pale = ("paper", "lake", "fished", "forest", "cleared", "plaster", "plan", "bad_ground", "print", "brick")
    return replace(pens, **{name: mix(getattr(pens, name), _DUSK, 0.13) for name in pale}, print_ink=colour("#674f31"))


PENS: Mapping[tuple[ThemeName, PaletteName], Pens] = {
    ("light", "standard"): _STANDARD,
    ("light", "colour-blind"): _COLOUR_BLIND,
    ("dark", "standard"): _dimmed(_STANDARD),
    ("dark", "colour-blind"): _dimmed(_COLOUR_BLIND),
}
"""The colours of each theme and palette."""
