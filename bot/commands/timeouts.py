"""``/match expired``: decide what happens after a timeout."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.commands.base import MATCH_OPTION, AnyUser, localized, localized_name, player_id
from bot.commands.offers import Command, with_match_option
from bot.matches.model.time_control import TimeoutAction
from bot.matches.timeouts.policy import title_of
from bot.ui.interactions.dispatcher import Dispatcher
from bot.ui.interactions.match_picker import run_match_command
from bot.ui.match.timeouts import decide
from engines.text import T


def expired_command(dispatcher: Dispatcher) -> Command:
    """``/match expired``."""

    @app_commands.describe(
        choice=localized(T("What happens next")),
        player=localized(T("Who is offered the seat; leave empty for anyone")),
        match=MATCH_OPTION,
    )
    @app_commands.rename(
        choice=localized_name(T("/choice")), player=localized_name(T("/player")), match=localized_name(T("/match"))
    )
    @app_commands.choices(
        choice=[app_commands.Choice(name=localized(title_of(choice)), value=choice.value) for choice in TimeoutAction]
    )
    async def callback(
        interaction: discord.Interaction[Any],
        choice: str | None = None,
        player: AnyUser | None = None,
        match: int | None = None,
    ) -> None:
        def detail() -> str:
            return f"{choice}:{player_id(player)}" if choice == TimeoutAction.OFFER else (choice or "")

        await dispatcher.on_command(interaction, lambda context: run_match_command(context, decide, match, detail()))

    description = T("Decide what happens after a player’s time has run out")
    return with_match_option(dispatcher, T("/expired"), description, decide, callback)
