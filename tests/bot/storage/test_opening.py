"""Opening: migrations, backups, and refused databases with recovery advice."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.storage.database import Database
from bot.storage.errors import StorageError
from bot.storage.sqlite.backup import copy_database, newest_backup
from bot.storage.sqlite.migrate import Migration, known_migrations, migrate, split_statements

KNOWN = known_migrations()
LATEST = KNOWN[-1].version
NOW = 1_700_000_000
STAMP = "20231114T221320Z"

NEWER = (
    *KNOWN,
    Migration(LATEST + 1, ("CREATE TABLE more (a INTEGER) STRICT", "INSERT INTO more (a) VALUES (7)")),
)


def schema(path: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(path)) as connection:
        return sorted(connection.execute("SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'"))


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def content(path: Path) -> bytes:
    return path.read_bytes()


def put(path: Path, what: bytes) -> None:
    path.write_bytes(what)


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


async def make(path: Path) -> None:
    """Create a database of the current schema with one row."""
    async with await Database.open(path) as database:
        await database.write(lambda tx: tx.executemany("INSERT INTO meta VALUES (?, ?)", [("kept", "yes")]))


async def kept(path: Path) -> list[str]:
    async with await Database.open(path, migrations=NEWER) as database:
        return [row["value"] for row in await database.rows("SELECT value FROM meta")]


# ----------------------------------------------------------------------------------------------------------- migrations


async def test_new_file_gets_the_current_schema_without_a_backup(path: Path) -> None:
    await make(path)
    assert version(path) == LATEST >= 1
    assert newest_backup(path, path.parent) is None


async def test_opening_creates_the_folder(tmp_path: Path) -> None:
    await make(tmp_path / "new" / "deep" / "k.sqlite3")
    assert version(tmp_path / "new" / "deep" / "k.sqlite3") == LATEST


@pytest.mark.parametrize("old", range(len(KNOWN)))
async def test_every_older_version_is_migrated(path: Path, old: int) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        migrate(connection, KNOWN[:old], lambda: None)
    assert version(path) == (KNOWN[old - 1].version if old else 0)
    fresh = path.with_name("fresh.sqlite3")
    await make(path)
    await make(fresh)
    assert schema(path) == schema(fresh)
    assert version(path) == LATEST
    assert (newest_backup(path, path.parent) is not None) == (old > 0)


async def test_takeover_migration_keeps_the_log(path: Path) -> None:
    entries = [(1, 1, -1, "chance", "first:1", 0, NOW), (1, 2, 0, "move", "d3", None, NOW)]
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        migrate(connection, KNOWN[:1], lambda: None)
        connection.execute(
            "INSERT INTO matches (id, game, rules_version, status, options, opener_id, channel_id, secret, created_at)"
            " VALUES (1, 'iye', 1, 'running', '{}', 7, 8, zeroblob(32), 9)"
        )
        connection.executemany("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?)", entries)
    taken = (1, 3, 1, "takeover", '["Ann","Bob"]', None, NOW)
    async with await Database.open(path) as database:
        await database.write(lambda tx: tx.executemany("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?)", [taken]))
        assert [tuple(row) for row in await database.rows("SELECT * FROM log ORDER BY ply")] == [*entries, taken]


async def test_clock_migration_schedules_the_end_of_old_matches(path: Path) -> None:
    before = next(number for number, step in enumerate(KNOWN) if "CREATE TABLE clocks" in str(step.statements))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        migrate(connection, KNOWN[:before], lambda: None)
        for number, status in enumerate(("open", "running", "finished"), start=1):
            connection.execute(
                "INSERT INTO matches (id, game, rules_version, status, options, opener_id, channel_id, secret,"
                " created_at) VALUES (?, 'iye', 1, ?, '{}', 7, 8, zeroblob(32), 9)",
                (number, status),
            )
        connection.execute("INSERT INTO offers VALUES (2, 'draw', 0, '[0]', '{}', 7)")
    async with await Database.open(path) as database:
        rows = await database.rows("SELECT key, at - CAST(strftime('%s', 'now') AS INTEGER) AS left FROM due")
        assert {row["key"]: round(row["left"] / 86400) for row in rows} == {"lapse:1": 7, "stall:2": 46}
        (match,) = await database.rows("SELECT pace, holidays, on_expiry, paused_at FROM matches WHERE id = 2")
        assert tuple(match) == ("none", 1, "conduct", None)
        (offer,) = await database.rows("SELECT match_id, kind, player, accepted, args, made_at FROM offers")
        assert tuple(offer) == (2, "draw", 0, "[0]", "{}", 7)


async def test_reminder_migration_schedules_reminders_of_players_to_move(path: Path) -> None:
    before = next(number for number, step in enumerate(KNOWN) if "CREATE TABLE reminders" in str(step.statements))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        migrate(connection, KNOWN[:before], lambda: None)
        for number, (status, to_move) in enumerate((("running", "[0,2]"), ("running", "[-1]"), ("finished", "[]")), 1):
            connection.execute(
                "INSERT INTO matches (id, game, rules_version, status, options, opener_id, channel_id, secret,"
                " created_at, to_move) VALUES (?, 'iye', 1, ?, '{}', 7, 8, zeroblob(32), 9, ?)",
                (number, status, to_move),
            )
    async with await Database.open(path) as database:
        rows = await database.rows("SELECT key, match_id, args FROM due WHERE kind = 'remind' ORDER BY key")
        assert [(row["key"], row["match_id"]) for row in rows] == [("remind:1:0", 1), ("remind:1:2", 1)]
        assert json.loads(rows[1]["args"]) == {"who": 2, "count": 0, "warning": False, "deadline": None}


async def test_migration_keeps_the_data_and_makes_a_backup_first(path: Path) -> None:
    await make(path)
    async with await Database.open(path, clock=lambda: NOW, migrations=NEWER) as database:
        assert [row["a"] for row in await database.rows("SELECT a FROM more")] == [7]
    assert version(path) == LATEST + 1
    backup = path.with_name(f"kurultai.{STAMP}.backup.sqlite3")
    assert newest_backup(path, path.parent) == backup
    assert version(backup) == LATEST
    assert await kept(path) == ["yes"]
    assert await kept(backup) == ["yes"]


async def test_backup_before_a_migration_is_written_to_the_backup_folder(path: Path, tmp_path: Path) -> None:
    await make(path)
    folder = tmp_path / "backups"
    folder.mkdir()
    async with await Database.open(path, clock=lambda: NOW, backups=folder, migrations=NEWER):
        pass
    assert names(folder) == [f"kurultai.{STAMP}.backup.sqlite3"]


async def test_migration_is_refused_if_its_backup_cannot_be_written(path: Path, tmp_path: Path) -> None:
    await make(path)
    with pytest.raises(StorageError, match=r"The backup .* could not be written"):
        await Database.open(path, backups=tmp_path / "missing", migrations=NEWER)
    assert version(path) == LATEST


@pytest.mark.parametrize(
    "broken",
    [
        ("CREATE TABLE half (a INTEGER) STRICT", "CREATE TABLE half (a INTEGER) STRICT"),
        (
            "CREATE TABLE half (a INTEGER) STRICT",
            "INSERT INTO seats (match_id, player, user_id, name, standing) VALUES (99, 0, 1, 'A', 'seated')",
        ),
    ],
    ids=["a wrong statement", "a broken reference"],
)
async def test_failed_migration_changes_nothing(path: Path, broken: tuple[str, ...]) -> None:
    await make(path)
    before = schema(path)
    with pytest.raises(StorageError, match="cannot be opened"):
        await Database.open(path, migrations=(*KNOWN, Migration(LATEST + 1, broken)))
    assert schema(path) == before
    assert version(path) == LATEST


async def test_failed_migration_takes_the_ones_before_it_back(path: Path) -> None:
    await make(path)
    before = schema(path)
    with pytest.raises(StorageError, match="cannot be opened"):
        await Database.open(path, migrations=(*NEWER, Migration(LATEST + 2, ("CREATE TABLE more (a INTEGER) STRICT",))))
    assert schema(path) == before
    assert version(path) == LATEST


async def test_newer_database_is_refused_and_unchanged(path: Path) -> None:
    await make(path)
    async with await Database.open(path, migrations=NEWER):
        pass
    before = content(path)
    with pytest.raises(StorageError, match=r"newer version of this program .* Update the program"):
        await Database.open(path)
    assert content(path) == before


async def test_database_of_another_program_is_refused(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE theirs (a)")
    with pytest.raises(StorageError, match="another program"):
        await Database.open(path)
    assert [name for name, _ in schema(path)] == ["theirs"]


async def test_concurrent_migration_is_not_repeated(path: Path) -> None:
    await make(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:

        def meanwhile() -> None:
            with closing(sqlite3.connect(path, isolation_level=None)) as other:
                migrate(other, NEWER, lambda: None)

        migrate(connection, NEWER, meanwhile)
        assert connection.execute("SELECT count(*) FROM more").fetchone()[0] == 1


def test_script_is_split_at_the_end_of_each_statement() -> None:
    script = """
    -- a comment; with a semicolon
    CREATE TABLE a (b TEXT DEFAULT ';');
    CREATE TRIGGER t AFTER INSERT ON a BEGIN
        DELETE FROM a; -- inside
    END;
    """
    statements = split_statements(script)
    assert len(statements) == 2
    assert statements[1].startswith("CREATE TRIGGER")
    with pytest.raises(ValueError, match="inside a statement"):
        split_statements("CREATE TABLE a (b)")


def test_migration_numbers_are_unique_and_ascending() -> None:
    numbers = [migration.version for migration in KNOWN]
    assert numbers[0] == 1
    assert numbers == sorted(set(numbers))


# -------------------------------------------------------------------------------------------------- damage and refusals


async def damage(path: Path) -> None:
    """Create a database with a damaged page in its middle."""
    await make(path)
    async with await Database.open(path) as database:
        rows = [(f"{number:05}", "x" * 200) for number in range(2_000)]
        await database.write(lambda tx: tx.executemany("INSERT INTO meta VALUES (?, ?)", rows))
    damaged = bytearray(content(path))
    middle = len(damaged) // 2 // 4096 * 4096
    damaged[middle : middle + 4096] = b"\xff" * 4096
    put(path, bytes(damaged))


async def test_damaged_database_is_refused_with_the_command_that_restores_the_newest_backup(path: Path) -> None:
    await damage(path)
    with pytest.raises(StorageError, match="is damaged and there is no backup in"):
        await Database.open(path)
    for stamp in ("20231114T221320Z", "20240101T000000Z", "20231231T235959Z"):
        path.with_name(f"kurultai.{stamp}.backup.sqlite3").touch()
    with pytest.raises(StorageError) as caught:
        await Database.open(path)
    text = str(caught.value)
    assert text.endswith(f": python -m bot restore {path.with_name('kurultai.20240101T000000Z.backup.sqlite3')}")


async def test_large_file_is_checked_only_if_it_was_not_closed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.storage.sqlite.connection.ALWAYS_CHECKED", 4096)
    await damage(path)
    async with await Database.open(path):
        pass
    put(path.with_name(path.name + "-wal"), b"left behind")
    with pytest.raises(StorageError, match="is damaged"):
        await Database.open(path)


async def test_backup_copied_over_a_damaged_file_has_the_data(path: Path) -> None:
    await make(path)
    async with await Database.open(path) as database:
        backup = await database.backup()
    put(path, b"rubbish" * 1000)
    with pytest.raises(StorageError, match="is damaged"):
        await Database.open(path)
    put(path, content(backup))
    assert await kept(path) == ["yes"]


async def test_file_that_cannot_be_opened_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="cannot be opened"):
        await Database.open(tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(StorageError, match="cannot be opened"):
        await Database.open(tmp_path / "file" / "k.sqlite3")


async def test_database_locked_at_the_start_is_refused(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StorageError, match="cannot be opened: database is locked"):
            await Database.open(path, busy_timeout=0.01)


# -------------------------------------------------------------------------------------------------------------- backups


async def test_backup_during_writes_is_a_single_file(database: Database, path: Path) -> None:
    await database.write(lambda tx: tx.executemany("INSERT INTO meta VALUES (?, ?)", [("kept", "yes")]))
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("INSERT INTO meta VALUES ('uncommitted', 'no')")
        backup = await database.backup()
        other.execute("ROLLBACK")
    assert backup == path.with_name(f"kurultai.{STAMP}.backup.sqlite3")
    assert [name for name in names(path.parent) if "backup" in name] == [backup.name]
    # Bytes 18 and 19 of the header (https://www.sqlite.org/fileformat.html): it can be read without a -wal beside it.
    assert content(backup)[18:20] == b"\x01\x01"
    moved = path.parent / "elsewhere" / "k.sqlite3"
    moved.parent.mkdir()
    put(moved, content(backup))
    assert await kept(moved) == ["yes"]


async def test_backups_of_one_second_have_names_that_sort_by_age(database: Database, path: Path) -> None:
    backups = [await database.backup() for _ in range(3)]
    assert sorted(backups) == backups
    assert len(set(backups)) == 3
    assert newest_backup(path, path.parent) == backups[-1]


async def test_backup_overwrites_nothing(database: Database, tmp_path: Path) -> None:
    target = tmp_path / "precious"
    target.write_text("mine")
    with pytest.raises(StorageError, match="already exists"):
        await database.backup(target)
    assert target.read_text() == "mine"


async def test_failed_backup_leaves_no_file(database: Database, tmp_path: Path) -> None:
    with pytest.raises(StorageError):
        await database.backup(tmp_path / "nowhere" / "copy")
    damaged = tmp_path / "damaged.sqlite3"
    await damage(damaged)
    with pytest.raises(StorageError, match="damaged"):
        copy_database(damaged, tmp_path / "copy")
    assert not [name for name in names(tmp_path) if name.startswith("copy")]


# ----------------------------------------------------------------------------------------------------------- inspection


async def test_database_opened_read_only_cannot_be_changed(path: Path) -> None:
    await make(path)
    before = content(path)
    async with await Database.open_read_only(path) as database:
        assert len(await database.rows("SELECT * FROM meta")) == 1
        with pytest.raises(StorageError, match="cannot write"):
            await database.write(lambda tx: tx.executemany("INSERT INTO meta VALUES (?, ?)", [("a", "b")]))
    assert content(path) == before


async def test_missing_older_or_newer_database_is_not_opened_read_only(path: Path) -> None:
    with pytest.raises(StorageError, match="There is no database"):
        await Database.open_read_only(path)
    assert names(path.parent) == []
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE a (b)")
    with pytest.raises(StorageError, match="older schema"):
        await Database.open_read_only(path)
    newer = path.with_name("newer.sqlite3")
    async with await Database.open(newer, migrations=NEWER):
        pass
    with pytest.raises(StorageError, match="newer version"):
        await Database.open_read_only(newer)
