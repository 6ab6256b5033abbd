"""The time options of a table."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.commands.base import localized
from bot.commands.match_option import Command
from bot.ui.interactions.dispatcher import Dispatcher
from bot.ui.lobby.time_control import TIMEOUT_TITLES, pace_choices
from engines.text import T

PACE_OPTION = localized(T("None, relaxed, daily, live, or your own: 2d + 12h is 2 days, plus 12 hours for each turn"))
HOLIDAYS_OPTION = localized(T("Whether clocks stop during holidays"))
TIMEOUT_OPTION = localized(T("What happens when time runs out and the others do not decide"))
HOLIDAYS_CHOICES = [
    app_commands.Choice(name=localized(T("Clocks stop during holidays")), value="yes"),
    app_commands.Choice(name=localized(T("Clocks keep running during holidays")), value="no"),
]
TIMEOUT_CHOICES = [
    app_commands.Choice(name=localized(title), value=what.value) for what, title in TIMEOUT_TITLES.items()
]


def complete_pace(dispatcher: Dispatcher, command: Command) -> None:
    """Add suggestions to a command's option ``pace``."""

    @command.autocomplete("pace")
    async def complete(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await dispatcher.on_autocomplete(interaction, lambda context: pace_choices(context, current))
