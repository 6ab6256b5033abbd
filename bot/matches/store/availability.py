"""When somebody has time to play, as stored."""

from __future__ import annotations

import sqlite3

from bot.matches.clocks.availability import ALWAYS, Rhythm
from bot.storage.database import Reader

DEFAULT_ZONE = "UTC"

_PLAYER = "SELECT zone, quiet_from, quiet_until, days_off FROM players WHERE user_id = ?"
_AWAY = "SELECT begins, rests_until FROM holidays WHERE user_id = ? AND rests_until > begins ORDER BY begins"


def rhythm_of(db: Reader, user_id: int, *, holidays: bool = True) -> Rhythm:
    """When somebody has time to play: all the time, for who has never said.

    Args:
        db: where it is stored.
        user_id: whose it is.
        holidays: whether holidays count; they do not in matches that agreed on none.
    """
    row = db.execute(_PLAYER, (user_id,)).fetchone()
    away = [tuple(stretch) for stretch in db.execute(_AWAY, (user_id,))] if holidays else []
    if row is None and not away:
        return ALWAYS
    zone, quiet, days_off = (DEFAULT_ZONE, None, frozenset[int]()) if row is None else rhythm_columns(row)
    return _known(zone, Rhythm(DEFAULT_ZONE, quiet, days_off, tuple(away)))


def rhythm_columns(row: sqlite3.Row) -> tuple[str, tuple[int, int] | None, frozenset[int]]:
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
