"""Inactive tables and matches: when they are checked, and when they end."""

from __future__ import annotations

from bot.matches.model.jobs import StaleMatchCheck, StaleTable, ThreadArchival
from bot.matches.model.time_control import DAY

TABLE_DAYS = 7
"""Days after its last change after which an open table is closed."""
STALE_DAYS = 60
"""Days after the last move at which a match ends without a result."""
PAUSE_DAYS = 180
"""Days after which a paused match ends without a result."""
WARNING_DAYS = 14
"""Days before either end at which the players are warned."""
ARCHIVE_DAYS = 1
"""Days after the end of a match at which its thread is closed."""


def stale_table_due(match_id: int, now: int) -> tuple[StaleTable, int]:
    """Return when a table that was just changed is closed."""
    return StaleTable(match_id), now + TABLE_DAYS * DAY


def stale_match_due(match_id: int, now: int) -> tuple[StaleMatchCheck, int]:
    """Return when a match that was just started or resumed is checked."""
    return StaleMatchCheck(match_id, since=now), now + (STALE_DAYS - WARNING_DAYS) * DAY


def stale_pause_due(match_id: int, now: int) -> tuple[StaleMatchCheck, int]:
    """Return when a match that was just paused is checked."""
    return StaleMatchCheck(match_id, since=now), now + (PAUSE_DAYS - WARNING_DAYS) * DAY


def archive_due(match_id: int, now: int) -> tuple[ThreadArchival, int]:
    """Return when the thread of a match that just ended is archived."""
    return ThreadArchival(match_id), now + ARCHIVE_DAYS * DAY
