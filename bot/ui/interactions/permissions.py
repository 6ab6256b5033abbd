"""Who may do what in a server, and where tables may be opened."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import discord

from bot.errors import ElsewhereError, RefusalError
from bot.matches.errors import NotAllowedError
from bot.matches.model.match import Match
from bot.matches.model.settings import Openers, ServerSettings
from bot.ui.interactions.context import Call
from engines.text import T, Text


def manages_server(call: Call, guild_id: int | None) -> bool:
    """Whether the asker is a manager of a server and asks from there.

    A manager is who has Discord's permission “Manage Server”; nothing less gives a say in tables and matches of others.
    “Manage Messages” does not: it can be given for one channel, and a match ended cannot be had back.
    """
    here = call.interaction.guild_id
    return here is not None and here == guild_id and call.interaction.permissions.manage_guild


def require_manager(call: Call) -> int:
    """The id of the server that the asker manages.

    Raises:
        RefusalError: this is no server.
        NotAllowedError: the asker may not manage it.
    """
    guild_id = call.interaction.guild_id
    if guild_id is None:
        raise RefusalError(T("This is about a server: type it in one of its channels."))
    if not manages_server(call, guild_id):
        raise NotAllowedError(T("Only people with the permission “Manage Server” can do that."))
    return guild_id


async def check_opening(call: Call) -> None:
    """Refuse to let the asker open a table in this channel, if the server's managers do not want it.

    Raises:
        NotAllowedError, ElsewhereError
    """
    settings = await call.desk.matches.servers.server_settings(call.interaction.guild_id)
    _check_opener(call, settings)
    check_channel(call.interaction.guild, call.interaction.channel, settings)


def _check_opener(call: Call, settings: ServerSettings) -> None:
    if settings.openers is Openers.EVERYBODY or manages_server(call, call.interaction.guild_id):
        return
    roles: Collection[Any] = getattr(call.interaction.user, "roles", ())
    if settings.openers is Openers.ROLE and settings.opener_role in {role.id for role in roles}:
        return
    role = None
    if settings.opener_role is not None and call.interaction.guild is not None:
        role = call.interaction.guild.get_role(settings.opener_role)
    if role is None:
        raise NotAllowedError(
            T("Only people who manage this server open tables here. You may join any table that is open.")
        )
    raise NotAllowedError(
        T(
            "Only people with the role {role} open tables in this server. You may join any table that is open.",
            role=role.name,
        )
    )


def check_channel(guild: discord.Guild | None, channel: object, settings: ServerSettings) -> None:
    """Refuse a channel in which no tables may be opened, and name those in which they may.

    Raises:
        ElsewhereError
    """
    if guild is None or not settings.channels or within(channel) & set(settings.channels):
        return
    there = tuple(channel_id for channel_id in settings.channels if guild.get_channel_or_thread(channel_id) is not None)
    if there:
        raise ElsewhereError(T("Matches of this server are played elsewhere. Go to:"), there)
    raise ElsewhereError(
        T("The channels for matches of this server were deleted. Someone who manages it can change that with:"),
        (),
        "`/server settings`",
    )


async def check_again(call: Call, match: Match) -> None:
    """Refuse to play again in a channel in which no tables may be opened any more.

    Raises:
        ElsewhereError
    """
    guild = None if match.place.guild_id is None else call.interaction.client.get_guild(match.place.guild_id)
    channel = None if guild is None else guild.get_channel_or_thread(match.place.channel_id)
    if channel is not None:
        check_channel(guild, channel, await call.desk.matches.servers.server_settings(match.place.guild_id))


def within(channel: object) -> set[int]:
    """The ids of a channel, of the one that a thread belongs to, and of the category."""
    found = {getattr(channel, name, None) for name in ("id", "parent_id", "category_id")}
    if isinstance(channel, discord.Thread) and channel.parent is not None:
        found.add(channel.parent.category_id)
    return {number for number in found if number is not None}


def lacking(channel: Any, me: discord.Member) -> list[Text]:
    """The permissions that the bot lacks to play a match in a channel or thread."""
    return missing(channel.permissions_for(me), in_thread=isinstance(channel, discord.Thread))


def missing(allowed: discord.Permissions, *, in_thread: bool) -> list[Text]:
    """The permissions for playing a match that are not among those that are allowed."""
    lacks: list[Text] = []
    if not allowed.view_channel:
        lacks.append(T("View Channel"))
    if not (allowed.send_messages_in_threads if in_thread else allowed.send_messages):
        lacks.append(T("Send Messages in Threads") if in_thread else T("Send Messages"))
    return lacks
