"""Ends a match without asking the others: a player resigns, or a server manager ends it."""

from __future__ import annotations

import discord

from bot.matches.errors import NotAllowedError
from bot.matches.model.match import Match, MatchStatus
from bot.matches.servers.moderation import REASON_LENGTH
from bot.ui.boards.board_messages import match_title
from bot.ui.components.custom_id import Action
from bot.ui.components.forms import ModalSpec, TextFieldSpec
from bot.ui.components.panels import panel
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.match_commands import (
    NO_RUNNING_MATCH,
    match_command,
    open_or_running,
    playing,
    running,
)
from bot.ui.interactions.permissions import manages_server, visible_match
from bot.ui.interactions.registry import handles
from engines.text import T, Text

CONFIRMED = "yes"


async def ask_to_confirm(context: InteractionContext, match: Match, command: str, question: Text, yes: Text) -> None:
    """Ask in private before a command ends a match; the first button runs it with the detail :data:`CONFIRMED`."""
    write = context.write.about(match)
    row = (
        Action(command, match.id, detail=CONFIRMED).button(write.plain(yes), discord.ButtonStyle.danger),
        Action("more", match.id).button(write.plain(T("No, play on"))),
    )
    await context.responder.show(panel([write(question)], (row,)))


@match_command("resign", fits=playing, empty_message=NO_RUNNING_MATCH)
async def resign(context: InteractionContext, match: Match, detail: str) -> None:
    """Resign, after a confirmation."""
    if detail != CONFIRMED and match.status is MatchStatus.RUNNING and match.seat_of(context.user_id) is not None:
        question = T("Do you want to resign {match}? You cannot undo this.", match=match_title(match))
        await ask_to_confirm(context, match, "resign", question, T("Yes, resign"))
        return
    await context.services.matches.turns.resign(match.id, context.user_id)
    await context.confirm(T("You have resigned {match}.", match=match_title(match)), about=match)


@match_command(
    "manage", fits=open_or_running, prefers=(running,), empty_message=T("No match is running in this channel.")
)
async def abort_as_manager(context: InteractionContext, match: Match, reason: str) -> None:
    """End a match or close a table without asking the players, after a question for the reason if none was given."""
    if not manages_server(context, match.channel.guild_id):
        raise NotAllowedError(
            T(
                "Only server managers can end a match without asking its players. Players can propose it "
                "with /match action: abort."
            )
        )
    if not reason.strip() and not context.interaction.response.is_done():
        await context.responder.open_modal(_reason_form(context, match))
        return
    ended = await context.services.matches.moderation.abort_as_manager(match.id, context.user_id, reason)
    done = T("You have ended {match} without a result.", match=match_title(match))
    if ended.status is MatchStatus.CANCELLED:
        done = T("You have closed the table {match}.", match=match_title(match))
    await context.confirm(done, about=ended)


@handles("managed")
async def reason_given(context: InteractionContext, action: Action) -> None:
    """Return the typed reason."""
    match = await visible_match(context, action.match_id)
    await abort_as_manager.run(context, match, context.values[0] if context.values else "")


def _reason_form(context: InteractionContext, match: Match) -> ModalSpec:
    return ModalSpec(
        Action("managed", match.id).custom_id,
        title=context.write.plain(T("End {match}", match=match_title(match))),
        fields=(
            TextFieldSpec(
                label=context.write.plain(T("Reason")),
                hint=context.write.plain(T("The players see it, and it is kept in the record.")),
                longest=REASON_LENGTH,
            ),
        ),
    )
