"""Clocks in messages: deadlines as Discord timestamps, which every reader sees in their own time zone."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.matches.agreements.pauses import resume_hint
from bot.matches.model.match import Match, MatchStatus
from bot.matches.model.time_control import SeatClock, span
from bot.ui.components.text import Writer, moment
from engines.game import Player
from engines.text import Seat, T, Text


def clock_lines(match: Match, awaited: Collection[Player], write: Writer) -> Sequence[str]:
    """Return the deadlines of the players to move, or that the match is paused; empty without a time control."""
    if match.status is not MatchStatus.RUNNING:
        return ()
    if match.paused_at is not None:
        return (write(_pause(match, match.paused_at)),)
    clocks = [clock for clock in match.clocks if clock.player in awaited and clock.deadline is not None]
    expired = {clock.expired_at is not None for clock in clocks}
    if expired == {False} and len({clock.deadline for clock in clocks}) == 1:
        return (write(T("⏳ Deadline: {moment}", moment=moment(clocks[0].deadline or 0))),)
    return tuple(write(_until(clock)) for clock in clocks)


def _until(clock: SeatClock) -> Text:
    """Return the deadline of one of several players."""
    when = moment(clock.deadline or 0)
    if clock.expired_at is not None:
        return T("⌛ {player}: time ran out {moment}", player=Seat(clock.player), moment=when)
    return T("⏳ {player}: deadline {moment}", player=Seat(clock.player), moment=when)


def _pause(match: Match, since: int) -> Text:
    if match.resumes_at is None:
        return T("⏸️ Paused since {moment}. {way}", moment=moment(since), way=resume_hint(match, early=False))
    return T(
        "⏸️ Paused. The match resumes {moment}. {way}",
        moment=moment(match.resumes_at),
        way=resume_hint(match, early=True),
    )


def downtime_lines(seconds: int, write: Writer) -> Sequence[str]:
    """Return the note that the bot was offline and all clocks were stopped."""
    if not seconds:
        return ()
    said = T("I was offline for {time}. All clocks were stopped.", time=span(seconds))
    return (f"-# {write(said)}",)


def seat_times(match: Match, write: Writer) -> Sequence[str]:
    """Return the remaining time of each player in a running match with a time control, one line each."""
    if match.status is not MatchStatus.RUNNING:
        return ()
    return tuple(write(_left(match, clock)) for clock in match.clocks)


def _left(match: Match, clock: SeatClock) -> Text:
    if clock.deadline is not None:
        return _until(clock)
    left = clock.time_bank + (clock.turn_time if clock.player in match.to_move else 0)
    return T("{player}: {time} left, plus the time for each turn", player=Seat(clock.player), time=span(left))
