"""What is to be posted, in SQL."""

from __future__ import annotations

import sqlite3

from bot.matches.model.outbox_messages import Board
from bot.storage.database import Reader, Transaction


def has_board(db: Reader, match_id: int) -> bool:
    """Whether the board of a turn waits to be posted."""
    sql = "SELECT 1 FROM outbox WHERE match_id = ? AND kind = ? AND failed IS NULL LIMIT 1"
    return db.execute(sql, (match_id, Board.kind)).fetchone() is not None


def drop_boards(tx: Transaction, match_id: int) -> None:
    """Drop boards of turns that wait to be posted."""
    tx.execute("DELETE FROM outbox WHERE match_id = ? AND kind = ? AND failed IS NULL", (match_id, Board.kind))


def delete_failed(tx: Transaction, before: int) -> None:
    """Delete what was given up before a moment."""
    tx.execute("DELETE FROM outbox WHERE failed IS NOT NULL AND failed_at < ?", (before,))


def failed_rows(db: Reader) -> list[sqlite3.Row]:
    """What was given up, oldest first: the columns ``id``, ``match_id``, ``kind`` and ``failed``, which says why."""
    sql = "SELECT id, match_id, kind, failed FROM outbox WHERE failed IS NOT NULL ORDER BY id"
    return db.execute(sql).fetchall()
