"""What a player alone has of a match, in SQL: the plan of a turn, and how far the match has been seen."""

from __future__ import annotations

import json
from collections.abc import Sequence

from bot.matches.model.text_json import compact_json
from bot.storage.database import Reader, Transaction

DRAFT = "SELECT ply, moves FROM drafts WHERE match_id = ? AND user_id = ?"

LOOK = "SELECT ply FROM looks WHERE match_id = ? AND user_id = ?"

_NOTE_LOOK = """
    INSERT INTO looks (match_id, user_id, ply)
    SELECT match_id, user_id, ?3 FROM seats WHERE match_id = ?1 AND user_id = ?2
    ON CONFLICT (match_id, user_id) DO UPDATE SET ply = excluded.ply WHERE excluded.ply > looks.ply
"""


def save_draft(tx: Transaction, match_id: int, user_id: int, ply: int, moves: Sequence[str], at: int) -> bool:
    """Store a plan in place of the one before; false if the match is over, or its player no longer has a seat there.

    Nothing would delete such a plan.
    """
    saved = tx.execute(
        "INSERT INTO drafts (match_id, user_id, ply, moves, at)"
        " SELECT m.id, s.user_id, ?3, ?4, ?5 FROM matches AS m JOIN seats AS s ON s.match_id = m.id"
        " WHERE m.id = ?1 AND s.user_id = ?2 AND m.status = 'running'"
        " ON CONFLICT (match_id, user_id) DO UPDATE SET ply = excluded.ply, moves = excluded.moves, at = excluded.at",
        (match_id, user_id, ply, compact_json(moves), at),
    )
    return saved.rowcount == 1


def read_draft(db: Reader, match_id: int, user_id: int) -> tuple[int, tuple[str, ...]] | None:
    """The ply and the moves of a plan."""
    row = db.execute(DRAFT, (match_id, user_id)).fetchone()
    return None if row is None else (row["ply"], tuple(json.loads(row["moves"])))


def delete_draft(tx: Transaction, match_id: int, user_id: int) -> None:
    """Forget a plan."""
    tx.execute("DELETE FROM drafts WHERE match_id = ? AND user_id = ?", (match_id, user_id))


def note_look(tx: Transaction, match_id: int, user_id: int, ply: int) -> None:
    """Note that a player has seen a match up to a ply; who does not play in it is not noted."""
    tx.execute(_NOTE_LOOK, (match_id, user_id, ply))
