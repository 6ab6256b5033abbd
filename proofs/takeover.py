"""Stops and kills the process that acts, while another one stands by and matches of all games are played.

Everything that the proof of crashes checks is checked here too: nothing is lost, changed, posted twice or shown to the
wrong users. Besides, it measures how long users wait.
"""

from __future__ import annotations

import asyncio
import random
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

from bot.health.report import examine
from bot.health.standby_file import read_standbys
from bot.storage.database import unix_time
from proofs.crash import SERVERS, TIMEOUT_SECONDS, CrashRun
from proofs.journal import hold_slices
from tests.wire.emulator import DiscordEmulator
from tests.wire.emulator.interactions import DEADLINE
from tests.wire.many_servers import PLAYERS, ManyServers, play_models
from tests.wire.process import UNLIMITED_REQUESTS, BotProcess

EVENTS = 2000
"""Stops and kills, half of each."""
MATCHES = 160
A_SLICE = 20
"""Events of one database with the same matches."""
SECONDS = 1.6
"""How long people play around one event; it comes in the first half."""
SETTINGS = {"KURULTAI_STANDBY": "connected", "KURULTAI_PAINTER": "inside", **UNLIMITED_REQUESTS}


def measure(
    size: int = EVENTS, seed: int = 1, journal: Path | None = None, *, matches: int = MATCHES
) -> dict[str, float]:
    """Stop or kill the process that acts ``size`` times while ``matches`` are played and another process stands by.

    With a ``journal``, an interrupted run continues (:func:`proofs.journal.hold_slices`).

    Returns:
        ``takeover.handovers`` and ``takeover.kills``, the typed ``takeover.turns``; turns around stops that were
        ``takeover.unanswered``, and the longest wait for an answer (``takeover.stop_answer_max``); the time from a
        kill to the next answer (``takeover.kill_gap_p50`` and ``_p99``), and how many of the turns typed in the second
        before and after a kill were answered in Discord's three seconds (``takeover.kill_answered_percent``).

    Raises:
        AssertionError: something was lost, changed, posted twice, or shown to the wrong users.
    """
    with tempfile.TemporaryDirectory() as folder:
        models = Path(folder) / "models.sqlite3"

        def hold(number: int) -> dict[str, Any]:
            if not models.exists():
                asyncio.run(play_models(models, -(-matches // len(PLAYERS))))
            events = min(A_SLICE, size - number * A_SLICE)
            return asyncio.run(_run_slice(events, seed * 1_000_000 + number, models, matches))

        held = hold_slices(hold, -(-size // A_SLICE), seed, journal)
    gaps = sorted(gap for each in held for gap in each["gaps_ms"])
    around, answered = (sum(each[name] for each in held) for name in ("around_kills", "answered_in_time"))
    counted = {f"takeover.{name}": float(sum(each[name] for each in held)) for name in ("handovers", "kills", "turns")}
    return {
        **counted,
        "takeover.unanswered": float(sum(each["unanswered"] for each in held)),
        "takeover.stop_answer_max": max((wait for each in held for wait in each["stop_waits_ms"]), default=0.0),
        "takeover.kill_gap_p50": gaps[len(gaps) // 2] if gaps else 0.0,
        "takeover.kill_gap_p99": gaps[min(len(gaps) - 1, len(gaps) * 99 // 100)] if gaps else 0.0,
        "takeover.kill_answered_percent": 100 * answered / around if around else 100.0,
    }


async def _run_slice(events: int, seed: int, models: Path, matches: int) -> dict[str, Any]:
    """Play, stop, kill and check, starting from a copy of a database with played matches."""
    with tempfile.TemporaryDirectory() as folder:
        async with DiscordEmulator(validates=False, deadline=DEADLINE) as discord:
            many_servers = ManyServers.build(discord, SERVERS, matches)
            run = TakeoverRun(many_servers, Path(folder), random.Random(seed))
            shutil.copyfile(models, run.path)
            many_servers.place_matches(run.path)
            await run.examine()
            try:
                await run.start()
                for number in range(events):
                    if number == events // 2:
                        run.forget_sessions()
                    await run.end_one(kill=number % 2 == 1)
            finally:
                await run.stop_all()
            await discord.until(lambda: not discord.gateway.ready, "a closed connection", TIMEOUT_SECONDS)
            await run.finish()
            return {
                "handovers": -(-events // 2),
                "kills": events // 2,
                "turns": run.found.turns,
                "unanswered": run.unanswered,
                "stop_waits_ms": run.stop_waits,
                "gaps_ms": run.gaps,
                "around_kills": run.around_kills,
                "answered_in_time": run.answered_in_time,
                "problems": run.found.problems,
            }


class TakeoverRun(CrashRun):
    """One database, one process that acts and one that stands by."""

    def __init__(self, many_servers: ManyServers, folder: Path, rng: random.Random) -> None:
        super().__init__(many_servers, folder, rng)
        self._processes: list[BotProcess] = []
        """The process that acts, then the one that stands by."""
        self.unanswered = 0
        """Turns typed around a stop without an answer."""
        self.stop_waits: list[float] = []
        """The longest wait for an answer around each stop, in ms."""
        self.gaps: list[float] = []
        """The time from each kill to the next answer, in ms."""
        self.around_kills = self.answered_in_time = 0
        """Turns typed within a second of a kill, and those of them that were answered in time."""

    async def start(self) -> None:
        """Start both processes."""
        self._processes.append(self._launch())
        await self._many_servers.discord.until_ready(TIMEOUT_SECONDS)
        await self._stand_by()

    async def end_one(self, *, kill: bool) -> None:
        """Stop or kill the process that acts while people play; check everything, and start another one."""
        acting = self._processes.pop(0)
        playing = asyncio.create_task(self._play(SECONDS, None), name="people")
        await asyncio.sleep(self._rng.uniform(0, SECONDS / 2))
        moment = time.perf_counter()
        if kill:
            await acting.kill()
        elif status := await acting.stop(TIMEOUT_SECONDS):
            self.found.problems.append(f"the bot ended with status {status}")
        turns = await playing
        await self._wait_for(turns)
        if kill:
            self._note_kill(moment)
        else:
            self._note_stop()
        await self.examine(self._touched)
        self._busy.clear()
        self._touched.clear()
        self.typed.clear()
        await self._stand_by()

    async def stop_all(self) -> None:
        """End all processes."""
        for process in self._processes:
            await process.kill()

    def _launch(self) -> BotProcess:
        return BotProcess.fork(self._many_servers.discord, self._folder, more=SETTINGS)

    async def _stand_by(self) -> None:
        """Start a process, and wait until it stands by and the other one acts."""
        self._processes.append(self._launch())
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while not self._is_paired():  # noqa: ASYNC110 - nothing tells of a change of the files
                await asyncio.sleep(0.05)

    def _is_paired(self) -> bool:
        acting, waiting = examine(self.path, self._folder, unix_time()).status, read_standbys(self.path)
        return (
            acting is not None
            and acting.acting_since is not None
            and acting.process == self._processes[0].pid
            and [each.process for each in waiting if each.is_fully_connected] == [self._processes[1].pid]
        )

    async def _wait_for(self, turns: list[asyncio.Task[None]]) -> None:
        """Wait for answers; one that Discord no longer accepts never comes."""
        pending = set(turns)
        end = time.perf_counter() + DEADLINE + 2
        while pending and time.perf_counter() < end:
            _, pending = await asyncio.wait(pending, timeout=0.5)
        for task in pending:
            task.cancel()
        await asyncio.gather(*pending, return_exceptions=True)

    def _note_kill(self, moment: float) -> None:
        answers = [each.answered for each in self.typed if each.answered is not None and each.answered > moment]
        if answers:
            self.gaps.append(1000 * (min(answers) - moment))
        around = [each for each in self.typed if abs(each.sent - moment) <= 1]
        self.around_kills += len(around)
        self.answered_in_time += sum(each.answered is not None and each.latency <= DEADLINE for each in around)

    def _note_stop(self) -> None:
        waits = [1000 * each.latency for each in self.typed if each.answered is not None]
        self.unanswered += len(self.typed) - len(waits)
        self.stop_waits.append(max(waits, default=0.0))
