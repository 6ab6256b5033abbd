"""The Discord requests that delivery makes: channels, threads and direct messages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import discord
from discord.http import handle_message_parameters

from bot.delivery.errors import (
    THREAD_EXISTS,
    UNKNOWN_MESSAGE,
    Failure,
    failure_of,
    is_dm_blocked,
)
from bot.delivery.outdated import require_current
from bot.errors import UNKNOWN_MEMBER_CODES
from bot.matches.model.match import MatchChannel
from bot.ui.components.custom_id import current_epoch, prefix_of
from bot.ui.components.messages import OutgoingMessage

HISTORY_LOOKED_THROUGH = 50
"""Messages searched for one that was posted before a crash."""

WEEK_IN_MINUTES: Final = 10080
"""The longest time that Discord keeps an inactive thread open."""

MessageMatcher = Callable[[discord.Message], bool]


class PostId(NamedTuple):
    """A post in a forum and one of its messages."""

    post_id: int
    message_id: int


class DiscordApi:
    """Requests by id, which need no cache. The channel cache only saves requests that would fail.

    Methods that send text raise OutdatedError if a user's data was deleted while it was composed.
    """

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def post(self, channel_id: int, message: OutgoingMessage, nonce: str) -> int:
        """Post a message once, even if retried while Discord remembers the nonce; returns its id.

        ``Messageable.send`` would parse the whole message that Discord returns.
        """
        arguments = {"content": None, "view": None, **message.to_send(), "nonce": nonce}
        with handle_message_parameters(**arguments, previous_allowed_mentions=self._client.allowed_mentions) as parts:
            require_current()
            sent = await self._client.http.send_message(channel_id, params=parts)
        return int(sent["id"])

    async def find(self, channel_id: int, guild_id: int | None, is_same_message: MessageMatcher) -> int | None:
        """Find a message of the bot among the latest; ``None`` also if the history cannot be read."""
        own = self._client.user
        try:
            async for message in self._messageable(channel_id, guild_id).history(limit=HISTORY_LOOKED_THROUGH):
                if own is not None and message.author.id == own.id and is_same_message(message):
                    return message.id
        except discord.Forbidden as error:
            if failure_of(error) is not Failure.UNREACHABLE:
                raise
        return None

    async def edit(self, channel_id: int, guild_id: int | None, message_id: int, message: OutgoingMessage) -> None:
        """Edit a message of the bot."""
        require_current()
        await self._message(channel_id, guild_id, message_id).edit(**message.to_edit())

    async def edit_text(self, channel_id: int, guild_id: int | None, message_id: int, message: OutgoingMessage) -> None:
        """Edit the text and components of a message of the bot; its picture stays, and nobody is notified."""
        require_current()
        await self._message(channel_id, guild_id, message_id).edit(**message.to_edit_keeping_files())

    async def archive(self, thread_id: int) -> None:
        """Archive a thread of the bot, which only hides it: a new message there opens it again.

        The creator of a thread may do that (https://discord.com/developers/docs/topics/threads#editing-deleting-threads).
        """
        await self._client.http.edit_channel(thread_id, archived=True)

    async def remove_buttons(self, channel_id: int, guild_id: int | None, message_id: int) -> None:
        """Remove the components of a message of the bot; its picture stays. A deleted message is ignored."""
        try:
            await self._message(channel_id, guild_id, message_id).edit(view=None)
        except discord.HTTPException as error:
            if error.code != UNKNOWN_MESSAGE:
                raise

    async def delete(self, channel_id: int, guild_id: int | None, message_id: int) -> None:
        """Delete a message of the bot, if it still exists."""
        try:
            await self._message(channel_id, guild_id, message_id).delete()
        except discord.HTTPException as error:
            if error.code != UNKNOWN_MESSAGE:
                raise

    async def send_dm(self, user_id: int, message: OutgoingMessage, nonce: str) -> bool:
        """Send a direct message; false if the user cannot be reached."""
        try:
            await self.post_dm(user_id, message, nonce)
        except discord.HTTPException as error:
            if not is_dm_blocked(error):
                raise
            return False
        return True

    async def post_dm(self, user_id: int, message: OutgoingMessage, nonce: str) -> int:
        """Post a direct message once, even if retried while Discord remembers the nonce; returns its id."""
        channel = await self._dm_channel(user_id)
        require_current()
        return (await channel.send(**message.to_send(), nonce=nonce)).id

    async def find_dm(self, user_id: int, is_same_message: MessageMatcher) -> int | None:
        """Find a message of the bot among the latest direct messages to a user."""
        channel = await self._dm_channel(user_id)
        return await self.find(channel.id, None, is_same_message)

    async def edit_dm(self, user_id: int, message_id: int, message: OutgoingMessage) -> None:
        """Edit a direct message of the bot."""
        channel = await self._dm_channel(user_id)
        require_current()
        await channel.get_partial_message(message_id).edit(**message.to_edit())

    async def delete_dm(self, user_id: int, message_id: int) -> None:
        """Delete a direct message of the bot."""
        channel = await self._dm_channel(user_id)
        await channel.get_partial_message(message_id).delete()

    async def _dm_channel(self, user_id: int) -> discord.DMChannel:
        return await self._client.create_dm(discord.Object(user_id))

    async def create_thread(self, match_channel: MatchChannel, message_id: int, name: str) -> int:
        """Create a thread from a message, or find the existing one; returns its id."""
        try:
            data = await self._client.http.start_thread_with_message(
                match_channel.channel_id, message_id, name=name, auto_archive_duration=WEEK_IN_MINUTES
            )
        except discord.HTTPException as error:
            if error.code == THREAD_EXISTS:
                return message_id
            raise
        return int(data["id"])

    async def create_post(self, forum_id: int, name: str, message: OutgoingMessage, tags: Sequence[int]) -> PostId:
        """Create a post in a forum.

        Discord has no nonce for that: :meth:`find_posts` tells whether it was done before.
        """
        begun = {
            "name": name,
            "auto_archive_duration": WEEK_IN_MINUTES,
            "applied_tags": [str(tag) for tag in tags],
        }
        arguments = message.to_send()
        previous = self._client.allowed_mentions
        with handle_message_parameters(**arguments, channel_payload=begun, previous_allowed_mentions=previous) as parts:
            require_current()
            data = await self._client.http.start_thread_in_forum(forum_id, params=parts)
        return PostId(int(data["id"]), int(data["message"]["id"]))

    async def find_posts(self, guild_id: int, forum_id: int, beginning: str) -> list[int]:
        """Return the bot's own active, unlocked posts in a forum whose title has this beginning, newest first."""
        own = self._client.user
        active = (await self._client.http.get_active_threads(guild_id))["threads"]
        return sorted(
            (
                int(thread["id"])
                for thread in active
                if own is not None
                and int(thread["owner_id"]) == own.id
                and int(thread["parent_id"]) == forum_id
                and thread["name"].startswith(beginning)
                and not thread["thread_metadata"].get("locked")
            ),
            reverse=True,
        )

    async def edit_post(self, post_id: int, **changes: Any) -> None:
        """Change the title (``name``) or the tags (``applied_tags``) of the bot's own post, or open it again.

        The creator of a post may do that, unless it is locked
        (https://discord.com/developers/docs/topics/threads#editing-deleting-threads).
        """
        await self._client.http.edit_channel(post_id, **changes)

    async def post_of(self, post_id: int) -> tuple[str, list[int]]:
        """Return the title of a post and the ids of its tags."""
        data: Any = await self._client.http.get_channel(post_id)
        return data["name"], [int(tag) for tag in data.get("applied_tags", ())]

    def forum(self, match_channel: MatchChannel) -> discord.ForumChannel | None:
        """Return the forum of a match; ``None`` if it is not one, or not known."""
        guild = None if match_channel.guild_id is None else self._client.get_guild(match_channel.guild_id)
        channel = None if guild is None else guild.get_channel(match_channel.channel_id)
        return channel if isinstance(channel, discord.ForumChannel) else None

    def has_permissions(self, match_channel: MatchChannel, *names: str) -> bool:
        """True if the bot has all these permissions in a channel, or if that is unknown."""
        if match_channel.guild_id is None:
            return True
        guild = self._client.get_guild(match_channel.guild_id)
        channel = None if guild is None else guild.get_channel_or_thread(match_channel.channel_id)
        if guild is None or channel is None:
            return True
        permissions = channel.permissions_for(guild.me)
        return all(getattr(permissions, name) for name in names)

    def can_post(self, match_channel: MatchChannel) -> bool:
        """True if boards can be posted in a channel of a server; false if that is unknown."""
        guild = None if match_channel.guild_id is None else self._client.get_guild(match_channel.guild_id)
        channel = None if guild is None else guild.get_channel_or_thread(match_channel.channel_id)
        if guild is None or channel is None:
            return False
        allowed = channel.permissions_for(guild.me)
        in_threads = isinstance(channel, discord.Thread | discord.ForumChannel)
        beginning = isinstance(channel, discord.Thread) or allowed.send_messages
        return allowed.view_channel and beginning and (not in_threads or allowed.send_messages_in_threads)

    async def is_member(self, guild_id: int, user_id: int) -> bool | None:
        """Whether a user is a member of a server; ``None`` if that is unknown.

        Raises:
            discord.HTTPException: Discord does not say.
        """
        guild = self._client.get_guild(guild_id)
        if guild is None or guild.unavailable:
            return None
        try:
            await guild.fetch_member(user_id)
        except discord.NotFound as error:
            if error.code not in UNKNOWN_MEMBER_CODES:
                raise
            return False
        return True

    async def may_see(self, match_channel: MatchChannel, user_id: int) -> bool | None:
        """Whether a user may view a channel of a server; ``None`` if that is unknown.

        False for a channel that is gone or that the bot itself cannot view.

        Raises:
            discord.HTTPException: Discord does not say.
        """
        guild = None if match_channel.guild_id is None else self._client.get_guild(match_channel.guild_id)
        if guild is None or guild.unavailable:
            return None
        try:
            member = await guild.fetch_member(user_id)
        except discord.NotFound as error:
            if error.code not in UNKNOWN_MEMBER_CODES:
                raise
            return False
        try:
            # Discord does not announce archived threads.
            channel = guild.get_channel_or_thread(match_channel.channel_id) or await guild.fetch_channel(
                match_channel.channel_id
            )
        except discord.HTTPException as error:
            if failure_of(error) is not Failure.UNREACHABLE:
                raise
            return False
        except discord.InvalidData:
            return None
        permissions = channel.permissions_for(member)
        if not permissions.view_channel or permissions.manage_threads:
            return permissions.view_channel
        return not (isinstance(channel, discord.Thread) and channel.is_private()) or await _is_in(channel, user_id)

    def has_threads(self, match_channel: MatchChannel) -> bool:
        """True if threads can be created from messages of a channel, or if that is unknown."""
        guild = None if match_channel.guild_id is None else self._client.get_guild(match_channel.guild_id)
        channel = None if guild is None else guild.get_channel_or_thread(match_channel.channel_id)
        return channel is None or isinstance(channel, discord.TextChannel)

    def greeting_channels(self, guild_id: int) -> Iterator[int]:
        """Yield the channels of a server where the bot may post, the one for system messages first."""
        guild = self._client.get_guild(guild_id)
        if guild is None:
            return
        channels = sorted(guild.text_channels, key=lambda channel: (channel != guild.system_channel, channel.position))
        for channel in channels:
            permissions = channel.permissions_for(guild.me)
            if permissions.view_channel and permissions.send_messages:
                yield channel.id

    def _messageable(self, channel_id: int, guild_id: int | None) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel_id, guild_id=guild_id)

    def _message(self, channel_id: int, guild_id: int | None, message_id: int) -> discord.PartialMessage:
        return self._messageable(channel_id, guild_id).get_partial_message(message_id)


async def _is_in(thread: discord.Thread, user_id: int) -> bool:
    """True if a user was added to a thread."""
    try:
        await thread.fetch_member(user_id)
    except discord.NotFound:
        return False
    return True


def has_control(message: discord.Message, part: str) -> bool:
    """True if a component of the message belongs to a match and ply, and to the current epoch."""
    beginning = prefix_of(current_epoch())
    custom_ids = [getattr(child, "custom_id", None) or "" for child in _components(message)]
    return any(custom_id.startswith(beginning) and part in custom_id for custom_id in custom_ids)


def has_link(message: discord.Message, url: str) -> bool:
    """True if a button of the message leads to this address."""
    return any(getattr(child, "url", None) == url for child in _components(message))


def _components(message: discord.Message) -> Sequence[Any]:
    return [child for row in message.components for child in getattr(row, "children", ())]
