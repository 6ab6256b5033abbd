"""Timeouts: the others vote, the late player may still move, and every match goes on or ends."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.matches.doctor import examine
from bot.matches.errors import MatchError, NotSeatedError, SeatError, VoteError
from bot.matches.model.jobs import TimeoutDue
from bot.matches.model.match import Match, MatchStatus, OfferKind, Person
from bot.matches.model.time_control import DAY, HOUR, TimeoutAction, TimeoutState, Vote
from bot.matches.timeouts.policy import MAX_UNDECIDED_VOTES
from bot.matches.timeouts.timeouts import VOTE_AGAIN_AFTER
from tests.bot.matches.harness import ALL_GAMES, ANN, BOB, CEM, DANA, ROBOT, ServiceHarness, refused, user_of
from tests.bot.matches.timed_out_matches import (
    FULL_TIME,
    abandoned_users,
    timed_out_match,
    timeout_state,
    vote_messages,
)
from tests.bot.matches.virtual_time import PostedMessage, VirtualTime

pytestmark = pytest.mark.engines("sqlite", "postgres")

WAIT, EXTEND, OFFER, PLAY_ON, END, COMPUTER = TimeoutAction


@pytest.fixture
def virtual_time(harness: ServiceHarness) -> VirtualTime:
    return VirtualTime(harness)


# --------------------------------------------------------------------------------------------------------------- asking


async def test_other_players_are_asked_once(virtual_time: VirtualTime) -> None:
    match, posted = await timed_out_match(virtual_time)
    (question,) = vote_messages(posted)
    assert question.at == FULL_TIME
    found = await virtual_time.harness.service.votes.open_timeout(match.id)
    assert found is not None
    timeout, voters = found
    assert (timeout.seats, voters) == ((0,), (1, 2))
    assert timeout.until == virtual_time.harness.clock.now + DAY
    assert await virtual_time.pass_time(DAY - 1) == []


async def test_single_voter_decides_at_once(virtual_time: VirtualTime) -> None:
    match, _ = await timed_out_match(virtual_time, ANN, BOB, game="trek")
    other = user_of(match, 1 - match.to_move[0])
    assert await virtual_time.harness.service.timeouts.vote(match.id, other, WAIT) is None
    assert await timeout_state(virtual_time.harness, match) is TimeoutState.WAITING


async def test_two_voters_must_agree_and_can_change_their_votes(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match, _ = await timed_out_match(virtual_time)
    open_timeout = await harness.service.timeouts.vote(match.id, BOB.user_id, END)
    assert open_timeout is not None
    assert open_timeout.votes == {1: Vote(END)}
    assert await harness.service.timeouts.vote(match.id, CEM.user_id, WAIT) is not None
    assert await harness.service.timeouts.vote(match.id, CEM.user_id, END) is None
    assert (await harness.service.history.get(match.id)).status is MatchStatus.FINISHED


async def test_only_voters_may_vote(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match, _ = await timed_out_match(virtual_time)

    def vote(user_id: int, choice: TimeoutAction = WAIT, to: Person | None = None) -> Any:
        return lambda: harness.service.timeouts.vote(match.id, user_id, choice, to)

    text = await refused(harness, VoteError, vote(ANN.user_id))
    assert text == "The other players decide this. You can still move, which ends the vote."
    await refused(harness, NotSeatedError, vote(DANA.user_id))
    await refused(harness, SeatError, vote(BOB.user_id, OFFER, ROBOT))
    await refused(harness, SeatError, vote(BOB.user_id, OFFER, CEM))
    fresh = await virtual_time.start(ANN, BOB, CEM)
    with pytest.raises(VoteError, match="Nobody has run out of time"):
        await harness.service.timeouts.vote(fresh.id, BOB.user_id, WAIT)


async def test_one_of_many_concurrent_votes_decides(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match, _ = await timed_out_match(virtual_time, ANN, BOB, game="trek")
    other = user_of(match, 1 - match.to_move[0])
    made = await asyncio.gather(
        *(harness.service.timeouts.vote(match.id, other, PLAY_ON) for _ in range(20)), return_exceptions=True
    )
    assert sum(one is None for one in made) == 1
    assert all(one is None or isinstance(one, MatchError) for one in made)


# ---------------------------------------------------------------------------------------------- the absent player moves


async def test_late_move_ends_the_timeout(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match, posted = await timed_out_match(virtual_time)
    (question,) = vote_messages(posted)
    match = (await harness.play(match)).match
    assert await timeout_state(harness, match) is None
    await virtual_time.deliver()
    stripped = [one for one in virtual_time.posted if one.kind == "strip"]
    assert question.message_id in [one.args["message_id"] for one in stripped]
    clock = match.clock_of(0)
    assert clock is not None
    assert (clock.time_bank, clock.expired_at) == (0, None), "only the time per turn is left"
    assert vote_messages(await virtual_time.pass_time(FULL_TIME - 1)) == []


async def test_late_move_within_a_turn_leaves_time_to_complete_it(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    while True:
        match, _ = await timed_out_match(virtual_time, ANN, BOB, game="trek")
        if (await harness.state(match.id)).points > 1:
            break
    mover = match.to_move[0]
    match = (await harness.play(match)).match
    assert match.to_move == (mover,)
    assert match.deadline_of(mover) == harness.clock.now + DAY
    assert await timeout_state(harness, match) is None
    assert len(vote_messages(await virtual_time.pass_time(DAY))) == 1


# ------------------------------------------------------------------------------------------------------------ decisions


async def test_vote_for_more_time_sets_a_new_deadline(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match, _ = await timed_out_match(virtual_time, ANN, BOB, CEM)
    for person in (BOB, CEM):
        await harness.service.timeouts.vote(match.id, person.user_id, EXTEND)
    match = await harness.service.history.get(match.id)
    assert match.deadline_of(0) == harness.clock.now + DAY
    await virtual_time.deliver()
    (notice,) = [one for one in virtual_time.posted if one.kind == "notice"]
    assert notice.text == "Player 2 and Player 3 have decided: there is more time for Player 1."
    assert notice.args["mention"] == [ANN.user_id]
    assert notice.args["at"] == [match.deadline_of(0)]
    posted = await virtual_time.pass_time(DAY)
    assert [one.kind for one in posted] == ["reminder", "question"], "a warning, then another vote"


async def test_vote_to_wait_reminds_again_and_asks_again_after_a_week(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match, _ = await timed_out_match(virtual_time, ANN, BOB, CEM)
    for person in (BOB, CEM):
        await harness.service.timeouts.vote(match.id, person.user_id, WAIT)
    kinds = [one.kind for one in await virtual_time.pass_time(VOTE_AGAIN_AFTER)]
    assert kinds == ["notice", "reminder", "reminder", "reminder", "notice", "question"]


async def test_repeated_vote_to_wait_does_not_add_reminders(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match, _ = await timed_out_match(virtual_time, ANN, BOB, CEM)
    for _ in range(2):
        for person in (BOB, CEM):
            await harness.service.timeouts.vote(match.id, person.user_id, WAIT)
    kinds = [one.kind for one in await virtual_time.pass_time(2 * DAY)]
    assert kinds == ["notice", "reminder", "reminder"]
    for person in (BOB, CEM):
        await harness.service.timeouts.vote(match.id, person.user_id, WAIT)
    kinds = [one.kind for one in await virtual_time.pass_time(VOTE_AGAIN_AFTER - 2 * DAY)]
    assert kinds == ["reminder", "notice", "question"], "three reminders in all, and the next vote on the announced day"


async def test_offered_seat_is_taken_over_and_the_former_player_has_abandoned(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match, _ = await timed_out_match(virtual_time)
    for person in (BOB, CEM):
        await harness.service.timeouts.vote(match.id, person.user_id, OFFER)
    assert await harness.service.substitution.free_seats(match.id) == (0,)
    taken = await harness.service.substitution.take_over(match.id, DANA)
    assert [seat.name for seat in taken.seats] == ["Dana", "Bob", "Cem"]
    assert taken.to_move == (0,)
    assert taken.deadline_of(0) == harness.clock.now + FULL_TIME, "a substitute begins with the full time"
    assert await timeout_state(harness, match) is None
    assert await abandoned_users(harness, match) == (ANN.user_id,)
    (row,) = [row for row in await harness.rows(match.id) if row.kind == "turn"]
    assert row.args["call"] == [0]
    await harness.play_out(taken)
    assert await examine(harness.database, games=ALL_GAMES) == []


async def test_seat_is_offered_to_a_chosen_user_who_may_decline(virtual_time: VirtualTime) -> None:
    harness, eve = virtual_time.harness, Person(1005, "Eve")
    match, _ = await timed_out_match(virtual_time)
    for person in (BOB, CEM):
        await harness.service.timeouts.vote(match.id, person.user_id, OFFER, DANA)
    assert await harness.service.substitution.free_seats(match.id) == ()
    assert await harness.service.substitution.free_seats(match.id, DANA.user_id) == (0,)
    with pytest.raises(SeatError):
        await harness.service.substitution.take_over(match.id, eve)
    await harness.service.substitution.decline_seat(match.id, DANA.user_id)
    assert await timeout_state(harness, match) is TimeoutState.ASKED, "another vote begins"
    assert await harness.service.substitution.free_seats(match.id, DANA.user_id) == ()


async def test_late_player_who_moves_keeps_the_offered_seat(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match, _ = await timed_out_match(virtual_time)
    for person in (BOB, CEM):
        await harness.service.timeouts.vote(match.id, person.user_id, OFFER)
    await harness.play(match)
    assert await harness.service.substitution.free_seats(match.id) == ()
    with pytest.raises(SeatError):
        await harness.service.substitution.take_over(match.id, DANA)


async def test_playing_on_without_auto_moves_withdraws_the_late_player(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match, _ = await timed_out_match(virtual_time)
    for person in (BOB, CEM):
        await harness.service.timeouts.vote(match.id, person.user_id, PLAY_ON)
    match = await harness.service.history.get(match.id)
    assert match.seats[0].withdrawn
    assert match.to_move == (1,)
    assert await abandoned_users(harness, match) == (ANN.user_id,)
    notes = [str(line.note) for line in await harness.service.history.lines(match.id, None)]
    assert notes == ["Player 1 ran out of time and is out of the match."]
    assert await harness.service.substitution.free_seats(match.id) == (0,), "a substitute may take over"
    assert await examine(harness.database, games=ALL_GAMES) == []


async def test_vote_to_end_ranks_the_remaining_players(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match, _ = await timed_out_match(virtual_time, ANN, BOB, CEM, game="trek")
    (mover,) = match.to_move
    staying = tuple(seat.player for seat in match.seats if seat.player != mover)
    for player in staying:
        await harness.service.timeouts.vote(match.id, user_of(match, player), END)
    match = await harness.service.history.get(match.id)
    assert match.status is MatchStatus.FINISHED
    first, second = (f"Player {player + 1}" for player in staying)
    why = f"the match ends because Player {mover + 1} ran out of time."
    assert str(match.result) == f"{first} and {second} win: {why}"
    outcome = (await harness.service.history.view(match.id)).outcome
    assert outcome is not None
    assert outcome.ranking == (staying,)
    assert await abandoned_users(harness, match) == (user_of(match, mover),)
    assert await examine(harness.database, games=ALL_GAMES) == []
    assert [row["kind"] for row in await harness.database.rows("SELECT kind FROM due")] == ["archive"]


# ------------------------------------------------------------------------------------------------------- nobody decides


async def test_default_of_the_table_applies_without_votes(virtual_time: VirtualTime) -> None:
    for agreed in (WAIT, EXTEND, OFFER, PLAY_ON, END):
        match, _ = await _late_with(virtual_time, agreed)
        posted = [one for one in await virtual_time.pass_time(DAY) if one.args.get("match") == match.id]
        notices = [one.text for one in posted if one.kind == "notice"]
        assert notices, agreed
        assert notices[0].startswith("Nothing was decided. As agreed at the table: ")
        after = await virtual_time.harness.service.history.get(match.id)
        assert (after.status is MatchStatus.FINISHED) == (agreed is END)
        assert (await timeout_state(virtual_time.harness, match)) == {
            WAIT: TimeoutState.WAITING,
            EXTEND: TimeoutState.EXTENDED,
            OFFER: TimeoutState.OFFERED,
        }.get(agreed)


async def _late_with(virtual_time: VirtualTime, agreed: TimeoutAction) -> tuple[Match, list[PostedMessage]]:
    match = await virtual_time.start(ANN, BOB, CEM, on_timeout=agreed)
    return match, await virtual_time.pass_time(FULL_TIME)


async def test_majority_comes_before_the_default_of_the_table(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match, _ = await _late_with(virtual_time, END)
    await harness.service.timeouts.vote(match.id, BOB.user_id, WAIT)
    await virtual_time.pass_time(DAY)
    assert await timeout_state(harness, match) is TimeoutState.WAITING


@pytest.mark.parametrize("agreed", [WAIT, EXTEND, OFFER])
async def test_late_player_is_withdrawn_after_enough_votes_without_a_decision(
    virtual_time: VirtualTime, agreed: TimeoutAction
) -> None:
    match, _ = await _late_with(virtual_time, agreed)
    posted = [one for one in await virtual_time.pass_time(60 * DAY) if one.kind == "notice"]
    defaults = [one for one in posted if one.text.startswith("Nothing was decided")]
    first = [one for one in defaults if "Player 1" in one.text]
    assert len(first) == MAX_UNDECIDED_VOTES + 1
    assert (await virtual_time.harness.service.history.get(match.id)).seats[0].withdrawn


async def test_match_abandoned_by_everybody_ends_without_a_result(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match = await virtual_time.start(ANN, BOB, game="bids")
    posted = await virtual_time.pass_time(FULL_TIME)
    assert len(vote_messages(posted)) == 1, "both deadlines pass at the same moment, and one vote covers both"
    assert await timeout_state(harness, match) is TimeoutState.NO_VOTERS
    await virtual_time.pass_time(VOTE_AGAIN_AFTER)
    match = await harness.service.history.get(match.id)
    assert match.status is MatchStatus.ABORTED
    assert set(await abandoned_users(harness, match)) == {ANN.user_id, BOB.user_id}


async def test_simultaneous_timeouts_share_one_message(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match = await virtual_time.start(ANN, BOB, CEM, game="bids")
    await harness.service.turns.play(match.id, CEM.user_id, match.ply, (await harness.legal(match, 2))[:1])
    posted = await virtual_time.pass_time(FULL_TIME)
    assert len(vote_messages(posted)) == 1
    found = await harness.service.votes.open_timeout(match.id)
    assert found is not None
    assert found[0].seats == (0, 1)


async def test_timeout_has_no_voters_after_the_last_one_resigns(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match = await virtual_time.start(ANN, BOB, CEM, game="bids")
    await harness.service.turns.play(match.id, CEM.user_id, match.ply, (await harness.legal(match, 2))[:1])
    await virtual_time.pass_time(FULL_TIME)
    await harness.service.turns.resign(match.id, CEM.user_id)
    await virtual_time.deliver()
    assert await timeout_state(harness, match) is TimeoutState.NO_VOTERS


async def test_player_returning_to_an_abandoned_match_votes_on_the_others(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match = await virtual_time.start(ANN, BOB, game="bids")
    await virtual_time.pass_time(FULL_TIME)
    await harness.service.turns.play(match.id, BOB.user_id, match.ply, (await harness.legal(match, 1))[:1])
    await virtual_time.deliver()
    assert await timeout_state(harness, match) is TimeoutState.ASKED
    found = await harness.service.votes.open_timeout(match.id)
    assert found is not None
    assert (found[0].seats, found[1]) == ((0,), (1,))


async def test_late_player_who_moves_votes_on_the_other_late_player(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match = await virtual_time.start(ANN, BOB, CEM, game="bids")
    await harness.service.turns.play(match.id, CEM.user_id, match.ply, (await harness.legal(match, 2))[:1])
    await virtual_time.pass_time(FULL_TIME)
    found = await harness.service.votes.open_timeout(match.id)
    assert found is not None
    assert (found[0].seats, found[1]) == ((0, 1), (2,))
    match = await harness.service.history.get(match.id)
    await harness.service.turns.play(match.id, BOB.user_id, match.ply, (await harness.legal(match, 1))[:1])
    found = await harness.service.votes.open_timeout(match.id)
    assert found is not None
    assert (found[0].seats, found[1]) == ((0,), (1, 2))
    await harness.service.timeouts.vote(match.id, BOB.user_id, PLAY_ON)
    await harness.service.timeouts.vote(match.id, CEM.user_id, PLAY_ON)
    match = await harness.service.history.get(match.id)
    assert match.seats[0].withdrawn
    assert match.to_move == (1, 2), "the turn was applied for the remaining players"
    assert await examine(harness.database, games=ALL_GAMES) == []


async def test_late_player_who_resigns_ends_the_timeout(virtual_time: VirtualTime) -> None:
    match, _ = await timed_out_match(virtual_time)
    await virtual_time.harness.service.turns.resign(match.id, ANN.user_id)
    assert await timeout_state(virtual_time.harness, match) is None
    assert await abandoned_users(virtual_time.harness, match) == ()


# ----------------------------------------------------------------------------------------- absent players block nothing


@pytest.mark.parametrize(
    ("kind", "status"), [(OfferKind.DRAW, MatchStatus.FINISHED), (OfferKind.ABORT, MatchStatus.ABORTED)]
)
async def test_draws_and_aborts_need_the_present_players(
    virtual_time: VirtualTime, kind: OfferKind, status: MatchStatus
) -> None:
    harness = virtual_time.harness
    match, _ = await timed_out_match(virtual_time)
    offer = await harness.service.offers.offer(match.id, BOB.user_id, kind)
    assert offer is not None
    assert offer.needed == (2,)
    assert (await harness.service.offers.answer(match.id, CEM.user_id, kind, accept=True)).status is status
    match, _ = await timed_out_match(virtual_time, ANN, BOB, game="trek")
    assert await harness.service.offers.offer(match.id, user_of(match, 1 - match.to_move[0]), kind) is None
    assert (await harness.service.history.get(match.id)).status is status


async def test_rematch_does_not_need_abandoning_players(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match = await virtual_time.start(ANN, BOB, CEM, game="bids")
    for person in (BOB, CEM):
        player = {BOB: 1, CEM: 2}[person]
        match = await harness.service.history.get(match.id)
        await harness.service.turns.play(match.id, person.user_id, match.ply, (await harness.legal(match, player))[:1])
    await virtual_time.pass_time(FULL_TIME)
    for person in (BOB, CEM):
        await harness.service.timeouts.vote(match.id, person.user_id, END)
    await harness.service.offers.offer(match.id, BOB.user_id, OfferKind.REMATCH)
    again = await harness.service.offers.answer(match.id, CEM.user_id, OfferKind.REMATCH, accept=True)
    assert again.rematch_id is not None
    rematch = await harness.service.history.get(again.rematch_id)
    assert {seat.user_id for seat in rematch.seats} == {BOB.user_id, CEM.user_id}


# ----------------------------------------------------------------------------------------------------- pauses, downtime


async def test_pause_stops_a_vote_which_restarts_afterwards(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match, _ = await timed_out_match(virtual_time)
    for person in (BOB, CEM):
        await harness.service.offers.offer(match.id, person.user_id, OfferKind.PAUSE)
    assert (await harness.service.history.get(match.id)).paused_at is not None
    assert vote_messages(await virtual_time.pass_time(10 * DAY)) == []
    for person in (BOB, CEM):
        await harness.service.offers.offer(match.id, person.user_id, OfferKind.RESUME)
    assert len(vote_messages(await virtual_time.pass_time(HOUR))) == 1
    assert await timeout_state(harness, match) is TimeoutState.ASKED


async def test_timeout_job_run_twice_takes_effect_once(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match, _ = await timed_out_match(virtual_time)
    harness.clock.now += DAY
    (row,) = await harness.database.rows("SELECT * FROM due ORDER BY at, key LIMIT 1")
    assert (row["kind"], row["match_id"]) == (TimeoutDue.kind, match.id)
    assert row["at"] <= harness.clock.now
    await harness.service.timeouts.timeout_due(TimeoutDue(match.id))
    await harness.service.timeouts.timeout_due(TimeoutDue(match.id))
    withdrawals = [line for line in await harness.log(match.id) if line[2] == "withdraw"]
    assert [line[3] for line in withdrawals] == ["time"]
