"""Posts of matches in a forum: created once, with tags for the game and the state (docs/adr/0037)."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import discord

from bot.delivery.best_effort import best_effort
from bot.delivery.discord_api import DiscordApi, PostId
from bot.delivery.errors import ARCHIVED_THREAD, Failure, failure_of
from bot.delivery.posting import MatchPost, earliest_id, send_match_post
from bot.delivery.worker import Delivered, Handlers, Result
from bot.matches.model.match import Match
from bot.matches.model.outbox_messages import RefreshPost
from bot.matches.outbox import OutboxRow
from bot.ui.boards.board_messages import match_title
from bot.ui.components.forum_tags import tags_for, updated_tags
from bot.ui.components.messages import OutgoingMessage
from bot.ui.components.text import Writer, fit
from bot.ui.interactions.services import Services
from engines.registry import GAMES
from engines.text import Seat

log = logging.getLogger(__name__)

THREAD_NAME_LIMIT = 100


class ForumPosts:
    """Creates the posts of matches, and keeps their titles and tags."""

    def __init__(self, api: DiscordApi, services: Services) -> None:
        self._api = api
        self._services = services
        self.handlers: Handlers = {RefreshPost: self._refresh}

    async def create(self, row: OutboxRow, match: Match, post: MatchPost) -> PostId | None:
        """Post a message in a new post of the match's forum; ``None`` if no post can be created there.

        An attempt whose outcome is unknown, because the connection or the process ended, may have created the post. So
        the active ones are looked through first, and none is created twice.
        """
        channel = match.channel
        former = [] if channel.guild_id is None else await self._former(channel.guild_id, match)
        write = self._services.public_writer(match)
        forum = self._api.forum(channel)
        tags = [] if forum is None else tags_for(GAMES[match.game].info, match.status, forum, write)
        try:
            if former:
                return await self._post_in(former[0], row, channel.guild_id, post)
            return await self._begin(match, post, tags, write)
        except discord.HTTPException as error:
            if failure_of(error) is Failure.TRANSIENT:
                raise
            log.warning("a forum takes no post", extra={"code": error.code})
            return None

    async def edit_table(self, match: Match, message_id: int, message: OutgoingMessage) -> None:
        """Edit the table that begins a post; an archived post is opened again."""
        channel = match.channel
        try:
            await self._api.edit(channel.table_id, channel.guild_id, message_id, message)
        except discord.HTTPException as error:
            if error.code != ARCHIVED_THREAD:
                raise
            await self._api.edit_post(channel.table_id, archived=False)
            await self._api.edit(channel.table_id, channel.guild_id, message_id, message)

    async def _post_in(self, post_id: int, row: OutboxRow, guild_id: int | None, post: MatchPost) -> PostId | None:
        """Post a message in a post that exists, unless it has it already; ``None`` if nothing can be posted there."""
        message_id = await self._api.find(post_id, guild_id, post.is_same_message)
        if message_id is None:
            message_id = await send_match_post(post, lambda message: self._api.post(post_id, message, row.nonce))
        return None if message_id is None else PostId(post_id, message_id)

    async def _begin(self, match: Match, post: MatchPost, tags: Sequence[int], write: Writer) -> PostId | None:
        """Create a post, without tags if Discord does not take them: one may just have been deleted."""
        title, forum_id = thread_name(match, write), match.channel.channel_id
        try:
            return await send_match_post(post, lambda message: self._api.create_post(forum_id, title, message, tags))
        except discord.HTTPException as error:
            if not tags or failure_of(error) is not Failure.BUG:
                raise
        return await send_match_post(post, lambda message: self._api.create_post(forum_id, title, message, ()))

    async def _former(self, guild_id: int, match: Match) -> list[int]:
        """Return posts of the match that exist, but for the one that it had until now.

        Older posts are about a match with the same number in another database.
        """
        beginning = f"{match_title(match)}:"
        found = await self._api.find_posts(guild_id, match.channel.channel_id, beginning)
        earliest = earliest_id(match.created_at)
        return [post_id for post_id in found if post_id != match.channel.thread_id and post_id >= earliest]

    async def _refresh(self, row: OutboxRow, message: RefreshPost) -> Result:
        match = await self._services.matches.history.get(message.match_id)
        post_id = match.channel.thread_id
        if not match.channel.is_forum or post_id is None:
            return Delivered()
        if not message.rename and await self._services.outbox.has_later(row):
            return Delivered()
        request = self._update(match, post_id, rename=message.rename)
        return await best_effort(row, request, "a post keeps its title and tags")

    async def _update(self, match: Match, post_id: int, *, rename: bool) -> None:
        """Give a post its title and tags, in one request: Discord allows two new titles in ten minutes."""
        title, applied = await self._api.post_of(post_id)
        write, forum = self._services.public_writer(match), self._api.forum(match.channel)
        changes: dict[str, Any] = {}
        if rename and title != (wanted := thread_name(match, write)):
            changes["name"] = wanted
        tags = applied if forum is None else updated_tags(match, forum, applied, write)
        if tags != applied:
            changes["applied_tags"] = [str(tag) for tag in tags]
        if changes:
            await self._edit(post_id, changes)

    async def _edit(self, post_id: int, changes: dict[str, Any]) -> None:
        """Change the title and the tags of a post, or the title alone if Discord does not take the tags."""
        try:
            await self._api.edit_post(post_id, **changes)
        except discord.HTTPException as error:
            if len(changes) < 2 or failure_of(error) is not Failure.BUG:
                raise
            await self._api.edit_post(post_id, name=changes["name"])


def thread_name(match: Match, write: Writer) -> str:
    """The name of a match's thread, and the title of its post."""
    names = " – ".join(write.name(Seat(seat.player)) for seat in match.seats)
    return fit(f"{match_title(match)}: {names}", THREAD_NAME_LIMIT)
