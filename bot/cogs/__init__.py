"""Slash commands: declare, hand over to the desk, nothing else."""

from bot.cogs.help import about_command, player_group, rules_group
from bot.cogs.lobby import play_group
from bot.cogs.match import match_group
from bot.cogs.play import PlayCog
from bot.cogs.seats import seat_commands
from bot.cogs.time import time_commands

__all__ = [
    "PlayCog",
    "about_command",
    "match_group",
    "play_group",
    "player_group",
    "rules_group",
    "seat_commands",
    "time_commands",
]
