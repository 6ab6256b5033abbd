"""The message of a table: the game, the seats, the options, the buttons."""

from __future__ import annotations

import discord

from bot.matches.model.match import Match, MatchStatus
from bot.ui.boards.board_messages import result_of
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import OutgoingMessage, Rows
from bot.ui.components.panels import number_of_players, panel, player_lines
from bot.ui.components.text import Writer, mention
from bot.ui.lobby.time_control import terms_rows, terms_text
from bot.ui.planners import sheet_planner_of
from engines.game import GameInfo, OptionChoice, OptionSpec
from engines.registry import GAMES
from engines.text import TN, Seat, T, Text


def table(match: Match, write: Writer, *, notify_invited: bool = False) -> OutgoingMessage:
    """Return a table's message. ``notify_invited`` mentions the invited players."""
    info, is_open = GAMES[match.game].info, match.status is MatchStatus.OPEN
    paragraphs = [f"## {info.title}\n{write(info.tagline)}", _seats(match, write), _options(match, info, write)]
    paragraphs.append(terms_text(match, info, write))
    paragraphs.append(f"-# {write(_footer(match, info))}")
    paragraphs.append(write(_next_step(match, info)) if is_open else _outcome(match, write))
    rows = (*table_rows(match, info, write), *terms_rows(match, info, write)) if is_open else ()
    return panel(paragraphs, rows, mentions=match.invited if notify_invited else ())


def table_rows(match: Match, info: GameInfo, write: Writer) -> Rows:
    """Return the buttons of an open table."""
    free_seats = match.num_seats - len(match.seats)
    ready = len(match.seats) >= info.min_players
    join = Action("join", match.id).button(write.plain(T("Join")), discord.ButtonStyle.success)
    leave = Action("leave", match.id).button(write.plain(T("Leave")))
    start = Action("start", match.id).button(write.plain(T("Start now")), discord.ButtonStyle.primary)
    cancel = Action("cancel", match.id).button(write.plain(T("Cancel")), discord.ButtonStyle.danger)
    named = sheet_planner_of(info.slug) is not None
    rename = Action("name", match.id).button(write.plain(T("Name")), emoji="🏷️")
    seats = (*((join,) if free_seats > 0 else ()), *((start,) if ready else ()), leave, cancel)
    options = Action("options", match.id).button(write.plain(T("Options")), emoji="⚙️")
    more = (*((options,) if info.options else ()), *((rename,) if named else ()))
    return (seats, more) if more else (seats,)


def _seats(match: Match, write: Writer) -> str:
    lines = [write(T("**Players**"))]
    lines += player_lines(match, write)
    number = len(match.seats)
    for user_id in match.invited:
        number += 1
        invited = write(T("(invited: please join)"))
        lines.append(f"{number}. {mention(user_id)} {invited}")
    free = match.num_seats - number
    if free > 0 and match.status is MatchStatus.OPEN:
        seats = write(TN("*one free seat*", "*{count} free seats*", free))
        lines.append(f"{number + 1}. {seats}")
    return "\n".join(lines)


def _options(match: Match, info: GameInfo, write: Writer) -> str:
    lines = [_option(option, match, write) for option in info.options]
    if match.channel.guild_id is not None and info.max_players > 1:
        lines.append(_rating(match, write))
    return "\n".join(lines)


def _rating(match: Match, write: Writer) -> str:
    """Whether the match counts for ratings."""
    if match.rated:
        line, meaning = (
            T("**Rated:** yes"),
            T("The result changes the players’ ratings on this server. See /leaderboard."),
        )
    else:
        line, meaning = T("**Rated:** no"), T("A friendly match: nobody’s rating changes.")
    return f"{write(line)}\n-# {write(meaning)}"


def choice_title(choice: OptionChoice, match: Match) -> Text:
    """Return the title of a choice; a choice of a seat shows its player's name."""
    if choice.seat is None or choice.seat >= len(match.seats):
        return choice.title
    return T("{player}", player=Seat(choice.seat))


def _option(option: OptionSpec, match: Match, write: Writer) -> str:
    value = match.options.get(option.name, option.default)
    chosen = next((choice_title(choice, match) for choice in option.choices if choice.value == value), None)
    line = T("**{option}:** {choice}", option=option.title, choice=value if chosen is None else chosen)
    return f"{write(line)}\n-# {write(option.explanation)}"


def _footer(match: Match, info: GameInfo) -> Text:
    return T(
        "Table #{number} · {players} · {length} · rules: /rules {game}",
        number=match.id,
        players=number_of_players(info),
        length=info.typical_length,
        game=info.slug,
    )


def _next_step(match: Match, info: GameInfo) -> Text:
    """Return what an open table is waiting for."""
    missing = info.min_players - len(match.seats)
    if match.is_full:
        return T("Everyone is here: press Start now.")
    if match.invited and len(match.seats) + len(match.invited) >= match.num_seats:
        return T("The match starts when all who are invited have joined. Press Join to play, or Leave to decline.")
    if missing <= 0:
        return T("The match starts when the last seat is taken. The player who opened the table can start it earlier.")
    return T("Press Join to play. The match starts when the last seat is taken.")


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
