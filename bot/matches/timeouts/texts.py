"""What is said about a timeout: what a choice leads to, and who has decided it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.matches.model.time_control import TimeoutAction, Vote
from bot.matches.seats.replacement import USUAL_LEVEL
from bot.matches.timeouts.policy import MAX_UNDECIDED_VOTES
from engines.game import Player
from engines.text import TN, Seat, T, Text, players_listed


def consequence(
    choice: TimeoutAction, seats: Sequence[Player], *, auto_move: bool = False, level: int | None = None
) -> Text:
    """Return the consequence of a choice, as the second half of a sentence.

    ``auto_move``: whether the game moves for the players who are out of time. ``level``: that of a computer player.
    """
    who = players_listed(seats)
    match choice:
        case TimeoutAction.WAIT:
            return T("the match keeps waiting for {players}.", players=who)
        case TimeoutAction.EXTEND:
            return T("there is more time for {players}.", players=who)
        case TimeoutAction.OFFER:
            return T("another player may take the seat of {players}.", players=who)
        case TimeoutAction.PLAY_ON if auto_move:
            return T("the game plays for {players} until they move themselves.", players=who)
        case TimeoutAction.PLAY_ON:
            return T("it counts as if {players} had resigned.", players=who)
        case TimeoutAction.COMPUTER:
            # The seat is the computer player's when this is read, so it cannot name who had it; the next board does.
            return TN(
                "a computer player of level {level} takes over.",
                "{count} computer players of level {level} take over.",
                len(seats),
                level=level or USUAL_LEVEL,
            )
        case TimeoutAction.END:
            return T("the match ends because {players} ran out of time.", players=who)


def still_timed_out(seats: Sequence[Player]) -> Text:
    """Say what the others decided in an earlier turn, and that it still applies."""
    who = players_listed(seats)
    return T(
        "{players} ran out of time again. As decided before: {what}",
        players=who,
        what=consequence(TimeoutAction.PLAY_ON, seats, auto_move=True),
    )


def decision(what: Text, choice: TimeoutAction, votes: Mapping[Player, Vote], undecided: int) -> Text:
    """Say what was decided, namely ``what``, and by whom.

    Without votes, the action agreed at the table is taken or, after too many ``undecided`` votes in a row, the rules of
    the game apply.
    """
    if not votes and undecided > MAX_UNDECIDED_VOTES:
        return T("Nothing was decided for too long: {what}", what=what)
    if not votes:
        return T("Nothing was decided. As agreed at the table: {what}", what=what)
    deciders = [player for player, vote in sorted(votes.items()) if vote.choice is choice]
    if len(deciders) == 1:
        return T("{player} has decided: {what}", player=Seat(deciders[0]), what=what)
    return T("{players} have decided: {what}", players=players_listed(deciders), what=what)
