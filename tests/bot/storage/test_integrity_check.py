"""The integrity check of a large file during play."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
from pathlib import Path
from typing import cast

import pytest

from bot.process.thread_priority import LOWEST
from bot.storage.database import Database
from bot.storage.errors import StorageError
from bot.storage.sqlite import integrity_check
from bot.storage.sqlite.connection import open_read_only
from bot.storage.sqlite.integrity_check import IntegrityCheck, find_corruption
from bot.storage.sqlite.migrate import latest_version

ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n"


class Locked:
    """A connection that another process has locked."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def execute(self, sql: str) -> sqlite3.Cursor:
        if "quick_check" not in sql:
            return self._db.execute(sql)
        error = sqlite3.OperationalError("database is locked")
        error.sqlite_errorcode = sqlite3.SQLITE_BUSY
        raise error


@pytest.fixture
async def path(tmp_path: Path) -> Path:
    """A database of many pages that was closed properly."""
    file = tmp_path / "k.sqlite3"
    async with await Database.open(file) as database:
        rows = [(f"{number:05}", "x" * 500) for number in range(200)]
        await database.write(lambda tx: tx.executemany("INSERT INTO meta (key, value) VALUES (?, ?)", rows))
    return file


async def test_check_has_low_priority(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    priorities: set[int] = set()

    def look(_db: sqlite3.Connection, _table: str) -> str:
        priorities.add(os.getpriority(os.PRIO_PROCESS, 0))
        return "ok"

    monkeypatch.setattr(integrity_check, "PAUSE", 0)
    monkeypatch.setattr(integrity_check, "_check", look)
    before = os.getpriority(os.PRIO_PROCESS, 0)  # of this thread, where threads have their own priorities
    await find_corruption(path)
    assert priorities == {LOWEST if sys.platform == "linux" else before}
    assert os.getpriority(os.PRIO_PROCESS, 0) == before


def damage(file: Path) -> None:
    """Overwrite a page that has some of the rows."""
    data = bytearray(file.read_bytes())
    page = data.index(b"00100") // 4096 * 4096
    data[page : page + 4096] = b"\xa5" * 4096
    file.write_bytes(data)


async def test_damage_is_found(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(integrity_check, "PAUSE", 0)
    assert await find_corruption(path) is None
    damage(path)
    found = await find_corruption(path)
    assert found is not None
    assert found.startswith("meta: ")


@pytest.mark.parametrize(("damaged", "level"), [(False, "INFO"), (True, "ERROR")])
async def test_damage_is_only_logged(
    path: Path, damaged: bool, level: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(integrity_check, "PAUSE", 0)
    if damaged:
        damage(path)
    caplog.set_level("INFO", "bot.storage.sqlite.integrity_check")
    look = IntegrityCheck(path)
    look._start()
    assert look._task is not None
    assert look._task.get_name() == "look for damage"
    await asyncio.wait([look._task])
    assert [record.levelname for record in caplog.records] == [level]
    await look.close()


@pytest.mark.parametrize("most", [0, 8 << 20])
async def test_small_file_is_checked_at_the_start_only(path: Path, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(integrity_check, "ALWAYS_CHECKED", most)
    look = IntegrityCheck(path)
    look.schedule(checked=True)
    assert (look._timer is None) == (most > 0)
    await look.close()
    assert look._timer is None or look._timer.cancelled()


async def test_stop_interrupts_the_check(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """This statement would run forever."""
    begun = asyncio.Event()
    loop = asyncio.get_running_loop()

    def check(db: sqlite3.Connection, _table: str) -> str:
        loop.call_soon_threadsafe(begun.set)
        return str(db.execute(ENDLESS).fetchone())

    monkeypatch.setattr(integrity_check, "_check", check)
    look = IntegrityCheck(path)
    look._start()
    await begun.wait()
    await look.close()
    assert look._task is not None
    assert look._task.cancelled()


async def test_temporary_read_errors_are_not_reported_as_damage(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """For example a failing disk, too little memory, or a lock of another process."""
    real = integrity_check._check

    def check(db: sqlite3.Connection, table: str) -> str:
        return real(cast("sqlite3.Connection", Locked(db)), table)

    monkeypatch.setattr(integrity_check, "_check", check)
    with pytest.raises(StorageError, match="busy"):
        await find_corruption(path)
    look = IntegrityCheck(path)
    look._start()
    assert look._task is not None
    await look._task
    assert [record.levelname for record in caplog.records] == ["WARNING"]


async def test_file_that_cannot_be_opened_is_reported_as_damaged(path: Path) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute("UPDATE sqlite_schema SET sql = 'nonsense' WHERE name = 'meta'")
    connection.close()
    found = await find_corruption(path)
    assert found is not None
    assert "malformed" in found


async def test_closing_connection_is_not_interrupted(path: Path) -> None:
    connection = await open_read_only(path, path.parent, 0.0, latest_version())
    closed, close = asyncio.Event(), connection.close

    async def slowly() -> None:
        await close()
        loop = asyncio.get_running_loop()
        loop.call_later(0, loop.call_later, integrity_check.AGAIN, closed.set)
        await closed.wait()

    connection.close = slowly  # type: ignore[method-assign]
    await integrity_check._end(connection)
