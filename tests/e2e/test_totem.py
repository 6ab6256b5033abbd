"""Totem matches from the slash command to the result: planned, typed and mixed."""

from __future__ import annotations

import re

import pytest

from tests.e2e.totem import roll, start_totem
from tests.e2e.world import SINCE, World, alt_texts, buttons, labels, refused, selects, shown, stored, written


async def test_match_of_two_is_played_to_its_end_with_the_planner(world: World) -> None:
    game = await start_totem(world)
    assert re.search(r"choose the cell where your totem starts", written(game.board))
    await game.place_totems()
    while not game.over:
        mover, board = game.mover, game.board
        window = await game.take_turn()
        assert "Played in Totem #1: " in written(window)
        assert labels(window) == []
        assert buttons(board) == []
        assert f"**{mover.user._user.global_name}**" in written(game.board)
    assert "totem is the last one standing" in written(game.board)
    assert re.search(r"totem on \w+ falls", written(game.board)), "the last run's elimination is missing"
    assert labels(game.board) == ["Rematch", "Review", "Share", "More"]
    assert all(len(alt) > 100 for message in game.boards for alt in alt_texts(message))
    assert [message.id for message in game.boards[:-1] if buttons(message) or selects(message)] == []


@pytest.mark.parametrize(("number", "choices"), [(2, [12]), (3, [12, 2]), (4, [12, 2])])
async def test_setup_is_chosen_in_the_channel_t3_t4(world: World, number: int, choices: list[int]) -> None:
    game = await start_totem(world, number)
    offered = []
    while moves := [button for button in buttons(game.board) if ":move:" in button["custom_id"]]:
        offered.append(len(moves))
        waiting = next(member for member in game.players.values() if member is not game.mover)
        too_early = await waiting.click(game.board, custom_id=moves[0]["custom_id"])
        assert refused(too_early).startswith("It is not your turn")
        assert stored(game.board).ping_user_ids == [game.mover.id]
        await game.mover.click(game.board, custom_id=moves[0]["custom_id"])
    assert offered == choices
    assert "That leaves " in written(game.board)
    assert all(cell is not None for cell in (await game.seen()).totems)
    assert labels(game.board) == ["Take turn", "Board", SINCE, "More"]


async def test_each_board_mentions_the_player_to_move_once(world: World) -> None:
    game = await start_totem(world)
    await game.place_totems()
    for _ in range(3):
        waiter = game.waiter
        await game.take_turn()
        assert stored(game.board).ping_user_ids == [waiter.id]
    assert labels(game.board) == ["Take turn", "Board", SINCE, "More"]


@pytest.mark.parametrize("number", [3, 4])
async def test_matches_of_three_and_four_are_typed_and_planned(world: World, number: int) -> None:
    game = await start_totem(world, number)
    await game.place_totems()
    turns = 0
    while not game.over:
        if turns % 4 == 3:
            answer = await game.type_turn()
            assert "Played in " in written(answer)
        else:
            await game.take_turn()
        turns += 1
        assert turns < 120
    for member in game.players.values():
        assert member.mention in game.board.content


async def test_roll_is_described_once(world: World, unpainted: None, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await roll(world, monkeypatch, (4, 3), (6, 2))
    mover, waiter = (member.user._user.global_name for member in (game.mover, game.waiter))
    assert f"**{mover}** rolls 4 and 3." in game.board.content
    await game.take_turn()
    assert "rolls 4 and 3" not in game.board.content
    assert game.board.content.startswith(f"**{mover}** uses both dice: 7 points.")
    assert f"\n**{waiter}** rolls 6 and 2.\n" in game.board.content
    assert "rolls 4 and 3" in written(await game.waiter.slash(game.place, "board")), (
        "the private board has the whole story"
    )


async def test_form_example_fits_the_position(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await roll(world, monkeypatch, (4, 3))
    mover = game.mover
    window = await game.open_planner(mover)
    for planned in range(3):
        asked = await mover.click(shown(window), label="Type a move")
        assert asked.modal is not None
        found = re.match(r"For example: (.+?)(?: – or (.+?))?\.", asked.modal["components"][0]["description"])
        assert found is not None, asked.modal
        await mover.submit_modal(asked, {"text": found[1]})
        assert len((await game.plan(mover)).moves) == planned + 1
