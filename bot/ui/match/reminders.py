"""Messages about those who are awaited: reminders in the match and by direct message, and what shall follow when
somebody's time has run out.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import discord

from bot.matches.model.match import Match
from bot.matches.model.time_control import Expiry, OnExpiry, Stage
from bot.matches.timeouts.policy import consequence, listed, title_of, undecided
from bot.ui.boards.board_messages import match_title
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import Outgoing, Press, Row
from bot.ui.components.text import Writer, moment
from engines.game import Player
from engines.registry import GAMES
from engines.text import TN, T

LINES = 15
"""Matches that one reminder lists."""


def reminder(match: Match, players: Sequence[Player], closed: Collection[Player], write: Writer) -> Outgoing:
    """What is posted in a match for those who are still awaited; the ``closed`` cannot be told directly."""
    said = T("⏰ {players}, the match waits for your turn.", players=listed(players))
    lines = [write.calling(said, players)]
    deadlines = [(player, match.deadline_of(player)) for player in players]
    running = [(player, at) for player, at in deadlines if at is not None and not _is_late(match, player)]
    if len(players) == 1 and running:
        lines.append(write(T("Your time runs out {moment}.", moment=moment(running[0][1]))))
    else:
        lines += [f"{write.bold(player)}: {moment(at)}" for player, at in running]
    if closed:
        note = T(
            "{players}, I cannot send you direct messages, so I remind you here. /player settings says how to be told.",
            players=listed(sorted(closed)),
        )
        lines.append(f"-# {write(note)}")
    lines.append(f"-# {match_title(match)}")
    users = tuple(seat.user_id for seat in match.seats if seat.player in players)
    return Outgoing("\n".join(lines), (_reminder_row(match, write),), mentions=users)


def _reminder_row(match: Match, write: Writer) -> Row:
    board = Action("board", match.id, match.ply)
    return (board.press(write.plain(T("Board")), emoji="🖼️"), _not_mine(match.id, write))


def _not_mine(match_id: int, write: Writer) -> Press:
    return Action("notmine", match_id).press(write.plain(T("This does not wait for me")))


def nudge(user_id: int, matches: Sequence[Match], write: Writer) -> Outgoing:
    """What somebody reads directly: everything that waits, the most urgent first."""
    title = TN("⏰ A match waits for you:", "⏰ {count} matches wait for you:", len(matches))
    lines = [write(title)]
    for match in matches[:LINES]:
        seat = match.seat_of(user_id)
        deadline = None if seat is None or _is_late(match, seat.player) else match.deadline_of(seat.player)
        others = ", ".join(write.about(match).bold(other.player) for other in match.seats if other.user_id != user_id)
        line = " · ".join(filter(None, (f"**{match_title(match)}**", others, _where(match))))
        if deadline is not None:
            ending = write(T("your time runs out {moment}", moment=moment(deadline)))
            line += f" · {ending}"
        lines.append(f"- {line}")
    if len(matches) > LINES:
        lines.append(write(TN("One more: /matches", "{count} more: /matches", len(matches) - LINES)))
    lines.append("-# " + write(T("/next shows the most urgent board; /player settings says how you are told.")))
    board = Action("board", matches[0].id, matches[0].ply).press(write.plain(T("Board")), emoji="🖼️")
    only = matches[0].id if len(matches) == 1 else 0
    return Outgoing("\n".join(lines), ((board, _not_mine(only, write)),))


def _where(match: Match) -> str:
    return "" if match.place.guild_id is None else f"<#{match.place.target_id}>"


def _is_late(match: Match, player: Player) -> bool:
    clock = match.clock_of(player)
    return clock is not None and clock.expired_at is not None


# ------------------------------------------------------------------------------------------------ when time runs out


def question(match: Match, expiry: Expiry, voters: Sequence[Player], write: Writer) -> Outgoing:
    """What is posted when somebody's time has run out: who decides what, until when, and what happens else."""
    seats = expiry.seats
    asked = [*seats, *voters]
    users = tuple(seat.user_id for seat in match.seats if seat.player in asked)
    lines = [write.calling(T("⏳ The time of {players} has run out.", players=listed(seats)), asked)]
    if expiry.stage is Stage.DESERTED:
        on_their_own = T(
            "Whoever makes a move plays on. If nobody does, the match ends without a result {moment}.",
            moment=moment(expiry.until),
        )
        lines.append(write(on_their_own))
        return Outgoing("\n".join([*lines, f"-# {match_title(match)}"]), mentions=users)
    request = T(
        "{voters}, what shall happen? Until you have decided, {players} can still move.",
        voters=listed(voters),
        players=listed(seats),
    )
    lines.append(write.calling(request, asked))
    lines += standing(match, expiry, write)
    lines.append(f"-# {match_title(match)}")
    return Outgoing("\n".join(lines), (choice_row(match, write),), mentions=users)


def standing(match: Match, expiry: Expiry, write: Writer) -> list[str]:
    """Who wants what, and what happens if nobody decides."""
    votes = [f"- {write.bold(player)}: {write(title_of(vote.choice))}" for player, vote in sorted(expiry.votes.items())]
    return [*votes, _else(match, expiry, write)] if expiry.stage is Stage.ASKED else votes


def _else(match: Match, expiry: Expiry, write: Writer) -> str:
    what = consequence(undecided(match, expiry), expiry.seats, stands_in=GAMES[match.game].info.stands_in)
    return write(T("If nobody decides until {moment}: {what}", moment=moment(expiry.until), what=what))


def choice_row(match: Match, write: Writer) -> Row:
    """A button for everything that can follow."""

    def press(choice: OnExpiry, detail: str, style: discord.ButtonStyle, emoji: str) -> Press:
        return Action("expired", match.id, detail=detail).press(write.plain(title_of(choice)), style, emoji)

    grey, red = discord.ButtonStyle.secondary, discord.ButtonStyle.danger
    return (
        press(OnExpiry.WAIT, "wait", grey, "⏳"),
        press(OnExpiry.EXTEND, "extend", grey, "⏱️"),
        press(OnExpiry.OFFER, "ask", grey, "🪑"),
        press(OnExpiry.CONDUCT, "conduct", grey, "▶️"),
        press(OnExpiry.END, "end", red, "🏁"),
    )


def people_row(action: str, match: Match, write: Writer) -> Row:
    """Lets somebody be chosen."""
    return (Action(action, match.id).members(write.plain(T("Choose somebody …"))),)
