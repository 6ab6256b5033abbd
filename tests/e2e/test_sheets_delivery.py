"""Sheets and status when Discord or the process fails: one message each, nothing lost, nothing disclosed early."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.e2e.chiefdom import Chiefdom, load_dice, readings, start_chiefdom
from tests.e2e.private_sheets import decide_in_direct_message, sheet_message, sheet_messages
from tests.e2e.world import SINCE, World, buttons, control, labels, shown, signed, written

DIRECT_MESSAGES = "/channels/{}/messages"


@pytest.fixture
async def game(world: World, monkeypatch: pytest.MonkeyPatch) -> Chiefdom:
    """Ann and Bob, whose dice show 2, 3 and 4 in every turn."""
    load_dice(monkeypatch, [(2, 3, 4)])
    return await start_chiefdom(world, 2)


async def pending_rows(world: World) -> int:
    """Return the number of pending rows."""
    database = world.bot.acting.database
    assert database is not None
    rows = await database.rows("SELECT count(*) AS number FROM outbox")
    return int(rows[0]["number"])


async def test_only_the_newest_overdue_sheet_is_posted(game: Chiefdom, monkeypatch: pytest.MonkeyPatch) -> None:
    world = game.world
    first = sheet_message(world.ann).id
    worker: Any = world.bot.acting.worker
    monkeypatch.setattr(worker, "wake", lambda _queue_key: None)
    for _ in range(3):
        for member in game.players.values():
            await game.type_decision(member)
    posts = len(world.requests("POST", DIRECT_MESSAGES.format(world.ann.user.dm_channel.id)))
    await world.start_after_crash()
    assert await pending_rows(world) == 0
    assert len(world.requests("POST", DIRECT_MESSAGES.format(world.ann.user.dm_channel.id))) == posts + 1
    for member in game.players.values():
        assert sheet_message(member).id != first
        assert "Turn 4: the dice show" in written(sheet_message(member))
    assert len(game.boards) == 4, "every public board is posted"


async def test_sheet_posted_before_a_crash_is_found_and_updated(
    game: Chiefdom, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = game.world
    outbox: Any = world.bot.acting.outbox

    async def die(*_args: object, **_options: object) -> None:
        raise asyncio.CancelledError

    await game.type_decision(world.ann)
    monkeypatch.setattr(outbox, "delivered", die)
    await game.type_decision(world.bob)
    assert len(sheet_messages(world.ann)) == 2
    world.clock.now += 600
    await world.start_after_crash()
    assert await pending_rows(world) == 0
    for member in game.players.values():
        assert "Turn 2: the dice show" in written(sheet_message(member))
    await decide_in_direct_message(world.ann)
    assert "✅ You can change this until " in written(sheet_message(world.ann))


async def test_failing_direct_message_delays_neither_board_nor_others(game: Chiefdom) -> None:
    world = game.world
    channel = world.ann.user.dm_channel.id
    world.env.inject_error("POST", DIRECT_MESSAGES.format(channel), status=500, code=0, times=None)
    for member in (world.ann, world.bob):
        await game.type_decision(member)
    assert len(game.boards) == 2
    assert "Turn 2: the dice show" in written(sheet_message(world.bob))
    assert "Turn 1: the dice show" in written(sheet_message(world.ann))
    assert await pending_rows(world) == 1
    old = sheet_message(world.ann)
    await world.ann.user.click(old, custom_id=signed(old, "➡️"))
    assert "The match has moved on." in written(old)
    assert "Turn 2: the dice show" in written(old), "an old sheet shows the current turn"


async def test_deleted_sheet_is_not_reposted_before_the_next_turn(game: Chiefdom) -> None:
    world = game.world
    world.delete_message(sheet_message(world.ann))
    await game.type_decision(world.ann)
    assert sheet_messages(world.ann) == []
    assert await pending_rows(world) == 0
    await game.type_decision(world.bob)
    assert "Turn 2: the dice show" in written(sheet_message(world.ann))


async def test_deleted_board_does_not_delay_the_match(game: Chiefdom) -> None:
    world = game.world
    world.delete_message(game.board)
    for member in game.players.values():
        await member.slash(game.place, "move", text="water a1 a2 b1 b2 (4)", match=1)
    assert "Turn 2: the dice show" in written(game.board)
    assert await pending_rows(world) == 0


async def test_choosing_sheets_again_retries_direct_messages(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, [(2, 3, 4)])
    await world.ann.slash(world.channel, "player settings", sheets="button")
    game = await start_chiefdom(world, 2)
    await world.ann.slash(world.channel, "player settings", sheets="dm")
    for member in game.players.values():
        await game.type_decision(member)
    assert "Turn 2: the dice show" in written(sheet_message(world.ann))


async def test_game_without_private_sheets_sends_none(world: World) -> None:
    game = await world.start_match()
    await game.click_move()
    assert sheet_messages(world.ann) == []
    assert sheet_messages(world.bob) == []
    assert await pending_rows(world) == 0


async def test_solo_match_in_direct_messages_is_one_message(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, [(2, 3, 4)])
    user = world.ann.user
    await user.slash("play", game="chiefdom")
    boards = [message for message in sheet_messages(world.ann) if message.attachments]
    assert len(boards) == 1
    window = await user.click(boards[0], custom_id=control(boards[0], "sheet"))
    assert window.ephemeral
    await user.click(shown(window), custom_id=readings(window)[0])
    await user.click(shown(window), label="Confirm")
    assert "Turn 2: the dice show" in written(window)
    (board,) = [message for message in sheet_messages(world.ann) if message.attachments]
    assert board.id == boards[0].id
    assert "Turn 2: the dice show" in written(board)
    assert labels(board) == ["My sheet", "Board", "Hint", SINCE, "More"]


async def test_overload_posts_the_board_first_and_the_sheet_later(game: Chiefdom) -> None:
    world = game.world
    with world.overload():
        for member in (world.ann, world.bob):
            await game.type_decision(member)
        assert len(game.boards) == 2
        assert buttons(game.boards[0]), "the buttons of an older board are removed later"
        assert "Turn 1: the dice show" in written(sheet_message(world.ann))
    while await pending_rows(world):
        await world.env.settle()
    assert not buttons(game.boards[0])
    for member in (world.ann, world.bob):
        assert "Turn 2: the dice show" in written(sheet_message(member))
