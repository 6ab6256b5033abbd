"""Compares moves of people while computer players decide without a pause with moves while none decides.

The figures of `move` and of `load` are measured in turns on the same bot: idle, busy, idle again, and the medians are
compared. What the idle runs differ by is the noise of the machine. As there, the bot of `load` has one processor for
all its processes.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from pathlib import Path
from statistics import median, quantiles

from benchmarks.move import AT_ONCE, MOST, MOVES_OF_A_MATCH, RATE, TIMEOUT_SECONDS, Clicker
from bot.health.status_file import read_status
from proofs.load import Figures, Stage, cpu_seconds, processors, start_bot, tune_gc
from tests.wire.emulator import DEADLINE, DiscordEmulator
from tests.wire.many_servers import ManyServers, Planner
from tests.wire.process import UNLIMITED_REQUESTS, BotProcess
from tests.wire.single_server import SingleServer, newest

MODULE = "tests.wire.deciding_process"
RUNS = 10
"""Runs of each kind."""
KINDS = ("idle", "busy", "control")
"""Of runs. The control is idle again; the kinds change places from turn to turn."""
STEADY_SECONDS, BURST_SECONDS, LOAD_SECONDS = 5.0, 2.0, 6.0
"""Of each run: moves at a fixed rate, as many as possible, and turns at a fixed rate."""
SETTLE_SECONDS = 1.0
"""Seconds after a change, for the process to start or to end its decision."""
SERVERS, MATCHES = 1000, 10_000
"""As in `load`."""

ENDED = "UPDATE matches SET status = 'finished', ended_at = ?, to_move = '[]', settled = id WHERE id > ?"
"""Ends the matches after the first ones, as far as reviews look."""

Run = Callable[[], Awaitable[Mapping[str, float]]]
"""Measures once, and returns figures by their names."""


def measure(size: int = RUNS, servers: int = SERVERS, matches: int = MATCHES) -> dict[str, float]:
    """Measure in turns.

    Args:
        size: runs of each kind.
        servers: of `load`.
        matches: of `load`.

    Returns:
        ``deciding.<idle, busy or control>.move.…`` with ``answer_ms_p50``, ``answer_ms_p99`` and ``sustained_per_s``,
        and ``deciding.<idle, busy or control>.load.…`` with ``answer_ms_p50``, ``answer_ms_p99``, ``board_ms_p50`` and
        ``board_ms_p99``: medians of the runs. For each of them ``deciding.<name>_ratio`` of busy to idle, and
        ``deciding.<name>_control_ratio`` of the control to idle. ``deciding.<move or load>.processor_percent``: the
        part of a processor that the process of the computer players had in the busy runs.
    """
    return {**asyncio.run(measure_moves(size)), **asyncio.run(_measure_load(size, servers, matches))}


async def measure_moves(runs: int, group: str = "deciding", module: str = MODULE, ended: int = 0) -> dict[str, float]:
    """Measure moves in turns.

    Args:
        runs: runs of each kind.
        group: what the names of the figures begin with.
        module: the bot, which begins to be busy with SIGUSR1 and ends it with SIGUSR2.
        ended: how many more matches the database has, which have ended.
    """
    moves = (len(KINDS) * runs + 1) * (STEADY_SECONDS * RATE + BURST_SECONDS * MOST)
    with tempfile.TemporaryDirectory() as folder:
        async with DiscordEmulator(validates=False, deadline=DEADLINE) as discord:
            single_server = SingleServer.build(discord, round(moves / MOVES_OF_A_MATCH) + AT_ONCE)
            channels = single_server.channels
            path = Path(folder) / "kurultai.sqlite3"
            await single_server.fill(path, len(channels) + ended, to_announce=len(channels))
            with closing(sqlite3.connect(path)) as db, db:
                db.execute(ENDED, (int(time.time()), len(channels)))
            bot = await BotProcess.start(discord, Path(folder), module=module, more=UNLIMITED_REQUESTS)
            try:
                await discord.until_ready()
                await discord.until(lambda: all(map(newest, channels)), "the first boards", TIMEOUT_SECONDS)
                clicker = Clicker(single_server)

                async def run() -> Mapping[str, float]:
                    times = await clicker.play_steadily(STEADY_SECONDS)
                    done, seconds = await clicker.burst(BURST_SECONDS)
                    return {**_cuts("answer_ms", times), "sustained_per_s": done / seconds}

                return await _in_turns(group, "move", bot, runs, run)
            finally:
                await bot.kill()


async def _measure_load(runs: int, servers: int, matches: int) -> dict[str, float]:
    allowed = os.sched_getaffinity(0)
    ours, theirs = processors()
    os.sched_setaffinity(0, ours)
    try:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "kurultai.sqlite3"
            async with DiscordEmulator(validates=False, deadline=DEADLINE) as discord:
                many_servers = ManyServers.build(discord, servers, matches)
                await many_servers.fill(path)
                tune_gc()
                stage = Stage(many_servers, Planner(path, 1), random.Random(1))
                bot = await start_bot(discord, Path(folder), theirs, module=MODULE)

                async def run() -> Mapping[str, float]:
                    seen = Figures()
                    await stage.play_steadily(LOAD_SECONDS, seen)
                    return {**_cuts("answer_ms", seen.answers), **_cuts("board_ms", seen.boards)}

                try:
                    return await _in_turns("deciding", "load", bot, runs, run)
                finally:
                    await bot.kill()
                    stage.close()
    finally:
        os.sched_setaffinity(0, allowed)


async def _in_turns(group: str, name: str, bot: BotProcess, runs: int, run: Run) -> dict[str, float]:
    """Run once to warm up, then in turns; return the medians and their ratios."""
    found: dict[str, dict[str, list[float]]] = {kind: {} for kind in KINDS}
    await run()
    used = spent = 0.0
    for turn in range(runs):
        first = turn % len(KINDS)
        for kind in KINDS[first:] + KINDS[:first]:
            os.kill(bot.pid, signal.SIGUSR1 if kind == "busy" else signal.SIGUSR2)
            await asyncio.sleep(SETTLE_SECONDS)
            process = await _process_of(bot) if kind == "busy" else None
            used_before, began = (0.0 if process is None else cpu_seconds(process)), time.perf_counter()
            for figure, value in (await run()).items():
                found[kind].setdefault(figure, []).append(value)
            if process is not None:
                used += cpu_seconds(process) - used_before
                spent += time.perf_counter() - began
    medians = {kind: {figure: median(values) for figure, values in seen.items()} for kind, seen in found.items()}
    return {
        **{
            f"{group}.{kind}.{name}.{figure}": value for kind, seen in medians.items() for figure, value in seen.items()
        },
        **{
            f"{group}.{name}.{figure}{ending}_ratio": value / medians["idle"][figure]
            for kind, ending in (("busy", ""), ("control", "_control"))
            for figure, value in medians[kind].items()
        },
        f"{group}.{name}.processor_percent": 100 * used / spent,
    }


async def _process_of(bot: BotProcess) -> int:
    """Return the id of the process of the computer players."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while True:
            status = await asyncio.to_thread(read_status, bot.folder / "kurultai.sqlite3")
            if status is not None and status.computer_process is not None:
                return status.computer_process
            await asyncio.sleep(SETTLE_SECONDS)  # it is written every few seconds


def _cuts(name: str, seconds: list[float]) -> dict[str, float]:
    return {f"{name}_p50": median(seconds) * 1000, f"{name}_p99": quantiles(seconds, n=100)[-1] * 1000}
