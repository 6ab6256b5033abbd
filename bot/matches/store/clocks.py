"""All SQL about running clocks and the availability their deadlines were computed with."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from bot.matches.model.availability import ALWAYS_AVAILABLE, Availability
from bot.matches.model.jobs import Deadline
from bot.matches.model.match import Shards
from bot.matches.model.time_control import SeatClock, StoredClock
from bot.storage.database import Reader, Row, Transaction
from engines.game import Player

CLOCKS = (
    "SELECT player, bank, credit, since, deadline, rhythm, expired_at FROM clocks WHERE match_id = ? ORDER BY player"
)

RUNNING_CLOCKS = """
    SELECT c.match_id, s.user_id, m.holidays, m.game, m.ply,
        c.player, c.bank, c.credit, c.since, c.deadline, c.rhythm, c.expired_at
    FROM clocks AS c JOIN matches AS m ON m.id = c.match_id
    JOIN seats AS s ON s.match_id = c.match_id AND s.player = c.player
    WHERE c.since IS NOT NULL AND c.expired_at IS NULL
"""

RUNNING_CLOCKS_OF_USER = RUNNING_CLOCKS + " AND s.user_id = ?"

_SINGLE_CLOCKS = """
    SELECT match_id, player, bank, credit, since, deadline, rhythm, expired_at FROM clocks
    WHERE since IS NOT NULL AND expired_at IS NULL AND (since > ? OR rhythm IS NOT NULL) AND NOT since BETWEEN ? AND ?
        AND (SELECT (coalesce(m.guild_id, 0) >> 22) % ? FROM matches AS m WHERE m.id = clocks.match_id)
            IN (SELECT value FROM json_each(?))
"""
"""Running clocks whose deadlines must be computed one by one."""

_RECORD_DOWNTIME = """
    UPDATE matches SET outage = outage + ?
    WHERE id IN (SELECT match_id FROM clocks WHERE since IS NOT NULL AND expired_at IS NULL)
        AND (coalesce(guild_id, 0) >> 22) % ? IN (SELECT value FROM json_each(?))
"""

_MOVE_CLOCKS = """
    UPDATE clocks SET since = since + ?, deadline = deadline + ?
    WHERE since IS NOT NULL AND since <= ? AND NOT since BETWEEN ? AND ? AND rhythm IS NULL AND expired_at IS NULL
        AND (SELECT (coalesce(m.guild_id, 0) >> 22) % ? FROM matches AS m WHERE m.id = clocks.match_id)
            IN (SELECT value FROM json_each(?))
"""

_MOVE_JOBS = """
    UPDATE due SET at = c.deadline, attempts = 0 FROM clocks AS c
    WHERE due.key = ? || ':' || c.match_id || ':' || c.player
        AND c.since IS NOT NULL AND c.rhythm IS NULL AND c.expired_at IS NULL
"""

_SAVE = """
    INSERT INTO clocks (match_id, player, bank, credit, since, deadline, rhythm, expired_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (match_id, player) DO UPDATE SET bank = excluded.bank, credit = excluded.credit,
        since = excluded.since, deadline = excluded.deadline, rhythm = excluded.rhythm,
        expired_at = excluded.expired_at
"""


class RunningClock(NamedTuple):
    """A running clock and its match."""

    match_id: int
    game: str
    """Slug."""
    ply: int
    holidays: bool
    """Whether holidays stop it."""
    clock: StoredClock


def read(db: Reader, match_id: int) -> list[StoredClock]:
    """Return the clocks of a match, by seat."""
    return [_clock_of(row) for row in db.execute(CLOCKS, (match_id,)).fetchall()]


def running_of_user(db: Reader, user_id: int) -> list[RunningClock]:
    """Return the running clocks of a user whose deadlines have not passed."""
    return [
        RunningClock(row["match_id"], row["game"], row["ply"], bool(row["holidays"]), _clock_of(row))
        for row in db.execute(RUNNING_CLOCKS_OF_USER, (user_id,)).fetchall()
    ]


def save(tx: Transaction, match_id: int, clock: StoredClock) -> None:
    """Store a player's clock, replacing the earlier one."""
    seat = clock.seat
    availability = None if clock.availability == ALWAYS_AVAILABLE else _dump_availability(clock.availability)
    times = seat.time_bank, seat.turn_time, seat.since, seat.deadline, availability, seat.expired_at
    tx.execute(_SAVE, (match_id, seat.player, *times))


def delete(tx: Transaction, match_id: int, player: Player) -> None:
    """Delete the clock of a seat that a computer player has taken over."""
    tx.execute("DELETE FROM clocks WHERE match_id = ? AND player = ?", (match_id, player))


def set_expired(tx: Transaction, match_id: int, player: Player, at: int) -> None:
    """Record that a player's time has run out."""
    tx.execute("UPDATE clocks SET expired_at = ? WHERE match_id = ? AND player = ?", (at, match_id, player))


def single_clocks(db: Reader, shards: Shards, begin: int, fresh: tuple[int, int]) -> Sequence[tuple[int, StoredClock]]:
    """Return the running clocks of some shards that :func:`move_together` does not move, with their matches.

    They are those of users with limited availability, and those started after ``begin``. Clocks started within
    ``fresh`` are left out.
    """
    rows = db.execute(_SINGLE_CLOCKS, (begin, *fresh, *shards.parameters)).fetchall()
    return [(row["match_id"], _clock_of(row)) for row in rows]


def move_together(tx: Transaction, shards: Shards, seconds: int, begin: int, fresh: tuple[int, int]) -> None:
    """Move all running clocks of some shards whose users are always available, and their deadline jobs, by
    ``seconds``.
    """
    tx.execute(_MOVE_CLOCKS, (seconds, seconds, begin, *fresh, *shards.parameters))
    tx.execute(_MOVE_JOBS, (Deadline.kind,))


def record_downtime(tx: Transaction, shards: Shards, seconds: int) -> int:
    """Add seconds of downtime, for their next board, to all matches of some shards with a running clock; returns how
    many there are.
    """
    return tx.execute(_RECORD_DOWNTIME, (seconds, *shards.parameters)).rowcount


def _clock_of(row: Row) -> StoredClock:
    seat = SeatClock(row["player"], row["bank"], row["credit"], row["since"], row["deadline"], row["expired_at"])
    return StoredClock(seat, ALWAYS_AVAILABLE if row["rhythm"] is None else _load_availability(row["rhythm"]))


def _dump_availability(availability: Availability) -> str:
    known = availability.zone, availability.quiet_hours, sorted(availability.days_off), availability.away
    return json.dumps(known, separators=(",", ":"))


def _load_availability(line: str) -> Availability:
    zone, quiet_hours, days_off, away = json.loads(line)
    stretches = tuple((begin, end) for begin, end in away)
    return Availability(
        zone, None if quiet_hours is None else (quiet_hours[0], quiet_hours[1]), frozenset(days_off), stretches
    )
