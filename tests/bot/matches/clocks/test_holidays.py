"""Holidays: their announcements, their cost, and when clocks run again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.matches.clocks.holidays import ALLOWANCE, LONGEST, allowed_until
from bot.matches.errors import InvalidTimeError
from bot.matches.model.availability import Holiday, after
from bot.matches.model.jobs import HolidayCheck
from bot.matches.model.match import Match
from bot.matches.model.time_control import DAY, TermsRequest
from bot.matches.store.players import availability_of
from bot.storage.database import Transaction
from tests.bot.matches.harness import ANN, BOB, CEM, ServiceHarness, refused, start_match

pytestmark = pytest.mark.engines("sqlite", "postgres")

MARCH = round(datetime(2026, 3, 1, tzinfo=UTC).timestamp())
DECEMBER = round(datetime(2026, 12, 20, tzinfo=UTC).timestamp())
UTC_ZONE = ZoneInfo("UTC")


@pytest.fixture
def deadlines(harness: ServiceHarness, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The deadlines that Ann would have without a holiday; tests change them."""
    found: list[int] = []

    def given_deadlines(_tx: Transaction, user_id: int) -> Sequence[int]:
        return found if user_id == ANN.user_id else ()

    monkeypatch.setattr(harness.service.holidays, "deadlines_without_holidays", given_deadlines)
    harness.clock.now = MARCH
    return found


async def timed_match(harness: ServiceHarness, *, holidays: bool = True) -> Match:
    """Return a match of three with a day in the bank and a day per turn, in which Ann is to move."""
    match = await start_match(harness.service, "lap", (ANN, BOB, CEM), terms=TermsRequest("1d+1d", holidays))
    await harness.rows(match.id)
    return match


async def notices(harness: ServiceHarness, match: Match) -> list[str]:
    """Return the notices posted in a match."""
    return [str(row.args["text"]) for row in await harness.rows(match.id) if row.kind == "notice"]


async def deadline(harness: ServiceHarness, match: Match) -> int | None:
    """Return Ann's deadline."""
    return (await harness.service.history.get(match.id)).deadline_of(0)


async def check_holiday_if_due(harness: ServiceHarness) -> int | None:
    """Run the job of Ann's holiday if it is due; return when it is due next."""
    rows = await harness.database.rows("SELECT at, args FROM due WHERE kind = ?", (HolidayCheck.kind,))
    if rows and rows[0]["at"] <= harness.clock.now:
        await harness.service.holidays.check_holiday(HolidayCheck(json.loads(rows[0]["args"])["who"]))
        rows = await harness.database.rows("SELECT at FROM due WHERE kind = ?", (HolidayCheck.kind,))
    return rows[0]["at"] if rows else None


async def run_jobs_until(harness: ServiceHarness, end: int) -> None:
    """Run every holiday job until a moment, which is the time afterwards."""
    while (at := await check_holiday_if_due(harness)) is not None and at <= end:
        harness.clock.now = max(at, harness.clock.now)
    harness.clock.now = end


async def test_holiday_is_announced_once_in_each_running_match_of_its_player(harness: ServiceHarness) -> None:
    first, second = await harness.start(ANN, BOB), await harness.start(CEM, ANN)
    other, over = await harness.start(BOB, CEM), await harness.play_out(await harness.start(ANN, BOB))
    for match in (first, second, other, over):
        await harness.rows(match.id)
    announcement = await harness.service.holidays.go_away(ANN.user_id, 0, harness.clock() + 5 * DAY)
    assert announcement.notified_matches == 2
    for match in (first, second):
        (row,) = await harness.rows(match.id)
        assert (row.kind, row.args["mention"]) == ("notice", [])
    for match in (other, over):
        assert await harness.rows(match.id) == []
    await harness.service.holidays.come_back(ANN.user_id)
    assert [len(await harness.rows(match.id)) for match in (first, second, other)] == [1, 1, 0]


async def test_holiday_stops_clocks_from_its_beginning_to_its_end(harness: ServiceHarness) -> None:
    begin = harness.clock() + DAY
    await harness.service.holidays.go_away(ANN.user_id, begin, begin + 5 * DAY)
    availability = await harness.database.read(lambda db: availability_of(db, ANN.user_id))
    assert after(availability, harness.clock(), 2 * DAY) == begin + 6 * DAY
    without = await harness.database.read(lambda db: availability_of(db, ANN.user_id, holidays=False))
    assert after(without, harness.clock(), 2 * DAY) == harness.clock() + 2 * DAY


async def test_every_availability_change_recomputes_deadlines(
    harness: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    recomputed: list[int] = []
    monkeypatch.setattr(
        harness.service.deadlines, "recompute_deadlines", lambda _tx, user_id: recomputed.append(user_id)
    )
    service = harness.service
    await service.player_settings.change(ANN.user_id, theme="light", remind_every=0)
    assert recomputed == []
    changes: tuple[dict[str, object], ...] = (
        {"zone": "Asia/Kolkata"},
        {"quiet_hours": (60, 120)},
        {"days_off": frozenset({6})},
    )
    for change in changes:
        await service.player_settings.change(ANN.user_id, **change)
    await service.holidays.go_away(ANN.user_id, 0, harness.clock() + DAY)
    await service.holidays.come_back(ANN.user_id)
    assert recomputed == [ANN.user_id] * 5


async def test_holiday_costs_nothing_if_no_deadline_would_have_passed(
    harness: ServiceHarness, deadlines: list[int]
) -> None:
    deadlines.append(MARCH + 6 * DAY)
    await harness.service.holidays.go_away(ANN.user_id, 0, MARCH + 5 * DAY)
    await run_jobs_until(harness, MARCH + 5 * DAY)
    assert await harness.service.holidays.allowance_left(ANN.user_id) == ALLOWANCE
    assert await check_holiday_if_due(harness) is None


async def test_holiday_counts_as_a_whole_once_a_deadline_would_have_passed(
    harness: ServiceHarness, deadlines: list[int]
) -> None:
    deadlines.append(MARCH + 2 * DAY)
    await harness.service.holidays.go_away(ANN.user_id, 0, MARCH + 5 * DAY)
    harness.clock.now = MARCH + 2 * DAY - 1
    await run_jobs_until(harness, harness.clock.now)
    assert await harness.service.holidays.allowance_left(ANN.user_id) == ALLOWANCE
    await run_jobs_until(harness, MARCH + 2 * DAY + 1)
    await check_holiday_if_due(harness)
    assert await harness.service.holidays.allowance_left(ANN.user_id) == ALLOWANCE - 5 * DAY
    deadlines.clear()  # played meanwhile: it was still needed
    await harness.service.holidays.come_back(ANN.user_id)
    assert await harness.service.holidays.allowance_left(ANN.user_id) == ALLOWANCE - (2 * DAY + 1)


async def test_playing_in_time_during_a_holiday_costs_nothing(harness: ServiceHarness, deadlines: list[int]) -> None:
    deadlines.append(MARCH + 2 * DAY)
    await harness.service.holidays.go_away(ANN.user_id, 0, MARCH + 5 * DAY)
    await run_jobs_until(harness, MARCH + DAY)
    deadlines.clear()
    await run_jobs_until(harness, MARCH + 5 * DAY)
    assert await harness.service.holidays.allowance_left(ANN.user_id) == ALLOWANCE


async def test_turn_that_begins_during_the_holiday_counts_too(harness: ServiceHarness, deadlines: list[int]) -> None:
    await harness.service.holidays.go_away(ANN.user_id, 0, MARCH + 5 * DAY)
    await run_jobs_until(harness, MARCH + DAY)
    deadlines.append(MARCH + 2 * DAY)
    await run_jobs_until(harness, MARCH + 3 * DAY)
    assert await harness.service.holidays.allowance_left(ANN.user_id) == ALLOWANCE - 5 * DAY


async def test_clocks_run_when_the_holiday_allowance_is_used_up(harness: ServiceHarness, deadlines: list[int]) -> None:
    deadlines.append(MARCH + DAY)
    await harness.service.holidays.go_away(ANN.user_id, 0, MARCH + 20 * DAY)
    await run_jobs_until(harness, MARCH + 30 * DAY)
    match = await timed_match(harness)
    harness.clock.now = MARCH + 40 * DAY
    announcement = await harness.service.holidays.go_away(ANN.user_id, 0, MARCH + 60 * DAY)
    assert announcement.holiday.clocks_stopped_until == MARCH + 48 * DAY
    (text,) = await notices(harness, match)
    assert "when the yearly allowance is used up" in text
    availability = await harness.database.read(lambda db: availability_of(db, ANN.user_id))
    assert after(availability, harness.clock.now, DAY) == MARCH + 49 * DAY


async def test_holiday_allowance_renews_every_year(harness: ServiceHarness, deadlines: list[int]) -> None:
    harness.clock.now = DECEMBER
    deadlines.append(DECEMBER + 1)
    new_year = DECEMBER + 12 * DAY
    announcement = await harness.service.holidays.go_away(ANN.user_id, 0, DECEMBER + 39 * DAY)
    assert announcement.holiday.clocks_stopped_until == DECEMBER + 39 * DAY
    await run_jobs_until(harness, new_year - 1)
    assert await harness.service.holidays.allowance_left(ANN.user_id) == ALLOWANCE - 12 * DAY
    harness.clock.now = new_year
    assert await harness.service.holidays.allowance_left(ANN.user_id) == ALLOWANCE - 27 * DAY


async def test_deadline_moves_with_the_holiday_and_back(harness: ServiceHarness) -> None:
    match, start = await timed_match(harness), harness.clock.now
    assert await deadline(harness, match) == start + 2 * DAY
    await harness.service.holidays.go_away(ANN.user_id, start + DAY, start + 11 * DAY)
    assert await deadline(harness, match) == start + 12 * DAY
    (text,) = await notices(harness, match)
    assert "The clock is stopped until then." in text
    harness.clock.now = start + 5 * DAY
    await harness.service.holidays.come_back(ANN.user_id)
    assert await deadline(harness, match) == start + 6 * DAY


async def test_clock_runs_on_with_a_notice_where_holidays_are_excluded(harness: ServiceHarness) -> None:
    match, start = await timed_match(harness, holidays=False), harness.clock.now
    await harness.service.holidays.go_away(ANN.user_id, start, start + 10 * DAY)
    assert await deadline(harness, match) == start + 2 * DAY
    (text,) = await notices(harness, match)
    assert "This match has no holidays, so the clock keeps running." in text
    await run_jobs_until(harness, start + 10 * DAY)
    assert await harness.service.holidays.allowance_left(ANN.user_id) == ALLOWANCE


async def test_holiday_costs_nothing_until_a_clock_would_have_run_out(harness: ServiceHarness) -> None:
    harness.clock.now = MARCH
    match = await timed_match(harness)
    await harness.service.holidays.go_away(ANN.user_id, MARCH + DAY, MARCH + 4 * DAY)
    await run_jobs_until(harness, MARCH + 2 * DAY - 1)
    await check_holiday_if_due(harness)
    assert await harness.service.holidays.allowance_left(ANN.user_id) == ALLOWANCE
    await run_jobs_until(harness, MARCH + 2 * DAY)
    await check_holiday_if_due(harness)
    assert await harness.service.holidays.allowance_left(ANN.user_id) == ALLOWANCE - 3 * DAY
    harness.clock.now = MARCH + 4 * DAY
    await harness.play(await harness.service.history.get(match.id))
    await harness.service.holidays.go_away(BOB.user_id, 0, MARCH + 5 * DAY)
    await harness.service.holidays.come_back(BOB.user_id)
    assert await harness.service.holidays.allowance_left(BOB.user_id) == ALLOWANCE


async def test_quiet_hours_and_days_off_move_a_deadline(harness: ServiceHarness) -> None:
    harness.clock.now = MARCH  # a Sunday
    match = await timed_match(harness)
    await harness.service.player_settings.change(ANN.user_id, days_off=frozenset({0}))
    assert await deadline(harness, match) == MARCH + 3 * DAY
    await harness.service.player_settings.change(ANN.user_id, days_off=frozenset(), quiet_hours=(22 * 60, 10 * 60))
    assert await deadline(harness, match) == MARCH + 4 * DAY - 2 * 3600
    await harness.service.player_settings.change(ANN.user_id, quiet_hours=None, zone="Asia/Kolkata")
    assert await deadline(harness, match) == MARCH + 2 * DAY


async def test_new_holiday_replaces_an_announced_one_and_extends_a_current_one(harness: ServiceHarness) -> None:
    service, now = harness.service, harness.clock()
    await service.holidays.go_away(ANN.user_id, now + DAY, now + 2 * DAY)
    moved = (await service.holidays.go_away(ANN.user_id, now + 3 * DAY, now + 4 * DAY)).holiday
    assert await service.holidays.holiday_of(ANN.user_id) == moved
    await service.holidays.come_back(ANN.user_id)
    assert await service.holidays.holiday_of(ANN.user_id) is None
    await service.holidays.go_away(ANN.user_id, now, now + 2 * DAY)
    harness.clock.now += DAY
    longer = (await service.holidays.go_away(ANN.user_id, harness.clock(), now + 5 * DAY)).holiday
    assert (longer.begins, longer.ends) == (now, now + 5 * DAY)
    text = await refused(
        harness, InvalidTimeError, lambda: service.holidays.go_away(ANN.user_id, now + 9 * DAY, now + 10 * DAY)
    )
    assert text.startswith("You are away now.")
    assert len(await harness.database.rows("SELECT 1 FROM holidays")) == 1


@pytest.mark.parametrize(
    ("begin", "end", "reason"),
    [
        (0, 0, "This holiday would end before it starts."),
        (0, LONGEST + 1, "A holiday can last at most 92 days."),
        (400 * DAY, 401 * DAY, "A holiday can be announced up to a year ahead."),
    ],
)
async def test_invalid_holiday_is_refused(harness: ServiceHarness, begin: int, end: int, reason: str) -> None:
    now = harness.clock()
    assert (
        await refused(
            harness, InvalidTimeError, lambda: harness.service.holidays.go_away(ANN.user_id, now + begin, now + end)
        )
        == reason
    )


async def test_board_shows_which_players_are_away(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB)
    mover = next(seat for seat in match.seats if seat.player in match.to_move)
    end = harness.clock() + DAY
    await harness.service.holidays.go_away(mover.user_id, harness.clock() + 10, end)
    assert (await harness.service.history.view(match.id)).away == ()
    harness.clock.now += 10
    assert (await harness.service.history.view(match.id)).away == ((mover.player, end),)
    assert await harness.service.holidays.away_now([ANN.user_id, BOB.user_id]) == {mover.user_id: end}
    harness.clock.now = end
    assert (await harness.service.history.view(match.id)).away == ()


async def test_job_of_a_cancelled_holiday_is_deleted(harness: ServiceHarness) -> None:
    await harness.service.holidays.go_away(ANN.user_id, 0, harness.clock() + DAY)
    await harness.database.write(lambda tx: tx.execute("DELETE FROM holidays").rowcount)
    assert await check_holiday_if_due(harness) is None


stretches = st.lists(st.tuples(st.integers(0, 700), st.integers(1, 40)), max_size=6)


@given(begin=st.integers(0, 700), days=st.integers(1, 92), spent=stretches)
def test_clocks_pause_no_longer_than_announced_and_allowed(begin: int, days: int, spent: list[tuple[int, int]]) -> None:
    start = MARCH + begin * DAY
    holiday = Holiday(1, 1, start, start + days * DAY, start + days * DAY)
    taken = [(MARCH + first * DAY, MARCH + (first + length) * DAY) for first, length in spent]
    rests = allowed_until(holiday, taken, UTC_ZONE)
    assert start <= rests <= holiday.ends
    assert rests - start <= 2 * ALLOWANCE
    assert allowed_until(holiday, [], UTC_ZONE) >= rests


def test_holiday_longer_than_the_allowance_pauses_for_the_allowance() -> None:
    holiday = Holiday(1, 1, MARCH, MARCH + 40 * DAY, MARCH + 40 * DAY)
    assert allowed_until(holiday, [], UTC_ZONE) == MARCH + ALLOWANCE
