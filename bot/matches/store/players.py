"""What players have set for themselves, in SQL: looks, when they have time to play, how they want to be told."""

from __future__ import annotations

import sqlite3

from bot.matches.model.availability import ALWAYS, Rhythm
from bot.matches.model.settings import PlayerSettings, Wishes
from bot.storage.database import Reader, Transaction

_USUAL = PlayerSettings()

SETTINGS = "SELECT * FROM players WHERE user_id = ?"

_RHYTHM = "SELECT zone, quiet_from, quiet_until, days_off FROM players WHERE user_id = ?"

_AWAY = "SELECT begins, rests_until FROM holidays WHERE user_id = ? AND rests_until > begins ORDER BY begins"

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
    return _USUAL if row is None else settings_of(row)


def settings_of(row: sqlite3.Row) -> PlayerSettings:
    """The settings that a row of :data:`SETTINGS` holds."""
    zone, quiet, days_off = _rhythm_columns(row)
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


def rhythm_of(db: Reader, user_id: int, *, holidays: bool = True) -> Rhythm:
    """When somebody has time to play: all the time, for who has never said.

    Args:
        db: where it is stored.
        user_id: whose it is.
        holidays: whether holidays count; they do not in matches that agreed on none.
    """
    row = db.execute(_RHYTHM, (user_id,)).fetchone()
    away = [tuple(stretch) for stretch in db.execute(_AWAY, (user_id,))] if holidays else []
    if row is None and not away:
        return ALWAYS
    zone, quiet, days_off = (ALWAYS.zone, None, frozenset[int]()) if row is None else _rhythm_columns(row)
    return _known(zone, Rhythm(ALWAYS.zone, quiet, days_off, tuple(away)))


def _rhythm_columns(row: sqlite3.Row) -> tuple[str, tuple[int, int] | None, frozenset[int]]:
    """Zone, quiet hours and days off of a row of ``players``, as :class:`Rhythm` takes them."""
    begin, end = row["quiet_from"], row["quiet_until"]
    quiet = None if begin is None or end is None else (begin, end)
    return row["zone"], quiet, frozenset(map(int, row["days_off"]))


def _known(zone: str, rhythm: Rhythm) -> Rhythm:
    """The rhythm in its zone; a zone that the machine's data does not have any more is taken for UTC."""
    try:
        return Rhythm(zone, rhythm.quiet, rhythm.days_off, rhythm.away)
    except ValueError:
        return rhythm


def wishes_of(db: Reader, user_id: int) -> Wishes:
    """The wishes of a user; the defaults for who has set nothing."""
    row = db.execute("SELECT remind_every, tell FROM players WHERE user_id = ?", (user_id,)).fetchone()
    every, tell = (_USUAL.remind_every, _USUAL.tell) if row is None else row
    return Wishes(every, tell, rhythm_of(db, user_id))


def way_to_tell(db: Reader, user_id: int) -> str:
    """The :attr:`Wishes.tell` of a user alone, which every call to a turn asks for."""
    row = db.execute("SELECT tell FROM players WHERE user_id = ?", (user_id,)).fetchone()
    return _USUAL.tell if row is None else str(row["tell"])
