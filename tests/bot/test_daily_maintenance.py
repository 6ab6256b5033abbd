"""Daily maintenance: old backups are deleted, and the file is rebuilt when user data was deleted."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.daily_maintenance import INTERVAL, DailyMaintenance, keep_pruned
from bot.matches.model.jobs import MaintenanceRun
from bot.storage.database import Database
from bot.storage.errors import StorageError
from bot.storage.key_value import request_vacuum
from bot.storage.sqlite.backup import backup_path, prune_backups

NOW = 1_800_000_000
DAY = 86_400


def test_backups_are_deleted_by_the_stamp_in_their_names(tmp_path: Path) -> None:
    database = tmp_path / "kurultai.sqlite3"
    old, edge, new = (backup_path(database, tmp_path, NOW - days * DAY) for days in (31, 30, 1))
    again = tmp_path / f"{old.name.split('.')[0]}.{old.name.split('.')[1]}_2.backup.sqlite3"
    others = [
        tmp_path / name
        for name in ("kurultai.mine.backup.sqlite3", "copy.sqlite3", "other.20200101T000000Z.backup.sqlite3")
    ]
    for path in (database, old, again, edge, new, *others):
        path.write_text("x")
        os.utime(path, (1, 1))
    assert set(prune_backups(database, tmp_path, NOW, 30)) == {old, again}
    assert {path.name for path in tmp_path.iterdir()} == {path.name for path in (database, edge, new, *others)}


def test_undeletable_backup_is_reported(tmp_path: Path) -> None:
    backup_path(tmp_path / "k.sqlite3", tmp_path, NOW - 90 * DAY).mkdir()
    with pytest.raises(StorageError, match="could not be deleted"):
        prune_backups(tmp_path / "k.sqlite3", tmp_path, NOW, 30)


async def test_maintenance_runs_after_the_start_and_every_day(tmp_path: Path) -> None:
    path = tmp_path / "k.sqlite3"
    async with await Database.open(path) as database:
        old = backup_path(path, tmp_path, NOW - 40 * DAY)
        old.write_text("x")
        daily_maintenance = DailyMaintenance(database, lambda: NOW, 30)
        await daily_maintenance.schedule()
        assert [tuple(row) for row in await database.rows("SELECT kind, at FROM due")] == [(MaintenanceRun.kind, NOW)]
        await daily_maintenance.run(MaintenanceRun())
        assert not old.exists()
        assert [tuple(row) for row in await database.rows("SELECT kind, at FROM due")] == [
            (MaintenanceRun.kind, NOW + INTERVAL)
        ]


async def test_process_that_stands_by_deletes_its_old_backups_every_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.daily_maintenance.INTERVAL", 0.01)
    path, ended = tmp_path / "k.sqlite3", asyncio.Event()
    stuck = backup_path(path, tmp_path, NOW - 90 * DAY)
    stuck.mkdir()
    task = asyncio.create_task(keep_pruned(path, tmp_path, lambda: NOW, 30, ended))
    while "old backups could not be deleted" not in caplog.text:  # noqa: ASYNC110 - it is a log
        await asyncio.sleep(0.01)
    stuck.rmdir()
    for days in (31, 40):
        old = backup_path(path, tmp_path, NOW - days * DAY)
        old.write_text("x")
        while old.exists():  # noqa: ASYNC110 - it is a file
            await asyncio.sleep(0.01)
    ended.set()
    await task


async def test_vacuum_runs_once_after_a_deletion(tmp_path: Path) -> None:
    path = tmp_path / "k.sqlite3"
    async with await Database.open(path) as database:
        rows = [(number, f"{number:09}") for number in range(1_000_000_000, 1_000_003_000)]
        await database.write(lambda tx: tx.executemany("INSERT INTO players (user_id, locale) VALUES (?, ?)", rows))
        await database.write(lambda tx: tx.execute("DELETE FROM players").rowcount)
        await database.discard_log()
        large = path.stat().st_size
        daily_maintenance = DailyMaintenance(database, lambda: NOW, 30)
        await daily_maintenance.run(MaintenanceRun())
        assert path.stat().st_size == large, "no user data was deleted"
        await database.write(lambda tx: request_vacuum(tx, {"players"}))
        await daily_maintenance.run(MaintenanceRun())
        assert path.stat().st_size < large
        assert await database.rows("SELECT 1 FROM meta WHERE key = 'forgotten'") == []


async def test_deleted_data_is_overwritten_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "k.sqlite3"
    async with await Database.open(path) as database:
        await database.write(
            lambda tx: tx.execute("INSERT INTO meta (key, value) VALUES ('a', 'UNMISTAKABLE')").rowcount
        )
        await database.discard_log()
        assert b"UNMISTAKABLE" in path.read_bytes()
        await database.write(lambda tx: tx.execute("DELETE FROM meta").rowcount)
        assert await database.discard_log()
        assert b"UNMISTAKABLE" not in path.read_bytes()
        assert path.with_name("k.sqlite3-wal").stat().st_size == 0


async def test_wal_read_by_another_process_is_truncated_later(tmp_path: Path) -> None:
    path = tmp_path / "k.sqlite3"
    async with await Database.open(path, busy_timeout=0.05) as database:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN")
            other.execute("SELECT * FROM meta").fetchall()
            await database.write(lambda tx: tx.execute("INSERT INTO meta VALUES ('a', 'b')").rowcount)
            assert not await database.discard_log()
        assert await database.discard_log()
