"""Inactivity: tables, matches and pauses end after a warning, and threads are closed."""

from __future__ import annotations

import pytest

from bot.matches.jobs.scheduler import AT_ONCE
from bot.matches.model.availability import Availability
from bot.matches.model.jobs import PauseEnd, StaleMatchCheck, StaleTable, ThreadArchival, load_job
from bot.matches.model.match import Match, MatchChannel, MatchStatus, OfferKind
from bot.matches.model.time_control import DAY, HOUR, Terms, TimeControl, TimeoutAction
from bot.matches.store.jobs import DUE, NEXT
from bot.storage.database import Reader, Transaction
from tests.bot.matches.harness import ANN, BOB, CHANNEL, ServiceHarness, user_of
from tests.bot.matches.timed_matches import agree, running_deadlines, start_timed_match, stored

KINDS = {job.kind: job for job in (StaleTable, StaleMatchCheck, ThreadArchival, PauseEnd)}


class InactivityJobs:
    """Lets days pass, and runs due jobs of this module's kinds as the scheduler would."""

    def __init__(self, harness: ServiceHarness) -> None:
        self.harness = harness

    async def pass_days(self, days: float) -> None:
        """Run every job that becomes due meanwhile, at its time."""
        end = self.harness.clock.now + round(days * DAY)
        sql = "SELECT at, kind, match_id, args FROM due WHERE kind IN (?, ?, ?, ?) AND at <= ? ORDER BY at LIMIT 1"
        while rows := await self.harness.database.rows(sql, (*KINDS, end)):
            at, kind, match_id, args = rows[0]
            self.harness.clock.now = max(self.harness.clock.now, at)
            job = load_job(KINDS[kind], match_id, args)
            await self.harness.service.jobs[type(job)](job)
        self.harness.clock.now = end


@pytest.fixture
def days(harness: ServiceHarness) -> InactivityJobs:
    return InactivityJobs(harness)


async def posted(harness: ServiceHarness, match: Match) -> list[str]:
    """Return the sentences posted about a match, and the kinds of other rows, without reminders."""
    rows = [row for row in await harness.rows(match.id) if row.kind not in ("reminder", "remove")]
    texts = [str(row.args["text"]["text"]) if row.kind == "notice" else row.kind for row in rows]
    return [one for one in texts if "I will send no more" not in one]


# --------------------------------------------------------------------------------------------------------------- tables


async def test_table_closes_seven_days_after_its_last_change(harness: ServiceHarness, days: InactivityJobs) -> None:
    table = await harness.service.tables.open_table("trek", {}, ANN, CHANNEL)
    await days.pass_days(6.9)
    await harness.service.tables.join(table.id, BOB)
    await days.pass_days(6.9)
    assert (await stored(harness, table)).status is MatchStatus.OPEN
    await harness.rows(table.id)
    await days.pass_days(0.2)
    closed = await stored(harness, table)
    assert closed.status is MatchStatus.CANCELLED
    assert str(closed.result) == "Nobody has joined or left for 7 days, so the table was closed."
    assert await posted(harness, table) == ["table"]
    assert await harness.database.rows("SELECT * FROM due") == []


async def test_started_or_closed_table_does_not_expire(harness: ServiceHarness, days: InactivityJobs) -> None:
    match = await harness.start()
    table = await harness.service.tables.open_table("iye", {}, ANN, CHANNEL)
    await harness.service.tables.cancel(table.id, ANN.user_id)
    assert await harness.database.rows("SELECT * FROM due WHERE kind = 'lapse'") == []
    await days.pass_days(10)
    assert (await stored(harness, match)).status is MatchStatus.RUNNING


# -------------------------------------------------------------------------------------------------------------- matches


async def test_inactive_match_is_warned_then_ends(harness: ServiceHarness, days: InactivityJobs) -> None:
    match = await harness.start()
    await harness.rows(match.id)
    await days.pass_days(45.9)
    assert await posted(harness, match) == []
    await days.pass_days(0.2)
    (row,) = await harness.rows(match.id)
    assert row.args["mention"] == [user_of(match, match.to_move[0])]
    await days.pass_days(13.8)
    assert await posted(harness, match) == []
    await days.pass_days(0.2)
    ended = await stored(harness, match)
    assert ended.status is MatchStatus.ABORTED
    assert str(ended.result) == "Nobody moved for 60 days, so the match ends without a result."
    assert await posted(harness, match) == ["result"]
    rows = await harness.database.rows("SELECT termination FROM matches WHERE id = ?", (match.id,))
    assert rows[0]["termination"] == "stalled"


async def test_move_restarts_the_count_before_and_after_the_warning(
    harness: ServiceHarness, days: InactivityJobs
) -> None:
    match = await harness.start()
    await days.pass_days(30)
    match = (await harness.play(match)).match
    await harness.rows(match.id)
    await days.pass_days(45)
    assert await posted(harness, match) == []
    await days.pass_days(2)
    assert len(await posted(harness, match)) == 1
    match = (await harness.play(match)).match
    await harness.rows(match.id)
    await days.pass_days(45)
    assert (await stored(harness, match)).status is MatchStatus.RUNNING
    assert await posted(harness, match) == []


async def test_match_is_not_warned_while_a_clock_runs(harness: ServiceHarness, days: InactivityJobs) -> None:
    harness.availability_of = lambda _db, _user: Availability("UTC", quiet_hours=(0, 8 * 60))
    match = await start_timed_match(harness, terms=Terms(TimeControl(30 * DAY, 14 * DAY)))
    match = (await harness.play(match)).match
    (deadline,) = running_deadlines(match).values()
    assert deadline > harness.clock.now + 60 * DAY, "44 days of 16 hours each"
    await harness.rows(match.id)
    await days.pass_days(60)
    assert await posted(harness, match) == []


async def test_match_waiting_after_a_deadline_still_ends(harness: ServiceHarness, days: InactivityJobs) -> None:
    match = await start_timed_match(harness, terms=Terms(TimeControl(0, HOUR), on_timeout=TimeoutAction.WAIT))
    harness.clock.now += HOUR
    await harness.database.write(lambda tx: harness.clocks.expire(tx, match.id, match.to_move[0]))
    await days.pass_days(100)
    assert (await stored(harness, match)).status is MatchStatus.ABORTED


async def test_paused_match_is_warned_and_ends_after_half_a_year(harness: ServiceHarness, days: InactivityJobs) -> None:
    match = await agree(harness, await start_timed_match(harness), OfferKind.PAUSE)
    await harness.rows(match.id)
    await days.pass_days(165.9)
    assert await posted(harness, match) == []
    await days.pass_days(0.2)
    (row,) = await harness.rows(match.id)
    assert sorted(row.args["mention"]) == [ANN.user_id, BOB.user_id]
    await days.pass_days(14)
    ended = await stored(harness, match)
    assert (ended.status, str(ended.result)) == (
        MatchStatus.ABORTED,
        "The match was paused for 180 days and ends without a result.",
    )


async def test_inactivity_of_a_resumed_match_counts_from_its_resumption(
    harness: ServiceHarness, days: InactivityJobs
) -> None:
    match = await agree(harness, await harness.start(), OfferKind.PAUSE, days=90)
    await days.pass_days(90 + 45)
    assert (await stored(harness, match)).status is MatchStatus.RUNNING
    await days.pass_days(16)
    assert (await stored(harness, match)).status is MatchStatus.ABORTED


async def test_warning_avoids_quiet_hours(harness: ServiceHarness, days: InactivityJobs) -> None:
    hour = harness.clock.now % DAY // 60
    night = Availability("UTC", quiet_hours=((hour - 60) % 1440, (hour + 300) % 1440))
    harness.availability_of = lambda _db, _user: night
    match = await harness.start()
    await harness.rows(match.id)
    await days.pass_days(46.1)
    assert await posted(harness, match) == []
    await days.pass_days(0.2)
    assert len(await posted(harness, match)) == 1


async def test_player_away_for_months_is_still_warned(harness: ServiceHarness, days: InactivityJobs) -> None:
    away = Availability(away=((0, harness.clock.now + 900 * DAY),))
    harness.availability_of = lambda _db, _user: away
    match = await harness.start()
    await harness.rows(match.id)
    await days.pass_days(90)
    warning, result = await posted(harness, match)
    assert warning.startswith("Nobody has moved for")
    assert result == "result"
    assert (await stored(harness, match)).status is MatchStatus.ABORTED


async def test_match_is_warned_before_it_ends_after_months_of_downtime(
    harness: ServiceHarness, days: InactivityJobs
) -> None:
    match = await harness.start()
    await harness.rows(match.id)
    harness.clock.now += 300 * DAY
    await days.pass_days(0)
    assert len(await posted(harness, match)) == 1
    assert (await stored(harness, match)).status is MatchStatus.RUNNING
    await days.pass_days(14)
    assert (await stored(harness, match)).status is MatchStatus.ABORTED


async def test_downtime_after_the_warning_leaves_the_players_their_days(
    harness: ServiceHarness, days: InactivityJobs
) -> None:
    match = await harness.start()
    await days.pass_days(43)
    table = await harness.service.tables.open_table("iye", {}, BOB, CHANNEL)
    await days.pass_days(4)
    await harness.rows(match.id)
    await harness.service.downtime.connected()
    await harness.service.downtime.disconnected()
    harness.clock.now += 30 * DAY
    await harness.service.downtime.connected()
    await days.pass_days(2)
    assert (await stored(harness, match)).status is MatchStatus.RUNNING
    assert (await stored(harness, table)).status is MatchStatus.OPEN
    await days.pass_days(12)
    assert (await stored(harness, match)).status is MatchStatus.ABORTED
    assert (await stored(harness, table)).status is MatchStatus.CANCELLED


# -------------------------------------------------------------------------------------------------------------- threads


async def test_thread_is_closed_a_day_after_the_end(harness: ServiceHarness, days: InactivityJobs) -> None:
    match = await harness.start(channel=MatchChannel(50, 60, 70))
    await harness.service.turns.resign(match.id, ANN.user_id)
    await harness.rows(match.id)
    await days.pass_days(0.9)
    assert await posted(harness, match) == []
    await days.pass_days(0.2)
    assert await posted(harness, match) == ["archive"]


async def test_thread_with_a_running_rematch_stays_open(harness: ServiceHarness, days: InactivityJobs) -> None:
    match = await harness.start(channel=MatchChannel(50, 60, 70))
    await harness.service.turns.resign(match.id, ANN.user_id)
    await agree(harness, match, OfferKind.REMATCH)
    await harness.rows(match.id)
    await days.pass_days(2)
    assert await posted(harness, match) == []


async def test_thread_in_which_another_match_was_opened_stays_open(
    harness: ServiceHarness, days: InactivityJobs
) -> None:
    match = await harness.start(channel=MatchChannel(50, 60, 70))
    await harness.service.turns.resign(match.id, ANN.user_id)
    await harness.service.copies.play_on(match.id, 2, ANN, MatchChannel(50, 70), 1)
    await harness.rows(match.id)
    await days.pass_days(2)
    assert await posted(harness, match) == []


async def test_match_without_a_thread_closes_nothing(harness: ServiceHarness, days: InactivityJobs) -> None:
    for channel in (CHANNEL, MatchChannel(None, 80)):
        match = await harness.start(channel=channel)
        await harness.service.turns.resign(match.id, ANN.user_id)
        await harness.rows(match.id)
        await days.pass_days(2)
        assert await posted(harness, match) == []


# ------------------------------------------------------------------------------------------------------------ many jobs


async def test_due_jobs_are_found_by_an_index_among_a_hundred_thousand(harness: ServiceHarness) -> None:
    def fill(tx: Transaction) -> None:
        tx.executemany(
            "INSERT INTO due (key, at, kind) VALUES (?, ?, 'deadline')",
            [(f"deadline:{number}:0", harness.clock.now - number) for number in range(100_000)],
        )

    def plans(db: Reader) -> list[str]:
        asked = ((DUE, (harness.clock.now, AT_ONCE)), (NEXT, ()))
        return [row["detail"] for sql, given in asked for row in db.execute(f"EXPLAIN QUERY PLAN {sql}", given)]

    await harness.database.write(fill)
    assert await harness.database.read(plans) == [
        "SEARCH due USING INDEX due_by_time (at<?)",
        "SEARCH due USING COVERING INDEX due_by_time",
    ]
    assert len(await harness.database.rows(DUE, (harness.clock.now, AT_ONCE))) == AT_ONCE
