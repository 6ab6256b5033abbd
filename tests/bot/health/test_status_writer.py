"""The task that writes the status of the running bot."""

from __future__ import annotations

import asyncio
import json
import logging
import os
from collections.abc import AsyncIterator, Callable
from dataclasses import asdict
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
import pytest_asyncio

from bot import VERSION
from bot.client import KurultaiClient
from bot.computer.decider import SWITCHED_OFF, Decider, DecisionFigures
from bot.daily_backups import DailyBackups
from bot.health import status_writer as module
from bot.health.standby_file import read_standbys, remove_leftovers
from bot.health.status_file import BotStatus, read_status, write_status
from bot.health.status_writer import StatusWriter
from bot.load.admission import AdmissionControl
from bot.matches.model.text_json import load_text
from bot.standby.locks import file_locks
from bot.standby.standby import Standby
from engines.text import T
from tests.wait_limit import WAIT_LIMIT


class FakeClient:
    """Keeps listeners, and calls them as discord.py does."""

    def __init__(self) -> None:
        self.guilds: list[Any] = [1, 2, 3]
        self.shard_count = 1
        self.latency = 0.05
        self.settings = SimpleNamespace(computer_players="on")
        self.is_acting, self.is_standing_by = True, False
        self.acting = self
        self.decider: Decider = SWITCHED_OFF
        self.daily_backups = DailyBackups(Path("kurultai.sqlite3"), Path(), lambda: 0)
        self.services = SimpleNamespace(admission=AdmissionControl())
        self.prepared = SimpleNamespace(is_warm=False)
        self._listeners: dict[str, Any] = {}

    def add_listener(self, listener: Any, name: str) -> None:
        self._listeners[name] = listener

    async def dispatch(self, event: str, shard: int = 0) -> None:
        await self._listeners[f"on_{event}"](shard)


class Bot:
    """A status writer with what surrounds it."""

    def __init__(self, folder: Path) -> None:
        self.database = folder / "kurultai.sqlite3"
        self.now = 1_000
        self.written = asyncio.Event()
        self.standby = Standby(file_locks(self.database))
        self.writer = StatusWriter(self.database, self.standby, lambda: self.now)
        self.client = FakeClient()
        self.writer.watch(cast("KurultaiClient", self.client))

    async def until(self, condition: Callable[[BotStatus], bool]) -> BotStatus:
        """Wait until the file says something."""
        while True:
            status = await asyncio.to_thread(read_status, self.database)
            if status is not None and condition(status):
                return status
            await asyncio.wait_for(self.written.wait(), WAIT_LIMIT)
            self.written.clear()


@pytest_asyncio.fixture
async def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Bot]:
    made = Bot(tmp_path)
    assert await made.standby.try_act()
    loop_of_test: list[asyncio.AbstractEventLoop] = []

    def write(database: Path, status: BotStatus) -> None:
        write_status(database, status)
        loop_of_test[0].call_soon_threadsafe(made.written.set)

    monkeypatch.setattr(module, "write_status", write)
    start = made.writer.start

    def begin() -> None:
        loop_of_test.append(asyncio.get_running_loop())
        start()

    monkeypatch.setattr(made.writer, "start", begin)
    yield made
    await made.standby.release()


async def test_connection_is_written_at_once(bot: Bot) -> None:
    bot.writer.start()
    first = await bot.until(lambda _: True)
    assert (first.version, first.started_at, first.connected_since, first.servers) == (VERSION, 1_000, None, 0)
    bot.now = 1_010
    await bot.client.dispatch("shard_ready")
    ready = await bot.until(lambda status: status.connected_since is not None)
    assert (ready.connected_since, ready.disconnected_since, ready.servers, ready.latency) == (1_010, None, 3, 0.05)
    bot.now = 1_020
    await bot.client.dispatch("shard_disconnect")
    await bot.until(lambda status: status.disconnected_since == 1_020)
    bot.now = 1_025
    await bot.client.dispatch("shard_disconnect")  # every failed attempt
    assert bot.writer.status.disconnected_since == 1_020
    bot.now = 1_030
    await bot.client.dispatch("shard_resumed")
    again = await bot.until(lambda status: status.connected_since == 1_030)
    assert again.disconnected_since is None
    await bot.writer.close()


async def test_shards_are_counted_and_a_nearly_full_one_is_reported_once_a_day(
    bot: Bot, caplog: pytest.LogCaptureFixture
) -> None:
    bot.client.shard_count = 2
    bot.client.guilds = [SimpleNamespace(shard_id=number % 100 == 0) for number in range(2100)]
    await bot.client.dispatch("shard_ready", 0)
    await bot.client.dispatch("shard_ready", 1)
    bot.now = 1_050
    await bot.client.dispatch("shard_disconnect", 1)
    bot.writer.start()
    status = await bot.until(lambda status: status.shards == 2)
    assert (status.shards_connected, status.shard_disconnected_since, status.fullest_shard) == (1, 1_050, 2079)
    assert status.connected_since == 1_000
    await bot.writer.close()
    assert sum("2079 of at most 2500 servers" in line for line in caplog.messages) == 1


async def test_process_that_has_its_pictures_prepared_is_warm(bot: Bot) -> None:
    bot.writer.start()
    assert not (await bot.until(lambda _: True)).is_warm
    bot.client.prepared.is_warm = True
    await bot.client.dispatch("shard_ready")
    assert (await bot.until(lambda status: status.connected_since is not None)).is_warm
    await bot.writer.close()


async def test_repeated_ready_keeps_the_time(bot: Bot) -> None:
    await bot.client.dispatch("shard_ready")
    bot.now += 50
    await bot.client.dispatch("shard_ready")
    assert bot.writer.status.connected_since == 1_000


async def test_status_is_written_every_few_seconds(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "INTERVAL", 0.001)
    bot.writer.start()
    await bot.until(lambda _: True)
    bot.now += 7
    assert (await bot.until(lambda status: status.written_at == 1_007)).started_at == 1_000
    await bot.writer.close()


async def test_unknown_latency_is_left_out(bot: Bot) -> None:
    bot.client.latency = float("nan")
    await bot.client.dispatch("shard_ready")
    bot.writer.start()
    assert (await bot.until(lambda _: True)).latency is None
    await bot.writer.close()


async def test_handled_interactions_are_counted(bot: Bot) -> None:
    await bot.client.dispatch("shard_ready")
    with bot.client.services.admission.track():
        pass
    bot.writer.start()
    status = await bot.until(lambda _: True)
    assert status.interactions == 1
    assert status.interaction_seconds > 0
    await bot.writer.close()


async def test_process_of_the_computer_players_is_written(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "INTERVAL", 0.001)
    process = SimpleNamespace(pid=os.getpid(), deaths=3)
    figures = DecisionFigures(waiting=1, made=20, failed=2, over_budget=4)
    bot.client.decider = cast("Decider", SimpleNamespace(process=process, figures=figures))
    bot.writer.start()
    status = await bot.until(lambda _: True)
    assert (status.computer_players, status.computer_process, status.computer_process_deaths) == ("on", os.getpid(), 3)
    assert status.computer_process_bytes is not None
    assert status.computer_process_bytes > 10_000_000
    counts = (status.decisions_waiting, status.decisions_made, status.decisions_failed, status.decisions_over_budget)
    assert counts == (1, 20, 2, 4)
    process.pid = None
    ended = await bot.until(lambda status: status.computer_process is None)
    assert ended.computer_process_bytes is None
    await bot.writer.close()


async def test_failed_backup_is_written(bot: Bot) -> None:
    bot.client.daily_backups.failure = failure = T("The disk is full.")
    bot.writer.start()
    written = (await bot.until(lambda _: True)).backup_failure
    assert written is not None
    assert load_text(written) == failure
    await bot.writer.close()


async def test_stopped_bot_leaves_no_status(bot: Bot) -> None:
    bot.writer.start()
    await bot.until(lambda _: True)
    await bot.writer.close()
    assert read_status(bot.database) is None


async def test_process_that_stands_by_writes_a_file_of_its_own(bot: Bot) -> None:
    bot.writer.start()
    acting = await bot.until(lambda status: status.acting_since is not None)
    assert (acting.started_at, acting.acting_since) == (1_000, 1_000)
    second = StatusWriter(bot.database, Standby(file_locks(bot.database)), lambda: 5_000)
    client = FakeClient()
    client.is_acting, client.is_standing_by = False, True
    second.watch(cast("KurultaiClient", client))
    second._write(second._snapshot(), second._place())
    (waiting,) = read_standbys(bot.database)
    assert (waiting.started_at, waiting.acting_since, waiting.is_succeeding) == (5_000, None, False)
    assert waiting.standing_by_since == 5_000
    assert (await bot.until(lambda _: True)).started_at == 1_000
    client.is_standing_by = False  # it ends
    second._write(second._snapshot(), second._place())
    assert read_standbys(bot.database) == []
    second._remove(second._place())
    assert (await bot.until(lambda _: True)).started_at == 1_000
    await bot.writer.close()


async def test_process_that_was_replaced_has_not_stood_by_since_its_start(bot: Bot) -> None:
    """It lost the lock on a database server, and waits for the process that acts now."""
    assert bot.writer._snapshot().standing_by_since is None
    await bot.standby.release()
    bot.client.is_acting, bot.client.is_standing_by = False, True
    for bot.now in (2_000, 2_010):
        assert bot.writer._snapshot().waits_since == 2_000
    bot.client.is_standing_by = False
    assert bot.writer._snapshot().standing_by_since is None


async def test_status_of_a_killed_standby_is_not_read(bot: Bot) -> None:
    left = bot.database.with_name("kurultai.sqlite3.standby.0")
    left.write_text(json.dumps(asdict(BotStatus("1", 1, 1))))
    assert read_standbys(bot.database) == []
    remove_leftovers(bot.database)
    assert not left.exists()


async def test_full_disk_is_logged_once(
    bot: Bot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(_database: Path, _status: BotStatus) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken, caplog.at_level(logging.WARNING, "bot.health"):
        broken.setattr(module, "write_status", refuse)
        broken.setattr(module, "remove_status", refuse)
        for _ in range(3):
            bot.writer._write(bot.writer._snapshot(), bot.writer._place())
    assert [record.getMessage() for record in caplog.records] == ["the status file cannot be written"]
    assert caplog.records[0].__dict__["reason"] == "No space left on device"
    bot.writer.start()
    await bot.until(lambda _: True)
    await bot.writer.close()


async def test_undeletable_status_is_logged(
    bot: Bot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(_database: Path) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(module, "remove_status", refuse)
    bot.writer.start()
    await bot.until(lambda _: True)
    with caplog.at_level(logging.WARNING, "bot.health"):
        await bot.writer.close()
    assert [record.getMessage() for record in caplog.records] == ["the status file cannot be deleted"]
