"""Reminders of players to move: before a deadline, and then at the player's interval.

A job for each player to move says when the next reminder is due; :mod:`bot.matches.notifications.due_reminders` runs
it. Posted reminders are stored, so that the next reminder or the turn deletes them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from bot.matches.clocks.match_clocks import MovedDeadline
from bot.matches.context import Context
from bot.matches.model.availability import Availability, after, between, next_available
from bot.matches.model.jobs import Remind, key_of, load_job
from bot.matches.model.log import Record
from bot.matches.model.match import Match, MatchStatus
from bot.matches.model.outbox_messages import DeleteReminder, Digest
from bot.matches.model.settings import NotificationPreferences
from bot.matches.play.loader import Loader
from bot.matches.store import direct_messages as direct_store
from bot.matches.store import jobs as job_store
from bot.matches.store import reminders as reminder_store
from bot.matches.store.players import notification_preferences_of
from bot.storage.database import Reader, Transaction
from engines.game import Player

MAX_REMINDERS = 3
"""After this many reminders in one turn the match says so, and the player is not reminded until the next turn."""

MAX_LEAD, MIN_LEAD = 24 * 3600, 120
"""Seconds. A warning comes when a quarter of the time is left, at most ``MAX_LEAD`` before the deadline; none if that
is less than ``MIN_LEAD``, because the turn notification has just come."""

TURN_NOTIFICATION = -1
"""The reminder count of a postponed turn notification."""

BATCH_WINDOW = 30 * 60
"""Reminders of one match that are due within this many seconds are one message."""


@dataclass(frozen=True, slots=True)
class ScheduledReminder:
    """The next reminder of a player."""

    player: Player
    at: int
    count: int
    """Reminders so far in this turn, or :data:`TURN_NOTIFICATION`."""
    warning: bool
    """True for the warning before the deadline."""
    deadline: int | None
    """The deadline that ``at`` was computed from."""


class Reminders:
    """Schedules, postpones and deletes reminders as matches advance."""

    def __init__(self, context: Context, loader: Loader) -> None:
        self._clock = context.clock
        self._db = context.database
        self._locks = context.locks
        self._outbox = context.outbox
        self._schedule = context.schedule
        self._loader = loader

    # ------------------------------------------------------------------------------------------ when a match advances

    def match_advanced(self, tx: Transaction, record: Record, moved: Record, acted: Collection[Player]) -> Record:
        """Schedule first reminders for new players to move, and delete those of the others."""
        before, match = record.match, moved.match
        has_reminders = moved.attached.reminders
        posted = reminder_store.posted(tx, match.id) if has_reminders else ()
        for player in sorted({*before.to_move, *match.to_move}):
            awaited = player in match.to_move
            if awaited and player in before.to_move and player not in acted:
                continue
            if has_reminders:
                self.delete(tx, before, player, posted)
            if awaited:
                self.schedule_first(tx, match, player)
            else:
                self._schedule.cancel(tx, Remind, match.id, player)
        return moved

    def match_ended(self, tx: Transaction, match: Match) -> None:
        """Delete all reminders of an ended match."""
        self.cancel(tx, match, [seat.player for seat in match.seats])

    def match_paused(self, tx: Transaction, match: Match) -> None:
        """Delete reminders while the match is paused."""
        self.cancel(tx, match, match.to_move)

    def match_resumed(self, tx: Transaction, match: Match) -> None:
        """Remind the players to move as if the turn had just started."""
        self.restart(tx, match, match.to_move)

    def deadlines_moved(self, tx: Transaction, moved: Sequence[MovedDeadline]) -> None:
        """Reschedule warnings whose deadlines have moved."""
        for deadline in moved:
            due = scheduled_reminder(tx, deadline.match_id, deadline.player)
            if due is not None and due.warning:
                self.schedule_first(tx, self._loader.find(tx, deadline.match_id).match, deadline.player)

    def cancel(self, tx: Transaction, match: Match, players: Sequence[Player]) -> None:
        """Delete reminders, and send no more until the next turn."""
        posted = reminder_store.posted(tx, match.id)
        for player in players:
            self._schedule.cancel(tx, Remind, match.id, player)
            self.delete(tx, match, player, posted)

    def restart(self, tx: Transaction, match: Match, players: Sequence[Player]) -> None:
        """Remind players of their turn as if it had just started."""
        self.cancel(tx, match, players)
        for player in players:
            self.schedule_first(tx, match, player)

    def schedule_first(self, tx: Transaction, match: Match, player: Player) -> None:
        """Schedule the first reminder of a turn: the warning if there is a deadline, else after the interval.

        Computer players need none.
        """
        seat, clock, now = match.seat_at(player), match.clock_of(player), self._clock()
        if not seat.has_user:
            self._schedule.cancel(tx, Remind, match.id, player)
            return
        preferences = notification_preferences_of(tx, seat.user_id)
        if clock is not None and clock.deadline is not None and clock.expired_at is None:
            warned_at = warning_time(preferences.availability, now, clock.deadline)
            if warned_at is not None:
                due = ScheduledReminder(player, warned_at, 0, warning=True, deadline=clock.deadline)
                self.schedule(tx, match.id, due)
                return
        self.schedule_next(tx, match, player, preferences, 0)

    def schedule_next(
        self, tx: Transaction, match: Match, player: Player, preferences: NotificationPreferences, count: int
    ) -> None:
        """Schedule a reminder after the player's interval; none if the player wants none or the deadline is earlier."""
        clock, now = match.clock_of(player), self._clock()
        at = None if preferences.every <= 0 else when_available(preferences.availability, now + preferences.every)
        running = clock is not None and clock.deadline is not None and clock.expired_at is None
        if at is None or (running and clock is not None and at >= (clock.deadline or 0)):
            self._schedule.cancel(tx, Remind, match.id, player)
            return
        deadline = clock.deadline if running and clock is not None else None
        self.schedule(tx, match.id, ScheduledReminder(player, at, count, warning=False, deadline=deadline))

    def schedule(self, tx: Transaction, match_id: int, due: ScheduledReminder) -> None:
        self._schedule.enqueue(tx, Remind(match_id, due.player, due.count, due.warning, due.deadline), due.at)

    def postpone(self, tx: Transaction, match: Match, player: Player, least: int) -> None:
        """Take back a reminder that is posted too late: the player rests by now. It comes afterwards.

        Args:
            tx: the transaction.
            match: where the player is to move.
            player: the seat.
            least: the count of the reminder, if none was scheduled after it.
        """
        if self._forget(tx, match, player, reminder_store.posted(tx, match.id)) is None:
            return
        clock, following = match.clock_of(player), scheduled_reminder(tx, match.id, player)
        preferences = notification_preferences_of(tx, match.seat_at(player).user_id)
        at = when_available(preferences.availability, self._clock())
        deadline = None if clock is None or clock.expired_at is not None else clock.deadline
        if at is None or (deadline is not None and at >= deadline):
            return
        count = least if following is None else max(following.count - 1, least)
        self.schedule(tx, match.id, ScheduledReminder(player, at, count, warning=False, deadline=deadline))

    def delete(self, tx: Transaction, match: Match, player: Player, posted: Sequence[reminder_store.Posted]) -> None:
        """Delete a player's reminder, in the match and in the digest."""
        mine = self._forget(tx, match, player, posted)
        # The digest still lists the match after the last reminder was deleted.
        user_id = match.seat_at(player).user_id
        if (mine is not None and mine.direct) or direct_store.digest_includes(tx, user_id, match.id):
            self._outbox.enqueue(tx, Digest(user_id, new=False))

    def _forget(
        self, tx: Transaction, match: Match, player: Player, posted: Sequence[reminder_store.Posted]
    ) -> reminder_store.Posted | None:
        """Forget a player's reminder and delete its message in the match; returns it, if there is one."""
        mine = next((one for one in posted if one.player == player), None)
        if mine is not None:
            reminder_store.forget(tx, match.id, player)
            if mine.message_id is not None and not reminder_store.is_posted(tx, match.id, mine.message_id):
                self._outbox.enqueue(tx, DeleteReminder(match.id, mine.message_id))
        return mine


def warning_time(availability: Availability, now: int, deadline: int) -> int | None:
    """Return when to warn of a deadline: with a quarter of the time left, while the player is available.

    ``None`` if there is no such time.
    """
    total = between(availability, now, deadline)
    lead = min(total // 4, MAX_LEAD)
    if lead < MIN_LEAD:
        return None
    at = when_available(availability, after(availability, now, total - lead))
    return at if at is not None and at < deadline else None


def when_available(availability: Availability, moment: int) -> int | None:
    """Return the first time from ``moment`` on at which the player is available, if there is one."""
    try:
        return next_available(availability, moment)
    except ValueError:
        return None


def is_resting(db: Reader, user_id: int, now: int) -> bool:
    """Return whether it is a user's quiet hours, day off or holiday."""
    return when_available(notification_preferences_of(db, user_id).availability, now) != now


def is_awaited(match: Match, player: Player) -> bool:
    """Return whether a person at this seat is to move in a running match that is not paused."""
    goes_on = match.status is MatchStatus.RUNNING and match.paused_at is None
    return goes_on and player in match.to_move and match.seat_at(player).has_user


def player_of(match: Match, user_id: int) -> Player:
    """Return the seat of a user who has one."""
    return next(seat.player for seat in match.seats if seat.user_id == user_id)


def scheduled_reminder(db: Reader, match_id: int, player: Player) -> ScheduledReminder | None:
    """Return the next reminder of a player, if one is scheduled."""
    found = job_store.stored_job(db, key_of(Remind, match_id, player))
    if found is None:
        return None
    at, args = found
    job = load_job(Remind, match_id, args)
    return ScheduledReminder(player, at, job.count, job.warning, job.deadline)
