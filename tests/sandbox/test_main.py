"""``python -m sandbox``: its start, and everything that can go wrong then."""

import asyncio
import signal
import sqlite3
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import cast

import pytest
from aiohttp import ClientSession

from bot.standby.locks import file_locks
from sandbox.__main__ import _open, main
from sandbox.pages import listen
from sandbox.simulation import Simulation, nothing
from tests.sandbox.forked import ForkedSandbox

PROJECT = Path(__file__).resolve().parents[2]


def test_port_in_use_is_reported_in_a_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with listen(0) as taken:
        port = taken.getsockname()[1]
        assert main(["--port", str(port), "--directory", str(tmp_path)]) == 2
    error_text = capsys.readouterr().err
    assert error_text.startswith(f"Port {port} cannot be used (")
    assert "--port 0" in error_text


async def test_folder_of_another_sandbox_is_refused_and_kept(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The bot of the second one would stand by, and answer nobody."""
    database = tmp_path / "kurultai.sqlite3"
    database.write_bytes(b"matches")
    acting = file_locks(database).acting
    assert await acting.try_acquire()
    assert main(["--port", "0", "--fresh", "--directory", str(tmp_path)]) == 2
    await acting.release()
    assert capsys.readouterr().err == (
        f"Another sandbox uses the folder {tmp_path}. Stop it first, or choose another folder with --directory.\n"
    )
    assert database.read_bytes() == b"matches"


@pytest.mark.parametrize("port", ["70000", "-1", "ninety"])
def test_invalid_port_is_rejected(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([f"--port={port}"])
    assert ended.value.code == 2
    assert f"a port is a number from 0 to 65535, not {port}" in capsys.readouterr().err


def test_unusable_folder_is_reported_in_a_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert main(["--port", "0", "--directory", str(tmp_path / "file")]) == 2
    assert capsys.readouterr().err.startswith(f"The folder {tmp_path / 'file'} cannot be used: ")


@pytest.mark.parametrize("number", ["0", "9", "many"])
def test_invalid_number_of_members_is_rejected(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--members", number])
    assert ended.value.code == 2
    assert "--members" in capsys.readouterr().err


def test_invalid_database_is_reported_in_a_sentence_and_kept(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    database = tmp_path / "kurultai.sqlite3"
    database.write_text("This is a letter to my aunt, and not a database at all. " * 20, encoding="utf-8")
    assert main(["--port", "0", "--directory", str(tmp_path)]) == 2
    error_text = capsys.readouterr().err
    assert "Traceback" not in error_text
    assert len(error_text.splitlines()) == 1
    assert "aunt" in database.read_text(encoding="utf-8")


def test_demonstration_needs_two_members(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--demo", "--members", "1"])
    assert ended.value.code == 2
    assert "--demo needs at least 2 members" in capsys.readouterr().err


async def run(tmp_path: Path, *arguments: str) -> tuple[list[str], int]:
    """Start the sandbox, fetch every page it prints, stop it; return its output and exit status."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "sandbox", "--port", "0", "--directory", str(tmp_path), *arguments),
        cwd=PROJECT,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    printed: list[str] = []
    async for line in process.stdout:
        printed.append(line.decode().strip())
        if printed[-1].endswith("Press Ctrl-C to stop."):
            break
    async with ClientSession() as session:
        for link in [line.split()[0] for line in printed if line.startswith("http")]:
            async with session.get(link) as page:
                assert page.status == 200
    process.send_signal(signal.SIGTERM)
    rest, _ = await process.communicate()
    assert process.returncode is not None
    return [*printed, *rest.decode().splitlines()], process.returncode


async def test_start_prints_a_link_for_every_member_and_sigterm_stops(tmp_path: Path) -> None:
    printed, status = await run(tmp_path, "--members", "5")
    members = [line.split()[1] for line in printed if line.startswith("http")]
    assert members == ["Ada", "Björk", "Çağrı", "さくら", "İlkay"]
    assert printed[-1] == "The sandbox has stopped. Your matches are saved; “make play” continues them."
    assert status == 0


async def test_database_is_kept_without_the_option_fresh(tmp_path: Path) -> None:
    def mark(value: int) -> None:
        with sqlite3.connect(tmp_path / "kurultai.sqlite3") as database:
            database.execute("CREATE TABLE marks (value INTEGER)")
            database.execute("INSERT INTO marks VALUES (?)", (value,))
        database.close()

    def is_marked() -> bool:
        with sqlite3.connect(tmp_path / "kurultai.sqlite3") as database:
            found = database.execute("SELECT name FROM sqlite_schema WHERE name = 'marks'").fetchone()
        database.close()
        return found is not None

    async def run_briefly(*arguments: str) -> None:
        sandbox = await ForkedSandbox.start(tmp_path, tmp_path / "output", *arguments)
        assert await sandbox.stop() == 0

    await run_briefly()
    mark(1)
    await run_briefly()
    assert is_marked()
    await run_briefly("--fresh")
    assert not is_marked()


class Busy:
    """A simulation that takes long to open."""

    def __init__(self, opened: asyncio.Event) -> None:
        self._opened = opened
        self.ended = False

    async def open(self, prepare: Callable[[], Awaitable[None]]) -> None:
        try:
            await self._opened.wait()
        except asyncio.CancelledError:
            self.ended = True
            raise
        await prepare()


async def test_stop_signal_works_before_the_simulation_is_open() -> None:
    stop = asyncio.Event()
    busy = Busy(asyncio.Event())
    asyncio.get_running_loop().call_soon(stop.set)
    assert not await _open(cast("Simulation", busy), stop, nothing)
    assert busy.ended


async def test_slow_start_prints_a_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = asyncio.Event()

    def printed_busy(text: str) -> None:
        assert "press Ctrl-C to stop" in text
        opened.set()

    monkeypatch.setattr("sandbox.__main__.BUSY_NOTICE_SECONDS", 0.0)
    monkeypatch.setattr("sandbox.__main__._print", printed_busy)
    assert await _open(cast("Simulation", Busy(opened)), asyncio.Event(), nothing)
