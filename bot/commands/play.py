"""Commands for playing: ``/move``, ``/board``, ``/sheet``, ``/next``, ``/matches``."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.commands.base import MATCH_OPTION, name, words
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.dispatcher import Dispatcher
from bot.ui.interactions.match_picker import match_choices, run_match_command
from bot.ui.match.lists import show_matches
from bot.ui.play.board_view import AREA_LIMIT, area_choices, board_detail, show_board, show_next
from bot.ui.play.planner import TYPED_LIMIT
from bot.ui.play.sheets import WHOSE_LIMIT, sheet_choices, sheet_detail, show_sheet
from bot.ui.play.turns import fitting, move_choices, type_move
from engines.text import T


class PlayCog(commands.Cog):
    """Playing by typing."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        self.dispatcher = dispatcher

    @app_commands.command(name=name(T("/move")), description=words(T("Make a move by typing it")))
    @app_commands.describe(
        text=words(T("The move, or a whole turn of several moves; suggestions appear while you type")),
        match=MATCH_OPTION,
    )
    @app_commands.rename(text=name(T("/text")), match=name(T("/match")))
    async def move(
        self,
        interaction: discord.Interaction[Any],
        text: app_commands.Range[str, 1, TYPED_LIMIT],
        match: int | None = None,
    ) -> None:
        """``/move d3``."""
        await self.dispatcher.on_command(
            interaction, lambda context: run_match_command(context, type_move, match, text, fitting)
        )

    @move.autocomplete("text")
    async def complete_move(
        self, interaction: discord.Interaction[Any], current: str
    ) -> list[app_commands.Choice[str]]:
        """Legal moves."""

        async def find(context: InteractionContext) -> Any:
            return await move_choices(context, typed_match(interaction), current)

        return await self.dispatcher.on_autocomplete(interaction, find)

    @move.autocomplete("match")
    async def complete_move_match(
        self, interaction: discord.Interaction[Any], current: str
    ) -> list[app_commands.Choice[int]]:
        """Matches that can be moved in."""
        return await self.dispatcher.on_autocomplete(
            interaction, lambda context: match_choices(context, type_move, current)
        )

    @app_commands.command(name=name(T("/board")), description=words(T("Show a board to you alone")))
    @app_commands.describe(
        form=words(T("As a picture or as text; otherwise as your settings say")),
        area=words(T("A part of a large board, enlarged: two opposite corners, or a square")),
        match=MATCH_OPTION,
    )
    @app_commands.rename(form=name(T("/form")), area=name(T("/area")), match=name(T("/match")))
    @app_commands.choices(
        form=[
            app_commands.Choice(name=words(T("Picture")), value="picture"),
            app_commands.Choice(name=words(T("Text")), value="text"),
        ]
    )
    async def board(
        self,
        interaction: discord.Interaction[Any],
        form: str = "",
        area: app_commands.Range[str, 1, AREA_LIMIT] = "",
        match: int | None = None,
    ) -> None:
        """``/board``."""
        await self.dispatcher.on_command(
            interaction, lambda context: run_match_command(context, show_board, match, board_detail(form, area))
        )

    @board.autocomplete("area")
    async def complete_area(
        self, interaction: discord.Interaction[Any], current: str
    ) -> list[app_commands.Choice[str]]:
        """Parts of the board."""
        return await self.dispatcher.on_autocomplete(
            interaction, lambda context: area_choices(context, typed_match(interaction), current)
        )

    @board.autocomplete("match")
    async def complete_board_match(
        self, interaction: discord.Interaction[Any], current: str
    ) -> list[app_commands.Choice[int]]:
        """Matches that have a board."""
        return await self.dispatcher.on_autocomplete(
            interaction, lambda context: match_choices(context, show_board, current)
        )

    @app_commands.command(name=name(T("/sheet")), description=words(T("Show your own sheet to you alone")))
    @app_commands.describe(
        form=words(T("As a picture or as text; otherwise as your settings say")),
        player=words(T("Whose sheet, where sheets are open or the match is over; otherwise yours")),
        match=MATCH_OPTION,
    )
    @app_commands.rename(form=name(T("/form")), player=name(T("/player")), match=name(T("/match")))
    @app_commands.choices(
        form=[
            app_commands.Choice(name=words(T("Picture")), value="picture"),
            app_commands.Choice(name=words(T("Text")), value="text"),
        ]
    )
    async def sheet(
        self,
        interaction: discord.Interaction[Any],
        form: str = "",
        player: app_commands.Range[str, 1, WHOSE_LIMIT] = "",
        match: int | None = None,
    ) -> None:
        """``/sheet``."""
        await self.dispatcher.on_command(
            interaction, lambda context: run_match_command(context, show_sheet, match, sheet_detail(form, player))
        )

    @sheet.autocomplete("player")
    async def complete_player(
        self, interaction: discord.Interaction[Any], current: str
    ) -> list[app_commands.Choice[str]]:
        """Those whose sheets may be seen."""
        return await self.dispatcher.on_autocomplete(
            interaction, lambda context: sheet_choices(context, typed_match(interaction), current)
        )

    @sheet.autocomplete("match")
    async def complete_sheet_match(
        self, interaction: discord.Interaction[Any], current: str
    ) -> list[app_commands.Choice[int]]:
        """Matches with private sheets."""
        return await self.dispatcher.on_autocomplete(
            interaction, lambda context: match_choices(context, show_sheet, current)
        )

    @app_commands.command(name=name(T("/next")), description=words(T("Show the board that has waited longest for you")))
    async def next(self, interaction: discord.Interaction[Any]) -> None:
        """``/next``."""
        await self.dispatcher.on_command(interaction, show_next)

    @app_commands.command(name=name(T("/matches")), description=words(T("List your matches, the most urgent first")))
    async def matches(self, interaction: discord.Interaction[Any]) -> None:
        """``/matches``."""
        await self.dispatcher.on_command(interaction, show_matches)


def typed_match(interaction: discord.Interaction[Any]) -> int | None:
    """The option ``match`` as far as it has been typed."""
    value = getattr(interaction.namespace, "match", None)
    return value if isinstance(value, int) and not isinstance(value, bool) else None
