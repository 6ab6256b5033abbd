"""Restoring a backup: the file, the keys, and the lost time."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pytest

from bot.__main__ import main
from bot.cli import restore
from bot.matches.doctor import examine
from bot.matches.history.verification import verify_export
from bot.matches.model.match import Match
from bot.matches.service import build
from bot.storage.errors import StorageError
from bot.storage.key_value import read_epoch
from bot.storage.sqlite.backup import copy_database
from bot.storage.sqlite.replacement import exclusive_access, prune_replaced_files
from tests.bot.matches.harness import ALL_GAMES, ANN, BOB, CEM, CHANNEL, ServiceHarness
from tests.entropy import steady_entropy

ResultT = TypeVar("ResultT")


@pytest.fixture(autouse=True)
def keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the command draw the same keys in every run."""
    monkeypatch.setattr(restore, "build_matches", partial(build, entropy=steady_entropy(first=4)))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "kurultai.sqlite3"


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    return tmp_path / "saved.sqlite3"


def with_services(path: Path, work: Callable[[ServiceHarness], Awaitable[ResultT]]) -> ResultT:
    """Run something with newly opened services, as another process does."""

    async def run() -> ResultT:
        async with await ServiceHarness.open(path) as services:
            return await work(services)

    return asyncio.run(run())


def run_restore(path: Path, backup: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    capsys.readouterr()
    status = main(["restore", str(backup)], {"KURULTAI_DATABASE": str(path)})
    captured = capsys.readouterr()
    return status, captured.out + captured.err


async def two_matches(services: ServiceHarness) -> tuple[Match, Match]:
    """Return a running match with dice, and an open table."""
    await services.service.downtime.connected()
    match = await services.start(ANN, BOB, CEM, game="trek")
    table = await services.service.tables.open_table("iye", {}, ANN, CHANNEL, (BOB,))
    return match, table


def prepared(path: Path, backup: Path) -> tuple[Match, Match]:
    """Play, make a backup, and play on."""

    async def play(services: ServiceHarness) -> tuple[Match, Match]:
        match, table = await two_matches(services)
        for _ in range(4):
            match = (await services.play(match, (await services.legal(match))[0])).match
        await asyncio.to_thread(copy_database, path, backup)
        for _ in range(6):
            match = (await services.play(match, (await services.legal(match))[0])).match
        await services.service.tables.open_table("iye", {}, CEM, CHANNEL)
        return match, table

    return with_services(path, play)


def rolls(path: Path, match_id: int) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT move FROM log WHERE match_id = ? AND kind = 'chance'", (match_id,))
        return [row[0] for row in found]


def column(path: Path, sql: str) -> list[object]:
    with closing(sqlite3.connect(path)) as connection:
        return [row[0] for row in connection.execute(sql)]


def test_restore_replaces_the_database_and_keeps_the_present_one(
    path: Path, backup: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lost, _ = prepared(path, backup)
    path.chmod(0o644)
    status, output = run_restore(path, backup, capsys)
    assert status == 0, output
    assert output.startswith("The database was restored to its state of ")
    assert "One match continues with a new key." in output
    (aside,) = path.parent.glob("kurultai.*.replaced.sqlite3")
    assert str(aside) in output
    assert column(aside, "SELECT ply FROM matches WHERE id = 1") == [lost.ply]
    assert column(path, "SELECT ply FROM matches WHERE id = 1") == column(
        backup, "SELECT ply FROM matches WHERE id = 1"
    )
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert not list(path.parent.glob("*restoring*"))
    assert with_services(path, lambda services: examine(services.database, games=services.games)) == []


def test_restore_changes_future_draws_and_exports_all_keys(
    path: Path, backup: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match, table = prepared(path, backup)
    lost, before = rolls(path, match.id), rolls(backup, match.id)
    assert run_restore(path, backup, capsys)[0] == 0
    again = path.with_name("again.sqlite3")
    copy_database(path, again)
    assert run_restore(path, again, capsys)[0] == 0, "the first new key has no draws"

    async def play_on(services: ServiceHarness) -> tuple[str, str | None]:
        running = await services.service.history.get(match.id)
        assert [one.key for one in running.earlier] == [None] * 2, "no key is known while the match runs"
        document = json.loads(await services.service.history.export(match.id, ANN.user_id))
        assert [one["key"] for one in document["earlier_keys"]] == [None] * 2
        await services.play_out(running, 3)
        assert (await services.service.history.verify(match.id)).holds
        assert await examine(services.database, games=services.games) == []
        return await services.service.history.export(match.id, None), await services.service.history.digest(match.id)

    exported, digest = with_services(path, play_on)
    after = rolls(path, match.id)
    assert after[: len(before)] == before
    assert after[len(before) : len(lost)] != lost[len(before) :]
    found = verify_export(exported, ALL_GAMES)
    assert found.holds
    assert found.keys[0].first == 0 < found.keys[1].first == found.keys[2].first
    assert len({part.key for part in found.keys}) == 3
    assert found.digest == digest
    document = json.loads(exported)
    document["earlier_keys"][0]["until_draw"] -= 1
    assert verify_export(json.dumps(document), ALL_GAMES).wrong_plies, "the assignment of draws to keys is checked"
    secret = f"SELECT secret FROM matches WHERE id = {table.id}"
    assert column(path, secret) != column(backup, secret), "the old key would reveal future deals"


def test_match_numbers_are_not_reused(path: Path, backup: Path, capsys: pytest.CaptureFixture[str]) -> None:
    prepared(path, backup)
    (last, posted), sql = column(path, "SELECT seq FROM sqlite_sequence ORDER BY name"), "SELECT max(id) FROM matches"
    assert run_restore(path, backup, capsys)[0] == 0
    assert column(path, "SELECT seq FROM sqlite_sequence WHERE name = 'matches'") == [last]
    assert int(str(column(path, "SELECT max(id) FROM outbox")[0])) > int(str(posted))
    path.unlink()
    assert run_restore(path, backup, capsys)[0] == 0
    table = with_services(path, lambda services: services.service.tables.open_table("iye", {}, CEM, CHANNEL))
    assert table.id > int(str(column(backup, sql)[0])) + 100, "the number of later matches is unknown"


def test_every_restore_has_a_new_epoch(path: Path, backup: Path, capsys: pytest.CaptureFixture[str]) -> None:
    prepared(path, backup)
    epochs = []
    for _ in range(3):
        assert run_restore(path, backup, capsys)[0] == 0
        epochs.append(with_services(path, lambda services: read_epoch(services.database)))
    assert epochs == sorted(set(epochs))
    assert epochs[0] > 0


def test_restore_posts_the_newest_boards_and_tables_again(
    path: Path, backup: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match, table = prepared(path, backup)
    (last,) = column(backup, "SELECT max(id) FROM outbox")
    assert run_restore(path, backup, capsys)[0] == 0
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT match_id, kind, args, id FROM outbox ORDER BY id").fetchall()
        (ply, to_move) = connection.execute("SELECT ply, to_move FROM matches WHERE id = ?", (match.id,)).fetchone()
    fresh = [row for row in rows if row[3] > last]
    assert [(row[0], row[1]) for row in fresh] == [(match.id, "turn"), (table.id, "table")]
    assert [row for row in rows if row[1] == "turn"] == fresh[:1], "posted rows are not posted again"
    args = json.loads(fresh[0][2])
    assert (args["ply"], args["call"]) == (ply, json.loads(to_move))


def test_database_in_use_is_not_replaced(path: Path, backup: Path, capsys: pytest.CaptureFixture[str]) -> None:
    prepared(path, backup)
    script = (
        "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); db.execute('SELECT * FROM meta').fetchall();"
        " print('open', flush=True); sys.stdin.read()"
    )
    bot = subprocess.Popen([sys.executable, "-c", script, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with bot:
        assert bot.stdout is not None
        assert bot.stdout.readline() == b"open\n"
        before = column(path, "SELECT ply FROM matches")
        status, output = run_restore(path, backup, capsys)
        assert (status, output) == (1, f"Another program has {path} open. Stop the bot first.\n")
        assert column(path, "SELECT ply FROM matches") == before
        bot.communicate()
    assert run_restore(path, backup, capsys)[0] == 0


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"no database at all, but long enough to be one" * 20, "cannot be read: file is not a database."),
        (b"", "is not a backup made by this program."),
    ],
)
def test_other_files_are_not_restored(
    path: Path, backup: Path, capsys: pytest.CaptureFixture[str], content: bytes, expected: str
) -> None:
    prepared(path, backup)
    before = path.read_bytes()
    backup.write_bytes(content)
    status, output = run_restore(path, backup, capsys)
    assert status == 1
    assert output.endswith(f"{expected}\n")
    assert path.read_bytes() == before
    assert sorted(file.name for file in path.parent.iterdir()) == ["kurultai.sqlite3", "saved.sqlite3"]


def test_unusable_backup_changes_nothing(path: Path, backup: Path, capsys: pytest.CaptureFixture[str]) -> None:
    prepared(path, backup)
    before, whole = path.read_bytes(), backup.read_bytes()
    with closing(sqlite3.connect(backup)) as connection:
        connection.execute("PRAGMA user_version = 9000")
    status, output = run_restore(path, backup, capsys)
    assert status == 1
    assert "newer version of this program" in output
    middle = len(whole) // 2 // 4096 * 4096
    backup.write_bytes(whole[:middle] + b"\xff" * 4096 + whole[middle + 4096 :])
    status, output = run_restore(path, backup, capsys)
    assert status == 1
    assert "damaged" in output or "malformed" in output
    for odd, expected in ((path.with_name("none"), "There is no backup"), (path, "is the database itself")):
        status, output = run_restore(path, odd, capsys)
        assert status == 2
        assert expected in output
    assert path.read_bytes() == before
    assert sorted(file.name for file in path.parent.iterdir()) == ["kurultai.sqlite3", "saved.sqlite3"]


def test_damaged_database_is_kept_aside_unchanged(path: Path, backup: Path, capsys: pytest.CaptureFixture[str]) -> None:
    prepared(path, backup)
    rubbish = b"rubbish" * 5000
    path.write_bytes(rubbish)
    path.with_name(path.name + "-wal").write_bytes(b"left behind")
    assert run_restore(path, backup, capsys)[0] == 0
    (aside,) = path.parent.glob("*.replaced.sqlite3")
    assert aside.read_bytes() == rubbish
    assert aside.with_name(aside.name + "-wal").read_bytes() == b"left behind"
    assert with_services(path, lambda services: examine(services.database, games=services.games)) == []


def test_restore_through_a_link_replaces_its_target(
    path: Path, backup: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    disk, lost = path.parent / "disk", prepared(path, backup)[0]
    disk.mkdir()
    file = path.rename(disk / "other name.sqlite3")
    path.symlink_to(file)
    status, output = run_restore(path, file, capsys)
    assert (status, output) == (2, f"{file} is the database itself, not a backup.\n")
    assert run_restore(path, path, capsys)[0] == 2
    assert run_restore(path, backup, capsys)[0] == 0
    assert path.readlink() == file
    assert not file.is_symlink()
    assert column(file, "SELECT ply FROM matches WHERE id = 1") == column(
        backup, "SELECT ply FROM matches WHERE id = 1"
    )
    (aside,) = disk.glob("other name.*.replaced.sqlite3")
    assert column(aside, "SELECT ply FROM matches WHERE id = 1") == [lost.ply]
    assert with_services(path, lambda services: examine(services.database, games=services.games)) == []
    assert sorted(each.name for each in path.parent.iterdir()) == ["disk", "kurultai.sqlite3", "saved.sqlite3"]


def test_leftover_wal_is_not_applied_to_the_backup(
    path: Path, backup: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    prepared(path, backup)
    log = path.with_name(f"{path.name}-wal")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT INTO meta (key, value) VALUES ('lost', '1')")
        connection.commit()
        left = log.read_bytes()
    path.unlink()
    log.write_bytes(left)
    assert run_restore(path, backup, capsys)[0] == 0
    assert column(path, "SELECT count(*) FROM meta WHERE key = 'lost'") == [0]
    assert with_services(path, lambda services: read_epoch(services.database)) > 0
    assert with_services(path, lambda services: examine(services.database, games=services.games)) == []
    (aside,) = path.parent.glob("kurultai.*.replaced.sqlite3-wal")
    assert aside.read_bytes() == left


@pytest.mark.parametrize("statement", ["INSERT INTO sqlite_sequence", "BEGIN IMMEDIATE", "PRAGMA journal_mode"])
def test_full_disk_during_a_restore_changes_nothing(
    path: Path, backup: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, statement: str
) -> None:
    prepared(path, backup)
    before = path.read_bytes()
    connect: Any = sqlite3.connect

    class Full(sqlite3.Connection):
        def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
            if sql.startswith(statement):
                error = sqlite3.OperationalError("database or disk is full")
                error.sqlite_errorcode = sqlite3.SQLITE_FULL
                raise error
            return super().execute(sql, *parameters)

    def opened(file: Path | str, *args: Any, **options: Any) -> Any:
        return connect(file, *args, **options, **({"factory": Full} if "restoring" in str(file) else {}))

    monkeypatch.setattr(sqlite3, "connect", opened)
    status, output = run_restore(path, backup, capsys)
    assert status == 1
    assert "disk is full" in output
    assert path.read_bytes() == before
    assert sorted(file.name for file in path.parent.iterdir()) == ["kurultai.sqlite3", "saved.sqlite3"]


def test_database_with_an_invalid_epoch_is_replaced(
    path: Path, backup: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    prepared(path, backup)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT INTO meta (key, value) VALUES ('epoch', 'rubbish')")
        connection.commit()
    assert run_restore(path, backup, capsys)[0] == 0
    assert with_services(path, lambda services: read_epoch(services.database)) > 0


def test_failed_preparation_is_reported_with_its_reason(
    path: Path, backup: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    prepared(path, backup)
    before = path.read_bytes()
    path.with_name(f"{path.name}.restoring").mkdir()
    status, output = run_restore(path, backup, capsys)
    assert (status, output) == (1, f"The backup {backup} cannot be read: Is a directory.\n")
    assert path.read_bytes() == before


def test_files_kept_aside_are_deleted_like_backups(path: Path) -> None:
    for name in ("kurultai.20240101T000000Z.replaced.sqlite3", "kurultai.20240101T000000Z.replaced.sqlite3-wal"):
        path.with_name(name).touch()
    for other in ("kurultai.2.20240101T000000Z.replaced.sqlite3", "kurultai.20240131T000000Z.replaced.sqlite3"):
        path.with_name(other).touch()
    no_date = path.with_name("kurultai.20249999T000000Z.replaced.sqlite3")
    no_date.touch()
    for unfinished in ("kurultai.sqlite3.restoring", "kurultai.sqlite3.restoring.part-journal"):
        path.with_name(unfinished).touch()
    now = 1_704_067_200 + 30 * 86_400
    assert prune_replaced_files(path, now, 30) == ()
    assert len(prune_replaced_files(path, now + 1, 30)) == 2
    assert len(list(path.parent.iterdir())) == 3
    assert no_date.exists(), "files without a date are kept"


def test_database_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    with (
        pytest.raises(StorageError, match=f"The database {tmp_path} cannot be used: Is a directory"),
        exclusive_access(tmp_path),
    ):
        pass


def test_exclusive_access_locks_out_other_processes(path: Path, backup: Path) -> None:
    prepared(path, backup)
    script = "import sqlite3, sys; sqlite3.connect(sys.argv[1], timeout=0).execute('SELECT * FROM meta').fetchall()"
    with exclusive_access(path):
        found = subprocess.run([sys.executable, "-c", script, str(path)], capture_output=True, check=False)
        assert b"database is locked" in found.stderr
