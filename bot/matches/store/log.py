"""The logs of matches in SQL. Every query touches the rows of one match only."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

from bot.matches.model.log import Entry, EntryKind
from bot.storage.database import Reader, Transaction
from engines.game import Player

LOG = "SELECT ply, player, kind, move, first_draw, at FROM log WHERE match_id = ? AND ply > ? ORDER BY ply"


def read_rows(db: Reader, match_id: int, after_ply: int) -> list[sqlite3.Row]:
    """The rows of the log from a ply on, oldest first, for :func:`entries_of` where they are needed."""
    return db.execute(LOG, (match_id, after_ply)).fetchall()


def add_entries(tx: Transaction, match_id: int, entries: Sequence[Entry]) -> None:
    """Append to the log."""
    tx.executemany(
        "INSERT INTO log (match_id, ply, player, kind, move, first_draw, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(match_id, entry.ply, entry.player, entry.kind, entry.move, entry.first_draw, entry.at) for entry in entries],
    )


def read_log(db: Reader, match_id: int, after_ply: int = 0) -> list[Entry]:
    """The log from a ply on, oldest entry first."""
    return entries_of(read_rows(db, match_id, after_ply))


def entries_of(rows: Iterable[sqlite3.Row]) -> list[Entry]:
    """The entries of rows of the log."""
    return [
        Entry(ply, player, EntryKind(kind), move, first_draw, at) for ply, player, kind, move, first_draw, at in rows
    ]


def has_entry_after(db: Reader, match_id: int, ply: int, player: Player) -> bool:
    """Whether the player has a log entry after a ply."""
    found = db.execute(
        "SELECT 1 FROM log WHERE match_id = ? AND ply > ? AND player = ? LIMIT 1", (match_id, ply, player)
    )
    return found.fetchone() is not None


def count_moves_after(db: Reader, match_id: int, ply: int, player: Player) -> int:
    """How many moves the player has made after a ply."""
    sql = "SELECT count(*) AS made FROM log WHERE match_id = ? AND ply > ? AND player = ? AND kind = 'move'"
    made: int = db.execute(sql, (match_id, ply, player)).fetchone()["made"]
    return made
