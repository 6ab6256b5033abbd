"""A bot under hostile input, judged after every moment."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import random
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self, cast

from PIL import Image

from bot.client import KurultaiClient
from bot.load import thresholds
from bot.matches.doctor import examine
from bot.settings import MAX_REQUESTS_PER_SECOND, Settings
from bot.storage.database import Database
from render import PAINTERS, Picture
from render.picture import Painter
from tests.discord_limits import walk
from tests.discord_schema import RequestValidator
from tests.entropy import steady_entropy
from tests.hostile.crowd import SECRET, Crowd
from tests.hostile.inputs import Input, Inputs
from tests.hostile.inside import InsideDiscord
from tests.hostile.judge import Judge, StoredMatches
from tests.hostile.unthreaded import unthreaded
from tests.wire.emulator.interactions import Callback, Interaction

BEGIN = 1_767_225_600
"""Unix time of the first input."""
SECONDS_APART = 7
"""Seconds between two moments, on the bot's clock."""
AT_ONCE, CROWDS = 12, 0.04
"""The limit of inputs in one moment, and the share of moments with more than one."""
REALLY_PAINTED = 100
"""One of this many pictures is painted; the others are empty."""
UNANSWERED = ("could not be told", "could not be deferred", "could not be confirmed")
"""Warnings that a user was left without an answer."""


@dataclass(slots=True)
class Report:
    """The result of some inputs."""

    inputs: int = 0
    refused: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    """Inputs by kind."""
    turns: int = 0
    """Entries in the logs of matches at the end."""
    matches: int = 0
    problems: list[str] = field(default_factory=list)
    """Problems, each with its input."""

    def __iadd__(self, other: Report) -> Self:
        self.inputs += other.inputs
        self.refused += other.refused
        self.kinds += other.kinds
        self.turns += other.turns
        self.matches += other.matches
        self.problems += other.problems
        return self


class Alarm(logging.Handler):
    """Collects errors, and warnings that a user was not answered."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep errors and unanswered users, with tracebacks."""
        message = record.getMessage()
        if record.levelno >= logging.ERROR or any(part in message for part in UNANSWERED):
            formatted = logging.Formatter().format(record)
            self.records.append(formatted if len(formatted) < 4000 else f"{formatted[:500]} … {formatted[-3400:]}")


@dataclass(slots=True)
class FuzzSession:
    """The running bot and its hostile users."""

    discord: InsideDiscord
    client: KurultaiClient
    crowd: Crowd
    stored: StoredMatches
    inputs: Inputs
    judge: Judge
    alarm: Alarm
    rng: random.Random
    now: list[int]
    """The bot's clock."""

    async def go_on(self, number: int, most_problems: int = 20) -> Report:
        """Send this many inputs, or stop after this many problems."""
        report = Report()
        while report.inputs < number and len(report.problems) < most_problems:
            if report.inputs % 50 == 0:
                self.crowd.rename_user()
                self.crowd.forget()
            count = self.rng.randrange(2, AT_ONCE) if self.rng.random() < CROWDS else 1
            sent = [self.inputs.next() for _ in range(count)]
            report.problems += await self.moment(sent)
            report.inputs += count
            report.kinds.update(each.kind.name.lower() for each in sent)
        report.refused = self.judge.refused
        return report

    async def moment(self, sent: list[Input]) -> list[str]:
        """Send some inputs at once, wait until all is done, and judge the effects."""
        await self.pass_time()
        parts = [part for each in sent for part in walk((each.message or {}).get("components") or ())]
        self.judge.there = frozenset(part.get("custom_id") or "" for part in parts)
        interactions = [self.discord.send(each.kind, each.user, each.channel, each.data, each.message) for each in sent]
        found: list[str] = []
        try:
            await self.discord.settle()
        except TimeoutError:
            found.append(f"it does not end: {[task.get_name() for task in self.discord.tasks.running]}")
        for each, interaction in zip(sent, interactions, strict=True):
            self._remember(each, interaction)
        found += self.judge.problems(interactions, any(each.may_post for each in sent))
        found += self.alarm.records
        self.alarm.records.clear()
        return [f"{problem}\n    after {' + '.join(map(str, sent))[:1500]}" for problem in dict.fromkeys(found)]

    async def pass_time(self) -> None:
        """Let time pass and run due jobs, which no input has caused."""
        self.now[0] += SECONDS_APART
        if self.stored.is_due(self.now[0]) and self.client.acting.scheduler is not None:
            self.client.acting.scheduler.wake()
            await self.discord.settle()
            self.stored.refresh()

    def _remember(self, each: Input, interaction: Interaction) -> None:
        if interaction.callback_type is Callback.MODAL:
            self.inputs.forms.append((each.user, each.channel, interaction.callback_data, each.message))
        for message in filter(None, (interaction.original, *interaction.followups)):
            self.inputs.note(each.user, each.channel, message)


@asynccontextmanager
async def running_session(
    folder: Path,
    seed: int,
    judge: RequestValidator | None = None,
    *,
    threads: bool = False,
    address: str | None = None,
) -> AsyncIterator[FuzzSession]:
    """Run the bot with an empty database and its users; without ``threads`` it is faster.

    ``address`` is that of a database on a server, instead of a file.
    """
    rng, now, alarm = random.Random(seed), [BEGIN], Alarm()
    settings = Settings(
        database=folder / "kurultai.sqlite3",
        postgres=address,
        painter="inside",
        requests_per_second=MAX_REQUESTS_PER_SECOND,
        computer_players="on" if address is None else "inside",
    )
    discord = InsideDiscord(judge)
    crowd = Crowd.gather(discord, rng)
    client = KurultaiClient(settings, clock=lambda: now[0], entropy=steady_entropy(f"{seed} "))
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: alarm.records.append(str(context)))
    root, library = logging.getLogger(), logging.getLogger("discord")
    level = library.level
    library.setLevel(logging.WARNING)
    root.addHandler(alarm)
    # With a database on a server, files are in the working folder, where no process of computer players would start.
    in_folder = contextlib.nullcontext() if address is None else contextlib.chdir(folder)
    with in_folder, seldom_painted(), unlimited(), contextlib.nullcontext() if threads else unthreaded():
        try:
            await discord.start(client)
            stored = StoredMatches(settings.address)
            stored.refresh()
            inputs = Inputs(crowd, stored, rng)
            yield FuzzSession(
                discord,
                client,
                crowd,
                stored,
                inputs,
                Judge(discord, stored, crowd.guilds[2], SECRET),
                alarm,
                rng,
                now,
            )
            stored.close()
        finally:
            await client.close()
            root.removeHandler(alarm)
            library.setLevel(level)
            asyncio.get_running_loop().set_task_factory(None)


@contextlib.contextmanager
def unlimited() -> Iterator[None]:
    """Lift the rate limits, which all users here exceed."""
    before = thresholds.USER_BURST, thresholds.NOTIFICATION_BURST
    thresholds.USER_BURST = thresholds.NOTIFICATION_BURST = 10**9
    try:
        yield
    finally:
        thresholds.USER_BURST, thresholds.NOTIFICATION_BURST = before


@contextlib.contextmanager
def seldom_painted() -> Iterator[None]:
    """Draw most pictures empty, because painters are not tested here."""
    painters, real, numbers = cast("dict[str, Painter]", PAINTERS), dict(PAINTERS), itertools.count(1)

    def seldom(painter: Painter) -> Painter:
        def paint(observation: object, options: Any) -> Picture:
            if next(numbers) % REALLY_PAINTED == 0:
                return painter.paint(observation, options)
            return Picture(Image.new("L", (400, 400)), bytes(3 * 256), ())

        return Painter(paint, lambda _options: None)

    painters.update({slug: seldom(painter) for slug, painter in real.items()})
    try:
        yield
    finally:
        painters.update(real)


async def run_fuzz_session(
    inputs: int,
    seed: int,
    judge: RequestValidator | None = None,
    *,
    threads: bool = False,
    address: str | None = None,
) -> Report:
    """Run one bot with an empty database, and check the database at the end."""
    with tempfile.TemporaryDirectory() as folder:
        async with running_session(Path(folder), seed, judge, threads=threads, address=address) as session:
            report = await session.go_on(inputs)
        async with await Database.open(address or Path(folder) / "kurultai.sqlite3") as database:
            report.problems += [f"doctor: match {each.match_id}: {each.text}" for each in await examine(database)]
            ((report.turns,),) = [tuple(row) for row in await database.rows("SELECT count(*) FROM log")]
            ((report.matches,),) = [tuple(row) for row in await database.rows("SELECT count(*) FROM matches")]
    return report
