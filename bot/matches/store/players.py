"""What players have set for themselves, in SQL."""

from __future__ import annotations

import sqlite3

from bot.matches.model.settings import PlayerSettings
from bot.matches.store.availability import rhythm_columns
from bot.storage.database import Reader, Transaction

SETTINGS = "SELECT * FROM players WHERE user_id = ?"

_WRITE = """
    INSERT INTO players (user_id, theme, palette, size, text_board, locale, sheets, orientation, zone, quiet_from,
        quiet_until, days_off, remind_every, tell)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (user_id) DO UPDATE SET theme = excluded.theme, palette = excluded.palette, size = excluded.size,
        text_board = excluded.text_board, locale = excluded.locale, sheets = excluded.sheets,
        orientation = excluded.orientation, zone = excluded.zone, quiet_from = excluded.quiet_from,
        quiet_until = excluded.quiet_until, days_off = excluded.days_off, remind_every = excluded.remind_every,
        tell = excluded.tell
"""

_REACH_AGAIN = """
    UPDATE letters SET closed = 0 WHERE closed = 1 AND (match_id, player) IN
        (SELECT match_id, player FROM seats WHERE user_id = ?)
"""


def read_settings(db: Reader, user_id: int) -> PlayerSettings:
    """What somebody has set; the defaults for who has never said."""
    row = db.execute(SETTINGS, (user_id,)).fetchone()
    return PlayerSettings() if row is None else settings_of(row)


def settings_of(row: sqlite3.Row) -> PlayerSettings:
    """The settings that a row of :data:`SETTINGS` holds."""
    zone, quiet, days_off = rhythm_columns(row)
    return PlayerSettings(
        theme=row["theme"],
        palette=row["palette"],
        size=row["size"],
        text_board=bool(row["text_board"]),
        locale=row["locale"],
        sheets=row["sheets"],
        orientation=row["orientation"],
        zone=zone,
        quiet=quiet,
        days_off=days_off,
        remind_every=row["remind_every"],
        tell=row["tell"],
    )


def save_settings(tx: Transaction, user_id: int, settings: PlayerSettings) -> None:
    """Store what somebody has set; who wants sheets by direct message may be reached (again)."""
    begin, end = settings.quiet or (None, None)
    tx.execute(
        _WRITE,
        (
            user_id,
            settings.theme,
            settings.palette,
            settings.size,
            int(settings.text_board),
            settings.locale,
            settings.sheets,
            settings.orientation,
            settings.zone,
            begin,
            end,
            "".join(map(str, sorted(settings.days_off))),
            settings.remind_every,
            settings.tell,
        ),
    )
    if settings.sheets == "dm":
        tx.execute(_REACH_AGAIN, (user_id,))
