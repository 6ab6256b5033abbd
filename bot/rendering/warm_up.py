"""What comes before the first picture of a game, wherever it is drawn."""

from __future__ import annotations

from bot.process.malloc import malloc_trim
from render import PictureOptions, warm_up


def warm_up_and_trim(game: str, options: PictureOptions) -> None:
    """Prepare a game's pictures, and return the large sheets that this took to the system."""
    warm_up(game, options)
    malloc_trim()
