"""Holidays: times in which somebody's clocks stand still and no reminder comes.

Everybody has :data:`ALLOWANCE` in each calendar year of the own time zone. A holiday counts against it, from its
beginning to its end, only if one of the player's deadlines would have run out in it; else it costs nothing. If what
is left does not last, clocks stand still for that long and then run. A match that agreed on no holidays goes on as if
there were none: its table has objected beforehand, and who wants to wait all the same agrees on a pause.
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
from bot.matches.store import clocks as clock_store
from bot.matches.store import holidays as holiday_store
from bot.matches.store import matches as match_store
from bot.matches.store.players import availability_of
from bot.storage.database import Reader, Transaction
from engines.text import Seat, T, Text

DAY = 86_400
ALLOWANCE = 28 * DAY
"""Seconds of each calendar year."""
LONGEST = 92 * DAY
"""Seconds of one holiday."""
FARTHEST = 366 * DAY
"""Seconds that a holiday can be announced ahead."""
KEPT = 800 * DAY
"""Seconds after which a holiday that is over is forgotten: no allowance and no running clock asks for it any more."""
LOOK_EVERY = 3600
"""Seconds after which somebody's deadlines are looked at again during a holiday; turns may have begun meanwhile."""


class HolidayAnnouncement(NamedTuple):
    """A holiday with how many matches were told of it."""

    holiday: Holiday
    told: int


class Holidays:
    """Going away and coming back."""

    def __init__(self, context: Context, downtime: Downtime, deadlines: Deadlines) -> None:
        self._deadlines = deadlines
        self._clock = context.clock
        self._db = context.database
        self._outbox = context.outbox
        self._schedule = context.schedule
        self._downtime = downtime

    async def holiday_of(self, user_id: int) -> Holiday | None:
        """The holiday that somebody has, or has announced."""
        rows = await self._db.rows(holiday_store.NOT_OVER, (user_id, self._clock()))
        return holiday_store.holiday_of(rows[0]) if rows else None

    async def allowance_left(self, user_id: int) -> int:
        """How many seconds somebody has left this year; a holiday that was not needed (yet) has cost nothing."""

        def work(db: Reader) -> int:
            year = _year(self._clock(), _zone_of(db, user_id))
            return max(0, ALLOWANCE - _overlap(holiday_store.spent(db, user_id), year))

        return await self._db.read(work)

    async def away_now(self, user_ids: Iterable[int]) -> Mapping[int, int]:
        """Those of the users who are away, with when they are back."""
        return await self._db.read(lambda db: holiday_store.away_at(db, user_ids, self._clock()))

    async def go_away(self, user_id: int, begin: int, end: int) -> HolidayAnnouncement:
        """Announce a holiday, or change the one there is. All running matches of the user are told.

        There is one at a time: who is away already prolongs or shortens that, a later one takes the place of another
        that has not begun. A beginning in the past is now.

        Raises:
            InvalidTimeError: it would end before it begins, last longer than :data:`LONGEST` or lie too far ahead.
        """
        now = self._clock()
        begin = max(begin, now)
        _check(begin, end, now)

        def work(tx: Transaction) -> HolidayAnnouncement:
            holiday_store.delete_before(tx, user_id, now - KEPT)
            holiday = _placed(tx, user_id, begin, end, now)
            rests = allowed_until(holiday, holiday_store.spent(tx, user_id, but=holiday.id), _zone_of(tx, user_id))
            holiday = holiday_store.save(tx, replace(holiday, clocks_stopped_until=rests))
            self._schedule.enqueue(tx, HolidayCheck(holiday.id), holiday.begins)
            self._deadlines.recompute_deadlines(tx, user_id)
            return HolidayAnnouncement(holiday, self._tell_tables(tx, user_id, partial(_away, holiday)))

        return await self._db.write(work)

    async def come_back(self, user_id: int) -> HolidayAnnouncement:
        """End a holiday now, or call one off that has not begun. All running matches of the user are told.

        Raises:
            InvalidTimeError: there is none.
        """
        now = self._clock()

        def work(tx: Transaction) -> HolidayAnnouncement:
            present = holiday_store.find_not_over(tx, user_id, now)
            if present is None:
                raise InvalidTimeError(T("You have not announced a holiday. Announce one with /player away."))
            holiday = self._looked_at(tx, present)
            self._schedule.cancel(tx, HolidayCheck, subject=holiday.id)
            if holiday.begins >= now:
                holiday_store.delete(tx, holiday.id)
            else:
                holiday = holiday_store.save(
                    tx, replace(holiday, ends=now, clocks_stopped_until=min(now, holiday.clocks_stopped_until))
                )
            self._deadlines.recompute_deadlines(tx, user_id)
            said = _not_going if holiday.begins >= now else _back
            return HolidayAnnouncement(holiday, self._tell_tables(tx, user_id, said))

        return await self._db.write(work)

    async def check_holiday(self, job: HolidayCheck) -> None:
        """See whether a holiday is needed, and when to look again; later, while there is time to be made up for."""
        if not self._downtime.check_online():
            return

        def work(tx: Transaction) -> None:
            stored = holiday_store.find(tx, job.holiday_id)
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
        """When the clocks that stand still for somebody's holiday would run out if that person took none."""
        availability = availability_of(tx, user_id, holidays=False)
        seats = [one.clock.seat for one in clock_store.running_of_user(tx, user_id) if one.holidays]
        return [
            after(availability, seat.since, seat.time_bank + seat.turn_time) for seat in seats if seat.since is not None
        ]

    def _looked_at(self, tx: Transaction, holiday: Holiday) -> Holiday:
        """The holiday, noted as needed if a deadline would have run out in it by now."""
        if holiday.needed:
            return holiday
        until = min(self._clock(), holiday.clocks_stopped_until)
        if not any(at <= until for at in self.deadlines_without_holidays(tx, holiday.user_id)):
            return holiday
        return holiday_store.save(tx, replace(holiday, needed=True))

    def _tell_tables(self, tx: Transaction, user_id: int, say: Callable[[Seat, Match], Text]) -> int:
        """Announce something about somebody in all running matches; returns in how many."""
        told = 0
        for match in match_store.active_of_user(tx, user_id):
            seat = match.seat_of(user_id)
            if match.status is not MatchStatus.RUNNING or seat is None or seat.withdrawn:
                continue
            self._outbox.enqueue(tx, Notice(match.id, say(Seat(seat.player), match)))
            told += 1
        return told


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
            "{away} This table agreed on no holidays, so the clock keeps running. To wait anyway, "
            "agree on a pause: /match pause.",
            away=away,
        )
    if holiday.clocks_stopped_until < holiday.ends:
        return T(
            "{away} The clock is stopped until <t:{rests}:f>, when the yearly allowance is used up. Then it runs.",
            away=away,
            rests=holiday.clocks_stopped_until,
        )
    return T("{away} The clock is stopped until then.", away=away)


# ---------------------------------------------------------------------------------------------------------- reckoning


def allowed_until(holiday: Holiday, spent: Sequence[Stretch], zone: ZoneInfo) -> int:
    """Until when the allowance lasts if the holiday is needed; each year has its own."""
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
    """The calendar year around a moment."""
    year = datetime.fromtimestamp(moment, zone).year
    begin, end = (round(datetime(each, 1, 1, tzinfo=zone).timestamp()) for each in (year, year + 1))
    return begin, end


def _overlap(stretches: Iterable[Stretch], within: Stretch) -> int:
    begin, end = within
    return sum(max(0, min(end, finish) - max(begin, start)) for start, finish in stretches)


def _check(begin: int, end: int, now: int) -> None:
    if end <= begin:
        raise InvalidTimeError(T("This holiday would end before it begins."))
    if begin > now + FARTHEST:
        raise InvalidTimeError(T("A holiday can be announced up to a year ahead."))
    if end - begin > LONGEST:
        raise InvalidTimeError(T("A holiday lasts {days} days at most.", days=LONGEST // DAY))


def _placed(tx: Transaction, user_id: int, begin: int, end: int, now: int) -> Holiday:
    """The holiday to be stored: a new one, or the present one with its new times.

    Raises:
        InvalidTimeError: another one is to be announced while one is going on.
    """
    present = holiday_store.find_not_over(tx, user_id, now)
    if present is None:
        return Holiday(0, user_id, begin, end, end)
    if present.begins > now:
        return replace(present, begins=begin, ends=end)
    if begin > now:
        raise InvalidTimeError(T("You are away now. Announce the next holiday when you are back: /player back."))
    _check(present.begins, end, present.begins)
    return replace(present, ends=end)


def _zone_of(db: Reader, user_id: int) -> ZoneInfo:
    return ZoneInfo(availability_of(db, user_id, holidays=False).zone)
