"""``/player …``: what somebody sets, holidays, and what is stored about somebody."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from bot.cogs.base import name, words
from bot.cogs.ranks import stats_command
from bot.ui.away import come_back, go_away
from bot.ui.desk import Desk
from bot.ui.player_settings import ZONE_LIMIT, Chosen, change_settings, zone_choices
from bot.ui.privacy import show_privacy
from bot.ui.setting_titles import (
    AS_DISCORD,
    BOARD_TITLES,
    ORIENTATION_TITLES,
    PALETTE_TITLES,
    REMINDERS,
    SHEET_TITLES,
    SIZES,
    TELL_TITLES,
    THEME_TITLES,
    language_title,
    remind_title,
    width_title,
)
from engines.text import T, Text

WHEN_LIMIT = 40
"""Characters that a typed date may have."""

Typed = app_commands.Range[str, 1, ZONE_LIMIT]
When = app_commands.Range[str, 1, WHEN_LIMIT]


OPTIONS: Mapping[str, tuple[Text, Text]] = {
    "zone": (T("/timezone"), T("Your time zone: a city nearby, or the difference to UTC such as UTC+5:30")),
    "quiet": (
        T("/quiet"),
        T("Hours without clocks and reminders, such as 22:30-07:00; or none"),
    ),
    "daystyped": (T("/daysoff"), T("Days of the week without play, such as Sat Sun; or none")),
    "remind": (T("/reminders"), T("How often you are reminded of a match that waits for you")),
    "tell": (T("/tell"), T("How you are told that a match waits for you")),
    "language": (T("/language"), T("The language of private answers, direct messages and pictures")),
    "sheets": (T("/sheets"), T("How your private sheets come to you")),
    "theme": (T("/background"), T("Background of pictures")),
    "palette": (T("/colours"), T("Colours of pictures")),
    "size": (T("/width"), T("Width of pictures")),
    "boards": (T("/boards"), T("Boards as pictures or as text")),
    "orientation": (T("/orientation"), T("How boards are turned")),
}
"""The options of ``/player settings``: what each is called, and what it is for."""

CHOSEN: Mapping[str, Mapping[str, Text]] = {
    "remind": {str(hours): remind_title(hours) for hours in REMINDERS},
    "tell": TELL_TITLES,
    "sheets": SHEET_TITLES,
    "theme": THEME_TITLES,
    "palette": PALETTE_TITLES,
    "size": {str(size): width_title(size) for size in SIZES},
    "boards": BOARD_TITLES,
    "orientation": ORIENTATION_TITLES,
}
"""Values of those that are chosen; the others are typed."""


def player_group(desk: Desk) -> app_commands.Group:
    """The command ``/player``."""
    group = app_commands.Group(name=name(T("/player")), description=words(T("Things about you")))
    for command in (
        _settings_command(desk),
        _away_command(desk),
        _back_command(desk),
        stats_command(desk),
        _privacy_command(desk),
    ):
        group.add_command(command)
    return group


def _settings_command(desk: Desk) -> app_commands.Command[Any, ..., None]:
    languages = {AS_DISCORD: language_title(None)}
    languages |= {language: language_title(language) for language in desk.catalogues.languages[:24]}
    chosen: Mapping[str, Mapping[str, Text]] = {**CHOSEN, "language": languages}
    options = dict(OPTIONS)
    if desk.catalogues.only is not None:
        del options["language"]

    async def callback(interaction: discord.Interaction[Any], **given: str | None) -> None:
        changed = [Chosen(setting, (value,)) for setting, value in given.items() if value is not None]
        await desk.asked(interaction, lambda call: change_settings(call, changed))

    # discord.py reads a command's options off the signature; here they come from the table above.
    parameters = [inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD)]
    for setting in options:
        kind: Any = str if setting in chosen else Typed
        parameters.append(
            inspect.Parameter(setting, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=None, annotation=kind | None)
        )
    callback.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    app_commands.describe(**{setting: words(told) for setting, (_, told) in options.items()})(callback)
    app_commands.rename(**{setting: name(title) for setting, (title, _) in options.items()})(callback)
    app_commands.choices(**{setting: _choices(chosen[setting]) for setting in options if setting in chosen})(callback)
    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=name(T("/settings")),
        description=words(T("Your time, how you are told, your language, and how boards look to you")),
        callback=callback,
    )

    @command.autocomplete("zone")
    async def complete(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await desk.completed(interaction, lambda call: zone_choices(call, current))

    return command


def _away_command(desk: Desk) -> app_commands.Command[Any, ..., None]:
    @app_commands.describe(
        until=words(
            T("The last day of your holiday, such as 2026-12-24 or 24 Dec; or how long, such as 5d or 2 weeks")
        ),
        begin=words(T("Its first day, in the same way; now, if you do not say")),
    )
    @app_commands.rename(until=name(T("/until")), begin=name(T("/from")))
    async def callback(interaction: discord.Interaction[Any], until: When, begin: When | None = None) -> None:
        await desk.asked(interaction, lambda call: go_away(call, until, begin))

    return app_commands.Command(
        name=name(T("/away")),
        description=words(T("Announce a holiday in all your matches; your clocks stand still meanwhile")),
        callback=callback,
    )


def _back_command(desk: Desk) -> app_commands.Command[Any, ..., None]:
    async def callback(interaction: discord.Interaction[Any]) -> None:
        await desk.asked(interaction, come_back)

    return app_commands.Command(
        name=name(T("/back")), description=words(T("End your holiday early, or call it off")), callback=callback
    )


def _privacy_command(desk: Desk) -> app_commands.Command[Any, ..., None]:
    async def callback(interaction: discord.Interaction[Any]) -> None:
        await desk.asked(interaction, show_privacy)

    return app_commands.Command(
        name=name(T("/privacy")),
        description=words(T("What is stored about you; get it as a file, or delete it")),
        callback=callback,
    )


def _choices(titles: Mapping[str, Text]) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=words(title), value=value) for value, title in titles.items()]
