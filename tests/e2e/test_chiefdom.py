"""Chiefdom matches from the slash command to the result."""

from __future__ import annotations

import re

import pytest
import simcord

from bot.ui.boards import scores
from engines.chiefdom import planning
from engines.chiefdom.observation import LINE_TITLES
from engines.chiefdom.result import HIGHEST_TITLE, TITLES
from tests.e2e.chiefdom import Chiefdom, join_table, load_dice, start_chiefdom
from tests.e2e.world import World, alt_texts, buttons, control, labels, refused, shown, signed, stored, written


async def play_to_the_end(game: Chiefdom) -> int:
    """Type first suggestions, sometimes using the planner; return the number of turns."""
    turns = 0
    while not game.over:
        for member in await game.undecided():
            answer = await (game.type_decision(member) if turns % 8 else game.decide(member))
            assert "⚠️" not in written(answer), written(answer)
        turns += 1
        assert turns < 60
    return turns


@pytest.mark.usefixtures("unpainted")
async def test_solo_match_ends_with_a_title(world: World) -> None:
    game = await start_chiefdom(world, 1, cards="on")
    assert await play_to_the_end(game) > 20
    titles = [str(text) for _, text in TITLES] + [str(HIGHEST_TITLE)]
    assert sum(title in written(game.board) for title in titles) == 1
    first, *others = written(game.board).splitlines()
    assert sum(title in first for title in titles) == 1, "the title comes first"
    (details,) = [
        line for line in others if line.startswith("-# ") and " · " in line and str(LINE_TITLES["people"]) in line
    ]
    scores_shown = details.removeprefix("-# ").split(" · ")
    assert all(re.fullmatch(r".+ −?[1-9][0-9]*( \([0-9]+\))?", each) for each in scores_shown), "zeros are left out"
    (dm,) = world.ann.user.dm_channel.history()
    assert "points" in written(dm)
    assert labels(dm) == ["More"]


@pytest.mark.usefixtures("unpainted")
async def test_match_of_three_is_played_to_its_end(world: World) -> None:
    game = await start_chiefdom(world, 3)
    await play_to_the_end(game)
    assert "The chiefdoms" in written(game.board)
    for member in game.players.values():
        assert member.mention in written(game.board)
        (dm,) = member.user.dm_channel.history()
        assert "🏁" not in written(dm)
        assert "points" in written(dm)
    assert all(len(alt) > 50 for message in game.boards for alt in alt_texts(message))
    assert [message.id for message in game.boards[:-1] if buttons(message)] == []


async def eight_members(world: World) -> list[simcord.MemberActor]:
    """Eight members, the most that can play."""
    others = [world.join(f"guest{number}", f"Guest {number}") for number in range(4)]
    await world.env.settle()
    return [world.ann, world.bob, world.carol, world.dave, *others]


@pytest.mark.usefixtures("unpainted")
async def test_match_of_eight_posts_its_score_table_as_a_file(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scores, "TABLE_ROOM", 600)  # after a match of more than one turn, it is too long
    members = await eight_members(world)
    load_dice(monkeypatch, [(2, 3, 4)])
    table = await world.open_table(game="chiefdom", cards="on")
    for member in members[1:]:
        await join_table(table, member)
    await world.begin(table)
    game = Chiefdom(world, world.channel_of(table), dict(enumerate(members)))
    assert written(game.board).count("<@") == 8
    for member in members:
        await game.decide(member)
    for member in members:
        await game.resign(member)
    assert game.over
    assert len(written(game.board)) <= 2000
    assert re.search(r"^– \*\*Guest 3\*\*: −\d+$", written(game.board), re.MULTILINE)
    assert [file["filename"] for file in stored(game.board).attachments][1:] == ["chiefdom-1-scores.txt"]
    answer = await world.dave.slash(game.place, "board", match=game.id)
    assert [file["filename"] for file in stored(answer).attachments][1:] == ["chiefdom-1-scores.txt"]


async def test_joining_asks_nothing_and_name_is_set_later_c2(world: World) -> None:
    table = await world.open_table(game="chiefdom")
    asked = await world.ann.click(table, custom_id=control(table, "name"))
    await world.ann.submit_modal(asked, {"text": "Attila"})
    await join_table(table, world.bob, "Bleda **the Elder**")
    await join_table(table, world.carol)
    text = written(table)
    assert "1. **Attila** (Ann)" in text
    assert "2. **Bleda \\*\\*the Elder\\*\\*** (Bob)" in text
    assert "3. **Carol**\n" in text
    asked = await world.carol.click(table, custom_id=control(table, "name"))
    await world.carol.submit_modal(asked, {"text": "Ellac"})
    assert "3. **Ellac** (Carol)" in written(table)
    asked = await world.carol.click(table, custom_id=control(table, "name"))
    await world.carol.submit_modal(asked, {"text": "  "})
    assert "3. **Carol**\n" in written(table)
    await world.begin(table)
    game = Chiefdom(world, world.channel_of(table), {0: world.ann, 1: world.bob, 2: world.carol})
    await game.decide(world.ann)
    assert "✅ Decided: **Attila**." in written(game.board)
    text_board = written(await world.bob.slash(game.place, "board", form="text"))
    assert "2  Bleda **the Elder**" in text_board


async def test_late_name_form_takes_no_seat(world: World) -> None:
    table = await world.open_table(game="chiefdom")
    await join_table(table, world.bob)
    asked = await world.bob.click(table, custom_id=control(table, "name"))
    await world.bob.click(table, custom_id=control(table, "leave"))
    await world.begin(table)
    late = await world.bob.submit_modal(asked, {"text": "Bleda"})
    assert refused(late).startswith(
        "Too late, the match has already started. To follow it, use /match action: watch. /play game: chiefdom opens"
    )
    assert labels(late) == ["Board"]
    board = await world.bob.click(shown(late), label="Board")
    assert "Chiefdom #1" in written(board)


async def test_last_player_learns_how_to_continue_or_end(world: World) -> None:
    game = await start_chiefdom(world, 3)
    await game.resign(world.ann)
    assert "alone" not in written(game.board), "two players are left"
    await game.resign(world.carol)
    assert "**Bob** plays on alone. Press ⚙️ More to end the match." in written(game.board)
    await game.type_decision(world.bob)
    await game.type_decision(world.bob)
    assert "alone" not in written(game.board), "only the turn in which the others left says so"
    await game.resign(world.bob)
    assert "alone" not in written(game.board)
    assert game.over


async def test_name_form_after_the_end_links_to_the_result(world: World) -> None:
    table = await world.open_table(game="chiefdom")
    await join_table(table, world.bob)
    asked = await world.bob.click(table, custom_id=control(table, "name"))
    await world.begin(table)
    game = Chiefdom(world, world.channel_of(table), {0: world.ann, 1: world.bob})
    await game.resign(world.ann)
    await game.resign(world.bob)
    late = await world.bob.submit_modal(asked, {"text": "Bleda"})
    assert refused(late).startswith("It’s over: ")
    assert labels(late) == ["Show the result", "Rematch"]


async def test_name_form_before_the_start_takes_a_seat_with_the_name(world: World) -> None:
    table = await world.open_table(game="chiefdom")
    await join_table(table, world.bob)
    asked = await world.bob.click(table, custom_id=control(table, "name"))
    await world.bob.click(table, custom_id=control(table, "leave"))
    await world.bob.submit_modal(asked, {"text": "Bleda"})
    assert "2. **Bleda** (Bob)" in written(table)


async def test_open_sheets_are_visible_to_everyone(world: World) -> None:
    game = await start_chiefdom(world, 2, sheets="open")
    await game.decide(world.ann)
    answer = await world.dave.click(game.board, custom_id=control(game.board, "sheet"))
    assert stored(answer).attachments
    text = written(await world.dave.slash(game.place, "sheet", form="text"))
    assert "1: " in text
    assert "2: " in text


async def test_wild_die_lets_the_player_choose_the_icon(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, [(1, 1, 1)])
    game = await start_chiefdom(world, 1)
    window = await game.open_sheet(world.ann)
    assert labels(window)[0] == "2"
    assert "Wall: A wall needs 2 logs; you have 0." in written(window)
    off = {button.get("label") for button in buttons(window) if button.get("disabled")}
    assert {"House", "Wall"} <= off
    await world.ann.click(shown(window), label="Two trees")
    assert "Two trees on a1." in written(window)


async def test_square_is_typed_into_a_form(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, [(2, 3, 4)])
    game = await start_chiefdom(world, 1)
    window = await game.open_sheet(world.ann)
    await world.ann.click(shown(window), label="5 · █")
    asked = await world.ann.click(shown(window), custom_id=signed(window, "🎯"))
    await world.ann.submit_modal(asked, {"text": "C5"})
    assert "Water on c5 c6 d5 d6." in written(window)
    asked = await world.ann.click(shown(window), custom_id=signed(window, "🎯"))
    await world.ann.submit_modal(asked, {"text": "z9"})
    assert "There is no square “z9” on the sheet" in written(window)
    assert "Water on c5 c6 d5 d6." in written(window)
    typed = await world.ann.click(shown(window), label="Type a move")
    await world.ann.submit_modal(typed, {"text": "trees2 e1 e2 f1 (3)"})
    assert "Two trees each on e1 e2 f1." in written(window)
    assert (await game.plan(world.ann)).moves == ("trees2 e1 e2 f1 (3)",)


async def test_typing_mistakes_are_shown_in_the_sheet(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, [(2, 3, 4)])
    game = await start_chiefdom(world, 2)
    window = await game.open_sheet(world.ann)
    (dm,) = world.ann.user.dm_channel.history()
    for typed in ("water a1 (3)", "nonsense", "house e5"):
        asked = await world.ann.click(shown(window), label="Type a move")
        answer = await world.ann.submit_modal(asked, {"text": typed})
        assert answer.followups == []
        assert "\n⚠️ " in written(window)
        assert "Choose how to read the dice" in written(window)
        asked = await world.ann.user.click(dm, label="Type a move")
        await world.ann.user.submit_modal(asked, {"text": typed})
        assert "\n⚠️ " in written(dm)
    assert world.ann.user.dm_channel.history() == [dm], "a mistake sends no new message"


async def test_only_reading_is_preselected_and_can_be_confirmed(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, [(1, 2, 6)])
    game = await start_chiefdom(world, 2)
    window = await game.open_sheet(world.ann)
    assert "Three trees" not in written(window).partition("Two trees on")[2]
    assert (await game.plan(world.ann)).moves == (), "opening the sheet plans nothing"
    await world.restart()
    await world.ann.click(shown(window), label="Confirm")
    decided = (await game.seen(world.ann)).ghost
    assert decided is not None
    assert "✅ You can change this until " in written(window)


async def test_confirmation_plays_only_the_suggestion_that_was_shown(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_dice(monkeypatch, [(1, 2, 6)])
    game = await start_chiefdom(world, 2)
    window = await game.open_sheet(world.ann)
    confirm = next(b["custom_id"] for b in buttons(window) if b.get("label") == "Confirm")
    monkeypatch.setattr(
        planning, "ranked_placements", lambda *_: ()
    )  # another version of the bot would suggest another
    await world.ann.click(shown(window), custom_id=confirm)
    assert "Your turn is not complete yet" in written(window)
    assert (await game.seen(world.ann)).ghost is None


async def test_sheet_opens_the_rules_of_scoring(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, [(2, 3, 4)])
    game = await start_chiefdom(world, 1)
    window = await game.open_sheet(world.ann)
    rules = await world.ann.click(shown(window), label="Scoring")
    assert "Chiefdom: What brings points" in written(rules)
