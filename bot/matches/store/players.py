"""SQL of players' settings: appearance, availability, notifications."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.matches.model.availability import Availability, Stretch
from bot.matches.model.settings import PLAYER_SETTINGS, NotificationPreferences, PlayerSettings
from bot.matches.store import holidays as holiday_store
from bot.matches.store.settings import fields_of, upsert, values_of
from bot.storage.database import Reader, Row, Transaction

_USUAL = PlayerSettings()

SETTINGS = "SELECT * FROM players WHERE user_id = ?"

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
    return _availability(read_settings(db, user_id), holiday_store.rests(db, user_id) if holidays else ())


def notification_preferences_of(db: Reader, user_id: int) -> NotificationPreferences:
    """Return how a user wants to be notified, or the defaults."""
    settings = read_settings(db, user_id)
    availability = _availability(settings, holiday_store.rests(db, user_id))
    return NotificationPreferences(settings.remind_every, settings.notify_by, availability)


def _availability(settings: PlayerSettings, away: Sequence[Stretch]) -> Availability:
    """Return when a user with these settings and holidays is available; an unknown zone counts as UTC."""
    in_utc = Availability(quiet_hours=settings.quiet_hours, days_off=settings.days_off, away=tuple(away))
    try:
        return replace(in_utc, zone=settings.zone)
    except ValueError:
        return in_utc


def notification_channel(db: Reader, user_id: int) -> str:
    """Return only the ``notify_by`` field of :class:`NotificationPreferences`, which every turn notification needs."""
    row = db.execute("SELECT tell FROM players WHERE user_id = ?", (user_id,)).fetchone()
    return _USUAL.notify_by if row is None else str(row["tell"])
