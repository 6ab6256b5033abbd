"""``/help``, ``/rules``, ``/learn`` and ``/about``."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.commands.base import game_choices, localized, localized_name
from bot.ui.help.about import show_about
from bot.ui.help.overview import show_help
from bot.ui.help.rules import show_rules
from bot.ui.interactions.dispatcher import Dispatcher
from bot.ui.play.lessons import show_lessons
from engines.text import T
from lessons.registry import lessons_of


def rules_command(dispatcher: Dispatcher) -> app_commands.Command[Any, ..., None]:
    """The command ``/rules``."""

    @app_commands.describe(game=localized(T("Which game; leave empty to see all games")))
    @app_commands.rename(game=localized_name(T("/game")))
    @app_commands.choices(game=game_choices())
    async def callback(interaction: discord.Interaction[Any], game: str | None = None) -> None:
        await dispatcher.on_command(interaction, lambda context: show_rules(context, game))

    return app_commands.Command(
        name=localized_name(T("/rules")), description=localized(T("Read the rules of a game")), callback=callback
    )


def learn_command(dispatcher: Dispatcher) -> app_commands.Command[Any, ..., None]:
    """The command ``/learn``."""

    @app_commands.describe(game=localized(T("Which game; leave empty to see all lessons")))
    @app_commands.rename(game=localized_name(T("/game")))
    @app_commands.choices(game=lesson_choices())
    async def callback(interaction: discord.Interaction[Any], game: str | None = None) -> None:
        await dispatcher.on_command(interaction, lambda context: show_lessons(context, game))

    return app_commands.Command(
        name=localized_name(T("/learn")),
        description=localized(T("Learn a game by playing, in a few minutes")),
        callback=callback,
    )


def lesson_choices() -> list[app_commands.Choice[str]]:
    """Return the games that have lessons, as choices of an option."""
    return [choice for choice in game_choices() if lessons_of(choice.value)]


def help_command(dispatcher: Dispatcher) -> app_commands.Command[Any, ..., None]:
    """The command ``/help``."""

    async def callback(interaction: discord.Interaction[Any]) -> None:
        await dispatcher.on_command(interaction, show_help)

    return app_commands.Command(
        name=localized_name(T("/help")),
        description=localized(T("What you can do here and now")),
        callback=callback,
    )


def about_command(dispatcher: Dispatcher) -> app_commands.Command[Any, ..., None]:
    """The command ``/about``."""

    async def callback(interaction: discord.Interaction[Any]) -> None:
        await dispatcher.on_command(interaction, show_about)

    return app_commands.Command(
        name=localized_name(T("/about")),
        description=localized(T("What this bot is, and how to start")),
        callback=callback,
    )
