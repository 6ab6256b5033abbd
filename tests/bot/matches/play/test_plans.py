"""Plans: planned in private, stored, undone step by step, never across a roll."""

from pathlib import Path

import pytest

from bot.matches.errors import AlreadyPlayedError, MatchOverError, NotSeatedError, NotYourTurnError, PlanChangedError
from bot.matches.model.match import Match
from engines.errors import IllegalMoveError, MoveError
from tests.bot.matches.harness import ANN, BOB, CEM, STRANGER, ServiceHarness, bids_match, user_of

pytestmark = pytest.mark.engines("sqlite", "postgres")


async def trek(harness: ServiceHarness) -> tuple[Match, int]:
    """Return a match of Trek whose player to move has three points to walk, and that user."""
    while True:
        match = await harness.start(ANN, BOB, CEM, game="trek")
        if (await harness.state(match.id)).points == 3:
            return match, user_of(match, match.to_move[0])


async def test_plan_shows_the_planned_position_and_commits_nothing(harness: ServiceHarness) -> None:
    match, user = await trek(harness)
    before = await harness.service.history.view(match.id)
    plan = await harness.service.plans.put(match.id, user, match.ply, ["walk 1", "walk 1"])
    assert (plan.ply, plan.moves, plan.view.ply) == (match.ply, ("walk 1", "walk 1"), match.ply)
    assert plan.view.observation.places[match.to_move[0]] == 2  # type: ignore[attr-defined]
    assert [str(sentence) for sentence in plan.view.sentences][-2:] == ["Player 1: walk 1."] * 2
    assert await harness.service.history.view(match.id) == before
    assert (await harness.service.history.get(match.id)).ply == match.ply


async def test_plan_is_extended_and_undone_step_by_step(harness: ServiceHarness) -> None:
    match, user = await trek(harness)
    plan = ["walk 1", "walk 2", "stop"]
    for length in range(1, 4):
        await harness.service.plans.put(match.id, user, match.ply, plan[:length])
    for length in (2, 1, 0, 0):
        undone = await harness.service.plans.undo(match.id, user)
        assert undone.moves == tuple(plan[:length])
        assert undone == await harness.service.plans.get(match.id, user)


async def test_plan_survives_a_restart(path: Path) -> None:
    async with await ServiceHarness.open(path) as harness:
        match, user = await trek(harness)
        plan = await harness.service.plans.put(match.id, user, match.ply, ["walk 2"])
    async with await ServiceHarness.open(path) as again:
        assert await again.service.plans.get(match.id, user) == plan


async def test_plan_is_committed_as_one_turn_and_then_deleted(harness: ServiceHarness) -> None:
    match, user = await trek(harness)
    plan = await harness.service.plans.put(match.id, user, match.ply, ["walk 3", "stop"])
    played = await harness.service.turns.play(match.id, user, plan.ply, plan.moves)
    assert played.notation == plan.moves
    after = await harness.service.plans.get(match.id, user)
    assert (after.moves, after.ply) == ((), played.match.ply)


async def test_plan_never_crosses_a_roll_or_the_end_of_the_turn(harness: ServiceHarness) -> None:
    match, user = await trek(harness)
    kept = await harness.service.plans.put(match.id, user, match.ply, ["walk 3"])
    for moves in (["walk 3", "push", "walk 1"], ["walk 3", "stop", "walk 1"], ["walk 4"], ["nonsense"]):
        with pytest.raises(MoveError):
            await harness.service.plans.put(match.id, user, match.ply, moves)
    assert await harness.service.plans.get(match.id, user) == kept
    pushed = await harness.service.plans.put(match.id, user, match.ply, ["walk 3", "push"])
    assert pushed.view.to_move == match.to_move, "nobody else is to move before the plan is played"
    assert len([entry for entry in await harness.log(match.id) if entry[2] == "chance"]) == 1


async def test_plan_undo_does_not_reach_committed_moves(harness: ServiceHarness) -> None:
    match, user = await trek(harness)
    match = (await harness.play(match, "walk 1")).match
    await harness.service.plans.put(match.id, user, match.ply, ["walk 2"])
    for _ in range(2):
        await harness.service.plans.undo(match.id, user)
    undone = await harness.service.plans.undo(match.id, user)
    assert undone.moves == ()
    assert undone.view.observation.places[match.to_move[0]] == 1  # type: ignore[attr-defined]


async def test_plan_is_stale_when_the_position_has_changed(harness: ServiceHarness) -> None:
    match, user = await trek(harness)
    await harness.service.plans.put(match.id, user, match.ply, ["walk 1"])
    await harness.play(match, "walk 2")
    assert (await harness.service.plans.get(match.id, user)).moves == ()
    with pytest.raises(AlreadyPlayedError):
        await harness.service.plans.put(match.id, user, match.ply, ["walk 1"])


async def test_plan_for_a_position_that_another_player_has_changed_is_void(harness: ServiceHarness) -> None:
    match, user = await trek(harness)
    await harness.service.plans.put(match.id, user, match.ply, ["walk 1"])
    assert not (await harness.service.plans.get(match.id, user)).is_void
    await harness.service.turns.resign(match.id, user_of(match, (match.to_move[0] + 1) % 3))
    void = await harness.service.plans.get(match.id, user)
    assert void.moves == ()
    assert void.is_void
    again = await harness.service.plans.put(match.id, user, void.ply, ["walk 2"])
    assert not again.is_void
    assert not (await harness.service.plans.get(match.id, user)).is_void


async def test_plan_without_moves_is_never_void(harness: ServiceHarness) -> None:
    match, user = await trek(harness)
    await harness.service.plans.put(match.id, user, match.ply, ["walk 1"])
    await harness.service.plans.undo(match.id, user)
    await harness.service.turns.resign(match.id, user_of(match, (match.to_move[0] + 1) % 3))
    assert not (await harness.service.plans.get(match.id, user)).is_void


async def test_plan_belongs_to_its_player(harness: ServiceHarness) -> None:
    match, user = await trek(harness)
    await harness.service.plans.put(match.id, user, match.ply, ["walk 1"])
    other = user_of(match, (match.to_move[0] + 1) % 3)
    assert (await harness.service.plans.get(match.id, other)).moves == ()
    with pytest.raises(NotYourTurnError):
        await harness.service.plans.put(match.id, other, match.ply, ["walk 1"])
    for ask in (harness.service.plans.get, harness.service.plans.undo):
        with pytest.raises(NotSeatedError):
            await ask(match.id, STRANGER)


async def test_plan_is_cleared_and_deleted_with_the_match(harness: ServiceHarness) -> None:
    match, user = await trek(harness)
    await harness.service.plans.put(match.id, user, match.ply, ["walk 1"])
    await harness.service.plans.clear(match.id, user)
    assert (await harness.service.plans.get(match.id, user)).moves == ()
    await harness.service.plans.put(match.id, user, match.ply, ["walk 1"])
    await harness.service.moderation.abort_as_manager(match.id, STRANGER, "spam")
    assert await harness.database.rows("SELECT * FROM drafts") == []
    with pytest.raises(MatchOverError):
        await harness.service.plans.get(match.id, user)


async def test_plan_of_a_simultaneous_turn_survives_other_decisions_unseen(
    harness: ServiceHarness,
) -> None:
    match = await harness.start(ANN, BOB, game="bids")
    move = (await harness.legal(match))[0]
    public = await harness.service.history.view(match.id)
    plan = await harness.service.plans.put(match.id, ANN.user_id, match.ply, [move])
    assert plan.view.observation.own == int(move[-1])  # type: ignore[attr-defined]
    assert await harness.service.history.view(match.id) == public
    await harness.service.turns.play(match.id, BOB.user_id, match.ply, [move])
    kept = await harness.service.plans.get(match.id, ANN.user_id)
    assert (kept.ply, kept.moves) == (match.ply, (move,))
    await harness.service.turns.play(match.id, ANN.user_id, kept.ply, kept.moves)
    assert (await harness.service.plans.get(match.id, ANN.user_id)).moves == ()


async def test_plan_of_the_last_to_decide_reveals_nothing_of_the_others(harness: ServiceHarness) -> None:
    plans = []
    for decision in (0, 1):
        match = await bids_match(harness)
        moves = await harness.legal(match)
        for person in (ANN, BOB):
            await harness.service.turns.play(match.id, person.user_id, match.ply, [moves[decision]])
        plan = await harness.service.plans.put(match.id, CEM.user_id, match.ply, [moves[0]])
        assert plan.complete
        assert plan.view.observation.points == (0, 0, 0)  # type: ignore[attr-defined]
        assert [str(sentence) for sentence in plan.view.sentences][1:] == [f"Player 3 takes {moves[0][-1]}."]
        assert plan.view.scores is None
        assert plan == await harness.service.plans.get(match.id, CEM.user_id)
        plans.append(plan)
    assert all(plan.view.outcome is None for plan in plans)


async def test_plan_says_whether_it_is_complete(harness: ServiceHarness) -> None:
    match, user = await trek(harness)
    empty = await harness.service.plans.get(match.id, user)
    assert (empty.complete, empty.may_act) == (False, True)
    assert not (await harness.service.plans.put(match.id, user, match.ply, ["walk 2"])).complete
    assert (await harness.service.plans.put(match.id, user, match.ply, ["walk 3", "stop"])).complete
    assert (await harness.service.plans.put(match.id, user, match.ply, ["walk 3", "push"])).complete
    other = user_of(match, (match.to_move[0] + 1) % 3)
    assert not (await harness.service.plans.get(match.id, other)).may_act


async def test_plan_changed_in_another_window_is_not_overwritten(harness: ServiceHarness) -> None:
    match, user = await trek(harness)
    await harness.service.plans.put(match.id, user, match.ply, ["walk 1"], after=())
    for after in ((), ("walk 2",)):
        with pytest.raises(PlanChangedError, match="changed in another window"):
            await harness.service.plans.put(match.id, user, match.ply, ["walk 1", "walk 1"], after=after)
    grown = await harness.service.plans.put(match.id, user, match.ply, ["walk 1", "walk 1"], after=("walk 1",))
    assert grown == await harness.service.plans.get(match.id, user)


async def test_plan_of_an_older_position_does_not_block_a_new_one(harness: ServiceHarness) -> None:
    match, user = await trek(harness)
    await harness.service.plans.put(match.id, user, match.ply, ["walk 2"])
    match = (await harness.play(match, "walk 1")).match
    assert (await harness.service.plans.put(match.id, user, match.ply, ["walk 1"], after=())).moves == ("walk 1",)


async def test_plan_request_for_another_ply_is_refused(harness: ServiceHarness) -> None:
    match, user = await trek(harness)
    for ply in (match.ply - 1, match.ply + 1):
        with pytest.raises(AlreadyPlayedError):
            await harness.service.plans.get(match.id, user, ply)
    match = await bids_match(harness)
    move = (await harness.legal(match))[0]
    await harness.service.turns.play(match.id, BOB.user_id, match.ply, [move])
    assert (await harness.service.plans.get(match.id, ANN.user_id, match.ply)).ply == match.ply
    with pytest.raises(AlreadyPlayedError):
        await harness.service.plans.get(match.id, BOB.user_id, match.ply)
    assert (await harness.service.plans.get(match.id, BOB.user_id)).may_act, "a decision may be changed"


async def test_empty_plan_cannot_be_played(harness: ServiceHarness) -> None:
    match, user = await trek(harness)
    plan = await harness.service.plans.put(match.id, user, match.ply, [])
    with pytest.raises(IllegalMoveError, match="No move was chosen"):
        await harness.service.turns.play(match.id, user, plan.ply, plan.moves)


async def test_plan_is_deleted_when_its_player_plays_something_else(harness: ServiceHarness) -> None:
    match = await bids_match(harness)
    low, high, *_ = await harness.legal(match)
    await harness.service.plans.put(match.id, ANN.user_id, match.ply, [low])
    await harness.service.plans.put(match.id, BOB.user_id, match.ply, [low])
    await harness.service.turns.play(match.id, ANN.user_id, match.ply, [high])
    rows = await harness.database.rows("SELECT user_id FROM drafts")
    assert [row["user_id"] for row in rows] == [BOB.user_id], "Ann's plan must not be played in a later turn"


@pytest.mark.parametrize("how", ["the match has ended", "the seat has changed hands"])
async def test_plan_is_deleted_if_another_process_ends_the_match_or_the_seat(path: Path, how: str) -> None:
    async with ServiceHarness.two_processes(path) as (one, other):
        match, user = await trek(one)
        seen = one.service.plans.seen

        async def with_change_meanwhile(match_id: int, user_id: int) -> object:
            found = await seen(match_id, user_id)
            if how == "the match has ended":
                for person in (ANN, BOB, CEM):
                    if (await other.service.history.get(match_id)).status == "running":
                        await other.service.turns.resign(match_id, person.user_id)
            else:
                await other.service.personal_data.forget(user_id)
            return found

        one.service.plans.seen = with_change_meanwhile  # type: ignore[assignment, method-assign]
        with pytest.raises(AlreadyPlayedError):
            await one.service.plans.put(match.id, user, match.ply, ["walk 1"])
        assert await one.database.rows("SELECT * FROM drafts") == []
