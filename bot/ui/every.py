"""Every module with handlers, so that one import registers them all."""

from bot.ui import (
    absence,
    affairs,
    handbook,
    handing,
    looking,
    moving,
    planning,
    player_settings,
    privacy,
    ranks,
    records,
    replaying,
    server_matches,
    server_settings,
    sheets,
    tables,
    turns,
    watching,
)
from bot.ui.finding import ERRANDS
from bot.ui.items import HANDLERS, Control

__all__ = [
    "ERRANDS",
    "HANDLERS",
    "Control",
    "absence",
    "affairs",
    "handbook",
    "handing",
    "looking",
    "moving",
    "planning",
    "player_settings",
    "privacy",
    "ranks",
    "records",
    "replaying",
    "server_matches",
    "server_settings",
    "sheets",
    "tables",
    "turns",
    "watching",
]
