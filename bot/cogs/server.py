"""``/server …``: for those who manage a server."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from bot.cogs.base import name, words
from bot.matches.model.settings import MOST_OPEN_TABLES, MOST_RUNNING_MATCHES, is_pace
from bot.ui.call import Call
from bot.ui.desk import Desk
from bot.ui.selects import OPENED_IN
from bot.ui.server_matches import show_server_matches
from bot.ui.server_settings import (
    AS_DISCORD,
    LANGUAGES,
    OPENERS,
    PACE_TITLES,
    THREADS,
    change_server_settings,
    language_title,
    pace_title,
)
from engines.text import T, Text


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


def server_group(desk: Desk) -> app_commands.Group:
    """The command ``/server``: in servers only, for those who may manage them."""
    group = app_commands.Group(
        name=name(T("/server")),
        description=words(T("For those who manage this server")),
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
        default_permissions=discord.Permissions(manage_guild=True),
    )
    group.add_command(_settings_command(desk))
    group.add_command(_matches_command(desk))
    return group


def _matches_command(desk: Desk) -> app_commands.Command[Any, ..., None]:
    async def callback(interaction: discord.Interaction[Any]) -> None:
        await desk.asked(interaction, show_server_matches)

    return app_commands.Command(
        name=name(T("/matches")),
        description=words(T("Everything open and running in this server, with ways to end or move it")),
        callback=callback,
    )


OPTIONS: Mapping[str, tuple[Text, Text]] = {
    "allow": (T("/allow"), T("A channel or category for matches; with none, they are played everywhere")),
    "disallow": (T("/disallow"), T("A channel or category that is no longer for matches")),
    "threads": (T("/threads"), T("Whether each match gets a thread")),
    "pace": (
        T("/pace"),
        T("Pace of new tables: one of the list, or a bank and what each turn adds, such as 3d+24h"),
    ),
    "language": (T("/language"), T("Language of boards and other public messages")),
    "openers": (T("/openers"), T("Who may open tables")),
    "role": (T("/role"), T("A role whose members may open tables")),
    "tables": (T("/tables"), T("Most open tables of one player")),
    "matches": (T("/matches"), T("Most running matches of one player")),
}
"""The options of ``/server settings``: what each is called, and what it is for."""


def _settings_command(desk: Desk) -> app_commands.Command[Any, ..., None]:
    async def callback(  # noqa: PLR0913, PLR0917 - one for each option of the command
        interaction: discord.Interaction[Any],
        allow: Allowed | None = None,
        disallow: Allowed | None = None,
        threads: str | None = None,
        pace: app_commands.Range[str, 1, 20] | None = None,
        language: str | None = None,
        openers: str | None = None,
        role: discord.Role | None = None,
        tables: app_commands.Range[int, 1, MOST_OPEN_TABLES] | None = None,
        matches: app_commands.Range[int, 1, MOST_RUNNING_MATCHES] | None = None,
    ) -> None:
        given = {
            "allow": None if allow is None else allow.id,
            "disallow": None if disallow is None else disallow.id,
            "threads": threads,
            "pace": pace,
            "language": language,
            "openers": openers,
            "role": None if role is None else role.id,
            "tables": tables,
            "matches": matches,
        }
        changes = {setting: value for setting, value in given.items() if value is not None}
        await desk.asked(interaction, lambda call: change_server_settings(call, changes))

    options, chosen = dict(OPTIONS), {"threads": THREADS, "openers": OPENERS, "language": _languages(desk)}
    if desk.catalogues.only is not None:
        # Where there is one language alone, there is no option for it: discord.py reads the options off the signature.
        del options["language"], chosen["language"]
        signature = inspect.signature(callback)
        kept = [parameter for parameter in signature.parameters.values() if parameter.name != "language"]
        callback.__signature__ = signature.replace(parameters=kept)  # type: ignore[attr-defined]
    app_commands.describe(**{setting: words(told) for setting, (_, told) in options.items()})(callback)
    app_commands.rename(**{setting: name(title) for setting, (title, _) in options.items()})(callback)
    app_commands.choices(**{setting: _choices(titles) for setting, titles in chosen.items()})(callback)
    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=name(T("/settings")),
        description=words(T("Settings for tables and matches on this server")),
        callback=callback,
    )

    @command.autocomplete("pace")
    async def complete_pace(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        async def find(call: Call) -> list[app_commands.Choice[str]]:
            return _paces(call, current)

        return await desk.completed(interaction, find)

    return command


def _paces(call: Call, typed: str) -> list[app_commands.Choice[str]]:
    """The paces with a name, and what is typed if it is one itself."""
    wanted = typed.strip().casefold()
    found = [(pace, call.write.plain(title)) for pace, title in PACE_TITLES.items()]
    choices = [app_commands.Choice(name=title, value=pace) for pace, title in found if wanted in title.casefold()]
    if is_pace(wanted) and wanted not in PACE_TITLES:
        choices.insert(0, app_commands.Choice(name=call.write.plain(pace_title(wanted), 100), value=wanted))
    return choices


def _languages(desk: Desk) -> dict[str, Text]:
    known = {language: language_title(language) for language in desk.catalogues.languages[:LANGUAGES]}
    return {AS_DISCORD: T("as this server has it on Discord"), **known}


def _choices(titles: Mapping[str, Text]) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=words(title), value=value) for value, title in titles.items()]
