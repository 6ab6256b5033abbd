"""The clocks of running matches: started, stopped and computed anew in the transaction of their cause.

A stored clock is what was left when it began to run, the moment at which it began, and the player's rest that its
deadline was computed with. Time that has been used is counted with that same rest, so a later change of somebody's
settings changes nothing about the past, and the deadline that was shown is the one that counts.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from bot.matches.clocks.availability import ALWAYS, HORIZON, Rhythm, after, between, next_waking
from bot.matches.jobs.scheduler import Appointment, Schedule
from bot.matches.model.match import Match
from bot.matches.model.time_control import DAY, SeatClock
from bot.storage.database import Reader, Transaction
from engines.game import Player

DEADLINE = "deadline"
"""The kind of the appointment at a deadline: one for each match and player awaited there."""

RhythmOf: TypeAlias = Callable[[Reader, int], Rhythm]
"""When a user has time to play."""

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

SINGLE_CLOCKS = """
    SELECT match_id, player, bank, credit, since, deadline, rhythm, expired_at FROM clocks
    WHERE since IS NOT NULL AND expired_at IS NULL AND (since > ? OR rhythm IS NOT NULL) AND NOT since BETWEEN ? AND ?
"""
"""Running clocks whose deadlines are to be computed one by one."""

_NOTE_OUTAGE = """
    UPDATE matches SET outage = outage + ?
    WHERE id IN (SELECT match_id FROM clocks WHERE since IS NOT NULL AND expired_at IS NULL)
"""

_MOVE_CLOCKS = """
    UPDATE clocks SET since = since + ?, deadline = deadline + ?
    WHERE since IS NOT NULL AND since <= ? AND NOT since BETWEEN ? AND ? AND rhythm IS NULL AND expired_at IS NULL
"""

_MOVE_APPOINTMENTS = """
    UPDATE due SET at = c.deadline, attempts = 0 FROM clocks AS c
    WHERE due.key = 'deadline:' || c.match_id || ':' || c.player
        AND c.since IS NOT NULL AND c.rhythm IS NULL AND c.expired_at IS NULL
"""

_SAVE = """
    INSERT INTO clocks (match_id, player, bank, credit, since, deadline, rhythm, expired_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (match_id, player) DO UPDATE SET bank = excluded.bank, credit = excluded.credit,
        since = excluded.since, deadline = excluded.deadline, rhythm = excluded.rhythm,
        expired_at = excluded.expired_at
"""


@dataclass(frozen=True, slots=True)
class _Clock:
    """A clock with the rest that its deadline was computed with."""

    seat: SeatClock
    rhythm: Rhythm = ALWAYS

    def read_at(self, now: int) -> SeatClock:
        """What is left at a moment, of a clock that stands still from then on."""
        clock = self.seat
        if clock.since is None:
            return clock
        used = between(self.rhythm, clock.since, now)
        bank = max(0, clock.bank - max(0, used - clock.credit))
        return SeatClock(clock.player, bank, max(0, clock.credit - used))


class Moved(NamedTuple):
    """A deadline that is another one now."""

    match_id: int
    game: str
    """Slug."""
    ply: int
    player: Player


class _Whose(NamedTuple):
    """Whose clock one is."""

    match_id: int
    user_id: int
    holidays: bool
    """Whether it stands still during holidays."""


class MatchClocks:
    """Works on the clocks of matches with a pace, inside transactions.

    Args:
        schedule: where the appointments at deadlines are written.
        clock: unix seconds.
        rhythm_of: when somebody has time to play.
    """

    def __init__(self, schedule: Schedule, clock: Callable[[], int], rhythm_of: RhythmOf) -> None:
        self._schedule = schedule
        self._clock = clock
        self._rhythm_of = rhythm_of

    def wakes(self, db: Reader, user_ids: Collection[int], now: int) -> int:
        """The first moment from now on at which none of these people rests; of who is away for long, the day after."""
        moments = [next_waking(self._rhythm_of(db, user_id), now) for user_id in user_ids]
        return min(max(moments, default=now), now + DAY)

    def set_up(self, tx: Transaction, match: Match) -> None:
        """Give everybody the full bank when a match begins."""
        if match.pace is not None:
            for seat in match.seats:
                self._save(tx, match.id, _Clock(SeatClock(seat.player, match.pace.bank, 0)))

    def turn(
        self, tx: Transaction, before: Match, after: Match, *, new_turn: bool, newcomers: Collection[Player] = ()
    ) -> tuple[SeatClock, ...]:
        """Have the clocks follow a match with a pace that has moved on; returns all of them as they are then.

        Args:
            tx: the transaction of the move.
            before: the match as it was.
            after: the match as it is: whoever is awaited has a running clock, nobody else.
            new_turn: whether a turn is over, so that everybody who is awaited begins another one. Else those who
                were awaited before are still in the middle of theirs, and their clocks go on.
            newcomers: whoever has just taken over a seat begins with a full bank.
        """
        pace = after.pace
        if pace is None:
            return ()
        now = self._clock()
        begins = set(after.to_move) - (set() if new_turn else set(before.to_move) - set(newcomers))
        clocks = []
        for old in _read(tx, after.id):
            player = old.seat.player
            new = _Clock(SeatClock(player, pace.bank, 0) if player in newcomers else old.read_at(now))
            if player in begins:
                new = _Clock(replace(new.seat, credit=pace.credit))
                if not after.stands_still:
                    new = self._started(tx, _whose(after, player), new.seat, now)
            elif player in after.to_move:
                new = old
            self._write(tx, after.id, old, new)
            clocks.append(new.seat)
        return tuple(clocks)

    def stop(self, tx: Transaction, match_id: int) -> None:
        """Have all clocks of a match stand still, as they are now."""
        now = self._clock()
        for clock in _read(tx, match_id):
            if clock.seat.since is not None:
                self._write(tx, match_id, clock, _Clock(clock.read_at(now)))

    def go_on(self, tx: Transaction, match: Match) -> None:
        """Have the clocks of those who are awaited run again, with what was left."""
        now = self._clock()
        for clock in _read(tx, match.id):
            if clock.seat.player in match.to_move and clock.seat.since is None:
                self._write(tx, match.id, clock, self._started(tx, _whose(match, clock.seat.player), clock.seat, now))

    def begin_late(self, tx: Transaction, match: Match, moment: int) -> None:
        """Have clocks that have begun to run at a moment or since begin now."""
        now = self._clock()
        for clock in _read(tx, match.id):
            seat = clock.seat
            if seat.since is not None and seat.since >= moment and seat.expired_at is None:
                left = SeatClock(seat.player, seat.bank, seat.credit)
                self._write(tx, match.id, clock, self._started(tx, _whose(match, seat.player), left, now))

    def grant(self, tx: Transaction, match: Match, player: Player, seconds: int) -> None:
        """Give a player more time for the present turn: what was left of it, if anything, and ``seconds``.

        It runs from now on; that the deadline had passed is forgotten.
        """
        now = self._clock()
        for clock in _read(tx, match.id):
            if clock.seat.player == player and clock.seat.since is not None:
                left = clock.read_at(now)
                more = replace(left, credit=left.credit + seconds)
                self._write(tx, match.id, clock, self._started(tx, _whose(match, player), more, now))

    def expire(self, tx: Transaction, match_id: int, player: Player) -> None:
        """Note that a player's time has run out."""
        tx.execute(
            "UPDATE clocks SET expired_at = ? WHERE match_id = ? AND player = ?", (self._clock(), match_id, player)
        )

    def end(self, tx: Transaction, match: Match) -> None:
        """Have all clocks of a match that is over stand still."""
        if match.pace is not None:
            self.stop(tx, match.id)

    # ------------------------------------------------------------------------------------------- many at a time

    def retime(self, tx: Transaction, user_id: int) -> tuple[Moved, ...]:
        """Compute the deadlines of a user anew whose rest has changed; returns those that have moved.

        What has been used so far stays used. A deadline that has passed stays passed.
        """
        now = self._clock()
        moved = []
        for row in tx.execute(RUNNING_CLOCKS_OF_USER, (user_id,)).fetchall():
            whose, clock = _whose_of(row), _clock_of(row)
            changed = self._started(tx, whose, clock.read_at(now), now)
            if changed.seat.deadline != clock.seat.deadline:
                moved.append(_moved_of(row))
            self._save(tx, whose.match_id, changed)
        return tuple(moved)

    def leave_out(self, tx: Transaction, begin: int, end: int, unnoticed: int = 0) -> None:
        """Have the time from ``begin`` to ``end``, which is now, not counted for any running clock.

        When the machine's clock has been put back, ``begin`` is later than ``end``: clocks are moved back with it, so
        that what was left of them at ``begin`` is left of them now. Those that began in the last ``unnoticed`` seconds
        began after that.
        """
        fresh = (end - unnoticed, end) if begin > end and unnoticed else (1, 0)
        single = tx.execute(SINGLE_CLOCKS, (begin, *fresh)).fetchall()
        # The clocks of those who never rest, nearly all, are moved together.
        tx.execute(_MOVE_CLOCKS, (end - begin, end - begin, begin, *fresh))
        tx.execute(_MOVE_APPOINTMENTS)
        for row in single:
            match_id, clock = row["match_id"], _clock_of(row)
            self._save(tx, match_id, self._running(tx, match_id, clock.read_at(begin), clock.rhythm, end))

    def note_outage(self, tx: Transaction, seconds: int) -> int:
        """Have players told of time that was left out, in all matches with a clock that runs; how many these are."""
        return tx.execute(_NOTE_OUTAGE, (seconds,)).rowcount

    # ---------------------------------------------------------------------------------------------------- one clock

    def _started(self, tx: Transaction, whose: _Whose, left: SeatClock, now: int) -> _Clock:
        """A clock that runs from now on by the rest that its player has now, with its appointment."""
        rhythm = self._rhythm_of(tx, whose.user_id)
        if rhythm.away and not whose.holidays:
            rhythm = replace(rhythm, away=())
        return self._running(tx, whose.match_id, left, rhythm, now)

    def _running(self, tx: Transaction, match_id: int, left: SeatClock, rhythm: Rhythm, now: int) -> _Clock:
        """A clock that runs from now on, with its appointment."""
        try:
            deadline = after(rhythm, now, left.credit + left.bank)
        except ValueError:
            # Somebody who is away for years: whatever comes before the calendar's end comes first.
            deadline = now + round(HORIZON.total_seconds())
        self._schedule.appoint(tx, Appointment(DEADLINE, deadline, match_id, left.player))
        return _Clock(SeatClock(left.player, left.bank, left.credit, now, deadline), rhythm)

    def _write(self, tx: Transaction, match_id: int, old: _Clock, new: _Clock) -> None:
        """Write a clock, and cancel the appointment of one that does not run any more."""
        if new.seat.since is None and old.seat.since is not None:
            self._schedule.cancel(tx, DEADLINE, match_id, old.seat.player)
        if new != old:
            self._save(tx, match_id, new)

    def _save(self, tx: Transaction, match_id: int, clock: _Clock) -> None:
        seat = clock.seat
        rhythm = None if clock.rhythm == ALWAYS else _dump_rhythm(clock.rhythm)
        times = seat.bank, seat.credit, seat.since, seat.deadline, rhythm, seat.expired_at
        tx.execute(_SAVE, (match_id, seat.player, *times))


def _read(db: Reader, match_id: int) -> list[_Clock]:
    return [_clock_of(row) for row in db.execute(CLOCKS, (match_id,)).fetchall()]


def _clock_of(row: sqlite3.Row) -> _Clock:
    seat = SeatClock(row["player"], row["bank"], row["credit"], row["since"], row["deadline"], row["expired_at"])
    return _Clock(seat, ALWAYS if row["rhythm"] is None else _load_rhythm(row["rhythm"]))


def _whose(match: Match, player: Player) -> _Whose:
    return _Whose(match.id, match.seat_at(player).user_id, match.terms.holidays)


def _whose_of(row: sqlite3.Row) -> _Whose:
    return _Whose(row["match_id"], row["user_id"], bool(row["holidays"]))


def _moved_of(row: sqlite3.Row) -> Moved:
    return Moved(row["match_id"], row["game"], row["ply"], row["player"])


def _dump_rhythm(rhythm: Rhythm) -> str:
    known = rhythm.zone, rhythm.quiet, sorted(rhythm.days_off), rhythm.away
    return json.dumps(known, separators=(",", ":"))


def _load_rhythm(line: str) -> Rhythm:
    zone, quiet, days_off, away = json.loads(line)
    stretches = tuple((begin, end) for begin, end in away)
    return Rhythm(zone, None if quiet is None else (quiet[0], quiet[1]), frozenset(days_off), stretches)
