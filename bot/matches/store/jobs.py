"""Jobs in SQL."""

from __future__ import annotations

from bot.matches.model.jobs import (
    Deadline,
    Heartbeat,
    HolidayCheck,
    PauseEnd,
    StaleMatchCheck,
    StaleTable,
    TableAlertDue,
    TimeoutDue,
)
from bot.storage.database import Reader, Transaction

DUE = "SELECT key, kind, at, match_id, args, attempts FROM due WHERE at <= ? ORDER BY at, key LIMIT ?"

NEXT = "SELECT min(at) AS at FROM due"

_MOVE_OTHERS = """
    UPDATE due SET at = CASE WHEN at + ?2 > ?1 THEN at + ?2 ELSE ?1 END, attempts = 0
    WHERE kind NOT IN (?3, ?4, ?5, ?6, ?7, ?8)
"""
_MOVED_ALREADY = (Deadline, TimeoutDue, Heartbeat, PauseEnd, HolidayCheck, TableAlertDue)


def stored_job(db: Reader, key: str) -> tuple[int, str] | None:
    """Return a job's due time and its args, a JSON object."""
    row = db.execute("SELECT at, args FROM due WHERE key = ?", (key,)).fetchone()
    return None if row is None else (row["at"], row["args"])


def is_due(db: Reader, key: str, now: int) -> bool:
    """Return whether a job is due."""
    return db.execute("SELECT 1 FROM due WHERE key = ? AND at <= ?", (key, now)).fetchone() is not None


def save(tx: Transaction, key: str, at: int, kind: str, match_id: int | None, args: str) -> None:
    """Store a job, replacing the one with the same key; ``args`` is a JSON object."""
    tx.execute(
        "INSERT INTO due (key, at, kind, match_id, args) VALUES (?, ?, ?, ?, ?) ON CONFLICT (key) DO UPDATE"
        " SET at = excluded.at, args = excluded.args, attempts = 0",
        (key, at, kind, match_id, args),
    )


def delete(tx: Transaction, key: str) -> None:
    """Delete a job, if there is one."""
    tx.execute("DELETE FROM due WHERE key = ?", (key,))


def delete_all(tx: Transaction, match_id: int) -> None:
    """Delete all jobs of a match."""
    tx.execute("DELETE FROM due WHERE match_id = ?", (match_id,))


def put_off(tx: Transaction, key: str, at: int, again: int) -> None:
    """Postpone a job that is still at ``at`` to ``again``, and count the attempt."""
    tx.execute("UPDATE due SET at = ?, attempts = attempts + 1 WHERE key = ? AND at = ?", (again, key, at))


def deadlines_of(db: Reader, match_id: int) -> dict[str, int]:
    """Return the keys of the deadline jobs of a match, with when they are due."""
    rows = db.execute("SELECT key, at FROM due WHERE match_id = ? AND kind = ?", (match_id, Deadline.kind))
    return {row["key"]: row["at"] for row in rows}


def postpone_inactivity(tx: Transaction, seconds: int) -> None:
    """Postpone the ends of tables and matches in which nothing happens by ``seconds``."""
    sql = "UPDATE due SET at = at + ? WHERE kind IN (?, ?)"
    tx.execute(sql, (seconds, StaleTable.kind, StaleMatchCheck.kind))


def move_all(tx: Transaction, seconds: int, earliest: int) -> None:
    """Move relative jobs by ``seconds``, not to before ``earliest``.

    Deadlines move with their clocks; jobs at agreed dates are not moved.
    """
    tx.execute(_MOVE_OTHERS, (earliest, seconds, *(job.kind for job in _MOVED_ALREADY)))
