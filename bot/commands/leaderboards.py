"""``/leaderboard`` and ``/player stats``."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.commands.base import localized, localized_name
from bot.ui.interactions.dispatcher import Dispatcher
from bot.ui.server.leaderboard_kinds import leaderboard_titles
from bot.ui.server.leaderboards import show_leaderboard
from bot.ui.server.statistics import show_stats
from engines.registry import GAMES
from engines.text import T, Text


def leaderboard_command(dispatcher: Dispatcher) -> app_commands.Command[Any, ..., None]:
    """The command ``/leaderboard``."""

    @app_commands.describe(game=localized(T("Which leaderboard; leave empty for the best players of every game")))
    @app_commands.rename(game=localized_name(T("/game")))
    @app_commands.choices(game=[_choice(title, key) for key, title in leaderboard_titles().items()])
    async def callback(interaction: discord.Interaction[Any], game: str | None = None) -> None:
        await dispatcher.on_command(interaction, lambda context: show_leaderboard(context, game))

    return app_commands.Command(
        name=localized_name(T("/leaderboard")),
        description=localized(T("Who plays best on this server")),
        callback=callback,
    )


def stats_command(dispatcher: Dispatcher) -> app_commands.Command[Any, ..., None]:
    """The command ``/player stats``, for the group ``/player``."""

    @app_commands.describe(
        player=localized(T("Whose statistics to show; leave empty for yours")),
        game=localized(T("Only this game")),
    )
    @app_commands.rename(player=localized_name(T("/player")), game=localized_name(T("/game")))
    @app_commands.choices(game=[app_commands.Choice(name=game.info.title, value=slug) for slug, game in GAMES.items()])
    async def callback(
        interaction: discord.Interaction[Any], player: discord.User | None = None, game: str | None = None
    ) -> None:
        await dispatcher.on_command(interaction, lambda context: show_stats(context, player, game))

    return app_commands.Command(
        name=localized_name(T("/stats")),
        description=localized(T("A player’s ratings, results and best scores on this server")),
        callback=callback,
    )


def _choice(title: Text, value: str) -> app_commands.Choice[str]:
    return app_commands.Choice(name=localized(title), value=value)
