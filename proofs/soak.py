"""A month of a bot with two hundred people of all habits, in virtual time, then time alone until nothing is open.

The service, the schedule, the outbox, its worker and the sender are the bot's own; below the sender there is a Discord
in memory, pictures are blank, and the event loop's timers run by a clock that is set forward from one due time to the
next. Everything that is posted is held against what must be true at that moment (:mod:`proofs.month.witness`), and
the database against it at the end.
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
from contextlib import asynccontextmanager, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path

from bot.daily_maintenance import DailyMaintenance
from bot.delivery.sender import Sender
from bot.delivery.worker import Worker
from bot.locales import Catalogues
from bot.matches.clocks import downtime
from bot.matches.jobs.idle_limits import PAUSE_DAYS, WARNING_DAYS
from bot.matches.jobs.scheduler import Scheduler
from bot.matches.model.jobs import MaintenanceRun
from bot.matches.outbox import Outbox
from bot.matches.service import build as build_matches
from bot.matches.store.jobs import NEXT
from bot.rendering.animations import AnimationQueue, ThreadAnimationRenderer
from bot.storage.database import Database
from bot.ui.boards.board_renderer import BoardRenderer
from bot.ui.interactions.services import Services
from proofs.month.hours import DAY, HOUR, Hands, SetLoop, settle
from proofs.month.judgement import Growth, compare, judge, judge_growth, process_now
from proofs.month.people import Dweller, dweller, month_begins, next_look, population
from proofs.month.pretence import Pretence
from proofs.month.robots import CHANNELS, FIRST_CHANNEL, Robots
from proofs.month.witness import Witness
from render import PictureOptions
from tests.inline_database import inline

log = logging.getLogger(__name__)

DAYS, PEOPLE, SERVERS = 30, 200, 4
HEARTBEAT_SECONDS = HOUR
"""How often the bot notes that it is there; every minute it would do nothing else for half a year."""
MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of its own in it
"""Where the database is, if the machine has that: this is not about disks, and half a million commits wait for them."""
SAMPLE = 12
"""People whose ``/matches`` and ``/next`` are held against the database, each day."""
LONGEST_END = PAUSE_DAYS + 2 * WARNING_DAYS
"""Days after which nothing may be open any more when nobody does anything."""


class Blank:
    """Draws nothing."""

    async def render(
        self,
        game: str,  # noqa: ARG002
        observation: object,  # noqa: ARG002
        options: PictureOptions,  # noqa: ARG002
        *,
        fast: bool = False,  # noqa: ARG002
    ) -> bytes:
        """No picture, but a file."""
        return b"blank"

    async def warm_up(self, game: str, options: PictureOptions) -> None:
        """Nothing is to be prepared."""

    async def close(self) -> None:
        """Nothing is open."""


@dataclass
class Soak:
    """A month under way."""

    hands: Hands
    database: Database
    robots: Robots
    witness: Witness
    services: Services
    people: list[Dweller]
    luck: random.Random
    days: int
    began: int = 0
    empty: int = 0
    """Bytes of the database without a match."""
    growth: list[Growth] = field(default_factory=list)
    looked_at: int = 0
    """Lists of matches that were held against the database."""
    _looks: list[tuple[int, int]] = field(default_factory=list)
    _known_over: set[int] = field(default_factory=set)

    async def month(self) -> None:
        """Let everybody live for as many days as there are."""
        self.began = self.hands.now
        for person in self.people:
            await self.services.matches.player_settings.change(person.id, **asdict(person.settings))
            heapq.heappush(self._looks, (next_look(person, self.began, self.luck), person.id))
        self.empty = self.witness.size()
        outage_days = range(2, self.days, 5)
        for day in range(self.days):
            if day in outage_days:
                await self._outage()
            await self._pass(self.began + (day + 1) * DAY)
            await self._calamity()
            await self._evening()
            log.info("day %d: %d matches open", day + 1, len(self._open()))

    async def end(self) -> float:
        """Let time pass without anybody until nothing is open; returns how many days that took."""
        self.robots.pretence.failing = False
        self._looks.clear()
        start, day = self.hands.now, 0
        while day < LONGEST_END and self._open():
            day += 1
            await self._pass(start + day * DAY)
            self._forget_ended()
        await self._pass(self.hands.now + 2 * DAY)  # threads are closed a day after
        for match_id in self._open():
            self.witness.object_to(f"match {match_id} is still open after {day} days")
        return day

    def _open(self) -> list[int]:
        rows = self.witness.rows("SELECT id FROM matches WHERE status IN ('open', 'running') ORDER BY id")
        return [row["id"] for row in rows]

    async def _pass(self, end: int) -> None:
        """Set the clock forward from one due time to the next."""
        before = (0, 0)
        while True:
            await settle()
            following = min(self._due(), self._looks[0][0] if self._looks else end, end)
            standing = (self.hands.now, before[1] + 1) if before[0] == self.hands.now else (self.hands.now, 0)
            if following <= self.hands.now and standing[1] > 1000:
                raise RuntimeError(f"something that is due is not done: {self._overdue()}")
            before = standing
            self.hands.now = max(self.hands.now, following)
            await settle()
            while self._looks and self._looks[0][0] <= self.hands.now:
                await self._look(heapq.heappop(self._looks)[1])
            if following >= end:
                return

    async def _look(self, person_id: int) -> None:
        person = self.robots.witness.people[person_id]
        passed = self.hands.now - self.began
        if person.vanishes is not None and passed >= person.vanishes:
            await self._follow(person, passed)
            return
        if person.forgets_at is not None and passed >= person.forgets_at:
            await self.services.matches.personal_data.forget(person_id)
            self.robots.done["data deleted"] += 1
            await self._follow(person, passed)
            return
        await self.robots.look(person)
        await settle()
        heapq.heappush(self._looks, (next_look(person, self.hands.now, self.luck), person_id))

    async def _follow(self, gone: Dweller, passed: int) -> None:
        """Let somebody come for each who has gone, so that there is as much to do on the last day as on others."""
        person = dweller(len(self.people), self.days, gone.guild, self.luck, passed)
        self.people.append(person)
        self.witness.people[person.id] = person
        await self.services.matches.player_settings.change(person.id, **asdict(person.settings))
        heapq.heappush(self._looks, (next_look(person, self.hands.now, self.luck), person.id))

    def _due(self) -> int:
        """When something is to be kept or posted next."""
        (kept,) = self.witness.rows(NEXT)
        (posted,) = self.witness.rows(
            "SELECT min(due_at) AS at FROM outbox"
            " WHERE id IN (SELECT min(id) FROM outbox WHERE failed IS NULL GROUP BY lane)"
        )
        return min(int(row["at"]) for row in (kept, posted) if row["at"] is not None)

    def _overdue(self) -> str:
        rows = self.witness.rows("SELECT key FROM due WHERE at <= ?", self.hands.now)
        posts = self.witness.rows("SELECT lane, kind FROM outbox WHERE due_at <= ? AND failed IS NULL", self.hands.now)
        return f"{[row['key'] for row in rows]} {[tuple(row) for row in posts]}"

    # ------------------------------------------------------------------------------------------ what befalls the bot

    async def _outage(self) -> None:
        """Let the bot lose its connection for a while in which nobody can do anything."""
        looks, self._looks = self._looks, []
        matches, gone = self.services.matches, self.luck.randrange(120, 6 * HOUR)
        await matches.downtime.disconnected()
        await self._pass(self.hands.now + gone)
        await matches.downtime.connected()
        self._looks = [(max(at, self.hands.now + 60), person_id) for at, person_id in looks]
        heapq.heapify(self._looks)
        self.robots.done["outage"] += 1

    async def _calamity(self) -> None:
        """Let somebody delete a channel or a thread, of which the bot is told or not, and close doors."""
        pretence, told = self.robots.pretence, self.luck.random() < 0.5
        guild = self.luck.randrange(SERVERS)
        if self.luck.random() < 0.35:
            channels = self.robots.channels[guild]
            gone = channels.pop(self.luck.randrange(len(channels)))
            channels.append(pretence.new_number())
            threads = self.witness.rows("SELECT thread_id FROM matches WHERE channel_id = ? AND thread_id > 0", gone)
            pretence.gone |= {gone, *(row["thread_id"] for row in threads)}
            if told:
                await self.services.matches.channels.channel_deleted(gone)
            self.robots.done["channel deleted"] += 1
        rows = self.witness.rows("SELECT thread_id FROM matches WHERE status = 'running' AND thread_id > 0")
        for row in self.luck.sample(rows, min(2, len(rows))):
            pretence.gone.add(row["thread_id"])
            if told:
                await self.services.matches.channels.thread_deleted(row["thread_id"])
            self.robots.done["thread deleted"] += 1
        blocker = self.luck.choice(self.people)
        pretence.closed.symmetric_difference_update({blocker.id})
        if blocker.id not in pretence.closed:
            await self.services.matches.player_settings.change(blocker.id)

    # ----------------------------------------------------------------------------------------- what must always be so

    async def _evening(self) -> None:
        """See whether people are told the truth, and what the process has."""
        for person in self.luck.sample(self.people, min(SAMPLE, len(self.people))):
            await compare(self.witness, self.services.matches, person.id)
            self.looked_at += 1
        self._forget_ended()
        await settle()
        self.growth.append(process_now())

    def _forget_ended(self) -> None:
        for row in self.witness.rows("SELECT id FROM matches WHERE ended_at < ?", self.hands.now - 3 * DAY):
            if row["id"] not in self._known_over:
                self._known_over.add(row["id"])
                self.witness.forget(row["id"])


def measure(size: int = DAYS, seed: int = 1, people: int = PEOPLE) -> dict[str, float]:
    """Let ``size`` days pass for so many people, and then time alone until nothing is open.

    Raises:
        RuntimeError: something was not as it must be; the message says what.
    """
    hands = Hands(month_begins())
    with asyncio.Runner(loop_factory=lambda: SetLoop(hands)) as runner, _quiet():
        return runner.run(_measure(hands, size, seed, people))


async def _measure(hands: Hands, days: int, seed: int, number: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory(dir=_folder_in_memory()) as folder:
        async with _soak(Path(folder) / "soak.sqlite3", hands, days, seed, number) as soak:
            began, busy = time.perf_counter(), time.process_time()
            await soak.month()
            ended = await soak.end()
            judge_growth(soak.witness, soak.growth)
            await judge(soak.witness, soak.database, soak.robots.pretence)
            seconds, processor = time.perf_counter() - began, time.process_time() - busy
            figures = _figures(soak, ended, seconds, processor)
            _report(soak)
    if soak.witness.problems:
        raise RuntimeError("\n".join([f"{len(soak.witness.problems)} problems:", *soak.witness.problems[:60]]))
    return figures


def _folder_in_memory() -> Path | None:
    """A folder that is no disk, if there is one."""
    return MEMORY if MEMORY.is_dir() else None


@asynccontextmanager
async def _soak(path: Path, hands: Hands, days: int, seed: int, number: int) -> AsyncIterator[Soak]:
    """Put the bot together as its client does, but for Discord and the pictures."""
    luck = random.Random(seed)
    people = population(number, days, SERVERS, luck)
    witness = Witness(path, {person.id: person for person in people}, hands)
    pretence = Pretence(hands, random.Random(seed + 1), witness.posted)
    pretence.closed = {person.id for person in people if luck.random() < 0.1}
    usual = downtime.HEARTBEAT_SECONDS, downtime.MAX_GAP
    downtime.HEARTBEAT_SECONDS, downtime.MAX_GAP = HEARTBEAT_SECONDS, 3 * HEARTBEAT_SECONDS
    parts: dict[str, Worker | Scheduler] = {}

    def wake(queue_key: str) -> None:
        parts["worker"].wake(queue_key)

    def rouse(about: str) -> None:
        parts["scheduler"].wake(about)

    with inline():
        opened = await Database.open(path, clock=hands)
    async with opened as database:
        service = build_matches(
            database, clock=hands, wake=wake, wake_scheduler=rouse, entropy=random.Random(seed + 2).randbytes
        )
        outbox = Outbox(database, clock=hands, wake=wake)
        pictures, animations = BoardRenderer(Blank()), AnimationQueue(ThreadAnimationRenderer())
        services = Services(
            service, outbox, Catalogues(), lambda _: None, pictures, animations, send_dm=pretence.send_dm, clock=hands
        )
        sender = Sender(pretence, services, hands)
        worker = Worker(outbox, witness.watching(sender.deliver), hands, random.Random(seed + 3).random)
        daily_maintenance = DailyMaintenance(database, hands, services.backup_days)
        scheduler = Scheduler(database, {**service.jobs, MaintenanceRun: daily_maintenance.run}, hands)
        parts |= {"worker": worker, "scheduler": scheduler}
        witness.open()
        await service.downtime.connected()
        await daily_maintenance.schedule()
        await service.retention.begin_pruning()
        await worker.open()
        scheduler.open()
        robots = Robots(service, outbox, pretence, witness, hands, luck)
        robots.channels = {
            guild: [FIRST_CHANNEL + guild * CHANNELS + channel for channel in range(CHANNELS)]
            for guild in range(SERVERS)
        }
        try:
            yield Soak(hands, database, robots, witness, services, people, luck, days)
        finally:
            downtime.HEARTBEAT_SECONDS, downtime.MAX_GAP = usual
            witness.close()
            await scheduler.close(1)
            await worker.close(1)
            await services.board_renderer.close()
            await services.animations.close()


def _figures(soak: Soak, ended: float, seconds: float, processor: float) -> dict[str, float]:
    done, growth = soak.robots.done, soak.growth
    (matches,) = soak.witness.rows("SELECT count(*) AS n FROM matches WHERE started_at IS NOT NULL")
    grown = (soak.witness.size() - soak.empty) / 1000
    return {
        "soak.days": soak.days,
        "soak.people": len(soak.people),
        "soak.matches": matches["n"],
        "soak.turns": done["turn"],
        "soak.posts": sum(soak.witness.posted_kinds.values()),
        "soak.reminders": soak.witness.reminders,
        "soak.expiries": soak.witness.expiries,
        "soak.lists": soak.looked_at,
        "soak.open_until_days": ended,
        "soak.memory_mb": growth[-1].memory,
        "soak.objects": growth[-1].objects,
        "soak.growth_kb": grown,
        "soak.growth_match_kb": grown / max(1, matches["n"]),
        "soak.growth_day_kb": grown / soak.days,
        "soak.seconds_s": seconds,
        "soak.cpu_s": processor,
    }


def _report(soak: Soak) -> None:
    """Say in the log what has happened, for whoever wants to know more than figures."""
    sql = "SELECT status || ' ' || coalesce(termination, '') AS how, count(*) AS n FROM matches GROUP BY how ORDER BY n"
    ends = {row["how"]: row["n"] for row in soak.witness.rows(sql)}
    told: Mapping[str, object] = {
        "done": soak.robots.done,
        "refused": soak.robots.refused,
        "ends": ends,
        "posted": soak.witness.posted_kinds,
        "given up": soak.witness.given_up,
        "latest deadline": soak.witness.late,
        "growth": [
            (round(day.memory, 1), day.objects, round(day.traced, 2), day.tasks, day.files, day.timers)
            for day in soak.growth
        ],
    }
    log.info("\n".join(f"{name}: {json.dumps(value)}" for name, value in told.items()))


@contextmanager
def _quiet() -> Iterator[None]:
    """Discord's errors are made up here, so nobody needs to read of them."""
    logger = logging.getLogger("bot")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(level)
