"""Ten thousand matches of all games in a thousand servers: steady play, a burst, and a restart in the middle.

The bot and its rendering process share one processor; the emulated Discord and its users have the others. Turns are
typed by the players to move, as fast as Discord lets one bot post. The bot answers each of them, and posts a board if
one is due. Latency is measured from the frame on the gateway's socket to the complete arrival of the request. To show
the bot's own limits, the emulated Discord accepts more than 50 requests per second until the end, when it enforces
Discord's limit.

With a number of shards, the servers are as large as real ones, and shards begin their sessions five seconds apart, as
Discord demands.
"""

from __future__ import annotations

import asyncio
import gc
import os
import random
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles

from bot.settings import REQUESTS_PER_SECOND
from proofs.disk import DiskProbe
from proofs.large_servers import enlarge, memory_mb, memory_without_servers_mb
from tests.wire.emulator import DEADLINE, Channel, DiscordEmulator, Shard
from tests.wire.many_servers import BOARD_FILE, ManyServers, Planner, Turn
from tests.wire.process import BOT, UNLIMITED_REQUESTS, BotProcess, family, resident_mb

SERVERS, MATCHES = 1000, 10_000
RATE = 50.0
"""Turns per second."""
SECONDS = 600.0
"""Half of them before the restart, half after it."""
WARM_SECONDS = 5.0
BURST = 500
TIMEOUT_SECONDS = 300.0
GOALS_MS = (50, 100)
"""Goals for the 99th percentile of first answers and posted boards in steady play."""
KEPT_SECONDS = 5.0
"""Seconds for which the emulated Discord remembers messages; ten minutes of pictures would fill the memory."""


@dataclass(slots=True)
class Figures:
    """The measured times, in seconds."""

    answers: list[float] = field(default_factory=list)
    """From the turn to the first answer."""
    boards: list[float] = field(default_factory=list)
    """From the turn to the new board, if one was due."""


def measure(
    size: float = SECONDS,
    seed: int = 1,
    servers: int = SERVERS,
    matches: int = MATCHES,
    burst: int = BURST,
    shards: int | None = None,
) -> dict[str, float]:
    """Play, and measure latency, memory and disk.

    Args:
        size: seconds of steady play.
        seed: what the turns are chosen by.
        servers: among which the matches are spread.
        matches: of all games, in equal parts.
        burst: turns that are typed at once, by different people in different matches.
        shards: how many Discord recommends; ``None`` for one and small servers.

    Returns:
        ``load.answer_ms_…`` and ``load.board_ms_…`` (``p50``, ``p99``, ``max``) of the steady play, ``load.burst_…`` of
        the burst, ``load.paced_…`` of another one in which Discord allows the bot its usual 50 requests a second and
        the bot knows it, with the number of requests that were refused, ``load.disk_ms_…`` of single blocks that were
        written beside it to the same disk, ``load.disk_over_…_ms_percent`` of the time in which such a write would have
        taken longer than the goals, ``load.cpu_percent`` of one processor, ``load.memory_mb``, ``load.database_mb`` at
        the end and ``load.growth_mb_per_1000`` turns, ``load.start_ready_s`` and ``load.start_answer_s`` of the
        restart, of the first shard if there are several, and ``load.turns`` in all. With shards also
        ``load.start_complete_s``, until all shards are ready, and ``load.server_kb``, the memory for each server.

    Raises:
        AssertionError: a turn was refused.
    """
    return asyncio.run(_measure(size, seed, servers, matches, burst, shards))


async def _measure(
    seconds: float, seed: int, servers: int, matches: int, burst: int, shards: int | None
) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kurultai.sqlite3"
        async with DiscordEmulator(validates=False, deadline=DEADLINE) as discord:
            many_servers = ManyServers.build(discord, servers, matches)
            await many_servers.fill(path)
            if shards is not None:
                enlarge(discord.world)
                discord.gateway.shards, discord.gateway.enforces_concurrency = shards, True
            tune_gc()
            before = path.stat().st_size
            ours, theirs = processors()
            os.sched_setaffinity(0, ours)
            stage = Stage(many_servers, Planner(path, seed), random.Random(seed))
            without = 0.0 if shards is None else await memory_without_servers_mb(start_bot, theirs)
            bot = await start_bot(discord, Path(folder), theirs)
            full = 0.0 if shards is None else await memory_mb(bot)
            probe = DiskProbe(Path(folder))
            try:
                await stage.play_steadily(WARM_SECONDS)
                steady, used, begun = Figures(), cpu_seconds(bot.pid), time.perf_counter()
                with probe:
                    await stage.play_steadily(seconds / 2, steady)
                used, spent = cpu_seconds(bot.pid) - used, time.perf_counter() - begun
                stage.close()  # an open connection would prevent the bot's final checkpoint
                await bot.stop(TIMEOUT_SECONDS)
                await discord.until(lambda: not discord.gateway.ready, "a closed connection")
                bot = await _launch(discord, Path(folder), theirs, UNLIMITED_REQUESTS, BOT)
                start = await _watch_start(bot, many_servers)
                with probe:
                    await stage.play_steadily(seconds / 2, steady)
                unlimited = Figures()
                await stage.play_burst(burst, unlimited)
                memory = sum(map(resident_mb, family(bot.pid)))
                await bot.stop(TIMEOUT_SECONDS)
                await discord.until(lambda: not discord.gateway.ready, "a closed connection")
                allowance = discord.limit(REQUESTS_PER_SECOND)
                bot = await start_bot(discord, Path(folder), theirs, {})
                paced = Figures()
                await stage.play_burst(burst, paced)
                await bot.stop(TIMEOUT_SECONDS)
            finally:
                await bot.kill()
                stage.close()
        after = path.stat().st_size
    return {
        **_summary("load.answer_ms", steady.answers),
        **_summary("load.board_ms", steady.boards),
        **_summary("load.burst_answer_ms", unlimited.answers),
        **_summary("load.burst_board_ms", unlimited.boards),
        **_summary("load.paced_answer_ms", paced.answers),
        **_summary("load.paced_board_ms", paced.boards),
        "load.paced_refused": allowance.refused,
        "load.turns": stage.turns,
        "load.cpu_percent": 100 * used / spent,
        "load.memory_mb": memory,
        **_summary("load.disk_ms", probe.seconds),
        **{f"load.disk_over_{limit}_ms_percent": 100 * probe.share_over(limit / 1000) for limit in GOALS_MS},
        "load.database_mb": after / 1e6,
        "load.growth_mb_per_1000": (after - before) / 1e6 / stage.turns * 1000,
        "load.start_ready_s": start.ready,
        "load.start_answer_s": start.answer,
        **(
            {}
            if shards is None
            else {"load.start_complete_s": start.complete, "load.server_kb": 1000 * (full - without) / servers}
        ),
    }


class Stage:
    """Lets players take turns and watches the results."""

    def __init__(self, many_servers: ManyServers, planner: Planner, rng: random.Random) -> None:
        self.turns = 0
        """How many turns were taken."""
        self._many_servers = many_servers
        self._planner = planner
        self._rng = rng
        self._idle = list(range(1, len(many_servers.channels) + 1))

    def close(self) -> None:
        """Close the database until it is needed again."""
        self._planner.close()

    async def play_steadily(self, seconds: float, figures: Figures | None = None) -> None:
        """Take turns at the fixed rate."""
        seen = figures or Figures()
        begin = time.perf_counter()
        running: set[asyncio.Task[None]] = set()
        forgotten = begin
        for number in range(int(seconds * RATE)):
            turn = self._next()  # thought about before the clock strikes
            await asyncio.sleep(max(0.0, begin + number / RATE - time.perf_counter()))
            task = asyncio.create_task(self._take(turn, seen), name=f"turn {number}")
            running.add(task)
            task.add_done_callback(running.discard)
            if time.perf_counter() > forgotten + KEPT_SECONDS:
                self._many_servers.forget(KEPT_SECONDS)
                forgotten = time.perf_counter()
        await asyncio.gather(*running)

    async def play_burst(self, number: int, figures: Figures) -> None:
        """Take many turns at the same time."""
        turns = [self._next() for _ in range(min(number, len(self._idle) // 2))]
        await asyncio.gather(*(self._take(turn, figures) for turn in turns))

    def _next(self) -> Turn:
        """Return a turn in a match without a turn in progress."""
        while True:
            chosen = self._rng.randrange(len(self._idle))
            self._idle[chosen], self._idle[-1] = self._idle[-1], self._idle[chosen]
            turn = self._planner.turn(self._idle.pop())
            if turn is not None:
                return turn

    async def _take(self, turn: Turn, figures: Figures) -> None:
        channel = self._many_servers.channels[turn.match_id - 1]
        interaction = self._many_servers.take(turn)
        self.turns += 1
        await interaction.until_complete(TIMEOUT_SECONDS)
        figures.answers.append(interaction.latency)
        due = self._planner.board_after(turn)
        if self._planner.ply(turn.match_id) == turn.ply:
            raise AssertionError(f"{turn} was answered: {interaction.text}")
        if due is not None:
            await self._many_servers.discord.until(
                lambda: _shown(channel, turn, due) is not None, f"{turn}", TIMEOUT_SECONDS
            )
            message_id = _shown(channel, turn, due)
            figures.boards.append(self._arrival(channel, message_id) - interaction.sent)
        self._idle.append(turn.match_id)

    def _arrival(self, channel: Channel, message_id: int | None) -> float:
        """Return when the request that posted a message had arrived."""
        path = f"/channels/{channel.id}/messages"
        requests = reversed(self._many_servers.discord.requests)
        return next(
            request.received
            for request in requests
            if request.path == path
            and request.method == "POST"
            and str((request.answer or {}).get("id")) == str(message_id)
        )


def _shown(channel: Channel, turn: Turn, due: int) -> int | None:
    """Return the message with the board of a ply, or of a later one."""
    for message_id, message in reversed(channel.messages.items()):
        for attachment in message["attachments"]:
            board = BOARD_FILE.match(attachment["filename"])
            if board is not None and int(board["match"]) == turn.match_id and int(board["ply"]) >= due:
                return message_id
    return None


@dataclass(frozen=True, slots=True)
class Start:
    """A start of the bot, in seconds since the process was created."""

    ready: float
    """Until the first shard knows all its servers."""
    answer: float
    """Until the first answer there."""
    complete: float
    """Until all shards know their servers."""


async def _watch_start(bot: BotProcess, many_servers: ManyServers) -> Start:
    """Ask the bot for something as soon as its first shard is ready, and wait for the others."""
    discord = many_servers.discord
    first = Shard(0, discord.gateway.shards)
    place = next(channel for channel in many_servers.channels if channel.guild and first.has(channel.guild.id))
    user = many_servers.people[many_servers.channels.index(place) % len(many_servers.guilds)][0]
    await discord.until(lambda: discord.gateway.knows(first), "the first shard", TIMEOUT_SECONDS)
    ready = time.perf_counter() - bot.started
    answer = await user.slash(place, "matches")
    answered = answer.sent + answer.latency - bot.started
    await discord.until_ready(TIMEOUT_SECONDS)
    return Start(ready, answered, time.perf_counter() - bot.started)


async def start_bot(
    discord: DiscordEmulator,
    folder: Path,
    theirs: Sequence[int],
    more: Mapping[str, str] = UNLIMITED_REQUESTS,
    module: str = BOT,
) -> BotProcess:
    """Start a bot on the given processors, and wait until it is connected."""
    bot = await _launch(discord, folder, theirs, more, module)
    await discord.until_ready(TIMEOUT_SECONDS)
    return bot


async def _launch(
    discord: DiscordEmulator, folder: Path, theirs: Sequence[int], more: Mapping[str, str], module: str
) -> BotProcess:
    bot = await BotProcess.start(discord, folder, module=module, more=more)
    os.sched_setaffinity(bot.pid, theirs)
    return bot


def tune_gc() -> None:
    """Freeze garbage collection in this process, the emulated Discord.

    Scanning ten thousand channels takes a tenth of a second and more, which would count as the bot's latency.
    """
    gc.collect()
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, 1_000_000)


def processors() -> tuple[list[int], list[int]]:
    """Return the processors for the proof and for the bot; the same one if there is only one."""
    there = sorted(os.sched_getaffinity(0))
    return there[:-1] or there, there[-1:]


def cpu_seconds(pid: int) -> float:
    """Return the processor time of a process and its children (proc(5), stat: utime and stime)."""
    ticks = 0
    for member in family(pid):
        fields = Path(f"/proc/{member}/stat").read_text("ascii").rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def _summary(name: str, seconds: Sequence[float]) -> dict[str, float]:
    cuts = quantiles(seconds, n=100)
    return {f"{name}_p50": cuts[49] * 1000, f"{name}_p99": cuts[98] * 1000, f"{name}_max": max(seconds) * 1000}
