"""Checks and errors that several parts of the match service share."""

from __future__ import annotations

from bot.matches.errors import (
    AlreadyPlayedError,
    MatchError,
    MatchNotFoundError,
    MatchNotStartedError,
    MatchOverError,
    NotSeatedError,
    NotYourTurnError,
    PausedError,
    PlanChangedError,
    TableError,
)
from bot.matches.model.match import Match, MatchStatus, SeatHolder
from engines.text import T

HAS_LEFT = T("You have left this match. You can still watch it with /board.")
"""What a user who has given up the seat is told."""


def no_match() -> MatchError:
    """Return the error for a match number that does not exist."""
    return MatchNotFoundError(T("There is no such match. /matches lists yours."))


def already_played() -> MatchError:
    """Return the error for a move on a position that has already changed."""
    return AlreadyPlayedError(T("The match has moved on since. Use the newest board, or /board to see it."))


def plan_changed() -> MatchError:
    """Return the error for a plan that was changed in another window."""
    return PlanChangedError(T("This plan was changed in another window. Here is the current plan."))


def not_your_turn() -> MatchError:
    """Return the error for a player who is not to move."""
    return NotYourTurnError(T("It is not your turn. I will notify you when it is."))


def not_running(match: Match) -> MatchError:
    """Return the error that says why a match takes no moves."""
    match match.status:
        case MatchStatus.OPEN:
            return MatchNotStartedError(T("The match has not started yet. It starts when the last seat is taken."))
        case MatchStatus.CANCELLED:
            return MatchOverError(T("This table was closed before the match started."))
        case _:
            result = match.result or T("The match has ended.")
            return MatchOverError(T("It’s over: {result}", result=result), match)


def not_open(match: Match, user_id: int | None = None) -> MatchError:
    """Return the error that says why a table can no longer be changed, worded for ``user_id`` if given."""
    if match.status is MatchStatus.CANCELLED:
        return TableError(T("This table is closed. /play opens a new one."))
    if match.status is MatchStatus.RUNNING:
        if user_id is not None and match.seat_of(user_id) is None:
            too_late = T(
                "Too late, the match has already started. To follow it, use /match action: watch."
                " /play game: {game} opens a new table.",
                game=match.game,
            )
            return TableError(too_late, match)
        return TableError(T("The match has already started. To leave it, use /match action: resign."), match)
    return not_running(match)


def require_running(match: Match) -> None:
    """Raise unless the match is running.

    Raises:
        MatchNotStartedError, MatchOverError: it is not.
    """
    if match.status is not MatchStatus.RUNNING:
        raise not_running(match)


def require_seat(match: Match, user_id: int) -> SeatHolder:
    """Return the seat of an active player.

    Raises:
        NotSeatedError: there is none, or it was given up.
    """
    seat = match.seat_of(user_id)
    if seat is None:
        raise NotSeatedError(T("You do not play in this match. You can watch it with /board."))
    if seat.withdrawn:
        raise NotSeatedError(HAS_LEFT)
    return seat


def require_going_on(match: Match, *, planned: bool = False) -> None:
    """Raise while the match is paused. With ``planned``, the error says that the player's plan is kept.

    Raises:
        PausedError: it is.
    """
    if match.paused_at is None:
        return
    if match.is_alone:
        reason = T("This match is paused. Press Resume to play on.")
    else:
        reason = T(
            "This match is paused. Press Resume to propose playing on. The match resumes when the others accept."
        )
    raise PausedError(T("{reason} Your plan is kept.", reason=reason) if planned else reason, match)
