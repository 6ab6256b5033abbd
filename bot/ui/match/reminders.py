"""Reminders in the match and by direct message, and the button “It is not my turn”."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence

from bot.matches.model.match import Match, MatchStatus
from bot.ui.boards.board_messages import match_title, way_row
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import ButtonSpec, OutgoingMessage, Row
from bot.ui.components.text import MESSAGE_LIMIT, Writer, moment
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.permissions import visible_match
from bot.ui.interactions.registry import handles
from engines.game import Player
from engines.text import TN, T, players_listed

log = logging.getLogger(__name__)

LINES = 15
"""Maximum number of matches in a digest."""


def reminder(match: Match, players: Sequence[Player], closed: Collection[Player], write: Writer) -> OutgoingMessage:
    """Return the reminder in a match for players still to move; ``closed`` are those who block direct messages."""
    said = T("⏰ {players}, it is your turn.", players=players_listed(players))
    lines = [write.mentioning(said, players)]
    deadlines = [(player, match.deadline_of(player)) for player in players]
    running = [(player, at) for player, at in deadlines if at is not None and not _is_late(match, player)]
    if len(players) == 1 and running:
        lines.append(write(T("Your time runs out {moment}.", moment=moment(running[0][1]))))
    else:
        lines += [f"{write.bold(player)}: {moment(at)}" for player, at in running]
    if closed:
        note = T(
            "{players}, I cannot send you direct messages, so I will remind you here. In /player settings "
            "you can choose how I notify you.",
            players=players_listed(sorted(closed)),
        )
        lines.append(f"-# {write(note)}")
    lines.append(f"-# {match_title(match)}")
    users = tuple(seat.user_id for seat in match.seats if seat.player in players)
    return OutgoingMessage("\n".join(lines), (_reminder_row(match, write),), mentions=users)


def _reminder_row(match: Match, write: Writer) -> Row:
    board = Action("board", match.id, match.ply)
    return (board.button(write.plain(T("Board")), emoji="🖼️"), _not_mine(match.id, write))


def _not_mine(match_id: int, write: Writer) -> ButtonSpec:
    return Action("notmine", match_id).button(write.plain(T("It is not my turn")))


def reminder_digest(user_id: int, matches: Sequence[Match], write: Writer) -> OutgoingMessage:
    """Return the direct message with all matches where it is the user's turn, most urgent first."""
    title = TN("⏰ It is your turn in a match:", "⏰ It is your turn in {count} matches:", len(matches))
    last = T("/next shows the most urgent board. In /player settings you can choose how I notify you.")
    above, below = write(title), f"-# {write(last)}"
    listed = [_digest_line(match, user_id, write) for match in matches[:LINES]]
    # The last line is how the message is found again, so it is never cut.
    while len("\n".join((above, *listed, _more(len(matches), write), below))) > MESSAGE_LIMIT:
        listed.pop()
    left_out = len(matches) - len(listed)
    lines = (above, *listed, *((_more(left_out, write),) if left_out else ()), below)
    board = Action("board", matches[0].id, matches[0].ply).button(write.plain(T("Board")), emoji="🖼️")
    only = matches[0].id if len(matches) == 1 else 0
    return OutgoingMessage("\n".join(lines), ((board, _not_mine(only, write)),))


def _digest_line(match: Match, user_id: int, write: Writer) -> str:
    """Return the line about a match: the other players, where it is, and when the user's time runs out."""
    seat = match.seat_of(user_id)
    deadline = None if seat is None or _is_late(match, seat.player) else match.deadline_of(seat.player)
    others = ", ".join(write.about(match).bold(other.player) for other in match.seats if other.user_id != user_id)
    line = " · ".join(filter(None, (f"**{match_title(match)}**", others, _where(match))))
    if deadline is not None:
        ending = write(T("your time runs out {moment}", moment=moment(deadline)))
        line += f" · {ending}"
    return f"- {line}"


def _more(count: int, write: Writer) -> str:
    return write(TN("One more: /matches", "{count} more: /matches", count))


def _where(match: Match) -> str:
    return "" if match.channel.guild_id is None else f"<#{match.channel.target_id}>"


def _is_late(match: Match, player: Player) -> bool:
    clock = match.clock_of(player)
    return clock is not None and clock.expired_at is not None


@handles("notmine")
async def not_mine(context: InteractionContext, action: Action) -> None:
    """Check again whether it is the user's turn, and explain the answer."""
    if not action.match_id:
        await _refresh_all(context)
        return
    match = await visible_match(context, action.match_id)
    write = context.write.about(match)
    if await context.services.matches.digests.dismiss_reminder(match.id, context.user_id):
        told = write(T("You are right: it is not your turn in {match}.", match=match_title(match)))
        await context.responder.reply(OutgoingMessage(told, (way_row(match, write),)))
        return
    log.warning(
        "a player says that a match does not wait for them, but it does",
        extra={"match": match.id, "ply": match.ply, "awaited": list(match.to_move)},
    )
    why = T(
        "It is your turn in {match}. Open the board. If you cannot move there, please tell the person who"
        " runs the bot. I have noted this.",
        match=match_title(match),
    )
    board = Action("board", match.id, match.ply).button(write.plain(T("Board")), emoji="🖼️")
    await context.responder.reply(OutgoingMessage(write(why), ((board,),)))


async def _refresh_all(context: InteractionContext) -> None:
    """Update a user's digest."""
    waiting = [
        match
        for match in await context.services.matches.history.matches_of(context.user_id)
        if _waits(match, context.user_id)
    ]
    await context.services.matches.digests.refresh_digest(context.user_id)
    if not waiting:
        await context.reply(T("You are right: it is not your turn in any match."))
        return
    names = ", ".join(match_title(match) for match in waiting)
    await context.reply(T("It is your turn in {matches}. /next shows the first board.", matches=names))


def _waits(match: Match, user_id: int) -> bool:
    return match.status is MatchStatus.RUNNING and match.awaits(user_id)
