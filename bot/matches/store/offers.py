"""SQL of offers between players, and of the messages whose buttons answer them.

Other messages with such buttons, which offer a seat or announce a turn, are stored too. A message loses its buttons
once its subject is closed. That can happen in many ways, by a click, a typed answer, a turn, a clock or the end of the
match, so it is not stored with the message: a query finds the messages whose subject no longer exists.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot.matches.model.json_values import from_json, to_json
from bot.matches.model.match import Match, MoveTerms, Offer, OfferKind, OfferTerms, PauseTerms, ReplaceTerms, UndoTerms
from bot.matches.model.text_json import compact_json
from bot.storage.database import Reader, Row, Transaction
from engines.game import Player

_OPEN = "SELECT kind, player, accepted, args, made_at FROM offers WHERE match_id = ? ORDER BY made_at, kind"

_SAVE_OFFER_MESSAGE = """
    INSERT INTO answerable (match_id, about, message_id, channel_id)
    SELECT id, ?2, ?3, coalesce(thread_id, channel_id) FROM matches WHERE id = ?1
"""

_RESOLVED = """
    DELETE FROM answerable WHERE match_id = ?1
        AND about NOT IN (SELECT kind FROM offers WHERE match_id = ?1)
        AND about NOT IN (SELECT 'seat:' || player FROM seat_offers WHERE match_id = ?1)
        AND about NOT IN (
            SELECT 'seat:' || s.player FROM seats AS s JOIN matches AS m ON m.id = s.match_id
            WHERE m.id = ?1 AND m.status = 'running' AND s.standing = 'withdrawn'
        )
        AND about NOT IN (
            SELECT 'pause-over' FROM matches WHERE id = ?1 AND status = 'running' AND paused_at IS NOT NULL
        )
        AND about NOT IN (
            SELECT 'turn:' || turn_ply FROM matches WHERE id = ?1 AND status = 'running' AND paused_at IS NULL
        )
    RETURNING message_id, channel_id
"""


_TERMS: Mapping[str, type[OfferTerms]] = {
    OfferKind.MOVE: MoveTerms,
    OfferKind.PAUSE: PauseTerms,
    OfferKind.REPLACE: ReplaceTerms,
    OfferKind.UNDO: UndoTerms,
}
"""The class of an offer's terms, by its kind."""


@dataclass(frozen=True, slots=True)
class OfferMessage:
    """A message with buttons."""

    message_id: int
    channel_id: int
    """The channel or thread it was posted in; the match may have moved since."""


def read(db: Reader, match: Match, asked: Callable[[OfferKind], Sequence[Player]]) -> list[Offer]:
    """Return the open offers of a match, oldest first.

    ``asked`` returns who must agree to an offer of a kind, unless its terms say so.
    """
    return [_offer_of(row, match, asked) for row in db.execute(_OPEN, (match.id,))]


def _offer_of(row: Row, match: Match, asked: Callable[[OfferKind], Sequence[Player]]) -> Offer:
    accepted = tuple(json.loads(row["accepted"]))
    kind, terms = OfferKind(row["kind"]), _terms_of(row)
    voters = terms.asked if isinstance(terms, UndoTerms) else None
    needed = tuple(player for player in (asked(kind) if voters is None else voters) if player not in accepted)
    return Offer(match.id, kind, row["player"], accepted, needed, row["made_at"], terms)


def _terms_of(row: Row) -> OfferTerms | None:
    kind = _TERMS.get(row["kind"])
    return None if kind is None else from_json(kind, json.loads(row["args"]), {})


def save(tx: Transaction, offer: Offer) -> None:
    """Store an offer, or update who has agreed to it."""
    tx.execute(
        "INSERT INTO offers (match_id, kind, player, accepted, args, made_at) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (match_id, kind) DO UPDATE SET accepted = excluded.accepted",
        (
            offer.match_id,
            offer.kind,
            offer.by,
            compact_json(offer.accepted),
            compact_json({} if offer.terms is None else to_json(offer.terms, {})),
            offer.made_at,
        ),
    )


def close(tx: Transaction, match_id: int, kind: OfferKind) -> None:
    """Remove an offer."""
    tx.execute("DELETE FROM offers WHERE match_id = ? AND kind = ?", (match_id, kind))


def close_all(tx: Transaction, match_id: int) -> bool:
    """Remove every offer of a match; returns whether there was one."""
    return tx.execute("DELETE FROM offers WHERE match_id = ?", (match_id,)).rowcount > 0


def decline_draw(tx: Transaction, match_id: int, player: Player) -> None:
    """Remove a draw offer that awaits the player's answer: playing on declines it."""
    tx.execute(
        "DELETE FROM offers WHERE match_id = ? AND kind = 'draw'"
        " AND NOT EXISTS (SELECT 1 FROM json_each(accepted) WHERE value = ?)",
        (match_id, player),
    )


def save_offer_message(tx: Transaction, match_id: int, about: str, message_id: int) -> Iterator[OfferMessage]:
    """Store the newest message about a subject; yields the earlier one, whose buttons must be removed."""
    old = tx.execute(
        "DELETE FROM answerable WHERE match_id = ? AND about = ? RETURNING message_id, channel_id", (match_id, about)
    ).fetchall()
    tx.execute(_SAVE_OFFER_MESSAGE, (match_id, about, message_id))
    yield from (OfferMessage(*row) for row in old if row["message_id"] != message_id)


def resolved_messages(tx: Transaction, match_id: int) -> Iterator[OfferMessage]:
    """Delete and yield the messages of a match about offers that are closed."""
    yield from (OfferMessage(*row) for row in tx.execute(_RESOLVED, (match_id,)).fetchall())
