"""Commands for playing: ``/move``, ``/board``, ``/sheet``, ``/next``, ``/matches``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
from discord import app_commands

from bot.commands.base import localized, localized_name
from bot.commands.match_option import MATCH_OPTION, Command, typed_match, with_match_option
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.dispatcher import Dispatcher
from bot.ui.interactions.match_picker import run_match_command
from bot.ui.match.lists import show_matches
from bot.ui.play.board_view import AREA_LIMIT, area_choices, board_detail, show_board, show_next
from bot.ui.play.planner import TYPED_LIMIT
from bot.ui.play.sheets import WHOSE_LIMIT, sheet_choices, sheet_detail, show_sheet
from bot.ui.play.turns import fitting, move_choices, type_move
from engines.text import T

FORM_OPTION = localized(T("As a picture or as text; leave empty to follow your settings"))
FORM_CHOICES = [
    app_commands.Choice(name=localized(T("Picture")), value="picture"),
    app_commands.Choice(name=localized(T("Text")), value="text"),
]


def play_commands(dispatcher: Dispatcher) -> Iterator[Command]:
    """The commands for playing."""
    yield _move_command(dispatcher)
    yield _board_command(dispatcher)
    yield _sheet_command(dispatcher)
    yield _next_command(dispatcher)
    yield _matches_command(dispatcher)


def _move_command(dispatcher: Dispatcher) -> Command:
    @app_commands.describe(
        text=localized(T("The move, or a whole turn of several moves; suggestions appear while you type")),
        match=MATCH_OPTION,
    )
    @app_commands.rename(text=localized_name(T("/text")), match=localized_name(T("/match")))
    async def callback(
        interaction: discord.Interaction[Any],
        text: app_commands.Range[str, 1, TYPED_LIMIT],
        match: int | None = None,
    ) -> None:
        await dispatcher.on_command(
            interaction, lambda context: run_match_command(context, type_move, match, text, fitting)
        )

    command = with_match_option(dispatcher, T("/move"), T("Make a move by typing it"), type_move, callback)

    @command.autocomplete("text")
    async def complete(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        async def find(context: InteractionContext) -> Any:
            return await move_choices(context, typed_match(interaction), current)

        return await dispatcher.on_autocomplete(interaction, find)

    return command


def _board_command(dispatcher: Dispatcher) -> Command:
    @app_commands.describe(
        form=FORM_OPTION,
        area=localized(T("Enlarge part of a large board: two opposite corners, or one square")),
        match=MATCH_OPTION,
    )
    @app_commands.rename(
        form=localized_name(T("/form")), area=localized_name(T("/area")), match=localized_name(T("/match"))
    )
    @app_commands.choices(form=FORM_CHOICES)
    async def callback(
        interaction: discord.Interaction[Any],
        form: str = "",
        area: app_commands.Range[str, 1, AREA_LIMIT] = "",
        match: int | None = None,
    ) -> None:
        await dispatcher.on_command(
            interaction, lambda context: run_match_command(context, show_board, match, board_detail(form, area))
        )

    command = with_match_option(dispatcher, T("/board"), T("Show a board only to you"), show_board, callback)

    @command.autocomplete("area")
    async def complete(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await dispatcher.on_autocomplete(
            interaction, lambda context: area_choices(context, typed_match(interaction), current)
        )

    return command


def _sheet_command(dispatcher: Dispatcher) -> Command:
    @app_commands.describe(
        form=FORM_OPTION,
        player=localized(T("Whose sheet, if sheets are open or the match is over; leave empty for yours")),
        match=MATCH_OPTION,
    )
    @app_commands.rename(
        form=localized_name(T("/form")), player=localized_name(T("/player")), match=localized_name(T("/match"))
    )
    @app_commands.choices(form=FORM_CHOICES)
    async def callback(
        interaction: discord.Interaction[Any],
        form: str = "",
        player: app_commands.Range[str, 1, WHOSE_LIMIT] = "",
        match: int | None = None,
    ) -> None:
        await dispatcher.on_command(
            interaction, lambda context: run_match_command(context, show_sheet, match, sheet_detail(form, player))
        )

    command = with_match_option(dispatcher, T("/sheet"), T("Show your sheet only to you"), show_sheet, callback)

    @command.autocomplete("player")
    async def complete(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await dispatcher.on_autocomplete(
            interaction, lambda context: sheet_choices(context, typed_match(interaction), current)
        )

    return command


def _next_command(dispatcher: Dispatcher) -> Command:
    async def callback(interaction: discord.Interaction[Any]) -> None:
        await dispatcher.on_command(interaction, show_next)

    return app_commands.Command(
        name=localized_name(T("/next")),
        description=localized(T("Show the board that has been waiting longest for you")),
        callback=callback,
    )


def _matches_command(dispatcher: Dispatcher) -> Command:
    async def callback(interaction: discord.Interaction[Any]) -> None:
        await dispatcher.on_command(interaction, show_matches)

    return app_commands.Command(
        name=localized_name(T("/matches")),
        description=localized(T("List your matches, the most urgent first")),
        callback=callback,
    )
