"""SQL of players: settings (appearance, availability, notifications) and lessons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.matches.model.availability import ALWAYS_AVAILABLE, Availability
from bot.matches.model.settings import PLAYER_SETTINGS, NotificationPreferences, PlayerSettings
from bot.matches.store import holidays as holiday_store
from bot.matches.store.settings import fields_of, upsert, values_of
from bot.storage.database import Reader, Row, Transaction

_USUAL = PlayerSettings()

SETTINGS = "SELECT * FROM players WHERE user_id = ?"

_TIMES = [setting for setting in PLAYER_SETTINGS if setting.field in {"zone", "quiet_hours", "days_off"}]

_AVAILABILITY = "SELECT zone, quiet_from, quiet_until, days_off FROM players WHERE user_id = ?"

_WRITE = upsert("players", "user_id", PLAYER_SETTINGS)

_REACH_AGAIN = """
    UPDATE letters SET closed = 0 WHERE closed = 1 AND (match_id, player) IN
        (SELECT match_id, player FROM seats WHERE user_id = ?)
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
    row = db.execute(_AVAILABILITY, (user_id,)).fetchone()
    away = holiday_store.rests(db, user_id) if holidays else ()
    if row is None and not away:
        return ALWAYS_AVAILABLE
    times: dict[str, Any] = {} if row is None else fields_of(_TIMES, row)
    zone = times.pop("zone", ALWAYS_AVAILABLE.zone)
    return _known(zone, Availability(ALWAYS_AVAILABLE.zone, **times, away=tuple(away)))


def _known(zone: str, availability: Availability) -> Availability:
    """Return the availability in its zone; an unknown zone counts as UTC."""
    try:
        return Availability(zone, availability.quiet_hours, availability.days_off, availability.away)
    except ValueError:
        return availability


def notification_preferences_of(db: Reader, user_id: int) -> NotificationPreferences:
    """Return how a user wants to be notified, or the defaults."""
    row = db.execute("SELECT remind_every, tell FROM players WHERE user_id = ?", (user_id,)).fetchone()
    every, notify_by = (_USUAL.remind_every, _USUAL.notify_by) if row is None else row
    return NotificationPreferences(every, notify_by, availability_of(db, user_id))


def notification_channel(db: Reader, user_id: int) -> str:
    """Return only the ``notify_by`` field of :class:`NotificationPreferences`, which every turn notification needs."""
    row = db.execute("SELECT tell FROM players WHERE user_id = ?", (user_id,)).fetchone()
    return _USUAL.notify_by if row is None else str(row["tell"])


# ------------------------------------------------------------------------------------------------------------- lessons


def lessons_of(db: Reader, user_id: int) -> Sequence[Row]:
    """Return the progress of a user in all lessons that they have begun."""
    return db.execute("SELECT * FROM lesson_progress WHERE user_id = ?", (user_id,)).fetchall()


def read_lesson(db: Reader, user_id: int, progress_id: int) -> Row | None:
    """Return the progress with an id, if it is the user's."""
    row: Row | None = db.execute(
        "SELECT * FROM lesson_progress WHERE id = ? AND user_id = ?", (progress_id, user_id)
    ).fetchone()
    return row


def begin_lesson(tx: Transaction, user_id: int, lesson: str, now: int) -> Row:
    """Return the progress of a user in a lesson; begin the lesson if they have not."""
    tx.execute(
        "INSERT INTO lesson_progress (user_id, lesson, changed_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        (user_id, lesson, now),
    )
    row: Row = tx.execute(
        "SELECT * FROM lesson_progress WHERE user_id = ? AND lesson = ?", (user_id, lesson)
    ).fetchone()
    return row


def save_lesson(tx: Transaction, progress_id: int, revision: int, columns: Sequence[Any], now: int) -> bool:
    """Store what changes in a progress; false if it is no longer at the revision.

    Args:
        tx: the transaction.
        progress_id: the progress.
        revision: the revision that it must have.
        columns: step, new revision, plan, played, tries and the time of the end.
        now: unix seconds.
    """
    changed = tx.execute(
        "UPDATE lesson_progress SET step = ?, revision = ?, plan = ?, played = ?, tries = ?, finished_at = ?,"
        " changed_at = ? WHERE id = ? AND revision = ?",
        (*columns, now, progress_id, revision),
    )
    return changed.rowcount > 0
