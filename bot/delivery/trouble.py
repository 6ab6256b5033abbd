"""What Discord's errors mean for something that is to be posted.

Codes: https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
"""

from __future__ import annotations

from enum import Enum, auto

import aiohttp
import discord

UNKNOWN_MESSAGE = 10008
CANNOT_DM = frozenset({50007, 50278})
"""Direct messages are closed, or there is no server in common."""
THREAD_EXISTS = 160004
"""A thread was made from this message already; it has the message's id."""

_NO_PLACE = frozenset(
    {
        10003,  # unknown channel: deleted, or the bot was removed from the server
        10004,  # unknown guild
        50001,  # missing access
        50013,  # missing permissions
        50083,  # the thread is archived, and this cannot open it again
        160005,  # the thread is locked
        50024,  # cannot do this in a channel of this type
        50008,  # cannot send messages in a channel of this type
        340013,  # the account must be verified for this server
    }
)


class Trouble(Enum):
    """What to do about an error."""

    PASSING = auto()
    """Try again later: Discord, the network or a limit."""
    NO_PLACE = auto()
    """Nothing can be posted there."""
    NO_MESSAGE = auto()
    """The message is gone."""
    OURS = auto()
    """Discord will never take this request: a mistake of the bot."""


def trouble_of(error: Exception) -> Trouble:
    """Classify what a request to Discord raised."""
    if isinstance(error, discord.HTTPException):
        if error.status >= 500 or error.status in {401, 408, 429}:
            return Trouble.PASSING
        if error.code == UNKNOWN_MESSAGE:
            return Trouble.NO_MESSAGE
        if error.code in _NO_PLACE or error.status == 403:
            return Trouble.NO_PLACE
        return Trouble.OURS
    if isinstance(error, aiohttp.ClientError | OSError | TimeoutError | discord.RateLimited):
        return Trouble.PASSING
    return Trouble.OURS
