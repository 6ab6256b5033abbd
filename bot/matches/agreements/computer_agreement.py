"""What computer players agree to: everything that people agree on, except a draw while they expect more."""

from __future__ import annotations

from bot.matches.errors import OfferError
from bot.matches.model.match import Match, SeatHolder
from bot.matches.store import turns as turn_store
from bot.storage.database import Reader
from engines.text import T

DRAWN = 0.5
"""A computer player that expects more than this chance to win declines a draw."""


def computer_against_draw(db: Reader, match: Match) -> SeatHolder | None:
    """Return the first computer player that has not moved yet or expects more than a draw, if any."""
    for seat in match.seats:
        if seat.computer is None or seat.withdrawn:
            continue
        decided = turn_store.newest_decision(db, match.id, seat.player)
        if decided is None or decided.value > DRAWN:
            return seat
    return None


def require_draw_with_computers(db: Reader, match: Match) -> None:
    """Raise if a computer player does not agree to a draw now.

    Raises:
        OfferError: it would like to play on.
    """
    seat = computer_against_draw(db, match)
    if seat is not None:
        raise OfferError(T("{player} would like to play on.", player=seat.display_name))
