"""The bot's parts in the process that acts, without Discord and pictures; another process can take over."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from bot.computer.decider import Decider
from bot.daily_maintenance import DailyMaintenance
from bot.delivery.sender import Sender
from bot.delivery.worker import Worker
from bot.locales import Catalogues
from bot.matches.jobs.scheduler import Scheduler
from bot.matches.model.jobs import MaintenanceRun
from bot.matches.outbox import Outbox
from bot.matches.service import build as build_matches
from bot.rendering.animations import AnimationQueue, ThreadAnimationRenderer
from bot.storage.database import Database
from bot.storage.paths import is_server
from bot.ui.boards.board_renderer import BoardRenderer
from bot.ui.interactions.services import Services
from proofs.month.fake_discord import FakeDiscord
from proofs.month.invariants import InvariantChecker
from proofs.month.virtual_time import VirtualClock
from render import PictureOptions
from tests.inline_database import inline, inline_sessions

CLOSE_SECONDS = 1.0
"""Seconds that a process which ends waits for what is in progress."""


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
        """Return an empty file."""
        return b"blank"

    async def warm_up(self, game: str, options: PictureOptions) -> None:
        """Do nothing."""

    async def close(self) -> None:
        """Do nothing."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What all processes of a run have in common."""

    address: Path | str
    """Of the database."""
    backups: Path
    """The folder of the backups."""
    clock: VirtualClock
    fake_discord: FakeDiscord
    checker: InvariantChecker
    entropy: random.Random
    """Where the keys of matches come from."""
    retries: random.Random
    """Spreads repeated attempts to post."""
    decider: Decider
    shards: int


class SimulatedBot:
    """The parts that :class:`bot.acting.Acting` assembles, opened and closed in the same order."""

    def __init__(self, around: Surroundings, database: Database) -> None:
        clock, fake_discord = around.clock, around.fake_discord
        self._shards = around.shards
        self.database = database
        self.matches = build_matches(
            database,
            clock=clock,
            wake=self._wake_worker,
            wake_scheduler=self._wake_scheduler,
            entropy=around.entropy.randbytes,
            decider=around.decider,
        )
        self.outbox = Outbox(database, clock=clock, wake=self._wake_worker)
        self._services = Services(
            self.matches,
            self.outbox,
            Catalogues(),
            lambda _: None,
            BoardRenderer(Blank()),
            AnimationQueue(ThreadAnimationRenderer()),
            send_dm=fake_discord.send_dm,
            clock=clock,
        )
        sender = Sender(fake_discord, self._services, clock, lambda _match_id: None)
        self._worker = Worker(self.outbox, around.checker.watching(sender.deliver), clock, around.retries.random)
        self._maintenance = DailyMaintenance(database, clock, self._services.backup_days)
        self._scheduler = Scheduler(database, {**self.matches.jobs, MaintenanceRun: self._maintenance.run}, clock)

    @classmethod
    async def start(cls, around: Surroundings, alive_at: int | None = None) -> Self:
        """Take over the database and connect all shards; nothing is posted and nothing due is run yet.

        Args:
            around: what an earlier process had too.
            alive_at: until when that one acted; ``None`` for the first.
        """
        with inline_sessions() if is_server(around.address) else inline():
            database = await Database.open(around.address, clock=around.clock, backups=around.backups)
        await database.exclude_others()
        bot = cls(around, database)
        downtime = bot.matches.downtime
        await downtime.succeed(alive_at)
        await downtime.disconnected()
        await bot._maintenance.schedule()
        await bot.matches.server_settings.load_languages()
        await bot.matches.retention.begin_pruning()
        downtime.begin(around.shards)
        await downtime.connected()
        return bot

    async def begin(self) -> None:
        """Post and run what is due."""
        await self._worker.open()
        self._scheduler.open()
        await self.matches.computer_turns.open()

    async def close(self) -> None:
        """Finish what is in progress, and leave the database to the next process."""
        await self._scheduler.close(CLOSE_SECONDS)
        await self.matches.computer_turns.close(CLOSE_SECONDS)
        await self.matches.reviews.close()
        await self.matches.downtime.disconnected()
        await self._worker.close(CLOSE_SECONDS)
        await self._services.board_renderer.close()
        await self._services.animations.close()
        await self.database.close()

    def _wake_worker(self, queue_key: str) -> None:
        self._worker.wake(queue_key)

    def _wake_scheduler(self, about: str) -> None:
        self._scheduler.wake(about)
