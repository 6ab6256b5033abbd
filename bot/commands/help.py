"""``/help``, ``/rules`` and ``/about``."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.commands.base import localized, localized_name
from bot.ui.help.overview import show_help
from bot.ui.help.rules import about, show_rules
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.dispatcher import Dispatcher
from engines.game import GameInfo
from engines.registry import GAMES
from engines.text import T


def rules_group(dispatcher: Dispatcher) -> app_commands.Group:
    """The command ``/rules``, with a subcommand for each game."""
    group = app_commands.Group(name=localized_name(T("/rules")), description=localized(T("Read the rules of a game")))
    for game in GAMES.values():
        group.add_command(_rules_command(dispatcher, game.info))
    return group


def _rules_command(dispatcher: Dispatcher, info: GameInfo) -> app_commands.Command[Any, ..., None]:
    async def callback(interaction: discord.Interaction[Any]) -> None:
        await dispatcher.on_command(interaction, lambda context: show_rules(context, info.slug))

    return app_commands.Command(name=info.slug, description=localized(info.tagline), callback=callback)


def help_command(dispatcher: Dispatcher) -> app_commands.Command[Any, ..., None]:
    """The command ``/help``."""

    async def callback(interaction: discord.Interaction[Any]) -> None:
        await dispatcher.on_command(interaction, show_help)

    return app_commands.Command(
        name=localized_name(T("/help")),
        description=localized(T("What you can do here and now")),
        callback=callback,
    )


def about_command(dispatcher: Dispatcher) -> app_commands.Command[Any, ..., None]:
    """The command ``/about``."""

    async def callback(interaction: discord.Interaction[Any]) -> None:
        async def show(context: InteractionContext) -> None:
            await context.responder.reply(about(context.write))

        await dispatcher.on_command(interaction, show)

    return app_commands.Command(
        name=localized_name(T("/about")),
        description=localized(T("What this bot is, and how to start")),
        callback=callback,
    )
