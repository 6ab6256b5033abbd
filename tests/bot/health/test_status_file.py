"""The status file: locked by the process that writes it, read by others."""

from __future__ import annotations

import fcntl
import json
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from bot.health.status_file import (
    BotStatus,
    read_status,
    remove_status,
    write_status,
)
from bot.standby.locks import ACTING, beside, is_bot_running, lock_file
from bot.storage.errors import StorageError

STATUS = BotStatus(version="1.2.3", process=7, started_at=100, written_at=110, connected_since=105, servers=2)

HOLDER = """
import sys
from pathlib import Path
from bot.standby.locks import ACTING, beside, lock_file
print(lock_file(beside(Path(sys.argv[1]), ACTING)) is not None, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "kurultai.sqlite3"


def test_status_is_read_as_written(database: Path) -> None:
    assert read_status(database) is None
    write_status(database, STATUS)
    assert read_status(database) == STATUS
    assert [path.name for path in database.parent.iterdir()] == ["kurultai.sqlite3.status.json"]
    remove_status(database)
    assert read_status(database) is None


def test_only_the_owner_can_read_it(database: Path) -> None:
    before = os.umask(0)
    try:
        write_status(database, STATUS)
        lock = lock_file(beside(database, ACTING))
        assert lock is not None
    finally:
        os.umask(before)
    assert {stat.S_IMODE(path.stat().st_mode) for path in database.parent.iterdir()} == {0o600}
    os.close(lock)


def test_status_of_a_newer_version_is_understood(database: Path) -> None:
    write_status(database, STATUS)
    file = database.with_name("kurultai.sqlite3.status.json")
    file.write_text(json.dumps({**json.loads(file.read_text()), "moon": "full"}))
    assert read_status(database) == STATUS


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        "{}",
        '{"version": "1"}',
        "null",
        '{"version": "1", "process": 1, "started_at": 1, "written_at": "x"}',
        '{"version": "1", "process": 1, "started_at": 1, "servers": null}',
        "[" * 100_000,
    ],
    ids=range(9),
)
def test_unreadable_status_is_explained(database: Path, content: str) -> None:
    database.with_name("kurultai.sqlite3.status.json").write_text(content)
    with pytest.raises(StorageError, match=r"The status file .*kurultai\.sqlite3\.status\.json cannot be read: "):
        read_status(database)


def test_killed_process_releases_the_lock(database: Path) -> None:
    assert not is_bot_running(database)
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(database)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "True\n"
        assert is_bot_running(database)
        assert lock_file(beside(database, ACTING)) is None
        holder.send_signal(signal.SIGKILL)
        holder.wait()
        assert not is_bot_running(database)
        second = lock_file(beside(database, ACTING))
        assert second is not None
        assert is_bot_running(database)
        os.close(second)
    assert not is_bot_running(database)


def test_lock_that_cannot_be_examined_is_explained(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_file: int, _operation: int) -> None:
        raise OSError(37, "No locks available")

    database.with_name("kurultai.sqlite3.status.lock").touch()
    monkeypatch.setattr(fcntl, "flock", refuse)
    with pytest.raises(StorageError, match="No locks available"):
        is_bot_running(database)
    with pytest.raises(OSError, match="No locks available"):
        lock_file(beside(database, ACTING))
