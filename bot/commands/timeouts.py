"""``/match expired``: what shall happen when somebody's time has run out."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.commands.base import MATCH_OPTION, Somebody, id_of, name, words
from bot.commands.offers import Command, with_matches
from bot.matches.model.time_control import OnExpiry
from bot.matches.timeouts.policy import title_of
from bot.ui.interactions.dispatcher import Dispatcher
from bot.ui.interactions.match_picker import run_match_command
from bot.ui.match.timeouts import decide
from engines.text import T


def expired_command(dispatcher: Dispatcher) -> Command:
    """``/match expired``."""

    @app_commands.describe(
        choice=words(T("What shall happen")),
        player=words(T("Whom the seat is offered to; without anybody named, to everybody")),
        match=MATCH_OPTION,
    )
    @app_commands.rename(choice=name(T("/choice")), player=name(T("/player")), match=name(T("/match")))
    @app_commands.choices(
        choice=[app_commands.Choice(name=words(title_of(choice)), value=choice.value) for choice in OnExpiry]
    )
    async def callback(
        interaction: discord.Interaction[Any],
        choice: str | None = None,
        player: Somebody | None = None,
        match: int | None = None,
    ) -> None:
        def detail() -> str:
            return f"{choice}:{id_of(player)}" if choice == OnExpiry.OFFER else (choice or "")

        await dispatcher.on_command(interaction, lambda context: run_match_command(context, decide, match, detail()))

    description = T("Decide what happens when somebody’s time has run out")
    return with_matches(dispatcher, T("/expired"), description, decide, callback)
