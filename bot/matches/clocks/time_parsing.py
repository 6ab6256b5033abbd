"""Parse typed times: quiet hours, days off, dates and durations. Ambiguous input is refused.

Days are in the user's time zone. A date without a year is the next such date; for an end, after the beginning.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.matches.errors import InvalidTimeError
from bot.matches.model.availability import LONGEST_QUIET, MINUTES_OF_DAY
from engines.text import T, excerpt, normalize_typed

NOTHING = frozenset({"", "none", "no", "never", "off", "-", "–", "0"})
"""Typed words for no quiet hours and no days off."""

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)

_CLOCK = r"(\d{1,2})(?:[:.h](\d{2})|h)?\s*(am|pm)?"
_QUIET = re.compile(rf"(?:from\s+)?{_CLOCK}\s*(?:-|–|—|to|until|till)\s*{_CLOCK}")
_NUMBER = r"(\d{1,4})"
_LENGTHS = {"m": 60, "h": 3600, "d": 86_400, "w": 7 * 86_400}
_LENGTH = re.compile(rf"{_NUMBER}\s*(minutes?|mins?|hours?|hrs?|h|days?|d|weeks?|w)")
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_DOTTED = re.compile(r"(\d{1,2})\.\s*(\d{1,2})\.?\s*(\d{4})?")
_DAY_MONTH = re.compile(r"(\d{1,2})(?:st|nd|rd|th|\.)?\s*(?:of\s+)?([a-z]{3,9})\.?,?\s*(\d{4})?")
_MONTH_DAY = re.compile(r"([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s*(\d{4})?")
_SLASHED = re.compile(r"\d{1,4}/\d{1,2}(?:/\d{1,4})?")
_AT = re.compile(r"(?P<day>.+?)(?:[\s,]+|(?<=\d)t)(?:at\s+)?(?P<hours>\d{1,2}):(?P<minutes>\d{2})")


def read_quiet_hours(typed: str) -> tuple[int, int] | None:
    """Parse quiet hours such as ``22:30-7`` or ``10pm to 6am``, in minutes of the local day; ``None`` for none.

    Raises:
        InvalidTimeError: they cannot be read, or are none or longer than 16 hours.
    """
    text = _line(typed)
    if text in NOTHING:
        return None
    found = _QUIET.fullmatch(text)
    if found is None:
        raise InvalidTimeError(
            T("I could not read “{typed}” as hours. Type them like 22:30-07:00, or “none”.", typed=excerpt(typed))
        )
    begin, end = (_minutes(found[first], found[first + 1], found[first + 2], typed) for first in (1, 4))
    return checked_quiet_hours(begin, end)


def checked_quiet_hours(begin: int, end: int) -> tuple[int, int]:
    """Return valid quiet hours, which leave part of the day for play.

    Raises:
        InvalidTimeError: they are none, or too many.
    """
    begin, end = begin % MINUTES_OF_DAY, end % MINUTES_OF_DAY
    if not 0 < (end - begin) % MINUTES_OF_DAY <= LONGEST_QUIET:
        raise InvalidTimeError(
            T(
                "Quiet hours can be at most {hours} hours a day, so that there is time to play.",
                hours=LONGEST_QUIET // 60,
            )
        )
    return begin, end


def _minutes(hours: str, minutes: str | None, half: str | None, typed: str) -> int:
    hour, minute = int(hours), int(minutes or 0)
    if half is not None and 1 <= hour <= 12:
        hour = hour % 12 + (12 if half == "pm" else 0)
    elif half is not None or hour > 24 or (hour == 24 and minute):
        raise _no_time(typed)
    if minute > 59:
        raise _no_time(typed)
    return (hour * 60 + minute) % MINUTES_OF_DAY


def _no_time(typed: str) -> InvalidTimeError:
    return InvalidTimeError(T("There is no such time of day in “{typed}”.", typed=excerpt(typed)))


def read_days_off(typed: str) -> frozenset[int]:
    """Parse days of the week such as ``Sat, Sun``, ``weekend`` or ``Fri-Sun``; 0 is Monday.

    Raises:
        InvalidTimeError: they cannot be read, or are all seven.
    """
    text = _line(typed)
    if text in NOTHING:
        return frozenset()
    days: set[int] = set()
    parts = re.split(r"[,;&+\s]+|\band\b", re.sub(r"\s*[-–]\s*", "-", text))
    for part in filter(None, parts):
        if part in {"weekend", "weekends"}:
            days |= {5, 6}
            continue
        first, dash, last = part.partition("-")
        begin = _weekday(first, typed)
        end = _weekday(last, typed) if dash else begin
        days |= {(begin + step) % 7 for step in range((end - begin) % 7 + 1)}
    return checked_days_off(frozenset(days))


def checked_days_off(days: frozenset[int]) -> frozenset[int]:
    """Return valid days off, which leave one day for play.

    Raises:
        InvalidTimeError: they do not.
    """
    if len(days) == 7:
        raise InvalidTimeError(T("Keep at least one day of the week to play on."))
    return days


def _weekday(word: str, typed: str) -> int:
    found = _named(word, WEEKDAYS, 2)
    if found is None:
        raise InvalidTimeError(
            T("I could not read “{typed}” as days. Type them like Sat Sun, or “none”.", typed=excerpt(typed))
        )
    return found


def read_begin(typed: str, zone: str, now: int) -> int:
    """Parse a beginning; a date means its midnight.

    Raises:
        InvalidTimeError: it cannot be read.
    """
    return _read(typed, ZoneInfo(zone), now, now, lambda day: day)


def read_until(typed: str, zone: str, begin: int, now: int) -> int:
    """Parse an end; a date means the midnight after that day, a duration counts from ``begin``.

    Raises:
        InvalidTimeError: it cannot be read.
    """
    return _read(typed, ZoneInfo(zone), begin, now, lambda day: day + timedelta(days=1))


def _read(typed: str, zone: ZoneInfo, begin: int, now: int, whole: Callable[[date], date]) -> int:
    text = _line(typed)
    length = _read_length(text)
    if length is not None:
        return begin + length
    if text == "now":
        return now
    clock = _AT.fullmatch(text)
    try:
        today, first = (datetime.fromtimestamp(moment, zone).date() for moment in (now, begin))
        if clock is None:
            return _moment(whole(_read_day(text, today, first, typed)), time(), zone)
        hours, minutes = int(clock["hours"]), int(clock["minutes"])
        if hours > 23 or minutes > 59:
            raise _no_time(typed)
        return _moment(_read_day(clock["day"], today, first, typed), time(hours, minutes), zone)
    except (OverflowError, ValueError):
        raise _no_day(typed) from None


def _read_length(text: str) -> int | None:
    """Parse a duration such as ``5d`` or ``2 weeks 3 days``, in seconds."""
    parts = re.sub(r"\s*(?:,|\+|and)\s*", " ", text).strip()
    found = list(_LENGTH.finditer(parts))
    if not found or "".join(part[0] for part in found).replace(" ", "") != parts.replace(" ", ""):
        return None
    return sum(int(part[1]) * _LENGTHS[part[2][0]] for part in found)


def _no_day(typed: str) -> InvalidTimeError:
    return InvalidTimeError(T("There is no such day: “{typed}”.", typed=excerpt(typed)))


def _read_day(text: str, today: date, first: date, typed: str) -> date:
    """Parse a day; weekdays and dates without a year mean the next one from ``first`` on."""
    near = {"today": today, "tomorrow": today + timedelta(days=1)}
    if text in near:
        return near[text]
    weekday = _named(text.removeprefix("next "), WEEKDAYS, 3)
    if weekday is not None:
        return first + timedelta(days=(weekday - first.weekday() - 1) % 7 + 1)
    if _SLASHED.fullmatch(text):
        raise InvalidTimeError(
            T("In “{typed}” I cannot tell the day from the month. Type it like 2026-12-24 or 24 Dec.", typed=text)
        )
    found = _numbers(text)
    if found is None:
        raise InvalidTimeError(
            T(
                "I could not read “{typed}” as a time. Type a date like 2026-12-24 or 24 Dec, or a "
                "duration like 5d or 2 weeks.",
                typed=excerpt(typed),
            )
        )
    year, month, day = found
    return date(year, month, day) if year is not None else _next_such(month, day, first)


def _numbers(text: str) -> tuple[int | None, int, int] | None:
    """Return year, month and day of a date."""
    if found := _ISO.fullmatch(text):
        return int(found[1]), int(found[2]), int(found[3])
    if found := _DOTTED.fullmatch(text):
        return _year(found[3]), int(found[2]), int(found[1])
    if (found := _DAY_MONTH.fullmatch(text)) and (month := _named(found[2], MONTHS, 3)) is not None:
        return _year(found[3]), month + 1, int(found[1])
    if (found := _MONTH_DAY.fullmatch(text)) and (month := _named(found[1], MONTHS, 3)) is not None:
        return _year(found[3]), month + 1, int(found[2])
    return None


def _next_such(month: int, day: int, today: date) -> date:
    """Return the next such day of a year; for 29 February, the next leap day."""
    for year in range(today.year, today.year + 9):
        try:
            found = date(year, month, day)
        except ValueError:
            if (month, day) != (2, 29):
                raise
            continue
        if found >= today:
            return found
    raise ValueError("no such day")


def _year(digits: str | None) -> int | None:
    return None if digits is None else int(digits)


def _named(word: str, names: tuple[str, ...], shortest: int) -> int | None:
    """Return the number of a name, which may be abbreviated."""
    if len(word) < shortest:
        return None
    return next((number for number, name in enumerate(names) if name.startswith(word.rstrip("."))), None)


def _moment(day: date, at: time, zone: ZoneInfo) -> int:
    return round(datetime.combine(day, at, zone).timestamp())


def _line(typed: str) -> str:
    return " ".join(normalize_typed(typed).split())
