"""How a turn that is stored is confirmed to its player."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from functools import partial

import discord

from bot.load import thresholds
from bot.matches.errors import MatchError
from bot.matches.model.match import MatchStatus, has_lasting_board
from bot.matches.model.views import PlayedTurn
from bot.storage.errors import StorageError
from bot.ui.boards.board_messages import match_title, result_of, way_row
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import OutgoingMessage, Rows
from bot.ui.components.text import Writer
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.responder import SENDING_ERRORS
from bot.ui.interactions.services import Services
from bot.ui.planners import sheet_planner_of
from bot.ui.play.planner_view import plan_message
from bot.ui.play.windows import in_window, is_plan, newest_plan
from engines.text import T, Text, listed

log = logging.getLogger(__name__)


async def confirm(context: InteractionContext, played: PlayedTurn) -> None:
    """Confirm a turn: on a public board by removing its buttons, unless it is edited; elsewhere in a sentence.

    The turn is already stored, so no error is shown from here on. Buttons that remain are removed once the next board
    is posted. If no board is due, because others still decide in the same turn, the buttons are still needed.
    """
    await context.reply_when_idle(partial(_confirm, played=played))


async def _confirm(context: InteractionContext, *, played: PlayedTurn) -> None:
    try:
        if _is_on_board(context) and played.board_due:
            if not has_lasting_board(played.match):  # else the edit that brings the next controls may be there already
                await asyncio.sleep(thresholds.HEAD_START)
                await context.remove_buttons()
            return
        following = await _what_follows(context, played)
        message_now = following or _confirmation(context, played)
        if in_window(context):
            await context.responder.update(message_now)
        else:
            await context.responder.reply(message_now)
        later = partial(_later, played=played, rows=message_now.rows)
        context.follow(played.match, later if following is None else newest_plan)
    except SENDING_ERRORS as error:
        log.warning("a turn was taken but could not be confirmed", extra={"error": repr(error)})


def _confirmation(context: InteractionContext, played: PlayedTurn) -> OutgoingMessage:
    """Return the sentence that confirms a turn, with the way to the board.

    Where one board is edited, nothing new appears below the window. So its next turn begins in the window too, and one
    window serves for the whole match.
    """
    match, write = played.match, context.write.about(played.match)
    row = way_row(match, write)
    if is_plan(context) and has_lasting_board(match) and match.status is MatchStatus.RUNNING:
        label = write.plain(T("Take turn"))
        row = (Action("nextturn", match.id).button(label, discord.ButtonStyle.primary, "🎲"), *row)
    return OutgoingMessage(write(said(played)), (row,))


async def _later(
    services: Services, match_id: int, _user_id: int, write: Writer, *, played: PlayedTurn, rows: Rows
) -> OutgoingMessage | None:
    """Return what takes the place of a confirmation with its ``rows``: that the turn was taken back, or the result of
    the match; until then nothing.
    """
    match = await services.matches.history.get(match_id)
    write = write.about(match)
    if match.status is MatchStatus.RUNNING:
        if not await services.matches.undo.is_taken_back(match, played.match.ply):
            return None
        moves = listed(played.phrases)
        said = T("Taken back in {match}: “{moves}”.", match=match_title(match), moves=moves)
        return OutgoingMessage(write(said), rows)
    return OutgoingMessage(f"🏁 {write(result_of(match))}", (way_row(match, write),))


def _is_on_board(context: InteractionContext) -> bool:
    """Return whether the clicked control is under a public board."""
    return (
        context.responder.is_press
        and not context.responder.on_private
        and not in_window(context)
        and not context.responder.is_detached
    )


async def _what_follows(context: InteractionContext, played: PlayedTurn) -> OutgoingMessage | None:
    """Return the planner for the player's next decision, with a note on what was played; ``None`` if there is none."""
    match = played.match
    if sheet_planner_of(match.game) is not None:
        return await newest_plan(context.services, match.id, context.user_id, context.write)  # it says what was decided
    if played.player not in match.to_move:
        return None
    try:
        plan = await context.services.matches.plans.get(match.id, context.user_id)
    except (MatchError, StorageError):
        return None  # such as a match that has ended since
    if not plan.may_act:
        return None
    settings = await context.services.matches.player_settings.get(context.user_id)
    # The note tells the player's own turn, with which the story begins.
    plan = replace(plan, view=plan.view.after_first_turn())
    return await plan_message(context.services, settings, plan, "", context.write, said(played))


def said(played: PlayedTurn) -> Text:
    """Return the confirmation of a turn."""
    return T("Played in {match}: {moves}.", match=match_title(played.match), moves=listed(played.phrases))
