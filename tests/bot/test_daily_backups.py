"""Daily backups by the running bot: when, how they are checked, and what a failure leaves."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot import daily_backups as module
from bot.daily_backups import AFTER_START, INTERVAL, RETRY, DailyBackups
from bot.storage.database import Database
from bot.storage.errors import StorageError
from bot.storage.sqlite import backup
from bot.storage.sqlite.backup import PART, backup_path, copy_database, newest_backup, newest_backup_at
from tests.wait_limit import WAIT_LIMIT

NOW = 1_800_000_000


class Backups:
    """Daily backups of a database with a match's worth of rows, and their timers."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = NOW
        self.database = folder / "kurultai.sqlite3"
        self.folder = folder / "backups"
        self.folder.mkdir()
        self.daily = DailyBackups(self.database, self.folder, lambda: self.now)
        self.pauses: list[float] = []
        self._scheduled = asyncio.Event()
        monkeypatch.setattr(self.daily, "schedule", self._schedule)

    def _schedule(self, seconds: float = AFTER_START) -> None:
        self.pauses.append(seconds)
        self._scheduled.set()

    async def run(self) -> float:
        """Let the timer fire; returns the seconds until it fires again."""
        self._scheduled.clear()
        self.daily._start()
        async with asyncio.timeout(WAIT_LIMIT):
            await self._scheduled.wait()
        return self.pauses[-1]

    @property
    def files(self) -> list[str]:
        return sorted(path.name for path in self.folder.iterdir())


@pytest.fixture
async def backups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Backups]:
    made = Backups(tmp_path, monkeypatch)
    async with await Database.open(made.database) as database:
        await database.write(lambda tx: tx.execute("INSERT INTO meta VALUES ('a', 'b')").rowcount)
        yield made
        await made.daily.close()


def content(path: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(path)) as db:
        return db.execute("SELECT * FROM meta WHERE key = 'a'").fetchall()


async def test_backup_is_made_when_the_newest_is_a_day_old(backups: Backups) -> None:
    assert await backups.run() == RETRY
    (first,) = backups.files
    assert first == "kurultai.20270115T080000Z.backup.sqlite3"
    assert content(backups.folder / first) == [("a", "b")]
    backups.now += INTERVAL - 60
    assert await backups.run() == 60
    assert backups.files == [first]
    backups.now += 60
    await backups.run()
    assert backups.files == [first, "kurultai.20270116T080000Z.backup.sqlite3"]
    assert backups.daily.failure is None


async def test_backup_made_by_hand_counts(backups: Backups) -> None:
    backup_path(backups.database, backups.folder, NOW - 100).touch()
    await backups.run()
    assert len(backups.files) == 1


async def test_backup_from_the_future_does_not_count(backups: Backups) -> None:
    """The machine's clock was wrong when it was made."""
    backup_path(backups.database, backups.folder, NOW + 100).touch()
    await backups.run()
    assert len(backups.files) == 2


async def test_first_check_is_some_minutes_after_the_start(tmp_path: Path) -> None:
    daily = DailyBackups(tmp_path / "k.sqlite3", tmp_path, lambda: NOW)
    daily.schedule()
    assert daily._timer is not None
    assert daily._timer.when() - asyncio.get_running_loop().time() == pytest.approx(AFTER_START, abs=60)
    await daily.close()
    assert daily._timer.cancelled()
    daily._timer = None
    daily.schedule()
    assert daily._timer is None, "a closed bot begins nothing"


async def test_copy_is_made_in_a_thread_of_its_own_with_low_priority(
    backups: Backups, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[str, int]] = []

    def copy(*args: Any, **named: Any) -> None:
        thread = threading.current_thread()
        seen.append((thread.name, os.getpriority(os.PRIO_PROCESS, threading.get_native_id())))
        assert named["thorough"]
        copy_database(*args, **named)

    monkeypatch.setattr(module, "write_backup", copy)
    await backups.run()
    ((name, priority),) = seen
    assert name.startswith("backup")
    assert priority == 19
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) < 19


async def test_writers_and_other_commits_do_not_restart_the_copy(
    backups: Backups, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The copy is one snapshot; turns are stored while it is made, and are in the next one."""
    monkeypatch.setattr(backup, "_PAGES", 1)
    steps: list[int] = []

    def check() -> bool:
        with closing(sqlite3.connect(backups.database, timeout=0)) as player, player:
            player.execute("INSERT INTO meta VALUES (?, 'move')", (f"move {len(steps)}",))
        steps.append(1)
        return False

    target = backups.folder / "copy"
    await asyncio.to_thread(copy_database, backups.database, target, cancelled=check)
    assert len(steps) > 20, "a write for every page"
    with closing(sqlite3.connect(target)) as copy, closing(sqlite3.connect(backups.database)) as live:
        assert copy.execute("SELECT count(*) FROM meta WHERE value = 'move'").fetchone() == (0,)
        assert live.execute("SELECT count(*) FROM meta WHERE value = 'move'").fetchone() == (len(steps),)


def full(_folder: object) -> Any:
    return shutil._ntuple_diskusage(10**9, 10**9, 10**6)


async def fail(backups: Backups, caplog: pytest.LogCaptureFixture) -> str:
    """Let a backup fail; returns the reason in the log."""
    caplog.clear()
    with caplog.at_level(logging.ERROR, "bot.daily_backups"):
        assert await backups.run() == RETRY
    (record,) = caplog.records
    assert record.getMessage() == "the daily backup failed; it is tried again in an hour"
    assert backups.daily.failure is not None
    assert str(backups.daily.failure) == record.__dict__["reason"]
    return str(backups.daily.failure)


async def test_full_disk_gets_no_backup_and_the_next_attempt_clears_the_failure(
    backups: Backups, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(shutil, "disk_usage", full)
        reason = await fail(backups, caplog)
    assert reason.startswith(f"The disk of {backups.folder} has 1 MB free, but a backup needs ")
    assert backups.files == []
    await backups.run()
    assert backups.daily.failure is None
    assert len(backups.files) == 1


async def test_room_for_a_database_on_a_server_is_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "database_bytes", lambda _address: 10**18)
    daily = DailyBackups("postgresql://nobody@127.0.0.1:1/nothing", tmp_path, lambda: NOW)
    with pytest.raises(StorageError, match=r"MB free, but a backup needs 1000000000067 MB"):
        daily._back_up_if_due()


async def test_disk_that_fills_up_meanwhile_leaves_no_half_backup(
    backups: Backups, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(_file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", refuse)
    assert (await fail(backups, caplog)).endswith("could not be written: No space left on device.")
    assert backups.files == []


async def test_missing_folder_is_reported(backups: Backups, caplog: pytest.LogCaptureFixture) -> None:
    backups.folder.rmdir()
    assert (await fail(backups, caplog)).startswith(f"The folder {backups.folder} cannot be read: ")


async def test_unwritable_folder_is_reported(
    backups: Backups, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(_path: Path) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(backup, "create_private", refuse)
    assert (await fail(backups, caplog)).endswith("could not be written: Read-only file system.")


async def test_unreadable_folder_is_reported(
    backups: Backups, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(module, "newest_backup_at", refuse)
    assert await fail(backups, caplog) == f"The folder {backups.folder} cannot be read: Permission denied."


async def test_name_that_is_too_long_for_a_backup_is_reported(
    backups: Backups, caplog: pytest.LogCaptureFixture
) -> None:
    backups.daily._database = backups.database.with_name("k" * 225 + ".sqlite3")
    assert await fail(backups, caplog) == f"The folder {backups.folder} cannot be read: File name too long."


async def test_damage_is_not_backed_up(tmp_path: Path) -> None:
    """An index that lacks a row: only the thorough check finds it."""
    database, target = tmp_path / "kurultai.sqlite3", tmp_path / "copy"
    async with await Database.open(database):
        pass
    with closing(sqlite3.connect(database)) as db:
        db.execute("CREATE TABLE t (a)")
        db.execute("CREATE INDEX ta ON t (a)")
        db.execute("INSERT INTO t VALUES (1)")
        (root,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'ta'").fetchone()
        db.execute("PRAGMA writable_schema = ON")
        db.execute("UPDATE sqlite_schema SET rootpage = ? WHERE name = 'ta'", (root,))
        db.execute("DELETE FROM sqlite_schema WHERE name = 'ta'")
        db.commit()
    with closing(sqlite3.connect(database)) as db:
        db.execute("INSERT INTO t VALUES (2)")
        db.execute("PRAGMA writable_schema = ON")
        db.execute("INSERT INTO sqlite_schema VALUES ('index', 'ta', 't', ?, 'CREATE INDEX ta ON t (a)')", (root,))
        db.commit()
    await asyncio.to_thread(copy_database, database, target)
    target.unlink()
    with pytest.raises(StorageError, match="the copy is damaged"):
        await asyncio.to_thread(copy_database, database, target, thorough=True)
    assert not target.exists()
    assert not target.with_name(target.name + PART).exists()


@pytest.mark.parametrize("when", ["copying", "checking"])
async def test_stop_cancels_a_copy_and_leaves_nothing(
    backups: Backups, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, when: str
) -> None:
    reached, loop = asyncio.Event(), asyncio.get_running_loop()
    looks: list[int] = []

    def hold(cancelled: Callable[[], bool]) -> Callable[[], bool]:
        def look() -> bool:
            looks.append(1)
            if when == "copying" or len(looks) > 1:  # the first look is at the end of the copying
                loop.call_soon_threadsafe(reached.set)
                backups.daily._cancelled.wait(WAIT_LIMIT)
            return cancelled()

        return look

    def copy(source: Path, target: Path, *, thorough: bool, cancelled: Callable[[], bool]) -> None:
        copy_database(source, target, thorough=thorough, cancelled=hold(cancelled))

    if when == "checking":
        monkeypatch.setattr(backup, "_PAGES", -1)
        monkeypatch.setattr(backup, "_STEPS", 1)
    else:
        monkeypatch.setattr(backup, "_PAGES", 1)
    monkeypatch.setattr(module, "write_backup", copy)
    backups.daily._start()
    async with asyncio.timeout(WAIT_LIMIT):
        await reached.wait()
    with caplog.at_level(logging.ERROR):
        await backups.daily.close()
    assert caplog.records == []
    assert backups.daily.failure is None
    assert backups.files == []


async def test_half_backup_of_a_killed_bot_is_no_backup(backups: Backups) -> None:
    half = backup_path(backups.database, backups.folder, NOW - 50)
    half.with_name(half.name + PART).write_bytes(b"SQLite format 3")
    assert newest_backup_at(backups.database, backups.folder, NOW) is None
    await backups.run()
    newest = newest_backup(backups.database, backups.folder)
    assert newest is not None
    assert content(newest) == [("a", "b")]
