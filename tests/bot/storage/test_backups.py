"""Backups: recognition, deletion and permissions."""

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.storage.database import Database
from bot.storage.errors import StorageError
from bot.storage.sqlite.backup import backup_path, copy_database, newest_backup, prune_backups

NOW = 1_700_000_000
DAY = 86_400
STAMP = "20231114T221320Z"


@pytest.fixture(params=[0o000, 0o022, 0o777], ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


def permissions(folder: Path) -> dict[str, int]:
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir() if file.is_file()}


@pytest.mark.usefixtures("umask")
async def test_database_files_are_readable_by_their_owner_only(path: Path) -> None:
    async with await Database.open(path, clock=lambda: NOW) as database:
        await database.write(lambda tx: tx.execute("INSERT INTO meta VALUES ('a', 'b')").rowcount)
        await database.backup()
        assert permissions(path.parent) == dict.fromkeys(
            ("kurultai.sqlite3", "kurultai.sqlite3-wal", "kurultai.sqlite3-shm", f"kurultai.{STAMP}.backup.sqlite3"),
            0o600,
        )


async def test_older_files_become_readable_by_their_owner_only(path: Path) -> None:
    async with await Database.open(path):
        pass
    beside = [path.with_name(path.name + suffix) for suffix in ("-wal", "-shm")]
    for file in (path, *beside):
        file.touch()
        file.chmod(0o644)
    async with await Database.open(path) as database:
        await database.write(lambda tx: tx.execute("INSERT INTO meta VALUES ('a', 'b')").rowcount)
        assert set(permissions(path.parent).values()) == {0o600}
    old = backup_path(path, path.parent, NOW - DAY)
    old.touch()
    old.chmod(0o644)
    assert prune_backups(path, path.parent, NOW, 30) == ()
    assert permissions(path.parent)[old.name] == 0o600


def test_unfinished_copy_is_readable_by_its_owner_only(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sqlite3.connect(path).close()
    seen: list[int] = []
    connect = sqlite3.connect

    def spy(file: Path, timeout: float = 5.0) -> sqlite3.Connection:
        if file.name.endswith(".part"):
            seen.append(stat.S_IMODE(file.stat().st_mode))
        return connect(file, timeout=timeout)

    monkeypatch.setattr(sqlite3, "connect", spy)
    copy_database(path, path.with_name("copy"))
    assert seen == [0o600]


def test_backups_of_other_databases_are_ignored(tmp_path: Path) -> None:
    for other in (
        f"kurultai.test.{STAMP}.backup.sqlite3",
        f"kurultai2.{STAMP}.backup.sqlite3",
        "kurultai.backup.sqlite3",
    ):
        (tmp_path / other).touch()
    assert newest_backup(tmp_path / "kurultai.sqlite3", tmp_path) is None
    assert prune_backups(tmp_path / "kurultai.sqlite3", tmp_path, NOW + 99 * DAY, 30) == ()
    assert newest_backup(tmp_path / "kurultai.test.sqlite3", tmp_path) is not None


@pytest.mark.parametrize("name", ["kurultai[1].sqlite3", "k*?.sqlite3", "[!a].db", "kurultai", "a.b.c"])
def test_backups_are_found_for_any_database_name(name: str, tmp_path: Path) -> None:
    database = tmp_path / name
    sqlite3.connect(database).close()
    made = backup_path(database, tmp_path, NOW)
    copy_database(database, made)
    assert newest_backup(database, tmp_path) == made
    assert prune_backups(database, tmp_path, NOW + 31 * DAY, 30) == (made,)


def test_tenth_backup_of_a_second_is_newer_than_the_second_backup(tmp_path: Path) -> None:
    database = tmp_path / "k.sqlite3"
    made = []
    for _ in range(11):
        made.append(backup_path(database, tmp_path, NOW))
        made[-1].touch()
    assert newest_backup(database, tmp_path) == made[-1]


def test_leftovers_of_a_killed_backup_are_deleted_after_a_day(tmp_path: Path) -> None:
    database = tmp_path / "kurultai.sqlite3"
    whole = backup_path(database, tmp_path, NOW - 2 * DAY)
    whole.touch()
    old = [tmp_path / f"kurultai.20231112T000000Z.backup.sqlite3.part{suffix}" for suffix in ("", "-journal")]
    unfinished = tmp_path / f"kurultai.{STAMP}.backup.sqlite3.part"
    for file in (*old, unfinished):
        file.touch()
    assert prune_backups(database, tmp_path, NOW, 30) == ()
    assert sorted(tmp_path.iterdir()) == sorted([whole, unfinished])
    assert newest_backup(database, tmp_path) == whole


def test_backup_replaces_leftovers_of_the_same_name(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("CREATE TABLE kept (a)")
    copy = path.with_name("copy")
    for suffix in ("", "-journal"):
        copy.with_name(f"copy.part{suffix}").write_bytes(b"half of something else")
    copy_database(path, copy)
    with closing(sqlite3.connect(copy)) as db:
        assert db.execute("SELECT name FROM sqlite_schema").fetchall() == [("kept",)]
    assert [file.name for file in path.parent.glob("copy*")] == ["copy"]


def test_backup_is_flushed_to_disk_before_and_after_it_gets_its_name(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sqlite3.connect(path).close()
    flushed: list[tuple[bool, bool]] = []
    copy = path.with_name("copy")
    flush = os.fsync

    def watch(file: int) -> None:
        flushed.append((stat.S_ISDIR(os.fstat(file).st_mode), copy.exists()))
        flush(file)

    monkeypatch.setattr(os, "fsync", watch)
    copy_database(path, copy)
    *before, last, folder = flushed
    assert {last, *before} == {(False, False)}
    assert folder == (True, True)


def test_failed_backup_says_why(path: Path, tmp_path: Path) -> None:
    sqlite3.connect(path).close()
    nowhere = tmp_path / "nowhere"
    with pytest.raises(StorageError, match=rf"could not be written: the folder {nowhere} does not exist\.$"):
        copy_database(path, nowhere / "copy")
    with pytest.raises(StorageError, match=r"could not be written: File name too long\.$"):
        copy_database(path, tmp_path / ("x" * 300))


# ---------------------------------------------------------------------------------------------------- empty files


def put(path: Path, what: bytes) -> None:
    path.write_bytes(what)


def content(path: Path) -> bytes:
    return path.read_bytes()


@pytest.mark.parametrize("left", [b"", b"\n"])
@pytest.mark.parametrize("folder", ["", "backups"])
async def test_empty_file_beside_a_backup_is_refused(path: Path, left: bytes, folder: str) -> None:
    backups = path.parent / folder
    backups.mkdir(exist_ok=True)
    async with await Database.open(path, backups=backups) as database:
        backup = await database.backup()
    put(path, left)
    with pytest.raises(
        StorageError, match=r"is empty, but there is a backup\. To restore it, run: python -m bot"
    ) as refused:
        await Database.open(path, backups=backups)
    assert str(backup) in str(refused.value)
    assert content(path) == left


async def test_empty_file_beside_a_log_is_refused(path: Path) -> None:
    put(path, b"")
    put(path.with_name(path.name + "-wal"), b"turns")
    with pytest.raises(StorageError, match="is empty, but it was not empty before"):
        await Database.open(path)
    assert content(path.with_name(path.name + "-wal")) == b"turns"


async def test_file_of_one_byte_is_refused_as_emptied(path: Path) -> None:
    put(path, b"\n")
    with pytest.raises(StorageError, match="is empty, but it was not empty before"):
        await Database.open(path)


async def test_newly_created_empty_file_becomes_a_database(path: Path) -> None:
    put(path, b"")
    async with await Database.open(path) as database:
        assert await database.rows("SELECT * FROM matches") == []
