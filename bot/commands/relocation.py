"""``/match move``: a match goes on in another channel."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.commands.base import MATCH_OPTION, name, words
from bot.commands.offers import ANSWER, Command, Way, answering, choices_of, way_of, with_matches
from bot.matches.model.match import OfferKind
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.dispatcher import Dispatcher
from bot.ui.interactions.match_picker import run_match_command
from bot.ui.match.relocation import move, type_move
from engines.text import T


def move_command(dispatcher: Dispatcher) -> Command:
    """``/match move``."""
    _, *answers = answering(Way("propose", T("Propose"), move), OfferKind.MOVE)

    @app_commands.describe(
        channel=words(T("Where it goes on; otherwise in the channel in which you type this")),
        answer=words(T("Answer the proposal of somebody else")),
        match=MATCH_OPTION,
    )
    @app_commands.rename(channel=name(T("/channel")), answer=ANSWER, match=name(T("/match")))
    @app_commands.choices(answer=choices_of(answers))
    async def callback(
        interaction: discord.Interaction[Any],
        channel: discord.TextChannel | discord.VoiceChannel | discord.Thread | None = None,
        answer: str = "",
        match: int | None = None,
    ) -> None:
        async def run(context: InteractionContext) -> None:
            if answer:
                way = way_of(answers, answer)
                await run_match_command(context, way.command, match, way.detail)
            else:
                await type_move(context, match, None if channel is None else channel.id)

        await dispatcher.on_command(interaction, run)

    return with_matches(dispatcher, T("/move"), T("Take a match to another channel"), move, callback)
