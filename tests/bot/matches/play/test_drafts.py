"""Drafts: planned privately, stored, undone step by step, never across a roll."""

from pathlib import Path

import pytest

from bot.matches.errors import AlreadyPlayedError, MatchOverError, NotSeatedError, NotYourTurnError, PlanChangedError
from bot.matches.model.match import Match
from engines.errors import IllegalMoveError, MoveError
from tests.bot.matches.harness import ANN, BOB, CEM, STRANGER, ServiceHarness, bids_match, user_of


async def trek(house: ServiceHarness) -> tuple[Match, int]:
    """Return a match of Trek whose player to move has three points to walk, and that user."""
    while True:
        match = await house.start(ANN, BOB, CEM, game="trek")
        if (await house.state(match.id)).points == 3:
            return match, user_of(match, match.to_move[0])


async def test_draft_shows_the_planned_position_and_commits_nothing(house: ServiceHarness) -> None:
    match, user = await trek(house)
    before = await house.service.history.view(match.id)
    draft = await house.service.drafts.put_draft(match.id, user, match.ply, ["walk 1", "walk 1"])
    assert (draft.ply, draft.moves, draft.view.ply) == (match.ply, ("walk 1", "walk 1"), match.ply)
    assert draft.view.observation.places[match.to_move[0]] == 2  # type: ignore[attr-defined]
    assert [str(sentence) for sentence in draft.view.sentences][-2:] == ["Player 1: walk 1."] * 2
    assert await house.service.history.view(match.id) == before
    assert (await house.service.history.get(match.id)).ply == match.ply


async def test_draft_is_extended_and_undone_step_by_step(house: ServiceHarness) -> None:
    match, user = await trek(house)
    plan = ["walk 1", "walk 2", "stop"]
    for length in range(1, 4):
        await house.service.drafts.put_draft(match.id, user, match.ply, plan[:length])
    for length in (2, 1, 0, 0):
        undone = await house.service.drafts.undo_draft(match.id, user)
        assert undone.moves == tuple(plan[:length])
        assert undone == await house.service.drafts.draft(match.id, user)


async def test_draft_survives_a_restart(path: Path) -> None:
    async with await ServiceHarness.open(path) as house:
        match, user = await trek(house)
        draft = await house.service.drafts.put_draft(match.id, user, match.ply, ["walk 2"])
    async with await ServiceHarness.open(path) as again:
        assert await again.service.drafts.draft(match.id, user) == draft


async def test_draft_is_committed_as_one_turn_and_then_deleted(house: ServiceHarness) -> None:
    match, user = await trek(house)
    draft = await house.service.drafts.put_draft(match.id, user, match.ply, ["walk 3", "stop"])
    played = await house.service.turns.play(match.id, user, draft.ply, draft.moves)
    assert played.notation == draft.moves
    after = await house.service.drafts.draft(match.id, user)
    assert (after.moves, after.ply) == ((), played.match.ply)


async def test_draft_never_crosses_a_roll_or_the_end_of_the_turn(house: ServiceHarness) -> None:
    match, user = await trek(house)
    kept = await house.service.drafts.put_draft(match.id, user, match.ply, ["walk 3"])
    for moves in (["walk 3", "push", "walk 1"], ["walk 3", "stop", "walk 1"], ["walk 4"], ["nonsense"]):
        with pytest.raises(MoveError):
            await house.service.drafts.put_draft(match.id, user, match.ply, moves)
    assert await house.service.drafts.draft(match.id, user) == kept
    pushed = await house.service.drafts.put_draft(match.id, user, match.ply, ["walk 3", "push"])
    assert pushed.view.to_move == match.to_move, "nobody else is to move before it is confirmed"
    assert len([entry for entry in await house.log(match.id) if entry[2] == "chance"]) == 1


async def test_draft_undo_does_not_reach_committed_moves(house: ServiceHarness) -> None:
    match, user = await trek(house)
    match = (await house.play(match, "walk 1")).match
    await house.service.drafts.put_draft(match.id, user, match.ply, ["walk 2"])
    for _ in range(2):
        await house.service.drafts.undo_draft(match.id, user)
    undone = await house.service.drafts.undo_draft(match.id, user)
    assert undone.moves == ()
    assert undone.view.observation.places[match.to_move[0]] == 1  # type: ignore[attr-defined]


async def test_draft_is_stale_when_the_position_has_changed(house: ServiceHarness) -> None:
    match, user = await trek(house)
    await house.service.drafts.put_draft(match.id, user, match.ply, ["walk 1"])
    await house.play(match, "walk 2")
    assert (await house.service.drafts.draft(match.id, user)).moves == ()
    with pytest.raises(AlreadyPlayedError):
        await house.service.drafts.put_draft(match.id, user, match.ply, ["walk 1"])


async def test_draft_belongs_to_its_player(house: ServiceHarness) -> None:
    match, user = await trek(house)
    await house.service.drafts.put_draft(match.id, user, match.ply, ["walk 1"])
    other = user_of(match, (match.to_move[0] + 1) % 3)
    assert (await house.service.drafts.draft(match.id, other)).moves == ()
    with pytest.raises(NotYourTurnError):
        await house.service.drafts.put_draft(match.id, other, match.ply, ["walk 1"])
    for ask in (house.service.drafts.draft, house.service.drafts.undo_draft):
        with pytest.raises(NotSeatedError):
            await ask(match.id, STRANGER)


async def test_draft_is_cleared_and_deleted_with_the_match(house: ServiceHarness) -> None:
    match, user = await trek(house)
    await house.service.drafts.put_draft(match.id, user, match.ply, ["walk 1"])
    await house.service.drafts.clear_draft(match.id, user)
    assert (await house.service.drafts.draft(match.id, user)).moves == ()
    await house.service.drafts.put_draft(match.id, user, match.ply, ["walk 1"])
    await house.service.moderation.abort_as_manager(match.id, STRANGER, "spam")
    assert await house.database.rows("SELECT * FROM drafts") == []
    with pytest.raises(MatchOverError):
        await house.service.drafts.draft(match.id, user)


async def test_draft_of_a_simultaneous_turn_survives_other_decisions_unseen(
    house: ServiceHarness,
) -> None:
    match = await house.start(ANN, BOB, game="bids")
    move = (await house.legal(match))[0]
    public = await house.service.history.view(match.id)
    draft = await house.service.drafts.put_draft(match.id, ANN.user_id, match.ply, [move])
    assert draft.view.observation.own == int(move[-1])  # type: ignore[attr-defined]
    assert await house.service.history.view(match.id) == public
    await house.service.turns.play(match.id, BOB.user_id, match.ply, [move])
    kept = await house.service.drafts.draft(match.id, ANN.user_id)
    assert (kept.ply, kept.moves) == (match.ply, (move,))
    await house.service.turns.play(match.id, ANN.user_id, kept.ply, kept.moves)
    assert (await house.service.drafts.draft(match.id, ANN.user_id)).moves == ()


async def test_draft_of_the_last_to_decide_reveals_nothing_of_the_others(house: ServiceHarness) -> None:
    plans = []
    for decision in (0, 1):
        match = await bids_match(house)
        moves = await house.legal(match)
        for person in (ANN, BOB):
            await house.service.turns.play(match.id, person.user_id, match.ply, [moves[decision]])
        draft = await house.service.drafts.put_draft(match.id, CEM.user_id, match.ply, [moves[0]])
        assert draft.complete
        assert draft.view.observation.points == (0, 0, 0)  # type: ignore[attr-defined]
        assert [str(told) for told in draft.view.sentences][1:] == [f"Player 3 takes {moves[0][-1]}."]
        assert draft.view.scores is None
        assert draft == await house.service.drafts.draft(match.id, CEM.user_id)
        plans.append(draft)
    assert all(plan.view.outcome is None for plan in plans)


async def test_draft_says_whether_it_is_complete(house: ServiceHarness) -> None:
    match, user = await trek(house)
    empty = await house.service.drafts.draft(match.id, user)
    assert (empty.complete, empty.may_act) == (False, True)
    assert not (await house.service.drafts.put_draft(match.id, user, match.ply, ["walk 2"])).complete
    assert (await house.service.drafts.put_draft(match.id, user, match.ply, ["walk 3", "stop"])).complete
    assert (await house.service.drafts.put_draft(match.id, user, match.ply, ["walk 3", "push"])).complete
    other = user_of(match, (match.to_move[0] + 1) % 3)
    assert not (await house.service.drafts.draft(match.id, other)).may_act


async def test_draft_changed_in_another_window_is_not_overwritten(house: ServiceHarness) -> None:
    match, user = await trek(house)
    await house.service.drafts.put_draft(match.id, user, match.ply, ["walk 1"], after=())
    for after in ((), ("walk 2",)):
        with pytest.raises(PlanChangedError, match="changed in another window"):
            await house.service.drafts.put_draft(match.id, user, match.ply, ["walk 1", "walk 1"], after=after)
    grown = await house.service.drafts.put_draft(match.id, user, match.ply, ["walk 1", "walk 1"], after=("walk 1",))
    assert grown == await house.service.drafts.draft(match.id, user)


async def test_draft_of_an_older_position_does_not_block_a_new_one(house: ServiceHarness) -> None:
    match, user = await trek(house)
    await house.service.drafts.put_draft(match.id, user, match.ply, ["walk 2"])
    match = (await house.play(match, "walk 1")).match
    assert (await house.service.drafts.put_draft(match.id, user, match.ply, ["walk 1"], after=())).moves == ("walk 1",)


async def test_draft_is_requested_with_the_visible_ply(house: ServiceHarness) -> None:
    match, user = await trek(house)
    for ply in (match.ply - 1, match.ply + 1):
        with pytest.raises(AlreadyPlayedError):
            await house.service.drafts.draft(match.id, user, ply)
    match = await bids_match(house)
    move = (await house.legal(match))[0]
    await house.service.turns.play(match.id, BOB.user_id, match.ply, [move])
    assert (await house.service.drafts.draft(match.id, ANN.user_id, match.ply)).ply == match.ply
    with pytest.raises(AlreadyPlayedError):
        await house.service.drafts.draft(match.id, BOB.user_id, match.ply)
    assert (await house.service.drafts.draft(match.id, BOB.user_id)).may_act, "a decision may be changed"


async def test_empty_draft_is_no_move(house: ServiceHarness) -> None:
    match, user = await trek(house)
    draft = await house.service.drafts.put_draft(match.id, user, match.ply, [])
    with pytest.raises(IllegalMoveError, match="No move was chosen"):
        await house.service.turns.play(match.id, user, draft.ply, draft.moves)


async def test_draft_is_deleted_when_its_player_plays_something_else(house: ServiceHarness) -> None:
    match = await bids_match(house)
    low, high, *_ = await house.legal(match)
    await house.service.drafts.put_draft(match.id, ANN.user_id, match.ply, [low])
    await house.service.drafts.put_draft(match.id, BOB.user_id, match.ply, [low])
    await house.service.turns.play(match.id, ANN.user_id, match.ply, [high])
    rows = await house.database.rows("SELECT user_id FROM drafts")
    assert [row["user_id"] for row in rows] == [BOB.user_id], "else it could be played for Ann in a later turn"


@pytest.mark.parametrize("how", ["the match has ended", "the seat has changed hands"])
async def test_draft_is_deleted_where_another_process_was_faster(path: Path, how: str) -> None:
    async with ServiceHarness.two(path) as (one, other):
        match, user = await trek(one)
        seen = one.service.drafts.seen

        async def and_meanwhile(match_id: int, user_id: int) -> object:
            found = await seen(match_id, user_id)
            if how == "the match has ended":
                for person in (ANN, BOB, CEM):
                    if (await other.service.history.get(match_id)).status == "running":
                        await other.service.turns.resign(match_id, person.user_id)
            else:
                await other.service.personal_data.forget(user_id)
            return found

        one.service.drafts.seen = and_meanwhile  # type: ignore[assignment, method-assign]
        with pytest.raises(AlreadyPlayedError):
            await one.service.drafts.put_draft(match.id, user, match.ply, ["walk 1"])
        assert await one.database.rows("SELECT * FROM drafts") == []
