"""``/rules``, ``/about`` and ``/player settings``."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.cogs.base import name, words
from bot.cogs.ranks import stats_command
from bot.ui.call import Call
from bot.ui.desk import Desk
from bot.ui.handbook import (
    BOARD_TITLES,
    PALETTE_TITLES,
    SHEET_TITLES,
    SIZES,
    THEME_TITLES,
    about,
    change_settings,
    show_rules,
)
from bot.ui.planners import offered
from engines.game import GameInfo
from engines.text import T, Text


def rules_group(desk: Desk) -> app_commands.Group:
    """The command ``/rules``, with a subcommand for each game."""
    group = app_commands.Group(name=name(T("/rules")), description=words(T("Read how a game is played")))
    for game in offered().values():
        group.add_command(_rules_command(desk, game.info))
    return group


def _rules_command(desk: Desk, info: GameInfo) -> app_commands.Command[Any, ..., None]:
    async def callback(interaction: discord.Interaction[Any]) -> None:
        await desk.asked(interaction, lambda call: show_rules(call, info.slug))

    return app_commands.Command(name=info.slug, description=words(info.tagline), callback=callback)


def about_command(desk: Desk) -> app_commands.Command[Any, ..., None]:
    """The command ``/about``."""

    async def callback(interaction: discord.Interaction[Any]) -> None:
        async def show(call: Call) -> None:
            await call.answer.say(about(call.write))

        await desk.asked(interaction, show)

    return app_commands.Command(
        name=name(T("/about")), description=words(T("What this bot is, and where to begin")), callback=callback
    )


def player_group(desk: Desk) -> app_commands.Group:
    """The command ``/player``."""
    group = app_commands.Group(name=name(T("/player")), description=words(T("Things about you")))
    group.add_command(_settings_command(desk))
    group.add_command(stats_command(desk))
    return group


def _settings_command(desk: Desk) -> app_commands.Command[Any, ..., None]:
    @app_commands.describe(
        theme=words(T("Background of pictures")),
        palette=words(T("Colours of pictures")),
        size=words(T("Width of pictures")),
        boards=words(T("Boards as pictures or as text")),
        sheets=words(T("How your private sheets come to you")),
    )
    @app_commands.rename(
        theme=name(T("/background")),
        palette=name(T("/colours")),
        size=name(T("/width")),
        boards=name(T("/boards")),
        sheets=name(T("/sheets")),
    )
    @app_commands.choices(
        theme=_choices(THEME_TITLES),
        palette=_choices(PALETTE_TITLES),
        size=_choices({str(size): T("{size} pixels", size=size) for size in SIZES}),
        boards=_choices(BOARD_TITLES),
        sheets=_choices(SHEET_TITLES),
    )
    async def callback(
        interaction: discord.Interaction[Any],
        theme: str | None = None,
        palette: str | None = None,
        size: str | None = None,
        boards: str | None = None,
        sheets: str | None = None,
    ) -> None:
        given = {"theme": theme, "palette": palette, "size": size, "boards": boards, "sheets": sheets}
        chosen = {setting: value for setting, value in given.items() if value is not None}
        await desk.asked(interaction, lambda call: change_settings(call, chosen))

    return app_commands.Command(
        name=name(T("/settings")), description=words(T("How boards look to you")), callback=callback
    )


def _choices(titles: dict[str, Text]) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=words(title), value=value) for value, title in titles.items()]
