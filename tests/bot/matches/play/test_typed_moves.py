"""Typed turns: complete ones are played, incomplete ones become plans, plans are continued."""

import asyncio
import random
import threading
from functools import partial
from typing import Any

import pytest

from bot.matches.errors import AlreadyPlayedError, NotYourTurnError
from bot.matches.model.match import Match
from bot.matches.model.views import PlayedTurn
from bot.matches.play.planning import Plan
from bot.matches.play.typed_moves import Reading
from engines.errors import IllegalMoveError, MoveError
from tests.bot.matches.harness import (
    ANN,
    BOB,
    CEM,
    ServiceHarness,
    after_next_read,
    bids_match,
    trek_match,
    user_of,
)


async def test_complete_typed_turn_is_played_at_once(harness: ServiceHarness) -> None:
    match = await trek_match(harness)
    user = user_of(match, match.to_move[0])
    played = await harness.service.typed_moves.play_text(match.id, user, "walk 3 stop")
    assert isinstance(played, PlayedTurn)
    assert played.notation == ("walk 3", "stop")
    assert played.board_due


async def test_typed_turn_before_a_roll_is_complete(harness: ServiceHarness) -> None:
    match = await trek_match(harness)
    played = await harness.service.typed_moves.play_text(match.id, user_of(match, match.to_move[0]), "walk 3 push")
    assert isinstance(played, PlayedTurn)


async def test_typed_turn_before_another_by_the_same_player_is_complete(harness: ServiceHarness) -> None:
    match = await harness.start(game="iye")
    rng = random.Random(4)
    while "start:me" not in (legal := await harness.legal(match)):
        match = (await harness.play(match, rng.choice(legal))).match
    chooser = match.to_move[0]
    played = await harness.service.typed_moves.play_text(match.id, user_of(match, chooser), "start:me")
    assert isinstance(played, PlayedTurn)
    assert played.match.to_move == (chooser,)


async def test_incomplete_typed_turn_becomes_a_plan(harness: ServiceHarness) -> None:
    match = await trek_match(harness)
    user = user_of(match, match.to_move[0])
    planned = await harness.service.typed_moves.play_text(match.id, user, "walk 1")
    assert isinstance(planned, Plan)
    assert (planned.moves, planned.complete) == (("walk 1",), False)
    assert planned == await harness.service.plans.get(match.id, user)
    assert (await harness.service.history.get(match.id)).ply == match.ply


async def test_continuation_of_a_plan_is_planned_even_if_it_completes_the_turn(harness: ServiceHarness) -> None:
    match = await trek_match(harness)
    user = user_of(match, match.to_move[0])
    await harness.service.typed_moves.play_text(match.id, user, "walk 1")
    planned = await harness.service.typed_moves.play_text(match.id, user, "walk 2 stop")
    assert isinstance(planned, Plan)
    assert (planned.moves, planned.complete) == (("walk 1", "walk 2", "stop"), True)
    with pytest.raises(IllegalMoveError, match="already planned"):
        await harness.service.typed_moves.type_on(match.id, user, planned, "stop")


async def test_refused_text_keeps_the_plan(harness: ServiceHarness) -> None:
    match = await trek_match(harness)
    user = user_of(match, match.to_move[0])
    planned = await harness.service.typed_moves.play_text(match.id, user, "walk 3")
    for text in ("walk 7", "nonsense"):
        with pytest.raises(MoveError):
            await harness.service.typed_moves.play_text(match.id, user, text)
    assert await harness.service.plans.get(match.id, user) == planned


async def test_typing_out_of_turn_plans_nothing(harness: ServiceHarness) -> None:
    match = await trek_match(harness)
    other = user_of(match, (match.to_move[0] + 1) % 3)
    with pytest.raises(NotYourTurnError):
        await harness.service.typed_moves.play_text(match.id, other, "walk 1")
    with pytest.raises(NotYourTurnError):
        await harness.service.typed_moves.type_on(
            match.id, other, await harness.service.plans.get(match.id, other), "walk 1"
        )
    assert await harness.service.typed_moves.complete(match.id, other, "") == ()


async def test_board_is_due_when_everybody_has_decided(harness: ServiceHarness) -> None:
    match = await bids_match(harness)
    move = (await harness.legal(match))[0]
    due = []
    for person in (ANN, BOB, CEM):
        played = await harness.service.turns.play(match.id, person.user_id, match.ply, [move])
        due.append(played.board_due)
    assert due == [False, False, True]


async def test_part_of_a_turn_needs_no_new_board(harness: ServiceHarness) -> None:
    match = await trek_match(harness)
    assert not (await harness.play(match, "walk 1")).board_due


async def test_completions_continue_the_plan_first(harness: ServiceHarness) -> None:
    match = await trek_match(harness)
    user = user_of(match, match.to_move[0])
    fresh = [each.text for each in await harness.service.typed_moves.complete(match.id, user, "")]
    planned = await harness.service.typed_moves.play_text(match.id, user, "walk 3")
    assert isinstance(planned, Plan)
    offered = [each.text for each in await harness.service.typed_moves.complete(match.id, user, "")]
    assert offered == ["push", "stop", *fresh]
    assert len(await harness.service.typed_moves.complete(match.id, user, "", limit=2)) == 2


async def pushed_and_planned(harness: ServiceHarness, match: Match, user: int) -> None:
    """Push on, and if a 3 was rolled plan a part of it that is more than the last roll of 1."""
    await harness.play(match, "walk 1", "push")
    now = await harness.service.history.get(match.id)
    if now.to_move == match.to_move and (await harness.state(match.id)).points == 3:
        await harness.service.plans.put(match.id, user, now.ply, ["walk 2"])


@pytest.mark.parametrize("asked", ["complete", "reads"])
async def test_plan_for_a_newer_position_is_not_applied_to_the_older_one(
    harness: ServiceHarness, monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    typed, planned = harness.service.typed_moves, False
    while not planned:
        match = await trek_match(harness, points=1)
        user = user_of(match, match.to_move[0])
        after_next_read(harness, monkeypatch, partial(pushed_and_planned, harness, match, user))
        if asked == "complete":
            assert [each.text for each in await typed.complete(match.id, user, "")] == ["walk 1"]
        else:
            assert await typed.reads(match.id, user, "walk 1") is Reading.LEGAL
        planned = bool(await harness.database.rows("SELECT * FROM drafts"))


async def test_text_after_a_plan_whose_position_has_changed_is_not_read(harness: ServiceHarness) -> None:
    match = await trek_match(harness)
    user = user_of(match, match.to_move[0])
    planned = await harness.service.plans.put(match.id, user, match.ply, ["walk 3"])
    await harness.play(match, "walk 1")
    for instead in (False, True):
        with pytest.raises(AlreadyPlayedError):
            await harness.service.typed_moves.type_on(match.id, user, planned, "stop", instead=instead)


@pytest.mark.parametrize("begun", [False, True])
async def test_typed_text_is_parsed_outside_the_event_loop(
    harness: ServiceHarness, monkeypatch: pytest.MonkeyPatch, *, begun: bool
) -> None:
    match = await trek_match(harness)
    user = user_of(match, match.to_move[0])
    if begun:
        await harness.service.typed_moves.play_text(match.id, user, "walk 1")
    game: Any = harness.service.context.games["trek"]
    loop_continued, parse = threading.Event(), game.parse_turn

    def slow(*arguments: Any) -> Any:
        assert loop_continued.wait(20), "the event loop is blocked while the text is parsed"
        return parse(*arguments)

    monkeypatch.setattr(game, "parse_turn", slow, raising=False)
    reading = asyncio.create_task(harness.service.typed_moves.play_text(match.id, user, "walk 2"))
    await asyncio.sleep(0)
    await harness.service.history.get(match.id)
    loop_continued.set()
    assert isinstance(await reading, Plan)


async def test_form_input_is_parsed_outside_the_event_loop_both_times(
    harness: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await trek_match(harness)
    user = user_of(match, match.to_move[0])
    planned = await harness.service.typed_moves.play_text(match.id, user, "walk 1")
    assert isinstance(planned, Plan)
    game: Any = harness.service.context.games["trek"]
    parse, readers = game.parse_turn, list[threading.Thread]()

    def watched(*arguments: Any) -> Any:
        readers.append(threading.current_thread())
        return parse(*arguments)

    monkeypatch.setattr(game, "parse_turn", watched, raising=False)
    with pytest.raises(MoveError):
        await harness.service.typed_moves.type_further(match.id, user, planned, "nonsense")
    assert len(readers) == 2, "once as its continuation, once as a replacement"
    assert threading.main_thread() not in readers
