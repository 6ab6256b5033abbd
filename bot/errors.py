"""Explains errors to users.

Expected errors of games and matches carry their own sentence. Discord's errors are known by their code
(https://discord.com/developers/docs/topics/opcodes-and-status-codes#json). Everything else is a bug: the user gets an
id, and the log has the id with the traceback.
"""

from __future__ import annotations

import logging
import re
import secrets
from dataclasses import dataclass

import aiohttp

from bot.matches.errors import MatchError
from bot.storage.errors import StorageError
from engines.errors import GameError, IllegalMoveError
from engines.text import T, Text

log = logging.getLogger(__name__)


class UserError(Exception):
    """A request that is refused, with a sentence for the user."""

    def __init__(self, reason: Text) -> None:
        super().__init__(str(reason))
        self.reason = reason


class WrongChannelError(UserError):
    """A request that is refused in this channel, but possible in others."""

    def __init__(self, reason: Text, channels: tuple[int, ...], also: str = "") -> None:
        super().__init__(reason)
        self.markup = " ".join((*(f"<#{channel}>" for channel in channels), also)).strip()
        """What follows the sentence: the channels, or another way."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """An error as shown to the user."""

    text: Text
    error_id: str | None = None
    """The id in the log; set for unexpected errors only."""


_NO_ACCESS = T("I cannot see this channel. A server manager can change that in the channel’s permissions.")
_NO_PERMISSION = T(
    "I do not have permission to do that in this channel. A server manager can change that "
    "in the channel’s permissions."
)

DISCORD_CODES: dict[int, Text] = {
    10003: T("That channel no longer exists."),
    10004: T("I am no longer in that server."),
    10008: T("That message no longer exists."),
    10013: T("Discord does not know that user."),
    50001: _NO_ACCESS,
    50007: T("I cannot send direct messages to that user."),
    50013: _NO_PERMISSION,
    50083: T("That thread is archived. Write something in it to open it again."),
    160005: T("That thread is locked. A server manager can unlock it."),
}
"""Texts for Discord's errors, by code."""

ALREADY_ACKNOWLEDGED = 40060

UNKNOWN_INTERACTION = 10062

EXPIRED_INTERACTION_CODES = frozenset({10015, UNKNOWN_INTERACTION, ALREADY_ACKNOWLEDGED, 50027})
"""Unknown or already acknowledged interaction, or its token is unknown or invalid: the user can no longer be answered.
"""

UNKNOWN_MEMBER_CODES = frozenset({10007, 10013})
"""The user is not a member of the server."""

TRANSIENT_CODES = frozenset(
    {
        20016,  # slow mode of a channel
        20022,  # announcements are edited too often
        20028,  # too much is written in a channel
        20029,  # or in a server
        30046,  # messages older than an hour are edited too often
        40001,  # unauthorised: the token is handled elsewhere
        40003,  # direct messages are opened too fast
        40004,  # sending messages is disabled for a while
        40006,  # so is this
        40062,  # a resource is being rate limited
        40333,  # Cloudflare is blocking the request
        50014,  # invalid token
        110001,  # not yet available
        130000,  # overloaded
    }
)
"""Temporary refusals, worth a retry."""

DISCORD_UNAVAILABLE = T("Discord is having problems at the moment. Please try again in a minute.")


def user_error_text(error: BaseException) -> Text | None:
    """Return the sentence of an expected error; ``None`` for a bug."""
    error = _cause(error)
    if isinstance(error, IllegalMoveError):
        return _refusal(error)
    if isinstance(error, GameError | MatchError | StorageError | UserError):
        return error.reason
    if isinstance(error, aiohttp.ClientError | TimeoutError) or hasattr(error, "retry_after"):
        return DISCORD_UNAVAILABLE
    status, code = getattr(error, "status", None), getattr(error, "code", None)
    if not isinstance(status, int):
        return None
    if status >= 500 or status in {408, 429} or code == 0 or code in TRANSIENT_CODES:
        return DISCORD_UNAVAILABLE
    return DISCORD_CODES.get(code) if isinstance(code, int) else None


def _refusal(error: IllegalMoveError) -> Text:
    """Return why a move is refused, with the cells that forbid it if the sentence does not name them."""
    named = re.findall("[a-z][0-9]+", str(error.reason))
    others = [place for place in error.places if place not in named]
    return T("{reason} Look at {cells}.", reason=error.reason, cells=", ".join(others)) if others else error.reason


def explain(error: BaseException) -> Explanation:
    """Return what to show the user; an unexpected error is logged with its id."""
    text = user_error_text(error)
    if text is not None:
        return Explanation(text)
    error_id = secrets.token_hex(4)
    log.error("unexpected error", exc_info=_cause(error), extra={"error_id": error_id})
    return Explanation(
        T(
            "Something went wrong. It is not your fault, and nothing is lost. Please try again. If it happens"
            " again, give this number to the person who runs the bot: {error_id}.",
            error_id=error_id,
        ),
        error_id,
    )


def _cause(error: BaseException) -> BaseException:
    """Return the error that a framework has wrapped."""
    original = getattr(error, "original", None)
    return original if isinstance(original, BaseException) else error
