"""The planner: steps, undo, stale windows, restarts."""

from __future__ import annotations

import pytest
from simcord.enums import InteractionType

from engines.totem.observation import CELL_NAMES
from tests.e2e.planned import can_confirm
from tests.e2e.stale_windows import let_windows_age
from tests.e2e.totem import Totem, observation, roll
from tests.e2e.world import World, alt_texts, buttons, control, labels, refused, selects, shown, stored, written

CHANGED = "This plan was changed in another window. Here is the current plan."
STALE_PLAN = "The match has moved on. Here is what you need to do now."


@pytest.fixture
async def game(world: World, monkeypatch: pytest.MonkeyPatch) -> Totem:
    """A match in which the mover has rolled 5 and 3."""
    return await roll(world, monkeypatch, (5, 3))


async def ply(world: World) -> int:
    return (await world.bot.services.matches.history.get(1)).ply


def disabled(message: object) -> set[str]:
    """Return the labels of disabled buttons."""
    return {button["label"] for button in buttons(message) if button.get("disabled")}  # type: ignore[arg-type]


async def test_plan_grows_privately_until_confirmed(game: Totem) -> None:
    world, mover = game.world, game.mover
    posted, board = len(game.place.history()), written(game.board)
    before = await ply(world)
    window = await game.open_planner()
    assert window.ephemeral
    assert labels(window)[:3] == ["Both dice: 8 points", "One die: 5 points", "One die: 3 points"]
    assert disabled(window) == {"Confirm"}
    assert labels(window)[-2:] == ["Confirm", "Type a move"], "there is nothing to undo yet"
    while not can_confirm(window):
        await game.plan_step(mover, window)
        assert stored(window).attachments, "every step shows the resulting board"
        assert "Only you can see this plan." in written(window)
    assert "Your turn is planned. Confirm to play it, or undo." in written(window)
    assert len(game.place.history()) == posted
    assert written(game.board) == board
    assert await ply(world) == before
    await mover.click(shown(window), label="Confirm")
    assert await ply(world) > before + 1
    assert len(game.place.history()) == posted + 1
    assert written(window).startswith("Played in Totem #1: both dice, ")
    assert stored(window).attachments == []
    story = written(game.board)
    for run in written(window).removeprefix("Played in Totem #1: both dice, ").removesuffix(".").split(", "):
        origin, stop = run.split()[0].split("–")
        assert f"runs from {origin} to {stop}" in story


async def test_unconfirmed_plan_keeps_the_player_to_move(game: Totem) -> None:
    _, window = await game.plan_turn()
    mover, waiter = (member.user._user.global_name for member in (game.mover, game.waiter))
    (alt,) = alt_texts(window)
    assert f"{mover} has planned this turn but not confirmed it yet." in alt
    assert f"It is {waiter}’s turn." not in alt
    assert f"**{waiter}** is to move" not in written(window)


async def test_undo_reverts_one_step_and_start_over_all(game: Totem) -> None:
    mover = game.mover
    window = await game.open_planner()
    texts = [written(window)]
    for _ in range(3):
        await game.plan_step(mover, window)
        texts.append(written(window))
    assert len(set(texts)) == 4
    assert labels(window)[-4:] == ["Confirm", "Type a move", "Undo", "Start over"], "no button has changed its place"
    for text in reversed(texts[:-1]):
        await mover.click(shown(window), label="Undo")
        assert written(window) == text
    assert "Undo" not in labels(window)
    for _ in range(3):
        await game.plan_step(mover, window)
    await mover.click(shown(window), label="Start over")
    assert written(window) == texts[0]
    assert (await game.plan(mover)).moves == ()


async def test_stale_window_says_so_and_shows_the_newest_plan(game: Totem) -> None:
    mover = game.mover
    window = await game.open_planner()
    second = await game.open_planner()
    assert second.response is not None
    assert shown(second).id != shown(window).id
    assert written(second) == written(window)
    await game.plan_step(mover, second)
    await game.choose(mover, window, "!use:5")
    assert written(window) == f"{written(second)}\n{CHANGED}"
    assert (await game.plan(mover)).moves == ("use:8",)
    while not can_confirm(second):
        await game.plan_step(mover, second)
    await mover.click(shown(window), label="Undo")
    assert written(window).endswith(f"\n{CHANGED}"), "a stale undo takes nothing back"
    assert can_confirm(window)
    let_windows_age(game.world)
    await mover.click(shown(window), label="Confirm")
    assert written(window).startswith("Played in ")
    await mover.click(shown(second), label="Confirm")
    assert written(second) == "⚠️ The match has moved on since. Use the newest board, or /board to see it."
    assert labels(second) == ["Board"]


async def test_second_click_on_confirm_keeps_the_first_answer(game: Totem) -> None:
    mover, window = await game.plan_turn()
    custom_id = control(window, "confirm")
    await mover.click(shown(window), label="Confirm")
    confirmed = written(window)
    assert confirmed.startswith("Played in ")
    record = await mover._dispatch_interaction(
        InteractionType.MESSAGE_COMPONENT,
        game.place,
        {"custom_id": custom_id, "component_type": 2},
        source_message_id=shown(window).id,
    )
    assert refused(record).startswith("The match has moved on since.")
    assert written(window) == confirmed


async def test_window_of_an_earlier_turn_shows_the_current_turn(game: Totem) -> None:
    mover = game.mover
    window = await game.open_planner()
    let_windows_age(game.world)
    for _ in range(2):
        await game.type_turn()
    assert game.mover is mover
    await mover.click(shown(window), label="Both dice: 8 points")
    assert written(window).endswith(f"\n{STALE_PLAN}")
    assert "Both dice: 8 points" in labels(window)
    assert (await game.plan(mover)).moves == ()


async def test_plan_and_window_survive_a_restart(game: Totem) -> None:
    world, mover = game.world, game.mover
    window = await game.open_planner()
    await game.plan_step(mover, window)
    await game.plan_step(mover, window)
    moves = (await game.plan(mover)).moves
    assert len(moves) == 2
    await world.restart()
    again = await game.open_planner()
    assert written(again) == written(window)
    await world.restart()
    await game.plan_step(mover, window)
    assert (await game.plan(mover)).moves[:2] == moves
    while not can_confirm(window):
        await game.plan_step(mover, window)
    await mover.click(shown(window), label="Confirm")
    assert written(window).startswith("Played in ")


async def test_concurrent_clicks_plan_one_move(game: Totem) -> None:
    mover = game.mover
    custom_id = next(b["custom_id"] for b in buttons(await game.open_planner()) if "!use:8" in b["custom_id"])
    records = [game.world.press(mover, game.board, custom_id) for _ in range(5)]
    await game.world.env.settle()
    assert all(record.responded for record in records)
    assert (await game.plan(mover)).moves == ("use:8",)


async def test_planner_uses_text_boards_when_set(game: Totem) -> None:
    mover = game.mover
    await mover.slash(game.place, "player settings", boards="text")
    window = await game.open_planner()
    assert stored(window).attachments == []
    assert "```" in written(window)
    while not can_confirm(window):
        await game.plan_step(mover, window)
        assert len(written(window)) <= 2000
    assert "Your turn is planned." in written(window)


async def test_planner_opens_from_private_boards_too(game: Totem) -> None:
    mover = game.mover
    board = await mover.user.slash("next")
    await mover.user.click(shown(board), label="Take turn")
    assert "Both dice: 8 points" in labels(board)


# -------------------------------------------------------------------------------------------------- composed positions

CROWDED = "C3c4c5c6c7d3d8e3e9f3f10g3g11h3h10i3i9j3j8k4k5k6k7l2k2l3/G7 0/19 run 1 66 12 - - 4 - -"
CHOICE = "G3f2f3g2g4g5h3/G9f6f7g7g8h6h7 18/18 run 1 63 3 - - 0 - -"
LONGER = "G5g6h5/G9g8h8f7 18/18 run 1 63 6 - - 0 - -"
DECIDED = "G5f5f6g6/G8 19/0 run 1 21 1 - - 0 - -"


async def test_long_menus_are_paged(game: Totem) -> None:
    await game.stand(CROWDED)
    ann = game.world.ann
    window = await ann.click(game.board, custom_id=control(game.board, "turn"))
    runs, pieces = selects(window)
    assert (len(runs["options"]), len(pieces["options"])) == (25, 25)
    await ann.click(shown(window), label="More pieces")
    assert len(selects(window)[1]["options"]) == 1
    await ann.click(shown(window), label="Previous pieces")
    await game.choose(ann, window, "c4")
    assert [len(menu["options"]) for menu in selects(window)] == [25, 25]
    await ann.click(shown(window), label="More stops")
    assert [len(menu["options"]) for menu in selects(window)] == [25, 18]
    direct = next(each["value"] for each in selects(window)[1]["options"] if each["value"].startswith("!"))
    await game.choose(ann, window, direct)
    assert (await game.plan(ann)).moves == (direct.removeprefix("!"),)


async def test_victim_is_chosen_and_named(game: Totem) -> None:
    await game.stand(CHOICE)
    ann = game.world.ann
    window = await ann.click(game.board, custom_id=control(game.board, "turn"))
    seen = observation((await game.plan(ann)).view.observation)
    run = next(run for piece in seen.movable for stop in piece.stops for run in stop.runs if run.victim is not None)
    await game.plan_run(ann, window, run)
    assert run.victim is not None
    assert f"**Bob** loses the piece on {CELL_NAMES[run.victim]}." in written(window)
    assert (await game.plan(ann)).moves == (run.move,)


async def test_number_of_steps_is_chosen(game: Totem) -> None:
    await game.stand(LONGER)
    ann = game.world.ann
    window = await ann.click(game.board, custom_id=control(game.board, "turn"))
    seen = observation((await game.plan(ann)).view.observation)
    stops = [stop for piece in seen.movable for stop in piece.stops]
    run = next(stop.runs[-1] for stop in stops if len({run.steps for run in stop.runs}) > 1)
    await game.plan_run(ann, window, run)
    assert (await game.plan(ann)).moves == (run.move,)
    assert f"in {run.steps} steps" in written(window)


async def test_plan_that_wins_says_so_before_it_is_confirmed(game: Totem) -> None:
    await game.stand(DECIDED)
    ann = game.world.ann
    window = await ann.click(game.board, custom_id=control(game.board, "turn"))
    await game.plan_step(ann, window)
    assert can_confirm(window)
    assert "**Ann** wins." in written(window)
    assert "🏁" not in game.board.content
    await ann.click(shown(window), label="Confirm")
    assert game.over
    assert written(window).startswith("Played in ")
