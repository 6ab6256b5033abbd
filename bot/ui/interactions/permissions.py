"""Permissions in a server, and the channels where tables may be opened."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from typing import Any

import discord

from bot.errors import UserError, WrongChannelError
from bot.matches.errors import MatchNotFoundError, NotAllowedError, WatchError
from bot.matches.model.match import Match, MatchChannel, MatchStatus
from bot.matches.model.settings import Openers, ServerSettings
from bot.ui.boards.board_messages import match_title
from bot.ui.components.forum_tags import tags_for
from bot.ui.interactions.context import InteractionContext
from engines.game import GameInfo
from engines.text import T, Text

NAMED_CHANNELS = 5
"""Most channels that a refusal names."""

NO_CHANNEL_RIGHT = T("You cannot post in this channel, so I cannot share this here for you.")
"""The reply to a user who wants to share something where they may not write."""
NOT_HERE = T(
    "The others in this match have not agreed to be shown here. You can share this in the channel of the match:"
)
"""The reply to a user who wants to share something of a match elsewhere; the channel follows."""


def manages_server(context: InteractionContext, guild_id: int | None) -> bool:
    """Return whether the user manages a server and the interaction comes from there.

    A manager has Discord's permission “Manage Server”; nothing less allows actions on others' tables and matches.
    “Manage Messages” does not: it can be given for one channel, and an ended match cannot be restored.
    """
    here = context.interaction.guild_id
    return here is not None and here == guild_id and context.interaction.permissions.manage_guild


def require_manager(context: InteractionContext) -> int:
    """Return the id of the server that the user manages.

    Raises:
        UserError: the interaction is not from a server.
        NotAllowedError: the user does not manage it.
    """
    guild_id = context.interaction.guild_id
    if guild_id is None:
        raise UserError(T("This command is about a server. Use it in one of its channels."))
    if not manages_server(context, guild_id):
        raise NotAllowedError(T("Only server managers can do that: members with the permission “Manage Server”."))
    return guild_id


async def channel_for_table(context: InteractionContext, game: GameInfo) -> MatchChannel:
    """Return where a table that the user opens here belongs: in this channel, or in the server's forum for matches.

    Raises:
        NotAllowedError: the user may not open tables on this server.
        WrongChannelError: no tables may be opened here, and there is no forum for them.
        UserError: the bot or the user lacks a permission there, or the forum requires a tag that it does not have.
    """
    guild, channel = context.interaction.guild, context.interaction.channel
    settings = await context.services.matches.server_settings.get(context.interaction.guild_id)
    _check_opener(context, settings)
    forum = forum_of(guild, settings)
    if guild is None or forum is None or within(channel) & set(settings.channels):
        check_channel(guild, channel, settings)
        _check_writing(context, settings)
        require_permissions(context, context.interaction.app_permissions, channel)
        return MatchChannel(context.interaction.guild_id, context.channel_id)
    require_permissions(context, forum.permissions_for(guild.me), forum)
    user = context.interaction.user
    if isinstance(user, discord.Member) and not forum.permissions_for(user).view_channel:
        raise UserError(T("Tables open in the forum of this server, and you cannot see it. Ask a server manager."))
    check_tags(context, forum, game, MatchStatus.OPEN)
    return MatchChannel(guild.id, forum.id, is_forum=True)


def require_computer_players(context: InteractionContext) -> None:
    """Raise an error if computer players are switched off.

    Raises:
        UserError: they are.
    """
    if context.services.matches.computer_turns.are_off:
        raise UserError(T("Computer players are switched off on this bot."))


def require_computers_of(context: InteractionContext, match: Match) -> None:
    """Raise an error if a match with computer players would begin while these are switched off.

    Raises:
        UserError: it would.
    """
    if match.has_computers:
        require_computer_players(context)


def forum_of(guild: discord.Guild | None, settings: ServerSettings) -> discord.ForumChannel | None:
    """Return the forum in which tables open, if the managers of a server have chosen one."""
    chosen = () if guild is None else map(guild.get_channel, settings.channels)
    return next((channel for channel in chosen if isinstance(channel, discord.ForumChannel)), None)


def check_tags(context: InteractionContext, forum: discord.ForumChannel, game: GameInfo, status: MatchStatus) -> None:
    """Raise if a forum requires a tag on every post and has none for a match.

    Raises:
        UserError
    """
    write = context.services.writer(context.services.guild_locale(forum.guild.id))
    if forum.flags.require_tag and not tags_for(game, status, forum, write):
        raise UserError(
            T(
                "The forum {channel} wants a tag on every post, and it has no tag for {game} that I may use. A server"
                " manager can create it: /server settings.",
                channel=f"#{forum.name}",
                game=game.title,
            )
        )


def require_permissions(context: InteractionContext, allowed: discord.Permissions, channel: object) -> None:
    """Raise if the bot lacks permissions for a match in a channel of a server.

    Raises:
        UserError: with the permissions that the bot lacks.
    """
    missing = () if context.interaction.guild_id is None else missing_among(allowed, channel)
    if not missing:
        return
    names = ", ".join(context.write.plain(name) for name in missing)
    if isinstance(channel, discord.ForumChannel):
        raise UserError(
            T(
                "Tables open in the forum {channel}, but I cannot post there. I need these permissions: {permissions}."
                " Ask a server manager.",
                channel=f"#{channel.name}",
                permissions=names,
            )
        )
    raise UserError(
        T(
            "I cannot post boards in this channel. I need these permissions: {permissions}. Choose "
            "another channel, or ask a server manager.",
            permissions=names,
        )
    )


def _check_writing(context: InteractionContext, settings: ServerSettings) -> None:
    """Refuse a table to who cannot write in this channel, unless managers have chosen it for matches.

    Commands can be allowed where messages are not, such as in a channel for announcements.

    Raises:
        WrongChannelError
    """
    interaction = context.interaction
    guild, user = interaction.guild, interaction.user
    if guild is None or settings.channels or _can_write(interaction.permissions, interaction.channel):
        return
    open_to_both = [
        channel.id
        for channel in guild.text_channels
        if isinstance(user, discord.Member)
        and _can_write(channel.permissions_for(user), channel)
        and not missing_permissions(channel, guild.me)
    ]
    if open_to_both:
        reason = T("You cannot write in this channel, so I do not open a table for you here. You can open it in:")
        raise WrongChannelError(reason, tuple(open_to_both[:NAMED_CHANNELS]))
    raise WrongChannelError(
        T("You cannot write in this channel. A server manager can still choose it for matches, with:"),
        (),
        "`/server settings`",
    )


def _can_write(allowed: discord.Permissions, channel: object) -> bool:
    return not missing_among(allowed, channel)


def _check_opener(context: InteractionContext, settings: ServerSettings) -> None:
    if settings.openers is Openers.EVERYBODY or manages_server(context, context.interaction.guild_id):
        return
    roles: Collection[Any] = getattr(context.interaction.user, "roles", ())
    if settings.openers is Openers.ROLE and settings.opener_role in {role.id for role in roles}:
        return
    role = None
    if settings.opener_role is not None and context.interaction.guild is not None:
        role = context.interaction.guild.get_role(settings.opener_role)
    if role is None:
        raise NotAllowedError(T("Only server managers can open tables here. You can join any open table."))
    raise NotAllowedError(
        T(
            "Only members with the role {role} can open tables on this server. You can join any open table.",
            role=role.name,
        )
    )


def check_channel(guild: discord.Guild | None, channel: object, settings: ServerSettings) -> None:
    """Raise if no tables may be opened in a channel; the error names the channels where they may.

    Raises:
        WrongChannelError
    """
    if guild is None or not settings.channels or within(channel) & set(settings.channels):
        return
    there = tuple(channel_id for channel_id in settings.channels if guild.get_channel_or_thread(channel_id) is not None)
    if there:
        raise WrongChannelError(T("Matches are not played in this channel. Please go to:"), there)
    raise WrongChannelError(
        T("The channels for matches on this server were deleted. A server manager can choose others with:"),
        (),
        "`/server settings`",
    )


async def check_again(context: InteractionContext, match: Match) -> None:
    """Raise if a rematch would be in a channel where tables may no longer be opened.

    Raises:
        WrongChannelError
    """
    guild = None if match.channel.guild_id is None else context.interaction.client.get_guild(match.channel.guild_id)
    channel = None if guild is None else guild.get_channel_or_thread(match.channel.channel_id)
    if channel is not None:
        check_channel(guild, channel, await context.services.matches.server_settings.get(match.channel.guild_id))


def within(channel: object) -> set[int]:
    """Return the ids of a channel, of the channel that a thread belongs to, and of the category."""
    found = {getattr(channel, name, None) for name in ("id", "parent_id", "category_id")}
    if isinstance(channel, discord.Thread) and channel.parent is not None:
        found.add(channel.parent.category_id)
    return {number for number in found if number is not None}


def missing_permissions(channel: Any, me: discord.Member) -> list[Text]:
    """Return the permissions that the bot lacks to play a match in a channel, thread or forum."""
    return missing_among(channel.permissions_for(me), channel)


def missing_among(allowed: discord.Permissions, channel: object) -> list[Text]:
    """Return the permissions for a match in such a channel that are missing among the given ones."""
    in_thread, in_forum = isinstance(channel, discord.Thread), isinstance(channel, discord.ForumChannel)
    lacks: list[Text] = []
    if not allowed.view_channel:
        lacks.append(T("View Channel"))
    if not in_thread and not allowed.send_messages:
        lacks.append(T("Create Posts") if in_forum else T("Send Messages"))
    if (in_thread or in_forum) and not allowed.send_messages_in_threads:
        lacks.append(T("Send Messages in Threads"))
    return lacks


def sees(context: InteractionContext, channel: Any) -> bool:
    """Return whether the user sees a channel or thread of the interaction's server.

    A private thread counts only for moderators, who see all of them: Discord does not list its members.
    """
    user = context.interaction.user
    if not isinstance(user, discord.Member):
        return False
    allowed = channel.permissions_for(user)
    is_private = isinstance(channel, discord.Thread) and channel.is_private()
    return allowed.view_channel and (allowed.manage_threads or not is_private)


async def visible_match(context: InteractionContext, match_id: int) -> Match:
    """Return a match that the user may see: their own, one played in this channel, or one they manage or watch.

    Spectators may see the match's channel too; a user who no longer may no longer watches the match.

    Raises:
        MatchNotFoundError: there is none, or the user may not see it from here.
    """
    try:
        match = await context.services.matches.history.get(match_id)
    except MatchNotFoundError:
        raise _unknown(match_id) from None
    here = context.channel_id in {match.channel.channel_id, match.channel.thread_id}
    if (
        here
        or _is_new_post(context, match)
        or match.seat_of(context.user_id) is not None
        or context.user_id in match.invited
    ):
        return match
    if manages_server(context, match.channel.guild_id):
        return match
    if await context.services.matches.spectators.board_message(match.id, context.user_id) is None:
        raise _unknown(match_id)
    can_view = await context.services.can_view(match.channel, context.user_id)
    if can_view is False:
        with suppress(WatchError):  # it was ended at this very moment
            await context.services.matches.spectators.unwatch(match.id, context.user_id)
        raise MatchNotFoundError(no_longer_visible(match))
    if can_view is None:
        raise MatchNotFoundError(
            T(
                "I cannot check right now whether you can still see the channel of {match}. Please try "
                "again in a minute.",
                match=match_title(match),
            )
        )
    return match


def _is_new_post(context: InteractionContext, match: Match) -> bool:
    """Return whether a control was pressed in a post of the match's forum before the match's own post is stored."""
    channel = context.interaction.channel
    awaited = match.channel.is_forum and match.channel.thread_id is None
    return awaited and isinstance(channel, discord.Thread) and channel.parent_id == match.channel.channel_id


def no_longer_visible(match: Match) -> Text:
    """The reply to a spectator who can no longer see the channel of the match."""
    return T(
        "You can no longer see the channel of {match}, so I have stopped sending you its boards.",
        match=match_title(match),
    )


def _unknown(match_id: int) -> MatchNotFoundError:
    return MatchNotFoundError(T("There is no match #{number} here. /matches lists yours.", number=match_id))


def can_post(context: InteractionContext) -> bool:
    """Return whether the user may post in the channel of the interaction."""
    here = context.interaction
    if here.guild_id is None:
        return False
    in_thread = getattr(here.channel, "parent_id", None) is not None
    return here.permissions.send_messages_in_threads if in_thread else here.permissions.send_messages


def may_be_shown(context: InteractionContext, match: Match) -> bool:
    """Return whether all people of a match are known to agree that it is shown to everybody in this channel.

    Where it was played everybody can see it anyway. Elsewhere, such as for a match in direct messages, only the person
    who played alone or against computer players can decide that.
    """
    in_its_channel = context.channel_id in {match.channel.channel_id, match.channel.thread_id}
    return in_its_channel or [seat.user_id for seat in match.people] == [context.user_id]


def may_share(context: InteractionContext, match: Match) -> bool:
    """Return whether the user may post something of a match in the channel of the interaction."""
    return can_post(context) and may_be_shown(context, match)


def require_may_share(context: InteractionContext, match: Match) -> None:
    """Raise if the user may not post anything of a match in the channel of the interaction.

    Raises:
        UserError: they may not write here.
        WrongChannelError: others in the match have not agreed to be shown here.
    """
    if not can_post(context):
        raise UserError(NO_CHANNEL_RIGHT)
    if not may_be_shown(context, match):
        raise WrongChannelError(NOT_HERE, () if match.channel.guild_id is None else (match.channel.target_id,))


def can_attach(context: InteractionContext) -> bool:
    """Return whether the bot may attach files to a public answer in the channel of the interaction."""
    return context.interaction.guild_id is None or context.interaction.app_permissions.attach_files
