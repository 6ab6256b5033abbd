"""Failures of Discord, and what users notice of them."""

import logging
import sqlite3

import pytest

from bot.storage.errors import StorageError
from engines.text import T
from tests.e2e.world import World, buttons, database_of, refused, selects, shown, stored, written

MESSAGES = "/channels/{}/messages"


async def failed_rows(world: World) -> list[str]:
    assert world.bot.acting.database is not None
    rows = await world.bot.acting.database.rows("SELECT failed FROM outbox WHERE failed IS NOT NULL")
    return [row["failed"] for row in rows]


@pytest.mark.parametrize("status", [500, 502, 503, 429])
async def test_board_is_retried_after_a_discord_error(world: World, status: int) -> None:
    game = await world.start_match()
    world.env.inject_error("POST", MESSAGES.format(game.place.id), status=status, times=3)
    await game.click_move()
    for _ in range(3):
        await world.pass_time(300)
    assert [message.attachments[0].filename for message in game.boards] == ["iye-1-1.png", "iye-1-2.png"]
    assert await failed_rows(world) == []


async def test_later_rows_wait_for_earlier_ones(world: World) -> None:
    game = await world.start_match()
    world.env.inject_error("POST", MESSAGES.format(game.place.id), status=500, times=2)
    first, second = game.mover, game.waiter
    await first.slash(game.place, "move", text="d3")
    board = await second.slash(game.place, "next")
    button = next(button for button in buttons(board) if ":move:" in button["custom_id"])
    await second.click(shown(board), custom_id=button["custom_id"])
    assert len(game.boards) == 1
    for _ in range(3):
        await world.pass_time(300)
    assert [m.attachments[0].filename for m in game.boards] == ["iye-1-1.png", "iye-1-2.png", "iye-1-3.png"]
    mentioning = [m.attachments[0].filename for m in game.boards if stored(m).ping_user_ids]
    assert mentioning == ["iye-1-1.png", "iye-1-3.png"], "a player who has moved meanwhile is not mentioned"
    assert buttons(game.boards[1]) == []


async def test_move_is_made_even_if_its_answer_fails(world: World) -> None:
    game = await world.start_match()
    old = game.board
    world.env.inject_error("POST", "/interactions/*/callback", status=500, times=1)
    await game.click_move()
    assert len(game.boards) == 2
    assert buttons(old) == []


async def test_boards_are_text_without_the_permission_for_files(world: World) -> None:
    world.deny("attach_files")
    game = await world.start_match()
    board = game.place.history()[-1]
    assert board.attachments == []
    assert "    a   b   c   d   e" in written(board)
    mover = world.ann
    button = next(button for button in buttons(board) if ":move:" in button["custom_id"])
    await mover.click(board, custom_id=button["custom_id"])
    assert buttons(board) == []
    assert "moves the drum" in written(game.place.history()[-1])


async def test_board_is_text_if_discord_refuses_the_file(world: World) -> None:
    game = await world.start_match()
    world.env.inject_error("POST", MESSAGES.format(game.place.id), status=403, code=50013, times=1)
    await game.click_move()
    board = game.place.history()[-1]
    assert board.attachments == []
    assert "    a   b   c   d   e" in written(board)
    assert await failed_rows(world) == []


async def test_match_in_a_deleted_thread_continues_in_the_channel(world: World) -> None:
    game = await world.start_match()
    assert game.place.is_thread
    mover, waiter = game.mover, game.waiter
    world.delete_channel(game.place)
    await mover.user.slash("move", text="d3")
    again, board = (message for message in world.channel.history() if message.attachments)
    note = "-# The thread of this match can no longer be used, so the match continues here."
    assert written(again).startswith(note)
    assert again.attachments[0].filename == "iye-1-1.png"
    assert stored(again).ping_user_ids == [], "the mover has been mentioned in the thread"
    assert note not in written(board)
    button = next(button for button in buttons(board) if ":move:" in button["custom_id"])
    await waiter.click(board, custom_id=button["custom_id"])
    boards = [message for message in world.channel.history() if message.attachments]
    assert len(boards) == 3
    assert note not in written(boards[-1])


@pytest.mark.parametrize("code", [160005, 50083])
async def test_match_in_a_locked_thread_continues_in_the_channel(world: World, code: int) -> None:
    game = await world.start_match()
    world.env.inject_error("POST", MESSAGES.format(game.place.id), status=403, code=code, times=None)
    await game.click_move()
    assert any(message.attachments for message in world.channel.history())
    assert (await world.bot.services.matches.history.get(1)).channel.thread_id is None


async def test_deleted_channel_is_reported_to_the_players_once(world: World) -> None:
    game = await world.start_match()
    mover, waiter = game.mover, game.waiter
    other = world.guild.create_text_channel("other")
    world.delete_channel(game.place)
    world.delete_channel(world.channel)
    await mover.slash(other, "move", text="d3")
    for member in (world.ann, world.bob):
        (dm,) = world.direct_messages(member)
        assert "I can no longer post in the channel of İYE #1" in dm
    listed = written(await waiter.slash(other, "matches"))
    assert "I can no longer post in its channel. Type /match action: move in another channel" in listed
    board = await waiter.slash(other, "next")
    button = next(button for button in buttons(board) if ":move:" in button["custom_id"])
    await waiter.click(shown(board), custom_id=button["custom_id"])
    assert (await world.bot.services.matches.history.get(1)).ply == 3
    assert len(world.direct_messages(world.ann)) == 1
    assert await failed_rows(world) == ["unreachable"] * 3, "the board of the thread, and two more"


async def test_lost_permissions_are_reported_to_the_players(world: World) -> None:
    game = await world.start_match()
    world.deny("send_messages", "send_messages_in_threads")
    await game.click_move()
    assert len(world.direct_messages(world.ann)) == 1
    assert len(world.direct_messages(world.bob)) == 1


async def test_blocked_direct_messages_are_logged_and_listed(world: World, caplog: pytest.LogCaptureFixture) -> None:
    game = await world.start_match()
    world.deny("send_messages", "send_messages_in_threads")
    world.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    await game.click_move()
    logged = [record for record in caplog.records if "cannot be reached by direct message" in record.getMessage()]
    assert len(logged) == 2
    assert all(str(member.id) not in str(vars(record)) for record in logged for member in (world.ann, world.bob))
    assert "I can no longer post in its channel." in written(await world.bob.slash(game.place, "matches"))


async def test_refused_direct_message_with_a_board_holds_nothing_up(world: World) -> None:
    """It is not sent again and again for days; the match goes on in private answers, and the next board is tried."""
    games = shown(await world.ann.user.slash("play"))
    panel = shown(await world.ann.user.click(games, label="İYE"))
    levels = shown(await world.ann.user.click(panel, label="Against the computer"))
    path = MESSAGES.format(world.ann.user.dm_channel.id)
    world.env.inject_error("POST", path, status=403, code=50007, times=1)
    await world.ann.user.click(levels, label="1 · Beginner")
    await world.until_computers_have_moved()
    assert await failed_rows(world) == ["unreachable"]
    assert "I could not send you its newest board." in written(await world.ann.user.slash("matches"))
    await world.ann.user.slash("move", text="d3")
    await world.until_computers_have_moved()
    assert any(message.attachments for message in world.ann.user.dm_channel.history())
    assert (await world.bot.services.matches.history.get(1)).unreachable_since is None


async def test_match_continues_after_its_board_is_deleted(world: World) -> None:
    game = await world.start_match()
    mover = game.mover
    world.delete_message(game.board)
    await mover.slash(game.place, "move", text="d3")
    assert [message.attachments[0].filename for message in game.boards] == ["iye-1-2.png"]
    await game.click_move()
    assert await failed_rows(world) == []


async def test_deleted_table_leaves_the_match_in_its_channel(world: World) -> None:
    table = await world.open_table()
    world.delete_message(table)
    await world.bob.slash(world.channel, "match", action="join")
    assert [message.attachments[0].filename for message in world.channel.history()] == ["iye-1-2.png"]
    assert await failed_rows(world) == []


async def test_lost_channel_access_is_reported_to_the_players(world: World) -> None:
    game = await world.start_match()
    for place in (game.place, world.channel):
        world.env.inject_error("POST", MESSAGES.format(place.id), status=403, code=50001, times=None)
    await game.click_move()
    assert [len(world.direct_messages(member)) for member in (world.ann, world.bob)] == [1, 1]
    assert await failed_rows(world) == ["unreachable"]


async def test_thread_made_before_a_crash_is_found_again(world: World) -> None:
    table = await world.open_table()
    world.env.backend.create_thread(world.channel.id, "made before", world.env.backend.bot_user.id, message_id=table.id)
    world.env.inject_error("POST", "/channels/*/messages/*/threads", status=400, code=160004, times=None)
    await world.bob.click(table, label="Join")
    assert (await world.bot.services.matches.history.get(1)).channel.thread_id == table.id


@pytest.mark.parametrize("sentence", ["The bot’s disk is full.", "The bot’s database is busy."])
async def test_unwritable_database_is_reported_and_nothing_changes(
    world: World, monkeypatch: pytest.MonkeyPatch, sentence: str
) -> None:
    game = await world.start_match()
    database = world.bot.acting.database
    assert database is not None

    async def refuse(_work: object) -> None:
        raise StorageError(T("{sentence}", sentence=sentence))

    with monkeypatch.context() as patched:
        patched.setattr(database, "write", refuse)
        answer = await game.click_move()
    assert refused(answer) == sentence
    assert buttons(game.board)
    await game.click_move()
    assert len(game.boards) == 2


async def test_locked_database_is_reported(world: World) -> None:
    game = await world.start_match()
    with sqlite3.connect(database_of(world), isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        answer = await game.click_move()
        other.execute("ROLLBACK")
    other.close()
    assert "busy" in refused(answer)
    assert len(game.boards) == 1


async def test_failed_button_removal_does_not_prevent_later_boards(world: World) -> None:
    game = await world.start_match()
    world.env.inject_error("PATCH", MESSAGES.format(game.place.id) + "/*", status=429, code=30046, times=None)
    await game.mover.slash(game.place, "move", text="d3")
    await game.mover.slash(game.place, "move", text="d4")
    for _ in range(8):
        await world.pass_time(300)
    assert [m.attachments[0].filename for m in game.boards] == ["iye-1-1.png", "iye-1-2.png", "iye-1-3.png"]


async def test_permanently_refused_message_is_dropped_and_listed(
    world: World, unexpected: list[logging.LogRecord]
) -> None:
    game = await world.start_match()
    mover, waiter = game.mover, game.waiter
    world.env.inject_error("POST", MESSAGES.format(game.place.id), status=400, code=50035, times=1)
    await mover.slash(game.place, "move", text="d3")
    assert [record.getMessage() for record in unexpected] == ["Discord refuses a message permanently"]
    unexpected.clear()
    assert len(await failed_rows(world)) == 1
    assert "I could not post its newest board" in written(await waiter.slash(game.place, "matches"))
    board = await waiter.slash(game.place, "next")
    button = next(button for button in buttons(board) if ":move:" in button["custom_id"])
    await waiter.click(shown(board), custom_id=button["custom_id"])
    assert game.board.attachments[0].filename == "iye-1-3.png"
    assert "I could not post" not in written(await mover.slash(game.place, "matches"))


async def test_unexpected_error_is_reported_with_the_id_in_the_log(
    world: World, monkeypatch: pytest.MonkeyPatch, unexpected: list[logging.LogRecord]
) -> None:
    game = await world.start_match()

    async def fail(*_args: object, **_options: object) -> None:
        raise RuntimeError("a mistake")

    monkeypatch.setattr(world.bot.services.matches.turns, "play", fail)
    monkeypatch.setattr(world.bot.services.matches.history, "view", fail)
    answers = [await game.click_move(), await world.bob.slash(game.place, "board")]
    for answer in answers:
        record = unexpected.pop(0)
        assert record.exc_info is not None
        assert str(record.exc_info[1]) == "a mistake"
        assert getattr(record, "error_id", "?") in refused(answer)
        assert "a mistake" not in refused(answer)


async def test_picture_that_cannot_be_drawn_becomes_a_text_board(
    world: World, monkeypatch: pytest.MonkeyPatch, unexpected: list[logging.LogRecord]
) -> None:
    game = await world.start_match()

    def fail(*_args: object) -> bytes:
        raise RuntimeError("cannot draw")

    monkeypatch.setattr("bot.rendering.thread_renderer.render_png", fail)
    await game.click_move()
    assert "    a   b   c   d   e" in written(game.place.history()[-1])
    assert [record.getMessage() for record in unexpected] == ["a picture could not be drawn"]
    unexpected.clear()


async def test_unknown_control_is_refused(world: World) -> None:
    game = await world.start_match()
    raw = stored(game.board)
    raw.components[-1]["components"][0]["custom_id"] = "k:gone:1:1:"
    answer = await world.ann.click(game.board, custom_id="k:gone:1:1:")
    assert refused(answer) == "This button no longer works. Use /board for a fresh one."
    assert selects(game.board) == []
