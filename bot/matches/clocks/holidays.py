"""Holidays: a user's clocks are stopped and no reminders are sent.

Every user has :data:`ALLOWANCE` in each calendar year of their time zone. A holiday counts against it, from
beginning to end, only if one of the user's deadlines would have passed in it; otherwise it is free. If the rest of
the allowance is too short, clocks are stopped for that long and then run. Matches that agreed on no holidays ignore
them; players who want to wait anyway can agree on a pause.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import NamedTuple
from zoneinfo import ZoneInfo

from bot.matches.clocks.deadlines import Deadlines
from bot.matches.clocks.downtime import Downtime
from bot.matches.context import Context
from bot.matches.errors import InvalidTimeError
from bot.matches.model.availability import Holiday, Stretch, after
from bot.matches.model.jobs import HolidayCheck
from bot.matches.model.match import Match, MatchStatus
from bot.matches.model.outbox_messages import Notice
from bot.matches.model.time_control import DAY
from bot.matches.store import clocks as clock_store
from bot.matches.store import matches as match_store
from bot.matches.store import players as player_store
from bot.matches.store.players import availability_of
from bot.storage.database import Reader, Transaction
from engines.text import Seat, T, Text

ALLOWANCE = 28 * DAY
"""Seconds of each calendar year."""
LONGEST = 92 * DAY
"""Seconds of one holiday."""
FARTHEST = 366 * DAY
"""Seconds that a holiday can be announced ahead."""
KEPT = 800 * DAY
"""Seconds after which a past holiday is deleted: no allowance and no running clock needs it then."""
LOOK_EVERY = 3600
"""Seconds between checks of a user's deadlines during a holiday; turns may have begun meanwhile."""


class HolidayAnnouncement(NamedTuple):
    """A holiday, and in how many matches it was announced."""

    holiday: Holiday
    notified_matches: int


class Holidays:
    """Announces and ends holidays."""

    def __init__(self, context: Context, downtime: Downtime, deadlines: Deadlines) -> None:
        self._deadlines = deadlines
        self._clock = context.clock
        self._db = context.database
        self._outbox = context.outbox
        self._schedule = context.schedule
        self._downtime = downtime

    async def holiday_of(self, user_id: int) -> Holiday | None:
        """Return the current or announced holiday of a user."""
        rows = await self._db.rows(player_store.HOLIDAY_NOT_OVER, (user_id, self._clock()))
        return player_store.holiday_of(rows[0]) if rows else None

    async def allowance_left(self, user_id: int) -> int:
        """Return the seconds that a user has left this year; holidays that were not needed cost nothing."""

        def work(db: Reader) -> int:
            year = _year(self._clock(), _zone_of(db, user_id))
            return max(0, ALLOWANCE - _overlap(player_store.spent(db, user_id), year))

        return await self._db.read_snapshot(work)

    async def away_now(self, user_ids: Iterable[int]) -> Mapping[int, int]:
        """Return the users who are away, with when they are back."""
        return await self._db.read(lambda db: player_store.away_at(db, user_ids, self._clock()))

    async def go_away(self, user_id: int, begin: int, end: int) -> HolidayAnnouncement:
        """Announce a holiday or change the current one, with a notice in all running matches of the user.

        A user has one at a time: a call during a holiday changes its end, and an announced one is replaced. A
        beginning in the past means now.

        Raises:
            InvalidTimeError: it would end before it begins, last longer than :data:`LONGEST` or lie too far ahead.
        """
        now = self._clock()
        begin = max(begin, now)
        _check(begin, end, now)

        def work(tx: Transaction) -> HolidayAnnouncement:
            player_store.delete_holidays_before(tx, user_id, now - KEPT)
            holiday = _placed(tx, user_id, begin, end, now)
            rests = allowed_until(holiday, player_store.spent(tx, user_id, but=holiday.id), _zone_of(tx, user_id))
            holiday = player_store.save_holiday(tx, replace(holiday, clocks_stopped_until=rests))
            self._schedule.enqueue(tx, HolidayCheck(holiday.id), holiday.begins)
            self._deadlines.recompute_deadlines(tx, user_id)
            return HolidayAnnouncement(holiday, self._notify_matches(tx, user_id, partial(_away, holiday)))

        return await self._db.write(work)

    async def come_back(self, user_id: int) -> HolidayAnnouncement:
        """End the current holiday or cancel the announced one, with a notice in all running matches.

        Raises:
            InvalidTimeError: there is none.
        """
        now = self._clock()

        def work(tx: Transaction) -> HolidayAnnouncement:
            present = player_store.find_holiday_not_over(tx, user_id, now)
            if present is None:
                raise InvalidTimeError(T("You have not announced a holiday. Announce one with /player away."))
            holiday = self._looked_at(tx, present)
            self._schedule.cancel(tx, HolidayCheck, subject=holiday.id)
            if holiday.begins >= now:
                player_store.delete_holiday(tx, holiday.id)
            else:
                holiday = player_store.save_holiday(
                    tx, replace(holiday, ends=now, clocks_stopped_until=min(now, holiday.clocks_stopped_until))
                )
            self._deadlines.recompute_deadlines(tx, user_id)
            said = _not_going if holiday.begins >= now else _back
            return HolidayAnnouncement(holiday, self._notify_matches(tx, user_id, said))

        return await self._db.write(work)

    async def check_holiday(self, job: HolidayCheck) -> None:
        """Check whether a holiday is needed and when to check again; do nothing while disconnected."""
        if not self._downtime.check_online(everywhere=True):
            return

        def work(tx: Transaction) -> None:
            stored = player_store.find_holiday(tx, job.holiday_id)
            if stored is None:
                self._schedule.cancel(tx, HolidayCheck, subject=job.holiday_id)
                return
            now, holiday = self._clock(), self._looked_at(tx, stored)
            if holiday.needed or now >= holiday.clocks_stopped_until:
                self._schedule.cancel(tx, HolidayCheck, subject=holiday.id)
                return
            coming = [at for at in self.deadlines_without_holidays(tx, holiday.user_id) if at > now]
            again = max(now + 1, min(*coming, now + LOOK_EVERY, holiday.clocks_stopped_until))
            self._schedule.enqueue(tx, HolidayCheck(holiday.id), max(again, holiday.begins))

        await self._db.write(work)

    def deadlines_without_holidays(self, tx: Transaction, user_id: int) -> Sequence[int]:
        """Return the deadlines that a user would have without holidays, for clocks that holidays stop."""
        availability = availability_of(tx, user_id, holidays=False)
        seats = [one.clock.seat for one in clock_store.running_of_user(tx, user_id) if one.holidays]
        return [
            after(availability, seat.since, seat.time_bank + seat.turn_time) for seat in seats if seat.since is not None
        ]

    def _looked_at(self, tx: Transaction, holiday: Holiday) -> Holiday:
        """Return the holiday, marked as needed if a deadline would have passed in it by now."""
        if holiday.needed:
            return holiday
        until = min(self._clock(), holiday.clocks_stopped_until)
        if not any(at <= until for at in self.deadlines_without_holidays(tx, holiday.user_id)):
            return holiday
        return player_store.save_holiday(tx, replace(holiday, needed=True))

    def _notify_matches(self, tx: Transaction, user_id: int, say: Callable[[Seat, Match], Text]) -> int:
        """Enqueue a notice about a user in all running matches, and return their number."""
        notified_matches = 0
        for match in match_store.active_of_user(tx, user_id):
            seat = match.seat_of(user_id)
            if match.status is not MatchStatus.RUNNING or seat is None or seat.withdrawn:
                continue
            self._outbox.enqueue(tx, Notice(match.id, say(Seat(seat.player), match)))
            notified_matches += 1
        return notified_matches


# ---------------------------------------------------------------------------------------------------------- sentences


def _back(player: Seat, _match: Match) -> Text:
    return T("{player} is back from holiday.", player=player)


def _not_going(player: Seat, _match: Match) -> Text:
    return T("{player} has cancelled the holiday.", player=player)


def _away(holiday: Holiday, player: Seat, match: Match) -> Text:
    away = T(
        "☂️ {player} is away from <t:{begins}:f> until <t:{ends}:f>.",
        player=player,
        begins=holiday.begins,
        ends=holiday.ends,
    )
    if match.time_control is None:
        return away
    if not match.terms.holidays:
        return T(
            "{away} This match has no holidays, so the clock keeps running. To wait anyway, agree on "
            "a pause with /match action: pause.",
            away=away,
        )
    if holiday.clocks_stopped_until < holiday.ends:
        return T(
            "{away} The clock is stopped until <t:{rests}:f>, when the yearly allowance is used up. "
            "Then it runs again.",
            away=away,
            rests=holiday.clocks_stopped_until,
        )
    return T("{away} The clock is stopped until then.", away=away)


# ---------------------------------------------------------------------------------------------------------- reckoning


def allowed_until(holiday: Holiday, spent: Sequence[Stretch], zone: ZoneInfo) -> int:
    """Return when the allowance is used up if the holiday is needed; each year has its own."""
    moment = holiday.begins
    while moment < holiday.ends:
        year = _year(moment, zone)
        left = max(0, ALLOWANCE - _overlap(spent, year))
        stop = min(holiday.ends, year[1])
        if moment + left < stop:
            return moment + left
        moment = stop
    return holiday.ends


def _year(moment: int, zone: ZoneInfo) -> Stretch:
    """Return the calendar year that contains a moment."""
    year = datetime.fromtimestamp(moment, zone).year
    begin, end = (round(datetime(each, 1, 1, tzinfo=zone).timestamp()) for each in (year, year + 1))
    return begin, end


def _overlap(stretches: Iterable[Stretch], within: Stretch) -> int:
    begin, end = within
    return sum(max(0, min(end, finish) - max(begin, start)) for start, finish in stretches)


def _check(begin: int, end: int, now: int) -> None:
    if end <= begin:
        raise InvalidTimeError(T("This holiday would end before it starts."))
    if begin > now + FARTHEST:
        raise InvalidTimeError(T("A holiday can be announced up to a year ahead."))
    if end - begin > LONGEST:
        raise InvalidTimeError(T("A holiday can last at most {days} days.", days=LONGEST // DAY))


def _placed(tx: Transaction, user_id: int, begin: int, end: int, now: int) -> Holiday:
    """Return the holiday to store: a new one, or the current one with new times.

    Raises:
        InvalidTimeError: another holiday would begin during the current one.
    """
    present = player_store.find_holiday_not_over(tx, user_id, now)
    if present is None:
        return Holiday(0, user_id, begin, end, end)
    if present.begins > now:
        return replace(present, begins=begin, ends=end)
    if begin > now:
        raise InvalidTimeError(
            T("You are away now. End this holiday with /player away before you announce the next one.")
        )
    _check(present.begins, end, present.begins)
    return replace(present, ends=end)


def _zone_of(db: Reader, user_id: int) -> ZoneInfo:
    return ZoneInfo(availability_of(db, user_id, holidays=False).zone)
