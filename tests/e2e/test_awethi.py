"""Awéthi matches from the slash command to the result: planned, typed and mixed."""

from __future__ import annotations

import re

import pytest

from tests.e2e.awethi import start_awethi
from tests.e2e.world import SINCE, World, alt_texts, buttons, labels, selects, stored, written

NEARLY_OVER = "meadow heads HW e10ce11w e9d10f10a25 i14 110 loose 30 choose 1 1 1234 ---- - -"


async def test_match_of_two_is_played_to_its_end_with_the_planner(world: World) -> None:
    game = await start_awethi(world)
    assert "**Bob** plays the wairgka. They sleep in the Lair and wake when" in written(game.board)
    assert re.search(r"\*\*Ann\*\* rolls \d, \d, \d and \d\.", written(game.board))
    board = game.board
    window = await game.take_turn()
    assert "Played in Awéthi #1: a die each, awéthi 1 to " in written(window)
    assert labels(window)[0][0] == "1", "while the wairgka sleep, the same herder is next"
    assert "gives each awéthi a die" not in written(window), "the turn is told once, by the first sentence"
    assert "herd rolls" in written(window)
    assert buttons(board) == []
    await game.stand(NEARLY_OVER)
    movers = []
    while not game.over:
        movers.append(game.mover)
        window = await game.take_turn()
        assert "Played in " in written(window)
    assert movers[:5] == [world.ann, world.bob] * 2 + [world.ann]
    assert "**Ann**’s cow on c9 is caught." in "\n".join(written(board) for board in game.boards)
    assert "goes to **Ann**’s shelter" in written(game.board)
    assert "4 aiwe in the shelter" in written(game.board)
    assert labels(game.board) == ["Rematch", "Review", "Share", "More"]
    assert all(100 < len(alt) <= 1024 for message in game.boards for alt in alt_texts(message))
    assert [message.id for message in game.boards[:-1] if buttons(message) or selects(message)] == []


@pytest.mark.usefixtures("unpainted")
async def test_roll_is_described_once_on_board_and_planner(world: World) -> None:
    game = await start_awethi(world)
    rolled = re.compile(r"\d, \d, \d(?:,| and) \d")
    window = await game.open_planner()
    assert [len(rolled.findall(written(message))) for message in (game.board, window)] == [1, 1]
    assert ["Every herd is shuffled" in written(message) for message in (game.board, window)] == [True, False]
    assert "’s herd rolls" in written(window), "which the turn begins with"


@pytest.mark.usefixtures("unpainted")
async def test_boards_mention_the_player_to_move_and_automatic_turns_post_none(world: World) -> None:
    game = await start_awethi(world, 3)
    await game.stand("meadow heads HHW d22b/v4b a20a21b20b21/y5y6x5x6 m13m13 320/320 asleep 9 choose 1 1 1234 ---- - -")
    posted = len(game.boards)
    movers = []
    await game.take_turn()
    for _ in range(2):
        movers.append(game.mover)
        assert stored(game.board).ping_user_ids == [game.mover.id]
        await game.take_turn()
    assert movers == [world.bob, world.ann], "the herds roll and move between the herders' turns without a mention"
    assert len(game.boards) == posted + 3
    assert labels(game.board) == ["Take turn", "Board", SINCE, "More"]


@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize("number", [3, 5])
async def test_turns_of_several_herders_can_be_typed_and_planned(world: World, number: int) -> None:
    game = await start_awethi(world, number, board="lake", scoring="points")
    for turn in range(3 * number):
        mover = game.mover
        if turn % 2:
            answer = await game.type_turn()
            assert "Played in " in written(answer)
        else:
            await game.take_turn()
        assert len(written(game.board)) <= 2000
        assert stored(game.board).ping_user_ids == [game.mover.id]
        assert game.mover is not mover
    assert (await game.seen()).board == "lake"
