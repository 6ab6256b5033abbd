"""The sandbox in a forked process, which imports nothing; `tests.sandbox.test_main` also starts it as people do."""

import asyncio
import os
import signal
from pathlib import Path

from tests.wait_limit import WAIT_LIMIT
from tests.wire.forkserver import ForkedProcess, fork

PROJECT = Path(__file__).resolve().parents[2]
GREETING_END = "Press Ctrl-C to stop."
"""What the sandbox prints last when its pages can be opened."""


class ForkedSandbox:
    """A running sandbox; what it prints goes to a file."""

    def __init__(self, process: ForkedProcess, output: Path) -> None:
        self._process = process
        self._output = output

    @classmethod
    async def start(cls, directory: Path, output: Path, *arguments: str) -> "ForkedSandbox":
        """Start it, and wait until its pages can be opened or it has ended."""
        output.unlink(missing_ok=True)  # noqa: ASYNC240 - of an earlier run
        given = ("--port", "0", "--directory", str(directory), *arguments)
        started = cls(fork("sandbox.__main__", os.environ, PROJECT, output, given), output)
        async with asyncio.timeout(WAIT_LIMIT):
            while started._process.returncode is None and GREETING_END not in started.printed():  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        return started

    def printed(self) -> str:
        """Return what it has printed so far."""
        return self._output.read_text(encoding="utf-8") if self._output.exists() else ""

    async def stop(self) -> int:
        """Stop it with SIGTERM; return its exit status."""
        self._process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(WAIT_LIMIT):
            return await self._process.wait()
