"""Pauses of the computer players: they are short, and the process does not outlive a bot that has paused it."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import cast

import pytest

from bot.computer import process_pauses
from bot.computer.process_pauses import ProcessPauses
from bot.process.worker_process import WorkerProcess
from tests.wait_limit import WAIT_LIMIT

BOT = """
import asyncio
from bot.computer.decider import Question
from bot.computer.process_decider import ProcessDecider
from engines.iye.game import IYE
from tests.bot.ui.views import state
async def main():
    decider, position = ProcessDecider(), state(("c4",))
    player = IYE.players_to_move(position)[0]
    await decider.decide(Question(1, 7, IYE, player, IYE.observe(position, player), 1, 5))
    decider.process.pause()
    print(decider.process.pid, flush=True)
    await asyncio.sleep(1000)
asyncio.run(main())
"""
"""A bot that has paused its process of the computer players, and prints its id."""


class Process:
    """A process that notes what happens to it."""

    def __init__(self) -> None:
        self.seen = list[str]()
        self.resumed = asyncio.Event()

    def pause(self) -> None:
        """Note it."""
        self.seen.append("pause")

    def resume(self) -> None:
        """Note it."""
        self.seen.append("resume")
        self.resumed.set()


async def test_process_is_paused_from_the_beginning_of_the_work_to_its_end() -> None:
    process = Process()
    made = ProcessPauses(cast("WorkerProcess", process))
    made.begin()
    assert process.seen == ["pause"]
    made.end()
    assert process.seen == ["pause", "resume"]


async def test_pause_ends_by_itself_while_the_work_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_pauses, "LONGEST_PAUSE", 0.001)
    process = Process()
    ProcessPauses(cast("WorkerProcess", process)).begin()
    async with asyncio.timeout(WAIT_LIMIT):
        await process.resumed.wait()
    assert process.seen == ["pause", "resume"]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a stopped process with its parent")
async def test_paused_process_ends_when_the_bot_is_killed() -> None:
    bot = await asyncio.create_subprocess_exec(sys.executable, "-c", BOT, stdout=asyncio.subprocess.PIPE)
    assert bot.stdout is not None
    pid = int(await bot.stdout.readline())
    os.kill(bot.pid, signal.SIGKILL)
    await bot.wait()
    async with asyncio.timeout(WAIT_LIMIT):
        while _runs(pid):  # noqa: ASYNC110 - the system says nothing when it ends
            await asyncio.sleep(0.01)


def _runs(pid: int) -> bool:
    """Whether the process exists and is no zombie."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except FileNotFoundError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"
