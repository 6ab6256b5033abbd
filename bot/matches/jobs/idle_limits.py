"""Tables and matches that nobody touches any more: when they are looked at, and when they end."""

from __future__ import annotations

from bot.matches.model.jobs import StaleMatchCheck, StaleTable, ThreadArchival
from bot.matches.model.time_control import DAY

TABLE_DAYS = 7
"""Days after its last change at which a table that was never started closes."""
STALE_DAYS = 60
"""Days after the last move at which a match ends without a result."""
PAUSE_DAYS = 180
"""Days after which a paused match ends without a result."""
WARNING_DAYS = 14
"""Days before either end at which the players are warned."""
ARCHIVE_DAYS = 1
"""Days after the end of a match at which its thread is closed."""


def stale_table_due(match_id: int, now: int) -> tuple[StaleTable, int]:
    """When a table that has just been changed closes."""
    return StaleTable(match_id), now + TABLE_DAYS * DAY


def stale_match_due(match_id: int, now: int) -> tuple[StaleMatchCheck, int]:
    """When a match is looked at that has just begun or gone on."""
    return StaleMatchCheck(match_id, since=now), now + (STALE_DAYS - WARNING_DAYS) * DAY


def stale_pause_due(match_id: int, now: int) -> tuple[StaleMatchCheck, int]:
    """When a match is looked at that has just been paused."""
    return StaleMatchCheck(match_id, since=now), now + (PAUSE_DAYS - WARNING_DAYS) * DAY


def archive_due(match_id: int, now: int) -> tuple[ThreadArchival, int]:
    """When the thread of a match that has just ended is closed."""
    return ThreadArchival(match_id), now + ARCHIVE_DAYS * DAY
