"""Turns, and everything that can go wrong with them."""

import asyncio
from typing import Any

import pytest
import simcord

from engines.iye.observation import IyeObservation
from tests.e2e.stale_windows import let_windows_age
from tests.e2e.world import SINCE, World, buttons, labels, refused, selects, shown, stored, written

pytestmark = pytest.mark.usefixtures("unpainted")

STALE = "The match has moved on since. Use the newest board, or /board to see it."


async def ply_of(world: World) -> int:
    return (await world.bot.services.matches.history.get(1)).ply


async def test_click_removes_the_buttons_and_posts_one_board_with_one_mention(world: World) -> None:
    game = await world.start_match()
    old, mover, waiter = game.board, game.mover, game.waiter
    await game.click_move()
    assert buttons(old) == []
    assert selects(old) == []
    assert stored(old).attachments, "the picture must stay"
    assert len(game.boards) == 2
    assert stored(game.board).ping_user_ids == [waiter.id]
    assert f"**{mover.user._user.global_name}** moves the drum" in written(game.board)
    assert labels(game.board)[-3:] == ["Board", SINCE, "More"]


async def test_typed_move_is_confirmed_and_the_old_board_loses_its_buttons(world: World) -> None:
    game = await world.start_match()
    old = game.board
    answer = await game.mover.slash(game.place, "move", text="D3")
    assert answer.ephemeral
    assert written(answer).startswith("Played in İYE #1: d3, the ")
    assert buttons(old) == []
    assert len(game.boards) == 2


async def test_spending_leads_through_two_selects_and_is_confirmed(world: World) -> None:
    game = await world.start_match()
    await game.click_move()
    old = game.board
    answer = await game.spend()
    assert answer is not None
    assert written(answer).startswith("Played in ")
    assert selects(answer) == []
    assert buttons(old) == []
    assert "spends one" in written(game.board)


async def test_another_tile_can_be_chosen_in_the_spend_panel(world: World) -> None:
    game = await world.start_match()
    for _ in range(40):
        menus = selects(game.board)
        if menus and len(menus[0]["options"]) > 1:
            break
        await game.click_move()
    menu = selects(game.board)[0]
    first, second = (option["value"] for option in menu["options"][:2])
    panel = await game.mover.select(game.board, [first], custom_id=menu["custom_id"])
    targets, others = selects(panel)
    assert all(option["value"].startswith(first) for option in targets["options"])
    await game.mover.select(shown(panel), [second], custom_id=others["custom_id"])
    targets, *_ = selects(panel)
    assert all(option["value"].startswith(second) for option in targets["options"])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("zz", "is not"),
        ("d9", "there is no square d9"),
        ("a1", "a1"),
        ("Sd3", "Sun"),
        ("pass", "is not"),
        ("*x*", "\\*x\\*"),
    ],
)
async def test_unreadable_and_illegal_moves_are_refused_privately(world: World, text: str, expected: str) -> None:
    game = await world.start_match()
    answer = await game.mover.slash(game.place, "move", text=text)
    assert expected in refused(answer)
    assert await ply_of(world) == 1
    assert len(game.boards) == 1


async def test_ambiguous_move_lists_the_candidates(world: World) -> None:
    game = await world.start_match()
    letter, number = "", 0
    while number < 2:
        await game.click_move()
        seen = (await world.bot.services.matches.history.view(1)).observation
        assert isinstance(seen, IyeObservation)
        letter, number = next(((tile, len(targets)) for tile, targets in seen.spend), ("", 0))
    ply = await ply_of(world)
    sentence = refused(await game.mover.slash(game.place, "move", text=letter))
    assert f"“{letter}” could mean several moves" in sentence
    assert sentence.count(letter) == number + 1
    assert await ply_of(world) == ply


async def test_move_out_of_turn_is_refused(world: World) -> None:
    game = await world.start_match()
    text = "It is not your turn. I will notify you when it is."
    assert refused(await game.waiter.slash(game.place, "move", text="d3")) == text
    button = buttons(game.board)[0]
    assert refused(await game.waiter.click(game.board, custom_id=button["custom_id"])) == text
    assert buttons(game.board), "another player's click must not remove the buttons"


async def test_non_players_cannot_move(world: World) -> None:
    game = await world.start_match()
    button = buttons(game.board)[0]
    text = "You do not play in this match. You can watch it with /board."
    assert refused(await world.carol.click(game.board, custom_id=button["custom_id"])) == text
    assert refused(await world.carol.slash(game.place, "move", text="d3", match=1)) == text
    assert "not your turn in any match" in refused(await world.carol.slash(game.place, "move", text="d3"))
    assert await ply_of(world) == 1


async def test_stale_button_says_so_and_changes_nothing(world: World) -> None:
    game = await world.start_match()
    old = stored(game.board)
    components = list(old.components)
    mover = game.mover
    await mover.slash(game.place, "move", text="d3")
    old.components = components  # as seen by a client that has not received the change yet
    ply = await ply_of(world)
    stale = await mover.click(game.boards[0], custom_id=buttons(game.boards[0])[0]["custom_id"])
    assert refused(stale) == STALE
    assert await ply_of(world) == ply


async def test_stale_spend_select_says_so(world: World) -> None:
    game = await world.start_match()
    await game.click_move()
    menu = selects(game.board)[0]
    mover = game.mover
    panel = await mover.select(game.board, [menu["options"][0]["value"]], custom_id=menu["custom_id"])
    targets = selects(panel)[0]
    let_windows_age(world)
    await game.click_move()
    late = await mover.select(shown(panel), [targets["options"][0]["value"]], custom_id=targets["custom_id"])
    assert refused(late).startswith("The match has moved on. This is the newest board.")


async def test_finished_match_refuses_moves(world: World) -> None:
    game = await world.start_match()
    old = stored(game.board)
    components = list(old.components)
    loser = game.mover
    await game.resign(loser)
    old.components = components
    button = buttons(game.boards[0])[0]
    over = "It’s over: **Ann** resigns. **Bob** wins."
    assert loser is world.ann
    pressed = await loser.click(game.boards[0], custom_id=button["custom_id"])
    assert refused(pressed) == over
    assert labels(pressed) == ["Show the result", "Rematch"], "every old message links to the result"
    result = await loser.click(shown(pressed), label="Show the result")
    assert over.removeprefix("It’s over: ") in written(result)
    assert refused(await loser.slash(game.place, "move", text="d3", match=1)) == over
    stranger = await world.carol.slash(game.place, "move", text="d3", match=1)
    assert labels(stranger) == ["Show the result"], "only players can ask for a rematch"


async def test_hundred_concurrent_clicks_commit_one_move(world: World) -> None:
    game = await world.start_match()
    board = game.board
    records = [world.press(world.ann, board, buttons(board)[0]["custom_id"]) for _ in range(100)]
    await world.env.settle()
    assert all(record.responded for record in records), "no click may stay unanswered"
    answers = [simcord.InteractionResult(world.env, record) for record in records]
    # Under overload most clicks are acknowledged first, and answered in a message that follows.
    taken = [answer for answer in answers if not answer.followups and answer.response is not None]
    taken = [answer for answer in taken if answer.response is not None and answer.response.id == board.id]
    assert len(taken) == 1
    others = [
        (answer.followups[0] if answer.followups else answer.response) for answer in answers if answer not in taken
    ]
    assert all(message is not None and message.ephemeral for message in others)
    assert {written(message) for message in others if message is not None} == {f"⚠️ {STALE}"}
    assert await ply_of(world) == 2
    assert len(game.boards) == 2
    assert stored(game.board).ping_user_ids == [world.bob.id]


async def test_click_after_the_buttons_were_removed_is_answered(world: World) -> None:
    game = await world.start_match()
    board, custom_id = game.board, buttons(game.board)[0]["custom_id"]
    await game.click_move()
    record = world.press(world.ann, board, custom_id)
    await world.env.settle()
    assert refused(simcord.InteractionResult(world.env, record)) == STALE
    assert await ply_of(world) == 2


async def test_turn_whose_confirmation_fails_is_not_reported_as_refused(world: World) -> None:
    game = await world.start_match()
    world.env.inject_error("POST", "/interactions/*/callback", status=500, times=1)
    answer = await game.mover.slash(game.place, "move", text="d3")
    assert answer.response is None
    assert answer.followups == []
    assert await ply_of(world) == 2
    assert len(game.boards) == 2


@pytest.mark.usefixtures("acknowledging")
async def test_slow_answer_is_deferred_in_time(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await world.start_match()
    original = world.bot.services.matches.player_settings.get

    async def slow(user_id: int) -> Any:
        await asyncio.sleep(2.0)
        return await original(user_id)

    monkeypatch.setattr(world.bot.services.matches.player_settings, "get", slow)
    clicked = asyncio.create_task(game.mover.click(game.board, label="Board"))
    answer = await clicked
    await world.env.advance_time(3)
    assert answer.acknowledged
    assert [message.attachments[0].filename for message in answer.followups] == ["iye-1-1.png"]
    typed = await game.mover.slash(game.place, "board")
    await world.env.advance_time(3)
    assert shown(typed).ephemeral
    assert shown(typed).attachments[0].filename == "iye-1-1.png"


@pytest.mark.usefixtures("acknowledging")
async def test_slow_refusal_of_a_public_command_stays_private(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    original = world.bot.services.matches.tables.open_table

    async def slow(*args: Any, **options: Any) -> Any:
        await asyncio.sleep(2.0)
        return await original(*args, **options)

    monkeypatch.setattr(world.bot.services.matches.tables, "open_table", slow)
    answer = await world.ann.slash(world.channel, "play", game="iye", opponent=world.ann)
    await world.env.advance_time(3)
    assert refused(answer).startswith("You cannot invite yourself")
    assert world.channel.history(viewer=world.bob) == []
    opened = await world.ann.slash(world.channel, "play", game="iye")
    await world.env.advance_time(3)
    (table,) = world.channel.history(viewer=world.bob)
    assert "one free seat" in written(table)
    assert (await world.bot.services.matches.history.get(1)).table_message_id == table.id
    assert written(opened) == "That took a moment: here is your table."


async def test_autocomplete_offers_legal_moves_to_the_mover_only(world: World) -> None:
    game = await world.start_match()
    choices = await game.mover.autocomplete(game.place, "move", "text", "d")
    assert choices
    assert all(choice["value"].startswith("d") for choice in choices)
    assert all(" goes to " in choice["name"] for choice in choices)
    by_word = await game.mover.autocomplete(game.place, "move", "text", choices[0]["name"].split()[2].upper())
    assert choices[0] in by_word
    assert await game.waiter.autocomplete(game.place, "move", "text", "d") == []
    assert await world.carol.autocomplete(game.place, "move", "text", "d") == []
