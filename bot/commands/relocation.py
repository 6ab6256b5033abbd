"""``/match move``: move a match to another channel."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.commands.base import MATCH_OPTION, ChannelTransformer, localized, localized_name
from bot.commands.offers import (
    ANSWER,
    AnswerOption,
    Command,
    answer_choices,
    answer_options,
    option_of,
    with_match_option,
)
from bot.matches.model.match import OfferKind
from bot.ui.components.selects import PLAYED_IN
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.dispatcher import Dispatcher
from bot.ui.interactions.match_picker import run_match_command
from bot.ui.match.relocation import move, type_move
from engines.text import T

PlayedIn = app_commands.Transform[Any, ChannelTransformer(PLAYED_IN)]


def move_command(dispatcher: Dispatcher) -> Command:
    """``/match move``."""
    _, *answers = answer_options(AnswerOption("propose", T("Propose"), move), OfferKind.MOVE)

    @app_commands.describe(
        channel=localized(T("Where the match continues; leave empty for this channel")),
        answer=localized(T("Answer another player’s proposal")),
        match=MATCH_OPTION,
    )
    @app_commands.rename(channel=localized_name(T("/channel")), answer=ANSWER, match=localized_name(T("/match")))
    @app_commands.choices(answer=answer_choices(answers))
    async def callback(
        interaction: discord.Interaction[Any],
        channel: PlayedIn | None = None,
        answer: str = "",
        match: int | None = None,
    ) -> None:
        async def run(context: InteractionContext) -> None:
            if answer:
                option = option_of(answers, answer)
                await run_match_command(context, option.command, match, option.detail)
            else:
                await type_move(context, match, None if channel is None else channel.id)

        await dispatcher.on_command(interaction, run)

    return with_match_option(dispatcher, T("/move"), T("Move a match to another channel"), move, callback)
