"""Requests that await a user's answer: offers, and votes after a timeout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.matches.agreements.offers import Offers
from bot.matches.context import Context
from bot.matches.model.log import Record
from bot.matches.model.match import Match, MatchStatus, Offer
from bot.matches.model.time_control import TimeoutState
from bot.matches.store import matches as match_store
from bot.matches.store import timeouts as timeout_store
from bot.matches.timeouts.votes import Votes
from bot.storage.database import Reader
from engines.game import Player


@dataclass(frozen=True, slots=True)
class PendingRequests:
    """The open requests to a player in one match."""

    match: Match
    offers: tuple[Offer, ...]
    """Offers that await the player's answer, oldest first."""
    late: tuple[Player, ...]
    """Seats that are out of time, if the player has not voted yet."""


class Inbox:
    """Finds the open requests to a user."""

    def __init__(self, context: Context, offers: Offers, votes: Votes) -> None:
        self._db = context.database
        self._offers = offers
        self._votes = votes

    async def requests_to(self, user_id: int) -> Sequence[PendingRequests]:
        """Return the requests to a user, running matches first, then the oldest; ended ones can have rematch offers."""

        def work(db: Reader) -> Sequence[PendingRequests]:
            found = [self._requests_in(db, record, user_id) for record in match_store.asking_of_user(db, user_id)]
            return [one for one in found if one is not None]

        asked = await self._db.read_snapshot(work)
        return sorted(asked, key=lambda one: (one.match.status is not MatchStatus.RUNNING, one.match.id))

    def _requests_in(self, db: Reader, record: Record, user_id: int) -> PendingRequests | None:
        match = record.match
        seat = match.seat_of(user_id)
        if seat is None or (seat.withdrawn and match.status is MatchStatus.RUNNING):
            return None
        offers = tuple(offer for offer in self._offers.read(db, record) if seat.player in offer.needed)
        timeout = timeout_store.read(db, match.id)
        asked = timeout is not None and timeout.stage is TimeoutState.ASKED and seat.player not in timeout.votes
        decides = asked and match.paused_at is None and seat.player in self._votes.present(db, record)
        late = timeout.seats if timeout is not None and decides else ()
        return PendingRequests(match, offers, late) if offers or late else None
