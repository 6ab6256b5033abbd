"""Colours of themes and palettes.

A *theme* (light, dark) sets the colours of wood, felt, cards and letters. A *palette* (standard, colour-blind) sets the
colours of kinds of pieces. Letters have a contrast of at least 4.5 to their ground, marks at least 3 (WCAG 2.2, 1.4.3
and 1.4.11); tests compute it from the pairs that :class:`Theme` and :class:`Kind` list.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from render.canvas import Colour, colour
from render.options import PaletteName, ThemeName


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours of everything except pieces."""

    table: Colour
    """Background of the whole picture."""
    table_shadow: Colour
    """The board's shadow on the table."""
    frame_light: Colour
    frame: Colour
    """The board's wooden frame: lit edge, face, and shaded edge."""
    frame_dark: Colour
    coordinate: Colour
    square: Colour
    """An empty square, and the second shade that helps to follow straight lines."""
    square_other: Colour
    groove: Colour
    """Line between squares, and the shadow in an empty one."""
    motif: Colour
    """The stitch on an empty square."""
    card: Colour
    """Ground of a player's card."""
    card_active: Colour
    """Ground of the card of the player to move."""
    card_edge: Colour
    text: Colour
    text_muted: Colour
    accent: Colour
    """Highlights: the player to move, the leader."""
    accent_text: Colour
    """Letters on the accent."""
    target: Colour
    """Frame around a square that the drum can reach, and its dark outline."""
    target_edge: Colour
    trace: Colour
    """The last move."""
    trace_edge: Colour

    def text_pairs(self) -> Iterator[tuple[Colour, Colour]]:
        """Yield ink and ground of all texts."""
        yield self.coordinate, self.frame
        for ground in (self.table, self.card, self.card_active):
            yield self.text, ground
            yield self.text_muted, ground
        for ground in (self.table, self.card, self.card_active):
            yield self.accent, ground
        yield self.accent_text, self.accent


DARK = Theme(
    table=colour("#211a17"),
    table_shadow=colour("#120d0b"),
    frame_light=colour("#7d5a3c"),
    frame=colour("#563b28"),
    frame_dark=colour("#33221a"),
    coordinate=colour("#f0dcbc"),
    square=colour("#3a2e27"),
    square_other=colour("#443730"),
    groove=colour("#241c18"),
    motif=colour("#55463c"),
    card=colour("#2f2621"),
    card_active=colour("#45372c"),
    card_edge=colour("#4a3c33"),
    text=colour("#f7ecd9"),
    text_muted=colour("#c9b8a2"),
    accent=colour("#f4b942"),
    accent_text=colour("#2a1c08"),
    target=colour("#fff6dc"),
    target_edge=colour("#1a1210"),
    trace=colour("#f4b942"),
    trace_edge=colour("#241c18"),
)

LIGHT = Theme(
    table=colour("#f3e9d8"),
    table_shadow=colour("#d8c7a8"),
    frame_light=colour("#b98a58"),
    frame=colour("#8a5f38"),
    frame_dark=colour("#64421f"),
    coordinate=colour("#fff6e4"),
    square=colour("#e6d5b8"),
    square_other=colour("#dcc8a6"),
    groove=colour("#b59a70"),
    motif=colour("#d0bb95"),
    card=colour("#fbf5ea"),
    card_active=colour("#ffe6ae"),
    card_edge=colour("#d6c3a2"),
    text=colour("#2e2119"),
    text_muted=colour("#65513f"),
    accent=colour("#8f4a00"),
    accent_text=colour("#fff6e4"),
    target=colour("#ffffff"),
    target_edge=colour("#3b1d00"),
    trace=colour("#9c3d00"),
    trace_edge=colour("#fff3dc"),
)

THEME_COLOURS: Mapping[ThemeName, Theme] = {"dark": DARK, "light": LIGHT}


@dataclass(frozen=True, slots=True)
class Kind:
    """Colours of one kind of piece."""

    face: Colour
    face_light: Colour
    """The upper edge of the face, lit from above."""
    rim: Colour
    """The side of the piece, visible below its face."""
    body: Colour
    """The drawing on it, its letter and its points."""
    line: Colour
    detail: Colour


def _kind(face: str, face_light: str, rim: str, body: str, line: str, detail: str) -> Kind:
    return Kind(colour(face), colour(face_light), colour(rim), colour(body), colour(line), colour(detail))


_STANDARD = {
    "S": _kind("#a65c06", "#c2761a", "#6a3903", "#fff3cc", "#743c04", "#ffd160"),
    "H": _kind("#86211f", "#a1352f", "#4d110f", "#ffeadb", "#5a1412", "#f0b48c"),
    "T": _kind("#3e7a3c", "#528f4e", "#21471f", "#f4f8e2", "#254c22", "#c3e39a"),
    "W": _kind("#1a6b9c", "#2d80b2", "#0c3c5c", "#eef8ff", "#0e3f60", "#a4d8f7"),
    "O": _kind("#573a75", "#6c4d8c", "#2f1d44", "#f6efff", "#331f4b", "#cdb6ea"),
}

# Far apart for protanopes, deuteranopes and tritanopes alike (the tests simulate them): light yellow and sky blue with
# dark drawings, vermilion, bluish green and a near-black violet with light ones. Hues after Okabe and Ito.
_COLOUR_BLIND = {
    "S": _kind("#f2d43d", "#f8e16a", "#6e5a04", "#3a2c00", "#f2d43d", "#6b5200"),
    "H": _kind("#b04a00", "#c25a10", "#6b2c00", "#fff1e6", "#6b2c00", "#ffc79c"),
    "T": _kind("#007a5a", "#12936f", "#004e3a", "#f0fff9", "#004e3a", "#a6ecd3"),
    "W": _kind("#7cc4f0", "#98d2f5", "#1c5275", "#04283f", "#7cc4f0", "#0d4d75"),
    "O": _kind("#2b2350", "#3a3166", "#120d28", "#f4f0ff", "#2b2350", "#b9aee6"),
}

KIND_COLOURS: Mapping[PaletteName, Mapping[str, Kind]] = {"standard": _STANDARD, "colour-blind": _COLOUR_BLIND}
"""For each palette the colours of each kind; İYE's kinds are its tile letters."""
