"""Options of a picture, chosen by its reader; everything else comes from the observation."""

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
    """Return the English pattern of a text."""
    return text.singular if text.plural is None or text.count == 1 else text.plural


@dataclass(frozen=True, slots=True)
class PictureOptions:
    """How a picture is drawn.

    Raises:
        ValueError: unknown theme, palette or size; the message lists the valid ones.
    """

    viewer: int | None = None
    """Seat at the bottom; ``None``: the observation's viewer, or the first seat for spectators."""
    rotated: bool = True
    """Whether the viewer's seat is at the bottom; otherwise the board is oriented as for spectators."""
    theme: ThemeName = "dark"
    palette: PaletteName = "standard"
    landscape: bool = False
    """Whether players are beside the board, not above and below it, in the games that have both layouts."""
    size: int = DEFAULT_SIZE
    """Width in pixels; the height follows from the game."""
    translate: Callable[[Text], str] = english
    """Returns the pattern of a text in the reader's language (see :func:`engines.text.fill`)."""
    language: str = "en"
    """Tag of the language of :attr:`translate`, for cache keys outside this package."""
    names: tuple[str, ...] = ()
    """Display name of each seat. The seat's title replaces a name that is missing or cannot be drawn."""
    seat_titles: tuple[Text, ...] = ()
    """The game's own titles of its seats; seats without one are called Player 1, Player 2 …"""
    focus: str | None = None
    """The choice in a planner, such as the name of a piece's cell: the picture shows what can be done with it. Unknown
    values are ignored."""
    marked: tuple[str, ...] = ()
    """Names of cells with a ring around them, such as those that forbid a move. Unknown names are ignored."""

    teaching: bool = False
    """Whether it is for a step of a lesson: pieces are named where there is room, and what a learner does not need yet,
    such as a score, is left out.
    """
    board_only: bool = False
    """Whether only the board is used, for a card: what is beside it, or points there, can be left out."""

    def __post_init__(self) -> None:
        if self.theme not in THEMES:
            raise ValueError(f"unknown theme {self.theme!r}; there are {', '.join(THEMES)}")
        if self.palette not in PALETTES:
            raise ValueError(f"unknown palette {self.palette!r}; there are {', '.join(PALETTES)}")
        if not MIN_SIZE <= self.size <= MAX_SIZE:
            raise ValueError(f"a picture is {MIN_SIZE} to {MAX_SIZE} pixels wide, not {self.size}")

    def bottom_seat(self, own: int | None, public: int) -> int:
        """Return the bottom seat; ``own`` is the observation's viewer, ``public`` the bottom seat for spectators."""
        seats = (self.viewer, own) if self.rotated else ()
        return next((seat for seat in seats if seat is not None), public)
