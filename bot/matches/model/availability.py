"""When a player is available: not in quiet hours, on days off or on holiday.

All moments are unix seconds, so nothing depends on where the bot runs. Days are those of the player's time zone;
when clocks change they have 23 or 25 hours (IANA zones through :mod:`zoneinfo`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

MINUTES_OF_DAY = 24 * 60
LONGEST_QUIET = 16 * 60
"""Minutes; a player needs part of each day to play in."""
HORIZON = timedelta(days=1500)
"""How far ahead available time is searched."""

Stretch = tuple[int, int]
"""From a moment (included) to another (excluded), in unix seconds."""


@dataclass(frozen=True, slots=True)
class Availability:
    """When a user has time to play; values are checked on creation."""

    zone: str = "UTC"
    """IANA name of the time zone."""
    quiet_hours: tuple[int, int] | None = None
    """Begin and end of quiet hours in minutes of the local day; over midnight if the end is smaller."""
    days_off: frozenset[int] = frozenset()
    """Days of the week without play: 0 is Monday."""
    away: tuple[Stretch, ...] = ()
    """Holidays, in any order."""

    def __post_init__(self) -> None:
        """Check the values.

        Raises:
            ValueError: no such zone, or quiet hours or days off that are none or too many.
        """
        try:
            ZoneInfo(self.zone)
        except (ZoneInfoNotFoundError, ValueError, OSError) as error:
            raise ValueError(f"there is no time zone {self.zone!r}") from error
        if self.quiet_hours is not None:
            begin, end = self.quiet_hours
            if not (
                0 <= begin < MINUTES_OF_DAY
                and 0 <= end < MINUTES_OF_DAY
                and 0 < (end - begin) % MINUTES_OF_DAY <= LONGEST_QUIET
            ):
                raise ValueError(f"quiet hours of {self.quiet_hours} minutes")
        if not self.days_off <= frozenset(range(7)) or len(self.days_off) == 7:
            raise ValueError(f"days off: {sorted(self.days_off)}")
        if any(end < begin for begin, end in self.away):
            raise ValueError("a holiday that ends before it begins")

    @property
    def is_always(self) -> bool:
        """Whether the user is always available."""
        return self.quiet_hours is None and not self.days_off and not self.away


ALWAYS_AVAILABLE = Availability()
"""Of a user who has set nothing."""


@dataclass(frozen=True, slots=True)
class Holiday:
    """A time in which a user is away."""

    id: int
    user_id: int
    begins: int
    ends: int
    """When the user is back."""
    clocks_stopped_until: int
    """Until when clocks are stopped: earlier than :attr:`ends` if the yearly allowance is too short."""
    needed: bool = False
    """Whether a deadline would have passed without it, so that it counts against the allowance."""


def after(availability: Availability, start: int, seconds: int) -> int:
    """Return the moment at which ``seconds`` of available time have passed since ``start``.

    Raises:
        ValueError: there is less time within :data:`HORIZON`.
    """
    if availability.is_always:
        return start + seconds
    left = seconds
    for begin, end in _running(availability, start):
        if left <= end - begin:
            return begin + left
        left -= end - begin
    raise ValueError(f"{seconds} s do not fit before the horizon")


def between(availability: Availability, start: int, end: int) -> int:
    """Return the available seconds from ``start`` to ``end``; 0 if ``end`` is not later.

    Time beyond :data:`HORIZON` does not count.
    """
    if end <= start:
        return 0
    if availability.is_always:
        return end - start
    total = 0
    for begin, finish in _running(availability, start):
        if begin >= end:
            break
        total += min(finish, end) - begin
    return total


def next_available(availability: Availability, moment: int) -> int:
    """Return the first available moment from ``moment`` on, when a reminder does not disturb.

    Raises:
        ValueError: there is none within :data:`HORIZON`.
    """
    if availability.is_always:
        return moment
    for begin, _ in _running(availability, moment):
        return begin
    raise ValueError("no such moment before the horizon")


def _running(availability: Availability, start: int) -> Iterator[Stretch]:
    """Yield the available intervals from ``start`` on, in order, none empty."""
    moment = start
    for begin, end in _resting(availability, start):
        if begin > moment:
            yield moment, begin
        moment = max(moment, end)


def _resting(availability: Availability, start: int) -> Iterator[Stretch]:
    """Yield the unavailable intervals by their beginning; they may overlap. The last marks the horizon."""
    zone = ZoneInfo(availability.zone)
    away = sorted(availability.away, reverse=True)
    # Quiet hours may have begun the day before.
    today = datetime.fromtimestamp(start, zone).date() - timedelta(days=1)
    last = today + HORIZON
    while today < last:
        for stretch in sorted(_resting_on(availability, zone, today)):
            while away and away[-1] <= stretch:
                yield away.pop()
            yield stretch
        today += timedelta(days=1)
        if not availability.quiet_hours and not availability.days_off:
            break
    while away:
        yield away.pop()
    horizon = _moment(zone, last, 0)
    yield horizon, horizon


def _resting_on(availability: Availability, zone: ZoneInfo, day: date) -> Iterator[Stretch]:
    """Yield the unavailable intervals that begin on a local day."""
    tomorrow = day + timedelta(days=1)
    if day.weekday() in availability.days_off:
        yield _moment(zone, day, 0), _moment(zone, tomorrow, 0)
    if availability.quiet_hours is not None:
        begin, end = availability.quiet_hours
        falls, rises = _moment(zone, day, begin), _moment(zone, day if begin < end else tomorrow, end)
        # Quiet hours that begin in an hour skipped by a clock change may end before they begin.
        if falls < rises:
            yield falls, rises


def _moment(zone: ZoneInfo, day: date, minutes: int) -> int:
    """Return a minute of a local day as a moment. A skipped minute is moved past the gap; a repeated one is the
    first.
    """
    return round(datetime.combine(day, time(minutes // 60, minutes % 60), zone).timestamp())
