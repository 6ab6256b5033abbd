"""Totem rolls: rolling again after a twelve, and the exchange."""

from __future__ import annotations

import pytest

from tests.e2e.planned import can_confirm
from tests.e2e.totem import roll
from tests.e2e.world import World, labels, selects, shown, stored, written

pytestmark = pytest.mark.usefixtures("unpainted")


async def test_twelve_is_confirmed_and_rolls_again_in_the_same_window(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await roll(world, monkeypatch, (6, 6), (2, 1))
    mover = game.mover
    window = await game.open_planner()
    assert "Both dice: 12 points" in labels(window)
    assert selects(window) == [], "there is no free cell next to the totem yet, so no exchange"
    await game.choose(mover, window, "!use:12")
    while "Roll again" not in labels(window):
        await game.plan_step(mover, window)
    assert not can_confirm(window)
    await mover.click(shown(window), label="Roll again")
    assert can_confirm(window)
    assert "rolls again" in written(window)
    boards = len(game.boards)
    await mover.click(shown(window), label="Confirm")
    assert "Played in Totem #1: both dice, " in written(window)
    assert written(window).count("2 and 1") == 1, "the roll is shown once"
    assert "Undo" not in labels(window), "undo never crosses a roll"
    assert len(game.boards) == boards + 1
    assert stored(game.board).ping_user_ids == [], "nobody is mentioned twice for one turn"
    assert game.players[0].mention not in written(game.board)
    while not can_confirm(window):
        await game.plan_step(mover, window)
    await mover.click(shown(window), label="Confirm")
    assert game.mover is not mover
    assert "rolls again" in written(game.board)


async def test_second_roll_after_a_twelve_can_be_declined(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await roll(world, monkeypatch, (6, 6), (2, 1))
    mover = game.mover
    window = await game.open_planner()
    while "End the turn" not in labels(window):
        await game.plan_step(mover, window)
    await mover.click(shown(window), label="End the turn")
    await mover.click(shown(window), label="Confirm")
    assert written(window).endswith(", not rolling again.")
    assert game.mover is not mover


async def test_roll_is_exchanged_for_a_piece(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await roll(world, monkeypatch, (6, 6), (5, 5), (2, 1))
    mover = game.mover
    window = await game.open_planner()
    while "Roll again" not in labels(window):
        await game.plan_step(mover, window)
    await mover.click(shown(window), label="Roll again")
    await mover.click(shown(window), label="Confirm")
    (menu,) = selects(window)
    assert menu["placeholder"] == "Exchange: put a piece on …"
    assert "19 pieces are left in your reserve." in written(window)
    cell = menu["options"][0]["label"]
    await mover.select(shown(window), [menu["options"][0]["value"]], custom_id=menu["custom_id"])
    assert can_confirm(window)
    await mover.click(shown(window), label="Confirm")
    assert written(window) == f"Played in Totem #1: a piece on {cell}."
    assert f"puts a piece on {cell} instead of running; 18 are left in the reserve" in written(game.board)


async def test_roll_is_described_again_after_an_undo(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await roll(world, monkeypatch, (6, 5), (2, 1))
    mover = game.mover
    window = await game.open_planner()
    while not can_confirm(window):
        await game.plan_step(mover, window)
    await mover.click(shown(window), label="Confirm")
    await mover.slash(game.place, "match", action="undo")
    other = game.mover
    await other.slash(game.place, "match", action="undo", detail="accept")
    assert game.mover is mover
    assert "You have rolled 6 and 5." in written(await game.open_planner())
