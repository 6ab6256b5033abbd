"""Time in which the bot or Discord was away is left out of every clock."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.matches.clocks import downtime
from bot.matches.clocks.downtime import ANNOUNCE_FROM, HEARTBEAT_SECONDS, MIN_DOWNTIME
from bot.matches.model.availability import Availability
from bot.matches.model.jobs import Heartbeat
from bot.matches.model.match import Match
from bot.matches.model.outbox_messages import Queue
from bot.matches.model.time_control import DAY, HOUR, SeatClock, Terms, TimeControl
from bot.matches.outbox import MANY
from bot.storage.database import Transaction
from bot.storage.errors import ReplacedError, StorageError
from engines.text import T
from tests.bot.matches.harness import ANN, BOB, CEM, ServiceHarness
from tests.bot.matches.timed_matches import (
    FULL_TIME,
    START,
    deadlines,
    pass_deadline,
    running_deadlines,
    start_timed_match,
    stored,
)

pytestmark = pytest.mark.engines("sqlite", "postgres")


@pytest.fixture(autouse=True)
def no_sleep_detection(monkeypatch: pytest.MonkeyPatch) -> None:
    """Switch sleep detection off: these tests move the clock far without checking it."""
    monkeypatch.setattr(downtime, "MAX_GAP", 10_000 * DAY)


async def disconnect_for(harness: ServiceHarness, seconds: int) -> None:
    """Disconnect the bot properly, and connect it again after some seconds."""
    await harness.service.downtime.disconnected()
    harness.clock.now += seconds
    await harness.service.downtime.connected()


async def post_board(harness: ServiceHarness, match: Match) -> None:
    """Give the match a posted board."""
    sql = "UPDATE matches SET board_message_id = 900 WHERE id = ?"
    await harness.database.write(lambda tx: tx.execute(sql, (match.id,)).rowcount)


async def crash_for(harness: ServiceHarness, seconds: int) -> None:
    """End the bot without a disconnect, and connect another process after some seconds."""
    harness.clock.now += seconds
    await harness.service.downtime.connected()


async def test_deadlines_move_by_the_downtime(harness: ServiceHarness) -> None:
    await harness.service.downtime.connected()
    match = await start_timed_match(harness)
    (mover,) = match.to_move
    harness.clock.now += 5 * HOUR
    await disconnect_for(harness, 50 * HOUR)
    expected = START + FULL_TIME + 50 * HOUR
    assert running_deadlines(await stored(harness, match)) == {mover: expected} == await deadlines(harness, match.id)
    assert (await stored(harness, match)).downtime == 50 * HOUR


async def test_time_used_before_the_downtime_stays_used(harness: ServiceHarness) -> None:
    await harness.service.downtime.connected()
    match = await start_timed_match(harness)
    (mover,) = match.to_move
    harness.clock.now += 20 * HOUR
    await disconnect_for(harness, 50 * HOUR)
    harness.clock.now += HOUR
    match = (await harness.play(match)).match
    assert match.clock_of(mover) == SeatClock(mover, 2 * DAY - 9 * HOUR, 0)


async def test_deadline_in_a_downtime_does_not_pass(harness: ServiceHarness) -> None:
    await harness.service.downtime.connected()
    match = await start_timed_match(harness)
    harness.clock.now += FULL_TIME - HOUR
    await disconnect_for(harness, 9 * HOUR)
    await pass_deadline(harness, match, match.to_move[0])
    assert running_deadlines(await stored(harness, match)) == {match.to_move[0]: harness.clock.now + HOUR}
    assert "notice" not in await harness.kinds(match.id)


async def test_downtime_after_a_crash_begins_at_the_last_heartbeat(harness: ServiceHarness) -> None:
    await harness.service.downtime.connected()
    match = await start_timed_match(harness)
    harness.clock.now += 3 * HOUR
    await harness.service.downtime.heartbeat(Heartbeat())
    harness.clock.now += 30
    await crash_for(harness, 10 * HOUR)
    assert running_deadlines(await stored(harness, match)) == {match.to_move[0]: START + FULL_TIME + 10 * HOUR + 30}


async def test_heartbeat_is_written_every_minute_while_connected(harness: ServiceHarness) -> None:
    await harness.service.downtime.connected()
    for _ in range(3):
        (row,) = await harness.database.rows("SELECT at FROM due WHERE key = 'pulse'")
        assert row["at"] == harness.clock.now + HEARTBEAT_SECONDS
        harness.clock.now = row["at"]
        await harness.service.downtime.heartbeat(Heartbeat())
        (stored_time,) = await harness.database.rows("SELECT value FROM meta WHERE key = 'alive_at'")
        assert stored_time["value"] == str(harness.clock.now)
    await harness.service.downtime.disconnected()
    noted = await harness.database.rows("SELECT value FROM meta WHERE key = 'alive_at'")
    harness.clock.now += HOUR
    await harness.service.downtime.heartbeat(Heartbeat())
    assert [tuple(row) for row in await harness.database.rows("SELECT value FROM meta WHERE key = 'alive_at'")] == [
        tuple(row) for row in noted
    ]
    (row,) = await harness.database.rows("SELECT at FROM due WHERE key = 'pulse'")
    assert row["at"] == harness.clock.now + HEARTBEAT_SECONDS


async def test_deadline_does_not_pass_while_disconnected(harness: ServiceHarness) -> None:
    await harness.service.downtime.connected()
    match = await start_timed_match(harness)
    await harness.service.downtime.disconnected()
    harness.clock.now += FULL_TIME + HOUR
    before = await harness.dump()
    await pass_deadline(harness, match, match.to_move[0])
    assert await harness.dump() == before
    await harness.service.downtime.connected()
    assert running_deadlines(await stored(harness, match)) == {match.to_move[0]: harness.clock.now + FULL_TIME}


async def test_short_downtime_is_ignored_or_not_announced(harness: ServiceHarness) -> None:
    await harness.service.downtime.connected()
    match = await start_timed_match(harness)
    await disconnect_for(harness, MIN_DOWNTIME - 1)
    assert running_deadlines(await stored(harness, match)) == running_deadlines(match)
    await disconnect_for(harness, ANNOUNCE_FROM - 1)
    assert running_deadlines(await stored(harness, match)) == {match.to_move[0]: START + FULL_TIME + ANNOUNCE_FROM - 1}
    assert (await stored(harness, match)).downtime == 0
    assert await harness.kinds(match.id) == []


async def test_downtime_is_announced_once_with_the_next_board(harness: ServiceHarness) -> None:
    await harness.service.downtime.connected()
    match = await start_timed_match(harness)
    await post_board(harness, match)
    await disconnect_for(harness, HOUR)
    await disconnect_for(harness, HOUR)
    assert await harness.kinds(match.id) == ["clock", "clock"]
    assert MANY in harness.woken
    match = (await harness.play(match)).match
    (row,) = await harness.rows(match.id)
    assert (row.kind, row.args["outage"]) == ("turn", 2 * HOUR)
    await harness.play(match)
    (row,) = await harness.rows(match.id)
    assert "outage" not in row.args


async def test_downtime_leaves_stopped_clocks_and_untimed_matches_alone(harness: ServiceHarness) -> None:
    await harness.service.downtime.connected()
    plain = await harness.start()
    match = await start_timed_match(harness)
    await disconnect_for(harness, HOUR)
    waiting = 1 - match.to_move[0]
    assert (await stored(harness, match)).clock_of(waiting) == match.clock_of(waiting)
    assert (await stored(harness, plain)).downtime == 0


async def test_all_players_of_a_simultaneous_turn_get_the_downtime_back(harness: ServiceHarness) -> None:
    await harness.service.downtime.connected()
    match = await start_timed_match(harness, ANN, BOB, CEM, game="bids")
    await disconnect_for(harness, HOUR)
    assert running_deadlines(await stored(harness, match)) == dict.fromkeys(match.to_move, START + FULL_TIME + HOUR)


async def test_quiet_hours_in_a_downtime_still_count_as_quiet(harness: ServiceHarness) -> None:
    night = Availability("UTC", quiet_hours=(20 * 60, 8 * 60))
    harness.availability_of = lambda _db, _user: night
    harness.clock.now = round(datetime(2026, 3, 2, 12, tzinfo=UTC).timestamp())
    await harness.service.downtime.connected()
    match = await start_timed_match(harness, terms=Terms(TimeControl(0, 10 * HOUR)))
    due = datetime(2026, 3, 3, 10, tzinfo=UTC)
    assert running_deadlines(match) == {match.to_move[0]: due.timestamp()}
    harness.clock.now += 6 * HOUR  # 18 o'clock, four hours are left
    await disconnect_for(harness, 13 * HOUR)  # 7 o'clock
    due = datetime(2026, 3, 3, 12, tzinfo=UTC)
    assert (
        running_deadlines(await stored(harness, match))
        == {match.to_move[0]: due.timestamp()}
        == await deadlines(harness, match.id)
    )


async def test_clock_started_after_the_last_heartbeat_starts_at_the_return(harness: ServiceHarness) -> None:
    await harness.service.downtime.connected()
    harness.clock.now += 30
    match = await start_timed_match(harness)
    await crash_for(harness, HOUR)
    assert running_deadlines(await stored(harness, match)) == {match.to_move[0]: harness.clock.now + FULL_TIME}
    assert await deadlines(harness, match.id) == {match.to_move[0]: harness.clock.now + FULL_TIME}


async def test_job_postponed_by_a_failure_returns_to_the_deadline(harness: ServiceHarness) -> None:
    await harness.service.downtime.connected()
    match = await start_timed_match(harness)
    await harness.service.downtime.disconnected()
    harness.clock.now += FULL_TIME
    await harness.database.write(lambda tx: tx.execute("UPDATE due SET at = at + 777, attempts = 5").rowcount)
    await harness.service.downtime.connected()
    (row,) = await harness.database.rows("SELECT at, attempts FROM due WHERE kind = 'deadline'")
    assert (row["at"], row["attempts"]) == (START + 2 * FULL_TIME, 0)
    assert running_deadlines(await stored(harness, match)) == {match.to_move[0]: START + 2 * FULL_TIME}


async def test_deadline_passed_before_the_downtime_stays_passed(harness: ServiceHarness) -> None:
    await harness.service.downtime.connected()
    match = await start_timed_match(harness)
    harness.clock.now += FULL_TIME
    await pass_deadline(harness, match, match.to_move[0])
    before = (await stored(harness, match)).clocks
    await disconnect_for(harness, 9 * HOUR)
    assert (await stored(harness, match)).clocks == before


@pytest.mark.parametrize("back", [2 * HOUR, 3 * HOUR, DAY], ids=["two hours", "to its beginning", "a day"])
async def test_system_clock_put_back_keeps_the_time_left(harness: ServiceHarness, back: int) -> None:
    await harness.service.downtime.connected()
    match = await start_timed_match(harness)
    (mover,) = match.to_move
    harness.clock.now += 3 * HOUR
    await harness.service.downtime.heartbeat(Heartbeat())
    harness.clock.now -= back
    await disconnect_for(harness, 0)
    expected = {mover: harness.clock.now + FULL_TIME - 3 * HOUR}
    assert running_deadlines(await stored(harness, match)) == expected == await deadlines(harness, match.id)
    assert (await stored(harness, match)).downtime == 0, "nobody was away"


async def test_system_clock_put_back_and_forward_changes_nothing(harness: ServiceHarness) -> None:
    await harness.service.downtime.connected()
    match = await start_timed_match(harness)
    harness.clock.now += 3 * HOUR
    await harness.service.downtime.heartbeat(Heartbeat())
    for jump in (-DAY, DAY, 7 * DAY, -7 * DAY):
        await disconnect_for(harness, jump)
    assert running_deadlines(await stored(harness, match)) == running_deadlines(match)


async def test_quiet_hours_follow_the_corrected_system_clock(harness: ServiceHarness) -> None:
    night = Availability("UTC", quiet_hours=(20 * 60, 8 * 60))
    harness.availability_of = lambda _db, _user: night
    harness.clock.now = round(datetime(2026, 3, 2, 12, tzinfo=UTC).timestamp())
    await harness.service.downtime.connected()
    match = await start_timed_match(harness, terms=Terms(TimeControl(0, 10 * HOUR)))
    harness.clock.now += 6 * HOUR  # four hours are left
    await harness.service.downtime.heartbeat(Heartbeat())
    await crash_for(harness, -8 * HOUR)  # 10 o'clock
    due = datetime(2026, 3, 2, 14, tzinfo=UTC)
    assert (
        running_deadlines(await stored(harness, match))
        == {match.to_move[0]: due.timestamp()}
        == await deadlines(harness, match.id)
    )


async def test_turn_begun_just_before_the_detection_of_a_clock_jump_keeps_its_time(harness: ServiceHarness) -> None:
    await harness.service.downtime.connected()
    harness.clock.now += 3 * HOUR
    await harness.service.downtime.heartbeat(Heartbeat())
    harness.clock.now -= DAY
    match = await start_timed_match(harness)
    harness.clock.now += 30
    await harness.service.downtime.check_clock()
    assert running_deadlines(await stored(harness, match)) == running_deadlines(match)


@pytest.mark.parametrize("back", [1, MIN_DOWNTIME - 1])
async def test_small_system_clock_correction_moves_no_deadline(harness: ServiceHarness, back: int) -> None:
    await harness.service.downtime.connected()
    match = await start_timed_match(harness)
    harness.clock.now += 60 - back
    await harness.service.downtime.check_clock()
    harness.clock.now -= back
    await harness.service.downtime.check_clock()
    assert running_deadlines(await stored(harness, match)) == running_deadlines(match)


async def test_deadline_set_by_a_system_clock_years_ahead_is_corrected_with_it(harness: ServiceHarness) -> None:
    await harness.service.downtime.connected()
    harness.clock.now += 3000 * DAY
    await harness.service.downtime.heartbeat(Heartbeat())
    match = await start_timed_match(harness)
    harness.clock.now = START
    await crash_for(harness, 0)
    assert running_deadlines(await stored(harness, match)) == {match.to_move[0]: START + FULL_TIME}


async def test_move_after_the_system_clock_is_put_back_uses_no_time_bank(harness: ServiceHarness) -> None:
    match = await start_timed_match(harness)
    harness.clock.now -= DAY
    match = (await harness.play(match)).match
    assert {clock.time_bank for clock in match.clocks} == {2 * DAY}


async def test_downtime_is_compensated_at_the_next_heartbeat_if_reconnecting_fails(
    harness: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harness.service.downtime.connected()
    match = await start_timed_match(harness)
    await harness.service.downtime.disconnected()
    harness.clock.now += 9 * HOUR
    before = await harness.dump()

    def crash_at_the_end(_tx: Transaction, _job: Heartbeat, _at: int) -> None:
        raise RuntimeError("power cut")

    with monkeypatch.context() as broken:
        broken.setattr(harness.service.context.schedule, "enqueue", crash_at_the_end)
        with pytest.raises(RuntimeError):
            await harness.service.downtime.connected()
    assert await harness.dump() == before
    harness.clock.now += HOUR
    await harness.service.downtime.heartbeat(Heartbeat())
    assert running_deadlines(await stored(harness, match)) == {match.to_move[0]: START + FULL_TIME + 10 * HOUR}


@pytest.mark.parametrize(
    ("error", "said", "has_traceback"),
    [
        (ReplacedError(T("Another one.")), "the time is left to the process that acts next", False),
        (StorageError(T("Full.")), "the time could not be noted; it was within the last minute", True),
    ],
)
async def test_only_unexpected_failures_to_note_the_time_are_logged_with_a_traceback(
    harness: ServiceHarness,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: StorageError,
    said: str,
    has_traceback: bool,
) -> None:
    async def fail(_work: object) -> None:
        raise error

    caplog.set_level(logging.INFO, logger="bot")
    await harness.service.downtime.connected()
    monkeypatch.setattr(harness.database, "write", fail)
    await harness.service.downtime.disconnected()
    (record,) = [record for record in caplog.records if record.name.endswith("downtime")]
    assert (record.getMessage(), bool(record.exc_info)) == (said, has_traceback)


async def test_another_process_compensates_the_downtime(harness: ServiceHarness, path: Path) -> None:
    await harness.service.downtime.connected()
    match: Match = await start_timed_match(harness)
    await harness.database.close()
    async with await ServiceHarness.open(path) as other:
        other.clock.now = START + 9 * HOUR
        await other.service.downtime.connected()
        assert running_deadlines(await stored(other, match)) == {match.to_move[0]: START + FULL_TIME + 9 * HOUR}


async def test_deadlines_are_edited_only_on_visible_boards(harness: ServiceHarness) -> None:
    await harness.service.downtime.connected()
    shown, unseen, lost, plain = [await start_timed_match(harness) for _ in range(3)] + [await harness.start()]
    for match in (shown, lost, plain):
        await post_board(harness, match)
    await harness.rows(plain.id)
    sql = "UPDATE matches SET lost_at = 1 WHERE id = ?"
    await harness.database.write(lambda tx: tx.execute(sql, (lost.id,)).rowcount)
    await disconnect_for(harness, HOUR)
    assert [await harness.kinds(match.id) for match in (shown, unseen, lost, plain)] == [["clock"], [], [], []]


async def test_posted_sheets_are_refreshed_with_the_new_deadline(harness: ServiceHarness) -> None:
    await harness.service.downtime.connected()
    match = await start_timed_match(harness, ANN, BOB, CEM, game="bids")
    sheets = [(match.id, 0, 900), (match.id, 2, None)]

    def work(tx: Transaction) -> None:
        tx.executemany("INSERT INTO letters (match_id, player, message_id) VALUES (?, ?, ?)", sheets)
        tx.execute("DELETE FROM outbox")

    await harness.database.write(work)
    await disconnect_for(harness, HOUR)
    rows = await harness.database.rows("SELECT lane, kind, args FROM outbox")
    assert [tuple(row) for row in rows] == [(f"sheet:{match.id}:0", "retime", '{"player":0}')]


async def test_downtime_does_not_count_for_undelivered_rows(harness: ServiceHarness) -> None:
    await harness.service.downtime.connected()
    match = await harness.start()
    queue_key = Queue.MATCH.key(match.id)
    row = await harness.outbox.next_row(queue_key)
    assert row is not None
    assert row.tried_at is None
    harness.clock.now += HOUR
    await harness.outbox.retry(row, harness.clock.now)
    first = harness.clock.now
    harness.clock.now += HOUR
    await disconnect_for(harness, 5 * DAY)
    await harness.outbox.retry(row, harness.clock.now)
    row = await harness.outbox.next_row(queue_key)
    assert row is not None
    assert (row.attempts, row.tried_at) == (2, first + 5 * DAY)


async def test_failed_attempts_in_a_downtime_count_from_the_return(harness: ServiceHarness) -> None:
    await harness.service.downtime.connected()
    match = await harness.start()
    await harness.service.downtime.disconnected()
    harness.clock.now += DAY
    row = await harness.outbox.next_row(Queue.MATCH.key(match.id))
    assert row is not None
    await harness.outbox.retry(row, harness.clock.now)
    harness.clock.now += 5 * DAY
    await harness.service.downtime.connected()
    row = await harness.outbox.next_row(Queue.MATCH.key(match.id))
    assert row is not None
    assert row.tried_at == harness.clock.now
