"""``/match …``: everything beside the board that can also be reached by buttons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
from discord import app_commands

from bot.cogs.base import MATCH_OPTION, add_all, name, words
from bot.cogs.offers import ANSWER, Command, Way, answering, choices_of, offer_command, way_of, with_matches
from bot.errors import RefusalError
from bot.matches.model.match import OfferKind
from bot.matches.servers.moderation import REASON_LENGTH
from bot.ui.history.animations import SIZE as FILM_SIZE
from bot.ui.history.animations import SIZES as FILM_SIZES
from bot.ui.history.log import export, show_history
from bot.ui.history.replay_steps import show_step, step_detail
from bot.ui.history.replays import show_replay, show_since
from bot.ui.history.verification import verify
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.dispatcher import Dispatcher
from bot.ui.interactions.match_commands import MatchCommand
from bot.ui.interactions.match_picker import carry_out
from bot.ui.lobby.options import show_options
from bot.ui.lobby.tables import cancel, join, leave, start
from bot.ui.match.agreements import accept_rematch, ask_rematch, decline_rematch, offer_draw, propose_abort, take_back
from bot.ui.match.ending import abort_as_manager, resign
from bot.ui.match.relocation import move, type_move
from bot.ui.match.spectators import THREAD, type_unwatch, watch, watched_choices
from engines.text import T, Text

MOST_TURNS = 9999
"""No match that is played in earnest has more."""

COMMANDS: tuple[tuple[Text, Text, MatchCommand], ...] = (
    (T("/join"), T("Sit down at an open table"), join),
    (T("/leave"), T("Stand up from an open table, or decline an invitation"), leave),
    (T("/start"), T("Begin the match of your table"), start),
    (T("/cancel"), T("Close your table before the match begins"), cancel),
    (T("/options"), T("Choose the options of your table"), show_options),
    (T("/resign"), T("Give up a match"), resign),
    (T("/since"), T("See what has happened since you last looked"), show_since),
    (T("/history"), T("Show all moves of a match"), show_history),
    (T("/export"), T("Get a match as a file"), export),
    (T("/verify"), T("Recompute a match: its luck from the key, its moves, its result"), verify),
)
"""Commands that need nothing but the match: name, description, what is done."""


def match_group(dispatcher: Dispatcher) -> app_commands.Group:
    """The command ``/match``."""
    group = app_commands.Group(name=name(T("/match")), description=words(T("Your tables and matches")))
    for title, description, wanted in COMMANDS:
        group.add_command(_command(dispatcher, title, description, wanted))
    group.add_command(_replay_command(dispatcher))
    add_all(group, _offer_commands(dispatcher))
    group.add_command(_abort_command(dispatcher))
    group.add_command(_move_command(dispatcher))
    group.add_command(_watch_command(dispatcher))
    group.add_command(_unwatch_command(dispatcher))
    return group


def _command(dispatcher: Dispatcher, title: Text, description: Text, wanted: MatchCommand) -> Command:
    @app_commands.describe(match=MATCH_OPTION)
    @app_commands.rename(match=name(T("/match")))
    async def callback(interaction: discord.Interaction[Any], match: int | None = None) -> None:
        await dispatcher.on_command(interaction, lambda context: carry_out(context, wanted, match))

    return with_matches(dispatcher, title, description, wanted, callback)


def _replay_command(dispatcher: Dispatcher) -> Command:
    @app_commands.describe(
        turns=words(T("Only so many of the last turns; without it, the whole match")),
        step=words(T("Instead, one turn by itself, from which you can step forth and back")),
        size=words(T("Width of the picture")),
        match=MATCH_OPTION,
    )
    @app_commands.rename(
        turns=name(T("/turns")), step=name(T("/step")), size=name(T("/width")), match=name(T("/match"))
    )
    @app_commands.choices(
        size=[app_commands.Choice(name=words(title), value=str(width)) for width, title in FILM_SIZES.items()]
    )
    async def callback(
        interaction: discord.Interaction[Any],
        turns: app_commands.Range[int, 1, MOST_TURNS] | None = None,
        step: app_commands.Range[int, 0, MOST_TURNS] | None = None,
        size: str = str(FILM_SIZE),
        match: int | None = None,
    ) -> None:
        if step is not None:
            await dispatcher.on_command(
                interaction, lambda context: carry_out(context, show_step, match, step_detail(step))
            )
            return
        detail = f"{turns or ''}:{size}"
        await dispatcher.on_command(interaction, lambda context: carry_out(context, show_replay, match, detail))

    description = T("Watch a match, or its last turns, as an animation")
    return with_matches(dispatcher, T("/replay"), description, show_replay, callback)


def _offer_commands(dispatcher: Dispatcher) -> Iterator[Command]:
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


def _abort_command(dispatcher: Dispatcher) -> Command:
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
                raise RefusalError(T("Only managers give a reason, who end the match at once. Leave the reason out."))
            way = way_of(ways, chosen)
            await carry_out(context, way.command, match, (reason or "") if chosen == "manager" else way.detail)

        await dispatcher.on_command(interaction, run)

    return with_matches(dispatcher, T("/abort"), T("End a match without a result"), propose_abort, callback)


def _move_command(dispatcher: Dispatcher) -> Command:
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
                await carry_out(context, way.command, match, way.detail)
            else:
                await type_move(context, match, None if channel is None else channel.id)

        await dispatcher.on_command(interaction, run)

    return with_matches(dispatcher, T("/move"), T("Take a match to another channel"), move, callback)


def _watch_command(dispatcher: Dispatcher) -> Command:
    @app_commands.describe(way=words(T("How its boards come to you")), match=MATCH_OPTION)
    @app_commands.rename(way=name(T("/way")), match=name(T("/match")))
    @app_commands.choices(
        way=[
            app_commands.Choice(name=words(T("By direct message")), value="dm"),
            app_commands.Choice(name=words(T("In the match’s thread")), value=THREAD),
        ]
    )
    async def callback(interaction: discord.Interaction[Any], way: str = "dm", match: int | None = None) -> None:
        await dispatcher.on_command(interaction, lambda context: carry_out(context, watch, match, way))

    return with_matches(dispatcher, T("/watch"), T("Get every new board of a match of others"), watch, callback)


def _unwatch_command(dispatcher: Dispatcher) -> Command:
    @app_commands.describe(match=MATCH_OPTION)
    @app_commands.rename(match=name(T("/match")))
    async def callback(interaction: discord.Interaction[Any], match: int | None = None) -> None:
        await dispatcher.on_command(interaction, lambda context: type_unwatch(context, match))

    command: Command = app_commands.Command(
        name=name(T("/unwatch")), description=words(T("Get no more boards of a match of others")), callback=callback
    )

    @command.autocomplete("match")
    async def complete(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[int]]:
        return await dispatcher.on_autocomplete(interaction, lambda context: watched_choices(context, current))

    return command
