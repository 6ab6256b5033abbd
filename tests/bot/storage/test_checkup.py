"""A large file is looked through for damage while everybody plays."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from bot.storage import checkup
from bot.storage.checkup import Checkup, find_damage
from bot.storage.database import Database

ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n"


@pytest.fixture
async def path(tmp_path: Path) -> Path:
    """A database of many pages that was closed properly."""
    file = tmp_path / "k.sqlite3"
    async with await Database.open(file) as database:
        rows = [(f"{number:05}", "x" * 500) for number in range(200)]
        await database.write(lambda tx: tx.executemany("INSERT INTO meta (key, value) VALUES (?, ?)", rows))
    return file


def damage(file: Path) -> None:
    """Overwrite the page that has some of the rows."""
    data = bytearray(file.read_bytes())
    page = data.index(b"00100") // 4096 * 4096
    data[page : page + 4096] = b"\xa5" * 4096
    file.write_bytes(data)


async def test_what_is_damaged_is_found_and_what_is_not_is_not(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkup, "PAUSE", 0)
    assert await find_damage(path) is None
    damage(path)
    found = await find_damage(path)
    assert found is not None
    assert found.startswith("meta: ")


@pytest.mark.parametrize(("damaged", "level"), [(False, "INFO"), (True, "ERROR")])
async def test_it_is_logged_and_nothing_else_follows(
    path: Path, damaged: bool, level: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(checkup, "PAUSE", 0)
    if damaged:
        damage(path)
    caplog.set_level("INFO", "bot.storage.checkup")
    look = Checkup(path)
    look._start()
    assert look._task is not None
    assert look._task.get_name() == "look for damage"
    await asyncio.wait([look._task])
    assert [record.levelname for record in caplog.records] == [level]
    await look.close()


@pytest.mark.parametrize("most", [0, 8 << 20])
async def test_a_small_file_was_looked_through_at_the_start(
    path: Path, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkup, "ALWAYS_CHECKED", most)
    look = Checkup(path)
    look.begin()
    assert (look._timer is None) == (most > 0)
    await look.close()
    assert look._timer is None or look._timer.cancelled()


async def test_a_stop_does_not_wait_for_it(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The statement that runs is ended: this one would run for ever."""
    begun = asyncio.Event()
    loop = asyncio.get_running_loop()

    def check(db: sqlite3.Connection, _table: str) -> str:
        loop.call_soon_threadsafe(begun.set)
        return str(db.execute(ENDLESS).fetchone())

    monkeypatch.setattr(checkup, "_check", check)
    look = Checkup(path)
    look._start()
    await begun.wait()
    await look.close()
    assert look._task is not None
    assert look._task.cancelled()
