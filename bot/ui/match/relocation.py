"""Moves a match to another channel: players by agreement, managers directly.

If the bot can no longer post in the channel, any player may do so without the others, so that an absent player does not
block it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import discord

from bot.errors import UserError
from bot.matches.checks import require_running, require_seat
from bot.matches.errors import ChannelError
from bot.matches.model.match import Match, MatchChannel
from bot.ui.boards.board_messages import match_title
from bot.ui.components.custom_id import Action
from bot.ui.components.panels import panel
from bot.ui.components.selects import PLAYED_IN, ChannelSelectSpec
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.match_commands import NO_RUNNING_MATCH, match_command, playing, running, seated
from bot.ui.interactions.permissions import (
    check_channel,
    check_tags,
    manages_server,
    missing_permissions,
    visible_match,
)
from bot.ui.interactions.registry import handles
from bot.ui.interactions.users import member_of
from engines.registry import GAMES
from engines.text import T


@match_command("moveto", fits=running, prefers=(seated, playing), empty_message=NO_RUNNING_MATCH)
async def move(context: InteractionContext, match: Match, detail: str) -> None:
    """Move the match to the channel with the id ``detail``; without one, ask where."""
    if not detail.isascii() or not detail.isdigit():
        await _ask_where(context, match)
        return
    place = await _place(context, match, int(detail))
    where = f"<#{place.channel_id}>"
    title = match_title(match)
    if manages_server(context, match.channel.guild_id):
        await context.services.matches.moderation.move_as_manager(match.id, context.user_id, place)
        await context.confirm(T("{match} continues in another channel:", match=title), where)
        return
    offer = await context.services.matches.offers.propose_move(match.id, context.user_id, place)
    if offer is None:
        await context.confirm(T("{match} continues in another channel:", match=title), where)
        return
    await context.confirm(T("I am asking the other players whether to play on in another channel:"), where)


@handles("elsewhere")
async def pressed_elsewhere(context: InteractionContext, action: Action) -> None:
    """Ask which channel the match moves to."""
    await _ask_where(context, await visible_match(context, action.match_id))


@handles("gothere")
async def chosen_channel(context: InteractionContext, action: Action) -> None:
    """Move the match to the chosen channel."""
    await move.run(context, await visible_match(context, action.match_id), context.choice)


async def _ask_where(context: InteractionContext, match: Match) -> None:
    if match.channel.guild_id is None:
        raise ChannelError(STAYS)
    require_running(match)
    if not manages_server(context, match.channel.guild_id):
        require_seat(match, context.user_id)
    title, placeholder = match_title(match), context.write.plain(T("Choose a channel …"))
    menu = ChannelSelectSpec(Action("gothere", match.id).custom_id, placeholder, PLAYED_IN)
    asked = T(
        "Where should {match} continue? I will ask the other players, unless you manage this server.", match=title
    )
    await context.responder.show(panel([context.write(asked)], ((menu,),)))


async def _matches_elsewhere(context: InteractionContext) -> Sequence[Match]:
    """Return the user's matches in other channels: only those that can no longer be played there, if there are any."""
    found = [
        match
        for match in await context.services.matches.history.matches_of(context.user_id)
        if playing(match, context.user_id)
        and context.channel_id not in {match.channel.channel_id, match.channel.thread_id}
    ]
    return [match for match in found if match.unreachable_since is not None] or found


@match_command(
    "movehere",
    fits=playing,
    empty_message=T(
        "You have no match elsewhere that could move here. To move a match away from here, name a channel as the"
        " detail."
    ),
    find=_matches_elsewhere,
)
async def move_here(context: InteractionContext, match: Match, _detail: str) -> None:
    """Move a match to the channel of the interaction."""
    await move.run(context, match, str(context.channel_id))


STAYS = T("A match played in direct messages stays there.")


async def _place(context: InteractionContext, match: Match, channel_id: int) -> MatchChannel:
    """Return a channel where a match can continue: in its server, usable by the bot, visible to all players.

    Raises:
        ChannelError: the match cannot move there.
        WrongChannelError: no matches may be played there.
        UserError: the bot or a player lacks a permission.
    """
    if match.channel.guild_id is None:
        raise ChannelError(STAYS)
    guild: discord.Guild | None = context.interaction.client.get_guild(match.channel.guild_id)
    channel: Any = None if guild is None else guild.get_channel_or_thread(channel_id)
    if guild is None or channel is None:
        raise ChannelError(
            T(
                "{match} can only continue in a channel of its own server. Choose one, or type /match action: move"
                " there.",
                match=match_title(match),
            )
        )
    if channel.type not in PLAYED_IN:
        raise ChannelError(
            T("Matches cannot be played in that kind of channel. Choose one where people write messages.")
        )
    lacks = missing_permissions(channel, guild.me)
    if lacks:
        names = ", ".join(context.write.plain(name) for name in lacks)
        raise UserError(T("I cannot post boards there. I need these permissions: {permissions}.", permissions=names))
    if not manages_server(context, guild.id):
        check_channel(guild, channel, await context.services.matches.server_settings.get(guild.id))
    await _check_people(context, match, guild, channel)
    if isinstance(channel, discord.ForumChannel):
        check_tags(context, channel, GAMES[match.game].info, match.status)
        return MatchChannel(guild.id, channel_id, is_forum=True)
    return MatchChannel(guild.id, channel_id)


async def _check_people(context: InteractionContext, match: Match, guild: discord.Guild, channel: Any) -> None:
    """Raise if the user or a player cannot see the channel.

    Raises:
        UserError: it names the user.
    """
    playing_ids = [seat.user_id for seat in match.seats if not seat.withdrawn and seat.has_user]
    members = await asyncio.gather(*(member_of(guild, user_id) for user_id in {*playing_ids, context.user_id}))
    for member in members:
        if member is None or channel.permissions_for(member).view_channel:
            continue
        if member.id == context.user_id:
            raise UserError(T("You cannot see that channel."))
        raise UserError(T("{player} cannot see that channel. Choose another one.", player=member.display_name))
