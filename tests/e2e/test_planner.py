"""The private planner: steps, undo, windows that are not up to date, restarts, typing; and who may not use it."""

from __future__ import annotations

import pytest

from bot.matches.models import MatchStatus
from engines.totem.observation import CELL_NAMES
from tests.e2e.totem import Totem, best_run, can_confirm, load_dice, observation, start_totem
from tests.e2e.world import World, buttons, control, labels, refused, selects, shown, stored, written

CHANGED = "This plan has been changed elsewhere. Here is how it stands now."
GONE_ON = "The match has gone on since. Here is what is asked of you now."
NOT_YOURS = "It is not your turn. You will be called when it is."
STRANGER = "You do not play in this match, but you may watch it with /board."
OVER = "The match is over. /play opens a new table."


@pytest.fixture
async def game(world: World, monkeypatch: pytest.MonkeyPatch) -> Totem:
    """A match in which somebody has rolled 5 and 3."""
    load_dice(monkeypatch, [(5, 3)])
    game = await start_totem(world)
    await game.place_totems("c3")
    return game


async def ply(world: World) -> int:
    return (await world.bot.desk.matches.get(1)).ply


def disabled(message: object) -> set[str]:
    """The labels of buttons that cannot be pressed."""
    return {button["label"] for button in buttons(message) if button.get("disabled")}  # type: ignore[arg-type]


# ----------------------------------------------------------------------------------------------------------- planning


async def test_a_plan_grows_in_one_private_window_and_nothing_is_public_before_it_is_confirmed(game: Totem) -> None:
    world, mover = game.world, game.mover
    posted, board = len(game.place.history()), written(game.board)
    before = await ply(world)
    window = await game.open_planner()
    assert window.ephemeral
    assert labels(window)[:3] == ["Both dice: 8 points", "One die: 5 points", "One die: 3 points"]
    assert disabled(window) == {"Confirm", "Undo", "Start over"}
    while not can_confirm(window):
        await game.plan_step(mover, window)
        assert stored(window).attachments, "every step shows the resulting board"
        assert "Only you see this plan." in written(window)
    assert "Your turn is planned. Confirm to play it, or undo." in written(window)
    assert len(game.place.history()) == posted
    assert written(game.board) == board
    assert await ply(world) == before
    await mover.click(shown(window), label="Confirm")
    assert await ply(world) > before + 1
    assert len(game.place.history()) == posted + 1
    assert written(window).startswith("You played use 8, ")
    assert stored(window).attachments == []
    told = written(game.board)
    for run in written(window).removeprefix("You played use 8, ").split(" in Totem")[0].split(", "):
        origin, *_, stop = run.split(" x ")[0].split("-")
        assert f"runs from {origin} to {stop}" in told


async def test_undo_goes_back_step_by_step_and_start_over_to_the_roll(game: Totem) -> None:
    mover = game.mover
    window = await game.open_planner()
    texts = [written(window)]
    for _ in range(3):
        await game.plan_step(mover, window)
        texts.append(written(window))
    assert len(set(texts)) == 4
    for text in reversed(texts[:-1]):
        await mover.click(shown(window), label="Undo")
        assert written(window) == text
    assert "Undo" in disabled(window)
    for _ in range(3):
        await game.plan_step(mover, window)
    await mover.click(shown(window), label="Start over")
    assert written(window) == texts[0]
    assert (await game.draft(mover)).moves == ()


async def test_a_window_that_is_not_up_to_date_says_so_and_shows_the_newest_plan(game: Totem) -> None:
    mover = game.mover
    window = await game.open_planner()
    second = await game.open_planner()
    assert second.response is not None
    assert shown(second).id != shown(window).id
    assert written(second) == written(window)
    await game.plan_step(mover, second)
    await game.choose(mover, window, "!use:5")
    assert written(window) == f"{CHANGED}\n{written(second)}"
    assert (await game.draft(mover)).moves == ("use:8",)
    while not can_confirm(second):
        await game.plan_step(mover, second)
    await mover.click(shown(window), label="Undo")
    assert written(window).startswith(CHANGED), "a stale undo takes nothing back"
    assert can_confirm(window)
    await mover.click(shown(window), label="Confirm")
    assert written(window).startswith("You played ")
    await mover.click(shown(second), label="Confirm")
    assert written(second) == "⚠️ The match has moved on since. Use the newest board, or /board to see it."
    assert labels(second) == []


async def test_a_window_of_an_earlier_turn_shows_what_is_asked_now(game: Totem) -> None:
    mover = game.mover
    window = await game.open_planner()
    for _ in range(2):
        await game.type_turn()
    assert game.mover is mover
    await mover.click(shown(window), label="Both dice: 8 points")
    assert written(window).startswith(GONE_ON)
    assert "Both dice: 8 points" in labels(window)
    assert (await game.draft(mover)).moves == ()


async def test_a_plan_outlives_a_restart_and_so_does_its_window(game: Totem) -> None:
    world, mover = game.world, game.mover
    window = await game.open_planner()
    await game.plan_step(mover, window)
    await game.plan_step(mover, window)
    moves = (await game.draft(mover)).moves
    assert len(moves) == 2
    await world.restart()
    again = await game.open_planner()
    assert written(again) == written(window)
    await world.restart()
    await game.plan_step(mover, window)
    assert (await game.draft(mover)).moves[:2] == moves
    while not can_confirm(window):
        await game.plan_step(mover, window)
    await mover.click(shown(window), label="Confirm")
    assert written(window).startswith("You played ")


async def test_two_presses_at_once_plan_one_move(game: Totem) -> None:
    mover = game.mover
    custom_id = next(b["custom_id"] for b in buttons(await game.open_planner()) if "!use:8" in b["custom_id"])
    records = [game.world.press(mover, game.board, custom_id) for _ in range(5)]
    await game.world.env.settle()
    assert all(record.responded for record in records)
    assert (await game.draft(mover)).moves == ("use:8",)


async def test_the_planner_is_text_for_who_wants_text(game: Totem) -> None:
    mover = game.mover
    await mover.slash(game.place, "player settings", boards="text")
    window = await game.open_planner()
    assert stored(window).attachments == []
    assert "```" in written(window)
    while not can_confirm(window):
        await game.plan_step(mover, window)
        assert len(written(window)) <= 2000
    assert "Your turn is planned." in written(window)


async def test_the_planner_opens_from_private_boards_too(game: Totem) -> None:
    mover = game.mover
    board = await mover.user.slash("next")
    await mover.user.click(shown(board), label="Take turn")
    assert "Both dice: 8 points" in labels(board)


# ------------------------------------------------------------------------------------------------------------- typing


async def test_a_typed_beginning_is_planned_and_typed_on(game: Totem) -> None:
    world, mover = game.world, game.mover
    before = await ply(world)
    answer = await mover.slash(game.place, "move", text="use 8")
    assert answer.ephemeral
    assert written(answer).startswith("That is not a whole turn yet, so it is planned and not played.")
    assert (await game.draft(mover)).moves == ("use:8",)
    choices = [choice["value"] for choice in await mover.autocomplete(game.place, "move", "text", "")]
    assert choices[0][0] in "abcdefghijklm", "what the plan goes on with comes first"
    anew = [choice["value"] for choice in await mover.autocomplete(game.place, "move", "text", "use")]
    assert {"use 8", "use 5", "use 3"} <= set(anew), "a turn can be typed anew"
    run = best_run(observation((await game.draft(mover)).view.observation))
    answer = await mover.slash(game.place, "move", text=run.notation)
    assert (await game.draft(mover)).moves == ("use:8", run.move)
    assert await ply(world) == before
    while not can_confirm(answer):
        await game.plan_step(mover, answer)
    await mover.click(shown(answer), label="Confirm")
    assert await ply(world) > before


async def test_what_completes_a_plan_is_looked_at_before_it_is_played(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_dice(monkeypatch, [(2, 1)])
    game = await start_totem(world)
    await game.place_totems("c3")
    mover, before = game.mover, await ply(world)
    await mover.slash(game.place, "move", text="use 1")
    run = best_run(observation((await game.draft(mover)).view.observation))
    answer = await mover.slash(game.place, "move", text=run.notation)
    assert written(answer).startswith("That completes your plan. It is not played yet: look at it, then confirm.")
    assert await ply(world) == before
    await mover.click(shown(answer), label="Confirm")
    assert await ply(world) > before


async def test_a_whole_turn_that_is_typed_is_played_at_once_whatever_was_planned(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_dice(monkeypatch, [(2, 1)])
    game = await start_totem(world)
    await game.place_totems("c3")
    mover = game.mover
    await mover.slash(game.place, "move", text="use 3")
    run = next(
        choice["value"]
        for choice in await mover.autocomplete(game.place, "move", "text", "use 1 ")
        if choice["value"] != "use 1"
    )
    answer = await mover.slash(game.place, "move", text=run)
    assert written(answer).startswith(f"You played {', '.join(('use 1', run.removeprefix('use 1 ')))} in Totem #1.")
    assert buttons(game.boards[-2]) == []


async def test_a_mistake_is_explained_for_the_plan_and_leaves_it(game: Totem) -> None:
    mover = game.mover
    await mover.slash(game.place, "move", text="use 8")
    assert "a1" in refused(await mover.slash(game.place, "move", text="a1-a2"))
    assert "You have 8 points left" in refused(await mover.slash(game.place, "move", text="stay"))
    assert (await game.draft(mover)).moves == ("use:8",)


async def test_moves_are_typed_into_a_form_of_the_planner(game: Totem) -> None:
    mover = game.mover
    window = await game.open_planner()
    form = await mover.click(shown(window), label="Type")
    assert form.modal is not None
    submitted = await mover.submit_modal(form, {"text": "use 8"})
    assert submitted.acknowledged
    assert (await game.draft(mover)).moves == ("use:8",)
    assert "Choose a piece" in written(window)
    form = await mover.click(shown(window), label="Type")
    await game.world.restart()
    wrong = await mover.submit_modal(form, {"text": "use 9"})
    assert "You have 8 points left" in refused(wrong)
    form = await mover.click(shown(window), label="Type")
    await mover.slash(game.place, "move", text="use 5")
    await mover.submit_modal(form, {"text": "use 3"})
    assert (await game.draft(mover)).moves == ("use:5",), "the form belongs to a plan that is not any more"
    assert written(window).startswith(CHANGED)


# --------------------------------------------------------------------------------------------------- a roll of twelve


async def test_after_a_twelve_the_player_confirms_and_rolls_again_in_the_same_window(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_dice(monkeypatch, [(6, 6), (2, 1)])
    game = await start_totem(world)
    await game.place_totems("c3")
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
    assert written(window).startswith("You played use 12, ")
    assert "You have rolled 2 and 1." in written(window)
    assert "Undo" in disabled(window), "undo never crosses a roll"
    assert len(game.boards) == boards + 1
    assert stored(game.board).ping_user_ids == [], "nobody is called twice for one turn"
    assert game.players[0].mention not in written(game.board)
    while not can_confirm(window):
        await game.plan_step(mover, window)
    await mover.click(shown(window), label="Confirm")
    assert game.mover is not mover
    assert "rolls again" in written(game.board)


async def test_after_a_twelve_the_player_may_decline(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, [(6, 6), (2, 1)])
    game = await start_totem(world)
    await game.place_totems("c3")
    mover = game.mover
    window = await game.open_planner()
    while "End the turn" not in labels(window):
        await game.plan_step(mover, window)
    await mover.click(shown(window), label="End the turn")
    await mover.click(shown(window), label="Confirm")
    assert written(window).endswith(", stay in Totem #1.")
    assert game.mover is not mover


async def test_a_roll_is_exchanged_for_a_piece(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, [(6, 6), (5, 5), (2, 1)])
    game = await start_totem(world)
    await game.place_totems("c3")
    mover = game.mover
    window = await game.open_planner()
    while "Roll again" not in labels(window):
        await game.plan_step(mover, window)
    await mover.click(shown(window), label="Roll again")
    await mover.click(shown(window), label="Confirm")
    (menu,) = selects(window)
    assert menu["placeholder"] == "Exchange: put a piece on … (19 in your reserve)"
    cell = menu["options"][0]["label"]
    await mover.select(shown(window), [menu["options"][0]["value"]], custom_id=menu["custom_id"])
    assert can_confirm(window)
    await mover.click(shown(window), label="Confirm")
    assert written(window) == f"You played add {cell} in Totem #1."
    assert f"puts a piece on {cell} instead of running; 18 are left in the reserve" in written(game.board)


# -------------------------------------------------------------------------------------------------- composed positions

CROWDED = "C3c4c5c6c7d3d8e3e9f3f10g3g11h3h10i3i9j3j8k4k5k6k7l2k2l3/G7 0/19 run 1 66 12 - - 4 - -"
CHOICE = "G3f2f3g2g4g5h3/G9f6f7g7g8h6h7 18/18 run 1 63 3 - - 0 - -"
LONGER = "G5g6h5/G9g8h8f7 18/18 run 1 63 6 - - 0 - -"
DECIDED = "G5f5f6g6/G8 19/0 run 1 21 1 - - 0 - -"


async def test_menus_that_are_too_long_are_paged(game: Totem) -> None:
    await game.stand(CROWDED)
    ann = game.world.ann
    window = await ann.click(game.board, custom_id=control(game.board, "turn"))
    (pieces,) = selects(window)
    assert len(pieces["options"]) == 25
    await ann.click(shown(window), label="More pieces")
    assert len(selects(window)[0]["options"]) == 1
    await ann.click(shown(window), label="Pieces before")
    await game.choose(ann, window, "c4")
    assert [len(menu["options"]) for menu in selects(window)] == [25, 25]
    await ann.click(shown(window), label="More stops")
    assert [len(menu["options"]) for menu in selects(window)] == [25, 18]
    direct = next(each["value"] for each in selects(window)[1]["options"] if each["value"].startswith("!"))
    await game.choose(ann, window, direct)
    assert (await game.draft(ann)).moves == (direct.removeprefix("!"),)


async def test_the_victim_is_chosen_and_told(game: Totem) -> None:
    await game.stand(CHOICE)
    ann = game.world.ann
    window = await ann.click(game.board, custom_id=control(game.board, "turn"))
    seen = observation((await game.draft(ann)).view.observation)
    run = next(run for piece in seen.movable for stop in piece.stops for run in stop.runs if run.victim is not None)
    await game.plan_run(ann, window, run)
    assert run.victim is not None
    assert f"**Bob** loses the piece on {CELL_NAMES[run.victim]}." in written(window)
    assert (await game.draft(ann)).moves == (run.move,)


async def test_the_number_of_steps_is_chosen(game: Totem) -> None:
    await game.stand(LONGER)
    ann = game.world.ann
    window = await ann.click(game.board, custom_id=control(game.board, "turn"))
    seen = observation((await game.draft(ann)).view.observation)
    stops = [stop for piece in seen.movable for stop in piece.stops]
    run = next(stop.runs[-1] for stop in stops if len({run.steps for run in stop.runs}) > 1)
    await game.plan_run(ann, window, run)
    assert (await game.draft(ann)).moves == (run.move,)
    assert f"in {run.steps} steps" in written(window)


async def test_a_plan_that_wins_says_so_before_it_is_confirmed(game: Totem) -> None:
    await game.stand(DECIDED)
    ann = game.world.ann
    window = await ann.click(game.board, custom_id=control(game.board, "turn"))
    await game.plan_step(ann, window)
    assert can_confirm(window)
    assert "**Ann** wins." in written(window)
    assert not game.over
    await ann.click(shown(window), label="Confirm")
    assert game.over
    assert written(window).startswith("You played ")


# --------------------------------------------------------------------------------------------------- who may not plan


async def test_take_turn_is_for_the_one_whose_turn_it_is(game: Totem) -> None:
    world = game.world
    assert refused(await game.open_planner(game.waiter)) == NOT_YOURS
    assert refused(await game.open_planner(world.carol)) == STRANGER
    assert buttons(game.board), "somebody else's press must not take the buttons off"
    answer = await world.carol.slash(game.place, "move", text="use 8", match=1)
    assert refused(answer) == STRANGER
    assert await game.waiter.autocomplete(game.place, "move", "text", "", match=1) == []


async def test_a_plan_is_nobody_elses(game: Totem) -> None:
    world, mover, waiter = game.world, game.mover, game.waiter
    window = await game.open_planner()
    for _ in range(3):
        await game.plan_step(mover, window)
    public = written(await world.carol.slash(game.place, "board"))
    assert "runs from" not in public
    assert "runs from" not in written(await waiter.slash(game.place, "board"))
    assert "runs from" not in written(await mover.slash(game.place, "board")), "the board is what everybody sees"
    assert "use" not in written(await waiter.slash(game.place, "match history"))
    export = await waiter.slash(game.place, "match export")
    assert b"use:8" not in await shown(export).attachments[0].read()


async def test_a_finished_match_takes_no_plan(game: Totem) -> None:
    old = stored(game.board)
    components, board = list(old.components), game.board
    mover = game.mover
    window = await game.open_planner()
    await game.plan_step(mover, window)
    await game.resign(game.waiter)
    assert game.over
    old.components = components
    assert refused(await mover.click(board, custom_id=control(board, "turn"))) == OVER
    await game.choose(mover, window, selects(window)[0]["options"][0]["value"])
    assert written(window) == f"⚠️ {OVER}"
    assert labels(window) == []


async def test_who_has_resigned_is_told_so_and_the_match_goes_on_without_the_pieces_t21(world: World) -> None:
    game = await start_totem(world, 3)
    await game.place_totems()
    leaver = game.mover
    window = await game.open_planner()
    await game.plan_step(leaver, window)
    seat = next(seat for seat, member in game.players.items() if member is leaver)
    await game.resign(leaver)
    seen = await game.seen()
    assert seen.totems[seat] is None
    assert seen.pieces[seat] == ()
    assert game.mover is not leaver
    assert f"**{leaver.user._user.global_name}** has resigned." in written(game.board)
    left = "You have left this match. You may go on watching it with /board."
    assert refused(await game.open_planner(leaver)) == left
    await leaver.click(shown(window), label="Undo")
    assert written(window) == f"⚠️ {left}"
    await game.take_turn()
    assert (await world.bot.desk.matches.get(1)).status is MatchStatus.RUNNING


async def test_somebody_elses_resignation_voids_a_plan_and_the_planner_says_so(world: World) -> None:
    game = await start_totem(world, 3)
    await game.place_totems()
    mover = game.mover
    window = await game.open_planner()
    for _ in range(2):
        await game.plan_step(mover, window)
    await game.resign(next(member for member in game.players.values() if member is not mover))
    await mover.click(shown(window), label="Undo")
    assert written(window).startswith(GONE_ON)
    assert (await game.draft(mover)).moves == ()
    while not can_confirm(window):
        await game.plan_step(mover, window)
    await mover.click(shown(window), label="Confirm")
    assert written(window).startswith("You played ")


async def test_who_is_out_is_told_so_and_is_never_called_again(world: World) -> None:
    game = await start_totem(world, 3)
    await game.place_totems()
    while len((await game.seen()).standing) == 3:
        await game.take_turn()
    seen = await game.seen()
    (out,) = set(range(3)) - set(seen.standing)
    member, boards = game.players[out], len(game.boards)
    said = "You are out of this match: your totem has fallen. You may go on watching it with /board."
    assert refused(await game.open_planner(member)) == said
    assert refused(await member.slash(game.place, "move", text="use 8", match=1)) == said
    assert f"**{member.user._user.global_name}** is out" in written(game.board)
    for _ in range(4):
        if game.over:
            break
        await game.take_turn()
    assert all(member.mention not in written(board) for board in game.boards[boards:] if "🏁" not in board.content)


async def test_who_leaves_the_server_keeps_the_seat_and_the_plan(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, [(5, 3)])
    game = await start_totem(world, 3)
    await game.place_totems()
    leaver = game.mover
    window = await game.open_planner()
    await game.plan_step(leaver, window)
    world.guild.remove_member(leaver)
    await world.env.settle()
    assert (await world.bot.desk.matches.get(1)).status is MatchStatus.RUNNING
    private = await leaver.user.slash("next")
    await leaver.user.click(shown(private), label="Take turn")
    assert "You have 8 points." in written(private), "in direct messages the plan goes on"
    others = [member for member in game.players.values() if member is not leaver]
    assert refused(await game.open_planner(others[0])) == NOT_YOURS
    asked = await leaver.user.slash("match resign", match=1)
    await leaver.user.click(shown(asked), label="Yes, resign")
    assert game.mover in others
    await game.take_turn()
