"""Reminders that are posted late, because Discord could not be reached: never in quiet hours that have begun since."""

from __future__ import annotations

import pytest

from bot.matches.model.availability import Holiday
from bot.matches.model.jobs import Remind
from bot.matches.model.match import Match
from bot.matches.store import players as player_store
from tests.bot.matches.harness import ANN, BOB, CEM, ServiceHarness, remind
from tests.bot.matches.virtual_time import DAY, HOUR, VirtualTime

pytestmark = pytest.mark.engines("sqlite", "postgres")


@pytest.fixture
def virtual_time(harness: ServiceHarness) -> VirtualTime:
    return VirtualTime(harness)


async def lap_match(virtual_time: VirtualTime) -> Match:
    """Return a match without a time control in which Ann is to move."""
    return await virtual_time.start(ANN, BOB, CEM, time_control=None)


@pytest.mark.parametrize("tell", ["mention", "dm", "both"])
async def test_reminder_that_is_posted_late_waits_until_quiet_hours_are_over(
    virtual_time: VirtualTime, tell: str
) -> None:
    """It was written before them, and then Discord could not be reached."""
    harness, match = virtual_time.harness, await lap_match(virtual_time)
    await virtual_time.change_settings(ANN, tell=tell)
    harness.clock.now += DAY
    await harness.service.jobs[Remind](remind(match.id, 0))
    await virtual_time.change_settings(ANN, quiet_from=22 * 60, quiet_until=8 * 60)
    kinds = {"mention": ["reminder"], "dm": ["nudge"], "both": ["nudge", "reminder"]}[tell]
    assert await virtual_time.pass_time(9 * HOUR) == []
    posted = await virtual_time.pass_time(2 * HOUR)
    assert sorted(one.kind for one in posted) == kinds
    assert {(virtual_time.began + one.at) % DAY // HOUR for one in posted} == {8}
    # The following ones come at the usual interval.
    later = await virtual_time.pass_time(5 * DAY)
    assert sorted(one.kind for one in later if one.kind != "notice") == sorted(2 * kinds)
    assert ["has not answered 3 reminders" in one.text for one in later if one.kind == "notice"] == [True]


async def test_late_reminder_is_left_out_if_the_deadline_comes_before_its_player_is_back(
    virtual_time: VirtualTime,
) -> None:
    harness, match = virtual_time.harness, await virtual_time.start(ANN, BOB, CEM)
    clock = match.clock_of(0)
    assert clock is not None
    assert clock.deadline is not None
    harness.clock.now = clock.deadline - 18 * HOUR
    await harness.service.jobs[Remind](remind(match.id, 0))
    away = Holiday(0, ANN.user_id, harness.clock.now, clock.deadline + DAY, clock.deadline + DAY)
    await harness.database.write(lambda tx: player_store.save_holiday(tx, away))
    assert await virtual_time.pass_time(18 * HOUR - 1) == []


async def test_turn_notification_that_is_posted_late_waits_until_quiet_hours_are_over(
    virtual_time: VirtualTime,
) -> None:
    harness, match = virtual_time.harness, await lap_match(virtual_time)
    await virtual_time.change_settings(BOB, tell="dm")
    await harness.play(match)
    await virtual_time.change_settings(BOB, quiet_from=22 * 60, quiet_until=8 * 60)
    assert await virtual_time.pass_time(9 * HOUR) == []
    assert [one.kind for one in await virtual_time.pass_time(2 * HOUR)] == ["nudge"]
    assert [one.kind for one in await virtual_time.pass_time(DAY)] == ["nudge"], "the first reminder"


async def test_only_who_is_available_is_mentioned_late(virtual_time: VirtualTime) -> None:
    match = await virtual_time.start(ANN, BOB, game="bids", time_control=None)
    harness = virtual_time.harness
    harness.clock.now += DAY
    await harness.service.jobs[Remind](remind(match.id, 0))
    await virtual_time.change_settings(ANN, quiet_from=22 * 60, quiet_until=8 * 60)
    first, second = await virtual_time.pass_time(11 * HOUR)
    assert (first.args["players"], second.args["players"]) == ([1], [0])
