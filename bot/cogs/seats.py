"""``/match replace``, ``/match takeover`` and ``/match expired``: who plays on, and for whom."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
from discord import app_commands

from bot.cogs.base import MATCH_OPTION, name, words
from bot.cogs.offers import Command, Way, offer_command, with_matches
from bot.errors import RefusalError
from bot.matches.model.time_control import OnExpiry
from bot.matches.timeouts.policy import title_of
from bot.ui.interactions.dispatcher import Dispatcher
from bot.ui.interactions.match_picker import carry_out
from bot.ui.match.substitution import ANYBODY, KEEP, decline_seat, hand_over, take_over
from bot.ui.match.timeouts import decide
from engines.text import T

Somebody = discord.Member | discord.User
"""Who can be named in a command."""


def seat_commands(dispatcher: Dispatcher) -> Iterator[Command]:
    """The commands of the group ``/match`` that are about seats which change hands."""
    yield _takeover_command(dispatcher)
    yield _replace_command(dispatcher)
    yield _expired_command(dispatcher)


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
            interaction, lambda context: carry_out(context, hand_over, match, offer or _named(player))
        )

    description = T("Hand your seat in a match over to somebody else")
    return with_matches(dispatcher, T("/replace"), description, hand_over, callback)


def _expired_command(dispatcher: Dispatcher) -> Command:
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
            return f"{choice}:{_named(player)}" if choice == OnExpiry.OFFER else (choice or "")

        await dispatcher.on_command(interaction, lambda context: carry_out(context, decide, match, detail()))

    description = T("Decide what happens when somebody’s time has run out")
    return with_matches(dispatcher, T("/expired"), description, decide, callback)


def _named(player: Somebody | None) -> str:
    """Somebody as the commands take them.

    Raises:
        RefusalError: bots cannot play.
    """
    if player is None:
        return ""
    if player.bot:
        raise RefusalError(T("Bots cannot play."))
    return str(player.id)
