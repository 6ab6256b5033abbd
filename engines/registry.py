"""All games by their slug."""

from __future__ import annotations

from importlib import import_module

from engines import SLUGS
from engines.game import AnyGame

__all__ = ["GAMES", "AnyGame"]


def _loaded(slug: str) -> AnyGame:
    """Import the game of a slug, for example ``IYE`` in ``engines.iye.game``."""
    game: AnyGame = getattr(import_module(f"engines.{slug}.game"), slug.upper())
    return game


GAMES: dict[str, AnyGame] = {slug: _loaded(slug) for slug in SLUGS}
"""Every game by its slug, in the order in which menus show them."""
