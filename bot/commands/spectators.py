"""``/match watch`` and ``/match unwatch``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
from discord import app_commands

from bot.commands.base import MATCH_OPTION, localized, localized_name
from bot.commands.offers import Command, with_match_option
from bot.ui.interactions.dispatcher import Dispatcher
from bot.ui.interactions.match_picker import run_match_command
from bot.ui.match.spectators import THREAD, type_unwatch, watch, watched_choices
from engines.text import T


def spectator_commands(dispatcher: Dispatcher) -> Iterator[Command]:
    """``/match watch`` and ``/match unwatch``."""
    yield _watch_command(dispatcher)
    yield _unwatch_command(dispatcher)


def _watch_command(dispatcher: Dispatcher) -> Command:
    @app_commands.describe(way=localized(T("How you receive its boards")), match=MATCH_OPTION)
    @app_commands.rename(way=localized_name(T("/way")), match=localized_name(T("/match")))
    @app_commands.choices(
        way=[
            app_commands.Choice(name=localized(T("By direct message")), value="dm"),
            app_commands.Choice(name=localized(T("In the match’s thread")), value=THREAD),
        ]
    )
    async def callback(interaction: discord.Interaction[Any], way: str = "dm", match: int | None = None) -> None:
        await dispatcher.on_command(interaction, lambda context: run_match_command(context, watch, match, way))

    return with_match_option(
        dispatcher, T("/watch"), T("Watch a match between other players: get every new board"), watch, callback
    )


def _unwatch_command(dispatcher: Dispatcher) -> Command:
    @app_commands.describe(match=MATCH_OPTION)
    @app_commands.rename(match=localized_name(T("/match")))
    async def callback(interaction: discord.Interaction[Any], match: int | None = None) -> None:
        await dispatcher.on_command(interaction, lambda context: type_unwatch(context, match))

    command: Command = app_commands.Command(
        name=localized_name(T("/unwatch")),
        description=localized(T("Stop watching a match between other players")),
        callback=callback,
    )

    @command.autocomplete("match")
    async def complete(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[int]]:
        return await dispatcher.on_autocomplete(interaction, lambda context: watched_choices(context, current))

    return command
