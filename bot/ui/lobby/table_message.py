"""The message of a table: the game, the seats, the options, the buttons."""

from __future__ import annotations

import discord

from bot.matches.model.match import Match, MatchStatus, free_seats, seats_named
from bot.matches.model.results import is_rated
from bot.ui.boards.board_messages import result_of
from bot.ui.boards.cards import table_picture
from bot.ui.components.custom_id import Action
from bot.ui.components.learn import learn_buttons
from bot.ui.components.messages import Attachment, OutgoingMessage, Rows
from bot.ui.components.panels import ROW_LIMIT, panel, player_lines
from bot.ui.components.text import Writer, mention
from bot.ui.interactions.services import Services
from bot.ui.lobby.time_control import terms_lines
from bot.ui.planners import sheet_planner_of
from engines.game import GameInfo, OptionChoice, OptionSpec
from engines.registry import GAMES
from engines.text import TN, Seat, T, Text


def table(
    match: Match,
    write: Writer,
    picture: Attachment | None = None,
    *,
    computers_off: bool,
    notify_invited: bool = False,
) -> OutgoingMessage:
    """Return a table's message. ``notify_invited`` mentions the invited players.

    ``picture``: the game's title card. ``computers_off``: whether computer players are switched off.
    """
    info, is_open = GAMES[match.game].info, match.status is MatchStatus.OPEN
    next_step = write(_next_step(match, info)) if is_open else _outcome(match, write)
    paragraphs = [
        f"## {info.title}" if picture is not None else f"## {info.title}\n{write(info.tagline)}",
        _seats(match, write),
        next_step,
        "\n".join(f"-# {write(line)}" for line in (*_agreed(match, info), _footer(match, info))),
    ]
    rows = table_rows(match, info, write, computers_off=computers_off) if is_open else ()
    return panel(paragraphs, rows, banner=picture, mentions=match.invited if notify_invited else ())


def public_table(
    services: Services, match: Match, picture: Attachment | None = None, *, notify_invited: bool = False
) -> OutgoingMessage:
    """Return a table's public message; see :func:`table`."""
    off = services.matches.computer_turns.are_off
    return table(match, services.public_writer(match), picture, computers_off=off, notify_invited=notify_invited)


async def public_table_with_card(services: Services, match: Match, *, notify_invited: bool = False) -> OutgoingMessage:
    """Return a table's public message with the game's title card."""
    picture = await table_picture(services.board_renderer, match, services.public_writer(match))
    return public_table(services, match, picture, notify_invited=notify_invited)


def table_rows(match: Match, info: GameInfo, write: Writer, *, computers_off: bool) -> Rows:
    """Return the buttons of an open table: for everyone, and below them mostly for the opener."""
    join = Action("join", match.id).button(write.plain(T("Join")), discord.ButtonStyle.success)
    rules = Action("rules", detail=match.game).button(write.plain(T("Rules")))
    leave = Action("leave", match.id).button(write.plain(T("Leave")))
    start = Action("start", match.id).button(write.plain(T("Start now")), discord.ButtonStyle.primary)
    invite = Action("invite", match.id).button(write.plain(T("Invite")))
    options = Action("options", match.id).button(write.plain(T("Options")))
    terms = Action("terms", match.id).button(write.plain(T("Pace")))
    rename = Action("name", match.id).button(write.plain(T("Name")))
    cancel = Action("cancel", match.id).button(write.plain(T("Cancel")), discord.ButtonStyle.danger)
    ready = len(match.seats) >= info.min_players
    more_people = seats_named(match) < info.max_players and match.channel.guild_id is not None
    first = (
        *(() if match.is_full else (join,)),
        rules,
        *learn_buttons(write, match.game),
        leave,
        *((start,) if ready else ()),
    )
    named = sheet_planner_of(info.slug) is not None
    computers = Action("computers", match.id).button(write.plain(T("Computer players")))
    more_seats = seats_named(match) < info.max_players or match.has_computers
    third = (computers,) if more_seats and info.max_players > 1 and not computers_off else ()
    second = (*((invite,) if more_people else ()), options, *((terms,) if match.num_seats > 1 else ()))
    last = (*third, *((rename,) if named else ()), cancel)
    return (first, (*second, *last)) if len(second) + len(last) <= ROW_LIMIT else (first, second, last)


def _seats(match: Match, write: Writer) -> str:
    lines = [write(T("**Players**")), *player_lines(match, write)]
    number = len(match.seats)
    for user_id in match.invited:
        number += 1
        invited = write(T("(invited)"))
        lines.append(f"{number}. {mention(user_id)} {invited}")
    if free_seats(match) > 0 and match.status is MatchStatus.OPEN:
        seats = write(TN("*one free seat*", "*{count} free seats*", free_seats(match)))
        lines.append(f"{number + 1}. {seats}")
    return "\n".join(lines)


def _agreed(match: Match, info: GameInfo) -> list[Text]:
    """Return a line for each thing that is agreed: options, ratings, pace."""
    lines = [_option(option, match) for option in info.options]
    seats = match.num_seats if match.status is MatchStatus.OPEN else len(match.seats)
    if match.channel.guild_id is not None and seats > 1:
        lines.append(T("**Rated:** yes") if is_rated(match) else T("**Rated:** no, nobody’s rating changes"))
    if match.allows_hints:
        lines.append(T("**Hints:** everyone may use them"))
    if match.has_computers and match.computer_options.take_time:
        lines.append(T("**Computer players:** take time for each move, like a person"))
    if match.has_computers and match.computer_options.resign and not info.plays_for_points:
        lines.append(T("**Computer players:** resign a match of two when it is hopeless"))
    if info.max_players > 1 and match.num_seats > 1:
        lines += terms_lines(match)
    return lines


def choice_title(choice: OptionChoice, match: Match) -> Text:
    """Return the title of a choice; a choice of a seat shows its player's name."""
    if choice.seat is None or choice.seat >= len(match.seats):
        return choice.title
    return T("{player}", player=Seat(choice.seat))


def _option(option: OptionSpec, match: Match) -> Text:
    value = match.options.get(option.name, option.default)
    chosen = next((choice_title(choice, match) for choice in option.choices if choice.value == value), None)
    return T("**{option}:** {choice}", option=option.title, choice=value if chosen is None else chosen)


def _footer(match: Match, info: GameInfo) -> Text:
    return T("Table #{number} · {length}", number=match.id, length=info.typical_length)


def _next_step(match: Match, info: GameInfo) -> Text:
    """Return what an open table is waiting for."""
    if match.is_full:
        return T("Everyone is here. Press Start now.")
    if free_seats(match) <= 0:
        return T("The match starts when everyone invited has joined. To decline, press Leave.")
    if info.min_players == 1 == len(match.seats):
        return T("The match starts when all seats are taken. The opener can also start now and play alone.")
    if len(match.seats) >= info.min_players:
        return T("The match starts when all seats are taken. The opener can also start now.")
    return T("The match starts when all seats are taken. Press Join to play.")


def _outcome(match: Match, write: Writer) -> str:
    match match.status:
        case MatchStatus.CANCELLED:
            return write(match.result or T("The table was closed."))
        case MatchStatus.RUNNING if match.channel.thread_id is not None:
            return write(T("The match has started:")) + f" <#{match.channel.thread_id}>"
        case MatchStatus.RUNNING:
            return write(T("The match has started."))
        case _:
            return f"🏁 {write(result_of(match))}"
