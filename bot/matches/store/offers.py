"""What players have offered each other, as it is stored: draws, early ends, pauses, rematches, taking back, moving."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence

from bot.matches.model.match import Match, Offer, OfferKind
from bot.matches.model.text_json import compact_json
from bot.storage.database import Reader, Transaction
from engines.game import Player

_OPEN = "SELECT kind, player, accepted, args, made_at FROM offers WHERE match_id = ? ORDER BY made_at, kind"


def read(db: Reader, match: Match, asked: Callable[[OfferKind], Sequence[Player]]) -> list[Offer]:
    """The open offers of a match, oldest first.

    ``asked`` says whose agreement an offer of a kind needs, unless its terms do.
    """
    return [_offer_of(row, match, asked) for row in db.execute(_OPEN, (match.id,))]


def _offer_of(row: sqlite3.Row, match: Match, asked: Callable[[OfferKind], Sequence[Player]]) -> Offer:
    accepted = tuple(json.loads(row["accepted"]))
    kind, args = OfferKind(row["kind"]), json.loads(row["args"])
    voices = args.get("asked", asked(kind))
    needed = tuple(player for player in voices if player not in accepted)
    return Offer(match.id, kind, row["player"], accepted, needed, row["made_at"], args)


def any_open(db: Reader, match_id: int) -> bool:
    """Whether anything is offered in a match."""
    return db.execute("SELECT 1 FROM offers WHERE match_id = ? LIMIT 1", (match_id,)).fetchone() is not None


def save(tx: Transaction, offer: Offer) -> None:
    """Store an offer, or who has agreed to it meanwhile."""
    tx.execute(
        "INSERT INTO offers (match_id, kind, player, accepted, args, made_at) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (match_id, kind) DO UPDATE SET accepted = excluded.accepted",
        (
            offer.match_id,
            offer.kind,
            offer.by,
            compact_json(offer.accepted),
            compact_json(dict(offer.args)),
            offer.made_at,
        ),
    )


def close(tx: Transaction, match_id: int, kind: OfferKind) -> None:
    """Remove an offer."""
    tx.execute("DELETE FROM offers WHERE match_id = ? AND kind = ?", (match_id, kind))


def close_all(tx: Transaction, match_id: int) -> bool:
    """Remove every offer of a match; whether there was one."""
    return tx.execute("DELETE FROM offers WHERE match_id = ?", (match_id,)).rowcount > 0


def lapse_draw(tx: Transaction, match_id: int, player: Player) -> None:
    """Remove an offered draw that the player has been asked for: playing on declines it."""
    tx.execute(
        "DELETE FROM offers WHERE match_id = ? AND kind = 'draw'"
        " AND NOT EXISTS (SELECT 1 FROM json_each(accepted) WHERE value = ?)",
        (match_id, player),
    )
