"""Commands in the right-click menus of users and messages."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.commands.base import localized
from bot.ui.interactions.dispatcher import Dispatcher
from bot.ui.lobby.challenge import challenge
from bot.ui.play.explanation import explain_board
from engines.text import T


def challenge_menu(dispatcher: Dispatcher) -> app_commands.ContextMenu:
    """The command *Challenge* on a user, in servers only."""

    async def callback(interaction: discord.Interaction[Any], user: discord.User) -> None:
        await dispatcher.on_command(interaction, lambda context: challenge(context, user))

    return app_commands.ContextMenu(
        name=localized(T("Challenge")),
        callback=callback,
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
    )


def explain_menu(dispatcher: Dispatcher) -> app_commands.ContextMenu:
    """The command *Explain this board* on a message."""

    async def callback(interaction: discord.Interaction[Any], message: discord.Message) -> None:
        await dispatcher.on_command(interaction, lambda context: explain_board(context, message))

    return app_commands.ContextMenu(name=localized(T("Explain this board")), callback=callback)
