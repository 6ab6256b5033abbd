"""Slash commands: declared here, handled by the dispatcher."""

from bot.commands.help import about_command, help_command, learn_command, rules_command
from bot.commands.leaderboards import leaderboard_command, stats_command
from bot.commands.lobby import play_command
from bot.commands.match import match_command
from bot.commands.menus import challenge_menu, explain_menu
from bot.commands.play import play_commands
from bot.commands.player import player_group
from bot.commands.server import server_group

__all__ = [
    "about_command",
    "challenge_menu",
    "explain_menu",
    "help_command",
    "leaderboard_command",
    "learn_command",
    "match_command",
    "play_command",
    "play_commands",
    "player_group",
    "rules_command",
    "server_group",
    "stats_command",
]
