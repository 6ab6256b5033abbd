"""Slash commands: declare, hand over to the dispatcher, nothing else."""

from bot.commands.help import about_command, rules_group
from bot.commands.leaderboards import leaderboard_command, stats_command
from bot.commands.lobby import play_group
from bot.commands.match import match_group
from bot.commands.play import PlayCog
from bot.commands.player import player_group
from bot.commands.server import server_group

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
