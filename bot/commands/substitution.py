"""``/match replace`` and ``/match takeover``: who plays on, and for whom."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
from discord import app_commands

from bot.commands.base import MATCH_OPTION, Somebody, id_of, name, words
from bot.commands.offers import Command, Way, offer_command, with_matches
from bot.ui.interactions.dispatcher import Dispatcher
from bot.ui.interactions.match_picker import run_match_command
from bot.ui.match.substitution import ANYBODY, KEEP, decline_seat, hand_over, take_over
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
        T("Play on where somebody has given up or hands the seat over"),
        T("Take the seat, or decline one that is offered to you"),
        (Way("take", T("Take the seat"), take_over), Way("decline", T("Decline"), decline_seat)),
    )


def _replace_command(dispatcher: Dispatcher) -> Command:
    """``/match replace``."""

    @app_commands.describe(
        player=words(T("Who is to play on for you; they are asked")),
        offer=words(T("Offer the seat to anybody, or keep it after all")),
        match=MATCH_OPTION,
    )
    @app_commands.rename(player=name(T("/player")), offer=name(T("/offer")), match=name(T("/match")))
    @app_commands.choices(
        offer=[
            app_commands.Choice(name=words(T("Anybody")), value=ANYBODY),
            app_commands.Choice(name=words(T("Keep my seat")), value=KEEP),
        ]
    )
    async def callback(
        interaction: discord.Interaction[Any],
        player: Somebody | None = None,
        offer: str | None = None,
        match: int | None = None,
    ) -> None:
        await dispatcher.on_command(
            interaction, lambda context: run_match_command(context, hand_over, match, offer or id_of(player))
        )

    description = T("Hand your seat in a match over to somebody else")
    return with_matches(dispatcher, T("/replace"), description, hand_over, callback)
