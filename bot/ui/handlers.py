"""Every module with handlers, so that one import registers them all."""

from bot.ui.components.custom_id import HANDLERS, Control
from bot.ui.help import rules as handbook
from bot.ui.history import log as records
from bot.ui.history import replays as replaying
from bot.ui.interactions.match_commands import ERRANDS
from bot.ui.lobby import options, tables
from bot.ui.match import agreements as affairs
from bot.ui.match import relocation as moving
from bot.ui.match import spectators as watching
from bot.ui.match import substitution as handing
from bot.ui.match import timeouts as absence
from bot.ui.play import board_view as looking
from bot.ui.play import planner as planning
from bot.ui.play import sheets, turns
from bot.ui.player import privacy
from bot.ui.player import settings as player_settings
from bot.ui.server import leaderboards as ranks
from bot.ui.server import matches as server_matches
from bot.ui.server import settings as server_settings

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
    "options",
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
