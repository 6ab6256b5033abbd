"""Reminders: for everybody who is awaited, in time before a deadline and then at the personal interval.

An appointment for each awaited player says when the next one is due. Keeping it looks, in the transaction that writes
the message into the outbox, whether the player is still awaited, whether anything disturbs, and how to tell. What has
been posted is remembered, so that the next reminder or the turn takes it away.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from bot.matches import reminding, repository
from bot.matches.calendar import Rhythm, after, between, next_waking
from bot.matches.core import MatchCore
from bot.matches.idleness import STALL
from bot.matches.models import Match, MatchStatus, SeatHolder
from bot.matches.notices import notice
from bot.matches.outbox import user_lane
from bot.matches.reading import urgency_for
from bot.matches.records import Record
from bot.matches.schedule import Appointment, key_of
from bot.matches.timekeeping import Moved
from bot.matches.wishes import Wishes, wishes_of
from bot.storage.database import Reader, Transaction
from engines.game import Player
from engines.text import Seat, T

REMIND = "remind"
"""The kind of the appointments."""

UNANSWERED = 3
"""After so many reminders in one turn the match says that it stalls, and nobody is reminded until the next turn."""

LONGEST_LEAD, SHORTEST_LEAD = 24 * 3600, 120
"""Seconds. A warning comes when a quarter of the time is left, at most this long before the deadline; where that would
be shorter than the second, the call to the turn has just been the warning."""

TOGETHER = 30 * 60
"""Seconds: reminders of one match that are due within this time are one message."""


@dataclass(frozen=True, slots=True)
class Due:
    """A reminder that is to come."""

    player: Player
    at: int
    count: int
    """How many there have been in this turn."""
    warning: bool
    """Whether it is the warning before the deadline."""
    deadline: int | None
    """The one that it was computed for."""


class Reminders(MatchCore):
    """Keeping the appointments of reminders, and setting them when a match moves on."""

    # ----------------------------------------------------------------------------------------- when a match moves on

    def _turned(self, tx: Transaction, record: Record, moved: Record, acted: Collection[Player]) -> Record:
        """Remind those who are awaited anew from the beginning, and nobody any more who is not awaited."""
        moved = super()._turned(tx, record, moved, acted)
        before, match = record.match, moved.match
        posted = reminding.posted(tx, match.id)
        for player in sorted({*before.to_move, *match.to_move}):
            awaited = player in match.to_move
            if awaited and player in before.to_move and player not in acted:
                continue
            self._forget_reminder(tx, before, player, posted)
            if awaited:
                self._appoint_first(tx, match, player)
            else:
                self._schedule.cancel(tx, REMIND, match.id, player)
        return moved

    def _over(self, tx: Transaction, match: Match) -> None:
        """Nobody is awaited in a match that is over."""
        super()._over(tx, match)
        self._stop_reminding(tx, match, [seat.player for seat in match.seats])

    def _halted(self, tx: Transaction, match: Match) -> None:
        """Nobody is reminded while the match is paused."""
        super()._halted(tx, match)
        self._stop_reminding(tx, match, match.to_move)

    def _continued(self, tx: Transaction, match: Match) -> None:
        """Remind everybody as if the turn had just begun."""
        super()._continued(tx, match)
        self._begin_reminding(tx, match, match.to_move)

    def _show_clocks(self, tx: Transaction, moved: Iterable[Moved]) -> None:
        """Warnings follow their deadlines."""
        deadlines = tuple(moved)
        super()._show_clocks(tx, deadlines)
        for deadline in deadlines:
            due = _read_due(tx, deadline.match_id, deadline.player)
            if due is not None and due.warning:
                self._appoint_first(tx, self._find(tx, deadline.match_id).match, deadline.player)

    def _stop_reminding(self, tx: Transaction, match: Match, players: Sequence[Player]) -> None:
        """Take reminders away, and let no further ones come until the next turn."""
        posted = reminding.posted(tx, match.id)
        for player in players:
            self._schedule.cancel(tx, REMIND, match.id, player)
            self._forget_reminder(tx, match, player, posted)

    def _begin_reminding(self, tx: Transaction, match: Match, players: Sequence[Player]) -> None:
        """Remind players of their turn as if it had just begun."""
        self._stop_reminding(tx, match, players)
        for player in players:
            self._appoint_first(tx, match, player)

    def _appoint_first(self, tx: Transaction, match: Match, player: Player) -> None:
        """Set the first reminder of a turn: the warning where there is a deadline, else after the interval."""
        seat, clock, now = seat_at(match, player), match.clock_of(player), self._clock()
        wishes = wishes_of(tx, seat.user_id)
        if clock is not None and clock.deadline is not None and clock.expired_at is None:
            warned_at = warning_time(wishes.rhythm, now, clock.deadline)
            if warned_at is not None:
                due = Due(player, warned_at, 0, warning=True, deadline=clock.deadline)
                self._appoint(tx, match.id, due)
                return
        self._appoint_next(tx, match, player, wishes, 0)

    def _appoint_next(self, tx: Transaction, match: Match, player: Player, wishes: Wishes, count: int) -> None:
        """Set a reminder after the personal interval; none where the player wants none or time runs out before."""
        clock, now = match.clock_of(player), self._clock()
        at = None if wishes.every <= 0 else waking(wishes.rhythm, now + wishes.every)
        running = clock is not None and clock.deadline is not None and clock.expired_at is None
        if at is None or (running and clock is not None and at >= (clock.deadline or 0)):
            self._schedule.cancel(tx, REMIND, match.id, player)
            return
        deadline = clock.deadline if running and clock is not None else None
        self._appoint(tx, match.id, Due(player, at, count, warning=False, deadline=deadline))

    def _appoint(self, tx: Transaction, match_id: int, due: Due) -> None:
        args = {"count": due.count, "warning": due.warning, "deadline": due.deadline}
        self._schedule.appoint(tx, Appointment(REMIND, due.at, match_id, due.player, args))

    def _forget_reminder(
        self, tx: Transaction, match: Match, player: Player, posted: Sequence[reminding.Posted]
    ) -> None:
        """Take a player's reminder away, wherever it stands."""
        mine = next((one for one in posted if one.player == player), None)
        if mine is not None:
            reminding.forget(tx, match.id, player)
            if mine.message_id is not None and not reminding.is_posted(tx, match.id, mine.message_id):
                self._post.about_match(tx, match.id, "remove", {"message_id": mine.message_id})
        # After the last reminder, which is taken away, the direct message goes on telling what waits.
        user_id = seat_at(match, player).user_id
        if (mine is not None and mine.direct) or reminding.tells_of(tx, user_id, match.id):
            self._post.into(tx, user_lane(user_id), None, "nudge", {"new": False})

    # ----------------------------------------------------------------------------------------- when a reminder is due

    async def remind(self, appointment: Appointment) -> None:
        """Keep the appointment of a reminder: write it, put it off, or forget it when nobody is awaited any more."""
        match_id, player = appointment.match_id, appointment.who
        if match_id is None or player is None or not self._attends():
            return

        def work(tx: Transaction) -> None:
            record = repository.find_match(tx, match_id)
            due = _read_due(tx, match_id, player)
            if record is None or due is None or not _is_awaited(record.match, player):
                self._schedule.cancel(tx, REMIND, match_id, player)
            elif due.at <= self._clock():
                self._remind(tx, record.match, due)

        async with self._locks.of(match_id):
            await self._db.write(work)

    def _remind(self, tx: Transaction, match: Match, due: Due) -> None:
        """Write a reminder that is due, with those of the same match that are about due."""
        wishes = wishes_of(tx, seat_at(match, due.player).user_id)
        if not self._is_time(tx, match, due, wishes):
            return
        if due.count >= UNANSWERED:
            self._stall(tx, match, due.player)
            return
        if wishes.tell in {"mention", "both"} or reminding.is_closed(tx, seat_at(match, due.player).user_id):
            self._mention(tx, match, [due, *self._others_due(tx, match, due.player)])
        if wishes.tell in {"dm", "both"}:
            self._nudge(tx, match, due, wishes)

    def _is_time(self, tx: Transaction, match: Match, due: Due, wishes: Wishes) -> bool:
        """Whether a reminder disturbs nobody now and says something; else it is put off or forgotten."""
        now, clock = self._clock(), match.clock_of(due.player)
        deadline = None if clock is None or clock.expired_at is not None else clock.deadline
        if deadline is not None and deadline <= now:
            self._schedule.cancel(tx, REMIND, match.id, due.player)  # whoever keeps the deadline tells it
            return False
        if reminding.is_due(tx, key_of(STALL, match.id), now):
            self._appoint_next(tx, match, due.player, wishes, due.count)  # that is being told at this moment
            return False
        if due.warning and deadline != due.deadline:
            self._appoint_first(tx, match, due.player)
            again = _read_due(tx, match.id, due.player)
            if again is None or again.at > now or not again.warning:
                return False
        at = waking(wishes.rhythm, now)
        if at == now:
            return True
        if at is None or (deadline is not None and at >= deadline):
            self._schedule.cancel(tx, REMIND, match.id, due.player)
        else:
            self._appoint(tx, match.id, Due(due.player, at, due.count, due.warning, due.deadline))
        return False

    def _others_due(self, tx: Transaction, match: Match, player: Player) -> list[Due]:
        """Further players of a match who would be mentioned soon anyway."""
        now, others = self._clock(), []
        for seat in match.seats:
            due = None if seat.player == player else _read_due(tx, match.id, seat.player)
            if due is None or due.at > now + TOGETHER or due.count >= UNANSWERED:
                continue
            wishes = wishes_of(tx, seat.user_id)
            awake = waking(wishes.rhythm, now) == now
            if wishes.tell == "mention" and awake and _is_awaited(match, seat.player):
                others.append(due)
        return others

    def _mention(self, tx: Transaction, match: Match, due: Sequence[Due]) -> None:
        """Have players mentioned in the match, in one message that takes the place of their last ones."""
        posted = reminding.posted(tx, match.id)
        for one in due:
            self._forget_reminder(tx, match, one.player, posted)
        for one in due:
            reminding.note(tx, match.id, one.player)
            self._appoint_next(tx, match, one.player, wishes_of(tx, seat_at(match, one.player).user_id), one.count + 1)
        self._post.about_match(tx, match.id, "reminder", {"players": [one.player for one in due]})

    def _nudge(self, tx: Transaction, match: Match, due: Due, wishes: Wishes) -> None:
        """Have a player told directly of everything that waits: one message for all matches."""
        user_id = seat_at(match, due.player).user_id
        if reminding.is_closed(tx, user_id):
            return
        told = []
        for other in [match, *(one for one in self._waiting_for(tx, user_id) if one.id != match.id)]:
            player = player_of(other, user_id)
            their = due if other.id == match.id else _read_due(tx, other.id, player)
            if other.id != match.id and not self._joins(other, their, wishes):
                continue
            reminding.note(tx, other.id, player, direct=True)
            self._appoint_next(tx, other, player, wishes, 1 if their is None else their.count + 1)
            told.append(other.id)
            if wishes.tell == "both" and other.id != match.id:
                self._remove_message(tx, other, player)
                self._post.about_match(tx, other.id, "reminder", {"players": [player]})
        reminding.note_nudge(tx, user_id, told)
        self._post.into(tx, user_lane(user_id), None, "nudge", {"new": True})

    def _remove_message(self, tx: Transaction, match: Match, player: Player) -> None:
        """Take away the mention that another one is about to replace."""
        mine = next((one for one in reminding.posted(tx, match.id) if one.player == player), None)
        if mine is None or mine.message_id is None:
            return
        reminding.forget_message(tx, match.id, player)
        if not reminding.is_posted(tx, match.id, mine.message_id):
            self._post.about_match(tx, match.id, "remove", {"message_id": mine.message_id})

    def _joins(self, match: Match, due: Due | None, wishes: Wishes) -> bool:
        """Whether a match is told of along with another one: its own reminder would follow soon."""
        if due is None or due.count >= UNANSWERED or match.paused_at is not None:
            return False
        return due.at <= self._clock() + (TOGETHER if due.warning else wishes.every // 2)

    def _waiting_for(self, db: Reader, user_id: int) -> list[Match]:
        """The matches that await a user, the most urgent first."""
        rows = db.execute(repository.ACTIVE_MATCHES_OF_USER, (user_id,)).fetchall()
        matches = [repository.record_of(row).match for row in rows]
        waiting = [match for match in matches if match.status is MatchStatus.RUNNING and match.awaits(user_id)]
        return sorted(waiting, key=lambda match: urgency_for(match, user_id))

    def _stall(self, tx: Transaction, match: Match, player: Player) -> None:
        """Say in public that somebody has not answered, and stop reminding."""
        self._stop_reminding(tx, match, [player])
        said = T(
            "{player} has not answered {count} reminders, so I stop reminding. The match waits: /next shows the board,"
            " and everything begins anew with the next turn.",
            player=Seat(player),
            count=UNANSWERED,
        )
        self._post.about_match(tx, match.id, "notice", notice(said))


def warning_time(rhythm: Rhythm, now: int, deadline: int) -> int | None:
    """When to warn of a deadline: with a quarter of the player's own time left, when that player is about; ``None``
    when there is no such time.
    """
    total = between(rhythm, now, deadline)
    lead = min(total // 4, LONGEST_LEAD)
    if lead < SHORTEST_LEAD:
        return None
    at = waking(rhythm, after(rhythm, now, total - lead))
    return at if at is not None and at < deadline else None


def waking(rhythm: Rhythm, moment: int) -> int | None:
    """The first moment from then on at which a reminder disturbs nobody, if there is one."""
    try:
        return next_waking(rhythm, moment)
    except ValueError:
        return None


def _is_awaited(match: Match, player: Player) -> bool:
    return match.status is MatchStatus.RUNNING and match.paused_at is None and player in match.to_move


def seat_at(match: Match, player: Player) -> SeatHolder:
    """Who holds a seat."""
    return next(seat for seat in match.seats if seat.player == player)


def player_of(match: Match, user_id: int) -> Player:
    """The seat of somebody who has one."""
    return next(seat.player for seat in match.seats if seat.user_id == user_id)


def _read_due(db: Reader, match_id: int, player: Player) -> Due | None:
    """The reminder of a player that is to come."""
    found = reminding.appointment(db, key_of(REMIND, match_id, player))
    if found is None:
        return None
    at, args = found
    return Due(player, at, args["count"], args["warning"], args["deadline"])
