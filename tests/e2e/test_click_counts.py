"""How many clicks a turn takes, and what the planner shows meanwhile. A click is one interaction with the bot."""

from __future__ import annotations

import pytest

from tests.e2e.planned import can_confirm
from tests.e2e.totem import observation, roll
from tests.e2e.world import World, alt_texts, buttons, labels, selects, shown, stored, written


async def test_totem_run_takes_one_click(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await roll(world, monkeypatch, (2, 1))
    mover, presses = game.mover, 1
    window = await game.open_planner()
    await game.choose(mover, window, "!use:3")
    presses += 1
    runs = 0
    while not can_confirm(window):
        first = selects(window)[0]["options"][0]["value"]
        assert first.startswith("!")
        await game.choose(mover, window, first)
        presses, runs = presses + 1, runs + 1
    await mover.click(shown(window), label="Confirm")
    presses += 1
    assert presses == 3 + runs
    assert 1 <= runs <= 3
    assert written(window).startswith("Played in Totem #1: both dice, ")


async def test_planned_runs_are_numbered(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await roll(world, monkeypatch, (6, 5))
    window = await game.open_planner()
    await game.choose(game.mover, window, "!use:11")
    for _ in range(2):
        one_step = [
            option["value"]
            for menu in selects(window)
            for option in menu["options"]
            if option["label"].endswith(": 1 step")
        ]
        if one_step:
            await game.choose(game.mover, window, one_step[0])
        else:
            await game.plan_step(game.mover, window)
    assert len(observation((await game.plan(game.mover)).view.observation).runs) == 2
    assert "So far: 1. " in written(window)


async def test_spending_a_tile_keeps_the_board_and_can_be_reversed(world: World) -> None:
    game = await world.start_match()
    await game.play_on(("click",), turns=2)
    mover, board = game.mover, game.board
    mine = await mover.click(board, label="Board")
    before, picture = buttons(mine), stored(mine).attachments[0]
    (menu,) = selects(mine)
    tile = menu["options"][0]["value"]
    await mover.select(shown(mine), [tile], custom_id=menu["custom_id"])
    assert "where should the drum go?" in written(mine)
    assert f"**{game.waiter.user._user.global_name}** gets the tile it lands on." in written(mine)
    assert len(stored(mine).attachments) == 1, "the board stays"
    assert stored(mine).attachments[0] != picture, "and shows what the tile reaches"
    assert alt_texts(mine)[0]
    assert selects(mine)[0]["placeholder"] == "Choose a square …"
    await mover.click(shown(mine), label="Back")
    assert [one["label"] for one in buttons(mine)] == [one["label"] for one in before if one["label"] != "More"]
    assert "it is your turn: move the drum" in written(mine)


async def test_spending_from_the_public_board_opens_the_board_privately(world: World) -> None:
    game = await world.start_match()
    await game.play_on(("click",), turns=2)
    mover, board = game.mover, game.board
    (menu,) = selects(board)
    posted = len(game.place.history())
    asked = await mover.select(board, [menu["options"][0]["value"]], custom_id=menu["custom_id"])
    assert asked.ephemeral
    assert len(stored(asked).attachments) == 1
    assert "Back" in labels(asked)
    assert len(game.place.history()) == posted
    target = selects(asked)[0]
    await mover.select(shown(asked), [target["options"][0]["value"]], custom_id=target["custom_id"])
    assert written(asked).startswith("Played in İYE #1: ")
    assert stored(asked).attachments == []
