"""Opening a table and gathering players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import discord

from bot.errors import RefusalError
from bot.matches.lobby.tables import USUAL
from bot.matches.model.match import Match, MatchStatus, Place
from bot.matches.model.time_control import Wish
from bot.ui.boards.board_messages import match_title
from bot.ui.boards.clocks import seat_times
from bot.ui.components.custom_id import Action, handles
from bot.ui.components.messages import Form, Outgoing
from bot.ui.components.panels import table
from bot.ui.components.text import fit, is_visible, plain
from bot.ui.interactions.context import Call, person_of
from bot.ui.interactions.match_commands import errand, errand_of, is_table, seated, visible_match
from bot.ui.interactions.permissions import check_opening, manages_server, missing
from bot.ui.lobby.time_control import OWN, agreed, pace_form, wish_of
from bot.ui.planners import sheet_planner_of
from engines.game import GameInfo
from engines.text import T, Text

ALIAS_LIMIT = 32
"""Characters of a name in a match, as many as Discord's own names have."""

NO_SEAT = T("You sit at no open table. /play opens one.")
NO_TABLE = T("There is no open table in this channel. /play opens one.")
NO_MATCH = T("There is no table and no running match here. /matches lists yours.")


async def open_table(
    call: Call,
    info: GameInfo,
    opponents: Sequence[discord.User | discord.Member],
    options: Mapping[str, str],
    alias: str | None = None,
    wish: Wish = USUAL,
    *,
    rated: bool = True,
) -> None:
    """Open a table in the channel of the command and show it to everybody; ``alias``: what its opener is called;
    ``rated``: whether the match is to count for ratings.
    """
    _check_place(call, info, opponents)
    await check_opening(call)
    call.call_others()
    place = Place(call.interaction.guild_id, call.channel_id)
    invited = [person_of(user) for user in opponents]
    match = await call.desk.matches.tables.open_table(
        info.slug, options, call.person, place, invited, alias, wish, rated=rated
    )
    late = Outgoing(call.write(T("That took a moment: here is your table.")))
    message_id = await call.answer.announce(table(match, call.desk.public_writer(match), fresh=True), late)
    if message_id is not None:
        await call.desk.matches.tables.set_table_message(match.id, message_id)


def _check_place(call: Call, info: GameInfo, opponents: Sequence[discord.User | discord.Member]) -> None:
    """Refuse a place where the match could not be played."""
    interaction = call.interaction
    if interaction.guild_id is None:
        if info.min_players > 1 or opponents:
            raise RefusalError(T("Nobody could join here. Open the table in a channel of a server."))
        return
    lacks = missing(interaction.app_permissions, in_thread=isinstance(interaction.channel, discord.Thread))
    if lacks:
        names = ", ".join(call.write.plain(name) for name in lacks)
        raise RefusalError(
            T(
                "I cannot post boards in this channel: I lack {permissions}. Choose another channel, or"
                " ask someone who manages the server.",
                permissions=names,
            )
        )


def _alive(match: Match, _user_id: int) -> bool:
    return match.status in {MatchStatus.OPEN, MatchStatus.RUNNING}


def _free_table(match: Match, user_id: int) -> bool:
    return is_table(match, user_id) and not seated(match, user_id)


def _invited(match: Match, user_id: int) -> bool:
    return user_id in match.invited


def _own_table(match: Match, user_id: int) -> bool:
    return is_table(match, user_id) and (seated(match, user_id) or _invited(match, user_id))


@errand("join", fits=_free_table, prefers=(_invited,), nothing=NO_TABLE)
async def join(call: Call, match: Match, _detail: str) -> None:
    """Take a seat. Who wants another name in the match has a button for it."""
    await _note_message(call, match)
    joined = await call.desk.matches.tables.join(match.id, call.person)
    await _show(call, joined, T("You have joined {match}.", match=match_title(joined)))


@errand("name", fits=_own_table, nothing=NO_SEAT)
async def ask_name(call: Call, match: Match, _detail: str) -> None:
    """Ask for the name by which the asker is to be called in the match."""
    if not _may_ask(call, match):
        raise RefusalError(T("That took too long. Please try again."))
    await call.answer.ask(_name_form(call, match))


@handles("named")
async def named(call: Call, action: Action) -> None:
    """The name that was filled in: of somebody who sits there, or who sits down with it."""
    match = await visible_match(call, action.match_id)
    given = call.values[0] if call.values else ""
    alias = None if not is_visible(given) or given.strip() == call.person.name else given
    if match.seat_of(call.user_id) is None:
        changed = await call.desk.matches.tables.join(match.id, call.person, alias)
        said = T("You have joined {match}.", match=match_title(match))
    else:
        changed = await call.desk.matches.tables.rename(match.id, call.user_id, alias)
        said = T("You are {player} now.", player=alias or call.person.name)
    await _show(call, changed, said)


def _may_ask(call: Call, match: Match) -> bool:
    """Whether players have names in the match and a form can still be opened: it must be the first answer."""
    return sheet_planner_of(match.game) is not None and not call.interaction.response.is_done()


def _name_form(call: Call, match: Match) -> Form:
    seat = match.seat_of(call.user_id)
    return Form(
        Action("named", match.id).custom_id,
        title=call.write.plain(T("Your name in this match")),
        label=call.write.plain(T("Name")),
        hint=call.write.plain(T("Leave it as it is to be called by your own name.")),
        longest=ALIAS_LIMIT,
        filled=fit(plain(call.person.name if seat is None else seat.called), ALIAS_LIMIT),
    )


@errand("leave", fits=_own_table, nothing=T("You sit at no open table. /match resign gives up a running match."))
async def leave(call: Call, match: Match, _detail: str) -> None:
    """Give the seat back."""
    await _note_message(call, match)
    left = await call.desk.matches.tables.leave(match.id, call.user_id)
    await _show(call, left, T("You have left {match}.", match=match_title(left)))


@errand("start", fits=_own_table, nothing=NO_SEAT)
async def start(call: Call, match: Match, _detail: str) -> None:
    """Begin the match."""
    await _note_message(call, match)
    started = await call.desk.matches.tables.start(match.id, call.user_id)
    await _show(call, started, T("{match} begins.", match=match_title(started)))


@errand("cancel", fits=is_table, nothing=NO_TABLE)
async def cancel(call: Call, match: Match, _detail: str) -> None:
    """Close the table without a match. A manager who closes that of somebody else is asked why."""
    await _note_message(call, match)
    if call.user_id != match.opener_id and manages_server(call, match.place.guild_id):
        await errand_of("manage").run(call, match, "")
        return
    closed = await call.desk.matches.tables.cancel(match.id, call.user_id)
    await _show(call, closed, T("You have closed the table {match}.", match=match_title(closed)))


@handles("pace")
async def choose_pace(call: Call, action: Action) -> None:
    """A pace was chosen at a table; whoever wants another one is asked for it."""
    match = await visible_match(call, action.match_id)
    if call.choice != OWN:
        await _agree(call, match, wish_of(pace=call.choice))
    elif call.interaction.response.is_done():
        raise RefusalError(T("That took too long. Please try again."))
    else:
        await call.answer.ask(pace_form(match, call.write))


@handles("pacetyped")
async def type_pace(call: Call, action: Action) -> None:
    """A pace was typed into the window."""
    typed = call.values[0] if call.values else ""
    await _agree(call, await visible_match(call, action.match_id), wish_of(pace=typed))


@handles("timeout")
async def choose_timeout(call: Call, action: Action) -> None:
    """What follows when somebody's time has run out was chosen at a table."""
    await _agree(call, await visible_match(call, action.match_id), wish_of(timeout=call.choice))


@handles("holidays")
async def choose_holidays(call: Call, action: Action) -> None:
    """Holidays were allowed or forbidden at a table."""
    await _agree(call, await visible_match(call, action.match_id), wish_of(holidays=action.detail))


@errand("terms", fits=_alive, prefers=(seated, is_table), nothing=NO_MATCH)
async def show_terms(call: Call, match: Match, detail: str) -> None:
    """Say what is agreed about time, or agree on something else; see :func:`terms_detail`."""
    pace, holidays, timeout = (*detail.split(";"), "", "", "")[:3]
    wish = wish_of(pace, holidays, timeout)
    if wish != USUAL:
        await _agree(call, match, wish)
        return
    write = call.write.about(match)
    await call.answer.say(Outgoing("\n".join((write(agreed(match)), *seat_times(match, write)))))


def terms_detail(pace: str, holidays: str, timeout: str) -> str:
    """What :func:`show_terms` is to do, in one line."""
    return ";".join((pace.replace(";", ","), holidays, timeout))


async def _agree(call: Call, match: Match, wish: Wish) -> None:
    await _note_message(call, match)
    changed = await call.desk.matches.tables.agree(match.id, call.user_id, wish)
    await _show(call, changed, agreed(changed))


async def _note_message(call: Call, match: Match) -> None:
    """Note the pressed message as the table's own, if the process that posted it ended before it could."""
    message = call.interaction.message
    if match.table_message_id is None and message is not None and not call.answer.on_private:
        await call.desk.matches.tables.set_table_message(match.id, message.id)


async def _show(call: Call, match: Match, said: Text) -> None:
    """Show what became of the table: at once where it was pressed; a typed command is confirmed in a sentence."""
    message = call.interaction.message
    if message is not None and message.id == match.table_message_id:
        await call.answer.update_for_all(table(match, call.desk.public_writer(match)))
    elif call.answer.on_private and not call.answer.on_layout:
        await call.answer.update(Outgoing(call.write(said)))
    else:
        await call.answer.say(Outgoing(call.write(said)))
