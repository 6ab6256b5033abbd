"""Watching a match: start, stop, and spectators' messages."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.errors import UserError
from bot.matches.errors import WatchError
from bot.matches.model.match import Match, MatchStatus
from bot.matches.model.views import MatchView
from bot.ui.boards.board_messages import match_title, private_board
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import Attachment, ButtonSpec, OutgoingMessage, Rows
from bot.ui.components.text import Writer
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.match_commands import match_command, playing
from bot.ui.interactions.permissions import no_longer_visible
from engines.text import T

DIRECT_MESSAGE, THREAD = "dm", "thread"
"""The ways to watch: each new board by direct message, or in the match's own thread, where every board is posted."""


def _watchable(match: Match, user_id: int) -> bool:
    return match.status is MatchStatus.RUNNING and not playing(match, user_id)


@match_command(
    "watch",
    fits=_watchable,
    prefers=(),
    empty_message=T(
        "There is no match here that you can watch: you are playing in it, or none is running. "
        "Use this in the thread or channel of a match."
    ),
)
async def watch(context: InteractionContext, match: Match, way: str) -> None:
    """Start watching, by direct messages or in the match's thread."""
    if way == THREAD:
        await _join_thread(context, match)
        return
    await context.services.matches.spectators.watch(match.id, context.user_id)
    said = T(
        "You are watching {match}. After each turn I send you its board, which replaces the one before. "
        "If nothing arrives, I cannot send you direct messages. To stop, use /match action: unwatch or the button"
        " under the board.",
        match=match_title(match),
    )
    await context.confirm(said, about=match)


async def _join_thread(context: InteractionContext, match: Match) -> None:
    """Add the user to the thread in which the boards are posted."""
    guild, thread_id = context.interaction.guild, match.channel.thread_id
    thread = None if guild is None or thread_id is None else guild.get_thread(thread_id)
    if thread is None:
        raise UserError(
            T(
                "{match} has no thread that you can join. You can watch it by direct message instead.",
                match=match_title(match),
            )
        )
    if playing(match, context.user_id):
        raise WatchError(
            T("You are playing in this match, so I will notify you when it is your turn. /board shows the board.")
        )
    await thread.add_user(discord.Object(context.user_id))
    said = T("You are now in the thread of {match}. Leave the thread to stop watching.", match=match_title(match))
    await context.confirm(said, f"<#{thread.id}>")


async def _watched(context: InteractionContext) -> Sequence[Match]:
    """Return what the user watches: here, otherwise anywhere."""
    watched = await context.services.matches.spectators.watched_by(context.user_id)
    return [
        match for match in watched if context.channel_id in {match.channel.channel_id, match.channel.thread_id}
    ] or (watched)


@match_command(
    "unwatch",
    fits=_watchable,
    prefers=(),
    empty_message=T("You are not watching a match. Use /match action: watch to start."),
    find=_watched,
    titles_only=True,
)
async def unwatch(context: InteractionContext, match: Match, _detail: str) -> None:
    """Stop watching a match."""
    stopped = await context.services.matches.spectators.unwatch(match.id, context.user_id)
    said = T("You are no longer watching {match}.", match=match_title(stopped))
    if context.responder.is_press and not context.responder.on_private:
        # The board in direct messages stays, as a picture of where the match stood.
        await context.responder.remove_components()
    await context.confirm(said, about=match)


# ------------------------------------------------------------------------------------------------------ what is shown


def watched_board(view: MatchView, write: Writer, picture: Attachment | None) -> OutgoingMessage:
    """Return the board for a spectator; ``view`` is the spectator's, and nobody is mentioned."""
    ending: Rows = (
        () if view.match.status is not MatchStatus.RUNNING else ((watch_button(view.match, write, watching=True),),)
    )
    note = T("You are watching this match.") if ending else T("You were watching this match.")
    return private_board(view, write.about(view.match), picture, footnote=note, view_controls=ending)


def left_out(match: Match, write: Writer) -> OutgoingMessage:
    """Return the last message to a spectator who can no longer see the channel."""
    return OutgoingMessage(write(no_longer_visible(match)))


def watch_button(match: Match, write: Writer, *, watching: bool) -> ButtonSpec:
    """Return the button that starts or stops watching a match."""
    if watching:
        return Action("unwatch", match.id).button(write.plain(T("Stop watching")), emoji="🙈")
    return Action("watch", match.id).button(write.plain(T("Watch")), emoji="👁️")
