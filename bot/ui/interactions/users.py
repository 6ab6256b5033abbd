"""Users chosen from a list of members."""

from __future__ import annotations

import re
from typing import Any

import discord

from bot.errors import UNKNOWN_MEMBER_CODES, UserError
from bot.matches.model.match import Match, Person
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import Row
from bot.ui.components.text import Writer
from bot.ui.interactions.context import NO_CHOICE, InteractionContext
from engines.text import T

ID = re.compile(r"[0-9]{1,19}")
LARGEST_ID = 2**63 - 1
"""The largest id: 64 bits, and SQLite stores no larger numbers."""


async def person_of_id(context: InteractionContext, match: Match, text: str) -> Person | None:
    """Return the user whose id a command or component contains; ``None`` for no id.

    The match's server is asked, because users can type or forge any id.

    Raises:
        UserError: the server has no such member, or it is a bot.
    """
    if not ID.fullmatch(text) or not 0 < int(text) <= LARGEST_ID:
        return None
    guild = context.interaction.client.get_guild(match.channel.guild_id or 0)
    member = None if guild is None else await member_of(guild, int(text))
    if member is None:
        raise UserError(T("That person is not a member of the match’s server."))
    if member.bot:
        raise UserError(T("Bots cannot play."))
    return Person(int(text), "")


async def member_of(guild: discord.Guild, user_id: int) -> discord.Member | None:
    """Return a member of a server; ``None`` if the user has left it, or the id cannot be one: it may be forged."""
    if not 0 < user_id <= LARGEST_ID:
        return None
    try:
        return await guild.fetch_member(user_id)
    except discord.NotFound as error:
        if error.code not in UNKNOWN_MEMBER_CODES:
            raise
        return None


def chosen_user(context: InteractionContext) -> Person:
    """Return the user chosen in a select.

    Raises:
        UserError: there is none; only a modified client sends that.
    """
    return chosen_users(context)[0]


def chosen_users(context: InteractionContext) -> list[Person]:
    """Return the users chosen in a select, at least one.

    Raises:
        UserError: there is none, or one is unknown; only a modified client sends that.
    """
    data: Any = context.interaction.data or {}
    users = data.get("resolved", {}).get("users", {})
    chosen = [users.get(user_id) for user_id in context.values]
    if not chosen or None in chosen:
        raise UserError(NO_CHOICE)
    return [
        Person(int(user["id"]), user.get("global_name") or user["username"], bool(user.get("bot"))) for user in chosen
    ]


def user_select_row(action: str, match: Match, write: Writer) -> Row:
    """Return a row with a select of users."""
    return (Action(action, match.id).user_select(write.plain(T("Choose someone …"))),)
