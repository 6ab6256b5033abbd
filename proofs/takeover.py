"""Stops and kills the process that acts, while another one stands by and matches of all games are played.

Everything that the proof of crashes checks is checked here too: nothing is lost, changed, posted twice or shown to the
wrong users. Besides, it measures how long users wait, and checks that no clock is moved.
"""

from __future__ import annotations

import asyncio
import random
import shutil
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bot.health.report import examine
from bot.health.standby_file import read_standbys
from bot.health.status_file import BotStatus
from bot.storage.database import unix_time
from proofs.crash import SERVERS, TIMEOUT_SECONDS, CrashRun
from proofs.journal import run_slices
from tests.wire.emulator import DiscordEmulator
from tests.wire.emulator.interactions import DEADLINE, Interaction
from tests.wire.many_servers import PLAYERS, ManyServers, is_confirmed, play_models
from tests.wire.process import UNLIMITED_REQUESTS, BotProcess

EVENTS = 2000
"""Stops and kills, half of each."""
MATCHES = 160
PACE = "relaxed"
"""The matches' time control: their deadlines are days away, so none may pass and none may move."""
A_SLICE = 20
"""Events of one database with the same matches."""
SECONDS = 1.6
"""How long people play around one event; it comes in the first half."""
LAST_ANSWER_SECONDS = 0.02
"""How long after its end answers that a process had sent may still arrive. No other one can answer so soon."""
SETTINGS = {"KURULTAI_STANDBY": "connected", **UNLIMITED_REQUESTS}

STOP, KILL = "stop", "kill"
"""Events: SIGTERM and SIGKILL."""
NAMES = {STOP: "handovers", KILL: "kills"}
"""How they are counted."""


def measure(
    size: int = EVENTS, seed: int = 1, journal: Path | None = None, *, matches: int = MATCHES
) -> dict[str, float]:
    """Stop or kill the process that acts ``size`` times while ``matches`` are played and another process stands by.

    With a ``journal``, an interrupted run continues (:func:`proofs.journal.run_slices`).

    Returns:
        ``takeover.handovers`` and ``takeover.kills``, and the figures of :func:`figures_of`.

    Raises:
        AssertionError: something was lost, changed, posted twice, or shown to the wrong users.
    """
    with tempfile.TemporaryDirectory() as folder:
        models = Path(folder) / "models.sqlite3"

        def run_slice(number: int) -> dict[str, Any]:
            make_models(models, matches)
            events = [(STOP, KILL)[index % 2] for index in range(min(A_SLICE, size - number * A_SLICE))]
            return asyncio.run(_run_slice(events, seed * 1_000_000 + number, models, matches))

        return figures_of(run_slices(run_slice, -(-size // A_SLICE), seed, journal), NAMES)


def make_models(path: Path, matches: int) -> None:
    """Play matches of all games, once."""
    if not path.exists():
        asyncio.run(play_models(path, -(-matches // len(PLAYERS)), PACE))


def figures_of(slices: Sequence[Mapping[str, Any]], events: Mapping[str, str]) -> dict[str, float]:
    """Return the figures of all slices.

    Returns:
        How often each event happened, the typed ``takeover.turns``; without those around kills, turns that were
        ``unanswered`` and ``refused_turns``; ``clocks_moved`` and ``deadlines_early``; the longest wait for an answer
        around each event but kills (``stop_answer_max``), the time from each event to the next answer
        (``kill_gap_p50``, ``_p99`` and ``_max``), and how many of the turns typed within a second of a kill were
        answered in Discord's three seconds (``kill_answered_percent``).
    """
    counted = (*events.values(), "turns", "unanswered", "refused_turns", "clocks_moved", "deadlines_early")
    figures = {f"takeover.{name}": float(sum(each[name] for each in slices)) for name in counted}
    for event in events:
        gaps = sorted(gap for each in slices for gap in each["gaps_ms"].get(event, ()))
        waits = [wait for each in slices for wait in each["waits_ms"].get(event, ())]
        if gaps:
            figures[f"takeover.{event}_gap_p50"] = gaps[len(gaps) // 2]
            figures[f"takeover.{event}_gap_p99"] = gaps[min(len(gaps) - 1, len(gaps) * 99 // 100)]
            figures[f"takeover.{event}_gap_max"] = gaps[-1]
        if waits:
            figures[f"takeover.{event}_answer_max"] = max(waits)
    around, answered = (sum(each[name] for each in slices) for name in ("around_kills", "answered_in_time"))
    figures["takeover.kill_answered_percent"] = 100 * answered / around if around else 100.0
    return figures


def confirmed_at(interaction: Interaction) -> float | None:
    """Return when a turn was confirmed, by `time.perf_counter`."""
    if interaction.completed is None or not is_confirmed(interaction.text):
        return None
    return interaction.completed


def _is_expected(interaction: Interaction) -> bool:
    """Whether an answer that Discord accepts can still come."""
    if interaction.answered is None:
        return time.perf_counter() < interaction.sent + DEADLINE + 2
    return interaction.completed is None


def is_ready(waiting: Sequence[BotStatus], process: BotProcess) -> bool:
    """Whether a process, and no other one, stands by as one does that was started some time ago."""
    ready = [each.process for each in waiting if each.is_fully_connected and each.is_warm]
    return ready == [process.pid]


async def _run_slice(events: Sequence[str], seed: int, models: Path, matches: int) -> dict[str, Any]:
    """Play, stop, kill and check, starting from a copy of a database with played matches."""
    with tempfile.TemporaryDirectory() as folder:
        async with DiscordEmulator(validates=False, deadline=DEADLINE) as discord:
            many_servers = ManyServers.build(discord, SERVERS, matches)
            run = TakeoverRun(many_servers, Path(folder), random.Random(seed))
            shutil.copyfile(models, run.path)
            many_servers.place_matches(run.path)
            return await run.execute(events)


class TakeoverRun(CrashRun):
    """One database, one process that acts and one that stands by."""

    def __init__(self, many_servers: ManyServers, folder: Path, rng: random.Random, address: str | None = None) -> None:
        super().__init__(many_servers, folder, rng, address)
        self._processes: list[BotProcess] = []
        """The process that acts, then the one that stands by."""
        self._clocks: dict[tuple[int, int, int], tuple[Any, ...]] = {}
        """Every clock after the last event, by match, player and ply."""
        self._answers_from = 0.0
        """By `time.perf_counter`; earlier answers are not by the process that took over after a kill."""
        self.happened: dict[str, int] = {}
        self.counts = dict.fromkeys(
            ("unanswered", "refused_turns", "clocks_moved", "deadlines_early", "around_kills", "answered_in_time"), 0
        )
        self.waits: dict[str, list[float]] = {}
        """The longest wait for an answer around each event but kills, in ms."""
        self.gaps: dict[str, list[float]] = {}
        """The time from each event to the next answer, in ms."""

    async def execute(self, events: Sequence[str]) -> dict[str, Any]:
        """Start two processes, let the events happen, and check everything at the end."""
        discord = self._many_servers.discord
        await self.examine()
        self._note_clocks()
        try:
            await self.start()
            for number, event in enumerate(events):
                if number == len(events) // 2:
                    self.forget_sessions()
                await self.let_happen(event)
        finally:
            await self.stop_all()
        await discord.until(lambda: not discord.gateway.ready, "a closed connection", TIMEOUT_SECONDS)
        await self.finish()
        return {
            **{name: self.happened.get(event, 0) for event, name in self.names.items()},
            "turns": self.found.turns,
            **self.counts,
            "waits_ms": self.waits,
            "gaps_ms": self.gaps,
            "problems": self.found.problems,
        }

    names: Mapping[str, str] = NAMES

    async def start(self) -> None:
        """Start both processes."""
        self._processes.append(self._launch())
        await self._many_servers.discord.until_ready(TIMEOUT_SECONDS)
        await self._stand_by()

    async def let_happen(self, event: str) -> None:
        """Let something happen to the process that acts while people play; check everything, and pair it again."""
        playing = asyncio.create_task(self._play(self._seconds(event), None), name="people")
        await asyncio.sleep(self._rng.uniform(0, SECONDS / 2))
        moment = await self._do(event)
        turns = await playing
        await self._wait_for(turns)
        self.happened[event] = self.happened.get(event, 0) + 1
        self._note_answers(event, moment)
        await self.examine(self._touched)
        self._check_clocks()
        answered = [each for each in self.typed if each.completed is not None and each not in self.refused]
        self._busy.clear()
        self._touched.clear()
        self.refused.clear()
        self.typed.clear()
        await self._after(event)
        # A process that wakes up late must not replace an answer.
        self.found.problems += [f"{each} shows in the end: {each.text}" for each in answered if "⚠️" in each.text]

    async def stop_all(self) -> None:
        """End all processes."""
        for process in self._processes:
            await process.kill()

    # ------------------------------------------------------------------------------------------------------- events

    def _seconds(self, event: str) -> float:
        """Return how long people play."""
        del event
        return SECONDS

    async def _do(self, event: str) -> float:
        """Stop or kill the process that acts; returns when, by `time.perf_counter`."""
        acting = self._processes.pop(0)
        moment = time.perf_counter()
        if event == KILL:
            await acting.kill()
            self._answers_from = time.perf_counter() + LAST_ANSWER_SECONDS
        elif status := await acting.stop(TIMEOUT_SECONDS):
            self.found.problems.append(f"the bot ended with status {status}")
        return moment

    async def _after(self, event: str) -> None:
        """Let two processes be there again."""
        del event
        await self._stand_by()

    def _launch(self) -> BotProcess:
        return BotProcess.fork(self._many_servers.discord, self._folder, more=SETTINGS)

    async def _stand_by(self) -> None:
        """Start a process, and wait until it stands by and the other one acts."""
        self._processes.append(self._launch())
        await self._until_paired()

    async def _until_paired(self) -> None:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while not self._is_paired():  # noqa: ASYNC110 - nothing tells of a change of the files
                await asyncio.sleep(0.05)

    def _is_paired(self) -> bool:
        acting, waiting = examine(self.path, self._folder, unix_time()).status, read_standbys(self.path)
        return (
            acting is not None
            and acting.acting_since is not None
            and acting.process == self._processes[0].pid
            and is_ready(waiting, self._processes[1])
        )

    # ------------------------------------------------------------------------------------------------------ answers

    async def _wait_for(self, turns: list[asyncio.Task[None]]) -> None:
        """Wait for answers; one that Discord no longer accepts never comes, but what is acknowledged is answered."""
        pending = set(turns)
        end = time.perf_counter() + TIMEOUT_SECONDS
        while pending and any(map(_is_expected, self.typed)) and time.perf_counter() < end:
            _, pending = await asyncio.wait(pending, timeout=0.5)
        for task in pending:
            task.cancel()
        await asyncio.gather(*pending, return_exceptions=True)
        self.found.problems += [f"{each} was acknowledged only" for each in self.typed if _is_expected(each)]

    def _note_answers(self, event: str, moment: float) -> None:
        """Count the answers around an event."""
        answered = [each for each in self.typed if each.answered is not None]
        begin = max(moment, self._answers_from)
        self.counts["refused_turns"] += len([each for each in self.refused if not is_confirmed(each.text)])
        later = [
            at for each in answered if (at := each.answered if event in NAMES else confirmed_at(each)) and at > begin
        ]
        if event == KILL:
            around = [each for each in self.typed if abs(each.sent - moment) <= 1]
            self.counts["around_kills"] += len(around)
            in_time = [each for each in around if each.answered is not None and each.latency <= DEADLINE]
            self.counts["answered_in_time"] += len(in_time)
        else:
            self.counts["unanswered"] += len(self.typed) - len(answered)
            longest = max((1000 * each.latency for each in answered), default=0.0)
            self.waits.setdefault(event, []).append(longest)
        if later and event != STOP:
            self.gaps.setdefault(event, []).append(1000 * (min(later) - moment))

    # ------------------------------------------------------------------------------------------------------- clocks

    def _note_clocks(self) -> None:
        rows = self._rows(
            "SELECT match_id, player, ply, since, deadline, expired_at FROM clocks JOIN matches ON id = match_id"
        )
        self._clocks = {(match_id, player, ply): tuple(rest) for match_id, player, ply, *rest in rows}

    def _check_clocks(self) -> None:
        """Count clocks that were moved although nobody has played, and deadlines that have passed."""
        before = self._clocks
        self._note_clocks()
        self.counts["clocks_moved"] += sum(before.get(key, clock) != clock for key, clock in self._clocks.items())
        self.counts["deadlines_early"] += sum(expired is not None for _, _, expired in self._clocks.values())
