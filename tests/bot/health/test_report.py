"""What another process finds out about the bot, and what makes it unhealthy."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.health.report import DISCONNECTED_SECONDS, OVERDUE_SECONDS, STALE_SECONDS, examine
from bot.health.status_file import BotStatus, write_status
from bot.matches.model.match import MatchChannel, Person
from bot.matches.service import build as build_matches
from bot.matches.store.outbox import Backlog
from bot.standby.locks import ACTING, beside, lock_file
from bot.storage.database import Database
from bot.storage.paths import SERVER_FILE
from bot.storage.sessions import session_name
from tests.postgres import Databases

NOW = 1_800_000_000
STATUS = BotStatus(version="1.2.3", process=7, started_at=NOW - 5_000, written_at=NOW, connected_since=NOW - 4_990)
ADA, BEN = Person(1_000_000_000_000_000_001, "Ada"), Person(2_000_000_000_000_000_002, "Ben")


@pytest.fixture
async def database(tmp_path: Path) -> Path:
    """A database with a running match and an open table, whose messages are posted."""
    path = tmp_path / "kurultai.sqlite3"
    async with await Database.open(path) as opened:
        service = build_matches(opened, clock=lambda: NOW, wake=lambda _queue_key: None)
        match = await service.tables.open_table("iye", {}, ADA, MatchChannel(5, 6))
        match = await service.tables.join(match.id, BEN)
        if match.started_at is None:
            await service.tables.start(match.id, ADA.user_id)
        await service.tables.open_table("totem", {}, ADA, MatchChannel(5, 6))
        await opened.write(lambda tx: tx.execute("DELETE FROM outbox").rowcount)
    return path


@pytest.fixture
def running(database: Path) -> Iterator[Path]:
    """The database of a bot that is running and well."""
    lock = lock_file(beside(database, ACTING))
    assert lock is not None
    write_status(database, STATUS)
    yield database
    os.close(lock)


def enqueue(database: Path, queue_key: str, created: int, due: int, attempts: int = 0) -> None:
    with closing(sqlite3.connect(database)) as db, db:
        db.execute(
            "INSERT INTO outbox (lane, kind, args, attempts, due_at, created_at) VALUES (?, 'x', '{}', ?, ?, ?)",
            (queue_key, attempts, due, created),
        )


def problem(database: Path, now: int = NOW) -> str | None:
    found = examine(database, database.parent, now).problem
    return None if found is None else str(found)


def test_connected_bot_is_healthy(running: Path) -> None:
    report = examine(running, running.parent, NOW)
    assert report.problem is None
    assert report.status == STATUS
    assert report.figures is not None
    assert (report.figures.matches, report.figures.tables) == ({"iye": 1}, {"totem": 1})
    assert (report.figures.outbox.waiting, report.figures.outbox.oldest_at, report.figures.outbox.due_at) == (
        0,
        None,
        None,
    )
    assert report.last_commit_at == round(running.stat().st_mtime)


def test_stopped_bot_is_unhealthy(database: Path) -> None:
    assert problem(database) == "The bot is not running."


def test_killed_bot_is_unhealthy(database: Path) -> None:
    write_status(database, STATUS)
    assert problem(database, NOW + 600) == (
        "The bot is not running. It was not stopped but ended by itself or was killed, at most 10 minutes ago."
    )


@pytest.mark.parametrize("direction", [1, -1], ids=["old", "clock put back"])
def test_stale_status_is_unhealthy(running: Path, direction: int) -> None:
    assert problem(running, NOW + direction * STALE_SECONDS) is None
    assert problem(running, NOW + direction * (STALE_SECONDS + 1)) == (
        "The bot hangs, or cannot write: its status is 31 seconds old."
    )


def test_bot_that_was_never_connected_is_unhealthy(running: Path) -> None:
    write_status(running, replace(STATUS, connected_since=None))
    assert problem(running) == "The bot is starting: it is not connected to Discord yet."
    running.with_name(running.name + ".status.json").unlink()
    assert problem(running) == "The bot is starting."


def test_long_disconnection_is_unhealthy(running: Path) -> None:
    write_status(
        running, replace(STATUS, connected_since=None, disconnected_since=NOW - DISCONNECTED_SECONDS, written_at=NOW)
    )
    assert problem(running) is None
    assert problem(running, NOW + 1) == "The bot has not been connected to Discord for 5 minutes."


def test_message_that_is_not_posted_is_unhealthy(running: Path) -> None:
    enqueue(running, "match:1", created=NOW, due=NOW)
    assert problem(running, NOW + 1) is None
    write_status(running, replace(STATUS, written_at=NOW + OVERDUE_SECONDS + 1))
    assert problem(running, NOW + OVERDUE_SECONDS) is None
    assert problem(running, NOW + OVERDUE_SECONDS + 1) == "A message should have been posted 10 minutes ago."


def test_messages_from_before_the_connection_have_time(running: Path) -> None:
    enqueue(running, "match:1", created=NOW - 100_000, due=NOW - 100_000)
    write_status(running, replace(STATUS, connected_since=NOW - OVERDUE_SECONDS))
    assert problem(running) is None
    write_status(running, replace(STATUS, connected_since=NOW - OVERDUE_SECONDS - 1))
    assert problem(running) == "A message should have been posted 10 minutes ago."


def test_retried_messages_are_no_problem(running: Path) -> None:
    """A channel that refuses everything is not the bot's fault, and a restart would not help."""
    enqueue(running, "match:1", created=NOW - 4_000, due=NOW + 60, attempts=9)
    enqueue(running, "match:1", created=NOW - 3_900, due=NOW - 3_900)  # waits for the one before it
    report = examine(running, running.parent, NOW)
    assert report.problem is None
    assert report.figures is not None
    assert report.figures.outbox == Backlog(waiting=2, oldest_at=NOW - 4_000, due_at=NOW + 60, failed=0)


def test_unreadable_database_is_unhealthy(running: Path) -> None:
    running.write_bytes(b"rubbish" * 1000)
    assert problem(running) == f"The database {running} cannot be read: file is not a database."
    running.unlink()
    assert problem(running) == f"There is no database at {running}."
    assert examine(running, running.parent, NOW).last_commit_at is None


def test_unreadable_status_is_unhealthy(running: Path) -> None:
    running.with_name(running.name + ".status.json").write_text("{")
    assert str(problem(running)).startswith(f"The status file {running}.status.json cannot be read")


@pytest.mark.parametrize("crashed", [False, True])
def test_examining_changes_no_file(database: Path, crashed: bool) -> None:
    """Neither after a clean stop nor while a write-ahead log waits to be recovered."""
    with closing(sqlite3.connect(database)) as other:
        if crashed:
            other.execute("PRAGMA wal_autocheckpoint = 0")
            other.execute("INSERT INTO meta VALUES ('a', 'b')")
            other.commit()
        before = {path.name: path.read_bytes() for path in database.parent.iterdir() if not path.name.endswith("-shm")}
        assert examine(database, database.parent, NOW).figures is not None
        after = {path.name: path.read_bytes() for path in database.parent.iterdir() if not path.name.endswith("-shm")}
    assert after == before
    assert (f"{database.name}-wal" in before) == crashed


def test_last_commit_is_that_of_the_newest_file(running: Path) -> None:
    log = running.with_name(running.name + "-wal")
    log.touch()
    os.utime(running, (NOW - 50, NOW - 50))
    os.utime(log, (NOW - 5, NOW - 5))
    assert examine(running, running.parent, NOW).last_commit_at == NOW - 5


@pytest.mark.postgres
async def test_process_that_took_over_from_a_frozen_one_runs(
    databases: Databases, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The frozen one has kept the lock of the file; the server knows better who acts."""
    from bot.storage.postgres import session_lock  # noqa: PLC0415 - optional

    monkeypatch.chdir(tmp_path)
    address = databases.fresh()
    write_status(tmp_path / SERVER_FILE, STATUS)
    lock = session_lock.SessionLock(address, session_lock.ACTING, 5, session_name(STATUS.version, STATUS.process))
    assert await lock.try_acquire()
    assert examine(address, tmp_path, NOW).problem is None
    await lock.release()
    assert "The bot is not running" in str(examine(address, tmp_path, NOW).problem)
