"""Awéthi turns in the planner: steps, undo, windows, restarts, and warnings about a plan's effects."""

from __future__ import annotations

import re

import pytest

from tests.e2e.awethi import Awethi, start_awethi
from tests.e2e.planned import can_confirm
from tests.e2e.world import World, alt_texts, buttons, labels, refused, selects, shown, stored, written

CHOOSE = "meadow heads HHW e10ce20w/t9b e9d10h10a25/y5y6x5x6 i14t7 110/320 loose 30 choose 1 1 1224 ---- - -"
THIRD = CHOOSE.replace("choose", "each")
OPEN = "meadow heads HHW x3cx4cx5cw3ww4wv3b/t9b f9e20i21l19/y5y6x6x7 m13m13 000/320 asleep 4 choose 1 1 1234 ---- - -"
STUCK = "meadow heads HHW e10ce20w/t9b e9d9f9e8/y5y6x5x6 i14t7 110/320 loose 30 each 1 1 1224 ---- - -"
ASLEEP = "meadow heads HHW e20c/t9b h9d10c3a25/y5y6x5x6 m13m13 221/320 asleep 30 each 1 1 1234 -234 - -"
HUNT = "meadow heads HHW e10ce20w/t9bx9c e9d10h10a25/y5y6x5x6 i14t7 110/220 loose 30 hunt 1 1 - ---- N4 -"
LAST_PREY = "meadow heads HHW e10ce20w/t9b e9d10h10a25/y5y6x5x6 i14t7 110/320 loose 30 hunt 1 1 - ---- N4 -"
CHANGED = "This plan was changed in another window. Here is the current plan."

pytestmark = pytest.mark.usefixtures("unpainted")


@pytest.fixture
async def game(world: World) -> Awethi:
    """Ann and Bob have herds, Carol plays the wairgka."""
    return await start_awethi(world, 3)


async def test_turn_is_planned_in_one_private_window_and_undone_step_by_step(game: Awethi) -> None:
    await game.stand(CHOOSE)
    ann, board, posted = game.world.ann, written(game.board), len(game.boards)
    window = await game.open_planner(ann)
    assert window.ephemeral
    texts = [written(window)]
    for value in ("3", "!each!3(2):f10", "!1(2):e9"):
        await game.choose(ann, window, value)
        texts.append(written(window))
        assert stored(window).attachments, "every step shows the resulting board"
    assert (await game.plan(ann)).moves == ("each", "3(2):f10", "1(2):e9")
    assert "Dice left: 1, 4. Awéthi 2 on d10: choose its die and where it ends." in texts[-1]
    await ann.click(shown(window), label="Undo awéthi 1")
    assert written(window) == texts[2]
    await ann.click(shown(window), label="Undo awéthi 3")
    assert written(window) == texts[0], "the dice were chosen with the first walk, and undo takes both back"
    for value in ("1=", "!sum!1:e9"):
        await game.choose(ann, window, value)
    average = "⚖️ Chosen: the average, 2 steps for all four."
    assert f"{average} Awéthi 2 on d10 walks 2 steps: choose" in written(window)
    assert "Undo ⚖️ and awéthi 1" in labels(window)
    await ann.click(shown(window), label="Start over")
    assert written(window) == texts[0]
    assert (written(game.board), len(game.boards)) == (board, posted), "nothing is public before it is confirmed"


@pytest.mark.parametrize(("line", "most"), [(CHOOSE, 6), (OPEN, 6), (HUNT, 3)])
async def test_turn_takes_few_clicks(game: Awethi, line: str, most: int) -> None:
    """“Take turn”, one choice for each piece, “Confirm”: each answer of the bot is one click."""
    await game.stand(line)
    mover = game.world.carol if "hunt" in line else game.world.ann
    before = len(game.world.requests("POST", "/callback"))
    window = await game.open_planner(mover)
    while not can_confirm(window):
        await game.choose(mover, window, selects(window)[0]["options"][0]["value"])
    await mover.click(shown(window), label="Confirm")
    assert "Played in " in written(window)
    assert len(game.world.requests("POST", "/callback")) - before == most


async def test_form_example_can_be_typed_and_a_whole_turn_replaces_the_plan(game: Awethi) -> None:
    await game.stand(CHOOSE)
    ann = game.world.ann
    window = await game.open_planner(ann)
    await game.choose(ann, window, "!each!1(2):e9")
    for begun in (True, False):
        asked = await ann.click(shown(window), label="Type a move")
        assert asked.modal is not None
        hint = asked.modal["components"][0]["description"]
        found = re.fullmatch(r"For example: (.+?)(?: – or (average .+) …)?\.(?: You confirm it afterwards\.)?", hint)
        assert found is not None, hint
        assert begun == (found[2] is None), "once the dice are chosen the average is not available"
        if begun:
            await ann.submit_modal(asked, {"text": found[1]})
            assert can_confirm(window)
            await ann.click(shown(window), label="Start over")
        else:
            await ann.submit_modal(asked, {"text": found[2]})
            assert (await game.plan(ann)).moves[0] == "sum"
    for text in ("each", "each 3(2):f10 1(2):e9 2(4):d10 4(1):a24"):
        assert (await game.plan(ann)).moves[0] == "sum", "a turn that is not whole leaves the plan"
        asked = await ann.click(shown(window), label="Type a move")
        await ann.submit_modal(asked, {"text": text})
    assert (await game.plan(ann)).moves == ("each", "3(2):f10", "1(2):e9", "2(4):d10", "4(1):a24")
    assert can_confirm(window)


async def test_planned_catch_is_shown_before_confirmation(game: Awethi) -> None:
    await game.stand(THIRD)
    ann = game.world.ann
    window = await game.open_planner(ann)
    await game.choose(ann, window, "3")
    best = selects(window)[0]["options"][0]
    assert (best["label"], best["emoji"]["name"]) == ("2 → f10 · catches Ann’s calf on e10", "⭕")
    await game.choose(ann, window, best["value"])
    assert "**Ann**’s calf on e10 is caught." in written(window)
    for move in ("1(2):e9", "2(4):d10", "4(1):a24"):
        await game.plan_walk(ann, window, move)
    assert can_confirm(window)
    assert "⭕ Caught after this turn: **Ann**’s calf on e10." in written(window)
    await ann.click(shown(window), label="Confirm")
    assert written(window) == (
        "Played in Awéthi #1: awéthi 3 to f10 with the 2, awéthi 1 to e9 with the 2, awéthi 2 to d10 with the 4,"
        " awéthi 4 to a24 with the 1."
    )
    assert "**Ann**’s calf on e10 is caught." in written(game.board)
    assert "**Ann**’s calf on e10 is caught." not in written(window)


async def test_awethi_without_a_legal_target_stays_or_goes_home_a16(game: Awethi) -> None:
    await game.stand(STUCK)
    ann = game.world.ann
    window = await game.open_planner(ann)
    assert "4 steps, blocked" in labels(window)
    await game.choose(ann, window, "1(4)")
    assert "it stays, or goes straight back to the shelter." in written(window)
    assert [option["label"] for option in selects(window)[0]["options"]] == [
        "nowhere to go: stays on e9",
        "nowhere to go: back to the shelter",
    ]
    await game.choose(ann, window, "!1(4):home")
    assert (await game.plan(ann)).moves == ("1(4):home",)
    assert "Awéthi 1 has nowhere to go and returns from e9 to the shelter." in written(window)
    await ann.click(shown(window), label="Undo awéthi 1")
    await game.choose(ann, window, "!1(4):stay")
    assert "Awéthi 1 has nowhere to go and stays on e9." in written(window)


async def test_wairgk_eats_and_one_board_shows_the_hunt_and_the_next_turn_a21(game: Awethi) -> None:
    await game.stand(HUNT)
    carol, posted = game.world.carol, len(game.boards)
    window = await game.open_planner(carol)
    assert "Only one wairgk moves. W2 on t7 runs exactly 4 steps and must end further north: choose where (" in written(
        window
    )
    assert {"W1: i14", "W2: t7, can eat"} <= set(labels(window))
    prey = selects(window)[0]["options"][0]
    assert (prey["label"], prey["emoji"]["name"]) == ("t9 · eats Bob’s bull", "🍖")
    await game.choose(carol, window, prey["value"])
    assert "**Carol**’s wairgk W2 goes from t7 to t9. It eats **Bob**’s bull." in written(window)
    assert "Undo W2" in labels(window)
    await carol.click(shown(window), label="Confirm")
    assert len(game.boards) == posted + 1
    assert stored(game.board).ping_user_ids == [game.world.bob.id], "Bob’s herd has moved by itself meanwhile"
    hunted, herd, *_ = written(game.board).splitlines()
    assert hunted.endswith("It eats **Bob**’s bull.")
    assert herd.startswith("**Bob**’s herd rolls "), "each turn is a paragraph"
    assert "Bob’s herd rolls" in alt_texts(game.board)[0]


async def test_plan_of_a_match_ending_hunt_says_so_before_confirmation(game: Awethi) -> None:
    await game.stand(LAST_PREY)
    carol = game.world.carol
    window = await game.open_planner(carol)
    await game.choose(carol, window, "!W2:t9")
    assert "The last aiwe of **Bob**’s herd is eaten." in written(window)
    assert "🏁" not in game.board.content
    await carol.click(shown(window), label="Confirm")
    assert game.over
    assert "Against the wairgka" in written(game.board)


async def test_wairgka_release_warns_and_mentions_their_player_a17(game: Awethi) -> None:
    await game.stand(ASLEEP)
    ann, posted = game.world.ann, len(game.boards)
    window = await game.open_planner(ann)
    (menu,) = selects(window)
    offered = {option["value"]: option["label"] for option in menu["options"]}
    assert offered["!1(1):i9"] == "i9 · forest: lets the wairgka loose"
    await game.choose(ann, window, "!1(1):i9")
    assert "An awéthi is in the forest: the wairgka are loose!" in written(window)
    await ann.click(shown(window), label="Confirm")
    assert len(game.boards) == posted + 1
    seen = await game.seen()
    assert seen.unleashed
    called = game.world.carol if seen.phase == "hunt" else game.world.bob
    assert stored(game.board).ping_user_ids == [called.id]


async def test_stale_window_says_so_and_plan_survives_a_restart(game: Awethi) -> None:
    await game.stand(CHOOSE)
    ann = game.world.ann
    window, second = await game.open_planner(ann), await game.open_planner(ann)
    await game.choose(ann, window, "1=")
    await game.plan_walk(ann, second, "3(2):f10")
    await game.choose(ann, window, "!sum!1:e9")
    assert written(window) == f"{written(second)}\n{CHANGED}"
    await game.world.restart()
    await game.plan_walk(ann, window, "1(2):e9")
    assert (await game.plan(ann)).moves == ("each", "3(2):f10", "1(2):e9")
    await game.choose(ann, second, "2")
    assert written(second).endswith(f"\n{CHANGED}")
    assert written(second).removesuffix(f"\n{CHANGED}") == written(window)
    while not can_confirm(window):
        await game.plan_step(ann, window)
    await ann.click(shown(window), label="Confirm")
    assert "Played in Awéthi #1: a die each, awéthi 3 to f10 with the 2, " in written(window)


async def test_complete_typed_turns_are_played_and_incomplete_ones_planned(game: Awethi) -> None:
    await game.stand(CHOOSE)
    ann, place = game.world.ann, game.place
    offered = await ann.autocomplete(place, "move", "text", "each 3 2", match=1)
    assert (offered[0]["value"], offered[0]["name"]) == (
        "each 3(2):f10",
        "each 3(2):f10: catches the aiwe on e10",
    )
    answer = await ann.slash(place, "move", text="each 3 with 2 to f10", match=1)
    assert "That is not a whole turn yet, so it is planned but not played." in written(answer)
    answer = await ann.slash(place, "move", text="1(2):e9 2(4):d10 4 a24", match=1)
    assert "Your turn is planned but not played yet." in written(answer)
    await ann.click(shown(answer), label="Confirm")
    assert written(answer).startswith(
        "Played in Awéthi #1: a die each, awéthi 3 to f10 with the 2, awéthi 1 to e9 with the 2, awéthi 2 to d10 with"
        " the 4, awéthi 4 to a24 with the 1."
    )


async def test_wairgk_move_is_typed_and_invalid_text_explains_the_notation(game: Awethi) -> None:
    await game.stand(HUNT)
    carol = game.world.carol
    text = refused(await carol.slash(game.place, "move", text="to the moon", match=1))
    assert "is not a move. Type each or average and then where each awéthi goes, such as 1(3):c4" in text
    assert "W1:t3" in refused(await carol.slash(game.place, "move", text="W1:t3", match=1))
    answer = await carol.slash(game.place, "move", text="w2 t9", match=1)
    assert written(answer) == "Played in Awéthi #1: W2 to t9, where it eats **Bob**’s bull."


async def test_only_the_player_to_move_can_plan(game: Awethi) -> None:
    await game.stand(CHOOSE)
    for member in (game.world.bob, game.world.carol):
        assert refused(await game.open_planner(member)) == "It is not your turn. I will notify you when it is."
    assert refused(await game.open_planner(game.world.dave)).startswith("You do not play in this match")
    assert buttons(game.board)


async def test_planner_uses_text_boards_when_set(game: Awethi) -> None:
    await game.stand(CHOOSE)
    ann = game.world.ann
    await ann.slash(game.place, "player settings", boards="text")
    window = await game.open_planner(ann)
    while not can_confirm(window):
        assert stored(window).attachments == []
        assert "```" in written(window)
        assert len(written(window)) <= 2000
        await game.plan_step(ann, window)


async def test_text_board_fits_a_phone_with_legend_and_story(game: Awethi) -> None:
    await game.stand(CHOOSE)
    ann = game.world.ann
    await ann.slash(game.place, "player settings", boards="text")
    window = await game.open_planner(ann)
    for move in ("3(2):f10", "1(2):e9", "2(4):d10", "4(1):a24"):
        await game.plan_walk(ann, window, move)
    text, block = written(window).split("```")[::2], written(window).split("```")[1]
    assert max(map(len, block.splitlines())) <= 40
    assert "A awéthi, a aiwe: Ann\n  awéthi 1 e9, 2 d10, 3 f10, 4 a24\n  calf e10" in block
    assert "W wairgka: Carol" in block
    assert "Awéthi 4: shelter–a24 (1)." in text[0], "the story is not cut off"
