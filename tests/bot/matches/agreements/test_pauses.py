"""A paused match: no moves and no running clocks until all players agree or the agreed day comes."""

from __future__ import annotations

from bot.matches.errors import OfferError, PausedError
from bot.matches.model.jobs import PauseEnd
from bot.matches.model.match import Match, MatchStatus, OfferKind, Person
from bot.matches.model.time_control import DAY, HOUR, SeatClock
from bot.matches.store import matches as match_store
from tests.bot.matches.harness import ANN, BOB, CEM, ServiceHarness, refused, user_of
from tests.bot.matches.timed_matches import (
    FULL_TIME,
    START,
    agree,
    deadlines,
    running_deadlines,
    start_timed_match,
    stored,
)


async def resume_when_due(harness: ServiceHarness, match: Match) -> None:
    await harness.service.jobs[PauseEnd](PauseEnd(match.id))


async def test_pause_stops_clocks_and_resuming_starts_them_with_the_time_left(harness: ServiceHarness) -> None:
    match = await start_timed_match(harness)
    (mover,) = match.to_move
    harness.clock.now += 20 * HOUR
    match = await agree(harness, match, OfferKind.PAUSE)
    assert match.paused_at == harness.clock.now
    assert match.clock_of(mover) == SeatClock(mover, 40 * HOUR, 0)
    assert await deadlines(harness, match.id) == {}
    harness.clock.now += 100 * DAY
    match = await agree(harness, match, OfferKind.RESUME)
    assert match.paused_at is None
    assert running_deadlines(match) == {mover: harness.clock.now + 40 * HOUR} == await deadlines(harness, match.id)


async def test_pause_is_announced_and_its_end_mentions_the_player_to_move(harness: ServiceHarness) -> None:
    match = await start_timed_match(harness)
    await agree(harness, match, OfferKind.PAUSE)
    asked, paused, clock = await harness.rows(match.id)
    assert (asked.args["offer"], paused.args["mention"], clock.kind) == ("pause", [], "clock")
    await agree(harness, match, OfferKind.RESUME)
    asked, resumed, clock = await harness.rows(match.id)
    assert resumed.args["mention"] == [user_of(match, match.to_move[0])]
    assert resumed.args["clocks"] is True


async def test_paused_match_refuses_moves_and_accepts_plans(harness: ServiceHarness) -> None:
    match = await start_timed_match(harness, ANN, BOB, CEM, game="trek")
    mover = user_of(match, match.to_move[0])
    (move, *_) = await harness.legal(match)
    await agree(harness, match, OfferKind.PAUSE)
    text = await refused(harness, PausedError, lambda: harness.service.turns.play(match.id, mover, match.ply, [move]))
    assert text.startswith("This match is paused")
    await harness.service.plans.put(match.id, mover, match.ply, [move])
    await agree(harness, match, OfferKind.RESUME)
    assert (await harness.service.plans.get(match.id, mover)).moves == (move,)
    await harness.service.turns.play(match.id, mover, match.ply, [move])


async def test_move_loaded_before_a_pause_is_not_stored_during_it(harness: ServiceHarness) -> None:
    match = await start_timed_match(harness)
    record = await harness.loader.load(match.id)
    await agree(harness, match, OfferKind.PAUSE)
    assert not await harness.database.write(lambda tx: match_store.advance(tx, match.id, match.ply, record))


async def test_resigning_during_a_pause_starts_no_clock_until_its_end(harness: ServiceHarness) -> None:
    match = await start_timed_match(harness, ANN, BOB, CEM, game="lap")
    await agree(harness, match, OfferKind.PAUSE)
    match = await harness.service.turns.resign(match.id, ANN.user_id)
    assert match.to_move == (1,)
    assert running_deadlines(await stored(harness, match)) == {}
    match = await agree(harness, match, OfferKind.RESUME)
    assert running_deadlines(match) == {1: START + FULL_TIME}


async def test_seat_can_be_taken_over_in_a_pause(harness: ServiceHarness) -> None:
    match = await agree(harness, await start_timed_match(harness, ANN, BOB, CEM, game="lap"), OfferKind.PAUSE)
    await harness.service.turns.resign(match.id, BOB.user_id)
    match = await harness.service.substitution.take_over(match.id, Person(1009, "Gast"))
    assert match.paused_at is not None
    assert running_deadlines(match) == {}


async def test_solo_match_pauses_and_resumes_at_once(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, game="bids")
    assert await harness.service.offers.offer(match.id, ANN.user_id, OfferKind.PAUSE) is None
    assert (await stored(harness, match)).paused_at == harness.clock.now
    assert await harness.service.offers.offer(match.id, ANN.user_id, OfferKind.RESUME) is None
    assert (await stored(harness, match)).paused_at is None


async def test_pause_ends_by_itself_on_the_agreed_day(harness: ServiceHarness) -> None:
    match = await agree(harness, await start_timed_match(harness), OfferKind.PAUSE, days=10)
    assert match.resumes_at == START + 10 * DAY
    harness.clock.now += 10 * DAY - 1
    await resume_when_due(harness, match)
    assert (await stored(harness, match)).paused_at is not None
    harness.clock.now += 1
    await harness.rows(match.id)
    await resume_when_due(harness, match)
    match = await stored(harness, match)
    assert (match.paused_at, match.resumes_at) == (None, None)
    assert running_deadlines(match) == {match.to_move[0]: harness.clock.now + FULL_TIME}
    assert await harness.kinds(match.id) == ["notice", "clock"]
    await resume_when_due(harness, match)
    assert await harness.kinds(match.id) == []


async def test_resuming_early_cancels_the_agreed_day(harness: ServiceHarness) -> None:
    match = await agree(harness, await start_timed_match(harness), OfferKind.PAUSE, days=10)
    match = await agree(harness, match, OfferKind.RESUME)
    assert await harness.database.rows("SELECT * FROM due WHERE kind = 'resume'") == []
    assert match.resumes_at is None


async def test_first_proposal_sets_the_length_of_the_pause(harness: ServiceHarness) -> None:
    match = await start_timed_match(harness)
    await harness.service.offers.offer(match.id, ANN.user_id, OfferKind.PAUSE, days=3)
    (row,) = await harness.rows(match.id)
    assert "pause of {count} days" in str(row.args["text"])
    await harness.service.offers.offer(match.id, BOB.user_id, OfferKind.PAUSE, days=50)
    assert (await stored(harness, match)).resumes_at == START + 3 * DAY


async def test_impossible_pauses_and_resumptions_are_refused(harness: ServiceHarness) -> None:
    match = await start_timed_match(harness)
    offer = harness.service.offers.offer
    await refused(harness, OfferError, lambda: offer(match.id, ANN.user_id, OfferKind.RESUME))
    await refused(harness, OfferError, lambda: offer(match.id, ANN.user_id, OfferKind.PAUSE, days=91))
    await refused(harness, OfferError, lambda: offer(match.id, ANN.user_id, OfferKind.PAUSE, days=0))
    await agree(harness, match, OfferKind.PAUSE)
    await refused(harness, OfferError, lambda: offer(match.id, ANN.user_id, OfferKind.PAUSE))


async def test_end_of_a_paused_match_ends_the_pause(harness: ServiceHarness) -> None:
    match = await agree(harness, await start_timed_match(harness), OfferKind.PAUSE, days=5)
    await harness.service.turns.resign(match.id, ANN.user_id)
    match = await stored(harness, match)
    assert (match.status, match.paused_at, match.resumes_at) == (MatchStatus.FINISHED, None, None)
    assert {row["kind"] for row in await harness.database.rows("SELECT kind FROM due")} == {"archive"}
