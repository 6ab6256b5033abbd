"""``/match watch`` and ``/match unwatch``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
from discord import app_commands

from bot.commands.base import MATCH_OPTION, name, words
from bot.commands.offers import Command, with_matches
from bot.ui.interactions.dispatcher import Dispatcher
from bot.ui.interactions.match_picker import run_match_command
from bot.ui.match.spectators import THREAD, type_unwatch, watch, watched_choices
from engines.text import T


def spectator_commands(dispatcher: Dispatcher) -> Iterator[Command]:
    """``/match watch`` and ``/match unwatch``."""
    yield _watch_command(dispatcher)
    yield _unwatch_command(dispatcher)


def _watch_command(dispatcher: Dispatcher) -> Command:
    @app_commands.describe(way=words(T("How its boards come to you")), match=MATCH_OPTION)
    @app_commands.rename(way=name(T("/way")), match=name(T("/match")))
    @app_commands.choices(
        way=[
            app_commands.Choice(name=words(T("By direct message")), value="dm"),
            app_commands.Choice(name=words(T("In the match’s thread")), value=THREAD),
        ]
    )
    async def callback(interaction: discord.Interaction[Any], way: str = "dm", match: int | None = None) -> None:
        await dispatcher.on_command(interaction, lambda context: run_match_command(context, watch, match, way))

    return with_matches(dispatcher, T("/watch"), T("Get every new board of a match of others"), watch, callback)


def _unwatch_command(dispatcher: Dispatcher) -> Command:
    @app_commands.describe(match=MATCH_OPTION)
    @app_commands.rename(match=name(T("/match")))
    async def callback(interaction: discord.Interaction[Any], match: int | None = None) -> None:
        await dispatcher.on_command(interaction, lambda context: type_unwatch(context, match))

    command: Command = app_commands.Command(
        name=name(T("/unwatch")), description=words(T("Get no more boards of a match of others")), callback=callback
    )

    @command.autocomplete("match")
    async def complete(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[int]]:
        return await dispatcher.on_autocomplete(interaction, lambda context: watched_choices(context, current))

    return command
