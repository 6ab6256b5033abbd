"""``/server …``: for those who manage a server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from bot.commands.base import Option, command_of, name, words
from bot.matches.model.settings import PACES, choices_of, is_pace
from bot.ui.components.selects import OPENED_IN
from bot.ui.components.setting_menus import LANGUAGES, has_choice
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.dispatcher import Dispatcher
from bot.ui.server.matches import show_server_matches
from bot.ui.server.setting_words import SETTINGS, WORDS, pace_title
from bot.ui.server.settings import change_server_settings
from engines.text import T


class OpenedIn(app_commands.Transformer):
    """An option for a channel or category in which tables can be opened: the same kinds as in the panel."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        """A channel."""
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        """The kinds that Discord offers."""
        return list(OPENED_IN)

    async def transform(self, _interaction: discord.Interaction[Any], value: Any, /) -> app_commands.AppCommandChannel:
        """The channel as Discord tells of it."""
        channel: app_commands.AppCommandChannel = value
        return channel


Allowed = app_commands.Transform[app_commands.AppCommandChannel, OpenedIn]


def server_group(dispatcher: Dispatcher) -> app_commands.Group:
    """The command ``/server``: in servers only, for those who may manage them."""
    group = app_commands.Group(
        name=name(T("/server")),
        description=words(T("For those who manage this server")),
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
        name=name(T("/matches")),
        description=words(T("Everything open and running in this server, with ways to end or move it")),
        callback=callback,
    )


KINDS: Mapping[str, Any] = {
    "allow": Allowed,
    "disallow": Allowed,
    "pace": app_commands.Range[str, 1, 20],
    "role": discord.Role,
}
"""What is typed for options that are no choice and no number."""


def _settings_command(dispatcher: Dispatcher) -> app_commands.Command[Any, ..., None]:
    async def change(interaction: discord.Interaction[Any], given: Mapping[str, Any]) -> None:
        changes = {option: getattr(value, "id", value) for option, value in given.items()}
        await dispatcher.on_command(interaction, lambda context: change_server_settings(context, changes))

    offered = [setting for setting in WORDS if has_choice(setting, dispatcher.services.catalogues)]
    command = command_of(
        T("/settings"),
        T("Settings for tables and matches on this server"),
        [_option(option, setting, dispatcher) for setting in offered for option in WORDS[setting].options],
        change,
    )

    @command.autocomplete("pace")
    async def complete_pace(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        async def find(context: InteractionContext) -> list[app_commands.Choice[str]]:
            return _paces(context, current)

        return await dispatcher.on_autocomplete(interaction, find)

    return command


def _option(option: str, setting: str, dispatcher: Dispatcher) -> Option:
    title, purpose = WORDS[setting].options[option]
    if option in KINDS:
        return Option(option, title, purpose, KINDS[option])
    numbers, label = SETTINGS[setting].numbers, WORDS[setting].label
    if numbers is not None:
        return Option(option, title, purpose, app_commands.Range[int, numbers[0], numbers[-1]])
    choices = choices_of(SETTINGS[setting], dispatcher.services.catalogues.languages[:LANGUAGES])
    return Option(option, title, purpose, str, {choice: label(value) for choice, value in choices.items()})


def _paces(context: InteractionContext, typed: str) -> list[app_commands.Choice[str]]:
    """The paces with a name, and what is typed if it is one itself."""
    wanted = typed.strip().casefold()
    found = [(pace, context.write.plain(pace_title(pace))) for pace in PACES]
    choices = [app_commands.Choice(name=title, value=pace) for pace, title in found if wanted in title.casefold()]
    if is_pace(wanted) and wanted not in PACES:
        choices.insert(0, app_commands.Choice(name=context.write.plain(pace_title(wanted), 100), value=wanted))
    return choices
