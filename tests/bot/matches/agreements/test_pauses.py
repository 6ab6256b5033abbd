"""A paused match: nothing is played and no time runs, until everybody agrees or the agreed day comes."""

from __future__ import annotations

from bot.matches.errors import OfferError, PausedError
from bot.matches.model.jobs import PauseEnd
from bot.matches.model.match import Match, MatchStatus, OfferKind, Person
from bot.matches.model.time_control import DAY, HOUR, SeatClock
from bot.matches.store import matches as match_store
from tests.bot.matches.harness import ANN, BOB, CEM, ServiceHarness, refused, user_of
from tests.bot.matches.timed_matches import FULL, START, agree, begin, deadlines, running, stored


async def resume_when_due(house: ServiceHarness, match: Match) -> None:
    await house.service.jobs[PauseEnd](PauseEnd(match.id))


async def test_pause_stops_clocks_and_resuming_starts_them_with_the_time_left(house: ServiceHarness) -> None:
    match = await begin(house)
    (mover,) = match.to_move
    house.clock.now += 20 * HOUR
    match = await agree(house, match, OfferKind.PAUSE)
    assert match.paused_at == house.clock.now
    assert match.clock_of(mover) == SeatClock(mover, 40 * HOUR, 0)
    assert await deadlines(house, match.id) == {}
    house.clock.now += 100 * DAY
    match = await agree(house, match, OfferKind.RESUME)
    assert match.paused_at is None
    assert running(match) == {mover: house.clock.now + 40 * HOUR} == await deadlines(house, match.id)


async def test_pause_is_announced_and_its_end_mentions_the_player_to_move(house: ServiceHarness) -> None:
    match = await begin(house)
    await agree(house, match, OfferKind.PAUSE)
    asked, paused, clock = await house.rows(match.id)
    assert (asked.args["offer"], paused.args["mention"], clock.kind) == ("pause", [], "clock")
    await agree(house, match, OfferKind.RESUME)
    asked, resumed, clock = await house.rows(match.id)
    assert resumed.args["mention"] == [user_of(match, match.to_move[0])]
    assert resumed.args["clocks"] is True


async def test_pause_refuses_moves_and_keeps_drafts(house: ServiceHarness) -> None:
    match = await begin(house, ANN, BOB, CEM, game="trek")
    mover = user_of(match, match.to_move[0])
    (move, *_) = await house.legal(match)
    await agree(house, match, OfferKind.PAUSE)
    said = await refused(house, PausedError, lambda: house.service.turns.play(match.id, mover, match.ply, [move]))
    assert said.startswith("This match is paused")
    await house.service.drafts.put_draft(match.id, mover, match.ply, [move])
    await agree(house, match, OfferKind.RESUME)
    assert (await house.service.drafts.draft(match.id, mover)).moves == (move,)
    await house.service.turns.play(match.id, mover, match.ply, [move])


async def test_move_that_crosses_a_pause_is_refused(house: ServiceHarness) -> None:
    match = await begin(house)
    record = await house.service.loader.load(match.id)
    await agree(house, match, OfferKind.PAUSE)
    assert not await house.database.write(lambda tx: match_store.advance(tx, match.id, match.ply, record))


async def test_pause_needs_no_inactive_player_and_resigning_in_it_starts_no_clock(house: ServiceHarness) -> None:
    match = await begin(house, ANN, BOB, CEM, game="lap")
    await agree(house, match, OfferKind.PAUSE)
    match = await house.service.turns.resign(match.id, ANN.user_id)
    assert match.to_move == (1,)
    assert running(await stored(house, match)) == {}
    match = await agree(house, match, OfferKind.RESUME)
    assert running(match) == {1: START + FULL}


async def test_seat_can_be_taken_over_in_a_pause(house: ServiceHarness) -> None:
    match = await agree(house, await begin(house, ANN, BOB, CEM, game="lap"), OfferKind.PAUSE)
    await house.service.turns.resign(match.id, BOB.user_id)
    match = await house.service.seats.take_over(match.id, Person(1009, "Gast"))
    assert match.paused_at is not None
    assert running(match) == {}


async def test_solo_match_pauses_and_resumes_at_once(house: ServiceHarness) -> None:
    match = await house.start(ANN, game="bids")
    assert await house.service.offers.offer(match.id, ANN.user_id, OfferKind.PAUSE) is None
    assert (await stored(house, match)).paused_at == house.clock.now
    assert await house.service.offers.offer(match.id, ANN.user_id, OfferKind.RESUME) is None
    assert (await stored(house, match)).paused_at is None


async def test_pause_ends_by_itself_on_the_agreed_day(house: ServiceHarness) -> None:
    match = await agree(house, await begin(house), OfferKind.PAUSE, days=10)
    assert match.resumes_at == START + 10 * DAY
    house.clock.now += 10 * DAY - 1
    await resume_when_due(house, match)
    assert (await stored(house, match)).paused_at is not None
    house.clock.now += 1
    await house.rows(match.id)
    await resume_when_due(house, match)
    match = await stored(house, match)
    assert (match.paused_at, match.resumes_at) == (None, None)
    assert running(match) == {match.to_move[0]: house.clock.now + FULL}
    assert await house.kinds(match.id) == ["notice", "clock"]
    await resume_when_due(house, match)
    assert await house.kinds(match.id) == []


async def test_resuming_early_cancels_the_agreed_day(house: ServiceHarness) -> None:
    match = await agree(house, await begin(house), OfferKind.PAUSE, days=10)
    match = await agree(house, match, OfferKind.RESUME)
    assert await house.database.rows("SELECT * FROM due WHERE kind = 'resume'") == []
    assert match.resumes_at is None


async def test_first_proposal_sets_the_length_of_the_pause(house: ServiceHarness) -> None:
    match = await begin(house)
    await house.service.offers.offer(match.id, ANN.user_id, OfferKind.PAUSE, days=3)
    (row,) = await house.rows(match.id)
    assert "pause of {count} days" in str(row.args["text"])
    await house.service.offers.offer(match.id, BOB.user_id, OfferKind.PAUSE, days=50)
    assert (await stored(house, match)).resumes_at == START + 3 * DAY


async def test_refused_pauses(house: ServiceHarness) -> None:
    match = await begin(house)
    offer = house.service.offers.offer
    await refused(house, OfferError, lambda: offer(match.id, ANN.user_id, OfferKind.RESUME))
    await refused(house, OfferError, lambda: offer(match.id, ANN.user_id, OfferKind.PAUSE, days=91))
    await refused(house, OfferError, lambda: offer(match.id, ANN.user_id, OfferKind.PAUSE, days=0))
    await agree(house, match, OfferKind.PAUSE)
    await refused(house, OfferError, lambda: offer(match.id, ANN.user_id, OfferKind.PAUSE))


async def test_ended_match_is_not_paused(house: ServiceHarness) -> None:
    match = await agree(house, await begin(house), OfferKind.PAUSE, days=5)
    await house.service.turns.resign(match.id, ANN.user_id)
    match = await stored(house, match)
    assert (match.status, match.paused_at, match.resumes_at) == (MatchStatus.FINISHED, None, None)
    assert {row["kind"] for row in await house.database.rows("SELECT kind FROM due")} == {"archive"}
