"""An in-memory Discord for the sender: deleted channels and threads, blocked direct messages, occasional errors."""

from __future__ import annotations

import random
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from types import SimpleNamespace
from typing import Any

import discord

from bot.delivery.discord_api import DiscordApi, MessageMatcher
from bot.delivery.errors import UNKNOWN_MESSAGE
from bot.delivery.posting import NONCE_SECONDS
from bot.matches.model.match import MatchChannel
from bot.ui.components.messages import OutgoingMessage

UNKNOWN_CHANNEL, DM_BLOCKED = 10003, 50007
FAILS, SWALLOWS = 0.004, 0.002
"""The share of requests that Discord refuses, and of those that it carries out without confirming."""
LATEST = 6
"""Messages of each channel that can be found again."""
NONCES = 1000

Posted = Callable[[int, OutgoingMessage], None]
"""Called for each message with its channel and content."""


@dataclass(frozen=True, slots=True)
class Sent:
    """What is remembered of a message, so that it can be found again."""

    id: int
    content: str
    attachments: tuple[Any, ...]
    components: tuple[Any, ...]


class FakeDiscord(DiscordApi):
    """The part of Discord that delivery uses. A direct message is posted to a channel with the id of its user."""

    def __init__(
        self, clock: Callable[[], int], rng: random.Random, posted: Posted, edited: Callable[[], None]
    ) -> None:
        self._clock = clock
        self._rng = rng
        self._posted = posted
        self._edited = edited
        self._numbers = count(3 * 10**17)
        self._latest: dict[int, deque[Sent]] = {}
        self._nonces: OrderedDict[tuple[int, str], tuple[int, int]] = OrderedDict()
        self.gone: set[int] = set()
        """Channels and threads that were deleted."""
        self.closed: set[int] = set()
        """Users who block direct messages."""
        self.archived: set[int] = set()
        """Archived threads."""
        self.failing = True
        """Whether requests fail now and then."""

    # ------------------------------------------------------------------------------------------------- in channels

    async def post(self, channel_id: int, message: OutgoingMessage, nonce: str) -> int:
        """Post once for each nonce, as long as Discord remembers it."""
        self._require(channel_id)
        return self._send(channel_id, message, nonce)

    def new_number(self) -> int:
        """Return a new id."""
        return next(self._numbers)

    async def find(self, channel_id: int, guild_id: int | None, is_same_message: MessageMatcher) -> int | None:  # noqa: ARG002
        """Search the latest messages."""
        self._require(channel_id)
        latest: Any = reversed(self._latest.get(channel_id, ()))
        return next((message.id for message in latest if is_same_message(message)), None)

    async def edit(self, channel_id: int, guild_id: int | None, message_id: int, message: OutgoingMessage) -> None:  # noqa: ARG002
        """Replace a message."""
        self._require(channel_id)
        message.to_edit()
        self._edited()

    async def edit_text(self, channel_id: int, guild_id: int | None, message_id: int, message: OutgoingMessage) -> None:  # noqa: ARG002
        """Replace the text and the controls of a message."""
        self._require(channel_id)
        message.to_edit_keeping_files()

    async def archive(self, thread_id: int) -> None:
        """Archive a thread."""
        self._require(thread_id)
        self.archived.add(thread_id)
        self._latest.pop(thread_id, None)

    async def remove_buttons(self, channel_id: int, guild_id: int | None, message_id: int) -> None:  # noqa: ARG002
        """Remove the controls of a message."""
        self._require(channel_id)

    async def delete(self, channel_id: int, guild_id: int | None, message_id: int) -> None:  # noqa: ARG002
        """Delete a message."""
        self._require(channel_id)

    async def create_thread(self, match_channel: MatchChannel, message_id: int, name: str) -> int:  # noqa: ARG002
        """Create a thread; it has the id of the message."""
        self._require(match_channel.channel_id)
        if message_id in self.gone:
            raise refusal(UNKNOWN_MESSAGE)
        return message_id

    # --------------------------------------------------------------------------------------------- direct messages

    async def send_dm(self, user_id: int, message: OutgoingMessage, nonce: str) -> bool:
        """Send a direct message; return false if the user has blocked them."""
        if user_id in self.closed:
            return False
        self._send(user_id, message, nonce)
        return True

    async def post_dm(self, user_id: int, message: OutgoingMessage, nonce: str) -> int:
        """Post a direct message."""
        self._require_open_dms(user_id)
        return self._send(user_id, message, nonce)

    async def find_dm(self, user_id: int, is_same_message: MessageMatcher) -> int | None:
        """Search the latest direct messages."""
        self._require_open_dms(user_id)
        return await self.find(user_id, None, is_same_message)

    async def edit_dm(self, user_id: int, message_id: int, message: OutgoingMessage) -> None:  # noqa: ARG002
        """Replace a direct message."""
        message.to_edit()

    async def delete_dm(self, user_id: int, message_id: int) -> None:
        """Delete a direct message."""

    # --------------------------------------------------------------------------------------------- what is known

    def has_permissions(self, match_channel: MatchChannel, *names: str) -> bool:  # noqa: ARG002
        """Return true: everything is allowed."""
        return True

    def can_post(self, match_channel: MatchChannel) -> bool:
        """Return whether a channel still exists."""
        return match_channel.channel_id not in self.gone

    async def may_see(self, match_channel: MatchChannel, user_id: int) -> bool:  # noqa: ARG002
        """Return true: all channels are visible to all users."""
        return True

    def has_threads(self, match_channel: MatchChannel) -> bool:  # noqa: ARG002
        """Return true: threads are possible everywhere."""
        return True

    def greeting_channels(self, guild_id: int) -> Iterator[int]:  # noqa: ARG002
        """Return no channels."""
        return iter(())

    # --------------------------------------------------------------------------------------------------------------

    def _require(self, channel_id: int) -> None:
        if channel_id in self.gone:
            raise refusal(UNKNOWN_CHANNEL)
        if self.failing and self._rng.random() < FAILS:
            raise discord.DiscordServerError(_answer(503), "unavailable")

    def _require_open_dms(self, user_id: int) -> None:
        if user_id in self.closed:
            raise refusal(DM_BLOCKED)

    def _send(self, channel_id: int, message: OutgoingMessage, nonce: str) -> int:
        now, key = self._clock(), (channel_id, nonce)
        at, known = self._nonces.get(key, (0, 0))
        if known and now - at <= NONCE_SECONDS:
            return known
        message.to_send()
        sent = Sent(
            next(self._numbers),
            message.content,
            tuple(SimpleNamespace(filename=file.name) for file in message.files),
            tuple(
                SimpleNamespace(
                    children=[SimpleNamespace(custom_id=getattr(control, "custom_id", None)) for control in row]
                )
                for row in message.rows
            ),
        )
        self._latest.setdefault(channel_id, deque(maxlen=LATEST)).append(sent)
        self._nonces[key] = now, sent.id
        if len(self._nonces) > NONCES:
            self._nonces.popitem(last=False)
        self._posted(channel_id, message)
        if self.failing and self._rng.random() < SWALLOWS:
            raise discord.DiscordServerError(_answer(502), "bad gateway")
        return sent.id


def refusal(code: int) -> discord.HTTPException:
    """Return discord.py's error for one of Discord's codes."""
    kind = discord.Forbidden if code == DM_BLOCKED else discord.NotFound
    return kind(_answer(403 if code == DM_BLOCKED else 404), {"code": code, "message": "refused"})


def _answer(status: int) -> Any:
    return SimpleNamespace(status=status, reason="pretended")
