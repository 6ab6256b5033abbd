"""Whether an offer can be made now, and by whom."""

from __future__ import annotations

from bot.matches.agreements.computer_agreement import require_draw_with_computers
from bot.matches.agreements.pauses import already_paused, not_paused
from bot.matches.checks import not_running, require_running, require_seat
from bot.matches.errors import NotSeatedError, OfferError
from bot.matches.model.match import Match, MatchStatus, OfferKind
from bot.matches.store import offers as offer_store
from bot.storage.database import Transaction
from engines.game import Player
from engines.text import T


def prepare_offer(tx: Transaction, match: Match, kind: OfferKind) -> None:
    """Check that an offer of a kind can be made; an earlier proposal of a computer player for a seat is closed.

    Raises:
        OfferError: it cannot be offered.
    """
    match kind:
        case OfferKind.UNDO:  # play.undo makes these: their terms are the turns to take back
            raise OfferError(T("There is no such offer."))
        case OfferKind.DRAW if len(match.seats) == 1:
            raise OfferError(T("You are playing alone, so nobody can agree to a draw. You can resign."))
        case OfferKind.DRAW:
            require_draw_with_computers(tx, match)
        case OfferKind.REPLACE:
            offer_store.close(tx, match.id, kind)


def require_offerable(match: Match, user_id: int, kind: OfferKind) -> Player:
    """Return the seat of a user in a match in which such an offer is possible now.

    Raises:
        MatchNotStartedError, MatchOverError, NotSeatedError, OfferError: it cannot, or not by this person.
    """
    if kind is not OfferKind.REMATCH:
        require_running(match)
        if kind is OfferKind.PAUSE and match.paused_at is not None:
            raise already_paused()
        if kind is OfferKind.RESUME and match.paused_at is None:
            raise not_paused()
        return require_seat(match, user_id).player
    if match.status is MatchStatus.RUNNING:
        raise OfferError(T("The match is still being played. Ask for a rematch when it is over."))
    if match.started_at is None:
        raise not_running(match)
    if match.rematch_id is not None:
        raise OfferError(T("The rematch has already started."))
    if not all(holder.has_user for holder in match.people):
        raise OfferError(
            T(
                "One of the players has deleted their data, so a rematch is not possible. You can open a new table"
                " with /play."
            )
        )
    seat = match.seat_of(user_id)
    if seat is None:
        raise NotSeatedError(
            T("Only the players of this match can have a rematch. You can open a new table with /play.")
        )
    return seat.player
