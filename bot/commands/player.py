"""``/player …``: what somebody sets, holidays, and what is stored about somebody."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from bot.commands.base import Option, command_of, name, words
from bot.commands.leaderboards import stats_command
from bot.matches.model.settings import choices_of
from bot.ui.components.setting_menus import LANGUAGES, has_choice
from bot.ui.interactions.dispatcher import Dispatcher
from bot.ui.player.holidays import come_back, go_away
from bot.ui.player.privacy import show_privacy
from bot.ui.player.setting_words import SETTINGS, WORDS
from bot.ui.player.settings import ZONE_LIMIT, Chosen, change_settings, zone_choices
from engines.text import T

WHEN_LIMIT = 40
"""Characters that a typed date may have."""

Typed = app_commands.Range[str, 1, ZONE_LIMIT]
When = app_commands.Range[str, 1, WHEN_LIMIT]


def player_group(dispatcher: Dispatcher) -> app_commands.Group:
    """The command ``/player``."""
    group = app_commands.Group(name=name(T("/player")), description=words(T("Things about you")))
    for command in (
        _settings_command(dispatcher),
        _away_command(dispatcher),
        _back_command(dispatcher),
        stats_command(dispatcher),
        _privacy_command(dispatcher),
    ):
        group.add_command(command)
    return group


def _settings_command(dispatcher: Dispatcher) -> app_commands.Command[Any, ..., None]:
    async def change(interaction: discord.Interaction[Any], given: Mapping[str, str]) -> None:
        changed = [Chosen(setting, (value,), is_typed=True) for setting, value in given.items()]
        await dispatcher.on_command(interaction, lambda context: change_settings(context, changed))

    command = command_of(
        T("/settings"),
        T("Your time, how you are told, your language, and how boards look to you"),
        [_option(setting, dispatcher) for setting in WORDS if has_choice(setting, dispatcher.services.catalogues)],
        change,
    )

    @command.autocomplete("zone")
    async def complete(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await dispatcher.on_autocomplete(interaction, lambda context: zone_choices(context, current))

    return command


def _option(setting: str, dispatcher: Dispatcher) -> Option:
    said, choices = WORDS[setting], choices_of(SETTINGS[setting], dispatcher.services.catalogues.languages[:LANGUAGES])
    titles = {choice: said.told(value, 0) for choice, value in choices.items()}
    return Option(setting, said.option, said.purpose, str if titles else Typed, titles or None)


def _away_command(dispatcher: Dispatcher) -> app_commands.Command[Any, ..., None]:
    @app_commands.describe(
        until=words(
            T("The last day of your holiday, such as 2026-12-24 or 24 Dec; or how long, such as 5d or 2 weeks")
        ),
        begin=words(T("Its first day, in the same way; now, if you do not say")),
    )
    @app_commands.rename(until=name(T("/until")), begin=name(T("/from")))
    async def callback(interaction: discord.Interaction[Any], until: When, begin: When | None = None) -> None:
        await dispatcher.on_command(interaction, lambda context: go_away(context, until, begin))

    return app_commands.Command(
        name=name(T("/away")),
        description=words(T("Announce a holiday in all your matches; your clocks stand still meanwhile")),
        callback=callback,
    )


def _back_command(dispatcher: Dispatcher) -> app_commands.Command[Any, ..., None]:
    async def callback(interaction: discord.Interaction[Any]) -> None:
        await dispatcher.on_command(interaction, come_back)

    return app_commands.Command(
        name=name(T("/back")), description=words(T("End your holiday early, or call it off")), callback=callback
    )


def _privacy_command(dispatcher: Dispatcher) -> app_commands.Command[Any, ..., None]:
    async def callback(interaction: discord.Interaction[Any]) -> None:
        await dispatcher.on_command(interaction, show_privacy)

    return app_commands.Command(
        name=name(T("/privacy")),
        description=words(T("What is stored about you; get it as a file, or delete it")),
        callback=callback,
    )
