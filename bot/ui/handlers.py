"""Imports every module with handlers, which registers them."""

from bot.ui.help import rules
from bot.ui.history import log, play_on, replay_steps, replays, review, share, verification
from bot.ui.interactions import match_picker
from bot.ui.interactions.dispatcher import PersistentComponent
from bot.ui.interactions.match_commands import MATCH_COMMANDS
from bot.ui.interactions.registry import HANDLERS
from bot.ui.lobby import computers, first_match, games_panel, options, table_alerts, tables, versus_command
from bot.ui.match import (
    agreements,
    ending,
    lists,
    menu,
    relocation,
    reminders,
    replacement,
    spectators,
    substitution,
    timeouts,
)
from bot.ui.play import board_view, hints, lessons, planner, reasons, sheets, turns
from bot.ui.player import holidays, privacy
from bot.ui.player import settings as player_settings
from bot.ui.server import leaderboards, matches, statistics
from bot.ui.server import settings as server_settings

__all__ = [
    "HANDLERS",
    "MATCH_COMMANDS",
    "PersistentComponent",
    "agreements",
    "board_view",
    "computers",
    "ending",
    "first_match",
    "games_panel",
    "hints",
    "holidays",
    "leaderboards",
    "lessons",
    "lists",
    "log",
    "match_picker",
    "matches",
    "menu",
    "options",
    "planner",
    "play_on",
    "player_settings",
    "privacy",
    "reasons",
    "relocation",
    "reminders",
    "replacement",
    "replay_steps",
    "replays",
    "review",
    "rules",
    "server_settings",
    "share",
    "sheets",
    "spectators",
    "statistics",
    "substitution",
    "table_alerts",
    "tables",
    "timeouts",
    "turns",
    "verification",
    "versus_command",
]
