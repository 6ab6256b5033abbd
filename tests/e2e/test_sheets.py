"""Private sheets by direct message and with the button, always the same; the board says who has decided."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from bot.ui.interactions import window_updates
from tests.e2e.chiefdom import Chiefdom, load_dice, plan_any, readings, start_chiefdom
from tests.e2e.planned import can_confirm
from tests.e2e.private_sheets import decide_in_direct_message, sheet_message, sheet_messages
from tests.e2e.world import World, alt_texts, buttons, control, labels, parts, refused, shown, signed, stored, written


@pytest.fixture
async def game(world: World, monkeypatch: pytest.MonkeyPatch) -> Chiefdom:
    """Ann, Bob and Carol, whose dice show 2, 3 and 4 in every turn."""
    load_dice(monkeypatch, [(2, 3, 4)])
    return await start_chiefdom(world, 3)


async def test_each_player_gets_one_sheet_with_the_planner(game: Chiefdom) -> None:
    for member in game.players.values():
        message = sheet_message(member)
        assert "Choose how to read the dice" in written(message)
        assert labels(message)[-3:] == ["Confirm", "Type a move", "Scoring"]
        assert stored(message).attachments[0]["filename"].startswith("chiefdom-1-")
    assert sheet_messages(game.world.dave) == []


async def test_board_says_who_has_decided_and_never_how(game: Chiefdom) -> None:
    ann, bob, carol = (game.players[seat] for seat in range(3))
    board = game.board
    assert f"⏳ Still deciding: {ann.mention}, {bob.mention}, {carol.mention}." in written(board)
    assert sorted(stored(board).ping_user_ids) == sorted(member.id for member in game.players.values())
    assert labels(board) == ["My sheet", "Board", "Learn", "More"]
    await game.decide(bob)
    assert f"⏳ Still deciding: {ann.mention}, {carol.mention}." in written(board)
    assert "✅ Decided: **Bob**." in written(board)
    assert "Turn 1: the dice show 2, 3 and 4." in written(board)
    assert labels(board) == ["My sheet", "Board", "Learn", "More"]
    assert len(stored(board).attachments) == 1
    assert len(game.boards) == 1, "the board is edited, not posted again"
    assert "Nobody can change the luck: " in game.board.content, "the commitment stays on the first board"
    await decide_in_direct_message(ann)
    assert "✅ Decided: **Ann**, **Bob**." in written(board)
    assert "Water" not in written(board).partition("They can be read as:")[2].partition(".")[2]


async def test_last_decision_starts_the_next_turn_with_one_sheet_each(game: Chiefdom) -> None:
    ann, bob, carol = (game.players[seat] for seat in range(3))
    before = {member: sheet_message(member).id for member in game.players.values()}
    await decide_in_direct_message(ann)
    assert "✅ You can change this until " in written(sheet_message(ann))
    assert sheet_message(ann).id == before[ann]
    await game.decide(bob)
    await game.type_decision(carol)
    assert len(game.boards) == 2
    assert buttons(game.boards[0]) == []
    for member in game.players.values():
        assert sheet_message(member).id != before[member], "a new message notifies the player"
        assert "Turn 2: the dice show" in written(sheet_message(member))
        assert "Choose how to read the dice" in written(sheet_message(member))


async def test_turn_describes_only_its_own_roll(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the channel, on the sheet and in the alt text; events in between are still described."""
    load_dice(monkeypatch, [(2, 3, 4), (1, 3, 6)])
    game = await start_chiefdom(world, 2)
    first = written(game.board)
    assert "Turn 1: the dice show 2, 3 and 4." in first
    for member in game.players.values():
        await game.type_decision(member)
    (alt,) = alt_texts(game.board)
    for text in (written(game.board), alt, written(sheet_message(world.ann))):
        assert "Turn 1: the dice show" not in text
        assert "turn 1 is drawn on every sheet" in text
        assert text.count("Turn 2: the dice show 1, 3 and 6.") == 1
        assert "(3+4" not in text
    assert "**Ann** decides: " in written(sheet_message(world.ann))
    assert "decides" not in written(game.board)
    await game.decide(world.bob)
    assert "turn 1 is drawn on every sheet" in written(game.board), "an edit keeps the story"
    assert written(game.board).count("the dice show") == 1


async def test_decision_in_the_private_window_appears_in_the_direct_message(game: Chiefdom) -> None:
    ann = game.players[0]
    window = await game.decide(ann)
    assert "✅ You can change this until " in written(sheet_message(ann))
    decided = (await game.seen(ann)).ghost
    assert decided is not None
    assert not can_confirm(sheet_message(ann))
    assert "until you confirm it" not in written(sheet_message(ann))
    assert written(window).split("\n")[-3] == written(sheet_message(ann)).split("\n")[-3]
    await ann.user.click(sheet_message(ann), custom_id=signed(sheet_message(ann), "⏭️"))
    assert can_confirm(sheet_message(ann))
    assert (await game.seen(ann)).ghost == decided, "nothing changes before it is confirmed"
    await ann.user.click(sheet_message(ann), label="Confirm")
    now = (await game.seen(ann)).ghost
    assert now is not None
    assert now.squares != decided.squares
    await ann.click(shown(window), custom_id=signed(window, "⏭️"))
    assert "\nThis plan was changed in another window." in written(window)


async def test_only_the_final_decision_is_reported(game: Chiefdom) -> None:
    ann = game.players[0]
    window = await game.decide(ann)
    for _ in range(2):
        await ann.click(shown(window), custom_id=signed(window, "⏭️"))
        await ann.click(shown(window), label="Confirm")
    decided = (await game.seen(ann)).ghost
    assert decided is not None
    for text in (written(window), written(sheet_message(ann)), *alt_texts(window)):
        assert text.count("**Ann** decides: ") + text.count("Ann decides: ") == 1
        assert "otherwise" not in text
    for member in (game.players[1], game.players[2]):
        await game.type_decision(member)
    assert written(sheet_message(ann)).count("**Ann** decides: ") == 1, "also after the turn"


async def test_open_sheet_updates_when_the_turn_is_over(game: Chiefdom) -> None:
    world, ann, bob = game.world, game.players[0], game.players[1]
    window = await game.decide(ann)
    await game.decide(bob)
    assert "✅ You can change this until " in written(window)
    await game.type_decision(game.players[2])
    assert "Turn 2: the dice show" in written(window)
    assert "Choose how to read the dice" in written(window)
    await ann.click(shown(window), custom_id=readings(window)[0])
    await ann.click(shown(window), label="Confirm")
    world.clock.now += 15 * 60
    for member in (bob, game.players[2]):
        await game.type_decision(member)
    assert "Turn 2: the dice show" in written(window), "Discord allows no edit after 15 minutes"
    assert "Turn 3: the dice show" in written(sheet_message(ann))


async def test_failed_sheet_update_delays_nothing(game: Chiefdom, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> None:
        raise TimeoutError

    window = await game.decide(game.players[0])
    monkeypatch.setattr(window_updates, "edit_answer", fail)
    for member in (game.players[1], game.players[2]):
        await game.type_decision(member)
    assert "Turn 2: the dice show" in written(game.board)
    assert "Turn 2: the dice show" in written(sheet_message(game.players[0]))
    assert "✅ You can change this until " in written(window)


async def test_changed_decision_changes_nothing_in_public(game: Chiefdom) -> None:
    ann = game.players[0]
    await game.decide(ann)
    public = copy.deepcopy(vars(stored(game.board)))
    window = await game.open_sheet(ann)
    await ann.click(shown(window), custom_id=signed(window, "⏭️"))
    await ann.click(shown(window), label="Confirm")
    assert "✅ You can change this until " in written(window)
    assert vars(stored(game.board)) == public


async def test_decided_sheet_says_so_in_text_picture_and_alt_text(game: Chiefdom) -> None:
    ann = game.players[0]
    window = await game.decide(ann)
    decided = "decides: Water on a1 a2 b1 b2.\n✅ You can change this until **Bob** and **Carol** have decided."
    for message in (window, sheet_message(ann)):
        assert decided in written(message)
        assert written(message).count("a1 a2 b1 b2") == 1, "once is enough"
        assert "Nothing is played until" not in written(message)
        assert "You played" not in written(message)
        assert "You have decided: water on a1 a2 b1 b2." in alt_texts(message)[0]
        assert "Largest lake 0 → 8" in alt_texts(message)[0]
    await ann.click(shown(window), custom_id=signed(window, "➡️"))
    assert "✅ Confirm to change your decision to this:\n🌊 Water on b1 b2 c1 c2." in written(window)
    assert "Nothing is played until you confirm it." in written(window)
    assert "You have decided: water on a1 a2 b1 b2." in alt_texts(window)[0]
    assert "You are planning something else: water on b1 b2 c1 c2." in alt_texts(window)[0]


async def test_plan_is_the_same_in_every_window(game: Chiefdom) -> None:
    ann = game.players[0]
    window = await game.open_sheet(ann)
    await ann.click(shown(window), custom_id=readings(window)[0])
    await ann.click(shown(window), custom_id=signed(window, "⏭️"))
    again = await game.open_sheet(ann)
    assert written(again) == written(window)
    assert can_confirm(again)
    await ann.user.click(sheet_message(ann), custom_id=readings(sheet_message(ann))[0])
    assert "This plan was changed in another window." in written(sheet_message(ann))
    assert can_confirm(sheet_message(ann))
    await game.world.restart()
    assert written(await game.open_sheet(ann)) == written(window)


async def test_blocked_direct_messages_are_reported_once_and_the_button_works(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_dice(monkeypatch, [(2, 3, 4)])
    world.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    game = await start_chiefdom(world, 2)
    text = "I cannot send you direct messages. To see your sheet, press “My sheet” under the board."
    for _ in range(2):
        for member in game.players.values():
            await game.decide(member)
    assert len(game.boards) == 3
    assert sum(text in message.content for message in game.place.history()) == 2
    assert sheet_messages(world.ann) == []


async def test_sheets_by_direct_message_can_be_switched_off(world: World) -> None:
    answer = await world.ann.slash(world.channel, "player settings", sheets="button")
    assert "With the button “My sheet”" in written(answer)
    game = await start_chiefdom(world, 2)
    assert sheet_messages(world.ann) == []
    await game.decide(world.ann)
    await game.decide(world.bob)
    assert sheet_messages(world.ann) == []
    assert len(sheet_messages(world.bob)) == 1


async def test_resigned_player_is_no_longer_to_move_and_the_last_plays_solo(game: Chiefdom) -> None:
    ann, bob, carol = (game.players[seat] for seat in range(3))
    await game.decide(ann)
    await game.resign(bob)
    assert "You have left this match" in written(sheet_message(bob))
    assert not any(":plan:" in button["custom_id"] for button in buttons(sheet_message(bob)))
    assert "⏳ Still deciding: **Carol**." in written(game.board)
    await game.resign(carol)
    assert "Turn 2: the dice show" in written(game.board), "the last undecided player has left, so the turn is over"
    for _ in range(2):
        await game.decide(ann)
    assert "Turn 4: the dice show" in written(game.board)
    await game.resign(ann)
    assert game.over
    assert "nobody wins" in written(game.board)


async def test_sheet_can_be_requested_at_any_time(game: Chiefdom) -> None:
    ann, dave = game.players[0], game.world.dave
    answer = await ann.slash(game.place, "sheet")
    assert stored(answer).attachments
    assert "Choose how to read the dice" in written(answer)
    text = await ann.slash(game.place, "sheet", form="text")
    assert not stored(text).attachments
    assert "a b c d e f g h i j" in written(text)
    assert refused(await dave.slash(game.place, "sheet")).startswith("You have no sheet in this match")
    assert refused(await dave.click(game.board, custom_id=control(game.board, "sheet"))).startswith("You have no")
    await plan_any(ann, answer)
    await ann.click(shown(answer), label="Confirm")
    assert "✅ You can change this until " in written(await ann.slash(game.place, "sheet"))


async def test_crash_after_the_last_decision_loses_and_repeats_nothing(
    game: Chiefdom, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = game.world
    await game.decide(game.players[0])
    await game.decide(game.players[1])
    worker: Any = world.bot.acting.worker
    monkeypatch.setattr(worker, "_open", False)  # the process ends before anything is posted
    await game.type_decision(game.players[2])
    assert len(game.boards) == 1
    await world.start_after_crash()
    await world.env.settle()
    assert len(game.boards) == 2
    for member in game.players.values():
        assert "Turn 2: the dice show" in written(sheet_message(member))


async def test_open_sheet_leads_to_the_public_result_and_does_not_repeat_it(world: World) -> None:
    game = await start_chiefdom(world, 2)
    window = await game.open_sheet(world.ann)
    await world.ann.slash(game.place, "match", action="draw")
    await world.bob.slash(game.place, "match", action="draw", detail="accept")
    assert "Score when it ended" in written(game.board)
    for message in (window, sheet_message(world.ann)):
        assert written(message) == "The match ends in a draw by agreement.\n-# Chiefdom #1"
        assert [part["label"] for part in parts(message) if part.get("url")] == ["Go to the result"]
