"""The time that counts: quiet hours, days off and holidays, in any time zone, also when the clocks change."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.matches.model.availability import ALWAYS_AVAILABLE, Availability, after, between, next_available

HOUR = 3600
BERLIN = "Europe/Berlin"


def moment(text: str) -> int:
    """Return the Unix seconds of a moment in UTC, such as ``2026-03-29 01:00``."""
    return round(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


def test_all_time_counts_without_settings() -> None:
    assert after(ALWAYS_AVAILABLE, 1000, 50) == 1050
    assert between(ALWAYS_AVAILABLE, 1000, 1050) == 50
    assert next_available(ALWAYS_AVAILABLE, 1000) == 1000


def test_quiet_hours_over_midnight_do_not_count() -> None:
    availability = Availability("Europe/Istanbul", quiet_hours=(22 * 60, 7 * 60))
    # 20:00 in Istanbul, always UTC+3: two hours until the night, which lasts until 7:00.
    evening = moment("2026-06-01 17:00")
    assert after(availability, evening, 2 * HOUR) == evening + 2 * HOUR
    assert after(availability, evening, 2 * HOUR + 1) == moment("2026-06-02 04:00") + 1
    assert between(availability, evening, moment("2026-06-02 05:00")) == 3 * HOUR


def test_start_in_quiet_hours_counts_from_the_morning() -> None:
    availability = Availability("UTC", quiet_hours=(22 * 60, 7 * 60))
    assert after(availability, moment("2026-06-01 03:00"), HOUR) == moment("2026-06-01 08:00")
    assert next_available(availability, moment("2026-06-01 23:00")) == moment("2026-06-02 07:00")
    assert next_available(availability, moment("2026-06-01 07:00")) == moment("2026-06-01 07:00")


def test_days_off_follow_the_time_zone() -> None:
    # In Kiritimati (UTC+14) Saturday the 6th begins on Friday at 10:00 UTC.
    availability = Availability("Pacific/Kiritimati", days_off=frozenset({5, 6}))
    friday = moment("2026-06-05 09:00")
    assert after(availability, friday, HOUR) == friday + HOUR
    assert after(availability, friday, HOUR + 1) == moment("2026-06-07 10:00") + 1


def test_quiet_hours_follow_a_zone_with_a_half_hour_offset() -> None:
    availability = Availability("Asia/Kolkata", quiet_hours=(0, 6 * 60))
    assert next_available(availability, moment("2026-06-01 20:00")) == moment("2026-06-02 00:30")


@pytest.mark.parametrize(
    ("day", "hours"),
    [("2026-03-29", 23), ("2026-10-25", 25), ("2026-06-01", 24)],
)
def test_day_off_lasts_as_long_as_its_day_when_the_clocks_change(day: str, hours: int) -> None:
    local = datetime.fromisoformat(day)
    availability = Availability(BERLIN, days_off=frozenset({local.weekday()}))
    before, past = moment(f"{day} 00:00") - 6 * HOUR, moment(f"{day} 00:00") + 30 * HOUR
    assert between(availability, before, past) == 36 * HOUR - hours * HOUR


def test_quiet_hours_lose_the_hour_that_the_clocks_skip() -> None:
    # From 1:00 to 4:00 in Berlin: two hours on the day that leaves out 2:00 to 3:00.
    availability = Availability(BERLIN, quiet_hours=(60, 4 * 60))
    assert between(availability, moment("2026-03-28 23:00"), moment("2026-03-29 05:00")) == 4 * HOUR


def test_quiet_hours_within_a_skipped_hour_take_no_time() -> None:
    availability = Availability(BERLIN, quiet_hours=(150, 180))
    assert between(availability, moment("2026-03-28 23:00"), moment("2026-03-29 05:00")) == 6 * HOUR


def test_holidays_do_not_count() -> None:
    away = (moment("2026-07-01 00:00"), moment("2026-07-15 00:00"))
    availability = Availability("UTC", quiet_hours=(0, 8 * 60), away=(away,))
    assert after(availability, moment("2026-06-30 23:00"), 2 * HOUR) == moment("2026-07-15 09:00")
    only_away = Availability(away=(away,))
    assert after(only_away, away[0] - HOUR, 2 * HOUR) == away[1] + HOUR
    assert between(only_away, away[0], away[1]) == 0


@pytest.mark.parametrize(
    "values",
    [
        {"zone": "Middle/Earth"},
        {"zone": "../etc/passwd"},
        {"zone": ""},
        {"quiet_hours": (60, 60)},
        {"quiet_hours": (0, 17 * 60)},
        {"quiet_hours": (-1, 60)},
        {"quiet_hours": (0, 24 * 60)},
        {"days_off": frozenset(range(7))},
        {"days_off": frozenset({7})},
        {"away": ((2, 1),)},
    ],
)
def test_invalid_availability_is_refused(values: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"time zone|quiet|days off|holiday"):
        Availability(**values)  # type: ignore[arg-type]


def test_counting_beyond_the_horizon_raises_an_error() -> None:
    availability = Availability(away=((0, moment("2099-01-01 00:00")),))
    with pytest.raises(ValueError, match="horizon"):
        after(availability, moment("2026-01-01 00:00"), 1)
    with pytest.raises(ValueError, match="horizon"):
        next_available(availability, moment("2026-01-01 00:00"))


AVAILABILITIES = st.builds(
    lambda zone, begin, length, days, away: Availability(
        zone,
        None if length == 0 else (begin, (begin + length) % 1440),
        days,
        tuple((start, start + span) for start, span in away),
    ),
    st.sampled_from(["UTC", BERLIN, "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "America/Santiago"]),
    st.integers(0, 1439),
    st.integers(0, 16 * 60),
    st.frozensets(st.integers(0, 6), max_size=6),
    st.lists(st.tuples(st.integers(1_790_000_000, 1_800_000_000), st.integers(0, 20 * 86400)), max_size=3),
)
MOMENTS = st.integers(1_790_000_000, 1_800_000_000)


@given(AVAILABILITIES, MOMENTS, st.integers(0, 9 * 86400))
def test_counted_time_and_its_end_agree(availability: Availability, start: int, seconds: int) -> None:
    end = after(availability, start, seconds)
    assert end >= start + seconds
    assert between(availability, start, end) == seconds


@given(AVAILABILITIES, MOMENTS, st.integers(0, 20 * 86400), st.integers(0, 20 * 86400))
def test_counted_time_adds_up(availability: Availability, start: int, first: int, second: int) -> None:
    middle, end = start + first, start + first + second
    assert between(availability, start, middle) + between(availability, middle, end) == between(
        availability, start, end
    )


@given(AVAILABILITIES, MOMENTS)
def test_next_available_moment_is_the_first_that_counts(availability: Availability, start: int) -> None:
    awake = next_available(availability, start)
    assert between(availability, start, awake) == 0
    assert between(availability, awake, awake + 1) == 1
