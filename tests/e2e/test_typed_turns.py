"""Typed turns: complete ones, incomplete ones, and extensions of a plan."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.ui.handlers import HANDLERS
from tests.e2e.planned import can_confirm
from tests.e2e.totem import Totem, best_run, observation, roll
from tests.e2e.world import World, buttons, refused, shown, written

pytestmark = pytest.mark.usefixtures("unpainted")

CHANGED = "This plan was changed in another window. Here is the current plan."


@pytest.fixture
async def game(world: World, monkeypatch: pytest.MonkeyPatch) -> Totem:
    """A match in which the mover has rolled 5 and 3."""
    return await roll(world, monkeypatch, (5, 3))


async def ply(world: World) -> int:
    return (await world.bot.services.matches.history.get(1)).ply


async def test_typed_beginning_becomes_a_plan_and_can_be_extended(game: Totem) -> None:
    world, mover = game.world, game.mover
    before = await ply(world)
    answer = await mover.slash(game.place, "move", text="use 8")
    assert answer.ephemeral
    assert "\nThat is not a whole turn yet, so it is planned but not played." in written(answer)
    assert (await game.plan(mover)).moves == ("use:8",)
    choices = [choice["value"] for choice in await mover.autocomplete(game.place, "move", "text", "")]
    assert choices[0][0] in "abcdefghijklm", "moves that continue the plan come first"
    again = [choice["value"] for choice in await mover.autocomplete(game.place, "move", "text", "use")]
    assert {"use 8", "use 5", "use 3"} <= set(again), "a new turn can be typed"
    run = best_run(observation((await game.plan(mover)).view.observation))
    answer = await mover.slash(game.place, "move", text=run.notation)
    assert (await game.plan(mover)).moves == ("use:8", run.move)
    assert await ply(world) == before
    while not can_confirm(answer):
        await game.plan_step(mover, answer)
    await mover.click(shown(answer), label="Confirm")
    assert await ply(world) > before


async def test_completed_plan_needs_confirmation(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await roll(world, monkeypatch, (2, 1))
    mover, before = game.mover, await ply(world)
    await mover.slash(game.place, "move", text="use 1")
    run = best_run(observation((await game.plan(mover)).view.observation))
    answer = await mover.slash(game.place, "move", text=run.notation)
    assert written(answer).endswith("\nYour turn is planned but not played yet. Check it, then confirm.")
    assert await ply(world) == before
    await mover.click(shown(answer), label="Confirm")
    assert await ply(world) > before


async def test_whole_typed_turn_is_played_despite_a_plan(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await roll(world, monkeypatch, (2, 1))
    mover = game.mover
    await mover.slash(game.place, "move", text="use 3")
    run = next(
        choice["value"]
        for choice in await mover.autocomplete(game.place, "move", "text", "use 1 ")
        if choice["value"] != "use 1"
    )
    answer = await mover.slash(game.place, "move", text=run)
    assert written(answer).startswith(f"Played in Totem #1: the 1, {run.removeprefix('use 1 ').replace('-', '–')}")
    assert buttons(game.boards[-2]) == []


async def test_typing_mistake_is_explained_and_keeps_the_plan(game: Totem) -> None:
    mover = game.mover
    await mover.slash(game.place, "move", text="use 8")
    assert "a1" in refused(await mover.slash(game.place, "move", text="a1-a2"))
    assert "You have 8 points left" in refused(await mover.slash(game.place, "move", text="stay"))
    assert (await game.plan(mover)).moves == ("use:8",)


async def test_moves_are_typed_into_a_form_of_the_planner(game: Totem) -> None:
    mover = game.mover
    window = await game.open_planner()
    form = await mover.click(shown(window), label="Type a move")
    assert form.modal is not None
    submitted = await mover.submit_modal(form, {"text": "use 8"})
    assert submitted.acknowledged
    assert (await game.plan(mover)).moves == ("use:8",)
    assert "Choose a run" in written(window)
    form = await mover.click(shown(window), label="Type a move")
    await game.world.restart()
    for _ in range(2):
        wrong = await mover.submit_modal(form, {"text": "use 9"})
        assert wrong.followups == []
        assert wrong.response is None or wrong.response.id == shown(window).id, "there is no separate message"
        assert "\n⚠️ “use 9” is not possible. You have 8 points left" in written(window)
        form = await mover.click(shown(window), label="Type a move")
    assert (await game.plan(mover)).moves == ("use:8",)
    await mover.slash(game.place, "move", text="use 5")
    await mover.submit_modal(form, {"text": "use 3"})
    assert (await game.plan(mover)).moves == ("use:5",), "the form belongs to a plan that no longer exists"
    assert written(window).endswith(f"\n{CHANGED}")


@pytest.mark.usefixtures("acknowledging")
async def test_late_form_is_refused(game: Totem, monkeypatch: pytest.MonkeyPatch) -> None:
    mover, original = game.mover, HANDLERS["ask"]
    window = await game.open_planner()

    async def slow(call: Any, action: Any) -> None:
        await asyncio.sleep(2.0)
        await original(call, action)

    monkeypatch.setitem(HANDLERS, "ask", slow)
    answer = await mover.click(shown(window), label="Type a move")
    await game.world.env.advance_time(3)
    assert answer.acknowledged
    assert refused(answer) == "That took too long, so the form could not open. Please press again."
