"""Every module with handlers, so that one import registers them all."""

from bot.ui import affairs, handbook, looking, planning, player_settings, privacy, records, tables, turns
from bot.ui.finding import ERRANDS
from bot.ui.items import HANDLERS, Control

__all__ = [
    "ERRANDS",
    "HANDLERS",
    "Control",
    "affairs",
    "handbook",
    "looking",
    "planning",
    "player_settings",
    "privacy",
    "records",
    "tables",
    "turns",
]
