"""Times are read as people type them."""

from __future__ import annotations

import contextlib
import string
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.matches.clocks.time_parsing import read_begin, read_days_off, read_quiet_hours, read_until
from bot.matches.errors import InvalidTimeError
from bot.matches.model.availability import LONGEST_QUIET, MINUTES_OF_DAY, Availability

NOW = round(datetime(2026, 11, 21, 15, 30, tzinfo=UTC).timestamp())
"""A Saturday."""


@pytest.mark.parametrize(
    ("typed", "quiet"),
    [
        ("22-7", (1320, 420)),
        ("22:30 - 07:15", (1350, 435)),
        ("22h30–7h", (1350, 420)),
        ("10pm to 6am", (1320, 360)),
        ("12am-12pm", (0, 720)),
        ("from 23 until 24", (1380, 0)),
        ("２２：３０－７", (1350, 420)),
        ("1 - 5", (60, 300)),
        ("none", None),
        (" Off ", None),
    ],
)
def test_quiet_hours_are_parsed_leniently(typed: str, quiet: tuple[int, int] | None) -> None:
    assert read_quiet_hours(typed) == quiet


@pytest.mark.parametrize("typed", ["22", "22-", "25-7", "22:60-7", "7-7", "0-17", "13pm-2", "at night", "24:30-7"])
def test_unclear_or_too_long_quiet_hours_are_refused(typed: str) -> None:
    with pytest.raises(InvalidTimeError):
        read_quiet_hours(typed)


@pytest.mark.parametrize(
    ("typed", "days"),
    [
        ("Sat Sun", {5, 6}),
        ("weekend", {5, 6}),
        ("fri-mon", {4, 5, 6, 0}),
        ("Mon, Tuesday and we", {0, 1, 2}),
        ("sunday", {6}),
        ("none", set()),
    ],
)
def test_days_off_are_parsed_leniently(typed: str, days: set[int]) -> None:
    assert read_days_off(typed) == days


@pytest.mark.parametrize("typed", ["x", "mon-sun", "someday", "m"])
def test_unclear_or_seven_days_off_are_refused(typed: str) -> None:
    with pytest.raises(InvalidTimeError):
        read_days_off(typed)


@pytest.mark.parametrize(
    ("typed", "end"),
    [
        ("2026-12-24", "2026-12-25 00:00"),
        ("24 Dec", "2026-12-25 00:00"),
        ("December 24th", "2026-12-25 00:00"),
        ("24. 12.", "2026-12-25 00:00"),
        ("24.12.2027", "2027-12-25 00:00"),
        ("1 Jan", "2027-01-02 00:00"),
        ("21 nov", "2026-11-22 00:00"),
        ("20 nov", "2027-11-21 00:00"),
        ("29 feb", "2028-03-01 00:00"),
        ("5d", "2026-11-26 15:30"),
        ("2 weeks", "2026-12-05 15:30"),
        ("1 week and 3 days", "2026-12-01 15:30"),
        ("36h", "2026-11-23 03:30"),
        ("today", "2026-11-22 00:00"),
        ("tomorrow", "2026-11-23 00:00"),
        ("Saturday", "2026-11-29 00:00"),
        ("next wed", "2026-11-26 00:00"),
        ("24 Dec 18:00", "2026-12-24 18:00"),
        ("2026-12-24T18:00", "2026-12-24 18:00"),
        ("tomorrow at 9:15", "2026-11-22 09:15"),
    ],
)
def test_end_of_a_holiday_is_parsed_leniently_and_includes_its_last_day(typed: str, end: str) -> None:
    read = read_until(typed, "UTC", NOW, NOW)
    assert datetime.fromtimestamp(read, UTC).strftime("%Y-%m-%d %H:%M") == end


def test_days_follow_the_time_zone_of_the_user() -> None:
    assert read_begin("24 Dec", "Asia/Kolkata", NOW) == read_begin("24 Dec", "UTC", NOW) - 5 * 3600 - 1800
    assert read_begin("today", "Pacific/Auckland", NOW) == round(datetime(2026, 11, 21, 11, tzinfo=UTC).timestamp())


@pytest.mark.parametrize(
    ("begin", "until", "days"),
    [("1 Dec", "20 Nov", 355), ("Mon", "Fri", 5), ("24 Dec", "2 Jan", 10), ("1 Dec", "tomorrow", -8)],
)
def test_end_without_a_year_is_the_next_such_day_after_the_start(begin: str, until: str, days: int) -> None:
    first = read_begin(begin, "UTC", NOW)
    assert read_until(until, "UTC", first, NOW) - first == days * 86_400


def test_day_of_a_clock_change_has_its_own_length() -> None:
    begin = read_begin("2027-03-28", "Europe/Berlin", NOW)
    assert read_until("2027-03-28", "Europe/Berlin", begin, NOW) - begin == 23 * 3600


@pytest.mark.parametrize(
    "typed", ["3/4", "12/24/2026", "31 Feb", "xyz", "2026-13-01", "24 Dec 25:00", "0.0.", "5", "9999-12-31"]
)
def test_unclear_date_is_quoted_in_the_refusal(typed: str) -> None:
    with pytest.raises(InvalidTimeError) as caught:
        read_until(typed, "UTC", NOW, NOW)
    assert typed.lower() in str(caught.value).lower()


def test_end_after_a_start_beyond_all_calendars_is_refused() -> None:
    begin = read_begin("9999w " * 45, "UTC", NOW)
    with pytest.raises(InvalidTimeError):
        read_until("24 Dec", "UTC", begin, NOW)


@given(st.text(string.printable + "–—İı½²", max_size=30))
def test_any_input_is_parsed_or_refused(typed: str) -> None:
    for read in (read_quiet_hours, read_days_off, lambda text: read_until(text, "Asia/Kathmandu", NOW, NOW)):
        with contextlib.suppress(InvalidTimeError):
            read(typed)


@given(st.integers(0, MINUTES_OF_DAY - 1), st.integers(0, MINUTES_OF_DAY - 1))
def test_parsed_quiet_hours_are_valid_in_an_availability(begin: int, end: int) -> None:
    typed = f"{begin // 60:02}:{begin % 60:02}-{end // 60:02}:{end % 60:02}"
    if 0 < (end - begin) % MINUTES_OF_DAY <= LONGEST_QUIET:
        assert Availability(quiet_hours=read_quiet_hours(typed)).quiet_hours == (begin, end)
    else:
        with pytest.raises(InvalidTimeError):
            read_quiet_hours(typed)
