"""Start and stop of the process, without Discord."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sqlite3
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from bot import acting as acting_module
from bot import client as client_module
from bot import runner
from bot.client import KurultaiClient
from bot.gateway.command_registration import CommandRegistration
from bot.gateway.raw_interactions import RawInteraction
from bot.load import thresholds
from bot.process.gc_tuning import GcTuning
from bot.process.thread_switching import SWITCH_SECONDS
from bot.runner import serve
from bot.settings import Settings
from bot.storage.database import Database
from bot.storage.errors import StorageError
from engines.text import T
from tests.wait_limit import WAIT_LIMIT


async def test_stop_while_the_database_opens_leaves_no_database_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Opening(Database):
        @classmethod
        async def open(cls, *args: Any, **named: Any) -> Any:
            os.kill(os.getpid(), signal.SIGTERM)
            await closed.wait()
            opened.append(await Database.open(*args, **named))
            return opened[-1]

    async def login(self: KurultaiClient, _token: str) -> None:
        await self._async_setup_hook()
        await self.setup_hook()

    async def close(self: KurultaiClient) -> None:
        await real_close(self)
        closed.set()

    closed, real_close = asyncio.Event(), KurultaiClient.close
    opened: list[Database] = []
    before = set(threading.enumerate())
    monkeypatch.setattr(acting_module, "Database", Opening)
    monkeypatch.setattr(KurultaiClient, "login", login)
    monkeypatch.setattr(KurultaiClient, "close", close)
    with GcTuning() as gc_tuning:
        assert await serve(Settings(token="x", database=tmp_path / "kurultai.sqlite3"), gc_tuning) is None
    assert len(opened) == 1
    assert sys.getswitchinterval() == pytest.approx(SWITCH_SECONDS)
    left = [thread for thread in threading.enumerate() if thread not in before and not thread.daemon]
    for thread in left:
        thread.join(5)  # it ends soon after the connection is closed
    assert [thread.name for thread in left if thread.is_alive() and "connection" in thread.name] == []


async def test_gc_is_off_until_ready_and_on_after_a_failed_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[bool] = []

    async def start(self: KurultaiClient, _token: str) -> None:
        seen.append(gc.isenabled())
        if len(seen) == 1:
            raise OSError
        await self.extra_events["on_ready"][0]()
        seen.append(gc.isenabled())
        os.kill(os.getpid(), signal.SIGTERM)
        await closed.wait()

    async def close(self: KurultaiClient) -> None:
        await real_close(self)
        closed.set()

    closed, real_close = asyncio.Event(), KurultaiClient.close
    monkeypatch.setattr(KurultaiClient, "close", close)
    monkeypatch.setattr(runner, "INITIAL_BACKOFF", 0.0)
    monkeypatch.setattr(KurultaiClient, "start", start)
    with GcTuning() as gc_tuning:
        assert await serve(Settings(token="x", database=tmp_path / "kurultai.sqlite3"), gc_tuning) is None
    assert seen == [False, True, True]
    assert gc.isenabled()


async def test_stop_right_after_a_login_cancels_the_login_task(tmp_path: Path) -> None:
    client = KurultaiClient(Settings(token="x", database=tmp_path / "kurultai.sqlite3"))
    login = asyncio.create_task(asyncio.sleep(2 * WAIT_LIMIT), name="waits for the last server")
    client._connection._ready_task = login
    await client.close()
    await asyncio.wait([login], timeout=WAIT_LIMIT)
    assert login.cancelled()


@pytest.mark.parametrize(("days", "scheduled"), [(30, True), (0, False)])
async def test_daily_backups_are_scheduled_at_start_and_cancelled_at_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, days: int, scheduled: bool
) -> None:
    settings = Settings(token="x", database=tmp_path / "kurultai.sqlite3", painter="inside", backup_days=days)
    client = KurultaiClient(settings)
    monkeypatch.setattr(acting_module, "add_commands", lambda *_: None)
    monkeypatch.setattr(CommandRegistration, "start", nothing)
    await client._async_setup_hook()
    await client.setup_hook()
    timer = client.acting.daily_backups._timer
    assert (timer is not None) == scheduled
    assert client.services.backup_days == 30, "backups made otherwise are deleted too"
    await client.close()
    assert timer is None or timer.cancelled()


async def test_failed_reads_at_ready_are_repeated_and_the_scheduler_starts_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = KurultaiClient(Settings(token="x", database=tmp_path / "kurultai.sqlite3", painter="inside"))
    monkeypatch.setattr(thresholds, "LOOK_AGAIN", 0.01)
    monkeypatch.setattr(acting_module, "add_commands", lambda *_: None)
    monkeypatch.setattr(CommandRegistration, "start", nothing)
    await client._async_setup_hook()
    await client.setup_hook()
    worker, scheduler = client.acting.worker, client.acting.scheduler
    assert worker is not None
    assert scheduler is not None
    queue_keys, reads, found = worker._rows.due_queues, [], asyncio.Event()

    async def sometimes(now: int) -> Any:
        reads.append(now)
        if len(reads) == 1:
            raise StorageError(T("The disk does not answer."))
        if len(reads) == 2:
            raise sqlite3.OperationalError("no more rows available")
        found.set()
        return await queue_keys(now)

    monkeypatch.setattr(worker._rows, "due_queues", sometimes)
    await client.on_shard_ready(0)
    assert scheduler.is_open
    await asyncio.wait_for(found.wait(), 10)
    await client.close()


async def test_shutdown_waits_for_responses_and_cancels_hanging_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = KurultaiClient(Settings(token="x", database=tmp_path / "kurultai.sqlite3", painter="inside"))
    monkeypatch.setattr(client_module, "RESPONSE_DRAIN_SECONDS", 0.05)
    monkeypatch.setattr(acting_module, "add_commands", lambda *_: None)
    monkeypatch.setattr(CommandRegistration, "start", nothing)
    await client._async_setup_hook()
    await client.setup_hook()
    ended: list[str] = []

    async def answer(_client: object, asked: RawInteraction, _write: object) -> None:
        try:
            await asyncio.sleep(60 if asked.id == 1 else 0)
            ended.append("answered")
        except asyncio.CancelledError:
            ended.append("cancelled")
            raise

    monkeypatch.setattr(client_module, "answer_unreadable", answer)
    for number in range(2):
        client._answer_unreadable(RawInteraction(number, "token", 2, "en"))
    await client.close()
    assert ended == ["answered", "cancelled"]
    client._answer_unreadable(RawInteraction(3, "token", 2, "en"))
    assert not client._raw_responses, "no response is started after the shutdown"


async def nothing(*_: object) -> None:
    """Replace a function that needs Discord."""
