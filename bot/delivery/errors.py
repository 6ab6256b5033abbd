"""What Discord's errors mean for something that is to be posted.

Codes: https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
"""

from __future__ import annotations

from enum import Enum, auto

import aiohttp
import discord

from bot.errors import TRANSIENT_CODES

UNKNOWN_MESSAGE = 10008
CANNOT_DM = frozenset(
    {
        10013,  # unknown user
        50007,  # direct messages are closed
        50033,  # invalid recipient
        50278,  # there is no server in common
    }
)
"""A user takes no direct messages."""
THREAD_EXISTS = 160004
"""A thread was made from this message already; it has the message's id."""

_NO_PLACE = frozenset(
    {
        10003,  # unknown channel: deleted, or the bot was removed from the server
        10004,  # unknown guild
        40058,  # cannot send a message in a forum channel
        50001,  # missing access
        50008,  # cannot send messages in a channel of this type
        50009,  # the channel's verification level is too high
        50013,  # missing permissions
        50024,  # cannot do this in a channel of this type
        50083,  # the thread is archived, and this cannot open it again
        160005,  # the thread is locked
    }
)
"""Nothing else says that a place is gone or forbidden: a 403 alone may be Cloudflare's."""

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
        50005,  # somebody else's message
        50021,  # a message of the system
        200000,  # blocked by the server's own filter
        200001,
        240000,  # blocked by the filter of harmful links
    }
)
"""Refused with 403 for what is asked, not for where."""


class Failure(Enum):
    """What to do about an error."""

    TRANSIENT = auto()
    """Try again later: Discord, the network, a limit, or a refusal that says nothing about what was asked."""
    UNREACHABLE = auto()
    """Nothing can be posted there."""
    NO_MESSAGE = auto()
    """The message is gone."""
    NO_FILE = auto()
    """It would be taken without its picture."""
    BUG = auto()
    """Discord will never take this request: a mistake of the bot."""


def failure_of(error: Exception) -> Failure:
    """Classify what a request to Discord raised."""
    if isinstance(error, discord.HTTPException):
        return _failure_of(error.status, error.code)
    if isinstance(error, aiohttp.ClientError | OSError | TimeoutError | discord.RateLimited):
        return Failure.TRANSIENT
    return Failure.BUG


def retry_after_of(error: Exception) -> float:
    """Seconds for which Discord wants to be asked nothing of the kind; 0 where it says nothing."""
    return error.retry_after if isinstance(error, discord.RateLimited) else 0.0


def is_unknown_refusal(error: Exception) -> bool:
    """Whether Discord forbids something for a reason that is not known here: it may pass, or be one for good."""
    forbidden = isinstance(error, discord.Forbidden) and error.code != 0 and error.code not in TRANSIENT_CODES
    return forbidden and failure_of(error) is Failure.TRANSIENT


def is_dm_blocked(error: discord.HTTPException) -> bool:
    """Whether somebody takes no direct messages, now and later."""
    return error.code in CANNOT_DM or failure_of(error) is Failure.UNREACHABLE


def _failure_of(status: int, code: int) -> Failure:
    if code == UNKNOWN_MESSAGE:
        return Failure.NO_MESSAGE
    if code in _NO_PLACE:
        return Failure.UNREACHABLE
    if status == 413 or code in _NO_FILE:
        return Failure.NO_FILE
    if code in _NEVER:
        return Failure.BUG
    # No code is what Cloudflare, a proxy or an overloaded Discord answers with, in HTML or in JSON.
    if code == 0 or code in TRANSIENT_CODES or status >= 500 or status in {401, 403, 408, 429}:
        return Failure.TRANSIENT
    return Failure.BUG
