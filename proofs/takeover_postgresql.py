"""Stops, kills, freezes and cuts off the process that acts, and stops the database server: two bots on two machines.

The machines have nothing in common but the database and Discord. Each reaches the server through a link of its own,
which can be cut. Everything that the proof of takeovers checks is checked here too; besides, a process that was frozen
or cut off must stand by when it is back.
"""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import quote

from bot.health.standby_file import read_standbys
from bot.health.status_file import BotStatus, read_status
from bot.storage.copying import copy
from bot.storage.errors import StorageError
from bot.storage.paths import SERVER_FILE
from proofs.crash import SERVERS, TIMEOUT_SECONDS
from proofs.journal import run_slices
from proofs.link import Link
from proofs.takeover import (
    KILL,
    MATCHES,
    NAMES,
    SECONDS,
    SETTINGS,
    STOP,
    TakeoverRun,
    figures_of,
    is_ready,
    make_models,
)
from tests.postgres import Cluster, find_programs
from tests.wire.emulator import DiscordEmulator
from tests.wire.emulator.interactions import DEADLINE
from tests.wire.many_servers import ManyServers, Planner, Turn, is_confirmed
from tests.wire.process import BotProcess

EVENTS = 700
FREEZE, CUT, SERVER_STOP = "freeze", "cut", "server_stop"
"""Events: SIGSTOP, a link to the database on which nothing arrives, and a database server that is stopped."""
ORDER = (FREEZE, STOP, CUT, KILL, FREEZE, SERVER_STOP, CUT)
"""The events are these, one after the other, again and again."""
A_SLICE = len(ORDER)
SERVER = {"fsync": "off", "full_page_writes": "off"}
"""Settings of the server. It crashes, but not its machine: what was committed is never lost."""
LOST_SECONDS = 9.0
"""How long a process is frozen or cut off: longer than until another one acts, and too short for Downtime."""
EARLIEST_ANSWER_SECONDS = 1.0
"""No other process can act so soon; what is answered earlier was stored before."""
AWAY_SECONDS = (1.0, 4.0)
"""How long the database server is away."""
UNREACHABLE = "cannot reach its database"
"""In the answers of a bot whose database is away."""


def measure(
    size: int = EVENTS, seed: int = 1, journal: Path | None = None, *, matches: int = MATCHES
) -> dict[str, float]:
    """Let ``size`` events happen while ``matches`` are played on two machines.

    With a ``journal``, an interrupted run continues (:func:`proofs.journal.run_slices`).

    Returns:
        The figures of :func:`proofs.takeover.figures_of`. A gap lasts until the first answer by a process that acts;
        after a stop of the server, from when it is back.

    Raises:
        AssertionError: something was lost, changed, posted twice, or shown to the wrong users.
    """
    programs = find_programs()
    if programs is None:
        raise SystemExit("PostgreSQL is not installed (Debian: postgresql).")
    with tempfile.TemporaryDirectory() as folder:
        models = Path(folder) / "models.sqlite3"

        def run_slice(number: int) -> dict[str, Any]:
            make_models(models, matches)
            events = min(A_SLICE, size - number * A_SLICE)
            with Cluster.running(programs, **SERVER) as cluster:
                return asyncio.run(_run_slice(events, seed * 1_000_000 + number, models, matches, cluster))

        return figures_of(run_slices(run_slice, -(-size // A_SLICE), seed, journal), ServerTakeoverRun.names)


async def _run_slice(events: int, seed: int, models: Path, matches: int, cluster: Cluster) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        async with DiscordEmulator(validates=False, deadline=DEADLINE) as discord:
            many_servers = ManyServers.build(discord, SERVERS, matches)
            file, database = Path(folder) / "kurultai.sqlite3", cluster.create()
            shutil.copyfile(models, file)
            many_servers.place_matches(file)
            copy(file, cluster.address(database), lambda _table, _rows: None)
            run = ServerTakeoverRun(many_servers, Path(folder), random.Random(seed), cluster, database)
            return await run.execute(ORDER[:events])


class ServerTakeoverRun(TakeoverRun):
    """A database on a server, and two machines."""

    names: Mapping[str, str] = {**NAMES, FREEZE: "freezes", CUT: "cuts", SERVER_STOP: "server_stops"}

    def __init__(
        self, many_servers: ManyServers, folder: Path, rng: random.Random, cluster: Cluster, database: str
    ) -> None:
        super().__init__(many_servers, folder, rng, cluster.address(database))
        self._cluster = cluster
        self._database = database
        self._numbers = count(1)
        self._links: dict[int, Link] = {}
        """The link of each process."""
        self._waiting: list[Turn] = []
        """Turns that are typed while the database is away."""

    async def start(self) -> None:
        """Start both processes."""
        self._processes.append(await self._launch_on_machine())
        await self._many_servers.discord.until_ready(TIMEOUT_SECONDS)
        await self._stand_by()

    async def stop_all(self) -> None:
        """End all processes and links."""
        await super().stop_all()
        for link in self._links.values():
            await link.close()

    # ------------------------------------------------------------------------------------------------------- events

    def _seconds(self, event: str) -> float:
        return SECONDS if event in NAMES else SECONDS + LOST_SECONDS

    async def _do(self, event: str) -> float:
        """Let something happen; returns from when on an answer is awaited, by `time.perf_counter`."""
        if event in NAMES:
            return await super()._do(event)
        acting = self._processes[0]
        moment = time.perf_counter()
        if event == SERVER_STOP:
            self._plan()
            self._cluster.stop(self._rng.choice((signal.SIGINT, signal.SIGQUIT)))
            await asyncio.sleep(self._rng.uniform(*AWAY_SECONDS))
            await asyncio.to_thread(self._cluster.start)
            return time.perf_counter()
        if event == FREEZE:
            os.kill(acting.pid, signal.SIGSTOP)
        else:
            self._links[acting.pid].cut()
        self._answers_from = moment + EARLIEST_ANSWER_SECONDS
        await asyncio.sleep(LOST_SECONDS)
        if event == FREEZE:
            os.kill(acting.pid, signal.SIGCONT)
        else:
            await self._links[acting.pid].mend()
        self._processes.reverse()
        return moment

    async def _after(self, event: str) -> None:
        """Let two processes be there again: one that was frozen or cut off stands by, or acts again."""
        if event in NAMES:
            await self._stand_by()
            return
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while not self._is_paired():
                self._processes.reverse()  # either of them may act by now
                await asyncio.sleep(0.05)

    async def _launch_on_machine(self) -> BotProcess:
        number = next(self._numbers)
        folder = self._folder / f"m{number}"
        folder.mkdir()
        link = Link(folder / "link", self._cluster.folder)
        await link.open()
        address = f"postgresql://kurultai@/{self._database}?host={quote(str(link.folder), safe='')}"
        more = {**SETTINGS, "KURULTAI_DATABASE": address}
        discord = self._many_servers.discord
        process = BotProcess.fork(discord, folder, more=more, working_folder=folder)
        self._links[process.pid] = link
        return process

    async def _stand_by(self) -> None:
        self._processes.append(await self._launch_on_machine())
        await self._until_paired()

    def _is_paired(self) -> bool:
        acting = _status(self._processes[0])
        waiting = read_standbys(self._processes[1].folder / SERVER_FILE)
        return (
            acting is not None
            and acting.acting_since is not None
            and acting.process == self._processes[0].pid
            and is_ready(waiting, self._processes[1])
        )

    # -------------------------------------------------------------------------------------------------------- turns

    def _plan(self) -> None:
        """Plan turns while the database can still be asked."""
        planner = Planner(self.address, self._rng.randrange(1 << 30))
        try:
            turns = [planner.turn(number) for number in range(1, len(self._many_servers.channels) + 1)]
        finally:
            planner.close()
        self._waiting = [turn for turn in turns if turn is not None]
        self._rng.shuffle(self._waiting)

    def _next(self, planner: Planner) -> Turn | None:
        """Return a turn; one that was planned before if the database is away."""
        import psycopg  # noqa: PLC0415 - optional

        try:
            return super()._next(planner)
        except (psycopg.Error, StorageError):
            with suppress(psycopg.Error):
                planner.close()
        while self._waiting:
            turn = self._waiting.pop()
            if turn.match_id not in self._touched:  # or it may be a turn of an older position
                self._busy.add(turn.match_id)
                self._touched.add(turn.match_id)
                return turn
        return None

    def _is_refused(self, text: str) -> bool:
        return UNREACHABLE in text and not is_confirmed(text)


def _status(process: BotProcess) -> BotStatus | None:
    try:
        return read_status(process.folder / SERVER_FILE)
    except StorageError:
        return None
