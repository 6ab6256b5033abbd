"""Databases are copied between the engines without a difference."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.cli.console import Console
from bot.cli.copying import copy_database
from bot.locales import Catalogues
from bot.settings import Settings
from bot.storage.copying import checksums, copy, copy_to_file, shown
from bot.storage.database import Database
from bot.storage.errors import StorageError
from tests.bot.matches.harness import ServiceHarness
from tests.postgres import Databases

pytestmark = pytest.mark.postgres


@pytest.fixture
async def played(tmp_path: Path) -> Path:
    """A database with matches, finished and running."""
    path = tmp_path / "played.sqlite3"
    async with await ServiceHarness.open(path) as harness:
        for game, seed in (("iye", 1), ("trek", 2)):
            await harness.play_out(await harness.start(game=game), seed)
        await harness.play(await harness.start(game="iye"))
    return path


def test_there_and_back(played: Path, databases: Databases, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    server, back = databases.fresh(), tmp_path / "back.sqlite3"
    console = Console(Catalogues(), {})
    settings = Settings(backups=tmp_path)
    copy(played, server, lambda _table, _rows: None)
    copy(server, back, lambda _table, _rows: None)
    assert checksums(played) == checksums(server) == checksums(back)
    with closing(sqlite3.connect(played)) as old, closing(sqlite3.connect(back)) as new:
        numbers = "SELECT name, seq FROM sqlite_sequence WHERE seq > 0 ORDER BY name"
        assert old.execute(numbers).fetchall() == new.execute(numbers).fetchall()
        schema = "SELECT name, sql FROM sqlite_schema ORDER BY name"
        assert old.execute(schema).fetchall() == new.execute(schema).fetchall()
    assert copy_database(str(back), databases.fresh(), settings, console) in {0, 1}, "trek is a game of the tests"
    assert "The checksums are equal." in capsys.readouterr().out


async def test_numbers_continue_after_a_copy(played: Path, databases: Databases) -> None:
    address = databases.fresh()
    copy(played, address, lambda _table, _rows: None)
    async with await ServiceHarness.open(address) as harness:
        assert (await harness.start()).id == 4


def test_target_must_be_empty_and_source_complete(played: Path, databases: Databases, tmp_path: Path) -> None:
    address = databases.fresh()
    copy(played, address, lambda _table, _rows: None)
    with pytest.raises(StorageError, match="is not empty"):
        copy(played, address, lambda _table, _rows: None)
    with pytest.raises(StorageError, match="already exists"):
        copy(address, played, lambda _table, _rows: None)
    old = tmp_path / "old.sqlite3"
    with closing(sqlite3.connect(old)) as connection:
        connection.execute("PRAGMA user_version = 3")
    with pytest.raises(StorageError, match="has schema 3"):
        copy(old, tmp_path / "new.sqlite3", lambda _table, _rows: None)
    assert not (tmp_path / "new.sqlite3").exists()


async def test_bot_that_acts_is_not_copied(played: Path, databases: Databases, tmp_path: Path) -> None:
    from bot.storage.postgres.session_lock import ACTING, SessionLock  # noqa: PLC0415 - optional

    address = databases.fresh()
    lock = SessionLock(address, ACTING, 5, "bot")
    assert await lock.try_acquire()
    with pytest.raises(StorageError, match="A bot uses the PostgreSQL database"):
        copy(address, tmp_path / "new.sqlite3", lambda _table, _rows: None)
    with pytest.raises(StorageError, match="A bot uses the PostgreSQL database"):
        copy(played, address, lambda _table, _rows: None)
    await lock.release()


async def test_backup_of_a_running_bot_is_a_file(databases: Databases, tmp_path: Path) -> None:
    async with await ServiceHarness.open(databases.emptied()) as harness:
        match = await harness.start()
        copied = await harness.database.backup(tmp_path / "copy.sqlite3")
        async with await Database.open_read_only(copied) as backup:
            assert [row["id"] for row in await backup.rows("SELECT id FROM matches")] == [match.id]


def test_interrupted_backup_leaves_nothing(databases: Databases, tmp_path: Path) -> None:
    databases.emptied()
    with pytest.raises(StorageError):
        copy_to_file("postgresql://nobody@127.0.0.1:1/nothing", tmp_path / "copy.sqlite3")
    assert list(tmp_path.iterdir()) == []


def test_passwords_are_not_shown() -> None:
    assert shown("postgresql://me:secret@host/kurultai") == "postgresql://me@host/kurultai"
    assert shown(Path("a.sqlite3")) == "a.sqlite3"
