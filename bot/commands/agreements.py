"""Offers between players of a match: ``/match draw``, ``undo``, ``rematch``, ``abort``, ``pause`` and ``resume``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
from discord import app_commands

from bot.commands.base import MATCH_OPTION, localized, localized_name
from bot.commands.offers import (
    ANSWER,
    AnswerOption,
    Command,
    answer_choices,
    answer_options,
    offer_command,
    option_of,
    with_match_option,
)
from bot.errors import UserError
from bot.matches.agreements.pauses import MAX_PAUSE_DAYS
from bot.matches.model.match import OfferKind
from bot.matches.servers.moderation import REASON_LENGTH
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.dispatcher import Dispatcher
from bot.ui.interactions.match_picker import run_match_command
from bot.ui.match.agreements import (
    accept_rematch,
    ask_rematch,
    decline_rematch,
    offer_draw,
    propose_abort,
    propose_pause,
    propose_resume,
    take_back,
)
from bot.ui.match.ending import abort_as_manager
from engines.text import T


def offer_commands(dispatcher: Dispatcher) -> Iterator[Command]:
    """Offers without further options: ``/match draw``, ``undo`` and ``rematch``."""
    yield offer_command(
        dispatcher,
        T("/draw"),
        T("Offer, accept or decline a draw"),
        T("Offer a draw, or answer an offer"),
        answer_options(AnswerOption("offer", T("Offer"), offer_draw), OfferKind.DRAW),
    )
    yield offer_command(
        dispatcher,
        T("/undo"),
        T("Take back your last turn"),
        T("Ask to take back your last turn, or answer another player’s request"),
        answer_options(AnswerOption("ask", T("Ask"), take_back), OfferKind.UNDO),
    )
    yield offer_command(
        dispatcher,
        T("/rematch"),
        T("Play again with the same players"),
        T("Ask for a rematch, or answer another player’s request"),
        answer_options(
            AnswerOption("ask", T("Ask"), ask_rematch),
            OfferKind.REMATCH,
            accept_by=accept_rematch,
            decline_by=decline_rematch,
        ),
    )


def abort_command(dispatcher: Dispatcher) -> Command:
    """``/match abort``."""
    asked = answer_options(AnswerOption("propose", T("Propose"), propose_abort), OfferKind.ABORT)
    options = (*asked, AnswerOption("manager", T("End it now, as a server manager"), abort_as_manager))

    @app_commands.describe(
        answer=localized(T("Propose to end the match, or answer a proposal")),
        reason=localized(T("For server managers: why you end the match; everyone can read it")),
        match=MATCH_OPTION,
    )
    @app_commands.rename(answer=ANSWER, reason=localized_name(T("/reason")), match=localized_name(T("/match")))
    @app_commands.choices(answer=answer_choices(options))
    async def callback(
        interaction: discord.Interaction[Any],
        answer: str | None = None,
        reason: app_commands.Range[str, 1, REASON_LENGTH] | None = None,
        match: int | None = None,
    ) -> None:
        chosen = answer or ("propose" if reason is None else "manager")

        async def run(context: InteractionContext) -> None:
            if reason is not None and chosen != "manager":
                raise UserError(T("Only server managers give a reason when they end a match. Please leave it empty."))
            option = option_of(options, chosen)
            await run_match_command(
                context, option.command, match, (reason or "") if chosen == "manager" else option.detail
            )

        await dispatcher.on_command(interaction, run)

    return with_match_option(dispatcher, T("/abort"), T("End a match without a result"), propose_abort, callback)


def pause_commands(dispatcher: Dispatcher) -> Iterator[Command]:
    """``/match pause`` and ``/match resume``."""
    yield _pause_command(dispatcher)
    yield _resume_command(dispatcher)


def _pause_command(dispatcher: Dispatcher) -> Command:
    options = answer_options(AnswerOption("propose", T("Propose"), propose_pause), OfferKind.PAUSE)

    @app_commands.describe(
        answer=localized(T("Propose a pause, or answer a proposal")),
        days=localized(
            T("After how many days the match resumes by itself; leave empty to resume when everyone agrees")
        ),
        match=MATCH_OPTION,
    )
    @app_commands.rename(answer=ANSWER, days=localized_name(T("/days")), match=localized_name(T("/match")))
    @app_commands.choices(answer=answer_choices(options))
    async def callback(
        interaction: discord.Interaction[Any],
        answer: str = "propose",
        days: app_commands.Range[int, 1, MAX_PAUSE_DAYS] | None = None,
        match: int | None = None,
    ) -> None:
        async def run(context: InteractionContext) -> None:
            option = option_of(options, answer)
            await run_match_command(context, option.command, match, option.detail or str(days or ""))

        await dispatcher.on_command(interaction, run)

    title, description = T("/pause"), T("Pause a match and its clocks, if everyone agrees")
    return with_match_option(dispatcher, title, description, propose_pause, callback)


def _resume_command(dispatcher: Dispatcher) -> Command:
    return offer_command(
        dispatcher,
        T("/resume"),
        T("Resume a paused match, if everyone agrees"),
        T("Propose to resume, or answer a proposal"),
        answer_options(AnswerOption("propose", T("Propose"), propose_resume), OfferKind.RESUME),
    )
