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
from tests.bot.matches.harness import ANN, BOB, PLACE, ServiceHarness, user_of
from tests.bot.matches.timed_matches import agree, begin, stored

KINDS = {job.kind: job for job in (StaleTable, StaleMatchCheck, ThreadArchival, PauseEnd)}


class Days:
    """Lets days pass: what is due of the kinds that these tests are about is kept as the scheduler would."""

    def __init__(self, house: ServiceHarness) -> None:
        self.house = house

    async def pass_days(self, days: float) -> None:
        """Keep everything that falls due meanwhile, at its time."""
        end = self.house.clock.now + round(days * DAY)
        sql = "SELECT at, kind, match_id, args FROM due WHERE kind IN (?, ?, ?, ?) AND at <= ? ORDER BY at LIMIT 1"
        while rows := await self.house.database.rows(sql, (*KINDS, end)):
            at, kind, match_id, args = rows[0]
            self.house.clock.now = max(self.house.clock.now, at)
            job = load_job(KINDS[kind], match_id, args)
            await self.house.service.jobs[type(job)](job)
        self.house.clock.now = end


@pytest.fixture
def days(house: ServiceHarness) -> Days:
    return Days(house)


async def told(house: ServiceHarness, match: Match) -> list[str]:
    """The sentences that are posted about a match; other rows by their kind. Reminders are left out."""
    rows = [row for row in await house.rows(match.id) if row.kind not in ("reminder", "remove")]
    said = [str(row.args["text"]["text"]) if row.kind == "notice" else row.kind for row in rows]
    return [one for one in said if "I will send no more" not in one]


# -------------------------------------------------------------------------------------------------------------- tables


async def test_table_closes_seven_days_after_its_last_change(house: ServiceHarness, days: Days) -> None:
    table = await house.service.tables.open_table("iye", {}, ANN, PLACE)
    await days.pass_days(6.9)
    await house.service.tables.join(table.id, BOB)
    await days.pass_days(6.9)
    assert (await stored(house, table)).status is MatchStatus.OPEN
    await house.rows(table.id)
    await days.pass_days(0.2)
    closed = await stored(house, table)
    assert closed.status is MatchStatus.CANCELLED
    assert str(closed.result) == "Nobody has joined or left for 7 days, so the table was closed."
    assert await told(house, table) == ["table"]
    assert await house.database.rows("SELECT * FROM due") == []


async def test_started_or_closed_table_does_not_expire(house: ServiceHarness, days: Days) -> None:
    match = await house.start()
    table = await house.service.tables.open_table("iye", {}, ANN, PLACE)
    await house.service.tables.cancel(table.id, ANN.user_id)
    assert await house.database.rows("SELECT * FROM due WHERE kind = 'lapse'") == []
    await days.pass_days(10)
    assert (await stored(house, match)).status is MatchStatus.RUNNING


# ------------------------------------------------------------------------------------------------------------- matches


async def test_inactive_match_is_warned_then_ends(house: ServiceHarness, days: Days) -> None:
    match = await house.start()
    await house.rows(match.id)
    await days.pass_days(45.9)
    assert await told(house, match) == []
    await days.pass_days(0.2)
    (row,) = await house.rows(match.id)
    assert row.args["mention"] == [user_of(match, match.to_move[0])]
    await days.pass_days(13.8)
    assert await told(house, match) == []
    await days.pass_days(0.2)
    ended = await stored(house, match)
    assert ended.status is MatchStatus.ABORTED
    assert str(ended.result) == "Nobody moved for 60 days, so the match ends without a result."
    assert await told(house, match) == ["result"]
    rows = await house.database.rows("SELECT termination FROM matches WHERE id = ?", (match.id,))
    assert rows[0]["termination"] == "stalled"


async def test_move_restarts_the_count_before_and_after_the_warning(house: ServiceHarness, days: Days) -> None:
    match = await house.start()
    await days.pass_days(30)
    match = (await house.play(match)).match
    await house.rows(match.id)
    await days.pass_days(45)
    assert await told(house, match) == []
    await days.pass_days(2)
    assert len(await told(house, match)) == 1
    match = (await house.play(match)).match
    await house.rows(match.id)
    await days.pass_days(45)
    assert (await stored(house, match)).status is MatchStatus.RUNNING
    assert await told(house, match) == []


async def test_match_with_a_running_clock_is_not_warned(house: ServiceHarness, days: Days) -> None:
    match = await begin(house, terms=Terms(TimeControl(30 * DAY, 14 * DAY)))
    match = (await house.play(match)).match
    await house.rows(match.id)
    await days.pass_days(43.9)
    assert await told(house, match) == []


async def test_match_waiting_after_a_deadline_still_ends(house: ServiceHarness, days: Days) -> None:
    match = await begin(house, terms=Terms(TimeControl(0, HOUR), on_timeout=TimeoutAction.WAIT))
    house.clock.now += HOUR
    await house.database.write(lambda tx: house.service.clocks.expire(tx, match.id, match.to_move[0]))
    await days.pass_days(100)
    assert (await stored(house, match)).status is MatchStatus.ABORTED


async def test_paused_match_is_warned_and_ends_after_half_a_year(house: ServiceHarness, days: Days) -> None:
    match = await agree(house, await begin(house), OfferKind.PAUSE)
    await house.rows(match.id)
    await days.pass_days(165.9)
    assert await told(house, match) == []
    await days.pass_days(0.2)
    (row,) = await house.rows(match.id)
    assert sorted(row.args["mention"]) == [ANN.user_id, BOB.user_id]
    await days.pass_days(14)
    ended = await stored(house, match)
    assert (ended.status, str(ended.result)) == (
        MatchStatus.ABORTED,
        "The match was paused for 180 days and ends without a result.",
    )


async def test_match_resumed_after_a_long_pause_has_all_its_days(house: ServiceHarness, days: Days) -> None:
    match = await agree(house, await house.start(), OfferKind.PAUSE, days=90)
    await days.pass_days(90 + 45)
    assert (await stored(house, match)).status is MatchStatus.RUNNING
    await days.pass_days(16)
    assert (await stored(house, match)).status is MatchStatus.ABORTED


async def test_warning_avoids_quiet_hours(house: ServiceHarness, days: Days, monkeypatch: pytest.MonkeyPatch) -> None:
    hour = house.clock.now % DAY // 60
    night = Availability("UTC", quiet=((hour - 60) % 1440, (hour + 300) % 1440))
    house.availability_of = lambda _db, _user: night
    match = await house.start()
    await house.rows(match.id)
    await days.pass_days(46.1)
    assert await told(house, match) == []
    await days.pass_days(0.2)
    assert len(await told(house, match)) == 1


async def test_player_away_for_months_is_still_warned(
    house: ServiceHarness, days: Days, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = Availability(away=((0, house.clock.now + 900 * DAY),))
    house.availability_of = lambda _db, _user: away
    match = await house.start()
    await days.pass_days(90)
    assert (await stored(house, match)).status is MatchStatus.ABORTED


async def test_match_is_warned_before_it_ends_after_months_of_downtime(house: ServiceHarness, days: Days) -> None:
    match = await house.start()
    await house.rows(match.id)
    house.clock.now += 300 * DAY
    await days.pass_days(0)
    assert len(await told(house, match)) == 1
    assert (await stored(house, match)).status is MatchStatus.RUNNING
    await days.pass_days(14)
    assert (await stored(house, match)).status is MatchStatus.ABORTED


# ------------------------------------------------------------------------------------------------------------- threads


async def test_thread_is_closed_a_day_after_the_end(house: ServiceHarness, days: Days) -> None:
    match = await house.start(place=MatchChannel(50, 60, 70))
    await house.service.turns.resign(match.id, ANN.user_id)
    await house.rows(match.id)
    await days.pass_days(0.9)
    assert await told(house, match) == []
    await days.pass_days(0.2)
    assert await told(house, match) == ["archive"]


async def test_thread_with_a_running_rematch_stays_open(house: ServiceHarness, days: Days) -> None:
    match = await house.start(place=MatchChannel(50, 60, 70))
    await house.service.turns.resign(match.id, ANN.user_id)
    await agree(house, match, OfferKind.REMATCH)
    await house.rows(match.id)
    await days.pass_days(2)
    assert await told(house, match) == []


async def test_match_without_a_thread_closes_nothing(house: ServiceHarness, days: Days) -> None:
    for place in (PLACE, MatchChannel(None, 80)):
        match = await house.start(place=place)
        await house.service.turns.resign(match.id, ANN.user_id)
        await house.rows(match.id)
        await days.pass_days(2)
        assert await told(house, match) == []


# ---------------------------------------------------------------------------------------------------------------- much


async def test_due_jobs_are_found_by_an_index_among_a_hundred_thousand(house: ServiceHarness) -> None:
    def fill(tx: Transaction) -> None:
        tx.executemany(
            "INSERT INTO due (key, at, kind) VALUES (?, ?, 'deadline')",
            [(f"deadline:{number}:0", house.clock.now - number) for number in range(100_000)],
        )

    def plans(db: Reader) -> list[str]:
        asked = ((DUE, (house.clock.now, AT_ONCE)), (NEXT, ()))
        return [row["detail"] for sql, given in asked for row in db.execute(f"EXPLAIN QUERY PLAN {sql}", given)]

    await house.database.write(fill)
    assert await house.database.read(plans) == [
        "SEARCH due USING INDEX due_by_time (at<?)",
        "SEARCH due USING COVERING INDEX due_by_time",
    ]
    assert len(await house.database.rows(DUE, (house.clock.now, AT_ONCE))) == AT_ONCE
