"""Processes that are forked from an interpreter with the whole bot imported and its pictures prepared.

Tests that start and kill the bot hundreds of times would spend nearly all their time importing and drawing what all
pictures share. Instead, a server process does both once and forks a real process for each start, with its own id,
files, signals and end.
"""

from __future__ import annotations

import asyncio
import importlib
import multiprocessing
import os
import sys
from collections.abc import Mapping, Sequence
from multiprocessing.context import ForkServerProcess
from pathlib import Path

PRELOADED = (
    "tests.wire.crash.bot_process",
    "bot.commands",
    "bot.rendering.thread_renderer",
    "render.encode",
    "tests.wire.prepared_pictures",
    "sandbox.__main__",
)
"""The modules that the server imports: all that a bot needs, its pictures, and the sandbox."""

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(list(PRELOADED))


class ForkedProcess:
    """A process with the part of `asyncio.subprocess.Process` that tests need."""

    def __init__(self, process: ForkServerProcess) -> None:
        self._process = process

    @property
    def pid(self) -> int:
        """Its process id."""
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """Its exit status, the negative number of a signal that has ended it, or None while it runs."""
        return self._process.exitcode

    def kill(self) -> None:
        """End it with SIGKILL."""
        self._process.kill()

    def send_signal(self, signal: int) -> None:
        """Send it a signal."""
        os.kill(self.pid, signal)

    async def wait(self) -> int:
        """Wait until it ends; returns the status."""
        loop = asyncio.get_running_loop()
        ended = asyncio.Event()
        if self.returncode is None:
            loop.add_reader(self._process.sentinel, ended.set)
            try:
                await ended.wait()
            finally:
                loop.remove_reader(self._process.sentinel)
        self._process.join()
        assert self.returncode is not None
        return self.returncode


def fork(
    module: str, environment: Mapping[str, str], folder: Path, log: Path, arguments: Sequence[str] = ()
) -> ForkedProcess:
    """Run the ``main`` of a module in a new process; append its output to ``log``."""
    process = _context.Process(target=_run, args=(module, dict(environment), folder, log, arguments), daemon=True)
    process.start()
    return ForkedProcess(process)


def _run(module: str, environment: dict[str, str], folder: Path, log: Path, arguments: Sequence[str]) -> None:
    with log.open("ab") as sink:
        for stream in (sys.stdout, sys.stderr):
            os.dup2(sink.fileno(), stream.fileno())
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv = [module, *arguments]
    sys.exit(importlib.import_module(module).main())
