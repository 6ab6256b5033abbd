"""Auto-moves for late players: how long they last, and that no match plays itself."""

from __future__ import annotations

import pytest

from bot.matches.doctor import examine
from bot.matches.model.match import Match, MatchStatus, OfferKind, Person
from bot.matches.model.time_control import DAY, TimeoutAction, TimeoutState
from bot.matches.timeouts.policy import VOTE_EVERY
from bot.matches.timeouts.timeouts import VOTE_AGAIN_AFTER
from tests.bot.matches.harness import ALL_GAMES, ANN, BOB, CEM, ServiceHarness
from tests.bot.matches.timed_out_matches import FULL_TIME, abandoned_users, timeout_state, vote_messages
from tests.bot.matches.virtual_time import PostedMessage, VirtualTime

PLAY_ON = TimeoutAction.PLAY_ON


@pytest.fixture
def virtual_time(harness: ServiceHarness) -> VirtualTime:
    return VirtualTime(harness)


async def chiefdom(virtual_time: VirtualTime, *people: Person) -> Match:
    return await virtual_time.start(*people, game="chiefdom")


async def decide(virtual_time: VirtualTime, match: Match, *people: Person) -> Match:
    """Let people decide in a simultaneous turn if they are to move."""
    harness = virtual_time.harness
    for person in people:
        match = await harness.service.history.get(match.id)
        seat = match.seat_of(person.user_id)
        assert seat is not None
        if seat.player in match.to_move:
            moves = (await harness.legal(match, seat.player))[:1]
            await harness.service.turns.play(match.id, person.user_id, match.ply, moves)
    await virtual_time.deliver()
    return await harness.service.history.get(match.id)


async def until_timeout(
    virtual_time: VirtualTime, match: Match, *, present: tuple[Person, ...], seconds: int = FULL_TIME
) -> list[PostedMessage]:
    """Let only the ``present`` decide; return what was posted until the others time out."""
    await decide(virtual_time, match, *present)
    return await virtual_time.pass_time(seconds)


async def test_match_without_present_players_does_not_play_itself(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match = await chiefdom(virtual_time, ANN, BOB)
    await until_timeout(virtual_time, match, present=(BOB,))
    await harness.service.timeouts.vote(match.id, BOB.user_id, PLAY_ON)
    posted = await virtual_time.pass_time(FULL_TIME)
    assert len(vote_messages(posted)) == 1
    assert await timeout_state(harness, match) is TimeoutState.NO_VOTERS, "no present player is left"
    found = await harness.service.votes.open_timeout(match.id)
    assert found is not None
    assert found[0].seats == (0, 1)
    await virtual_time.pass_time(VOTE_AGAIN_AFTER)
    match = await harness.service.history.get(match.id)
    assert match.status is MatchStatus.ABORTED
    assert set(await abandoned_users(harness, match)) == {ANN.user_id, BOB.user_id}
    assert await harness.database.rows("SELECT * FROM stand_ins") == []
    assert await examine(harness.database, games=ALL_GAMES) == []


async def test_auto_moves_end_when_the_last_player_is_late(
    virtual_time: VirtualTime,
) -> None:
    match = await chiefdom(virtual_time, ANN, BOB, CEM)
    await until_timeout(virtual_time, match, present=(BOB, CEM))
    await virtual_time.pass_time(DAY)  # without votes, the default puts Ann on auto-moves
    await until_timeout(virtual_time, match, present=(CEM,), seconds=FULL_TIME + DAY)
    await virtual_time.pass_time(2 * FULL_TIME + VOTE_AGAIN_AFTER)
    assert (await virtual_time.harness.service.history.get(match.id)).status is MatchStatus.ABORTED


async def test_auto_move_decision_lasts_three_more_turns(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match = await chiefdom(virtual_time, ANN, BOB, CEM)
    questions = []
    for turn in range(VOTE_EVERY + 1):
        posted = await until_timeout(virtual_time, match, present=(BOB, CEM), seconds=DAY if turn else FULL_TIME)
        questions.append(len(vote_messages(posted)))
        if questions[-1]:
            for person in (BOB, CEM):
                await harness.service.timeouts.vote(match.id, person.user_id, PLAY_ON)
        else:
            (notice,) = [one for one in posted if one.kind == "notice"]
            assert notice.text == (
                "Player 1 ran out of time again. As decided before: the game plays for Player 1"
                " until they move themselves."
            )
        match = await harness.service.history.get(match.id)
        assert set(match.to_move) == {0, 1, 2}, f"turn {turn} is over"
    assert questions == [1, 0, 0, 0, 1]


async def test_returning_player_is_voted_on_and_counted_from_zero(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match = await chiefdom(virtual_time, ANN, BOB, CEM)
    await until_timeout(virtual_time, match, present=(BOB, CEM))
    for person in (BOB, CEM):
        await harness.service.timeouts.vote(match.id, person.user_id, PLAY_ON)
    await decide(virtual_time, match, ANN, BOB, CEM)
    assert len(vote_messages(await until_timeout(virtual_time, match, present=(BOB, CEM), seconds=DAY))) == 1
    found = await harness.service.votes.open_timeout(match.id)
    assert found is not None
    assert found[1] == (1, 2)


async def test_player_on_auto_moves_blocks_nothing(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match = await chiefdom(virtual_time, ANN, BOB, CEM)
    await until_timeout(virtual_time, match, present=(BOB, CEM))
    for person in (BOB, CEM):
        await harness.service.timeouts.vote(match.id, person.user_id, PLAY_ON)
    offer = await harness.service.offers.offer(match.id, BOB.user_id, OfferKind.DRAW)
    assert offer is not None
    assert offer.needed == (2,)
    assert (
        await harness.service.offers.answer(match.id, CEM.user_id, OfferKind.DRAW, accept=True)
    ).ended_at is not None


async def test_player_on_auto_moves_returns_by_voting(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match = await chiefdom(virtual_time, ANN, BOB)
    await until_timeout(virtual_time, match, present=(BOB,))
    await harness.service.timeouts.vote(match.id, BOB.user_id, PLAY_ON)
    await virtual_time.pass_time(DAY)  # Ann's time runs out again, and the game decides
    await virtual_time.pass_time(2 * DAY)  # now Bob's does
    assert await timeout_state(harness, match) is TimeoutState.NO_VOTERS
    await harness.service.timeouts.vote(match.id, ANN.user_id, PLAY_ON)
    match = await harness.service.history.get(match.id)
    assert match.to_move == (0, 1), "the turn is over"
    assert await timeout_state(harness, match) is None
    rows = await harness.database.rows("SELECT player, turns FROM stand_ins")
    assert [tuple(row) for row in rows] == [(1, 1)]
    posted = await until_timeout(virtual_time, match, present=(ANN,), seconds=DAY)
    assert vote_messages(posted) == [], "the decision is about Bob now, and Ann plays"


async def test_abandoned_match_asks_nobody_when_its_only_late_player_returns(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match = await chiefdom(virtual_time, ANN, BOB)
    await until_timeout(virtual_time, match, present=(BOB,))
    await harness.service.timeouts.vote(match.id, BOB.user_id, PLAY_ON)
    now = harness.clock.now
    await harness.service.holidays.go_away(ANN.user_id, now, now + 10 * DAY)
    await virtual_time.pass_time(FULL_TIME)
    assert await timeout_state(harness, match) is TimeoutState.NO_VOTERS, (
        "Ann's clock is stopped, but auto-moves count as absence"
    )
    before = len(virtual_time.posted)
    await decide(virtual_time, match, BOB)
    assert await timeout_state(harness, match) is None
    assert [one for one in virtual_time.posted[before:] if one.kind == "question"] == []
