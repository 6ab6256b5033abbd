"""All games by their slug."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from engines import SLUGS
from engines.game import AnyGame

__all__ = ["GAMES", "AnyGame", "rules_of"]


def _loaded(slug: str) -> AnyGame:
    """Import the game of a slug, for example ``IYE`` in ``engines.iye.game``."""
    game: AnyGame = getattr(import_module(f"engines.{slug}.game"), slug.upper())
    return game


GAMES: dict[str, AnyGame] = {slug: _loaded(slug) for slug in SLUGS}
"""Every game by its slug, in the order in which menus show them."""


def rules_of(games: Mapping[str, AnyGame], slug: str, version: int) -> AnyGame | None:
    """The rules of a version of a game, if they are among ``games``: by slug, older versions by ``slug@version``."""
    game = games.get(slug)
    return game if game is not None and game.info.rules_version == version else games.get(f"{slug}@{version}")
