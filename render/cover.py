"""What the picture of several games shows of each."""

from __future__ import annotations

from dataclasses import dataclass

from engines.text import Text


@dataclass(frozen=True, slots=True)
class Cover:
    """A game as it is shown among others."""

    game: str
    """Slug."""
    title: str
    observation: object
    seat_titles: tuple[Text, ...]
    focus: str | None = None
    """As in :class:`render.options.PictureOptions`."""
