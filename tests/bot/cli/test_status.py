"""``python -m bot status`` and ``health``."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cli import status as status_module
from bot.health.standby_file import StandbyFile
from bot.health.status_file import BotStatus, write_status
from bot.matches.model.text_json import dump_text
from bot.standby.locks import ACTING, beside, lock_file
from bot.storage.database import Database
from bot.storage.sqlite.backup import backup_path
from bot.storage.sqlite.migrate import latest_version
from engines.text import T

NOW = 1_800_000_000
STATUS = BotStatus("1.2.3", 7, NOW - 90_000, NOW, connected_since=NOW - 7_200, servers=2)


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(status_module, "unix_time", lambda: NOW)


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """The settings of a bot that is running and well."""
    monkeypatch.chdir(tmp_path)
    database = tmp_path / "kurultai.sqlite3"

    async def fill() -> None:
        async with await Database.open(database) as opened:
            await opened.write(
                lambda tx: tx.executemany(
                    "INSERT INTO outbox (lane, kind, args, due_at, created_at, failed) VALUES (?, 'x', '{}', ?, ?, ?)",
                    [("a", NOW, NOW - 5, None), ("b", NOW, NOW - 50, "refused")],
                )
            )

    asyncio.run(fill())
    lock = lock_file(beside(database, ACTING))
    assert lock is not None
    write_status(database, STATUS)
    yield {"KURULTAI_DATABASE": str(database)}
    os.close(lock)


def run(command: str, environment: dict[str, str], capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    status = main([command], environment)
    captured = capsys.readouterr()
    assert captured.err == ""
    return status, captured.out.splitlines()


def test_status_has_a_line_for_everything(environment: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    status, lines = run("status", environment, capsys)
    assert status == 0
    assert lines[:-2] == [
        "Version 1.2.3, process 7, started 2027-01-14 07:00 UTC (25 hours ago).",
        "Connected to Discord since 2027-01-15 06:00 UTC (2 hours ago).",
        "It is in 2 servers.",
        "The process of the computer players is not running: it starts when it is needed.",
        (
            "Decisions of computer players since the start: 0 made, 0 waiting, 0 failed, 0 put off to stay within the"
            " processor time of a person. Restarts of the process: 0."
        ),
        "0 matches are running, 0 tables are open.",
        "1 message is waiting to be posted, for 5 seconds.",
        "1 message could not be posted. “python -m bot doctor” says why.",
    ]
    assert lines[-2].startswith("Last commit: 20")
    assert lines[-1] == f"There is no backup in {Path(environment['KURULTAI_DATABASE']).parent}."


def test_status_says_who_acts_and_who_stands_by(
    environment: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    database = Path(environment["KURULTAI_DATABASE"])
    write_status(database, replace(STATUS, acting_since=NOW - 3_600))
    ready, unconnected = StandbyFile(database), StandbyFile(database)
    ready.write(replace(STATUS, process=8, shards_connected=1, standing_by_since=NOW - 60))
    unconnected.write(replace(STATUS, process=9, connected_since=None, version="1.2.4", started_at=NOW - 5))
    status, lines = run("status", environment, capsys)
    assert status == 0
    assert "It has been acting since 2027-01-15 07:00 UTC (1 hour ago)." in lines
    standing_by = [line for line in lines if "standing by" in line]
    assert standing_by == [
        (
            "Process 8 (version 1.2.3) has been standing by since 2027-01-15 07:59 UTC (1 minute ago), connected to"
            " Discord."
        ),
        (
            "Process 9 (version 1.2.4) has been standing by since 2027-01-15 07:59 UTC (5 seconds ago). It is not"
            " connected to Discord yet."
        ),
    ]
    ready.remove()
    unconnected.remove()
    assert not any("standing by" in line for line in run("status", environment, capsys)[1])


def test_status_says_which_process_is_too_old_to_take_over(
    environment: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    database, latest = Path(environment["KURULTAI_DATABASE"]), latest_version()
    files = [StandbyFile(database) for _ in range(3)]
    for number, (file, schema) in enumerate(zip(files, (latest, latest - 1, None), strict=True)):
        file.write(replace(STATUS, process=10 + number, started_at=NOW + number, schema=schema))
    _, lines = run("status", environment, capsys)
    assert [line for line in lines if "cannot take over" in line] == [
        (
            "Process 11 cannot take over: a newer version has upgraded the database. Stop it, and start the new version"
            " instead."
        )
    ]
    for file in files:
        file.remove()


def test_status_names_the_last_backup_and_why_one_failed(
    environment: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    database = Path(environment["KURULTAI_DATABASE"])
    backup_path(database, database.parent, NOW - 7_200).touch()
    failure = T("The disk of {folder} is full.", folder="/x")
    write_status(database, replace(STATUS, backup_failure=dump_text(failure)))
    status, lines = run("status", environment, capsys)
    assert status == 0
    assert lines[-2:] == [
        "Last backup: 2027-01-15 06:00 UTC (2 hours ago).",
        "The last daily backup failed: The disk of /x is full.",
    ]


BUSY = replace(
    STATUS,
    computer_process=8,
    computer_process_bytes=41_600_000,
    computer_process_deaths=5,
    decisions_waiting=2,
    decisions_made=30,
    decisions_failed=3,
    decisions_over_budget=4,
)


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        (BUSY, "The process of the computer players is running, with 42 MB of memory."),
        (replace(BUSY, computer_process_bytes=None), "The process of the computer players is running."),
        (replace(STATUS, computer_players="inside"), "Computer players decide inside the bot’s process."),
        (replace(STATUS, computer_players="off"), "Computer players are switched off."),
    ],
)
def test_status_and_health_know_where_computer_players_decide(
    written: BotStatus, sentence: str, environment: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    write_status(Path(environment["KURULTAI_DATABASE"]), written)
    assert sentence in run("status", environment, capsys)[1]
    status, (line,) = run("health", environment, capsys)
    assert status == 0
    assert line.endswith(sentence)


def test_status_counts_decisions_of_computer_players(
    environment: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    database = Path(environment["KURULTAI_DATABASE"])
    write_status(database, BUSY)
    assert (
        "Decisions of computer players since the start: 30 made, 2 waiting, 3 failed, 4 put off to stay within the"
        " processor time of a person. Restarts of the process: 5."
    ) in run("status", environment, capsys)[1]
    write_status(database, replace(BUSY, computer_players="off"))
    assert not any(line.startswith("Decisions") for line in run("status", environment, capsys)[1])


def test_health_is_one_line(environment: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    status, (line,) = run("health", environment, capsys)
    assert status == 0
    assert line.startswith(
        "healthy: version 1.2.3. Connected to Discord since 2027-01-15 06:00 UTC (2 hours ago)."
        " 0 matches are running, 0 tables are open. 1 message is waiting to be posted, for 5 seconds. Last commit: "
    )


def test_problem_is_the_last_line_and_the_exit_status(
    environment: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    database = Path(environment["KURULTAI_DATABASE"])
    write_status(database, replace(STATUS, connected_since=None, disconnected_since=NOW - 3_600))
    status, lines = run("status", environment, capsys)
    assert status == 1
    assert "Not connected to Discord since 2027-01-15 07:00 UTC (1 hour ago)." in lines
    assert lines[-1] == "Problem: The bot has not been connected to Discord for 1 hour."
    assert run("health", environment, capsys) == (
        1,
        ["unhealthy: The bot has not been connected to Discord for 1 hour."],
    )


def test_without_a_bot_both_commands_say_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    environment = {"KURULTAI_DATABASE": str(tmp_path / "kurultai.sqlite3")}
    assert run("status", environment, capsys) == (1, ["Problem: The bot is not running."])
    assert run("health", environment, capsys) == (1, ["unhealthy: The bot is not running."])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("servers", "expected"),
    [
        (1999, []),
        (2000, ["A shard is nearly full. Start the bot again soon, so that it gets more shards."]),
    ],
)
def test_several_shards_have_a_line(
    environment: dict[str, str], capsys: pytest.CaptureFixture[str], servers: int, expected: list[str]
) -> None:
    status = replace(STATUS, shards=3, shards_connected=2, fullest_shard=servers)
    write_status(Path(environment["KURULTAI_DATABASE"]), status)
    _, lines = run("status", environment, capsys)
    connected = f"2 of 3 shards are connected. The fullest has {servers} of at most 2500 servers."
    assert [line for line in lines if " shard" in line] == [connected, *expected]


@pytest.mark.parametrize(("seconds", "is_problem"), [(300, False), (301, True)])
def test_shard_that_stays_away_is_a_problem(
    environment: dict[str, str], capsys: pytest.CaptureFixture[str], seconds: int, *, is_problem: bool
) -> None:
    status = replace(STATUS, shards=3, shards_connected=2, shard_disconnected_since=NOW - seconds)
    write_status(Path(environment["KURULTAI_DATABASE"]), status)
    code, lines = run("health", environment, capsys)
    assert (code, "A shard has not been connected to Discord for" in lines[0]) == (int(is_problem), is_problem)
