"""Reports errors to the user of an interaction."""

from __future__ import annotations

import logging
from typing import Any

import discord

from bot.errors import EXPIRED_INTERACTION_CODES, WrongChannelError, explain
from bot.load.fast_responses import UnconfirmedError
from bot.matches.errors import AboutMatchError, MatchError
from bot.ui.boards.board_messages import error_with_help
from bot.ui.components.messages import OutgoingMessage
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.permissions import visible_match
from bot.ui.interactions.responder import SENDING_ERRORS

log = logging.getLogger(__name__)


async def report_error(context: InteractionContext, error: BaseException) -> None:
    """Explain an error to the user; log it where Discord accepts no reply."""
    if context.notifies_others and isinstance(error, MatchError):
        context.services.rate_limiter.refund_notification(context.user_id)
    if getattr(error, "code", None) in EXPIRED_INTERACTION_CODES or isinstance(error, UnconfirmedError):
        log.warning("an interaction expired before it was answered", extra={"error": repr(error)})
        return
    error = await _without_hidden_match(context, error)
    explanation = explain(error)
    try:
        await context.responder.reset_menu()
        if isinstance(error, AboutMatchError) and error.match is not None:
            await context.responder.reply(
                error_with_help(error.match, explanation.text, context.user_id, context.write)
            )
            return
        also = error.markup if isinstance(error, WrongChannelError) else ""
        await context.responder.reply(OutgoingMessage(f"⚠️ {context.write(explanation.text)} {also}".rstrip()))
        if context.picture_of_error is not None:
            await context.picture_of_error(context)
    except SENDING_ERRORS:
        log.warning("an error could not be told", exc_info=True, extra={"error_id": explanation.error_id})


async def _without_hidden_match(context: InteractionContext, error: BaseException) -> BaseException:
    """Return the error to report: one about a match that the user may not see says only that there is none.

    Its text may name the players, and a custom_id can be forged.
    """
    if isinstance(error, AboutMatchError) and error.match is not None:
        try:
            await visible_match(context, error.match.id)
        except Exception as hidden:  # noqa: BLE001 - explained to the user in place of the other
            return hidden
    return error


async def reply_with_warning(interaction: discord.Interaction[Any], written: str) -> None:
    """Send a private warning, whether or not the interaction was answered."""
    try:
        if interaction.response.is_done():
            await interaction.followup.send(f"⚠️ {written}", ephemeral=True)
        else:
            await interaction.response.send_message(f"⚠️ {written}", ephemeral=True)
    except SENDING_ERRORS:
        log.warning("an error could not be told", exc_info=True)


async def offer_no_choices(interaction: discord.Interaction[Any]) -> None:
    """Answer an unusable autocomplete with no choices; it accepts nothing else."""
    try:
        if not interaction.response.is_done():
            await interaction.response.autocomplete([])
    except SENDING_ERRORS:
        log.warning("an autocomplete could not be answered", exc_info=True)
