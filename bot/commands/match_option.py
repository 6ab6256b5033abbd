"""The option ``match`` of several commands."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands

from bot.commands.base import localized, localized_name
from bot.ui.interactions.dispatcher import Dispatcher
from bot.ui.interactions.match_commands import MatchCommand
from bot.ui.interactions.match_picker import match_choices
from engines.text import T, Text

Command = app_commands.Command[Any, ..., None]

MATCH_OPTION = localized(T("The match number, if it is not clear which match you mean"))


def with_match_option(
    dispatcher: Dispatcher,
    title: Text,
    description: Text,
    subject: MatchCommand,
    callback: Callable[..., Awaitable[None]],
) -> Command:
    """Make a command whose option ``match`` suggests the matches it applies to."""
    command: Command = app_commands.Command(
        name=localized_name(title),
        description=localized(description),
        callback=callback,  # type: ignore[arg-type]
    )

    @command.autocomplete("match")
    async def complete(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[int]]:
        return await dispatcher.on_autocomplete(interaction, lambda context: match_choices(context, subject, current))

    return command


def typed_match(interaction: discord.Interaction[Any]) -> int | None:
    """Return the option ``match``, as far as the user has typed it."""
    value = getattr(interaction.namespace, "match", None)
    return value if isinstance(value, int) and not isinstance(value, bool) else None
