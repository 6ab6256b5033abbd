"""Tables and matches that nobody touches any more: when they are looked at, and when they end."""

from __future__ import annotations

from bot.matches.jobs.scheduler import Appointment
from bot.matches.model.time_control import DAY

TABLE_DAYS = 7
"""Days after its last change at which a table that was never started closes."""
STALL_DAYS = 60
"""Days after the last move at which a match ends without a result."""
PAUSE_DAYS = 180
"""Days after which a paused match ends without a result."""
WARNING_DAYS = 14
"""Days before either end at which the players are warned."""
ARCHIVE_DAYS = 1
"""Days after the end of a match at which its thread is closed."""

LAPSE, STALL, ARCHIVE, RESUME = "lapse", "stall", "archive", "resume"
"""Kinds of appointments."""


def lapse_due(match_id: int, now: int) -> Appointment:
    """When a table that has just been changed closes."""
    return Appointment(LAPSE, now + TABLE_DAYS * DAY, match_id)


def stall_due(match_id: int, now: int) -> Appointment:
    """When a match is looked at that has just begun or gone on."""
    return Appointment(STALL, now + (STALL_DAYS - WARNING_DAYS) * DAY, match_id, args={"since": now})


def pause_due(match_id: int, now: int) -> Appointment:
    """When a match is looked at that has just been paused."""
    return Appointment(STALL, now + (PAUSE_DAYS - WARNING_DAYS) * DAY, match_id, args={"since": now})


def archive_due(match_id: int, now: int) -> Appointment:
    """When the thread of a match that has just ended is closed."""
    return Appointment(ARCHIVE, now + ARCHIVE_DAYS * DAY, match_id)
