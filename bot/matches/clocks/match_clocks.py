"""The clocks of running matches: started, stopped and computed anew in the transaction of their cause.

A stored clock is what was left when it began to run, the moment at which it began, and the player's rest that its
deadline was computed with. Time that has been used is counted with that same rest, so a later change of somebody's
settings changes nothing about the past, and the deadline that was shown is the one that counts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from bot.matches.jobs.scheduler import Schedule
from bot.matches.model.availability import HORIZON, Availability, after, next_available
from bot.matches.model.jobs import Deadline
from bot.matches.model.match import Match
from bot.matches.model.time_control import DAY, SeatClock, StoredClock
from bot.matches.store import clocks as clock_store
from bot.storage.database import Reader, Transaction
from engines.game import Player

AvailabilityOf: TypeAlias = Callable[[Reader, int], Availability]
"""When a user has time to play."""


class MovedDeadline(NamedTuple):
    """A deadline that is another one now."""

    match_id: int
    game: str
    """Slug."""
    ply: int
    player: Player


class _ClockOwner(NamedTuple):
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
        availability_of: when somebody has time to play.
    """

    def __init__(self, schedule: Schedule, clock: Callable[[], int], availability_of: AvailabilityOf) -> None:
        self._schedule = schedule
        self._clock = clock
        self._availability_of = availability_of

    def first_available(self, db: Reader, user_ids: Collection[int], now: int) -> int:
        """The first moment from now on at which none of these people rests; of who is away for long, the day after."""
        moments = [next_available(self._availability_of(db, user_id), now) for user_id in user_ids]
        return min(max(moments, default=now), now + DAY)

    def set_up(self, tx: Transaction, match: Match) -> None:
        """Give everybody the full bank when a match begins."""
        if match.time_control is not None:
            for seat in match.seats:
                clock_store.save(tx, match.id, StoredClock(SeatClock(seat.player, match.time_control.time_bank, 0)))

    def after_turn(
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
        time_control = after.time_control
        if time_control is None:
            return ()
        now = self._clock()
        begins = set(after.to_move) - (set() if new_turn else set(before.to_move) - set(newcomers))
        clocks = []
        for old in clock_store.read(tx, after.id):
            player = old.seat.player
            new = StoredClock(SeatClock(player, time_control.time_bank, 0) if player in newcomers else old.read_at(now))
            if player in begins:
                new = StoredClock(replace(new.seat, turn_time=time_control.per_turn))
                if not after.clocks_stopped:
                    new = self._started(tx, _owner(after, player), new.seat, now)
            elif player in after.to_move:
                new = old
            self._write(tx, after.id, old, new)
            clocks.append(new.seat)
        return tuple(clocks)

    def stop(self, tx: Transaction, match_id: int) -> None:
        """Have all clocks of a match stand still, as they are now."""
        now = self._clock()
        for clock in clock_store.read(tx, match_id):
            if clock.seat.since is not None:
                self._write(tx, match_id, clock, StoredClock(clock.read_at(now)))

    def resume(self, tx: Transaction, match: Match) -> None:
        """Have the clocks of those who are awaited run again, with what was left."""
        now = self._clock()
        for clock in clock_store.read(tx, match.id):
            if clock.seat.player in match.to_move and clock.seat.since is None:
                self._write(tx, match.id, clock, self._started(tx, _owner(match, clock.seat.player), clock.seat, now))

    def restart_turn(self, tx: Transaction, match: Match, moment: int) -> None:
        """Have clocks that have begun to run at a moment or since begin now."""
        now = self._clock()
        for clock in clock_store.read(tx, match.id):
            seat = clock.seat
            if seat.since is not None and seat.since >= moment and seat.expired_at is None:
                left = SeatClock(seat.player, seat.time_bank, seat.turn_time)
                self._write(tx, match.id, clock, self._started(tx, _owner(match, seat.player), left, now))

    def add_time(self, tx: Transaction, match: Match, player: Player, seconds: int) -> None:
        """Give a player more time for the present turn: what was left of it, if anything, and ``seconds``.

        It runs from now on; that the deadline had passed is forgotten.
        """
        now = self._clock()
        for clock in clock_store.read(tx, match.id):
            if clock.seat.player == player and clock.seat.since is not None:
                left = clock.read_at(now)
                more = replace(left, turn_time=left.turn_time + seconds)
                self._write(tx, match.id, clock, self._started(tx, _owner(match, player), more, now))

    def expire(self, tx: Transaction, match_id: int, player: Player) -> None:
        """Note that a player's time has run out."""
        clock_store.set_expired(tx, match_id, player, self._clock())

    def end(self, tx: Transaction, match: Match) -> None:
        """Have all clocks of a match that is over stand still."""
        if match.time_control is not None:
            self.stop(tx, match.id)

    # ------------------------------------------------------------------------------------------- many at a time

    def recompute_deadlines(self, tx: Transaction, user_id: int) -> tuple[MovedDeadline, ...]:
        """Compute the deadlines of a user anew whose rest has changed; returns those that have moved.

        What has been used so far stays used. A deadline that has passed stays passed.
        """
        now = self._clock()
        moved = []
        for running in clock_store.running_of_user(tx, user_id):
            match_id, clock = running.match_id, running.clock
            owner = _ClockOwner(match_id, user_id, running.holidays)
            changed = self._started(tx, owner, clock.read_at(now), now)
            if changed.seat.deadline != clock.seat.deadline:
                moved.append(MovedDeadline(match_id, running.game, running.ply, clock.seat.player))
            clock_store.save(tx, match_id, changed)
        return tuple(moved)

    def exclude_interval(self, tx: Transaction, begin: int, end: int, unnoticed: int = 0) -> None:
        """Have the time from ``begin`` to ``end``, which is now, not counted for any running clock.

        When the machine's clock has been put back, ``begin`` is later than ``end``: clocks are moved back with it, so
        that what was left of them at ``begin`` is left of them now. Those that began in the last ``unnoticed`` seconds
        began after that.
        """
        fresh = (end - unnoticed, end) if begin > end and unnoticed else (1, 0)
        single = clock_store.single_clocks(tx, begin, fresh)
        # The clocks of those who never rest, nearly all, are moved together.
        clock_store.move_together(tx, end - begin, begin, fresh)
        for match_id, clock in single:
            clock_store.save(tx, match_id, self._running(tx, match_id, clock.read_at(begin), clock.availability, end))

    def record_downtime(self, tx: Transaction, seconds: int) -> int:
        """Have players told of time that was left out, in all matches with a clock that runs; how many these are."""
        return clock_store.record_downtime(tx, seconds)

    # ---------------------------------------------------------------------------------------------------- one clock

    def _started(self, tx: Transaction, owner: _ClockOwner, left: SeatClock, now: int) -> StoredClock:
        """A clock that runs from now on by the rest that its player has now, with its appointment."""
        availability = self._availability_of(tx, owner.user_id)
        if availability.away and not owner.holidays:
            availability = replace(availability, away=())
        return self._running(tx, owner.match_id, left, availability, now)

    def _running(
        self, tx: Transaction, match_id: int, left: SeatClock, availability: Availability, now: int
    ) -> StoredClock:
        """A clock that runs from now on, with its appointment."""
        try:
            deadline = after(availability, now, left.turn_time + left.time_bank)
        except ValueError:
            # Somebody who is away for years: whatever comes before the calendar's end comes first.
            deadline = now + round(HORIZON.total_seconds())
        self._schedule.enqueue(tx, Deadline(match_id, left.player), deadline)
        return StoredClock(SeatClock(left.player, left.time_bank, left.turn_time, now, deadline), availability)

    def _write(self, tx: Transaction, match_id: int, old: StoredClock, new: StoredClock) -> None:
        """Write a clock, and cancel the appointment of one that does not run any more."""
        if new.seat.since is None and old.seat.since is not None:
            self._schedule.cancel(tx, Deadline, match_id, old.seat.player)
        if new != old:
            clock_store.save(tx, match_id, new)


def _owner(match: Match, player: Player) -> _ClockOwner:
    return _ClockOwner(match.id, match.seat_at(player).user_id, match.terms.holidays)
