"""SQL of players: settings (appearance, availability, notifications) and holidays."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from bot.matches.model.availability import Availability, Holiday, Stretch
from bot.matches.model.settings import PLAYER_SETTINGS, NotificationPreferences, PlayerSettings
from bot.matches.store.settings import fields_of, upsert, values_of
from bot.storage.database import Reader, Row, Transaction

_USUAL = PlayerSettings()

SETTINGS = "SELECT * FROM players WHERE user_id = ?"

_WRITE = upsert("players", "user_id", PLAYER_SETTINGS)

_REACH_AGAIN = """
    UPDATE letters SET closed = 0 WHERE closed = 1 AND (match_id, player) IN
        (SELECT match_id, player FROM seats WHERE user_id = ?)
"""

HOLIDAY_NOT_OVER = "SELECT * FROM holidays WHERE user_id = ? AND ends > ? ORDER BY begins LIMIT 1"

_REACHED_BY_DM = """
    SELECT p.user_id, p.tell FROM json_each(?) AS wanted JOIN players AS p ON p.user_id = wanted.value
    WHERE p.tell <> 'mention' AND NOT EXISTS (SELECT 1 FROM nudges AS n WHERE n.user_id = p.user_id AND n.closed = 1)
"""

_AVAILABILITY = """
    SELECT p.*, (
        SELECT json_group_array(json_array(h.begins, h.rests_until)) FROM holidays AS h
        WHERE h.user_id = wanted.value AND h.rests_until > h.begins
    ) AS rests
    FROM json_each(?) AS wanted LEFT JOIN players AS p ON p.user_id = wanted.value
"""
"""One row with the settings, empty for a user without any, and the times in which holidays stop the user's clocks."""

_AWAY_NOW = """
    SELECT h.user_id, max(h.ends) AS ends FROM json_each(?1) AS wanted JOIN holidays AS h ON h.user_id = wanted.value
    WHERE h.ends > ?2 AND h.begins <= ?2 GROUP BY h.user_id
"""


def read_settings(db: Reader, user_id: int) -> PlayerSettings:
    """Return the settings of a user, or the defaults."""
    row = db.execute(SETTINGS, (user_id,)).fetchone()
    return _USUAL if row is None else settings_of(row)


def settings_of(row: Row) -> PlayerSettings:
    """Return the settings of a row of :data:`SETTINGS`."""
    return PlayerSettings(**fields_of(PLAYER_SETTINGS, row))


def save_settings(tx: Transaction, user_id: int, settings: PlayerSettings) -> None:
    """Store the settings of a user; with sheets by direct message, try direct messages again."""
    tx.execute(_WRITE, (user_id, *values_of(PLAYER_SETTINGS, settings)))
    if settings.sheets == "dm":
        tx.execute(_REACH_AGAIN, (user_id,))


def availability_of(db: Reader, user_id: int, *, holidays: bool = True) -> Availability:
    """Return a user's availability; always available by default.

    Args:
        db: the database.
        user_id: the user.
        holidays: whether holidays count; they do not in matches that agreed on none.
    """
    return _settings_and_availability(db, user_id, holidays=holidays)[1]


def notification_preferences_of(db: Reader, user_id: int) -> NotificationPreferences:
    """Return how a user wants to be notified, or the defaults."""
    settings, availability = _settings_and_availability(db, user_id)
    return NotificationPreferences(settings.remind_every, settings.notify_by, availability)


def _settings_and_availability(
    db: Reader, user_id: int, *, holidays: bool = True
) -> tuple[PlayerSettings, Availability]:
    """Return the settings of a user and when the user is available; an unknown zone counts as UTC."""
    row = db.execute(_AVAILABILITY, (json.dumps([user_id]),)).fetchone()
    settings = _USUAL if row["user_id"] is None else settings_of(row)
    rests = sorted(json.loads(row["rests"] or "[]")) if holidays else ()
    away = tuple((begin, end) for begin, end in rests)
    in_utc = Availability(quiet_hours=settings.quiet_hours, days_off=settings.days_off, away=away)
    try:
        return settings, replace(in_utc, zone=settings.zone)
    except ValueError:
        return settings, in_utc


def reached_by_dm(db: Reader, user_ids: Sequence[int]) -> Mapping[int, str]:
    """Return ``dm`` or ``both`` for each of these users who wants direct messages about turns and can be sent some."""
    rows = db.execute(_REACHED_BY_DM, (json.dumps(list(user_ids)),))
    return {row["user_id"]: row["tell"] for row in rows}


# ------------------------------------------------------------------------------------------------------------ holidays


def holiday_of(row: Row) -> Holiday:
    """Return the holiday of a row of :data:`HOLIDAY_NOT_OVER`."""
    return Holiday(row["id"], row["user_id"], row["begins"], row["ends"], row["rests_until"], bool(row["needed"]))


def find_holiday(db: Reader, holiday_id: int) -> Holiday | None:
    """Return a holiday by its number."""
    row = db.execute("SELECT * FROM holidays WHERE id = ?", (holiday_id,)).fetchone()
    return None if row is None else holiday_of(row)


def find_holiday_not_over(db: Reader, user_id: int, now: int) -> Holiday | None:
    """Return the current or announced holiday of a user."""
    row = db.execute(HOLIDAY_NOT_OVER, (user_id, now)).fetchone()
    return None if row is None else holiday_of(row)


def away_at(db: Reader, user_ids: Iterable[int], now: int) -> Mapping[int, int]:
    """Return the users who are on holiday, with when each is back."""
    rows = db.execute(_AWAY_NOW, (json.dumps(list(user_ids)), now))
    return {row["user_id"]: row["ends"] for row in rows}


def spent(db: Reader, user_id: int, but: int = 0) -> Sequence[Stretch]:
    """Return the holidays that count against a user's allowance, except the one numbered ``but``."""
    sql = "SELECT id, begins, rests_until FROM holidays WHERE user_id = ? AND needed = 1"
    return [(row["begins"], row["rests_until"]) for row in db.execute(sql, (user_id,)).fetchall() if row["id"] != but]


def save_holiday(tx: Transaction, holiday: Holiday) -> Holiday:
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


def delete_holiday(tx: Transaction, holiday_id: int) -> None:
    """Delete a holiday."""
    tx.execute("DELETE FROM holidays WHERE id = ?", (holiday_id,))


def delete_holidays_before(tx: Transaction, user_id: int, moment: int) -> None:
    """Delete a user's holidays that ended before a moment."""
    tx.execute("DELETE FROM holidays WHERE user_id = ? AND ends < ?", (user_id, moment))
