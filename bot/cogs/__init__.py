"""Slash commands: declare, hand over to the dispatcher, nothing else."""

from bot.cogs.help import about_command, rules_group
from bot.cogs.leaderboards import leaderboard_command, stats_command
from bot.cogs.lobby import play_group
from bot.cogs.match import match_group
from bot.cogs.play import PlayCog
from bot.cogs.player import player_group
from bot.cogs.server import server_group

__all__ = [
    "PlayCog",
    "about_command",
    "leaderboard_command",
    "match_group",
    "play_group",
    "player_group",
    "rules_group",
    "server_group",
    "stats_command",
]
