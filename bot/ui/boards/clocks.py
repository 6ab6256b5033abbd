"""What is shown of clocks: deadlines in Discord's own timestamps, which every reader sees in the own time zone."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.matches.agreements.pauses import resume_hint
from bot.matches.model.match import Match, MatchStatus
from bot.matches.model.time_control import SeatClock, span
from bot.ui.components.text import Writer, moment
from engines.game import Player
from engines.text import Seat, T, Text


def clock_lines(match: Match, awaited: Collection[Player], write: Writer) -> Sequence[str]:
    """Until when those who are awaited have time, or that the match is paused; nothing of a match without a pace."""
    if match.status is not MatchStatus.RUNNING:
        return ()
    if match.paused_at is not None:
        return (write(_pause(match, match.paused_at)),)
    clocks = [clock for clock in match.clocks if clock.player in awaited and clock.deadline is not None]
    expired = {clock.expired_at is not None for clock in clocks}
    if expired == {False} and len({clock.deadline for clock in clocks}) == 1:
        return (write(T("⏳ Time until {moment}", moment=moment(clocks[0].deadline or 0))),)
    return tuple(write(_until(clock)) for clock in clocks)


def _until(clock: SeatClock) -> Text:
    """Until when one of several has time."""
    when = moment(clock.deadline or 0)
    if clock.expired_at is not None:
        return T("⌛ {player}: time ran out {moment}", player=Seat(clock.player), moment=when)
    return T("⏳ {player}: time until {moment}", player=Seat(clock.player), moment=when)


def _pause(match: Match, since: int) -> Text:
    if match.resumes_at is None:
        return T("⏸️ Paused since {moment}. {way}", moment=moment(since), way=resume_hint(match, early=False))
    return T(
        "⏸️ Paused. The match goes on {moment}. {way}",
        moment=moment(match.resumes_at),
        way=resume_hint(match, early=True),
    )


def outage_lines(seconds: int, write: Writer) -> Sequence[str]:
    """That the bot was away for some time and no clock ran meanwhile."""
    if not seconds:
        return ()
    said = T("I was away for {time}. No clock ran meanwhile.", time=span(seconds))
    return (f"-# {write(said)}",)


def seat_times(match: Match, write: Writer) -> Sequence[str]:
    """What everybody has left in a running match with a pace, one line for each player."""
    if match.status is not MatchStatus.RUNNING:
        return ()
    return tuple(write(_left(match, clock)) for clock in match.clocks)


def _left(match: Match, clock: SeatClock) -> Text:
    if clock.deadline is not None:
        return _until(clock)
    left = clock.bank + (clock.credit if clock.player in match.to_move else 0)
    return T("{player}: {time} left besides each turn’s own time", player=Seat(clock.player), time=span(left))
