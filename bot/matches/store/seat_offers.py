"""Seats that somebody else may take: handed over by their holders, or offered by the others when a holder is absent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.storage.database import Reader, Transaction
from engines.game import Player


@dataclass(frozen=True, slots=True)
class SeatOffer:
    """A seat that is still held, and for whom it is."""

    player: Player
    to_user: int | None
    """``None``: for anybody who does not play."""
    own: bool
    """Whether its holder offers it; else the others do, because the holder's time has run out."""
    made_at: int

    def is_for(self, user_id: int) -> bool:
        """Whether a user may take the seat, as far as the offer goes."""
        return self.to_user is None or self.to_user == user_id


_READ = "SELECT player, to_user, own, made_at FROM seat_offers WHERE match_id = ? ORDER BY player"

_SAVE = """
    INSERT INTO seat_offers (match_id, player, to_user, own, made_at) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (match_id, player) DO UPDATE SET to_user = excluded.to_user, own = excluded.own,
        made_at = excluded.made_at
"""


def read_seat_offers(db: Reader, match_id: int) -> Sequence[SeatOffer]:
    """The seats of a match that are offered, in order."""
    return [
        SeatOffer(row["player"], row["to_user"], bool(row["own"]), row["made_at"])
        for row in db.execute(_READ, (match_id,))
    ]


def save_seat_offer(tx: Transaction, match_id: int, offer: SeatOffer) -> None:
    """Offer a seat, in the place of an earlier offer of it."""
    tx.execute(_SAVE, (match_id, offer.player, offer.to_user, int(offer.own), offer.made_at))


def close_seat_offer(tx: Transaction, match_id: int, player: Player) -> bool:
    """Take an offer back; false if there is none."""
    closed = tx.execute("DELETE FROM seat_offers WHERE match_id = ? AND player = ?", (match_id, player))
    return closed.rowcount == 1


def close_seat_offers(tx: Transaction, match_id: int, *, own: bool | None = None) -> None:
    """Take back all offers of seats of a match, or only those that holders (``own``) or the others have made."""
    tx.execute("DELETE FROM seat_offers WHERE match_id = ?1 AND (?2 IS NULL OR own = ?2)", (match_id, own))
