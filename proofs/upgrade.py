"""Upgrades a database of an earlier version with ten thousand running matches, backup included.

The earlier program is taken from the project's history. It writes the database, and must refuse to open it afterwards.
"""

from __future__ import annotations

import asyncio
import io
import os
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

from bot.storage.database import Database
from bot.storage.sqlite.backup import newest_backup
from tests.wire.single_server import MODELS

EARLIER = "5689bb7"
"""The commit of the earlier version."""
PROJECT = Path(__file__).resolve().parents[1]
MATCHES = 10_000
MEGABYTE = 10**6

FILL = """
import asyncio, sys
from pathlib import Path
from benchmarks.hall import Hall
from tests.wire.emulator import DiscordEmulator

async def fill(path, matches):
    async with DiscordEmulator(judges=False) as discord:
        await Hall.build(discord, 20).fill(path, matches, to_announce=matches)

asyncio.run(fill(Path(sys.argv[1]), int(sys.argv[2])))
"""
"""The script that the earlier program runs."""


class HistoryError(Exception):
    """The earlier version is not in the history, as in a shallow clone."""


def measure(size: int = MATCHES, seed: int = 1) -> dict[str, float]:
    """Upgrade a database with a number of running matches, each with a board waiting to be posted.

    Returns:
        ``upgrade.opened_s``, from opening to ready to use, backup included; ``upgrade.database_mb``, the size of the
        file before.

    Raises:
        HistoryError: the history does not have the earlier version.
        RuntimeError: the matches in the backup or in the upgraded file do not follow from their logs, or the earlier
            program does not refuse the upgraded file with a sentence.
    """
    del seed  # the earlier program has its own
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        database = folder / "kurultai.sqlite3"
        earlier = _earlier(folder / "earlier")
        _run(earlier, "-c", FILL, str(database), str(size)).check_returncode()
        before = database.stat().st_size
        begun = time.perf_counter()
        asyncio.run(_open(database))
        seconds = time.perf_counter() - begun
        backup = newest_backup(database, folder)
        if backup is None:
            raise RuntimeError("no backup was made")
        played = [str(number) for number in range(1, min(size, MODELS) + 1)]  # the others are copies of these
        _check(earlier, backup, played, "all is well")
        _check(PROJECT, database, played, "No problems were found")
        _check(earlier, database, played, "newer version of this program")
        return {"upgrade.opened_s": seconds, "upgrade.database_mb": before / MEGABYTE}


def _earlier(folder: Path) -> Path:
    """Unpack the earlier version.

    Raises:
        HistoryError: the history does not have it.
    """
    git = shutil.which("git") or "git"
    packed = subprocess.run([git, "archive", "--format=zip", EARLIER], cwd=PROJECT, capture_output=True, check=False)
    if packed.returncode:
        raise HistoryError(f"the commit {EARLIER} is not there: {packed.stderr.decode().strip()}")
    with zipfile.ZipFile(io.BytesIO(packed.stdout)) as archive:
        archive.extractall(folder)
    return folder


def _run(program: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program with the packages of this one."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=program,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


async def _open(database: Path) -> None:
    async with await Database.open(database):
        pass


def _check(program: Path, database: Path, matches: list[str], expected: str) -> None:
    """Let the earlier program or this one replay matches.

    Raises:
        RuntimeError: its output is not the expected one.
    """
    said = _run(program, "-m", "bot", "doctor", *matches, KURULTAI_DATABASE=str(database))
    if expected not in said.stdout + said.stderr:
        raise RuntimeError(f"of {database.name} the program in {program} says: {said.stdout}{said.stderr}")
