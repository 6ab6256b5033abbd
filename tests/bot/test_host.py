"""Checks before the connection to Discord."""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.host import Check, examine_host, require_host
from bot.settings import Settings, SettingsError
from bot.storage.sqlite import backup
from bot.storage.sqlite.connection import read_layout
from bot.storage.sqlite.migrate import known_migrations, latest_version, migrate

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE." + "x" * 38
LATEST = latest_version()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(token=TOKEN, database=tmp_path / "kurultai.sqlite3")


@pytest.fixture
def read_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every folder read-only, even for an administrator."""

    def refuse(**_more: Any) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)


def put(path: Path, steps: int) -> None:
    """Create a database of an older or a newer version."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        migrate(connection, [step for step in known_migrations() if step.version <= steps], lambda: None)
        connection.execute(f"PRAGMA user_version = {steps:d}")


def failures(settings: Settings) -> list[str]:
    return [str(check.text) for check in examine_host(settings) if not check.passed]


def last(settings: Settings) -> Check:
    return list(examine_host(settings))[-1]


def test_new_installation_passes(settings: Settings) -> None:
    assert failures(settings) == []
    assert "The first start creates it" in str(last(settings).text)
    assert not settings.database.exists()
    require_host(settings)


@pytest.mark.usefixtures("read_only")
def test_unwritable_folder_is_reported_before_connecting(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    environment = {"DISCORD_TOKEN": TOKEN, "KURULTAI_DATABASE": str(settings.database)}
    assert main([], environment) == 2
    folder = settings.database.parent
    assert capsys.readouterr().err == f"The folder {folder} is not writable: Read-only file system.\n"


@pytest.mark.usefixtures("read_only")
def test_both_unwritable_folders_are_reported(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "backups").mkdir()
    both = Settings(database=settings.database, backups=tmp_path / "backups")
    assert [sentence.split()[2] for sentence in failures(both)] == [str(tmp_path), str(tmp_path / "backups")]


def test_database_of_this_version_passes(settings: Settings) -> None:
    put(settings.database, LATEST)
    assert failures(settings) == []
    assert str(last(settings).text).endswith("has the schema that this version needs.")


def test_older_database_passes_and_is_unchanged(settings: Settings) -> None:
    put(settings.database, 3)
    assert failures(settings) == []
    assert f"older schema (3). The next start makes a backup and upgrades it to {LATEST}" in str(last(settings).text)
    assert read_layout(settings.database, settings.database.parent) == 3


def test_newer_database_is_refused(settings: Settings) -> None:
    put(settings.database, LATEST + 1)
    assert "written by a newer version of this program" in failures(settings)[0]
    with pytest.raises(SettingsError, match="written by a newer version"):
        require_host(settings)


def test_server_that_cannot_be_reached_is_worth_another_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit status 2 would tell a service manager that starting again does not help."""
    pytest.importorskip("psycopg")
    monkeypatch.chdir(tmp_path)
    environment = {"DISCORD_TOKEN": TOKEN, "KURULTAI_DATABASE": "postgresql://nobody@127.0.0.1:1/nothing"}
    assert main([], environment) == 1
    assert capsys.readouterr().err.startswith("The PostgreSQL database cannot be opened: ")


def test_file_that_is_not_our_database_is_refused(settings: Settings) -> None:
    settings.database.write_bytes(b"a letter to my aunt" * 99)
    assert "is damaged and there is no backup" in failures(settings)[0]
    settings.database.unlink()
    with closing(sqlite3.connect(settings.database)) as connection:
        connection.execute("CREATE TABLE theirs (a)")
    assert "database of another program" in failures(settings)[0]


def test_empty_file_beside_a_backup_is_refused(settings: Settings, tmp_path: Path) -> None:
    settings.database.touch()
    assert failures(settings) == []
    (tmp_path / "kurultai.20231114T221320Z.backup.sqlite3").touch()
    assert "is empty, but there is a backup" in failures(settings)[0]


def test_disk_without_space_for_a_backup_is_reported(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backup, "ROOM", 1 << 60)
    (sentence,) = failures(settings)
    assert "a backup needs 1152921504606 MB" in sentence
    require_host(settings)  # playing until the disk is full is better than not playing
