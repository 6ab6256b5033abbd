"""Simulates a month with two hundred users in virtual time, then lets time pass until no match is open.

The service, the scheduler, the outbox, its worker and the sender are the bot's own. Below the sender is an in-memory
Discord, pictures are blank, and the event loop's clock is set forward from one due time to the next. Every posted
message is checked when it is posted (:mod:`proofs.month.invariants`), and the database at the end. With handovers,
another process takes over each day: all parts are closed and made again on the same database.
"""

from __future__ import annotations

import asyncio
import heapq
import json
import logging
import random
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, chdir, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path

from bot.computer.decider import SWITCHED_OFF, Decider
from bot.matches.clocks import downtime
from bot.matches.jobs.idle_limits import PAUSE_DAYS, WARNING_DAYS
from bot.matches.model.match import shard_of
from bot.matches.store.jobs import NEXT
from proofs.month.checks import Growth, compare, judge, judge_growth, process_now
from proofs.month.fake_discord import FakeDiscord
from proofs.month.invariants import InvariantChecker
from proofs.month.personas import Persona, next_visit, persona, population, start_of_month
from proofs.month.simulated_bot import SimulatedBot, Surroundings
from proofs.month.simulated_players import CHANNELS, FIRST_CHANNEL, SimulatedPlayers, server_id
from proofs.month.virtual_time import DAY, HOUR, VirtualClock, VirtualTimeLoop, run_until_idle
from proofs.servers import databases

log = logging.getLogger(__name__)

DAYS, PEOPLE, SERVERS = 30, 200, 4
HANDOVER_SECONDS = 5
"""A handover takes less."""
HEARTBEAT_SECONDS = HOUR
"""Seconds between heartbeats; with one per minute the bot would do nothing else for half a year."""
MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of its own in it
"""The folder of the database, if the machine has it: this is not about disks, and half a million commits wait for them.
"""
SAMPLE = 12
"""Users whose ``/matches`` and ``/next`` are compared with the database each day."""
LONGEST_END = PAUSE_DAYS + 2 * WARNING_DAYS
"""Days after which nothing may be open if no user acts."""


@dataclass
class Soak:
    """A simulated month in progress."""

    around: Surroundings
    bot: SimulatedBot
    """The process that acts."""
    players: SimulatedPlayers
    people: list[Persona]
    rng: random.Random
    days: int
    hands_over: bool = False
    """Whether another process takes over each day."""
    handovers: int = 0
    began: int = 0
    empty: int = 0
    """Bytes of the database without matches."""
    growth: list[Growth] = field(default_factory=list)
    lists_checked: int = 0
    """Lists of matches that were compared with the database."""
    _looks: list[tuple[int, int]] = field(default_factory=list)
    _known_over: set[int] = field(default_factory=set)

    @property
    def clock(self) -> VirtualClock:
        """The time."""
        return self.around.clock

    @property
    def checker(self) -> InvariantChecker:
        """Looks at everything that is posted."""
        return self.around.checker

    async def month(self) -> None:
        """Simulate the days of the month."""
        self.began = self.clock.now
        for person in self.people:
            await self.bot.matches.player_settings.change(person.id, **asdict(person.settings))
            heapq.heappush(self._looks, (next_visit(person, self.began, self.rng), person.id))
        self.empty = self.checker.size()
        downtime_days = range(2, self.days, 5)
        for day in range(self.days):
            if day in downtime_days:
                await self._downtime()
            if self.hands_over:
                await self._pass(self.rng.randrange(self.clock.now, self.began + (day + 1) * DAY))
                await self._hand_over()
            await self._pass(self.began + (day + 1) * DAY)
            await self._delete_channels()
            await self._daily_checks()
            log.info("day %d: %d matches open", day + 1, len(self._open()))

    async def end(self) -> float:
        """Let time pass without users until nothing is open; return the number of days."""
        self.players.fake_discord.failing = False
        self._looks.clear()
        start, day = self.clock.now, 0
        while day < LONGEST_END and self._open():
            day += 1
            await self._pass(start + day * DAY)
            self._forget_ended()
        await self._pass(self.clock.now + 2 * DAY)  # threads are closed a day after
        for match_id in self._open():
            self.checker.report(f"match {match_id} is still open after {day} days")
        return day

    def _open(self) -> list[int]:
        rows = self.checker.rows("SELECT id FROM matches WHERE status IN ('open', 'running') ORDER BY id")
        return [row["id"] for row in rows]

    async def _pass(self, end: int) -> None:
        """Set the clock forward from one due time to the next."""
        before = (0, 0)
        while True:
            await run_until_idle()
            following = min(self._due(), self._looks[0][0] if self._looks else end, end)
            repeated = (self.clock.now, before[1] + 1) if before[0] == self.clock.now else (self.clock.now, 0)
            if following <= self.clock.now and repeated[1] > 1000:
                raise RuntimeError(f"something that is due is not done: {self._overdue()}")
            before = repeated
            self.clock.now = max(self.clock.now, following)
            await run_until_idle()
            while self._looks and self._looks[0][0] <= self.clock.now:
                await self._look(heapq.heappop(self._looks)[1])
            if following >= end:
                return

    async def _look(self, person_id: int) -> None:
        person = self.players.checker.people[person_id]
        passed = self.clock.now - self.began
        if person.vanishes is not None and passed >= person.vanishes:
            await self._replace(person, passed)
            return
        if person.forgets_at is not None and passed >= person.forgets_at:
            await self.bot.matches.personal_data.forget(person_id)
            self.players.done["data deleted"] += 1
            await self._replace(person, passed)
            return
        await self.players.look(person)
        await run_until_idle()
        heapq.heappush(self._looks, (next_visit(person, self.clock.now, self.rng), person_id))

    async def _replace(self, gone: Persona, passed: int) -> None:
        """Replace a user who has left, so that the last day is as busy as the others."""
        person = persona(len(self.people), self.days, gone.guild, self.rng, passed)
        self.people.append(person)
        self.checker.people[person.id] = person
        await self.bot.matches.player_settings.change(person.id, **asdict(person.settings))
        heapq.heappush(self._looks, (next_visit(person, self.clock.now, self.rng), person.id))

    def _due(self) -> int:
        """Return when the next job or message is due."""
        (kept,) = self.checker.rows(NEXT)
        (posted,) = self.checker.rows(
            "SELECT min(due_at) AS at FROM outbox"
            " WHERE id IN (SELECT min(id) FROM outbox WHERE failed IS NULL GROUP BY lane)"
        )
        return min(int(row["at"]) for row in (kept, posted) if row["at"] is not None)

    def _overdue(self) -> str:
        rows = self.checker.rows("SELECT key FROM due WHERE at <= ?", self.clock.now)
        posts = self.checker.rows("SELECT lane, kind FROM outbox WHERE due_at <= ? AND failed IS NULL", self.clock.now)
        return f"{[row['key'] for row in rows]} {[tuple(row) for row in posts]}"

    # ------------------------------------------------------------------------------------------ what befalls the bot

    async def _downtime(self) -> None:
        """Disconnect the bot, or one of several shards, for a while in which none of its users acts."""
        downtime, gone = self.bot.matches.downtime, self.rng.randrange(120, 6 * HOUR)
        shards = self.around.shards
        shard = self.rng.choice((None, *range(shards))) if shards > 1 else None
        waiting: list[tuple[int, int]] = []
        others: list[tuple[int, int]] = []
        for look in self._looks:
            of_look = shard_of(server_id(self.checker.people[look[1]].guild), shards)
            (waiting if shard is None or of_look == shard else others).append(look)
        self._looks = others
        heapq.heapify(self._looks)
        await downtime.disconnected(shard)
        await self._pass(self.clock.now + gone)
        await downtime.connected(shard)
        self._looks += [(max(at, self.clock.now + 60), person_id) for at, person_id in waiting]
        heapq.heapify(self._looks)
        self.players.done["downtime"] += 1

    async def _hand_over(self) -> None:
        """End the process that acts and let another one take over within seconds, which moves no clock."""
        before, alive_at = self._clocks(), self.clock.now
        await self.bot.close()
        self.clock.now += self.rng.randrange(1, HANDOVER_SECONDS)
        self.bot = await SimulatedBot.start(self.around, alive_at)
        if self._clocks() != before:
            self.checker.report("a handover has moved clocks")
        self.players.service, self.players.outbox = self.bot.matches, self.bot.outbox
        await self.bot.begin()
        self.handovers += 1

    def _clocks(self) -> list[tuple[object, ...]]:
        sql = "SELECT match_id, player, since, deadline, expired_at FROM clocks ORDER BY match_id, player"
        return [tuple(row) for row in self.checker.rows(sql)]

    async def _delete_channels(self) -> None:
        """Delete a channel or threads, with or without telling the bot, and block direct messages."""
        fake_discord, notify = self.players.fake_discord, self.rng.random() < 0.5
        guild = self.rng.randrange(SERVERS)
        if self.rng.random() < 0.35:
            channels = self.players.channels[guild]
            gone = channels.pop(self.rng.randrange(len(channels)))
            channels.append(fake_discord.new_number())
            threads = self.checker.rows("SELECT thread_id FROM matches WHERE channel_id = ? AND thread_id > 0", gone)
            fake_discord.gone |= {gone, *(row["thread_id"] for row in threads)}
            if notify:
                await self.bot.matches.channels.channel_deleted(gone)
            self.players.done["channel deleted"] += 1
        rows = self.checker.rows("SELECT thread_id FROM matches WHERE status = 'running' AND thread_id > 0")
        for row in self.rng.sample(rows, min(2, len(rows))):
            fake_discord.gone.add(row["thread_id"])
            if notify:
                await self.bot.matches.channels.thread_deleted(row["thread_id"])
            self.players.done["thread deleted"] += 1
        blocker = self.rng.choice(self.people)
        fake_discord.closed.symmetric_difference_update({blocker.id})
        if blocker.id not in fake_discord.closed:
            await self.bot.matches.player_settings.change(blocker.id)

    # ----------------------------------------------------------------------------------------- what must always be so

    async def _daily_checks(self) -> None:
        """Check what users see, and the resources of the process."""
        for person in self.rng.sample(self.people, min(SAMPLE, len(self.people))):
            await compare(self.checker, self.bot.matches, person.id)
            self.lists_checked += 1
        self._forget_ended()
        await run_until_idle()
        self.growth.append(process_now())

    def _forget_ended(self) -> None:
        for row in self.checker.rows("SELECT id FROM matches WHERE ended_at < ?", self.clock.now - 3 * DAY):
            if row["id"] not in self._known_over:
                self._known_over.add(row["id"])
                self.checker.forget(row["id"])


def measure(
    size: int = DAYS,
    seed: int = 1,
    people: int = PEOPLE,
    database: str = "sqlite",
    shards: int = 1,
    *,
    handovers: bool = False,
) -> dict[str, float]:
    """Simulate ``size`` days with a number of users, and then time without users until nothing is open.

    Args:
        size: number of days.
        seed: of all random choices.
        people: number of users at a time.
        database: ``sqlite`` or ``postgresql`` (:func:`proofs.servers.databases`).
        shards: connections among which the servers are divided.
        handovers: whether another process takes over each day.

    Raises:
        RuntimeError: a check failed; the message says which.
    """
    clock = VirtualClock(start_of_month())
    with (
        databases(database) as create,
        tempfile.TemporaryDirectory(dir=folder_in_memory()) as folder,
        chdir(folder),  # with a database on a server, files are in the working folder
        asyncio.Runner(loop_factory=lambda: VirtualTimeLoop(clock)) as runner,
        without_log(),
    ):
        path = Path(folder) / "soak.sqlite3"
        made = assembled(create() or path, path.parent, clock, size, seed, people, shards=shards)
        return runner.run(_measure(made, hands_over=handovers))


async def _measure(made: AbstractAsyncContextManager[Soak], *, hands_over: bool) -> dict[str, float]:
    async with made as soak:
        soak.hands_over = hands_over
        began, busy = time.perf_counter(), time.process_time()
        await soak.month()
        ended = await soak.end()
        judge_growth(soak.checker, soak.growth)
        await judge(soak.checker, soak.bot.database, soak.players.fake_discord)
        seconds, processor = time.perf_counter() - began, time.process_time() - busy
        figures = _figures(soak, ended, seconds, processor)
        _log_summary(soak)
    if soak.checker.problems:
        raise RuntimeError("\n".join([f"{len(soak.checker.problems)} problems:", *soak.checker.problems[:60]]))
    return figures


def folder_in_memory() -> Path | None:
    """Return an in-memory folder, if there is one."""
    return MEMORY if MEMORY.is_dir() else None


@asynccontextmanager
async def assembled(
    address: Path | str,
    folder: Path,
    clock: VirtualClock,
    days: int,
    seed: int,
    number: int,
    *,
    shards: int = 1,
    decider: Decider = SWITCHED_OFF,
) -> AsyncIterator[Soak]:
    """Assemble users, an in-memory Discord, and the bot as its client does."""
    rng = random.Random(seed)
    people = population(number, days, SERVERS, rng)
    checker = InvariantChecker(address, {person.id: person for person in people}, clock)
    fake_discord = FakeDiscord(clock, random.Random(seed + 1), checker.posted, checker.edited)
    fake_discord.closed = {person.id for person in people if rng.random() < 0.1}
    around = Surroundings(
        address,
        folder,
        clock,
        fake_discord,
        checker,
        random.Random(seed + 2),
        random.Random(seed + 3),
        decider,
        shards,
    )
    usual = downtime.HEARTBEAT_SECONDS, downtime.MAX_GAP
    downtime.HEARTBEAT_SECONDS, downtime.MAX_GAP = HEARTBEAT_SECONDS, 3 * HEARTBEAT_SECONDS
    bot = await SimulatedBot.start(around)
    checker.open()
    await bot.begin()
    players = SimulatedPlayers(bot.matches, bot.outbox, fake_discord, checker, clock, rng)
    players.channels = {
        guild: [FIRST_CHANNEL + guild * CHANNELS + channel for channel in range(CHANNELS)] for guild in range(SERVERS)
    }
    soak = Soak(around, bot, players, people, rng, days)
    try:
        yield soak
    finally:
        downtime.HEARTBEAT_SECONDS, downtime.MAX_GAP = usual
        checker.close()
        await soak.bot.close()


def _figures(soak: Soak, ended: float, seconds: float, processor: float) -> dict[str, float]:
    done, growth = soak.players.done, soak.growth
    (matches,) = soak.checker.rows("SELECT count(*) AS n FROM matches WHERE started_at IS NOT NULL")
    grown = (soak.checker.size() - soak.empty) / 1000
    return {
        "soak.days": soak.days,
        "soak.people": len(soak.people),
        "soak.matches": matches["n"],
        "soak.turns": done["turn"],
        "soak.posts": sum(soak.checker.posted_kinds.values()),
        "soak.reminders": soak.checker.reminders,
        "soak.timeouts": soak.checker.timeouts,
        "soak.lists": soak.lists_checked,
        "soak.handovers": soak.handovers,
        "soak.open_until_days": ended,
        "soak.memory_mb": growth[-1].memory,
        "soak.objects": growth[-1].objects,
        "soak.growth_kb": grown,
        "soak.growth_match_kb": grown / max(1, matches["n"]),
        "soak.growth_day_kb": grown / soak.days,
        "soak.seconds_s": seconds,
        "soak.cpu_s": processor,
    }


def _log_summary(soak: Soak) -> None:
    """Log a summary with more than the figures."""
    sql = "SELECT status || ' ' || coalesce(termination, '') AS how, count(*) AS n FROM matches GROUP BY how ORDER BY n"
    ends = {row["how"]: row["n"] for row in soak.checker.rows(sql)}
    summary: Mapping[str, object] = {
        "done": soak.players.done,
        "refused": soak.players.refused,
        "ends": ends,
        "posted": soak.checker.posted_kinds,
        "given up": soak.checker.dropped,
        "latest deadline": soak.checker.late,
        "growth": [
            (round(day.memory, 1), day.objects, round(day.traced, 2), day.tasks, day.files, day.timers)
            for day in soak.growth
        ],
    }
    log.info("\n".join(f"{name}: {json.dumps(value)}" for name, value in summary.items()))


@contextmanager
def without_log() -> Iterator[None]:
    """Silence log messages about simulated errors."""
    logger = logging.getLogger("bot")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(level)
