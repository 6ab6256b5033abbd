"""Holidays in SQL."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from bot.matches.model.availability import Holiday, Stretch
from bot.storage.database import Reader, Row, Transaction

NOT_OVER = "SELECT * FROM holidays WHERE user_id = ? AND ends > ? ORDER BY begins LIMIT 1"

_AWAY_NOW = """
    SELECT h.user_id, max(h.ends) AS ends FROM json_each(?1) AS wanted JOIN holidays AS h ON h.user_id = wanted.value
    WHERE h.ends > ?2 AND h.begins <= ?2 GROUP BY h.user_id
"""


def holiday_of(row: Row) -> Holiday:
    """Return the holiday of a row of :data:`NOT_OVER`."""
    return Holiday(row["id"], row["user_id"], row["begins"], row["ends"], row["rests_until"], bool(row["needed"]))


def find(db: Reader, holiday_id: int) -> Holiday | None:
    """Return a holiday by its number."""
    row = db.execute("SELECT * FROM holidays WHERE id = ?", (holiday_id,)).fetchone()
    return None if row is None else holiday_of(row)


def find_not_over(db: Reader, user_id: int, now: int) -> Holiday | None:
    """Return the current or announced holiday of a user."""
    row = db.execute(NOT_OVER, (user_id, now)).fetchone()
    return None if row is None else holiday_of(row)


def away_at(db: Reader, user_ids: Iterable[int], now: int) -> Mapping[int, int]:
    """Return the users who are on holiday, with when each is back."""
    rows = db.execute(_AWAY_NOW, (json.dumps(list(user_ids)), now))
    return {row["user_id"]: row["ends"] for row in rows}


def rests(db: Reader, user_id: int) -> Sequence[Stretch]:
    """Return the times in which holidays stop a user's clocks."""
    sql = "SELECT begins, rests_until FROM holidays WHERE user_id = ? AND rests_until > begins ORDER BY begins"
    return [(row["begins"], row["rests_until"]) for row in db.execute(sql, (user_id,))]


def spent(db: Reader, user_id: int, but: int = 0) -> Sequence[Stretch]:
    """Return the holidays that count against a user's allowance, except the one numbered ``but``."""
    sql = "SELECT id, begins, rests_until FROM holidays WHERE user_id = ? AND needed = 1"
    return [(row["begins"], row["rests_until"]) for row in db.execute(sql, (user_id,)).fetchall() if row["id"] != but]


def save(tx: Transaction, holiday: Holiday) -> Holiday:
    """Store a holiday, a new one if its number is 0; returns it with its number."""
    values = (holiday.user_id, holiday.begins, holiday.ends, holiday.clocks_stopped_until, int(holiday.needed))
    if holiday.id:
        tx.execute(
            "UPDATE holidays SET user_id = ?, begins = ?, ends = ?, rests_until = ?, needed = ? WHERE id = ?",
            (*values, holiday.id),
        )
        return holiday
    (number,) = tx.execute(
        "INSERT INTO holidays (user_id, begins, ends, rests_until, needed) VALUES (?, ?, ?, ?, ?) RETURNING id", values
    ).fetchone()
    return replace(holiday, id=number)


def delete(tx: Transaction, holiday_id: int) -> None:
    """Delete a holiday."""
    tx.execute("DELETE FROM holidays WHERE id = ?", (holiday_id,))


def delete_before(tx: Transaction, user_id: int, moment: int) -> None:
    """Delete a user's holidays that ended before a moment."""
    tx.execute("DELETE FROM holidays WHERE user_id = ? AND ends < ?", (user_id, moment))
