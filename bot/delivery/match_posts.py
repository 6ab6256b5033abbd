"""A message for the channel or thread of a match, sent without files or buttons that Discord refuses."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import TypeVar

import discord

from bot.delivery.discord_api import MessageMatcher
from bot.delivery.errors import Failure, failure_of
from bot.ui.components.messages import OutgoingMessage

MISSING_PERMISSIONS = 50013

Sent = TypeVar("Sent")


@dataclass(frozen=True, slots=True)
class MatchPost:
    """A message for a match's channel or thread."""

    message: OutgoingMessage
    without_files: Callable[[], OutgoingMessage] | None = None
    """Composes the message without files, for channels that allow none."""
    is_same_message: MessageMatcher = lambda _message: False
    """True if a message found in the history is this one."""


async def send_match_post(post: MatchPost, send: Callable[[OutgoingMessage], Awaitable[Sent]]) -> Sent | None:
    """Send a message, without files if need be; ``None`` if nothing can be posted there."""
    try:
        return await send(post.message)
    except discord.HTTPException as error:
        failure = failure_of(error)
        if failure not in (Failure.UNREACHABLE, Failure.NO_FILE):
            raise
        without_files = post.without_files if post.message.files else None
        if failure is Failure.UNREACHABLE and (without_files is None or error.code != MISSING_PERMISSIONS):
            return None
        if without_files is None:
            raise
    return await send_match_post(replace(post, message=without_files(), without_files=None), send)
