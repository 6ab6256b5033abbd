"""What the reader of a picture chooses; everything else in a picture comes from the observation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from engines.text import Text

ThemeName: TypeAlias = Literal["light", "dark"]
PaletteName: TypeAlias = Literal["standard", "colour-blind"]

THEMES: tuple[ThemeName, ...] = get_args(ThemeName)
PALETTES: tuple[PaletteName, ...] = get_args(PaletteName)

MIN_SIZE = 400
MAX_SIZE = 1600
DEFAULT_SIZE = 1000


def english(text: Text) -> str:
    """The catalogue of the source language: a text's own words."""
    return text.singular if text.plural is None or text.count == 1 else text.plural


@dataclass(frozen=True, slots=True)
class PictureOptions:
    """How a picture is drawn.

    Raises:
        ValueError: a theme, palette or size that does not exist; the message says which ones do.
    """

    viewer: int | None = None
    """Seat that sits nearest to the reader; ``None``: the observation's viewer, and the first seat for a spectator."""
    rotated: bool = True
    """Whether that seat sits nearest; else everything lies as it does for a spectator."""
    theme: ThemeName = "dark"
    palette: PaletteName = "standard"
    size: int = DEFAULT_SIZE
    """Width in pixels; the height follows from the game."""
    translate: Callable[[Text], str] = english
    """Gives the pattern of a text in the reader's language (see :func:`engines.text.fill`)."""
    language: str = "en"
    """Tag of the language that :attr:`translate` speaks, for the keys of caches above this package."""
    names: tuple[str, ...] = ()
    """Displayed name of each seat. Where one is missing or has letters that the fonts lack, the seat's title stands."""
    seat_titles: tuple[Text, ...] = ()
    """The game's own titles of its seats; seats without one are called Player 1, Player 2 …"""
    focus: str | None = None
    """What a planner has chosen so far, such as the name of a piece's cell: a game that knows the word shows what can
    be done with that. Unknown words are ignored."""

    def __post_init__(self) -> None:
        if self.theme not in THEMES:
            raise ValueError(f"unknown theme {self.theme!r}; there are {', '.join(THEMES)}")
        if self.palette not in PALETTES:
            raise ValueError(f"unknown palette {self.palette!r}; there are {', '.join(PALETTES)}")
        if not MIN_SIZE <= self.size <= MAX_SIZE:
            raise ValueError(f"a picture is {MIN_SIZE} to {MAX_SIZE} pixels wide, not {self.size}")

    def bottom_seat(self, own: int | None, public: int) -> int:
        """The seat that sits nearest; ``own``: the observation's viewer, ``public``: the one nearest to spectators."""
        seats = (self.viewer, own) if self.rotated else ()
        return next((seat for seat in seats if seat is not None), public)
