"""Who acts and who stands by, decided by two locks."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.standby import standby as module
from bot.standby.locks import FileLock, beside, file_locks
from bot.standby.standby import Standby
from tests.wait_limit import WAIT_LIMIT


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "kurultai.sqlite3"


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("POLL", "POLL_HEARING", "POLL_SUCCESSOR"):
        monkeypatch.setattr(module, name, 0.001)


def standby_of(database: Path) -> Standby:
    return Standby(file_locks(database))


async def test_first_acts_and_the_second_follows_when_it_ends(database: Path) -> None:
    first, second = standby_of(database), standby_of(database)
    assert await first.try_act()
    assert await first.try_act(), "it acts already"
    assert not await second.try_act()
    waiting = asyncio.create_task(act(second))
    await asyncio.sleep(0.01)
    assert not second.succeeding.is_set()
    await first.release()
    await asyncio.wait_for(waiting, WAIT_LIMIT)
    assert (first.is_acting, second.is_acting) == (False, True)
    await second.release()


async def test_handover_lets_the_next_process_prepare_and_wait(database: Path) -> None:
    first, second = standby_of(database), standby_of(database)
    assert await first.try_act()
    waiting = asyncio.create_task(act(second))
    assert await first.hand_over(lambda: [1], lambda: [1] if second.succeeding.is_set() else [])
    assert [each.is_acting for each in (first, second)] == [True, False], "the first is still finishing"
    await first.release()
    await asyncio.wait_for(waiting, WAIT_LIMIT)
    assert [each.is_acting for each in (first, second)] == [False, True]
    await second.release()


async def test_handover_without_a_ready_process_ends(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "HANDOVER_SECONDS", 0.01)
    first = standby_of(database)
    assert await first.try_act()
    assert not await first.hand_over(lambda: [1], list)
    await first.release()


async def test_process_that_is_not_ready_lets_others_go_first(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "POLL_UNREADY", WAIT_LIMIT)
    acting, unready, ready = (standby_of(database) for _ in range(3))
    assert await acting.try_act()
    waiting = [asyncio.create_task(unready.until_next(lambda: False)), asyncio.create_task(act(ready))]
    await asyncio.sleep(0.01)
    await acting.release()
    await asyncio.wait_for(waiting[1], WAIT_LIMIT)
    assert ready.is_acting
    waiting[0].cancel()
    await ready.release()


async def test_process_acts_where_nothing_can_be_locked(database: Path, caplog: pytest.LogCaptureFixture) -> None:
    beside(database, ".hearing.lock").mkdir()
    standby = standby_of(database)
    assert await standby.try_act()
    assert standby.is_acting
    assert [record.getMessage() for record in caplog.records] == [
        "the database cannot be locked, so no other process can stand by"
    ]


async def test_lock_that_cannot_be_taken_for_a_while_is_logged_once(
    database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    acting, standby = standby_of(database), standby_of(database)
    assert await acting.try_act()
    assert not await standby.try_act()
    waiting = asyncio.create_task(act(standby))
    await acting.release()
    lock = beside(database, ".hearing.lock")
    lock.unlink()
    lock.mkdir()
    while not caplog.records:  # noqa: ASYNC110 - nothing tells of a line in the log
        await asyncio.sleep(0.001)
    lock.rmdir()
    await asyncio.wait_for(waiting, WAIT_LIMIT)
    assert [record.getMessage() for record in caplog.records] == ["the lock of the database cannot be taken"]
    await standby.release()


async def test_lock_is_held_until_it_is_released(tmp_path: Path) -> None:
    first, second = FileLock(tmp_path / "lock"), FileLock(tmp_path / "lock")
    assert await first.try_acquire()
    assert not await second.try_acquire()
    await first.release()
    await first.release()
    assert await second.try_acquire()
    await second.release()


async def act(standby: Standby) -> None:
    await standby.until_next(lambda: True)
    await standby.until_acting(lambda: True)
