"""``/player …``: a player's settings, holidays, statistics and stored data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from bot.commands.base import Option, localized, localized_name, make_command
from bot.commands.leaderboards import stats_command
from bot.errors import UserError
from bot.matches.model.settings import choices_of
from bot.ui.components.setting_menus import LANGUAGES, has_choice
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.dispatcher import Dispatcher
from bot.ui.player.holidays import announce_holiday, show_holiday
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
            T("Last day, such as 2026-12-24, or length, such as 5d; leave empty to see or end your holiday")
        ),
        begin=localized(T("First day of your holiday, typed the same way; leave empty for now")),
    )
    @app_commands.rename(until=localized_name(T("/until")), begin=localized_name(T("/from")))
    async def callback(
        interaction: discord.Interaction[Any], until: DateText | None = None, begin: DateText | None = None
    ) -> None:
        async def run(context: InteractionContext) -> None:
            if until is not None:
                await announce_holiday(context, until, begin)
            elif begin is not None:
                raise UserError(T("Please type the last day of your holiday, too."))
            else:
                await show_holiday(context)

        await dispatcher.on_command(interaction, run)

    return app_commands.Command(
        name=localized_name(T("/away")),
        description=localized(T("Announce a holiday in all your matches, which stops your clocks, or end it")),
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
