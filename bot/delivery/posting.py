"""How messages are posted: without files that Discord refuses, and once, whenever the process ended."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import TypeVar

import discord
from discord.utils import time_snowflake

from bot.delivery.discord_api import DiscordApi, MessageMatcher
from bot.delivery.errors import Failure, failure_of, is_dm_blocked
from bot.matches.outbox import OutboxRow
from bot.ui.components.messages import OutgoingMessage

log = logging.getLogger(__name__)

MISSING_PERMISSIONS = 50013

NONCE_SECONDS = 120
"""A row older than this may have been posted with a nonce that Discord has since forgotten."""

CLOCK_ERROR = timedelta(minutes=10)
"""How far this machine's clock may be ahead of Discord's."""

Sent = TypeVar("Sent")


@dataclass(frozen=True, slots=True)
class MatchPost:
    """A message for a match's channel or thread."""

    message: OutgoingMessage
    without_files: Callable[[], OutgoingMessage] | None = None
    """Composes the message without files, for channels that allow none."""
    is_same_message: MessageMatcher = lambda _message: False
    """True if a message found in the history is this one."""


def earliest_id(at: int) -> int:
    """Return the least id of a message that was posted at a time (unix seconds of this machine's clock) or later."""
    return time_snowflake(datetime.fromtimestamp(at, UTC) - CLOCK_ERROR)


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


class DirectMessageSender:
    """Posts direct messages.

    Args:
        api: Discord.
        clock: Unix seconds.
    """

    def __init__(self, api: DiscordApi, clock: Callable[[], int]) -> None:
        self._api = api
        self._clock = clock

    async def post_once(
        self,
        row: OutboxRow,
        user_id: int,
        message: OutgoingMessage,
        is_same_message: MessageMatcher,
        replaces: int | None = None,
    ) -> int | None:
        """Post the direct message of a row, or edit the one that was posted before a crash and never recorded.

        Args:
            row: the row.
            user_id: who gets the message.
            message: what it says by now.
            is_same_message: true if a message found in the history is this one.
            replaces: the id of an earlier message that this one replaces.

        Returns:
            The id of the message; ``None`` if the user takes no direct messages.
        """
        try:
            if self._clock() - row.created_at > NONCE_SECONDS:
                earliest = max((replaces or 0) + 1, earliest_id(row.created_at))
                found = await self._api.find_dm(user_id, lambda sent: sent.id >= earliest and is_same_message(sent))
                if found is not None:
                    await self._api.edit_dm(user_id, found, message)
                    return found
            return await self._api.post_dm(user_id, message, row.nonce)
        except discord.HTTPException as error:
            if not is_dm_blocked(error):
                raise
            log.info("a user cannot be reached by direct message", extra={"code": error.code})
            return None
