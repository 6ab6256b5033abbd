"""``/leaderboard`` and ``/player stats``."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.commands.base import name, words
from bot.ui.interactions.dispatcher import Dispatcher
from bot.ui.server.leaderboards import board_titles, show_leaderboard, show_stats
from engines.registry import GAMES
from engines.text import T, Text


def leaderboard_command(dispatcher: Dispatcher) -> app_commands.Command[Any, ..., None]:
    """The command ``/leaderboard``."""

    @app_commands.describe(game=words(T("Which board; without it you see the best of every game")))
    @app_commands.rename(game=name(T("/game")))
    @app_commands.choices(game=[_choice(title, key) for key, title in board_titles().items()])
    async def callback(interaction: discord.Interaction[Any], game: str | None = None) -> None:
        await dispatcher.on_command(interaction, lambda context: show_leaderboard(context, game))

    return app_commands.Command(
        name=name(T("/leaderboard")), description=words(T("Who plays best on this server")), callback=callback
    )


def stats_command(dispatcher: Dispatcher) -> app_commands.Command[Any, ..., None]:
    """The command ``/player stats``, for the group ``/player``."""

    @app_commands.describe(
        player=words(T("Whose figures you want to see; without it your own")),
        game=words(T("Only this game")),
    )
    @app_commands.rename(player=name(T("/player")), game=name(T("/game")))
    @app_commands.choices(game=[app_commands.Choice(name=game.info.title, value=slug) for slug, game in GAMES.items()])
    async def callback(
        interaction: discord.Interaction[Any], player: discord.User | None = None, game: str | None = None
    ) -> None:
        await dispatcher.on_command(interaction, lambda context: show_stats(context, player, game))

    return app_commands.Command(
        name=name(T("/stats")),
        description=words(T("Ratings, results and best scores of a player on this server")),
        callback=callback,
    )


def _choice(title: Text, value: str) -> app_commands.Choice[str]:
    return app_commands.Choice(name=words(title), value=value)
