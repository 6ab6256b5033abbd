"""``/match pace``, and the time options of a table."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.commands.base import MATCH_OPTION, localized, localized_name
from bot.commands.offers import Command, with_match_option
from bot.ui.interactions.dispatcher import Dispatcher
from bot.ui.interactions.match_picker import run_match_command
from bot.ui.lobby.tables import show_terms, terms_detail
from bot.ui.lobby.time_control import PACE_LIMIT, TIMEOUT_TITLES, pace_choices
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


def pace_command(dispatcher: Dispatcher) -> Command:
    """``/match pace``."""

    @app_commands.describe(pace=PACE_OPTION, holidays=HOLIDAYS_OPTION, on_timeout=TIMEOUT_OPTION, match=MATCH_OPTION)
    @app_commands.rename(
        pace=localized_name(T("/pace")),
        holidays=localized_name(T("/holidays")),
        on_timeout=localized_name(T("/timeout")),
        match=localized_name(T("/match")),
    )
    @app_commands.choices(holidays=HOLIDAYS_CHOICES, on_timeout=TIMEOUT_CHOICES)
    async def callback(
        interaction: discord.Interaction[Any],
        pace: app_commands.Range[str, 1, PACE_LIMIT] | None = None,
        holidays: str = "",
        on_timeout: str = "",
        match: int | None = None,
    ) -> None:
        detail = terms_detail(pace or "", holidays, on_timeout)
        await dispatcher.on_command(interaction, lambda context: run_match_command(context, show_terms, match, detail))

    command = with_match_option(
        dispatcher, T("/pace"), T("Show how much time players have, or change it at your table"), show_terms, callback
    )
    complete_pace(dispatcher, command)
    return command


def complete_pace(dispatcher: Dispatcher, command: Command) -> None:
    """Add suggestions to a command's option ``pace``."""

    @command.autocomplete("pace")
    async def complete(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await dispatcher.on_autocomplete(interaction, lambda context: pace_choices(context, current))
