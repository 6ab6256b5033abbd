"""The clocks of running matches: started, stopped and recomputed in the transaction of their cause.

A stored clock has the time that was left when it started, the start, and the player's availability by which its
deadline was computed. Used time is computed with the same availability, so later changes of settings do not affect
the past, and the deadline that was shown is the one that counts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from bot.matches.jobs.scheduler import Schedule
from bot.matches.model.availability import HORIZON, Availability, after, next_available
from bot.matches.model.jobs import Deadline
from bot.matches.model.match import Match, Shards
from bot.matches.model.time_control import DAY, SeatClock, StoredClock
from bot.matches.store import clocks as clock_store
from bot.storage.database import Reader, Transaction
from engines.game import Player

AvailabilityOf: TypeAlias = Callable[[Reader, int], Availability]
"""Returns a user's availability."""


class MovedDeadline(NamedTuple):
    """A deadline that has changed."""

    match_id: int
    game: str
    """Slug."""
    ply: int
    player: Player


class _ClockOwner(NamedTuple):
    """The owner of a clock."""

    match_id: int
    user_id: int
    holidays: bool
    """Whether holidays stop it."""


class MatchClocks:
    """Changes the clocks of matches with a time control, within transactions.

    Args:
        schedule: where the jobs of deadlines are written.
        clock: unix seconds.
        availability_of: when a user has time to play.
    """

    def __init__(self, schedule: Schedule, clock: Callable[[], int], availability_of: AvailabilityOf) -> None:
        self._schedule = schedule
        self._clock = clock
        self._availability_of = availability_of

    def first_available(self, db: Reader, user_ids: Collection[int], now: int) -> int:
        """Return the first moment at which all of these users are available, at most a day from now."""
        moments = [next_available(self._availability_of(db, user_id), now) for user_id in user_ids]
        return min(max(moments, default=now), now + DAY)

    def set_up(self, tx: Transaction, match: Match) -> None:
        """Give every person the full time bank when a match starts."""
        if match.time_control is not None:
            for seat in match.people:  # computer players have no clock
                clock_store.save(tx, match.id, StoredClock(SeatClock(seat.player, match.time_control.time_bank, 0)))

    def after_turn(
        self, tx: Transaction, before: Match, after: Match, *, new_turn: bool, newcomers: Collection[Player] = ()
    ) -> tuple[SeatClock, ...]:
        """Update and return the clocks of a match after a turn or a part of one.

        Args:
            tx: the transaction of the move.
            before: the match as it was.
            after: the match as it is; clocks run for the players to move only.
            new_turn: whether a turn has ended, so that all players to move begin a new one. Otherwise players who were
                to move before are in the middle of their turn, and their clocks go on.
            newcomers: players who have just taken over a seat; they begin with a full time bank.
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
        """Stop all clocks of a match."""
        now = self._clock()
        for clock in clock_store.read(tx, match_id):
            if clock.seat.since is not None:
                self._write(tx, match_id, clock, StoredClock(clock.read_at(now)))

    def resume(self, tx: Transaction, match: Match) -> None:
        """Start the clocks of the players to move again, with the time that was left."""
        now = self._clock()
        for clock in clock_store.read(tx, match.id):
            if clock.seat.player in match.to_move and clock.seat.since is None:
                self._write(tx, match.id, clock, self._started(tx, _owner(match, clock.seat.player), clock.seat, now))

    def restart_turn(self, tx: Transaction, match: Match, moment: int) -> None:
        """Restart clocks that have started at ``moment`` or later."""
        now = self._clock()
        for clock in clock_store.read(tx, match.id):
            seat = clock.seat
            if seat.since is not None and seat.since >= moment and seat.expired_at is None:
                left = SeatClock(seat.player, seat.time_bank, seat.turn_time)
                self._write(tx, match.id, clock, self._started(tx, _owner(match, seat.player), left, now))

    def add_time(self, tx: Transaction, match: Match, player: Player, seconds: int) -> None:
        """Add ``seconds`` to what a player has left for this turn.

        The clock runs from now on, and a deadline that had passed is forgotten.
        """
        now = self._clock()
        for clock in clock_store.read(tx, match.id):
            if clock.seat.player == player and clock.seat.since is not None:
                left = clock.read_at(now)
                more = replace(left, turn_time=left.turn_time + seconds)
                self._write(tx, match.id, clock, self._started(tx, _owner(match, player), more, now))

    def expire(self, tx: Transaction, match_id: int, player: Player) -> None:
        """Record that a player has run out of time."""
        clock_store.set_expired(tx, match_id, player, self._clock())

    def end(self, tx: Transaction, match: Match) -> None:
        """Stop all clocks of a match that is over."""
        if match.time_control is not None:
            self.stop(tx, match.id)

    # ------------------------------------------------------------------------------------------- many at a time

    def recompute_deadlines(self, tx: Transaction, user_id: int) -> tuple[MovedDeadline, ...]:
        """Recompute the deadlines of a user whose availability has changed, and return those that moved.

        Used time stays used, and deadlines that have passed stay passed.
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

    def exclude_interval(self, tx: Transaction, shards: Shards, begin: int, end: int, unnoticed: int = 0) -> None:
        """Exclude the time from ``begin`` to ``end``, which is now, from every running clock of some shards.

        If the machine's clock was put back, ``begin`` is later than ``end``: clocks are moved back with it and keep
        the time that was left at ``begin``. Clocks that started in the last ``unnoticed`` seconds started after
        that.
        """
        fresh = (end - unnoticed, end) if begin > end and unnoticed else (1, 0)
        single = clock_store.single_clocks(tx, shards, begin, fresh)
        # Clocks of users who are always available, nearly all, are moved together.
        clock_store.move_together(tx, shards, end - begin, begin, fresh)
        for match_id, clock in single:
            clock_store.save(tx, match_id, self._running(tx, match_id, clock.read_at(begin), clock.availability, end))

    # ---------------------------------------------------------------------------------------------------- one clock

    def _started(self, tx: Transaction, owner: _ClockOwner, left: SeatClock, now: int) -> StoredClock:
        """Return a clock started with its owner's current availability, and enqueue its deadline."""
        availability = self._availability_of(tx, owner.user_id)
        if availability.away and not owner.holidays:
            availability = replace(availability, away=())
        return self._running(tx, owner.match_id, left, availability, now)

    def _running(
        self, tx: Transaction, match_id: int, left: SeatClock, availability: Availability, now: int
    ) -> StoredClock:
        """Return a started clock, and enqueue its deadline."""
        try:
            deadline = after(availability, now, left.turn_time + left.time_bank)
        except ValueError:
            # The player is away for years; something else happens before the horizon.
            deadline = now + round(HORIZON.total_seconds())
        self._schedule.enqueue(tx, Deadline(match_id, left.player), deadline)
        return StoredClock(SeatClock(left.player, left.time_bank, left.turn_time, now, deadline), availability)

    def _write(self, tx: Transaction, match_id: int, old: StoredClock, new: StoredClock) -> None:
        """Write a clock, and cancel the deadline of one that no longer runs."""
        if new.seat.since is None and old.seat.since is not None:
            self._schedule.cancel(tx, Deadline, match_id, old.seat.player)
        if new != old:
            clock_store.save(tx, match_id, new)


def _owner(match: Match, player: Player) -> _ClockOwner:
    return _ClockOwner(match.id, match.seat_at(player).user_id, match.terms.holidays)
