"""Clocks of timed matches: time per turn first, then the time bank, only while the player is to move."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.matches.clocks import downtime
from bot.matches.clocks.downtime import MIN_DOWNTIME
from bot.matches.errors import NotAllowedError, TableError, TimeControlError
from bot.matches.model.match import Match, OfferKind, Person
from bot.matches.model.settings import ServerSettings
from bot.matches.model.time_control import (
    DAILY,
    DAY,
    HOUR,
    RELAXED,
    SeatClock,
    Terms,
    TermsRequest,
    TimeControl,
    TimeoutAction,
)
from bot.matches.store.clocks import CLOCKS, RUNNING_CLOCKS, RUNNING_CLOCKS_OF_USER
from bot.storage.database import Reader
from engines.text import T
from tests.bot.matches.harness import ANN, BOB, CEM, CHANNEL, ServiceHarness, refused, user_of
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

pytestmark = pytest.mark.engines("sqlite", "postgres")

# ------------------------------------------------------------------------------------ time per turn, then the time bank


async def test_clock_of_the_player_to_move_runs_with_turn_time_and_bank(harness: ServiceHarness) -> None:
    match = await start_timed_match(harness)
    (mover,) = match.to_move
    assert running_deadlines(match) == {mover: START + FULL_TIME} == await deadlines(harness, match.id)
    assert {(clock.time_bank, clock.turn_time) for clock in match.clocks} == {(2 * DAY, 12 * HOUR), (2 * DAY, 0)}
    assert (await stored(harness, match)).clocks == match.clocks


async def test_turn_time_is_used_first_and_its_rest_is_lost(harness: ServiceHarness) -> None:
    match = await start_timed_match(harness)
    (mover,) = match.to_move
    harness.clock.now += 5 * HOUR
    match = (await harness.play(match)).match
    assert match.clock_of(mover) == SeatClock(mover, 2 * DAY, 7 * HOUR)
    (other,) = match.to_move
    assert other != mover
    assert running_deadlines(match) == {other: START + 5 * HOUR + FULL_TIME} == await deadlines(harness, match.id)
    harness.clock.now += HOUR
    match = (await harness.play(match)).match
    assert running_deadlines(match) == {mover: START + 6 * HOUR + FULL_TIME}


async def test_bank_is_used_after_the_turn_time_and_never_grows(harness: ServiceHarness) -> None:
    match = await start_timed_match(harness)
    (mover,) = match.to_move
    harness.clock.now += 20 * HOUR
    match = (await harness.play(match)).match
    assert match.clock_of(mover) == SeatClock(mover, 2 * DAY - 8 * HOUR, 0)
    match = (await harness.play(match)).match
    assert running_deadlines(match) == {mover: START + 20 * HOUR + FULL_TIME - 8 * HOUR}


async def test_move_after_the_deadline_leaves_only_the_time_of_the_next_turn(harness: ServiceHarness) -> None:
    match = await start_timed_match(harness)
    (mover,) = match.to_move
    harness.clock.now += FULL_TIME + HOUR
    await pass_deadline(harness, match, mover)
    match = (await harness.play(match)).match
    assert match.clock_of(mover) == SeatClock(mover, 0, 0)
    match = (await harness.play(match)).match
    assert running_deadlines(match) == {mover: harness.clock.now + 12 * HOUR}
    assert match.clock_of(mover).expired_at is None  # type: ignore[union-attr]


async def test_several_moves_in_one_turn_share_its_time(harness: ServiceHarness) -> None:
    match = await start_timed_match(harness, ANN, BOB, CEM, game="trek")
    while (await harness.state(match.id)).points < 2:
        match = await start_timed_match(harness, ANN, BOB, CEM, game="trek")
    (mover,) = match.to_move
    harness.clock.now += HOUR
    played = await harness.play(match)
    assert played.match.to_move == (mover,)
    assert running_deadlines(played.match) == {mover: START + FULL_TIME}


async def test_second_turn_in_a_row_has_its_own_time(harness: ServiceHarness) -> None:
    match = await start_timed_match(harness, ANN, BOB, CEM, game="lap")
    for _ in range(3):
        match = (await harness.play(match)).match
    harness.clock.now += HOUR
    match = (await harness.play(match)).match  # the player who reaches the step before the goal moves again
    assert match.to_move == (0,)
    assert running_deadlines(match) == {0: START + HOUR + FULL_TIME}


async def test_simultaneous_turn_runs_the_clocks_of_all_players_to_move(harness: ServiceHarness) -> None:
    match = await start_timed_match(harness, ANN, BOB, CEM, game="bids")
    players = match.to_move
    assert running_deadlines(match) == dict.fromkeys(players, START + FULL_TIME)
    harness.clock.now += HOUR
    match = (await harness.play(match)).match
    assert (
        running_deadlines(match) == dict.fromkeys(players[1:], START + FULL_TIME) == await deadlines(harness, match.id)
    )
    assert match.clock_of(players[0]) == SeatClock(players[0], 2 * DAY, 11 * HOUR)


async def test_untimed_match_has_no_clocks_and_no_deadlines(harness: ServiceHarness) -> None:
    match = await harness.start()
    assert match.clocks == ()
    assert await harness.database.rows("SELECT * FROM clocks") == []
    assert await deadlines(harness, match.id) == {}


async def test_move_in_an_untimed_match_reads_and_sets_no_clock(
    harness: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await harness.start(ANN, BOB, CEM, game="lap")
    seen: list[str] = []
    monkeypatch.setattr("bot.matches.store.clocks.read", lambda *_: seen.append("clocks"))
    monkeypatch.setattr("bot.matches.jobs.scheduler.Schedule.enqueue", lambda *given: seen.append(given[2].kind))
    await harness.play(match)
    assert set(seen) == {"remind"}, "untimed matches have reminders too"


async def test_solo_match_has_no_clock(harness: ServiceHarness) -> None:
    match = await start_timed_match(harness, ANN, game="bids")
    assert (match.time_control, match.clocks) == (None, ())
    assert (await stored(harness, match)).time_control is None


async def test_end_of_a_match_stops_every_clock(harness: ServiceHarness) -> None:
    match = await start_timed_match(harness)
    await harness.service.turns.resign(match.id, user_of(match, match.to_move[0]))
    assert running_deadlines(await stored(harness, match)) == {}
    assert await deadlines(harness, match.id) == {}


async def test_resigning_stops_the_clock_and_starts_the_next(harness: ServiceHarness) -> None:
    match = await start_timed_match(harness, ANN, BOB, CEM, game="lap")
    harness.clock.now += HOUR
    match = await harness.service.turns.resign(match.id, ANN.user_id)
    assert running_deadlines(match) == {1: START + HOUR + FULL_TIME} == await deadlines(harness, match.id)


async def test_substitute_begins_with_a_full_bank(harness: ServiceHarness) -> None:
    match = await start_timed_match(harness, ANN, BOB, CEM, game="lap")
    harness.clock.now += 30 * HOUR
    match = await harness.service.turns.resign(match.id, ANN.user_id)
    assert match.clock_of(0) == SeatClock(0, 30 * HOUR, 0)
    match = await harness.service.substitution.take_over(match.id, Person(1009, "Gast"))
    assert match.clock_of(0) == SeatClock(0, 2 * DAY, 0)
    assert running_deadlines(match) == {1: START + 30 * HOUR + FULL_TIME}


# -------------------------------------------------------------------------------------------------- deadlines that pass


async def test_passed_deadline_is_stored_and_announced_once(harness: ServiceHarness) -> None:
    match = await start_timed_match(harness)
    (mover,) = match.to_move
    harness.clock.now = START + FULL_TIME
    await pass_deadline(harness, match, mover)
    assert (await stored(harness, match)).clock_of(mover).expired_at == harness.clock.now  # type: ignore[union-attr]
    assert await deadlines(harness, match.id) == {}
    assert await harness.kinds(match.id) == ["clock", "question"]
    await pass_deadline(harness, match, mover)
    assert await harness.kinds(match.id) == []


async def test_future_deadline_keeps_its_job(harness: ServiceHarness) -> None:
    match = await start_timed_match(harness)
    harness.clock.now = START + FULL_TIME - 1
    await pass_deadline(harness, match, match.to_move[0])
    assert running_deadlines(await stored(harness, match)) == await deadlines(harness, match.id) != {}
    assert await harness.kinds(match.id) == []


async def test_timeout_that_fails_changes_nothing_and_can_be_repeated(
    harness: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await start_timed_match(harness)
    harness.clock.now = START + FULL_TIME
    before = await harness.dump()

    def crash(*_: object) -> None:
        raise RuntimeError("power cut")

    with monkeypatch.context() as broken:
        broken.setattr(harness.service.offers, "apply_agreed_offers", crash)
        with pytest.raises(RuntimeError):
            await pass_deadline(harness, match, match.to_move[0])
    assert await harness.dump() == before
    await pass_deadline(harness, match, match.to_move[0])
    assert (await stored(harness, match)).clock_of(match.to_move[0]).expired_at == harness.clock.now  # type: ignore[union-attr]


async def test_move_and_its_deadline_are_stored_together_or_not_at_all(
    harness: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await start_timed_match(harness)
    before = await harness.dump()

    def crash(*_: object) -> None:
        raise RuntimeError("power cut")

    with monkeypatch.context() as broken:
        broken.setattr("bot.matches.jobs.scheduler.Schedule.enqueue", crash)
        with pytest.raises(RuntimeError):
            await harness.play(match)
    assert await harness.dump() == before
    assert (await harness.play(match)).match.ply > match.ply


async def test_deadline_job_of_a_player_who_moved_posts_nothing(harness: ServiceHarness) -> None:
    match = await start_timed_match(harness)
    (mover,) = match.to_move
    harness.clock.now = START + FULL_TIME
    await harness.play(match)
    await harness.rows(match.id)
    await pass_deadline(harness, match, mover)
    assert await harness.kinds(match.id) == []


async def test_added_time_runs_from_now_and_clears_the_timeout(harness: ServiceHarness) -> None:
    match = await start_timed_match(harness)
    (mover,) = match.to_move
    harness.clock.now = START + FULL_TIME + HOUR
    await pass_deadline(harness, match, mover)
    await harness.database.write(lambda tx: harness.clocks.add_time(tx, match, mover, DAY))
    match = await stored(harness, match)
    assert match.clock_of(mover) == SeatClock(mover, 0, DAY, harness.clock.now, harness.clock.now + DAY)
    assert await deadlines(harness, match.id) == {mover: harness.clock.now + DAY}


# --------------------------------------------------------------------------------------------------------- at the table


async def test_time_control_is_set_at_the_table_and_kept_by_a_rematch(harness: ServiceHarness) -> None:
    table = await harness.service.tables.open_table("iye", {}, ANN, CHANNEL)
    assert table.terms == Terms(RELAXED, True, TimeoutAction.PLAY_ON)
    await harness.service.tables.configure(table.id, ANN.user_id, terms=TermsRequest("daily"))
    await harness.service.tables.configure(table.id, ANN.user_id, terms=TermsRequest(holidays=False))
    agreed = await harness.service.tables.configure(
        table.id, ANN.user_id, terms=TermsRequest(on_timeout=TimeoutAction.END)
    )
    assert agreed.terms == Terms(DAILY, False, TimeoutAction.END) == (await harness.service.history.get(table.id)).terms
    match = await harness.service.tables.join(table.id, BOB)
    assert list(running_deadlines(match).values()) == [START + 36 * HOUR]
    await harness.service.turns.resign(match.id, ANN.user_id)
    await harness.service.offers.offer(match.id, ANN.user_id, OfferKind.REMATCH)
    ended = await harness.service.offers.answer(match.id, BOB.user_id, OfferKind.REMATCH, accept=True)
    again = await harness.service.history.get(ended.rematch_id or 0)
    assert again.terms == agreed.terms
    assert list(running_deadlines(again).values()) == [START + 36 * HOUR]


async def test_time_control_is_changed_by_the_opener_only_and_must_be_readable(harness: ServiceHarness) -> None:
    table = await harness.service.tables.open_table("trek", {}, ANN, CHANNEL)
    await harness.service.tables.join(table.id, BOB)
    await refused(
        harness,
        NotAllowedError,
        lambda: harness.service.tables.configure(table.id, BOB.user_id, terms=TermsRequest(time_control="live")),
    )
    await refused(
        harness,
        TimeControlError,
        lambda: harness.service.tables.configure(table.id, ANN.user_id, terms=TermsRequest(time_control="soon")),
    )


async def test_time_control_of_a_running_match_cannot_be_changed(harness: ServiceHarness) -> None:
    match = await start_timed_match(harness)
    await refused(
        harness,
        TableError,
        lambda: harness.service.tables.configure(match.id, ANN.user_id, terms=TermsRequest(time_control="live")),
    )


@pytest.mark.parametrize(("default", "time_control"), [("daily", DAILY), ("2d+12h", TIME_CONTROL), ("rubbish", None)])
async def test_server_may_have_a_default_time_control(
    harness: ServiceHarness, default: str, time_control: TimeControl | None
) -> None:
    service = harness.service
    settings = ServerSettings(time_control=default)
    await service.server_settings.save(50, CEM.user_id, settings, T("set the pace"))
    assert (await service.tables.open_table("iye", {}, ANN, CHANNEL)).time_control == time_control
    assert (await service.tables.open_table("iye", {}, ANN, CHANNEL, terms=TermsRequest("none"))).time_control is None


# -------------------------------------------------------------------------------------------------------------- queries


@pytest.mark.parametrize(
    ("sql", "parameters"), [(CLOCKS, (1,)), (RUNNING_CLOCKS, ()), (RUNNING_CLOCKS_OF_USER, (ANN.user_id,))]
)
@pytest.mark.engines("sqlite")
async def test_clock_queries_use_indexes(harness: ServiceHarness, sql: str, parameters: tuple[int, ...]) -> None:
    def plan(db: Reader) -> list[str]:
        return [row["detail"] for row in db.execute(f"EXPLAIN QUERY PLAN {sql}", parameters).fetchall()]

    steps = await harness.database.read(plan)
    assert [step for step in steps if step.startswith("SCAN") and "clocks_running" not in step] == []


# ---------------------------------------------------------------------------------------------------- against an oracle


@pytest.mark.engines("sqlite")
@given(st.lists(st.tuples(st.integers(0, 40 * HOUR), st.sampled_from(["play", "pause", "away", "wait"])), max_size=12))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_time_banks_equal_those_of_a_simple_model(
    harness: ServiceHarness, monkeypatch: pytest.MonkeyPatch, steps: list[tuple[int, str]]
) -> None:
    """Pauses and downtimes come at any time; a bank loses only what a turn takes beyond its time per turn."""
    harness.clock.now = START
    await harness.service.downtime.connected()
    match = await start_timed_match(harness)
    banks, used = {0: 2 * DAY, 1: 2 * DAY}, 0
    monkeypatch.setattr(downtime, "MAX_GAP", 1000 * DAY)  # no sleep detection
    for seconds, what in steps:
        (mover,) = match.to_move
        if what == "pause":
            await offer_by_all(harness, match, OfferKind.PAUSE)
            harness.clock.now += seconds
            await offer_by_all(harness, match, OfferKind.RESUME)
        elif what == "away":
            await harness.service.downtime.disconnected()
            harness.clock.now += seconds
            await harness.service.downtime.connected()
            used += seconds if seconds < MIN_DOWNTIME else 0
        else:
            harness.clock.now += seconds
            used += seconds
        if what == "play":
            await harness.play(match)
            banks[mover] = max(0, banks[mover] - max(0, used - 12 * HOUR))
            used = 0
        match = await stored(harness, match)
        (mover,) = match.to_move
        left = 12 * HOUR + banks[mover] - used
        # What is overdrawn is forgotten when a clock is stopped.
        used = min(used, 12 * HOUR + banks[mover]) if what == "pause" else used
        assert max(0, running_deadlines(match)[mover] - harness.clock.now) == max(0, left)


async def offer_by_all(harness: ServiceHarness, match: Match, kind: OfferKind) -> None:
    """Let one player after the other offer until it takes effect; a timed-out player is not needed."""
    for seat in match.seats:
        if await harness.service.offers.offer(match.id, seat.user_id, kind) is None:
            return
