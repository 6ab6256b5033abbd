"""Preparation for the first picture of a game, in threads and processes alike."""

from __future__ import annotations

from bot.process.malloc import malloc_trim
from render import PictureOptions, warm_up


def warm_up_and_trim(game: str, options: PictureOptions) -> None:
    """Draw what a game's pictures share, then return the memory of the large canvases to the system."""
    warm_up(game, options)
    malloc_trim()
