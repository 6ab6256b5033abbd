"""The games there are. A new game is one line here."""

from __future__ import annotations

from typing import Any

from engines.game import Game
from engines.iye import IYE

AnyGame = Game[Any, Any, Any]
"""A game whose states, moves and observations only itself looks into."""

GAMES: dict[str, AnyGame] = {game.info.slug: game for game in (IYE,)}
"""Every game by its slug, in the order in which menus show them."""
