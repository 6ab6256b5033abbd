"""Classification of Discord's errors for delivery.

Codes: https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
"""

from __future__ import annotations

from enum import Enum, auto

import aiohttp
import discord

from bot.errors import TRANSIENT_CODES

UNKNOWN_MESSAGE = 10008
ARCHIVED_THREAD = 50083
THREAD_EXISTS = 160004
"""A thread was already created from this message; it has the message's id."""

_NO_PLACE = frozenset(
    {
        10003,  # unknown channel: deleted, or the bot was removed from the server
        10004,  # unknown guild
        10013,  # unknown user
        40058,  # cannot send a message in a forum channel
        40067,  # the forum wants a tag on every post
        50001,  # missing access
        50007,  # the user takes no direct messages
        50008,  # cannot send messages in a channel of this type
        50009,  # the channel's verification level is too high
        50013,  # missing permissions
        50024,  # cannot do this in a channel of this type
        50033,  # invalid recipient
        50278,  # there is no server in common with the user
        ARCHIVED_THREAD,  # this cannot open it again
        160005,  # the thread is locked
    }
)
"""The only proof that a channel or user is gone or forbidden: a 403 alone may come from Cloudflare."""

_NO_FILE = frozenset(
    {
        40005,  # request entity too large
        50045,  # file uploaded exceeds the maximum size
        400001,  # access to file uploads has been limited for this server
    }
)

_NEVER = frozenset(
    {
        20009,  # explicit content
        50003,  # cannot be done in a direct conversation
        50005,  # another user's message
        50021,  # a message of the system
        200000,  # blocked by the server's own filter
        200001,
        240000,  # blocked by the filter of harmful links
    }
)
"""Refused with 403 because of the content, not because of the channel."""


class Failure(Enum):
    """What to do after an error."""

    TRANSIENT = auto()
    """Retry later: Discord, the network, a rate limit, or a refusal unrelated to the request."""
    UNREACHABLE = auto()
    """Nothing can be posted there."""
    NO_MESSAGE = auto()
    """The message no longer exists."""
    NO_FILE = auto()
    """It can be posted without its picture."""
    BUG = auto()
    """Discord will never accept this request: a bug."""


def failure_of(error: Exception) -> Failure:
    """Classify an error of a request to Discord."""
    if isinstance(error, discord.HTTPException):
        return _failure_of(error.status, error.code)
    if isinstance(error, aiohttp.ClientError | OSError | TimeoutError | discord.RateLimited):
        return Failure.TRANSIENT
    return Failure.BUG


def retry_after_of(error: Exception) -> float:
    """Return the seconds to wait before the next such request; 0 if Discord does not say."""
    return error.retry_after if isinstance(error, discord.RateLimited) else 0.0


def is_unknown_refusal(error: Exception) -> bool:
    """True if Discord forbids something for an unknown reason, which may be temporary or permanent."""
    forbidden = isinstance(error, discord.Forbidden) and error.code != 0 and error.code not in TRANSIENT_CODES
    return forbidden and failure_of(error) is Failure.TRANSIENT


def is_dm_blocked(error: discord.HTTPException) -> bool:
    """True if a user cannot receive direct messages, now or later."""
    return failure_of(error) is Failure.UNREACHABLE


def _failure_of(status: int, code: int) -> Failure:
    if code == UNKNOWN_MESSAGE:
        return Failure.NO_MESSAGE
    if code in _NO_PLACE:
        return Failure.UNREACHABLE
    if status == 413 or code in _NO_FILE:
        return Failure.NO_FILE
    if code in _NEVER:
        return Failure.BUG
    # Cloudflare, a proxy or an overloaded Discord answer without a code, in HTML or in JSON.
    if code == 0 or code in TRANSIENT_CODES or status >= 500 or status in {401, 403, 408, 429}:
        return Failure.TRANSIENT
    return Failure.BUG
