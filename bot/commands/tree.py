"""The command tree: replies to commands that discord.py rejects or cannot parse."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from bot.errors import explain
from bot.gateway.unreadable import report_unreadable
from bot.ui.interactions.errors import offer_no_choices, reply_with_warning
from engines.text import T


class KurultaiTree(app_commands.CommandTree[Any]):
    """The slash commands. Only discord.py's own errors arrive here; handlers report theirs."""

    async def _call(self, interaction: discord.Interaction[Any]) -> None:
        """Reply also if discord.py fails to parse a command; otherwise the task would just fail."""
        try:
            await super()._call(interaction)
            if interaction.type is discord.InteractionType.autocomplete:
                await offer_no_choices(interaction)  # discord.py has not replied
        except app_commands.AppCommandError:
            raise
        except Exception as error:  # noqa: BLE001 - the user is waiting for a reply, whatever the error
            await report_unreadable(interaction, self.client.services.writer(str(interaction.locale)), error)

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Suggest nothing for an option of an older version; discord.py would log an error and not reply."""
        if interaction.type is not discord.InteractionType.autocomplete or _has_suggestions(interaction):
            return True
        await offer_no_choices(interaction)
        return False

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        """Reply to a command that discord.py could not process, for example one of an older version."""
        if interaction.type is discord.InteractionType.autocomplete:
            await offer_no_choices(interaction)
            return
        if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            text = T("This command has changed. Please wait a minute, or restart Discord, and try again.")
        else:
            text = explain(error).text
        await reply_with_warning(interaction, self.client.services.writer(str(interaction.locale))(text))


def _has_suggestions(interaction: discord.Interaction[Any]) -> bool:
    """Whether the focused option has suggestions."""
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        return False
    data: Mapping[str, Any] = interaction.data or {}
    options = data.get("options") or []
    while options and "options" in options[0]:  # a group's only option is the command in it
        options = options[0]["options"]
    typed = {option["name"] for option in options if option.get("focused")}
    return any(parameter.display_name in typed and parameter.autocomplete for parameter in command.parameters)
