"""``/player …``: a player's settings, holidays, statistics and stored data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from bot.commands.base import Option, localized, localized_name, make_command
from bot.commands.leaderboards import stats_command
from bot.matches.model.settings import choices_of
from bot.ui.components.setting_menus import LANGUAGES, has_choice
from bot.ui.interactions.dispatcher import Dispatcher
from bot.ui.player.holidays import announce_holiday, end_holiday
from bot.ui.player.privacy import show_privacy
from bot.ui.player.setting_texts import SETTINGS, TEXTS
from bot.ui.player.settings import ZONE_LIMIT, SettingInput, change_settings, zone_choices
from engines.text import T

DATE_LIMIT = 40
"""Maximum length of a typed date."""

SettingText = app_commands.Range[str, 1, ZONE_LIMIT]
DateText = app_commands.Range[str, 1, DATE_LIMIT]


def player_group(dispatcher: Dispatcher) -> app_commands.Group:
    """The command ``/player``."""
    group = app_commands.Group(
        name=localized_name(T("/player")), description=localized(T("Your settings, holidays, statistics and data"))
    )
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
        changed = [SettingInput(setting, (value,), is_typed=True) for setting, value in given.items()]
        await dispatcher.on_command(interaction, lambda context: change_settings(context, changed))

    command = make_command(
        T("/settings"),
        T("Your time zone, notifications and language, and how boards look to you"),
        [_option(setting, dispatcher) for setting in TEXTS if has_choice(setting, dispatcher.services.catalogues)],
        change,
    )

    @command.autocomplete("zone")
    async def complete(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await dispatcher.on_autocomplete(interaction, lambda context: zone_choices(context, current))

    return command


def _option(setting: str, dispatcher: Dispatcher) -> Option:
    texts, choices = TEXTS[setting], choices_of(SETTINGS[setting], dispatcher.services.catalogues.languages[:LANGUAGES])
    titles = {choice: texts.label(value, 0) for choice, value in choices.items()}
    return Option(setting, texts.option, texts.purpose, str if titles else SettingText, titles or None)


def _away_command(dispatcher: Dispatcher) -> app_commands.Command[Any, ..., None]:
    @app_commands.describe(
        until=localized(
            T("Last day of your holiday, such as 2026-12-24 or 24 Dec; or its length, such as 5d or 2 weeks")
        ),
        begin=localized(T("First day of your holiday, typed the same way; leave empty for now")),
    )
    @app_commands.rename(until=localized_name(T("/until")), begin=localized_name(T("/from")))
    async def callback(interaction: discord.Interaction[Any], until: DateText, begin: DateText | None = None) -> None:
        await dispatcher.on_command(interaction, lambda context: announce_holiday(context, until, begin))

    return app_commands.Command(
        name=localized_name(T("/away")),
        description=localized(T("Announce a holiday in all your matches, and stop your clocks meanwhile")),
        callback=callback,
    )


def _back_command(dispatcher: Dispatcher) -> app_commands.Command[Any, ..., None]:
    async def callback(interaction: discord.Interaction[Any]) -> None:
        await dispatcher.on_command(interaction, end_holiday)

    return app_commands.Command(
        name=localized_name(T("/back")),
        description=localized(T("End your holiday early, or cancel it")),
        callback=callback,
    )


def _privacy_command(dispatcher: Dispatcher) -> app_commands.Command[Any, ..., None]:
    async def callback(interaction: discord.Interaction[Any]) -> None:
        await dispatcher.on_command(interaction, show_privacy)

    return app_commands.Command(
        name=localized_name(T("/privacy")),
        description=localized(T("See what is stored about you, get it as a file, or delete it")),
        callback=callback,
    )
