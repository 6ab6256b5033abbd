"""Clocks in time that does not count: quiet hours, days off, holidays, in any zone, also when the clocks change."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.matches.model.availability import ALWAYS_AVAILABLE, Availability
from bot.matches.model.time_control import DAY, HOUR, SeatClock, Terms, TimeControl
from tests.bot.matches.harness import ANN, BOB, ServiceHarness, user_of
from tests.bot.matches.timed_matches import (
    FULL_TIME,
    START,
    TIME_CONTROL,
    deadlines,
    pass_deadline,
    running_deadlines,
    start_timed_match,
    stored,
)


@pytest.fixture(autouse=True)
def availabilities(harness: ServiceHarness) -> dict[int, Availability]:
    """Availability by user; tests change it."""
    known: dict[int, Availability] = {}
    harness.availability_of = lambda _db, user_id: known.get(user_id, ALWAYS_AVAILABLE)
    return known


async def test_quiet_hours_do_not_count(harness: ServiceHarness, availabilities: dict[int, Availability]) -> None:
    zone = ZoneInfo("Europe/Istanbul")
    harness.clock.now = round(datetime(2026, 3, 2, 20, tzinfo=zone).timestamp())
    availabilities |= dict.fromkeys(
        (ANN.user_id, BOB.user_id), Availability("Europe/Istanbul", quiet_hours=(22 * 60, 8 * 60))
    )
    match = await start_timed_match(harness, terms=Terms(TimeControl(0, 4 * HOUR)))
    (mover,) = match.to_move
    due = round(datetime(2026, 3, 3, 10, tzinfo=zone).timestamp())
    assert running_deadlines(match) == {mover: due}
    harness.clock.now += 11 * HOUR  # 7 in the morning
    match = (await harness.play(match)).match
    assert match.clock_of(mover) == SeatClock(mover, 0, 2 * HOUR)


async def test_day_with_23_hours_counts_with_its_real_length(
    harness: ServiceHarness, availabilities: dict[int, Availability]
) -> None:
    zone = ZoneInfo("Europe/Berlin")
    harness.clock.now = round(datetime(2026, 3, 28, 21, tzinfo=zone).timestamp())
    availabilities |= dict.fromkeys(
        (ANN.user_id, BOB.user_id), Availability("Europe/Berlin", quiet_hours=(23 * 60, 7 * 60))
    )
    match = await start_timed_match(harness, terms=Terms(TimeControl(0, 4 * HOUR)))
    due = datetime.fromtimestamp(running_deadlines(match)[match.to_move[0]], zone)
    assert due == datetime(2026, 3, 29, 9, tzinfo=zone)
    assert running_deadlines(match)[match.to_move[0]] == harness.clock.now + 11 * HOUR


async def test_changing_the_zone_during_a_match_moves_the_deadline(
    harness: ServiceHarness, availabilities: dict[int, Availability]
) -> None:
    harness.clock.now = round(datetime(2026, 3, 2, 12, tzinfo=ZoneInfo("UTC")).timestamp())
    availabilities |= dict.fromkeys((ANN.user_id, BOB.user_id), Availability("UTC", quiet_hours=(20 * 60, 8 * 60)))
    match = await start_timed_match(harness, terms=Terms(TimeControl(0, 12 * HOUR)))
    (mover,) = match.to_move
    user = user_of(match, mover)
    noon = datetime(2026, 3, 3, 12, tzinfo=ZoneInfo("UTC"))
    assert running_deadlines(match) == {mover: noon.timestamp()}
    harness.clock.now += 2 * HOUR
    availabilities[user] = Availability("Asia/Kolkata", quiet_hours=(21 * 60, 8 * 60))
    await harness.database.write(lambda tx: harness.service.deadlines.recompute_deadlines(tx, user))
    # 14:00 in UTC is 19:30 there: of the ten hours that are left, one and a half today, the rest from 8 to 16:30.
    due = datetime(2026, 3, 3, 16, 30, tzinfo=ZoneInfo("Asia/Kolkata"))
    assert (
        running_deadlines(await stored(harness, match))
        == {mover: due.timestamp()}
        == await deadlines(harness, match.id)
    )
    assert await harness.kinds(match.id) == ["clock"]


async def test_time_used_before_a_settings_change_stays_used(
    harness: ServiceHarness, availabilities: dict[int, Availability]
) -> None:
    match = await start_timed_match(harness)
    (mover,) = match.to_move
    user = user_of(match, mover)
    harness.clock.now += 10 * HOUR
    availabilities[user] = Availability("UTC", days_off=frozenset({0, 1, 2, 3, 4, 5}))
    await harness.database.write(lambda tx: harness.service.deadlines.recompute_deadlines(tx, user))
    match = await stored(harness, match)
    assert match.clock_of(mover).turn_time == 2 * HOUR  # type: ignore[union-attr]
    assert running_deadlines(match)[mover] > START + FULL_TIME


async def test_deadlines_that_do_not_change_are_not_refreshed(harness: ServiceHarness) -> None:
    match = await start_timed_match(harness)
    await harness.database.write(
        lambda tx: harness.service.deadlines.recompute_deadlines(tx, user_of(match, match.to_move[0]))
    )
    assert await harness.kinds(match.id) == []
    assert running_deadlines(await stored(harness, match)) == running_deadlines(match)


async def test_clock_runs_in_a_holiday_where_holidays_are_excluded(
    harness: ServiceHarness, availabilities: dict[int, Availability]
) -> None:
    away = Availability(away=((START, START + 10 * DAY),))
    availabilities |= dict.fromkeys((ANN.user_id, BOB.user_id), away)
    allowed, forbidden = (
        await start_timed_match(harness),
        await start_timed_match(harness, terms=Terms(TIME_CONTROL, holidays=False)),
    )
    assert list(running_deadlines(allowed).values()) == [START + 10 * DAY + FULL_TIME]
    assert list(running_deadlines(forbidden).values()) == [START + FULL_TIME]


async def test_player_on_an_endless_holiday_still_has_a_deadline(
    harness: ServiceHarness, availabilities: dict[int, Availability]
) -> None:
    availabilities |= dict.fromkeys((ANN.user_id, BOB.user_id), Availability(away=((START, START + 3000 * DAY),)))
    match = await start_timed_match(harness)
    assert list(running_deadlines(match).values()) == [START + 1500 * DAY]


async def test_settings_change_moves_all_running_deadlines_of_a_player(
    harness: ServiceHarness, availabilities: dict[int, Availability]
) -> None:
    matches = [await start_timed_match(harness) for _ in range(30)]
    mine = {match.id for match in matches if user_of(match, match.to_move[0]) == ANN.user_id}
    assert 0 < len(mine) < 30
    availabilities[ANN.user_id] = Availability(away=((START, START + DAY),))
    await harness.database.write(lambda tx: harness.service.deadlines.recompute_deadlines(tx, ANN.user_id))
    for match in matches:
        expected = START + FULL_TIME + (DAY if match.id in mine else 0)
        assert list(running_deadlines(await stored(harness, match)).values()) == [expected]
        assert list((await deadlines(harness, match.id)).values()) == [expected]


async def test_passed_deadline_is_not_moved_by_settings(
    harness: ServiceHarness, availabilities: dict[int, Availability]
) -> None:
    match = await start_timed_match(harness)
    (mover,) = match.to_move
    harness.clock.now = START + FULL_TIME
    await pass_deadline(harness, match, mover)
    before = (await stored(harness, match)).clocks
    availabilities[user_of(match, mover)] = Availability(away=((START, START + 90 * DAY),))
    await harness.database.write(lambda tx: harness.service.deadlines.recompute_deadlines(tx, user_of(match, mover)))
    assert (await stored(harness, match)).clocks == before
