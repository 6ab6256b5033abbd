"""What boards say about computer players: why they moved so, and why a match waits for them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.computer.decider import NotNow
from bot.matches.model.match import Match
from bot.matches.model.views import MatchView
from bot.ui.components.text import Writer
from engines.text import Seat, T

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


def reason_lines(view: MatchView, write: Writer) -> Sequence[str]:
    """Return a line for each computer player that moved in the story, with the reason of its last decision."""
    last = {decision.player: decision.reason for decision in view.decisions}
    if len(last) == 1:
        return [f"-# 💡 {write(reason)}" for reason in last.values()]
    named = [T("{player}: {reason}", player=Seat(player), reason=reason) for player, reason in last.items()]
    return [f"-# 💡 {write(reason)}" for reason in named]
