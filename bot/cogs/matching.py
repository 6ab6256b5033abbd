"""Commands with an option ``match``, and answers that are chosen from a list."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import discord
from discord import app_commands

from bot.cogs.base import name, words
from bot.errors import RefusalError
from bot.ui.desk import Desk
from bot.ui.finding import Errand, match_choices
from engines.text import T, Text


def way_of(ways: Mapping[str, Errand], answer: str) -> Errand:
    """The errand that an answer stands for.

    Raises:
        RefusalError: it is none that the command offers; only somebody who talks to Discord directly can send that.
    """
    if answer not in ways:
        raise RefusalError(T("There is no such answer: choose one of {answers}.", answers=", ".join(ways)))
    return ways[answer]


def with_matches(
    desk: Desk, title: Text, description: Text, wanted: Errand, callback: Callable[..., Awaitable[None]]
) -> app_commands.Command[Any, ..., None]:
    """A command whose option ``match`` offers the matches that fit."""
    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=name(title),
        description=words(description),
        callback=callback,  # type: ignore[arg-type]
    )

    @command.autocomplete("match")
    async def complete(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[int]]:
        return await desk.completed(interaction, lambda call: match_choices(call, wanted, current))

    return command
