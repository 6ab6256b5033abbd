"""When somebody has time to play, as far as the database knows."""

from __future__ import annotations

from bot.matches.calendar import ALWAYS, Rhythm
from bot.storage.database import Reader


def rhythm_of(_db: Reader, _user_id: int) -> Rhythm:
    """The rhythm of a user; all time counts for somebody who has set nothing."""
    return ALWAYS
