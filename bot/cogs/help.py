"""``/rules`` and ``/about``."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.cogs.base import name, words
from bot.ui.help.rules import about, show_rules
from bot.ui.interactions.context import Call
from bot.ui.interactions.services import Desk
from bot.ui.planners import offered
from engines.game import GameInfo
from engines.text import T


def rules_group(desk: Desk) -> app_commands.Group:
    """The command ``/rules``, with a subcommand for each game."""
    group = app_commands.Group(name=name(T("/rules")), description=words(T("Read how a game is played")))
    for game in offered().values():
        group.add_command(_rules_command(desk, game.info))
    return group


def _rules_command(desk: Desk, info: GameInfo) -> app_commands.Command[Any, ..., None]:
    async def callback(interaction: discord.Interaction[Any]) -> None:
        await desk.asked(interaction, lambda call: show_rules(call, info.slug))

    return app_commands.Command(name=info.slug, description=words(info.tagline), callback=callback)


def about_command(desk: Desk) -> app_commands.Command[Any, ..., None]:
    """The command ``/about``."""

    async def callback(interaction: discord.Interaction[Any]) -> None:
        async def show(call: Call) -> None:
            await call.answer.say(about(call.write))

        await desk.asked(interaction, show)

    return app_commands.Command(
        name=name(T("/about")), description=words(T("What this bot is, and where to begin")), callback=callback
    )
