"""How time controls are typed, and how they are written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.matches.errors import TimeControlError
from bot.matches.model.time_control import (
    DAILY,
    DAY,
    HOUR,
    LIVE,
    MAX_PER_TURN,
    MAX_TIME_BANK,
    MIN_PER_TURN,
    MINUTE,
    RELAXED,
    TimeControl,
    dump_time_control,
    load_time_control,
    parse_time_control,
    preset_name,
    short,
    span,
)


@pytest.mark.parametrize(
    ("typed", "time_control"),
    [
        ("none", None),
        ("Relaxed", RELAXED),
        (" daily ", DAILY),
        ("live", LIVE),
        ("3d+24h", RELAXED),
        ("1 day + 12 hours", DAILY),
        ("15min+1min", LIVE),
        ("15 m + 60 s", LIVE),
        ("1d12h + 6h", TimeControl(36 * HOUR, 6 * HOUR)),
        ("1 day, 12 hours and 30 minutes + 90 min", TimeControl(36 * HOUR + 30 * MINUTE, 90 * MINUTE)),
        ("1w + 1.5h", TimeControl(7 * DAY, 90 * MINUTE)),
        ("0,5 d + 1 hr.", TimeControl(12 * HOUR, HOUR)),
        ("12h", TimeControl(0, 12 * HOUR)),
        ("0 + 12h", TimeControl(0, 12 * HOUR)),
        ("+12h", TimeControl(0, 12 * HOUR)),
        ("３ｄ＋２４ｈ", RELAXED),
    ],
)
def test_time_control_is_parsed_leniently(typed: str, time_control: TimeControl | None) -> None:
    assert parse_time_control(typed) == time_control


@pytest.mark.parametrize("typed", ["fast", "3d + banana", "1d + 2h + 3h", "15+1", "1d 12 + 6h", "-1d + 6h", "1e9d+1h"])
def test_invalid_input_is_refused_with_an_example(typed: str) -> None:
    with pytest.raises(TimeControlError, match=r"as a pace.*2d \+ 12h") as caught:
        parse_time_control(typed)
    assert f"“{typed}”" in str(caught.value)


@pytest.mark.parametrize("typed", ["", "3d + 0", "2d+30s", "1d + 15d", "0"])
def test_time_per_turn_is_required_and_bounded(typed: str) -> None:
    with pytest.raises(TimeControlError, match="from 1 minute to 14 days"):
        parse_time_control(typed)


def test_time_bank_is_bounded() -> None:
    with pytest.raises(TimeControlError, match="at most 30 days"):
        parse_time_control("31d + 1d")


BANKS, TURN_TIMES = (
    st.integers(-(-least // MINUTE), most // MINUTE).map(lambda minutes: minutes * MINUTE)
    for least, most in ((0, MAX_TIME_BANK), (MIN_PER_TURN, MAX_PER_TURN))
)
TIME_CONTROLS = st.none() | st.builds(TimeControl, BANKS, TURN_TIMES)


@given(TIME_CONTROLS)
def test_time_control_survives_formatting_and_storing(time_control: TimeControl | None) -> None:
    assert load_time_control(dump_time_control(time_control)) == time_control
    if time_control is not None:
        assert parse_time_control(short(time_control)) == time_control


@given(st.text(alphabet="0123456789dhms+., anuro", max_size=20))
def test_any_text_is_parsed_or_refused(typed: str) -> None:
    try:
        time_control = parse_time_control(typed)
    except TimeControlError:
        return
    assert time_control is None or MIN_PER_TURN <= time_control.per_turn <= MAX_PER_TURN


def test_presets_have_names() -> None:
    assert [preset_name(time_control) for time_control in (None, RELAXED, DAILY, LIVE, TimeControl(0, HOUR))] == [
        "none",
        "relaxed",
        "daily",
        "live",
        None,
    ]


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (30, "30 seconds"),
        (60, "1 minute"),
        (90, "90 seconds"),
        (15 * MINUTE, "15 minutes"),
        (90 * MINUTE, "90 minutes"),
        (HOUR, "1 hour"),
        (24 * HOUR, "24 hours"),
        (25 * HOUR + 30 * MINUTE, "25 hours 30 minutes"),
        (3 * DAY, "3 days"),
        (3 * DAY + HOUR, "3 days 1 hour"),
    ],
)
def test_duration_is_written_in_words(seconds: int, words: str) -> None:
    assert str(span(seconds)) == words
