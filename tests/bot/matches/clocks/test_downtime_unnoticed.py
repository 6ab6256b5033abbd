"""Downtime that is noticed only afterwards: the process was suspended, or its machine slept."""

from __future__ import annotations

import pytest

from bot.matches.clocks.downtime import HEARTBEAT_SECONDS, MAX_GAP
from bot.matches.model.jobs import Deadline, Heartbeat, Remind
from bot.matches.model.match import Match
from bot.matches.model.time_control import DAY, HOUR
from bot.storage.error_texts import DISK_FULL
from bot.storage.errors import StorageError
from tests.bot.matches.harness import ANN, BOB, CEM, ServiceHarness
from tests.bot.matches.timed_matches import (
    FULL_TIME,
    START,
    pass_deadline,
    running_deadlines,
    start_timed_match,
    stored,
)
from tests.bot.matches.virtual_time import TIME_CONTROL, VirtualTime

HEARTBEAT = Heartbeat()


async def deadline(harness: ServiceHarness, match: Match) -> int:
    """Return the deadline of the player to move."""
    (player,) = match.to_move
    return running_deadlines(await stored(harness, match))[player]


async def test_deadlines_move_by_the_time_asleep(harness: ServiceHarness) -> None:
    await harness.service.downtime.connected()
    match = await start_timed_match(harness)
    harness.clock.now += FULL_TIME + 9 * HOUR
    await pass_deadline(harness, match, match.to_move[0])
    assert "notice" not in await harness.kinds(match.id), "even if its job runs before the heartbeat"
    await harness.service.downtime.heartbeat(HEARTBEAT)
    assert await deadline(harness, match) == START + FULL_TIME + FULL_TIME + 9 * HOUR
    assert (await stored(harness, match)).downtime == FULL_TIME + 9 * HOUR, "the next board announces it"


async def test_due_jobs_run_after_the_sleep_is_compensated(harness: ServiceHarness) -> None:
    virtual_time = VirtualTime(harness)
    await harness.service.downtime.connected()
    match = await virtual_time.start(ANN, BOB, CEM)
    await virtual_time.pass_time(MAX_GAP)
    harness.clock.now += FULL_TIME + DAY
    await virtual_time.run_due()
    kinds = [one.kind for one in virtual_time.posted if one.kind in {"question", "reminder"}]
    assert kinds == [], "the sleep caused neither a reminder nor a question"
    assert await deadline(harness, match) == START + TIME_CONTROL.time_bank + TIME_CONTROL.per_turn + FULL_TIME + DAY
    rows = await harness.database.rows("SELECT at FROM due WHERE kind = ?", (Remind.kind,))
    assert [row["at"] > harness.clock.now for row in rows] == [True], "the warning has moved with its deadline"


async def test_longest_gap_between_checks_moves_no_deadline(harness: ServiceHarness) -> None:
    virtual_time = VirtualTime(harness)
    await harness.service.downtime.connected()
    match = await virtual_time.start(ANN, BOB, CEM)
    await virtual_time.pass_time(6 * HOUR)
    harness.clock.now += MAX_GAP - HEARTBEAT_SECONDS
    await virtual_time.run_due()
    assert await deadline(harness, match) == START + TIME_CONTROL.time_bank + TIME_CONTROL.per_turn


async def test_lost_connection_on_waking_does_not_hide_the_sleep(harness: ServiceHarness) -> None:
    await harness.service.downtime.connected()
    match = await start_timed_match(harness)
    harness.clock.now += 7 * HOUR
    await harness.service.downtime.disconnected()
    harness.clock.now += 60
    await harness.service.downtime.connected()
    assert await deadline(harness, match) == START + FULL_TIME + 7 * HOUR + 60


async def test_time_in_which_the_database_takes_nothing_counts_on_no_clock(
    harness: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its disk is full, or its server is away: the bot is connected, but no move can be stored."""

    async def fail(_work: object) -> None:
        raise StorageError(DISK_FULL)

    async def look() -> None:
        await harness.service.downtime.check_clock()
        await harness.service.downtime.heartbeat(HEARTBEAT)

    await harness.service.downtime.connected()
    match = await start_timed_match(harness)
    with monkeypatch.context() as broken:
        broken.setattr(harness.database, "write", fail)
        for _ in range((FULL_TIME + HOUR) // HEARTBEAT_SECONDS):
            harness.clock.now += HEARTBEAT_SECONDS
            with pytest.raises(StorageError):
                await look()
    await look()
    await pass_deadline(harness, match, match.to_move[0])
    assert await deadline(harness, match) == START + FULL_TIME + FULL_TIME + HOUR
    harness.clock.now += MAX_GAP
    await look()
    assert await deadline(harness, match) == START + FULL_TIME + FULL_TIME + HOUR


@pytest.mark.parametrize(("seconds", "moved"), [(HEARTBEAT_SECONDS, 0), (HOUR, HOUR)])
async def test_next_process_excludes_what_the_one_before_could_not_store(
    harness: ServiceHarness, seconds: int, moved: int
) -> None:
    """It was connected to Discord until the end, as its status file says."""
    await harness.service.downtime.connected()
    match = await start_timed_match(harness)
    harness.clock.now += seconds
    await harness.service.downtime.succeed(harness.clock.now)
    assert await deadline(harness, match) == START + FULL_TIME + moved


async def test_sleep_is_compensated_once(harness: ServiceHarness) -> None:
    await harness.service.downtime.connected()
    match = await start_timed_match(harness)
    harness.clock.now += 7 * HOUR
    for _ in range(3):
        await harness.service.downtime.heartbeat(HEARTBEAT)
    await harness.service.downtime.connected()
    assert await deadline(harness, match) == START + FULL_TIME + 7 * HOUR


async def test_system_clock_put_back_while_running_is_noticed_at_the_next_check(
    harness: ServiceHarness,
) -> None:
    await harness.service.downtime.connected()
    match = await start_timed_match(harness)
    await VirtualTime(harness).pass_time(5 * HOUR)
    harness.clock.now -= DAY
    for _ in range(3):
        harness.clock.now += 60
        await harness.service.downtime.check_clock()
    assert await deadline(harness, match) == START - DAY + 60 + FULL_TIME
    assert (await stored(harness, match)).downtime == 0


async def test_due_jobs_move_with_a_system_clock_that_is_put_back(harness: ServiceHarness) -> None:
    virtual_time = VirtualTime(harness)
    await harness.service.downtime.connected()
    await virtual_time.start(ANN, BOB, CEM)
    before = {
        row["kind"]: row["at"] - harness.clock.now for row in await harness.database.rows("SELECT kind, at FROM due")
    }
    harness.clock.now -= 3 * DAY
    await harness.service.downtime.check_clock()
    after = {
        row["kind"]: row["at"] - harness.clock.now for row in await harness.database.rows("SELECT kind, at FROM due")
    }
    assert {Heartbeat.kind, Remind.kind, Deadline.kind} <= before.keys()
    assert after == before


async def test_deadline_passes_on_time_after_the_system_clock_is_put_back(harness: ServiceHarness) -> None:
    virtual_time = VirtualTime(harness)
    await harness.service.downtime.connected()
    match = await virtual_time.start(ANN, BOB, CEM)
    harness.clock.now -= 3 * DAY
    await harness.service.downtime.check_clock()
    await virtual_time.pass_time(TIME_CONTROL.time_bank + TIME_CONTROL.per_turn - HOUR)
    assert not any("ran out of time" in str(one.args) for one in virtual_time.posted)
    assert (await stored(harness, match)).clock_of(match.to_move[0]).expired_at is None  # type: ignore[union-attr]
    await virtual_time.pass_time(2 * HOUR)
    assert (await stored(harness, match)).clock_of(match.to_move[0]).expired_at is not None  # type: ignore[union-attr]


async def test_checking_the_clock_while_disconnected_changes_nothing(harness: ServiceHarness) -> None:
    await harness.service.downtime.connected()
    match = await start_timed_match(harness)
    await harness.service.downtime.disconnected()
    harness.clock.now += DAY
    before = await harness.dump()
    await harness.service.downtime.check_clock()
    assert await harness.dump() == before
    await harness.service.downtime.connected()
    assert await deadline(harness, match) == START + FULL_TIME + DAY
