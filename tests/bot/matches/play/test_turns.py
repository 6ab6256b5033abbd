"""Moves: one of a hundred clicks counts, every refusal changes nothing, a turn is made as a whole."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.matches.errors import (
    AlreadyPlayedError,
    MatchNotStartedError,
    MatchOverError,
    NotSeatedError,
    NotYourTurnError,
)
from bot.matches.model.views import PlayedTurn
from bot.matches.play.loader import Loader
from engines.errors import IllegalMoveError, InvalidMoveError, MoveError
from tests.bot.matches.harness import (
    ANN,
    BOB,
    CHANNEL,
    STRANGER,
    ServiceHarness,
    refused,
    trek_match,
    user_of,
)

pytestmark = pytest.mark.engines("sqlite", "postgres")


async def test_move_is_stored_with_its_board_in_one_transaction(harness: ServiceHarness) -> None:
    match = await harness.start()
    await harness.rows(match.id)
    harness.woken.clear()
    harness.clock.now += 60
    player, (move, *_) = match.to_move[0], await harness.legal(match)
    played = await harness.play(match, move)
    after = played.match
    assert after == await harness.service.history.get(match.id)
    assert (after.ply, after.moved_at, after.to_move) == (match.ply + 1, harness.clock.now, (1 - player,))
    assert (await harness.log(match.id))[-1] == (after.ply, player, "move", move, None, harness.clock.now)
    (row,) = await harness.rows(match.id)
    assert (row.kind, dict(row.args)) == ("turn", {"ply": after.ply, "call": [1 - player]})
    assert harness.woken == [f"match:{match.id}"]


async def test_mover_sees_the_new_position_and_the_moves(harness: ServiceHarness) -> None:
    match = await harness.start()
    played = await harness.play(match)
    assert played.player == match.to_move[0]
    view = await harness.service.history.view(match.id, user_id=user_of(match, match.to_move[0]))
    assert (view.viewer, view.ply) == (played.player, played.match.ply)
    assert view.match == played.match
    assert len(played.notation) == 1
    assert played.notation[0] in (await harness.service.history.lines(match.id, None))[-1].text
    assert len(view.sentences) == 1


async def test_one_of_a_hundred_clicks_on_a_button_counts(harness: ServiceHarness) -> None:
    match = await harness.start()
    await harness.rows(match.id)
    moves = await harness.legal(match)
    outcomes = await asyncio.gather(
        *(harness.play(match, moves[number % len(moves)]) for number in range(100)), return_exceptions=True
    )
    assert sum(isinstance(outcome, PlayedTurn) for outcome in outcomes) == 1
    assert sum(isinstance(outcome, AlreadyPlayedError) for outcome in outcomes) == 99
    assert (await harness.service.history.get(match.id)).ply == match.ply + 1
    assert await harness.kinds(match.id) == ["turn"]


async def test_one_of_a_hundred_clicks_that_end_a_match_counts(harness: ServiceHarness) -> None:
    game, match = harness.games["trek"], await harness.start(ANN, BOB, game="trek")
    last: str | None = None
    while last is None:
        state, player = await harness.state(match.id), match.to_move[0]
        ends = [move for move in game.legal_moves(state, player) if game.outcome(game.apply(state, player, move))]
        if ends:
            last = game.encode_move(ends[0])
        else:
            match = (await harness.play(match, (await harness.legal(match))[-1])).match
    outcomes = await asyncio.gather(*(harness.play(match, last) for _ in range(100)), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes].count(PlayedTurn) == 1
    assert [type(outcome) for outcome in outcomes].count(MatchOverError) == 99


async def test_two_processes_on_one_database_commit_one_of_two_moves(path: Path) -> None:
    async with ServiceHarness.two_processes(path) as (one, two):
        match = await one.start(wins="1")
        number = 0
        while match.to_move:
            moves = await one.legal(match)
            outcomes = await asyncio.gather(
                one.play(match, moves[0]), two.play(match, moves[-1]), return_exceptions=True
            )
            won = [outcome for outcome in outcomes if isinstance(outcome, PlayedTurn)]
            lost = [outcome for outcome in outcomes if not isinstance(outcome, PlayedTurn)]
            assert len(won) == 1
            assert isinstance(lost[0], AlreadyPlayedError | MatchOverError)
            match = won[0].match
            number += 1
        assert [entry[0] for entry in await two.log(match.id)] == list(range(1, match.ply + 1))
        assert number > 5
        assert await one.service.history.view(match.id) == await two.service.history.view(match.id)


async def test_two_processes_take_turns_in_one_match(path: Path) -> None:
    async with ServiceHarness.two_processes(path) as (one, two):
        match = await one.start(wins="1")
        processes = [one, two]
        while match.to_move:
            processes.reverse()
            match = (await processes[0].play(match)).match
        assert await one.service.history.view(match.id) == await two.service.history.view(match.id)


async def test_typed_move_is_retried_on_the_position_of_another_process(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process commits after the load: the turn is retried, and refused with the game's reason."""
    async with ServiceHarness.two_processes(path) as (one, two):
        match = await one.start()
        load = Loader.load_with_last_turn
        loaded = asyncio.Event()

        async def load_before_the_other_moves(loader: Loader, match_id: int) -> Any:
            record = await load(loader, match_id)
            if not loaded.is_set():
                loaded.set()
                await two.play(match)
            return record

        monkeypatch.setattr(Loader, "load_with_last_turn", load_before_the_other_moves)
        text = one.games["iye"].complete_move(await one.state(match.id), match.to_move[0], "", 1)[0].text
        with pytest.raises(NotYourTurnError):
            await one.service.typed_moves.play_text(match.id, user_of(match, match.to_move[0]), text)
        assert (await two.service.history.get(match.id)).ply == match.ply + 1


# ------------------------------------------------------------------------------------------------------------- refusals


async def test_move_at_a_table_out_of_turn_or_by_a_stranger_is_refused(harness: ServiceHarness) -> None:
    table = await harness.service.tables.open_table("iye", {}, ANN, CHANNEL)
    assert "not started" in await refused(
        harness, MatchNotStartedError, lambda: harness.service.turns.play(table.id, ANN.user_id, 0, ["a1"])
    )
    match = await harness.start()
    waiting = user_of(match, 1 - match.to_move[0])
    moves = await harness.legal(match)
    for ask in (
        lambda: harness.service.turns.play(match.id, waiting, match.ply, moves[:1]),
        lambda: harness.service.typed_moves.play_text(match.id, waiting, "a1"),
    ):
        assert "not your turn" in await refused(harness, NotYourTurnError, ask)
    by_a_stranger: tuple[Callable[[], Awaitable[object]], ...] = (
        lambda: harness.service.turns.play(match.id, STRANGER, match.ply, moves[:1]),
        lambda: harness.service.typed_moves.play_text(match.id, STRANGER, "a1"),
        lambda: harness.service.turns.resign(match.id, STRANGER),
    )
    for ask_as_stranger in by_a_stranger:
        assert "do not play in this match" in await refused(harness, NotSeatedError, ask_as_stranger)


async def test_click_on_an_old_button_is_refused(harness: ServiceHarness) -> None:
    match = await harness.start()
    for _ in range(2):
        current = await harness.service.history.get(match.id)
        await harness.play(current)
    for ply in (0, match.ply, match.ply + 1, match.ply + 9):
        user = user_of(match, match.to_move[0])
        text = await refused(
            harness, AlreadyPlayedError, partial(harness.service.turns.play, match.id, user, ply, ["a1"])
        )
        assert "moved on" in text


async def test_illegal_moves_are_refused(harness: ServiceHarness) -> None:
    match = await harness.start()
    user = user_of(match, match.to_move[0])
    for moves, kind in (
        (["nonsense"], InvalidMoveError),
        (["c3"], IllegalMoveError),
        (["deal:" + "/".join(["SSSSS"] * 5)], MoveError),
        ([], IllegalMoveError),
    ):
        await refused(harness, kind, partial(harness.service.turns.play, match.id, user, match.ply, moves))
    await refused(harness, MoveError, lambda: harness.service.typed_moves.play_text(match.id, user, "to the moon"))


async def test_ended_match_refuses_moves(harness: ServiceHarness) -> None:
    match = await harness.play_out(await harness.start())
    for ask in (
        lambda: harness.service.turns.play(match.id, ANN.user_id, match.ply, ["a1"]),
        lambda: harness.service.typed_moves.play_text(match.id, ANN.user_id, "a1"),
        lambda: harness.service.turns.resign(match.id, ANN.user_id),
    ):
        assert "over" in await refused(harness, MatchOverError, ask)


# ---------------------------------------------------------------------------------------------------------- whole turns


async def test_moves_of_a_turn_are_made_all_or_none(harness: ServiceHarness) -> None:
    match = await trek_match(harness)
    user = user_of(match, match.to_move[0])
    for moves in (["walk 1", "walk 3"], ["walk 1", "walk 1", "walk 1", "walk 1"], ["walk 3", "nonsense"]):
        await refused(harness, MoveError, partial(harness.service.turns.play, match.id, user, match.ply, moves))
    played = await harness.play(match, "walk 1", "walk 2", "stop")
    assert played.notation == ("walk 1", "walk 2", "stop")
    assert [entry[2:4] for entry in (await harness.log(match.id))[match.ply :]][:3] == [
        ("move", "walk 1"),
        ("move", "walk 2"),
        ("move", "stop"),
    ]


async def test_turn_cannot_contain_moves_beyond_its_end_or_a_roll(harness: ServiceHarness) -> None:
    match = await trek_match(harness)
    user = user_of(match, match.to_move[0])
    for moves in (["walk 3", "stop", "walk 1"], ["walk 3", "push", "walk 1"]):
        text = await refused(
            harness, IllegalMoveError, partial(harness.service.turns.play, match.id, user, match.ply, moves)
        )
        assert text == "These moves are more than one turn."


async def test_part_of_a_turn_posts_no_board_and_makes_older_buttons_stale(
    harness: ServiceHarness,
) -> None:
    match = await trek_match(harness)
    user = user_of(match, match.to_move[0])
    await harness.play(match, "walk 1")
    assert await harness.rows(match.id) == []
    with pytest.raises(AlreadyPlayedError):
        await harness.service.turns.play(match.id, user, match.ply, ["walk 1"])
    match = (await harness.play(await harness.service.history.get(match.id), "walk 2", "stop")).match
    (row,) = await harness.rows(match.id)
    assert (row.kind, row.args["call"]) == ("turn", [match.to_move[0]])


async def test_roll_within_a_turn_posts_a_board_and_mentions_nobody_again(harness: ServiceHarness) -> None:
    """Never mention a player twice for one turn."""
    seen: set[bool] = set()
    while seen != {True, False}:
        match = await trek_match(harness)
        after = (await harness.play(match, "walk 3", "push")).match
        (row,) = await harness.rows(match.id)
        continues = after.to_move == match.to_move
        assert (row.kind, row.args["call"]) == ("turn", [] if continues else list(after.to_move))
        seen.add(continues)
