"""How and when players want to be told that they are awaited."""

from __future__ import annotations

from dataclasses import dataclass

from bot.matches.clocks.availability import Rhythm
from bot.matches.store.availability import rhythm_of
from bot.storage.database import Reader

INTERVAL = 24 * 3600
"""Seconds between reminders for who has set nothing."""

TELL = "mention"
"""How to tell who has set nothing."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What somebody wants."""

    every: int
    """Seconds between reminders; 0: none but warnings before a deadline."""
    tell: str
    """``mention`` in the match, ``dm`` or ``both``."""
    rhythm: Rhythm
    """When reminders disturb nobody."""


def wishes_of(db: Reader, user_id: int) -> Wishes:
    """The wishes of a user; the defaults for who has set nothing."""
    row = db.execute("SELECT remind_every, tell FROM players WHERE user_id = ?", (user_id,)).fetchone()
    every, tell = (INTERVAL, TELL) if row is None else row
    return Wishes(every, tell, rhythm_of(db, user_id))


def way_to_tell(db: Reader, user_id: int) -> str:
    """The :attr:`Wishes.tell` of a user alone, which every call to a turn asks for."""
    row = db.execute("SELECT tell FROM players WHERE user_id = ?", (user_id,)).fetchone()
    return TELL if row is None else str(row["tell"])
