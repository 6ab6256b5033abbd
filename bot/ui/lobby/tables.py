"""Tables: open, join, leave, start and cancel them, and change their terms."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.errors import UserError
from bot.load import thresholds
from bot.matches.errors import NotAllowedError
from bot.matches.lobby.tables import DEFAULT_TERMS
from bot.matches.model.match import Match, MatchStatus
from bot.matches.model.time_control import TermsRequest
from bot.storage.interaction_claims import RepeatedPressError
from bot.ui.boards.board_messages import match_title
from bot.ui.boards.clocks import seat_times
from bot.ui.components.custom_id import Action
from bot.ui.components.forms import ModalSpec, TextFieldSpec
from bot.ui.components.messages import OutgoingMessage
from bot.ui.components.panels import panel
from bot.ui.components.text import Writer, escape, fit, is_visible, plain
from bot.ui.interactions.context import InteractionContext, person_of
from bot.ui.interactions.match_commands import is_table, match_command, match_command_of, seated
from bot.ui.interactions.permissions import (
    can_attach,
    channel_for_table,
    manages_server,
    missing_permissions,
    require_computer_players,
    require_computers_of,
    visible_match,
)
from bot.ui.interactions.registry import handles
from bot.ui.interactions.table_request import TableRequest
from bot.ui.interactions.users import chosen_users
from bot.ui.lobby.table_message import public_table, public_table_with_card, table
from bot.ui.lobby.time_control import CUSTOM, pace_form, parse_terms_request, terms_rows, terms_summary
from bot.ui.planners import sheet_planner_of
from engines.game import GameInfo
from engines.registry import GAMES
from engines.text import T, Text

ALIAS_LIMIT = 32
"""Maximum length of a name in a match: that of names in Discord."""

ALREADY_OPENED = T("You have already opened a table with this panel. /play opens another one.")
NO_SEAT = T("You are not at an open table. /play opens one.")
NO_TABLE = T("There is no open table in this channel. /play opens one.")
NOBODY_CAN_JOIN = T("Nobody can join you here. Please open the table in a server channel.")
NO_MATCH = T("There is no table and no running match here. /matches lists yours.")


async def open_table(
    context: InteractionContext,
    info: GameInfo,
    opponents: Sequence[discord.User | discord.Member],
    request: TableRequest,
) -> None:
    """Open a table in the channel of the interaction and post its message. A private panel that led here is replaced.

    Args:
        context: the interaction.
        info: the game.
        opponents: invited users.
        request: what else is chosen.

    Raises:
        UserError: the private panel has opened a table already, or nobody else can join in direct messages.
    """
    _check_opponents(context, info, opponents, request)
    if request.computers:
        require_computer_players(context)
    channel = await channel_for_table(context, info)
    context.count_notification()
    tables = context.services.matches.tables
    context.responder.claim_panel()
    try:
        match = await tables.open_table(
            info.slug,
            request.options,
            context.person,
            channel,
            [person_of(user) for user in opponents],
            request.terms,
            players=1 + len(request.computers) if channel.guild_id is None else request.players,
            rated=request.rated,
            computers=request.computers,
            seat=request.seat,
        )
    except RepeatedPressError as error:
        raise UserError(ALREADY_OPENED) from error
    if request.computers and request.computer_options != match.computer_options:
        options = request.computer_options
        match = await context.services.matches.computer_seats.set_options(match.id, context.user_id, options)
    if channel.is_forum:
        await _show_post(context, match)
    else:
        await _show_message(context, match)
    if match.is_full:
        await tables.start(match.id, context.user_id)


async def _show_message(context: InteractionContext, match: Match) -> None:
    """Post the table's message."""
    late = OutgoingMessage(context.write(T("That took a moment: here is your table.")))
    if context.responder.on_private:
        # With its buttons, a second press would open a second table.
        title = match_title(match)
        said = T("{match} starts now.", match=title) if match.is_full else T("{match} is open.", match=title)
        await context.responder.update(panel([context.write(said)]))
    shown = await _public_table(context, match, notify_invited=True)
    message_id = await context.responder.reply_publicly(shown, late)
    if message_id is not None:
        await context.services.matches.tables.set_table_message(match.id, message_id)


async def _public_table(context: InteractionContext, match: Match, *, notify_invited: bool = False) -> OutgoingMessage:
    """Return the message of a table, with its title card where files can be attached."""
    if can_attach(context):
        return await public_table_with_card(context.services, match, notify_invited=notify_invited)
    return public_table(context.services, match, notify_invited=notify_invited)


async def _show_post(context: InteractionContext, match: Match) -> None:
    """Tell the opener where the post of a table is, which the outbox creates in the server's forum."""
    await context.services.outbox.until_thread(match.id, thresholds.LONGEST_POST_WAIT)
    match = await context.services.matches.history.get(match.id)
    if match.status is MatchStatus.CANCELLED and match.result is not None:
        raise UserError(match.result)
    title, where = match_title(match), f"<#{match.channel.target_id}>"
    if match.channel.thread_id is None:
        await context.confirm(T("{match} is open. You will soon find it in the forum:", match=title), where)
    else:
        await context.confirm(T("{match} is open:", match=title), where)


def _check_opponents(
    context: InteractionContext,
    info: GameInfo,
    opponents: Sequence[discord.User | discord.Member],
    request: TableRequest,
) -> None:
    """Raise an error if the match is opened in direct messages and needs other people."""
    if context.interaction.guild_id is None and (info.min_players > 1 + len(request.computers) or opponents):
        raise UserError(NOBODY_CAN_JOIN)


def _is_unfinished(match: Match, _user_id: int) -> bool:
    return match.status in {MatchStatus.OPEN, MatchStatus.RUNNING}


def _free_table(match: Match, user_id: int) -> bool:
    return is_table(match, user_id) and not seated(match, user_id)


def _invited(match: Match, user_id: int) -> bool:
    return user_id in match.invited


def _own_table(match: Match, user_id: int) -> bool:
    return is_table(match, user_id) and (seated(match, user_id) or _invited(match, user_id))


@match_command("join", fits=_free_table, prefers=(_invited,), empty_message=NO_TABLE)
async def join(context: InteractionContext, match: Match, _detail: str) -> None:
    """Take a seat, under the user's own name."""
    await _store_message_id(context, match)
    require_computers_of(context, match)
    joined = await context.services.matches.tables.join(match.id, context.person)
    await _show_joined(context, joined)


async def _show_joined(context: InteractionContext, match: Match) -> None:
    """Show the table with its new player; if the match has started where no board can be posted, say so."""
    await confirm_at_table(context, match, joined_text(match))
    await warn_of_lost_channel(context, match)


def joined_text(match: Match) -> Text:
    """Confirm that the user has joined; a match may have started with that."""
    title = match_title(match)
    if match.status is not MatchStatus.RUNNING:
        return T("You have joined {match}.", match=title)
    return T("You have joined {match}, and it has started.", match=title)


async def warn_of_lost_channel(context: InteractionContext, match: Match) -> None:
    """If a match has started where no board can be posted, say how to see it."""
    if match.status is MatchStatus.RUNNING and not _can_post(context, match):
        await context.responder.follow_up(
            OutgoingMessage(
                context.write(
                    T(
                        "{match} has started, but I can no longer post its boards there. /next shows you the board."
                        " A server manager can give me back the permissions, or the players can agree on another"
                        " channel with /match action: move.",
                        match=match_title(match),
                    )
                )
            )
        )


def _can_post(context: InteractionContext, match: Match) -> bool:
    """Whether boards can be posted in the channel of a match, as far as Discord has told the bot."""
    guild = context.interaction.client.get_guild(match.channel.guild_id or 0)
    if guild is None or match.channel.is_forum:
        return match.channel.guild_id is None or guild is not None
    channel = guild.get_channel_or_thread(match.channel.target_id)
    return channel is not None and not missing_permissions(channel, guild.me)


@match_command("table", fits=is_table, empty_message=NO_TABLE)
async def show_table(context: InteractionContext, match: Match, _detail: str) -> None:
    """Show the table to the user only: its message may be far up or deleted."""
    off = context.services.matches.computer_turns.are_off
    await context.responder.show(table(match, context.write, computers_off=off))


@match_command("name", fits=_own_table, empty_message=NO_SEAT)
async def show_name_form(context: InteractionContext, match: Match, _detail: str) -> None:
    """Show the form for the user's name in the match."""
    if not _can_show_form(context, match):
        raise UserError(T("That took too long. Please try again."))
    await context.responder.open_modal(_name_form(context, match))


@handles("named")
async def on_name_entered(context: InteractionContext, action: Action) -> None:
    """Save the typed name of a seated player, or join with it."""
    match = await visible_match(context, action.match_id)
    typed_name = context.values[0] if context.values else ""
    alias = None if not is_visible(typed_name) or typed_name.strip() == context.person.name else typed_name
    if match.seat_of(context.user_id) is None:
        require_computers_of(context, match)
        changed = await context.services.matches.tables.join(match.id, context.person, alias)
        await _show_joined(context, changed)
    else:
        changed = await context.services.matches.tables.rename(match.id, context.user_id, alias)
        confirmation = T("Your name in this match is now {player}.", player=alias or context.person.name)
        await confirm_at_table(context, changed, confirmation)


def _can_show_form(context: InteractionContext, match: Match) -> bool:
    """Whether the game uses names and a form can still be opened: it must be the first response."""
    return sheet_planner_of(match.game) is not None and not context.interaction.response.is_done()


def _name_form(context: InteractionContext, match: Match) -> ModalSpec:
    seat = match.seat_of(context.user_id)
    return ModalSpec(
        Action("named", match.id).custom_id,
        title=context.write.plain(T("Your name in this match")),
        fields=(
            TextFieldSpec(
                label=context.write.plain(T("Name")),
                hint=context.write.plain(T("Changeable until the match starts. Unchanged: your own name.")),
                longest=ALIAS_LIMIT,
                filled=fit(plain(context.person.name if seat is None else seat.display_name), ALIAS_LIMIT),
            ),
        ),
    )


@match_command("invite", fits=_own_table, empty_message=NO_SEAT)
async def ask_guests(context: InteractionContext, match: Match, _detail: str) -> None:
    """Ask the opener of a table whom to invite."""
    await _store_message_id(context, match)
    if context.user_id != match.opener_id:
        raise NotAllowedError(T("Only the person who opened this table can invite people to it."))
    room = GAMES[match.game].info.max_players - len(match.seats) - len(match.invited)
    if room <= 0:
        raise UserError(T("Every seat at this table is taken or reserved."))
    menu = Action("inviteto", match.id).user_select(context.write.plain(T("Choose players …")), most=room)
    text = T("Who should join {match}? A seat is reserved for everyone you choose.", match=match_title(match))
    await context.responder.reply(panel([context.write(text)], ((menu,),)))


@handles("inviteto")
async def on_guests_chosen(context: InteractionContext, action: Action) -> None:
    """Invite the chosen users to a table."""
    match = await visible_match(context, action.match_id)
    guests = chosen_users(context)
    context.count_notification()
    await context.services.matches.tables.invite(match.id, context.user_id, guests)
    names = ", ".join(escape(guest.name) for guest in guests)
    await context.confirm(T("Invited to {match}:", match=match_title(match)), names)


@match_command(
    "leave",
    fits=_own_table,
    empty_message=T("You are not at an open table. To resign a running match, use /match action: resign."),
)
async def leave(context: InteractionContext, match: Match, _detail: str) -> None:
    """Leave the table."""
    await _store_message_id(context, match)
    left = await context.services.matches.tables.leave(match.id, context.user_id)
    await confirm_at_table(context, left, T("You have left {match}.", match=match_title(left)))


@match_command("start", fits=_own_table, empty_message=NO_SEAT)
async def start(context: InteractionContext, match: Match, _detail: str) -> None:
    """Start the match."""
    await _store_message_id(context, match)
    require_computers_of(context, match)
    started = await context.services.matches.tables.start(match.id, context.user_id)
    await confirm_at_table(context, started, T("{match} has started.", match=match_title(started)))


@match_command("cancel", fits=is_table, empty_message=NO_TABLE)
async def cancel(context: InteractionContext, match: Match, _detail: str) -> None:
    """Close the table without a match. A manager who closes another player's table is asked for a reason."""
    await _store_message_id(context, match)
    if context.user_id != match.opener_id and manages_server(context, match.channel.guild_id):
        await match_command_of("manage").run(context, match, "")
        return
    closed = await context.services.matches.tables.cancel(match.id, context.user_id)
    await confirm_at_table(context, closed, T("You have closed the table {match}.", match=match_title(closed)))


@handles("pace")
async def on_pace_chosen(context: InteractionContext, action: Action) -> None:
    """Save the pace that was chosen at a table, or show the form for a custom one."""
    match = await visible_match(context, action.match_id)
    if context.choice != CUSTOM:
        await _change_terms(context, match, parse_terms_request(pace=context.choice))
    elif context.interaction.response.is_done():
        raise UserError(T("That took too long. Please try again."))
    else:
        await context.responder.open_modal(pace_form(match, context.write))


@handles("pacetyped")
async def on_pace_typed(context: InteractionContext, action: Action) -> None:
    """Save the pace that was typed into the form."""
    typed = context.values[0] if context.values else ""
    await _change_terms(context, await visible_match(context, action.match_id), parse_terms_request(pace=typed))


@handles("timeout")
async def on_timeout_chosen(context: InteractionContext, action: Action) -> None:
    """Save the timeout action that was chosen at a table."""
    await _change_terms(
        context, await visible_match(context, action.match_id), parse_terms_request(timeout=context.choice)
    )


@handles("holidays")
async def on_holidays_chosen(context: InteractionContext, action: Action) -> None:
    """Allow or forbid holidays at a table."""
    await _change_terms(
        context, await visible_match(context, action.match_id), parse_terms_request(holidays=action.detail)
    )


@match_command("terms", fits=_is_unfinished, prefers=(seated, is_table), empty_message=NO_MATCH)
async def show_terms(context: InteractionContext, match: Match, detail: str) -> None:
    """Show the terms, or change them; see :func:`terms_detail`."""
    pace, holidays, timeout = (*detail.split(";"), "", "", "")[:3]
    request = parse_terms_request(pace, holidays, timeout)
    if request != DEFAULT_TERMS:
        await _change_terms(context, match, request)
        return
    write = context.write.about(match)
    if match.status is MatchStatus.OPEN and match.opener_id == context.user_id:
        await context.responder.reply(_terms_panel(match, write))
    else:
        lines = (write(terms_summary(match)), *seat_times(match, write))
        await context.responder.reply(OutgoingMessage("\n".join(lines)))


def _terms_panel(match: Match, write: Writer) -> OutgoingMessage:
    """Return the terms of an open table with their explanations, and the menus with which its opener changes them."""
    info = GAMES[match.game].info
    title = write(T("Time in {match}", match=match_title(match)))
    return panel([f"### {title}"], terms_rows(match, info, write))


def terms_detail(pace: str, holidays: str, timeout: str) -> str:
    """Encode a change of terms for :func:`show_terms`."""
    return ";".join((pace.replace(";", ","), holidays, timeout))


async def _change_terms(context: InteractionContext, match: Match, request: TermsRequest) -> None:
    await _store_message_id(context, match)
    changed = await context.services.matches.tables.configure(match.id, context.user_id, terms=request)
    if context.responder.on_private and context.responder.on_layout:
        await context.responder.update(_terms_panel(changed, context.write.about(changed)))
    else:
        await confirm_at_table(context, changed, terms_summary(changed))


async def _store_message_id(context: InteractionContext, match: Match) -> None:
    """Store the message's ID if the process that posted it ended before it could."""
    message = context.interaction.message
    if match.table_message_id is None and message is not None and not context.responder.on_private:
        await context.services.matches.tables.set_table_message(match.id, message.id)


async def confirm_at_table(context: InteractionContext, match: Match, confirmation: Text) -> None:
    """Update the table's message after a press; confirm a typed command in a sentence."""
    message = context.interaction.message
    if message is not None and message.id == match.table_message_id:
        await context.responder.update_for_all(await _public_table(context, match))
    else:
        await context.reply_done(confirmation)
