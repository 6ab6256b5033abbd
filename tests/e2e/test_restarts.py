"""The bot stops and starts again, normally or after a crash."""

import asyncio
import logging

import pytest

from bot.storage.errors import ReplacedError, StorageError
from engines.text import T
from tests.e2e.world import World, buttons, labels, refused, stored, written
from tests.wait_limit import WAIT_LIMIT


@pytest.mark.usefixtures("unpainted")
async def test_match_continues_across_restarts_with_its_old_buttons(world: World) -> None:
    game = await world.start_match(wins="2")
    game.rng.seed(11)
    while not game.over:
        await game.play_on(turns=9)
        await world.restart()
    assert "is the next shaman" in written(game.board)
    ids = [message.attachments[0].filename for message in game.boards]
    assert len(ids) == len(set(ids)), "a board was posted twice"
    assert [message.id for message in game.boards[:-1] if buttons(message)] == []


async def test_stale_button_is_refused_after_a_restart(world: World) -> None:
    game = await world.start_match()
    old = stored(game.board)
    components = list(old.components)
    mover = game.mover
    await game.click_move()
    await world.restart()
    old.components = components
    answer = await mover.click(game.boards[0], custom_id=buttons(game.boards[0])[0]["custom_id"])
    assert refused(answer).startswith("The match has moved on since.")


async def test_table_works_after_restarts(world: World) -> None:
    table = await world.open_table()
    await world.restart()
    await world.bob.click(table, label="Join")
    assert labels(world.channel_of(table).history()[-1])[-1] == "More"


async def test_committed_board_is_posted_once_after_a_crash(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await world.start_match()
    worker = world.bot.acting.worker
    assert worker is not None
    monkeypatch.setattr(worker, "wake", lambda queue_key: None)
    await game.click_move()
    assert len(game.boards) == 1, "nothing was posted: the process died after the commit"
    await world.start_after_crash()
    assert [message.attachments[0].filename for message in game.boards] == ["iye-1-1.png", "iye-1-2.png"]
    await world.restart()
    assert len(game.boards) == 2


async def test_board_posted_before_a_crash_is_not_posted_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await world.start_match()
    outbox = world.bot.acting.outbox
    assert outbox is not None

    async def die(*_args: object, **_options: object) -> None:
        raise asyncio.CancelledError

    monkeypatch.setattr(outbox, "delivered", die)
    await game.click_move()
    assert len(game.boards) == 2
    # Discord remembers nonces for some minutes, the simulation not at all: this is a start after that time.
    world.clock.now += 600
    await world.start_after_crash()
    assert len(game.boards) == 2
    assert (await world.bot.services.matches.history.get(1)).board_message_id == game.board.id
    await game.play_on(turns=1)
    assert len(game.boards) == 3
    assert buttons(game.boards[1]) == []


async def test_board_is_posted_once_despite_a_shutdown(world: World) -> None:
    game = await world.start_match()
    await game.click_move()
    await world.bot.close()
    assert world.bot.acting.database is not None
    await world.start_after_crash()
    assert len(game.boards) == 2
    rows = await world.bot.acting.database.rows("SELECT count(*) AS number FROM outbox")
    assert rows[0]["number"] == 0


async def test_interactions_during_shutdown_are_refused(world: World) -> None:
    game = await world.start_match()
    await world.bot.services.admission.drain(0)
    answer = await game.mover.click(game.board, custom_id=buttons(game.board)[0]["custom_id"])
    assert refused(answer) == "The bot is restarting. Please try again in a moment."
    await world.restart()
    await game.click_move()


async def test_nothing_begins_after_a_stop_during_the_start(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    bot, stopped = world.bot, asyncio.Event()
    bot.was_ready = False

    async def slow(_shard: int | None) -> None:
        await stopped.wait()

    monkeypatch.setattr(bot.services.matches.downtime, "connected", slow)
    starting = asyncio.create_task(bot.on_shard_ready(0))
    await asyncio.sleep(0)
    await bot.close()
    stopped.set()
    async with asyncio.timeout(WAIT_LIMIT):
        await starting  # what begins finds the database closed, tries again and again, and logs an unexpected error


@pytest.mark.parametrize(
    ("error", "said", "has_traceback"),
    [
        (ReplacedError(T("Another one.")), "the downtime is left to the process that acts next", False),
        (StorageError(T("Full.")), "the downtime could not be compensated; it is tried again", True),
    ],
)
async def test_only_unexpected_failures_to_compensate_downtime_are_logged_with_a_traceback(
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    unexpected: list[logging.LogRecord],
    error: StorageError,
    said: str,
    has_traceback: bool,
) -> None:
    async def fail(_shard: int | None) -> None:
        raise error

    caplog.set_level(logging.INFO, logger="bot")
    monkeypatch.setattr(world.bot.services.matches.downtime, "connected", fail)
    await world.bot.on_shard_resumed(0)
    (record,) = [record for record in caplog.records if "downtime" in record.getMessage()]
    assert (record.getMessage(), record.exc_info is not None) == (said, has_traceback)
    unexpected.clear()
