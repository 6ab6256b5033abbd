"""Players to move and their mentions, in simultaneous turns and when players leave."""

import asyncio
from pathlib import Path

import pytest

from bot.matches.errors import AlreadyPlayedError, NotSeatedError
from bot.matches.model.match import MatchStatus
from engines.errors import IllegalMoveError
from tests.bot.matches.harness import (
    ANN,
    BOB,
    CEM,
    ServiceHarness,
    bids_match,
    refused,
    trek_match,
    user_of,
)

# ---------------------------------------------------------------------------------------- simultaneous and secret turns


async def test_simultaneous_decisions_may_come_in_any_order_from_one_board(harness: ServiceHarness) -> None:
    match = await bids_match(harness)
    low, high = await harness.legal(match)
    for person in (CEM, ANN):
        await harness.service.turns.play(match.id, person.user_id, match.ply, [low])
        assert [row.kind for row in await harness.rows(match.id)] == ["status"]
    current = await harness.service.history.get(match.id)
    assert (current.ply, current.to_move) == (match.ply + 2, (1,))
    after = (await harness.service.turns.play(match.id, BOB.user_id, match.ply, [high])).match
    (row,) = await harness.rows(match.id)
    assert (row.kind, row.args["call"]) == ("turn", [0, 1, 2])
    assert after.to_move == (0, 1, 2)


async def test_old_click_cannot_change_a_decision_but_a_new_one_can(
    harness: ServiceHarness,
) -> None:
    match = await bids_match(harness)
    low, high = await harness.legal(match)
    await harness.service.turns.play(match.id, ANN.user_id, match.ply, [low])
    with pytest.raises(AlreadyPlayedError):
        await harness.service.turns.play(match.id, ANN.user_id, match.ply, [low])
    await harness.service.turns.play(match.id, ANN.user_id, match.ply + 1, [high])
    assert (await harness.state(match.id)).taken[0] == int(high[-1])


async def test_board_of_the_previous_turn_is_stale(
    harness: ServiceHarness,
) -> None:
    match = await bids_match(harness)
    low, *_ = await harness.legal(match)
    for person in (ANN, BOB, CEM):
        await harness.service.turns.play(match.id, person.user_id, match.ply, [low])
    for person in (ANN, BOB, CEM):
        with pytest.raises(AlreadyPlayedError):
            await harness.service.turns.play(match.id, person.user_id, match.ply, [low])


async def test_simultaneous_decisions_in_two_processes_are_all_kept(path: Path) -> None:
    async with ServiceHarness.two_processes(path) as (one, two):
        match = await bids_match(one)
        low, *_ = await one.legal(match)
        await asyncio.gather(
            one.service.turns.play(match.id, ANN.user_id, match.ply, [low]),
            two.service.turns.play(match.id, BOB.user_id, match.ply, [low]),
        )
        assert (await one.service.history.get(match.id)).to_move == (2,)


# ------------------------------------------------------------------------------------------------------------ resigning


async def test_resigning_from_a_match_of_two_ends_it(harness: ServiceHarness) -> None:
    match = await harness.start()
    await harness.rows(match.id)
    ended = await harness.service.turns.resign(match.id, BOB.user_id)
    assert ended == await harness.service.history.get(match.id)
    assert (ended.status, ended.to_move, ended.ply) == (MatchStatus.FINISHED, (), match.ply + 1)
    assert ended.seats[1].withdrawn
    assert await harness.kinds(match.id) == ["result"]
    view = await harness.service.history.view(match.id)
    assert view.outcome is not None
    assert view.outcome.winners == (0,)
    assert [str(sentence) for sentence in view.sentences] == ["Player 2 has resigned."]


async def test_resigning_is_possible_out_of_turn(harness: ServiceHarness) -> None:
    match = await harness.start()
    waiting = 1 - match.to_move[0]
    ended = await harness.service.turns.resign(match.id, user_of(match, waiting))
    assert ended.seats[waiting].withdrawn


async def test_resigning_from_a_match_of_three_lets_the_others_go_on(harness: ServiceHarness) -> None:
    match = await trek_match(harness)
    left = match.to_move[0]
    after = await harness.service.turns.resign(match.id, user_of(match, left))
    assert after.status is MatchStatus.RUNNING
    assert after.to_move not in ((left,), ())
    (turn,) = await harness.rows(match.id)
    assert (turn.kind, turn.args["call"]) == ("turn", list(after.to_move))
    with pytest.raises(NotSeatedError, match="left this match"):
        await harness.service.turns.resign(match.id, user_of(match, left))


async def test_resigning_out_of_turn_mentions_nobody_twice(harness: ServiceHarness) -> None:
    match = await trek_match(harness)
    await harness.service.turns.resign(match.id, user_of(match, (match.to_move[0] + 1) % 3))
    after = await harness.service.history.get(match.id)
    assert after.to_move == match.to_move
    (turn,) = await harness.rows(match.id)
    assert turn.args["call"] == []
    await harness.play(after, "walk 1")


async def test_resigning_between_two_turns_mentions_nobody_twice(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, CEM, game="lap")
    await harness.rows(match.id)
    await harness.service.turns.resign(match.id, user_of(match, 2))
    assert [row.args.get("call") for row in await harness.rows(match.id)] == [[], None]
    after = await harness.service.turns.resign(match.id, user_of(match, 0))
    assert [row.kind for row in await harness.rows(match.id)] == ["result"]
    assert after.status is MatchStatus.FINISHED
    match = await harness.start(ANN, BOB, CEM, game="lap")
    await harness.rows(match.id)
    await harness.service.turns.resign(match.id, user_of(match, 0))
    assert [row.args.get("call") for row in await harness.rows(match.id)] == [[1], None]


async def test_player_with_two_turns_in_a_row_is_mentioned_again_and_plays_them_separately(
    harness: ServiceHarness,
) -> None:
    match = await harness.start(ANN, BOB, CEM, game="lap")
    for _ in range(3):
        match = (await harness.play(match)).match
    await harness.rows(match.id)
    user = user_of(match, 0)
    text = await refused(
        harness, IllegalMoveError, lambda: harness.service.turns.play(match.id, user, match.ply, ["step", "step"])
    )
    assert text == "These moves are more than one turn."
    assert (await harness.play(match)).match.to_move == (0,)
    assert [row.args["call"] for row in await harness.rows(match.id)] == [[0]]


async def test_turn_is_applied_when_the_last_undecided_player_resigns(harness: ServiceHarness) -> None:
    match = await bids_match(harness)
    low, high = await harness.legal(match)
    for person, move in ((ANN, low), (BOB, high)):
        await harness.service.turns.play(match.id, person.user_id, match.ply, [move])
    await harness.rows(match.id)
    after = await harness.service.turns.resign(match.id, CEM.user_id)
    assert after.to_move == (0, 1)
    assert [row.args.get("call") for row in await harness.rows(match.id)] == [[0, 1]]
