"""The games there are. A new game is one line here."""

from __future__ import annotations

from engines.awethi import AWETHI
from engines.chiefdom import CHIEFDOM
from engines.game import AnyGame
from engines.iye import IYE
from engines.totem import TOTEM

__all__ = ["GAMES", "AnyGame"]

GAMES: dict[str, AnyGame] = {game.info.slug: game for game in (IYE, TOTEM, AWETHI, CHIEFDOM)}
"""Every game by its slug, in the order in which menus show them."""
