"""``/server …``: for server managers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from bot.commands.base import ChannelTransformer, Option, localized, localized_name, make_command
from bot.matches.model.settings import TIME_CONTROLS, choices_of, is_time_control
from bot.ui.components.selects import OPENED_IN
from bot.ui.components.setting_menus import LANGUAGES, has_choice
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.dispatcher import Dispatcher
from bot.ui.server.matches import show_server_matches
from bot.ui.server.setting_texts import SETTINGS, TEXTS, pace_title
from bot.ui.server.settings import change_server_settings
from engines.text import T, normalize_typed

TableChannel = app_commands.Transform[app_commands.AppCommandChannel, ChannelTransformer(OPENED_IN)]
"""A channel or category where tables can be opened: the same types as in the panel."""


def server_group(dispatcher: Dispatcher) -> app_commands.Group:
    """The command ``/server``: in servers only, for their managers."""
    group = app_commands.Group(
        name=localized_name(T("/server")),
        description=localized(T("For server managers")),
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
        default_permissions=discord.Permissions(manage_guild=True),
    )
    group.add_command(_settings_command(dispatcher))
    group.add_command(_matches_command(dispatcher))
    return group


def _matches_command(dispatcher: Dispatcher) -> app_commands.Command[Any, ..., None]:
    async def callback(interaction: discord.Interaction[Any]) -> None:
        await dispatcher.on_command(interaction, show_server_matches)

    return app_commands.Command(
        name=localized_name(T("/matches")),
        description=localized(T("All open tables and running matches on this server; move or end them here")),
        callback=callback,
    )


OPTION_TYPES: Mapping[str, Any] = {
    "allow": TableChannel,
    "disallow": TableChannel,
    "pace": app_commands.Range[str, 1, 20],
    "role": discord.Role,
}
"""Annotations of options that are neither a choice nor a number."""


def _settings_command(dispatcher: Dispatcher) -> app_commands.Command[Any, ..., None]:
    async def change(interaction: discord.Interaction[Any], given: Mapping[str, Any]) -> None:
        changes = {option: getattr(value, "id", value) for option, value in given.items()}
        await dispatcher.on_command(interaction, lambda context: change_server_settings(context, changes))

    configurable = [setting for setting in TEXTS if has_choice(setting, dispatcher.services.catalogues)]
    command = make_command(
        T("/settings"),
        T("Settings for tables and matches on this server"),
        [_option(option, setting, dispatcher) for setting in configurable for option in TEXTS[setting].options],
        change,
    )

    @command.autocomplete("pace")
    async def complete_pace(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        async def find(context: InteractionContext) -> list[app_commands.Choice[str]]:
            return _pace_choices(context, current)

        return await dispatcher.on_autocomplete(interaction, find)

    return command


def _option(option: str, setting: str, dispatcher: Dispatcher) -> Option:
    title, purpose = TEXTS[setting].options[option]
    if option in OPTION_TYPES:
        return Option(option, title, purpose, OPTION_TYPES[option])
    numbers, label = SETTINGS[setting].numbers, TEXTS[setting].label
    if numbers is not None:
        return Option(option, title, purpose, app_commands.Range[int, numbers[0], numbers[-1]])
    choices = choices_of(SETTINGS[setting], dispatcher.services.catalogues.languages[:LANGUAGES])
    return Option(option, title, purpose, str, {choice: label(value) for choice, value in choices.items()})


def _pace_choices(context: InteractionContext, typed: str) -> list[app_commands.Choice[str]]:
    """Return the named paces that match the typed text, and the typed pace if it is valid."""
    needle = normalize_typed(typed).strip()
    found = [(pace, context.write.plain(pace_title(pace))) for pace in TIME_CONTROLS]
    choices = [app_commands.Choice(name=title, value=pace) for pace, title in found if needle in normalize_typed(title)]
    if is_time_control(needle) and needle not in TIME_CONTROLS:
        choices.insert(0, app_commands.Choice(name=context.write.plain(pace_title(needle), 100), value=needle))
    return choices
