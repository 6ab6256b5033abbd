"""Time zones are found as people type them."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.matches.clocks.time_zones import find_zones, local_time, offset_of
from bot.matches.model.availability import Availability

WINTER = round(datetime(2026, 1, 15, 12, 0, tzinfo=UTC).timestamp())
SUMMER = round(datetime(2026, 7, 15, 12, 0, tzinfo=UTC).timestamp())


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Europe/Istanbul", "Europe/Istanbul"),
        ("europe/istanbul", "Europe/Istanbul"),
        ("istanbul", "Europe/Istanbul"),
        ("İstanbul", "Europe/Istanbul"),
        ("Ankara", "Europe/Istanbul"),
        ("turkey", "Europe/Istanbul"),
        ("new york", "America/New_York"),
        ("San Francisco", "America/Los_Angeles"),
        ("são paulo", "America/Sao_Paulo"),
        ("Mumbai", "Asia/Kolkata"),
        ("utc", "UTC"),
        ("GMT", "UTC"),
        ("+5:45", "Asia/Kathmandu"),
        ("UTC +12:45", "Pacific/Chatham"),
        ("US/Pacific", "US/Pacific"),
    ],
)
def test_zone_is_found_by_name_city_country_or_offset(typed: str, zone: str) -> None:
    at = SUMMER if typed == "UTC +12:45" else WINTER
    assert find_zones(typed, at) == (zone,)


def test_offset_is_searched_as_it_is_at_that_moment() -> None:
    assert "Europe/Berlin" in find_zones("UTC+1", WINTER, 400)
    assert "Europe/Berlin" not in find_zones("UTC+1", SUMMER, 400)
    assert "Europe/Berlin" in find_zones("+2", SUMMER, 400)
    assert find_zones("UTC-9:30", WINTER) == ("Pacific/Marquesas",)
    assert find_zones("UTC+3", WINTER, 400)[-1] == "Etc/GMT-3"


def test_zones_are_listed_likeliest_first() -> None:
    assert find_zones("par", WINTER)[-1] == "America/Asuncion", "a match of a country comes after cities"
    found = find_zones("san", WINTER)
    assert len(found) > 2
    assert set(found) >= {"America/Santiago", "America/Los_Angeles"}
    assert len(find_zones("united states", WINTER)) == 25
    assert find_zones("Atlantis", WINTER) == ()
    assert find_zones("  ", WINTER) == ()


def test_local_time_and_offset_are_formatted() -> None:
    assert (local_time("Asia/Kolkata", WINTER), offset_of("Asia/Kolkata", WINTER)) == ("17:30", "UTC+5:30")
    assert offset_of("America/St_Johns", WINTER) == "UTC−3:30"
    assert offset_of("UTC", WINTER) == "UTC"
    assert find_zones(offset_of("America/St_Johns", WINTER), WINTER) == ("America/St_Johns",)


@given(st.text(max_size=20))
def test_any_input_finds_zones_valid_in_an_availability(typed: str) -> None:
    for zone in find_zones(typed, WINTER):
        assert Availability(zone).zone == zone


@given(st.integers(-12 * 4, 14 * 4))
def test_zones_found_by_an_offset_have_it(quarters: int) -> None:
    minutes = quarters * 15
    typed = f"UTC{'-' if minutes < 0 else '+'}{abs(minutes) // 60}:{abs(minutes) % 60:02}"
    for zone in find_zones(typed, SUMMER, 100):
        shift = datetime.fromtimestamp(SUMMER, ZoneInfo(zone)).utcoffset()
        assert shift is not None
        assert shift.total_seconds() == minutes * 60
