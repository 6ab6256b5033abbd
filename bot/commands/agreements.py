"""What players of a match agree on: ``/match draw``, ``undo``, ``rematch``, ``abort``, ``pause`` and ``resume``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
from discord import app_commands

from bot.commands.base import MATCH_OPTION, name, words
from bot.commands.offers import ANSWER, Command, Way, answering, choices_of, offer_command, way_of, with_matches
from bot.errors import UserError
from bot.matches.agreements.pauses import LONGEST_PAUSE
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
    """What is offered and answered with a word alone."""
    yield offer_command(
        dispatcher,
        T("/draw"),
        T("Offer, accept or decline a draw"),
        T("Offer a draw, or answer the one that is offered"),
        answering(Way("offer", T("Offer"), offer_draw), OfferKind.DRAW),
    )
    yield offer_command(
        dispatcher,
        T("/undo"),
        T("Take your last turn back"),
        T("Ask to take your last turn back, or answer who asked"),
        answering(Way("ask", T("Ask"), take_back), OfferKind.UNDO),
    )
    yield offer_command(
        dispatcher,
        T("/rematch"),
        T("Play again with the same players"),
        T("Ask for a rematch, or answer who asked"),
        answering(
            Way("ask", T("Ask"), ask_rematch), OfferKind.REMATCH, accept_by=accept_rematch, decline_by=decline_rematch
        ),
    )


def abort_command(dispatcher: Dispatcher) -> Command:
    """``/match abort``."""
    asked = answering(Way("propose", T("Propose"), propose_abort), OfferKind.ABORT)
    ways = (*asked, Way("manager", T("End it now, as a manager of the server"), abort_as_manager))

    @app_commands.describe(
        answer=words(T("Propose to end the match, or answer such a proposal")),
        reason=words(T("For managers: why the match is ended; everybody can read it")),
        match=MATCH_OPTION,
    )
    @app_commands.rename(answer=ANSWER, reason=name(T("/reason")), match=name(T("/match")))
    @app_commands.choices(answer=choices_of(ways))
    async def callback(
        interaction: discord.Interaction[Any],
        answer: str | None = None,
        reason: app_commands.Range[str, 1, REASON_LENGTH] | None = None,
        match: int | None = None,
    ) -> None:
        chosen = answer or ("propose" if reason is None else "manager")

        async def run(context: InteractionContext) -> None:
            if reason is not None and chosen != "manager":
                raise UserError(T("Only managers give a reason, who end the match at once. Leave the reason out."))
            way = way_of(ways, chosen)
            await run_match_command(context, way.command, match, (reason or "") if chosen == "manager" else way.detail)

        await dispatcher.on_command(interaction, run)

    return with_matches(dispatcher, T("/abort"), T("End a match without a result"), propose_abort, callback)


def pause_commands(dispatcher: Dispatcher) -> Iterator[Command]:
    """``/match pause`` and ``/match resume``."""
    yield _pause_command(dispatcher)
    yield _resume_command(dispatcher)


def _pause_command(dispatcher: Dispatcher) -> Command:
    ways = answering(Way("propose", T("Propose"), propose_pause), OfferKind.PAUSE)

    @app_commands.describe(
        answer=words(T("Propose a pause, or answer such a proposal")),
        days=words(T("After how many days the match goes on by itself; otherwise when everybody agrees")),
        match=MATCH_OPTION,
    )
    @app_commands.rename(answer=ANSWER, days=name(T("/days")), match=name(T("/match")))
    @app_commands.choices(answer=choices_of(ways))
    async def callback(
        interaction: discord.Interaction[Any],
        answer: str = "propose",
        days: app_commands.Range[int, 1, LONGEST_PAUSE] | None = None,
        match: int | None = None,
    ) -> None:
        async def run(context: InteractionContext) -> None:
            way = way_of(ways, answer)
            await run_match_command(context, way.command, match, way.detail or str(days or ""))

        await dispatcher.on_command(interaction, run)

    title, description = T("/pause"), T("Stop a match and its clocks for a while, if everybody agrees")
    return with_matches(dispatcher, title, description, propose_pause, callback)


def _resume_command(dispatcher: Dispatcher) -> Command:
    return offer_command(
        dispatcher,
        T("/resume"),
        T("Go on with a paused match, if everybody agrees"),
        T("Propose to go on, or answer such a proposal"),
        answering(Way("propose", T("Propose"), propose_resume), OfferKind.RESUME),
    )
