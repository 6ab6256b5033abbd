"""A bot in a process of its own that has its modules from another, which saves half of the time of a start.

It is the bot of :mod:`tests.wire.bot_process` from its first line on, with a process id, open files and threads of its
own; only what was imported is there already.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Self

from tests.wire import bot_process
from tests.wire.emulator import DiscordEmulator
from tests.wire.process import BotProcess, environment_for

PRELOADED = [
    "tests.wire.bot_process",
    "bot.cogs",
    "bot.painting.inside",
    "render.awethi.painter",
    "render.chiefdom",
    "render.encode",
    "render.iye",
    "render.totem",
]


class ForkedBot(BotProcess):
    """One run of the bot, to be killed for real."""

    def __init__(self, process: multiprocessing.process.BaseProcess, log: Path, started: float) -> None:
        self._forked = process
        self._log = log
        self.started = started

    @classmethod
    async def fork(cls, discord: DiscordEmulator, folder: Path, *, more: Mapping[str, str] | None = None) -> Self:
        """Start the bot with its database in ``folder``, like :meth:`BotProcess.start`."""
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(PRELOADED)
        log, started = folder / "bot.log", time.perf_counter()
        process = context.Process(target=_live, args=(environment_for(discord, folder, more), log))
        process.start()
        return cls(process, log, started)

    @property
    def pid(self) -> int:
        """Its process id."""
        assert self._forked.pid is not None
        return self._forked.pid

    @property
    def running(self) -> bool:
        """Whether it has not ended."""
        return self._forked.is_alive()

    async def kill(self) -> None:
        """End it at once, as a power cut does."""
        if self.running:
            os.kill(self.pid, signal.SIGKILL)
        await asyncio.to_thread(self._forked.join)

    async def ended(self, patience: float = 10.0) -> int:
        """Wait until it ends by itself; returns its exit status.

        Raises:
            TimeoutError: it took longer.
        """
        await asyncio.to_thread(self._forked.join, patience)
        if self._forked.exitcode is None:
            raise TimeoutError(f"the bot has not ended in {patience:g} s")
        return self._forked.exitcode


def _live(environment: Mapping[str, str], log: Path) -> None:
    os.environ.clear()
    os.environ.update(environment)
    with log.open("ab") as sink:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
            os.dup2(sink.fileno(), stream.fileno())
    sys.exit(bot_process.main())
