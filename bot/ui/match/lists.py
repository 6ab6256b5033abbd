"""The list of a user's matches."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from discord.ui import Container, Item, Section, Separator, TextDisplay

from bot.matches.agreements.inbox import PendingRequests
from bot.matches.model.match import Match, MatchStatus
from bot.matches.model.views import nearest_page
from bot.ui.boards.board_messages import away_until, match_title, message_link
from bot.ui.boards.clocks import clock_lines
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import LinkButtonSpec, OutgoingMessage, action_rows
from bot.ui.components.panels import ACCENT, TEXT_LIMIT, page_row, panel
from bot.ui.components.text import Markup, Writer, fit_written, mention
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.match_picker import state_of
from bot.ui.interactions.registry import handles
from bot.ui.match.inbox import answer_button, request_lines
from engines.text import T, Text

LIST_PAGE = 6
"""Matches on a page: each takes four of a message's 40 components."""
ENTRY_LIMIT = 560
"""Maximum characters about a match, so that a page has no more than a message may have, with the title and notes."""


def match_list(
    matches: Sequence[Match],
    page: int,
    user_id: int,
    unposted: Collection[int],
    write: Writer,
    away: Mapping[int, int],
    notes: Sequence[str],
    asked: Mapping[int, PendingRequests],
) -> OutgoingMessage:
    """Return the user's matches in the order given; matches in ``unposted`` have a board that could not be posted.

    ``away``: users who are away, and until when. ``asked``: by match, the user's pending requests besides turns.
    ``notes`` are below the list.
    """
    page, pages = nearest_page(page, len(matches), LIST_PAGE)
    title = "## " + write(T("Your matches"))
    items: list[Item[Any]] = [TextDisplay(title)]
    for match in matches[page * LIST_PAGE : (page + 1) * LIST_PAGE]:
        items += [Separator(), _entry(match, user_id, unposted, write.about(match), away, asked.get(match.id))]
    if notes:
        room = TEXT_LIMIT - LIST_PAGE * ENTRY_LIMIT - len(title)
        items += [Separator(), TextDisplay(fit_written("\n".join(notes), room))]
    if pages > 1:
        items += [Separator(), *action_rows((page_row("matches", page, pages, write),))]
    return OutgoingMessage(layout=(Container(*items, accent_colour=ACCENT),))


def _entry(
    match: Match,
    user_id: int,
    unposted: Collection[int],
    write: Writer,
    away: Mapping[int, int],
    asked: PendingRequests | None,
) -> Item[Any]:
    names = ", ".join(
        (
            *(write.bold(seat.player) for seat in match.seats),
            *(write(T("{player} (invited)", player=Markup(mention(user_id)))) for user_id in match.invited),
        )
    )
    seat = match.seat_of(user_id)
    mine = match.awaits(user_id)
    state = write(T("**Your turn**")) if mine else write(state_of(match))
    since = match.moved_at or match.created_at
    place = f"<#{match.channel.target_id}>" if match.channel.guild_id is not None else ""
    body = f"**{match_title(match)}** · {names}\n{state} · <t:{since}:R> {place}".rstrip()
    awaited = [seat.player] if mine and seat is not None else match.to_move
    body = "\n".join((body, *clock_lines(match, awaited, write)[:2], *request_lines(asked, write)))
    if match.unreachable_since is not None and match.channel.guild_id is not None:
        lost = T("I can no longer post in its channel. Type /match action: move in another channel to play on there.")
        body += "\n-# ⚠️ " + write(lost)
    elif match.unreachable_since is not None:
        body += "\n-# ⚠️ " + write(T("I could not send you its newest board. Do you take direct messages from me?"))
    elif match.id in unposted:
        body += "\n-# ⚠️ " + write(T("I could not post its newest board in its channel."))
    for other in match.seats:
        if other.player in match.to_move and other.user_id != user_id and other.user_id in away:
            body += "\n-# " + write(away_until(other.player, away[other.user_id]))
    way = _way_to(match, write) if asked is None or mine else answer_button(asked, write)
    return Section(fit_written(body, ENTRY_LIMIT), accessory=way.item())


def _way_to(match: Match, write: Writer) -> Any:
    if match.status is MatchStatus.OPEN:
        message, label = match.table_message_id, T("Go to the table")
        if message is None or match.channel.guild_id is None:
            return Action("leave", match.id).button(write.plain(T("Leave")))
        return LinkButtonSpec(message_link(match, message), write.plain(label))
    return Action("board", match.id, match.ply).button(write.plain(T("Board")), emoji="🖼️")


@handles("matches")
async def show_matches_page(context: InteractionContext, action: Action) -> None:
    """Show another page of the user's matches."""
    await context.responder.update(await _matches(context, action.ply))


async def show_matches(context: InteractionContext) -> None:
    """Show the user's matches, urgent ones first."""
    notes = [
        T(
            "I could no longer send you the boards of {match}, so you are no longer watching it.",
            match=match_title(match),
        )
        for match in await context.services.matches.spectators.take_blocked(context.user_id)
    ]
    await context.responder.reply(await _matches(context, 0, notes))


async def _matches(context: InteractionContext, page: int, warnings: Sequence[Text] = ()) -> OutgoingMessage:
    matches = await context.services.matches.history.matches_of(context.user_id)
    watched = await context.services.matches.spectators.watched_by(context.user_id)
    notes = [f"⚠️ {context.write(text)}" for text in warnings]
    if watched:
        titles = ", ".join(match_title(match) for match in watched)
        notes.append("👁️ " + context.write(T("You are watching: {matches}", matches=titles)))
    asked = {one.match.id: one for one in await context.services.matches.inbox.requests_to(context.user_id)}
    for match_id in asked.keys() - {match.id for match in matches}:
        ended = asked[match_id]  # a rematch
        lines = " ".join(request_lines(ended, context.write.about(ended.match)))
        notes.append(f"**{match_title(ended.match)}** · {lines} /match action: rematch")
    if not matches:
        return panel([context.write(T("You are not in any match. /play opens a table.")), *notes])
    unposted = await context.services.outbox.unposted([match.id for match in matches])
    away = await context.services.matches.holidays.away_now({seat.user_id for match in matches for seat in match.seats})
    return match_list(matches, page, context.user_id, unposted, context.write, away, notes, asked)
