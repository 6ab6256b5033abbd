"""The tree of slash commands: what discord.py itself refuses or cannot read is answered here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from bot.errors import explain
from bot.gateway.unreadable import tell_unreadable
from bot.ui.components.text import fit
from bot.ui.interactions.errors import offer_no_choices, reply_with_warning
from engines.text import T


class KurultaiTree(app_commands.CommandTree[Any]):
    """The slash commands. Errors of handlers are answered before they get here; these are discord.py's own."""

    async def _call(self, interaction: discord.Interaction[Any]) -> None:
        """Answer also what discord.py cannot read of a command: by itself it would leave that in a task that failed."""
        try:
            await super()._call(interaction)
            if interaction.type is discord.InteractionType.autocomplete:
                await offer_no_choices(interaction)  # where discord.py has given up
        except app_commands.AppCommandError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, somebody waits for an answer
            await tell_unreadable(interaction, self.client.services.writer(str(interaction.locale)), error)

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Offer nothing for an option that an older version had: discord.py would leave that unanswered, and log it."""
        if interaction.type is not discord.InteractionType.autocomplete or _completes(interaction):
            return True
        await offer_no_choices(interaction)
        return False

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        """Answer what discord.py could not make sense of, for example a command that is older than this version."""
        if interaction.type is discord.InteractionType.autocomplete:
            await offer_no_choices(interaction)
            return
        if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            text = T("This command has changed. Please wait a minute, or restart Discord, and try again.")
        elif isinstance(error, app_commands.TransformerError):
            text = T("“{value}” does not fit there. Please choose something else.", value=fit(str(error.value), 50))
        else:
            text = explain(error).text
        await reply_with_warning(interaction, self.client.services.writer(str(interaction.locale))(text))


def _completes(interaction: discord.Interaction[Any]) -> bool:
    """Whether somebody types into an option for which there are suggestions."""
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        return False
    data: Mapping[str, Any] = interaction.data or {}
    options = data.get("options") or []
    while options and "options" in options[0]:  # a group's only option is the command in it
        options = options[0]["options"]
    typed = {option["name"] for option in options if option.get("focused")}
    return any(parameter.display_name in typed and parameter.autocomplete for parameter in command.parameters)
