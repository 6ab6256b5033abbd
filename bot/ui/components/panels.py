"""Messages of Discord's second generation: tables, panels, lists, pages of rules."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import discord
from discord.ui import Container, Item, MediaGallery, Section, Separator, TextDisplay

from bot.matches.agreements.inbox import Asked
from bot.matches.model.match import Match, MatchStatus, Offer, OfferKind
from bot.matches.model.rng import shown_digits
from bot.matches.model.views import absent
from bot.ui.boards.board_messages import away_until, match_title, result_of, resume_button
from bot.ui.boards.clocks import clock_lines, seat_times
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import Attachment, Link, Outgoing, Press, Row, Rows, action_rows
from bot.ui.components.text import ALT_LIMIT, Markup, Writer, escape, fit, fit_written, mention
from bot.ui.interactions.match_commands import state_of
from bot.ui.lobby.time_control import terms_rows, terms_text
from bot.ui.match.inbox import answer_press, asked_lines
from bot.ui.match.offers import answer_row, offer_line
from bot.ui.planners import sheet_planner_of
from bot.ui.planners.plan import in_rows
from engines.game import GameInfo, OptionChoice, OptionSpec
from engines.registry import GAMES
from engines.text import TN, Seat, T, Text

ACCENT = discord.Colour(0x2F6F6B)
"""The bot's own colour, on the edge of its panels; it carries no meaning."""

TEXT_LIMIT = 4000
"""Characters of all texts of one message together (https://discord.com/developers/docs/components/reference)."""


def panel(
    paragraphs: Sequence[str],
    rows: Rows = (),
    *,
    picture: Attachment | None = None,
    mentions: tuple[int, ...] = (),
) -> Outgoing:
    """A framed message: paragraphs, a picture, controls."""
    room = TEXT_LIMIT
    items: list[Item[Any]] = []
    for paragraph in filter(None, paragraphs):
        if room <= 5:
            break
        shown = fit_written(paragraph, room)
        room -= len(shown)
        items.append(TextDisplay(shown))
    if picture is not None:
        alt = None if picture.alt is None else fit(picture.alt, ALT_LIMIT)
        media = discord.MediaGalleryItem(f"attachment://{picture.name}", description=alt)
        items.append(MediaGallery(media))
    if rows:
        items += [Separator(), *action_rows(rows)]
    files = () if picture is None else (picture,)
    return Outgoing(layout=(Container(*items, accent_colour=ACCENT),), files=files, mentions=mentions)


# ---------------------------------------------------------------------------------------------------------- tables


def table(match: Match, write: Writer, *, fresh: bool = False) -> Outgoing:
    """A table: the game, the seats, the options, the buttons. Invited players are notified when it is fresh."""
    info, is_open = GAMES[match.game].info, match.status is MatchStatus.OPEN
    paragraphs = [f"## {info.title}\n{write(info.tagline)}", _seats(match, info, write), _options(match, info, write)]
    paragraphs.append(terms_text(match, info, write))
    paragraphs.append(f"-# {write(_footer(match, info))}")
    paragraphs.append(write(_what_now(match, info)) if is_open else _what_became(match, write))
    rows = (*table_rows(match, info, write), *terms_rows(match, info, write)) if is_open else ()
    return panel(paragraphs, rows, mentions=match.invited if fresh else ())


def table_rows(match: Match, info: GameInfo, write: Writer) -> Rows:
    """The buttons of an open table."""
    places = info.max_players - len(match.seats)
    ready = len(match.seats) >= info.min_players and not match.invited
    join = Action("join", match.id).press(write.plain(T("Join")), discord.ButtonStyle.success)
    leave = Action("leave", match.id).press(write.plain(T("Leave")))
    start = Action("start", match.id).press(write.plain(T("Start")), discord.ButtonStyle.primary)
    cancel = Action("cancel", match.id).press(write.plain(T("Cancel")), discord.ButtonStyle.danger)
    named = sheet_planner_of(info.slug) is not None
    rename = Action("name", match.id).press(write.plain(T("Name")), emoji="🏷️")
    seats = (*((join,) if places > 0 else ()), *((start,) if ready else ()), leave, cancel)
    options = Action("options", match.id).press(write.plain(T("Options")), emoji="⚙️")
    more = (*((options,) if info.options else ()), *((rename,) if named else ()))
    return (seats, more) if more else (seats,)


def _seats(match: Match, info: GameInfo, write: Writer) -> str:
    lines = [write(T("**Players**"))]
    lines += _players(match, write)
    number = len(match.seats)
    for user_id in match.invited:
        number += 1
        invited = write(T("(invited: please join)"))
        lines.append(f"{number}. {mention(user_id)} {invited}")
    free = info.max_players - number
    if free > 0 and match.status is MatchStatus.OPEN:
        seats = write(TN("*one free seat*", "*{count} free seats*", free))
        lines.append(f"{number + 1}. {seats}")
    return "\n".join(lines)


def _players(match: Match, write: Writer) -> list[str]:
    lines = []
    for place, seat in enumerate(match.seats, start=1):
        known_as = "" if seat.alias is None else f" ({escape(seat.name)})"
        # Who looks for one of two people of the same name finds the right one behind the mention.
        person = f" {mention(seat.user_id)}" if write.mark(seat.player) and not seat.is_anonymous else ""
        lines.append(f"{place}. {write.bold(seat.player)}{known_as}{person}")
    return lines


def _options(match: Match, info: GameInfo, write: Writer) -> str:
    lines = [_option(option, match, write) for option in info.options]
    if match.place.guild_id is not None and info.max_players > 1:
        lines.append(_rating(match, write))
    return "\n".join(lines)


def _rating(match: Match, write: Writer) -> str:
    """Whether the match counts for ratings."""
    if match.rated:
        line, meaning = T("**Rated:** yes"), T("The result changes the players’ ratings on this server: /leaderboard.")
    else:
        line, meaning = T("**Rated:** no"), T("A friendly match: nobody’s rating changes.")
    return f"{write(line)}\n-# {write(meaning)}"


def choice_title(choice: OptionChoice, match: Match) -> Text:
    """What a choice is called at a table: by the name of who sits where it means."""
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
        players=_number_of_players(info),
        length=info.typical_length,
        game=info.slug,
    )


def _number_of_players(info: GameInfo) -> Text:
    if info.min_players == info.max_players:
        return TN("{count} player", "{count} players", info.max_players)
    return T("{least} to {most} players", least=info.min_players, most=info.max_players)


def _what_now(match: Match, info: GameInfo) -> Text:
    """What an open table waits for."""
    if match.invited:
        return T("If you are invited: press Join to sit down, or Leave to decline.")
    missing = info.min_players - len(match.seats)
    if missing > 0:
        return TN("One more player is needed: press Join.", "{count} more players are needed: press Join.", missing)
    if len(match.seats) == 1 < info.max_players:
        return T("Press Start to play alone, or wait for others to press Join.")
    if len(match.seats) < info.max_players:
        return T("Enough players sit here: press Start, or Join to make more.")
    return T("Everybody is here: press Start.")


def _what_became(match: Match, write: Writer) -> str:
    match match.status:
        case MatchStatus.CANCELLED:
            return write(match.result or T("The table was cancelled."))
        case MatchStatus.RUNNING if match.place.thread_id is not None:
            return write(T("The match has begun:")) + f" <#{match.place.thread_id}>"
        case MatchStatus.RUNNING:
            return write(T("The match has begun."))
        case _:
            return f"🏁 {write(result_of(match))}"


# ---------------------------------------------------------------------------------------------------------- panels


def match_panel(
    match: Match,
    viewer: int | None,
    offers: Sequence[Offer],
    write: Writer,
    *,
    free: Sequence[int] = (),
    watching: bool = False,
) -> Outgoing:
    """Everything beside the board: what is offered, history, giving up, the proof of fair luck.

    The ``free`` seats, which were given up, are offered to whoever has none, and to watch, or not to any more.
    """
    paragraphs = [f"### {match_title(match)}", _standing(match, write), "\n".join(_players(match, write))]
    paragraphs += (offer_line(offer, write) for offer in offers)
    playing = viewer is not None and match.status is MatchStatus.RUNNING
    asked = [offer.kind for offer in offers if viewer in offer.needed]
    rows: list[Row] = [answer_row(kind, match, write, named=len(asked) > 1) for kind in asked]
    rows.append(_look_row(match, write))
    if viewer is None and free:
        rows += in_rows([takeover_button(match, player, write) for player in free])
    if match.status is MatchStatus.RUNNING and (watching or (viewer is None and match.place.guild_id is not None)):
        rows.append((watch_button(match, write, watching=watching),))
    if playing:
        rows.append(_course_row(match, viewer, offers, write))
        rows.append(_ending_row(match, offers, write))
    elif viewer is not None and match.status in {MatchStatus.FINISHED, MatchStatus.ABORTED}:
        rows.append((Action("rematch", match.id).press(write.plain(T("Rematch")), emoji="🔁"),))
    paragraphs.append(_luck(match, write))
    return panel(paragraphs, rows)


def _standing(match: Match, write: Writer) -> str:
    state = state_of(match)
    lines = [write(state) if match.status is not MatchStatus.RUNNING else write(T("Now: {state}.", state=state))]
    if match.started_at is not None:
        begun = write(T("Begun"))
        lines.append(f"-# {begun} <t:{match.started_at}:R>")
    if match.paused_at is not None:
        lines += clock_lines(match, (), write)
    return "\n".join((*lines, *seat_times(match, write)))


def _look_row(match: Match, write: Writer) -> Row:
    def press(name: str, text: Text, emoji: str) -> Any:
        return Action(name, match.id).press(write.plain(text), emoji=emoji)

    ended = match.status in {MatchStatus.FINISHED, MatchStatus.ABORTED}
    return (
        press("history", T("History"), "📜"),
        press("replay", T("Replay"), "🎞️"),
        Action("rules", detail=match.game).press(write.plain(T("Rules")), emoji="📖"),
        press("export", T("Export"), "💾"),
        *((press("verify", T("Verify luck"), "🎲"),) if ended else ()),
    )


def _course_row(match: Match, viewer: int | None, offers: Sequence[Offer], write: Writer) -> Row:
    """What a player can change in the course of a match: turns, time, place, seats."""
    open_kinds, late = {offer.kind for offer in offers}, absent(match)
    row = []
    if OfferKind.UNDO not in open_kinds and not GAMES[match.game].info.hidden:
        row.append(Action("takeback", match.id).press(write.plain(T("Take back")), emoji="↩️"))
    if match.paused_at is not None and OfferKind.RESUME not in open_kinds:
        row.append(resume_button(match, write))
    if match.paused_at is None and OfferKind.PAUSE not in open_kinds:
        row.append(Action("pause", match.id).press(write.plain(T("Pause")), emoji="⏸️"))
    if OfferKind.MOVE not in open_kinds and match.place.guild_id is not None:
        row.append(Action("elsewhere", match.id).press(write.plain(T("Play elsewhere")), emoji="📍"))
    row.append(Action("replace", match.id).press(write.plain(T("Hand over my seat")), emoji="🪑"))
    if late and viewer not in late:
        row.append(Action("expired", match.id).press(write.plain(T("Time has run out …")), emoji="⌛"))
    return tuple(row)


def _ending_row(match: Match, offers: Sequence[Offer], write: Writer) -> Row:
    """How a player can end a match, or the own part in it."""
    open_kinds = {offer.kind for offer in offers}
    row = []
    if OfferKind.DRAW not in open_kinds:
        row.append(Action("draw", match.id).press(write.plain(T("Offer a draw"))))
    if OfferKind.ABORT not in open_kinds:
        row.append(Action("abort", match.id).press(write.plain(T("Propose to abort"))))
    row.append(Action("resign", match.id).press(write.plain(T("Resign")), discord.ButtonStyle.danger))
    return tuple(row)


def watch_button(match: Match, write: Writer, *, watching: bool) -> Press:
    """Begins to watch a match, or ends that."""
    if watching:
        return Action("unwatch", match.id).press(write.plain(T("Stop watching")), emoji="🙈")
    return Action("watch", match.id).press(write.plain(T("Watch")), emoji="👁️")


def _luck(match: Match, write: Writer) -> str:
    if match.commitment is None:
        return ""
    if match.key is None:
        return write(T("-# Luck: the SHA-256 of the secret key begins {digits}", digits=shown_digits(match.commitment)))
    return write(T("-# Luck: the key was {key}", key=match.key))


def takeover_button(match: Match, player: int, write: Writer) -> Press:
    """Sits down on a seat that was given up."""
    label = T("Take over from {player}", player=Seat(player))
    return Action("takeover", match.id, detail=str(player)).press(write.plain(label), discord.ButtonStyle.success, "🪑")


def seat_row(match: Match, player: int, write: Writer, *, named: bool) -> Row:
    """Takes a seat over; who is ``named`` for it can also decline."""
    take = takeover_button(match, player, write)
    if not named:
        return (take,)
    return (take, Action("refuseseat", match.id, detail=str(player)).press(write.plain(T("No, thanks"))))


# ----------------------------------------------------------------------------------------------------------- lists

LIST_PAGE = 6
"""Matches on one page of a list: each takes four of a message's forty components."""


def match_list(
    matches: Sequence[Match],
    page: int,
    user_id: int,
    unposted: Collection[int],
    write: Writer,
    away: Mapping[int, int] | None = None,
    notes: Sequence[str] = (),
    asked: Mapping[int, Asked] = MappingProxyType({}),
) -> Outgoing:
    """The asker's matches, in the order given; those in ``unposted`` have a board that could not be posted. ``away``:
    users who are away, and until when. ``asked``: by match, what the asker is asked there besides turns.

    ``notes``, such as what the asker watches, stand below.
    """
    pages = max(1, -(-len(matches) // LIST_PAGE))
    page = min(max(page, 0), pages - 1)
    items: list[Item[Any]] = [TextDisplay("## " + write(T("Your matches")))]
    for match in matches[page * LIST_PAGE : (page + 1) * LIST_PAGE]:
        items += [Separator(), _entry(match, user_id, unposted, write.about(match), away or {}, asked.get(match.id))]
    if notes:
        items += [Separator(), TextDisplay("\n".join(notes))]
    if pages > 1:
        items += [Separator(), *action_rows((page_row("matches", page, pages, write),))]
    return Outgoing(layout=(Container(*items, accent_colour=ACCENT),))


def _entry(
    match: Match,
    user_id: int,
    unposted: Collection[int],
    write: Writer,
    away: Mapping[int, int],
    asked: Asked | None,
) -> Item[Any]:
    names = ", ".join(
        (
            *(write.bold(seat.player) for seat in match.seats),
            *(write(T("{player} (invited)", player=Markup(mention(guest)))) for guest in match.invited),
        )
    )
    seat = match.seat_of(user_id)
    mine = match.awaits(user_id)
    state = write(T("**Your turn**")) if mine else write(state_of(match))
    since = match.moved_at or match.created_at
    place = f"<#{match.place.target_id}>" if match.place.guild_id is not None else ""
    body = f"**{match_title(match)}** · {names}\n{state} · <t:{since}:R> {place}".rstrip()
    awaited = [seat.player] if mine and seat is not None else match.to_move
    body = "\n".join((body, *clock_lines(match, awaited, write)[:2], *asked_lines(asked, write)))
    if match.lost_at is not None:
        lost = T("I cannot post in its channel any more. /match move, in another one, takes it there.")
        body += "\n-# ⚠️ " + write(lost)
    elif match.id in unposted:
        body += "\n-# ⚠️ " + write(T("I could not post its newest board in its channel."))
    for other in match.seats:
        if other.player in match.to_move and other.user_id != user_id and other.user_id in away:
            body += "\n-# " + write(away_until(other.player, away[other.user_id]))
    way = _way_to(match, write) if asked is None or mine else answer_press(asked, write)
    return Section(body, accessory=way.item())


def _way_to(match: Match, write: Writer) -> Any:
    if match.status is MatchStatus.OPEN:
        message, label = match.table_message_id, T("Go to the table")
        if message is None or match.place.guild_id is None:
            return Action("leave", match.id).press(write.plain(T("Leave")))
        return Link(message_link(match, message), write.plain(label))
    return Action("board", match.id, match.ply).press(write.plain(T("Board")), emoji="🖼️")


def message_link(match: Match, message_id: int) -> str:
    """The address of a message in the match's channel or thread."""
    guild = match.place.guild_id if match.place.guild_id is not None else "@me"
    channel = match.place.channel_id if message_id == match.table_message_id else match.place.target_id
    return f"https://discord.com/channels/{guild}/{channel}/{message_id}"


def page_row(name: str, page: int, pages: int, write: Writer, match_id: int = 0, detail: str = "") -> Row:
    """Back and forth through pages; only the ways that exist."""
    row = []
    if page > 0:
        row.append(Action(name, match_id, page - 1, detail).press(write.plain(T("Back")), emoji="◀️"))
    if page < pages - 1:
        row.append(Action(name, match_id, page + 1, detail).press(write.plain(T("Next")), emoji="▶️"))
    return tuple(row)
