"""Due reminders: enqueue, postpone or cancel them.

The transaction that enqueues the message checks whether the player is still to move, is available, and how to notify
them.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.matches.clocks.downtime import Downtime
from bot.matches.context import Context
from bot.matches.history.queries import urgency_for
from bot.matches.model.jobs import Remind, StaleMatchCheck, key_of
from bot.matches.model.match import Match, MatchStatus
from bot.matches.model.outbox_messages import DeleteReminder, Digest, Notice, Reminder
from bot.matches.model.settings import NotificationPreferences
from bot.matches.notifications.reminders import (
    BATCH_WINDOW,
    MAX_REMINDERS,
    TURN_NOTIFICATION,
    Reminders,
    ScheduledReminder,
    is_awaited,
    player_of,
    scheduled_reminder,
    when_available,
)
from bot.matches.notifications.turn_notifications import TurnNotifications
from bot.matches.store import direct_messages as direct_store
from bot.matches.store import jobs as job_store
from bot.matches.store import matches as match_store
from bot.matches.store import reminders as reminder_store
from bot.matches.store.players import notification_preferences_of
from bot.storage.database import Reader, Transaction
from engines.game import Player
from engines.text import Seat, T


class DueReminders:
    """Runs reminder jobs."""

    def __init__(
        self, context: Context, downtime: Downtime, reminders: Reminders, turn_notifications: TurnNotifications
    ) -> None:
        self._db = context.database
        self._clock = context.clock
        self._locks = context.locks
        self._outbox = context.outbox
        self._schedule = context.schedule
        self._downtime = downtime
        self._reminders = reminders
        self._turn_notifications = turn_notifications

    async def remind(self, job: Remind) -> None:
        """Run a reminder job: enqueue the reminder, postpone it, or cancel it when the player is not to move."""
        match_id, player = job.match_id, job.player
        if not self._downtime.check_online():
            return

        def work(tx: Transaction) -> None:
            record = match_store.find_match(tx, match_id)
            due = scheduled_reminder(tx, match_id, player)
            if record is None or due is None or not is_awaited(record.match, player):
                self._schedule.cancel(tx, Remind, match_id, player)
            elif due.at <= self._clock() and self._downtime.serves(record.match.channel.guild_id):
                self._remind(tx, record.match, due)

        async with self._locks.of(match_id):
            await self._db.write(work)

    def _remind(self, tx: Transaction, match: Match, due: ScheduledReminder) -> None:
        """Enqueue a due reminder with others of the match that are nearly due, or a postponed turn notification."""
        user_id = match.seat_at(due.player).user_id
        preferences = notification_preferences_of(tx, user_id)
        if not self._is_time(tx, match, due, preferences):
            return
        if due.count == TURN_NOTIFICATION:  # then reminders follow as usual
            self._reminders.schedule_first(tx, match, due.player)
            self._turn_notifications.notify_after_rest(tx, match, due.player)
            return
        if due.count >= MAX_REMINDERS:
            self._stop_reminding(tx, match, due.player)
            return
        if preferences.notify_by in {"mention", "both"} or direct_store.is_dm_blocked(tx, user_id):
            self._enqueue_mention(tx, match, [due, *self._others_due_soon(tx, match, due.player)])
        if preferences.notify_by in {"dm", "both"}:
            self._enqueue_digest(tx, match, due, preferences)

    def _is_time(
        self, tx: Transaction, match: Match, due: ScheduledReminder, preferences: NotificationPreferences
    ) -> bool:
        """Return whether to remind now; otherwise postpone or cancel the reminder."""
        now, clock = self._clock(), match.clock_of(due.player)
        deadline = None if clock is None or clock.expired_at is not None else clock.deadline
        if deadline is not None and deadline <= now:
            self._schedule.cancel(tx, Remind, match.id, due.player)  # the deadline job announces it
            return False
        if job_store.is_due(tx, key_of(StaleMatchCheck, match.id), now):
            self._reminders.schedule_next(
                tx, match, due.player, preferences, due.count
            )  # the stale match is being announced right now
            return False
        if due.warning and deadline != due.deadline:
            self._reminders.schedule_first(tx, match, due.player)
            again = scheduled_reminder(tx, match.id, due.player)
            if again is None or again.at > now or not again.warning:
                return False
        at = when_available(preferences.availability, now)
        if at == now:
            return True
        if at is None or (deadline is not None and at >= deadline):
            self._schedule.cancel(tx, Remind, match.id, due.player)
        else:
            self._reminders.schedule(
                tx, match.id, ScheduledReminder(due.player, at, due.count, due.warning, due.deadline)
            )
        return False

    def _others_due_soon(self, tx: Transaction, match: Match, player: Player) -> list[ScheduledReminder]:
        """Return other players of a match whose mention is due soon."""
        now, others = self._clock(), []
        for seat in match.seats:
            due = None if seat.player == player else scheduled_reminder(tx, match.id, seat.player)
            if due is None or due.at > now + BATCH_WINDOW or due.count >= MAX_REMINDERS:
                continue
            preferences = notification_preferences_of(tx, seat.user_id)
            awake = when_available(preferences.availability, now) == now
            if preferences.notify_by == "mention" and awake and is_awaited(match, seat.player):
                others.append(due)
        return others

    def _enqueue_mention(self, tx: Transaction, match: Match, due: Sequence[ScheduledReminder]) -> None:
        """Mention players in the match, in one message that replaces their last reminders."""
        posted = reminder_store.posted(tx, match.id)
        for one in due:
            self._reminders.delete(tx, match, one.player, posted)
        for one in due:
            reminder_store.note(tx, match.id, one.player)
            self._reminders.schedule_next(
                tx, match, one.player, notification_preferences_of(tx, match.seat_at(one.player).user_id), one.count + 1
            )
        self._outbox.enqueue(tx, Reminder(match.id, [one.player for one in due]))

    def _enqueue_digest(
        self, tx: Transaction, match: Match, due: ScheduledReminder, preferences: NotificationPreferences
    ) -> None:
        """Send a player one direct message about all matches that are waiting."""
        user_id = match.seat_at(due.player).user_id
        if direct_store.is_dm_blocked(tx, user_id):
            return
        listed = []
        for other in [match, *(one for one in matches_awaiting(tx, user_id) if one.id != match.id)]:
            player = player_of(other, user_id)
            their = due if other.id == match.id else scheduled_reminder(tx, other.id, player)
            if other.id != match.id and not self._is_due_soon(other, their, preferences):
                continue
            reminder_store.note(tx, other.id, player, direct=True)
            count = 1 if their is None else their.count + 1
            listed.append(other.id)
            if not count:  # a postponed turn notification; the mention came with the board
                self._reminders.schedule_first(tx, other, player)
                continue
            self._reminders.schedule_next(tx, other, player, preferences, count)
            if preferences.notify_by == "both" and other.id != match.id:
                self._remove_message(tx, other, player)
                self._outbox.enqueue(tx, Reminder(other.id, [player]))
        direct_store.save_digest(tx, user_id, listed)
        self._outbox.enqueue(tx, Digest(user_id, new=True))

    def _remove_message(self, tx: Transaction, match: Match, player: Player) -> None:
        """Delete the mention that a new one replaces."""
        mine = next((one for one in reminder_store.posted(tx, match.id) if one.player == player), None)
        if mine is None or mine.message_id is None:
            return
        reminder_store.forget_message(tx, match.id, player)
        if not reminder_store.is_posted(tx, match.id, mine.message_id):
            self._outbox.enqueue(tx, DeleteReminder(match.id, mine.message_id))

    def _is_due_soon(self, match: Match, due: ScheduledReminder | None, preferences: NotificationPreferences) -> bool:
        """Return whether a match's own reminder is due soon, so that it joins another one."""
        if due is None or due.count >= MAX_REMINDERS or match.paused_at is not None:
            return False
        return due.at <= self._clock() + (BATCH_WINDOW if due.warning else preferences.every // 2)

    def _stop_reminding(self, tx: Transaction, match: Match, player: Player) -> None:
        """Say in the match that a player has not answered, and stop reminding."""
        self._reminders.cancel(tx, match, [player])
        said = T(
            "{player} has not answered {count} reminders, so I will send no more this turn. The "
            "match is waiting: /next shows the board. Reminders start again with the next turn.",
            player=Seat(player),
            count=MAX_REMINDERS,
        )
        self._outbox.enqueue(tx, Notice(match.id, said))


def matches_awaiting(db: Reader, user_id: int) -> list[Match]:
    """Return the matches in which a user is to move, the most urgent first."""
    active = match_store.active_of_user(db, user_id)
    waiting = [match for match in active if match.status is MatchStatus.RUNNING and match.awaits(user_id)]
    return sorted(waiting, key=lambda match: urgency_for(match, user_id))
