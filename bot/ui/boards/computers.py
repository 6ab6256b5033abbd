"""What boards say about computer players: why they moved so, and why a match waits for them."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.computer.decider import NotNow
from bot.matches.model.match import Match, MatchStatus, SeatHolder
from bot.matches.model.views import MatchView
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import ButtonSpec, SelectOptionSpec
from bot.ui.components.text import Writer
from engines.game import GameInfo
from engines.text import TN, Seat, T, Text, listed
from players import LEVELS
from players.levels import lines_of, name_of
from players.review import has_reviews

HINT, REASON = "💡", "💭"
"""The signs of hints for people, and of what computer players thought."""

_WAITING = {
    NotNow.OFF: T(
        "⏳ Computer players are switched off here at the moment. The match goes on when they are switched on again."
    ),
    NotNow.OVER_BUDGET: T(
        "⏳ The computer players have calculated a lot for you in the last minute. They go on in a moment."
    ),
    NotNow.UNAVAILABLE: T("⏳ The computer players are restarting. They go on in a moment."),
}


def computer_lines(match: Match, write: Writer) -> Sequence[str]:
    """Return a line that says why no computer player moves, if one is to move and cannot."""
    if not match.computers_wait or not any(match.seat_at(player).computer is not None for player in match.to_move):
        return ()
    return (f"-# {write(_WAITING[NotNow(match.computers_wait)])}",)


def given_note(match: Match) -> Text | None:
    """Return what is given in a copy of another match; ``None`` in all other matches."""
    if not match.given:
        return None
    if not match.given_turns:
        return T("The beginning comes from another match.")
    return TN(
        "The first turn comes from another match.",
        "The first {count} turns come from another match.",
        match.given_turns,
    )


def reason_lines(view: MatchView, write: Writer) -> Sequence[str]:
    """Return a line for each computer player that moved in the story, with the reason of its last decision."""
    last = {decision.player: decision.reason for decision in view.decisions}
    if len(last) == 1:
        return [f"-# {REASON} {write(reason)}" for reason in last.values()]
    named = [T("{player}: {reason}", player=Seat(player), reason=reason) for player, reason in last.items()]
    return [f"-# {REASON} {write(reason)}" for reason in named]


def hint_lines(match: Match, write: Writer) -> Sequence[str]:
    """Return a line of an ended match that says who has used hints, if anybody has."""
    used = [_hints_of(seat) for seat in match.seats if seat.hints]
    if not used:
        return ()
    told = T("{used}.", used=listed(used))
    return (f"-# {HINT} {write(told)}",)


def _hints_of(seat: SeatHolder) -> Text:
    """Return how many hints were used: by the holder, or, if the seat has changed hands, by anyone who had it."""
    player = Seat(seat.player)
    if seat.took_over:
        return TN(
            "{count} hint was used on {player}’s seat",
            "{count} hints were used on {player}’s seat",
            seat.hints,
            player=player,
        )
    return TN("{player} used {count} hint", "{player} used {count} hints", seat.hints, player=player)


def why_button(view: MatchView, write: Writer) -> tuple[ButtonSpec, ...]:
    """Return the button for the reasons of computer players, if the board tells a decision of one."""
    if not view.decisions:
        return ()
    return (Action("why", view.match.id, view.ply).button(write.plain(T("Why?")), emoji=REASON),)


def share_button(match: Match, write: Writer) -> tuple[ButtonSpec, ...]:
    """Return the button that shares a result, if there is one."""
    if match.status is not MatchStatus.FINISHED:
        return ()
    return (Action("share", match.id).button(write.plain(T("Share")), emoji="📣"),)


def review_button(match: Match, write: Writer) -> tuple[ButtonSpec, ...]:
    """Return the button for the review of a match that is over, in games that have reviews."""
    if not has_reviews(match.game):
        return ()
    return (Action("review", match.id).button(write.plain(T("Review")), emoji="🔍"),)


def harder_button(view: MatchView, write: Writer) -> tuple[ButtonSpec, ...]:
    """Return the button for the next level, if a person has won alone against computer players."""
    match, winners = view.match, view.outcome.ranking[:1] if view.outcome is not None else ()
    won = match.is_alone and any(match.people[0].player in group for group in winners)
    if not (won and match.has_computers) or next_levels(match) is None:
        return ()
    label = write.plain(T("One level higher"))
    return (Action("harder", match.id).button(label, discord.ButtonStyle.success, "🤖"),)


def next_levels(match: Match) -> tuple[int, ...] | None:
    """Return the level above that of each computer player, in seat order; ``None`` if all have the highest."""
    levels = [seat.computer.level for seat in match.seats if seat.computer is not None]
    if all(level == LEVELS[-1] for level in levels):
        return None
    return tuple(min(level + 1, LEVELS[-1]) for level in levels)


def level_options(info: GameInfo, chosen: int, write: Writer) -> tuple[SelectOptionSpec, ...]:
    """Return the levels of a game as the options of a menu."""
    return tuple(
        SelectOptionSpec(
            str(level),
            write.plain(T("Level {level}: {name}", level=level, name=name_of(level))),
            write.plain(line),
            chosen=level == chosen,
        )
        for level, line in sorted(lines_of(info.slug).items())
    )
