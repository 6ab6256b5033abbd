"""Every module with handlers, so that one import registers them all."""

from bot.ui import absence, affairs, handbook, handing, looking, planning, records, tables, turns
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
    "planning",
    "records",
    "tables",
    "turns",
]
