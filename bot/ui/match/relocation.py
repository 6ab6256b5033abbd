"""Taking a match to another channel: players by agreement, managers directly.

Where nothing can be posted any more any player may do it alone, so that nobody's absence keeps a match nowhere.
"""

from __future__ import annotations

import asyncio
from typing import Any

import discord

from bot.errors import RefusalError
from bot.matches.errors import PlaceError
from bot.matches.model.match import Match, MatchStatus, Place
from bot.ui.boards.board_messages import match_title
from bot.ui.components.custom_id import Action, handles
from bot.ui.components.panels import panel
from bot.ui.components.selects import PLAYED_IN, ChannelMenu
from bot.ui.interactions.context import Call
from bot.ui.interactions.match_commands import carry_out, errand, playing, question, seated, visible_match
from bot.ui.interactions.permissions import check_channel, lacking, manages_server
from bot.ui.interactions.replies import confirm, show
from bot.ui.interactions.users import member_of
from bot.ui.match.agreements import NOTHING_RUNS
from engines.text import T


def _running(match: Match, _user_id: int) -> bool:
    return match.status is MatchStatus.RUNNING


@errand("moveto", fits=_running, prefers=(seated, playing), nothing=NOTHING_RUNS)
async def move(call: Call, match: Match, detail: str) -> None:
    """Take the match to the channel whose id is ``detail``; without one, ask where."""
    if not detail.isascii() or not detail.isdigit():
        await _ask_where(call, match)
        return
    place = await _place(call, match, int(detail))
    where = f"<#{place.channel_id}>"
    title = match_title(match)
    if manages_server(call, match.place.guild_id):
        await call.desk.matches.moderation.move_as_manager(match.id, call.user_id, place)
        await confirm(call, T("{match} goes on in another channel:", match=title), where)
        return
    offer = await call.desk.matches.offers.propose_move(match.id, call.user_id, place)
    if offer is None:
        await confirm(call, T("{match} goes on in another channel:", match=title), where)
        return
    await confirm(call, T("You have proposed to play on elsewhere. The others are being asked:"), where)


@handles("elsewhere")
async def pressed_elsewhere(call: Call, action: Action) -> None:
    """Ask where a match is to go on."""
    await _ask_where(call, await visible_match(call, action.match_id))


@handles("gothere")
async def chosen_channel(call: Call, action: Action) -> None:
    """A channel was chosen."""
    await move.run(call, await visible_match(call, action.match_id), call.choice)


async def _ask_where(call: Call, match: Match) -> None:
    if match.place.guild_id is None:
        raise PlaceError(STAYS)
    title, placeholder = match_title(match), call.write.plain(T("Choose a channel …"))
    menu = ChannelMenu(Action("gothere", match.id).custom_id, placeholder, PLAYED_IN)
    asked = T("Where shall {match} go on? The other players are asked, unless you manage this server.", match=title)
    await show(call, panel([call.write(asked)], ((menu,),)))


async def type_move(call: Call, match_id: int | None, channel_id: int | None) -> None:
    """Take a match to a channel, to this one if none is named: then it is one that is played elsewhere."""
    here = str(call.channel_id if channel_id is None else channel_id)
    if match_id is not None or channel_id is not None:
        await carry_out(call, move, match_id, here)
        return
    mine = [match for match in await call.desk.matches.history.matches_of(call.user_id) if playing(match, call.user_id)]
    found = [match for match in mine if call.channel_id not in {match.place.channel_id, match.place.thread_id}]
    found = [match for match in found if match.lost_at is not None] or found
    if not found:
        raise PlaceError(
            T("You play in no match elsewhere that could come here. To leave this channel, say where to: “channel”.")
        )
    if len(found) == 1:
        await move.run(call, found[0], here)
        return
    await call.answer.say(question(call, Action("pick", detail=f"moveto:{here}"), found))


STAYS = T("A match that is played in direct messages stays there.")


async def _place(call: Call, match: Match, channel_id: int) -> Place:
    """A place where a match can go on: in its server, usable by the bot, and to be seen by everybody concerned.

    Raises:
        PlaceError: it cannot.
        ElsewhereError: no matches may be played there.
        RefusalError: the bot or somebody concerned lacks a permission.
    """
    if match.place.guild_id is None:
        raise PlaceError(STAYS)
    guild: discord.Guild | None = call.interaction.client.get_guild(match.place.guild_id)
    channel: Any = None if guild is None else guild.get_channel_or_thread(channel_id)
    if guild is None or channel is None:
        raise PlaceError(
            T(
                "{match} can only go on in a channel of its own server. Type /match move there, or choose it.",
                match=match_title(match),
            )
        )
    if channel.type not in PLAYED_IN:
        raise PlaceError(T("No match can be played in that kind of channel. Choose one in which people write."))
    lacks = lacking(channel, guild.me)
    if lacks:
        names = ", ".join(call.write.plain(name) for name in lacks)
        raise RefusalError(T("I cannot post boards there: I lack {permissions}.", permissions=names))
    if not manages_server(call, guild.id):
        check_channel(guild, channel, await call.desk.matches.servers.server_settings(guild.id))
    await _check_people(call, match, guild, channel)
    return Place(guild.id, channel_id)


async def _check_people(call: Call, match: Match, guild: discord.Guild, channel: Any) -> None:
    """Refuse a channel that the asker or somebody who plays cannot see.

    Raises:
        RefusalError: with who it is.
    """
    playing_ids = [seat.user_id for seat in match.seats if not seat.withdrawn and not seat.is_anonymous]
    members = await asyncio.gather(*(member_of(guild, user_id) for user_id in {*playing_ids, call.user_id}))
    for member in members:
        if member is None or channel.permissions_for(member).view_channel:
            continue
        if member.id == call.user_id:
            raise RefusalError(T("You cannot see that channel yourself."))
        raise RefusalError(T("{player} cannot see that channel. Choose another one.", player=member.display_name))
