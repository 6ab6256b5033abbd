"""The bot as a process that is started, killed and started again on the same database."""

import asyncio
import os
import re
import signal
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Self

from tests.wait_limit import WAIT_LIMIT
from tests.wire.emulator import DiscordEmulator
from tests.wire.forkserver import ForkedProcess, fork

ROOT = Path(__file__).resolve().parents[2]

BOT = "tests.wire.bot_process"
PATIENT = "tests.wire.patient_process"
QUICK = "tests.wire.quick_process"

REMOVED_PREFIXES = ("KURULTAI_", "DISCORD_", "PYTHONDONTWRITEBYTECODE")
"""Prefixes of environment variables that the bot does not get: it has its own settings and uses compiled modules."""

UNLIMITED_REQUESTS = {"KURULTAI_REQUESTS_PER_SECOND": "10000"}
"""Settings of a bot without a rate limit; the emulator limits nothing by default."""


class BotProcess:
    """One run of the bot. Logs go to a file in its folder, beside the database, and survive the run."""

    def __init__(self, process: asyncio.subprocess.Process | ForkedProcess, log: Path, started: float) -> None:
        self._process = process
        self._log = log
        self.started = started
        """Clock `time.perf_counter` just before the process was created."""

    @classmethod
    async def start(
        cls,
        discord: DiscordEmulator,
        folder: Path,
        *,
        module: str = BOT,
        more: Mapping[str, str] | None = None,
        working_folder: Path = ROOT,
    ) -> Self:
        """Start the bot with its database in ``folder``; ``more`` are further environment variables.

        Returns at once; `DiscordEmulator.until_ready` waits until the bot is connected.
        """
        log = folder / "bot.log"
        environment = _environment(discord, folder, more)
        started = time.perf_counter()
        with log.open("ab") as sink:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", module, cwd=working_folder, env=environment, stdout=sink, stderr=sink
            )
        return cls(process, log, started)

    @classmethod
    def fork(
        cls,
        discord: DiscordEmulator,
        folder: Path,
        *,
        module: str = BOT,
        more: Mapping[str, str] | None = None,
        working_folder: Path = ROOT,
    ) -> Self:
        """Start the bot faster, in a forked process with all modules imported and without a process that draws.

        On a busy machine, pictures that such a process does not draw in time are given up, and boards posted as text.
        """
        log = folder / "bot.log"
        environment = _environment(discord, folder, {"KURULTAI_PAINTER": "inside", **(more or {})})
        started = time.perf_counter()
        return cls(fork(module, environment, working_folder, log), log, started)

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    @property
    def running(self) -> bool:
        """Whether the process runs."""
        return self._process.returncode is None

    @property
    def folder(self) -> Path:
        """The folder of the database and the log."""
        return self._log.parent

    @property
    def log(self) -> str:
        """The output of this and earlier runs in the folder."""
        return self._log.read_text(encoding="utf-8", errors="replace")

    async def kill(self) -> None:
        """Kill the process, as a power cut does."""
        if self.running:
            self._process.kill()
        await self._process.wait()

    async def stop(self, limit: float = WAIT_LIMIT) -> int:
        """Stop the process with SIGTERM; return its exit status.

        Raises:
            TimeoutError: it took longer than ``limit`` seconds.
        """
        if self.running:
            self._process.send_signal(signal.SIGTERM)
        return await self.ended(limit)

    async def until_logged(self, text: str) -> None:
        """Wait until the log contains a text."""
        async with asyncio.timeout(WAIT_LIMIT):
            while text not in self.log:  # noqa: ASYNC110 - nothing tells of a change of the file
                await asyncio.sleep(0.05)

    async def ended(self, limit: float = WAIT_LIMIT) -> int:
        """Wait until the process ends; return its exit status."""
        async with asyncio.timeout(limit):
            return await self._process.wait()


def _environment(discord: DiscordEmulator, folder: Path, more: Mapping[str, str] | None) -> dict[str, str]:
    return {
        **{key: value for key, value in os.environ.items() if not key.startswith(REMOVED_PREFIXES)},
        **discord.environment(),
        "PYTHONPATH": str(ROOT),
        "KURULTAI_DATABASE": str(folder / "kurultai.sqlite3"),
        **(more or {}),
    }


def family(pid: int) -> list[int]:
    """Return a process and its descendants."""
    children = " ".join(file.read_text("ascii") for file in Path(f"/proc/{pid}/task").glob("*/children"))
    return [pid, *(member for child in children.split() for member in family(int(child)))]


def resident_mb(pid: int) -> float:
    """Return the resident memory of a process in megabytes, with its share of shared memory.

    That is the Pss of proc(5), smaps_rollup.
    """
    status = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii")
    (kilobytes,) = re.findall(r"^Pss:\s+(\d+) kB", status, re.MULTILINE)
    return int(kilobytes) * 1024 / 1e6
