"""``/match replace`` and ``/match takeover``: seats change hands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
from discord import app_commands

from bot.commands.base import MATCH_OPTION, AnyUser, localized, localized_name, player_id
from bot.commands.offers import AnswerOption, Command, offer_command, with_match_option
from bot.ui.interactions.dispatcher import Dispatcher
from bot.ui.interactions.match_picker import run_match_command
from bot.ui.match.substitution import ANYBODY, KEEP, decline_seat, offer_seat, take_over
from engines.text import T


def substitution_commands(dispatcher: Dispatcher) -> Iterator[Command]:
    """``/match takeover`` and ``/match replace``."""
    yield _takeover_command(dispatcher)
    yield _replace_command(dispatcher)


def _takeover_command(dispatcher: Dispatcher) -> Command:
    """``/match takeover``."""
    return offer_command(
        dispatcher,
        T("/takeover"),
        T("Take over a seat that a player has given up or is offering"),
        T("Take the seat, or decline one that is offered to you"),
        (AnswerOption("take", T("Take the seat"), take_over), AnswerOption("decline", T("Decline"), decline_seat)),
    )


def _replace_command(dispatcher: Dispatcher) -> Command:
    """``/match replace``."""

    @app_commands.describe(
        player=localized(T("Who takes over your seat; they are asked first")),
        offer=localized(T("Offer your seat to anyone, or keep it after all")),
        match=MATCH_OPTION,
    )
    @app_commands.rename(
        player=localized_name(T("/player")), offer=localized_name(T("/offer")), match=localized_name(T("/match"))
    )
    @app_commands.choices(
        offer=[
            app_commands.Choice(name=localized(T("Anyone")), value=ANYBODY),
            app_commands.Choice(name=localized(T("Keep my seat")), value=KEEP),
        ]
    )
    async def callback(
        interaction: discord.Interaction[Any],
        player: AnyUser | None = None,
        offer: str | None = None,
        match: int | None = None,
    ) -> None:
        await dispatcher.on_command(
            interaction, lambda context: run_match_command(context, offer_seat, match, offer or player_id(player))
        )

    description = T("Hand over your seat in a match to another player")
    return with_match_option(dispatcher, T("/replace"), description, offer_seat, callback)
