"""A process that is stopped in place, or whose machine sleeps: it has not been there, though nobody has told it so."""

from __future__ import annotations

from bot.matches.clocks.downtime import HEARTBEAT_SECONDS, MAX_GAP
from bot.matches.model.jobs import Deadline, Heartbeat, Remind
from bot.matches.model.match import Match
from bot.matches.model.time_control import DAY, HOUR
from tests.bot.matches.harness import ANN, BOB, CEM, ServiceHarness
from tests.bot.matches.timed_matches import FULL, START, begin, pass_deadline, running, stored
from tests.bot.matches.virtual_time import TIME_CONTROL, VirtualTime

WAKE = Heartbeat()


async def deadline(house: ServiceHarness, match: Match) -> int:
    """Return the deadline of the player to move."""
    (player,) = match.to_move
    return running(await stored(house, match))[player]


async def test_deadlines_in_a_sleep_move_by_it(house: ServiceHarness) -> None:
    await house.service.downtime.connected()
    match = await begin(house)
    house.clock.now += FULL + 9 * HOUR
    await pass_deadline(house, match, match.to_move[0])
    assert "notice" not in await house.kinds(match.id), "whichever appointment is looked at first"
    await house.service.downtime.heartbeat(WAKE)
    assert await deadline(house, match) == START + FULL + FULL + 9 * HOUR
    assert (await stored(house, match)).outage == FULL + 9 * HOUR, "the next board says it"


async def test_due_jobs_run_after_the_sleep_is_compensated(house: ServiceHarness) -> None:
    weeks = VirtualTime(house)
    await house.service.downtime.connected()
    match = await weeks.start(ANN, BOB, CEM)
    await weeks.pass_time(MAX_GAP)
    house.clock.now += FULL + DAY
    await weeks.run_due()
    said = [one.kind for one in weeks.posted if one.kind in {"question", "reminder"}]
    assert said == [], "the sleep caused neither a reminder nor a question"
    assert await deadline(house, match) == START + TIME_CONTROL.time_bank + TIME_CONTROL.per_turn + FULL + DAY
    rows = await house.database.rows("SELECT at FROM due WHERE kind = ?", (Remind.kind,))
    assert [row["at"] > house.clock.now for row in rows] == [True], "the warning has moved with its deadline"


async def test_process_without_sleep_gives_no_time_back(house: ServiceHarness) -> None:
    weeks = VirtualTime(house)
    await house.service.downtime.connected()
    match = await weeks.start(ANN, BOB, CEM)
    await weeks.pass_time(6 * HOUR)
    house.clock.now += MAX_GAP - HEARTBEAT_SECONDS
    await weeks.run_due()
    assert await deadline(house, match) == START + TIME_CONTROL.time_bank + TIME_CONTROL.per_turn


async def test_lost_connection_on_waking_does_not_hide_the_sleep(house: ServiceHarness) -> None:
    await house.service.downtime.connected()
    match = await begin(house)
    house.clock.now += 7 * HOUR
    await house.service.downtime.disconnected()
    house.clock.now += 60
    await house.service.downtime.connected()
    assert await deadline(house, match) == START + FULL + 7 * HOUR + 60


async def test_sleep_is_compensated_once(house: ServiceHarness) -> None:
    await house.service.downtime.connected()
    match = await begin(house)
    house.clock.now += 7 * HOUR
    for _ in range(3):
        await house.service.downtime.heartbeat(WAKE)
    await house.service.downtime.connected()
    assert await deadline(house, match) == START + FULL + 7 * HOUR


async def test_system_clock_put_back_while_running_is_noticed_at_the_next_check(
    house: ServiceHarness,
) -> None:
    await house.service.downtime.connected()
    match = await begin(house)
    await VirtualTime(house).pass_time(5 * HOUR)
    house.clock.now -= DAY
    for _ in range(3):
        house.clock.now += 60
        await house.service.downtime.check_clock()
    assert await deadline(house, match) == START - DAY + 60 + FULL
    assert (await stored(house, match)).outage == 0


async def test_due_jobs_do_not_wait_after_the_system_clock_is_put_back_a_day(house: ServiceHarness) -> None:
    weeks = VirtualTime(house)
    await house.service.downtime.connected()
    await weeks.start(ANN, BOB, CEM)
    before = {row["kind"]: row["at"] - house.clock.now for row in await house.database.rows("SELECT kind, at FROM due")}
    house.clock.now -= 3 * DAY
    await house.service.downtime.check_clock()
    after = {row["kind"]: row["at"] - house.clock.now for row in await house.database.rows("SELECT kind, at FROM due")}
    assert {Heartbeat.kind, Remind.kind, Deadline.kind} <= before.keys()
    assert after == before


async def test_deadline_passes_on_time_after_the_system_clock_is_put_back(house: ServiceHarness) -> None:
    weeks = VirtualTime(house)
    await house.service.downtime.connected()
    match = await weeks.start(ANN, BOB, CEM)
    house.clock.now -= 3 * DAY
    await house.service.downtime.check_clock()
    await weeks.pass_time(TIME_CONTROL.time_bank + TIME_CONTROL.per_turn - HOUR)
    assert not any("ran out of time" in str(one.args) for one in weeks.posted)
    assert (await stored(house, match)).clock_of(match.to_move[0]).expired_at is None  # type: ignore[union-attr]
    await weeks.pass_time(2 * HOUR)
    assert (await stored(house, match)).clock_of(match.to_move[0]).expired_at is not None  # type: ignore[union-attr]


async def test_checking_the_clock_while_disconnected_changes_nothing(house: ServiceHarness) -> None:
    await house.service.downtime.connected()
    match = await begin(house)
    await house.service.downtime.disconnected()
    house.clock.now += DAY
    before = await house.dump()
    await house.service.downtime.check_clock()
    assert await house.dump() == before
    await house.service.downtime.connected()
    assert await deadline(house, match) == START + FULL + DAY
