"""Slash commands: declared here, handled by the dispatcher."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.commands.base import add_all
from bot.commands.help import about_command, help_command, learn_command, rules_command
from bot.commands.leaderboards import leaderboard_command, stats_command
from bot.commands.lobby import play_command
from bot.commands.match import match_command
from bot.commands.menus import challenge_menu, explain_menu
from bot.commands.play import play_commands
from bot.commands.player import player_group
from bot.commands.server import server_group
from bot.ui.interactions.dispatcher import Dispatcher

__all__ = [
    "about_command",
    "add_commands",
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


def add_commands(tree: app_commands.CommandTree[Any], dispatcher: Dispatcher) -> None:
    """Add all commands to the tree."""
    add_all(tree, play_commands(dispatcher))
    for command in (
        play_command(dispatcher),
        match_command(dispatcher),
        rules_command(dispatcher),
        learn_command(dispatcher),
        player_group(dispatcher),
        server_group(dispatcher),
        help_command(dispatcher),
        about_command(dispatcher),
        leaderboard_command(dispatcher),
        challenge_menu(dispatcher),
        explain_menu(dispatcher),
    ):
        tree.add_command(command)
