"""Seats for which the game has decided since their players have stayed away: how many turns in a row.

Such a player has left nothing and may play on at any time, but decides nothing and is not waited for until then.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from bot.storage.database import Reader, Transaction
from engines.game import Player

ASKED_EVERY = 4
"""What the others have decided about such a seat holds for its next turns; in every fourth they are asked anew."""

_READ = "SELECT player, turns FROM stand_ins WHERE match_id = ? ORDER BY player"

_NOTE = """
    INSERT INTO stand_ins (match_id, player, turns) VALUES (?, ?, ?)
    ON CONFLICT (match_id, player) DO UPDATE SET turns = excluded.turns
"""


def stand_ins(db: Reader, match_id: int) -> Mapping[Player, int]:
    """For how many turns in a row the game has decided for a seat; only seats for which it has."""
    return {row["player"]: row["turns"] for row in db.execute(_READ, (match_id,))}


def note(tx: Transaction, match_id: int, player: Player, turns: int) -> None:
    """Note that it has decided for a seat in so many turns in a row."""
    tx.execute(_NOTE, (match_id, player, turns))


def forget(tx: Transaction, match_id: int, players: Collection[Player]) -> None:
    """Whoever sits there plays, or somebody else does."""
    for player in players:
        tx.execute("DELETE FROM stand_ins WHERE match_id = ? AND player = ?", (match_id, player))


def forget_all(tx: Transaction, match_id: int) -> None:
    """The match is over."""
    tx.execute("DELETE FROM stand_ins WHERE match_id = ?", (match_id,))
