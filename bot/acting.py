"""Everything that only the process that acts has: one place opens it, one place closes it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Self

from discord.ext import commands

from bot.clock_check import log_clock_difference
from bot.commands import add_commands
from bot.computer.process_pauses import ProcessPauses
from bot.daily_backups import DailyBackups
from bot.daily_maintenance import DailyMaintenance
from bot.delivery.discord_api import DiscordApi
from bot.delivery.request_limits import RequestRateLimiter
from bot.delivery.sender import Sender
from bot.delivery.worker import Conditions, Worker
from bot.gateway.command_registration import CommandRegistration, register_commands
from bot.load.admission import AdmissionControl
from bot.load.user_limits import UserRateLimiter
from bot.locales import Catalogues
from bot.matches.jobs.scheduler import Scheduler
from bot.matches.model.jobs import MaintenanceRun
from bot.matches.model.views import MatchView
from bot.matches.outbox import Outbox
from bot.matches.service import build as build_matches
from bot.rendering import Renderer
from bot.rendering.animations import AnimationQueue
from bot.settings import Settings
from bot.standby.answered import AnsweredInteractions
from bot.standby.held_interactions import HeldInteractions
from bot.standby.locks import Announcements
from bot.startup import after_start
from bot.storage.database import Database
from bot.storage.errors import ReplacedError, StorageError, UnavailableError
from bot.storage.interaction_claims import is_claimed_elsewhere
from bot.storage.key_value import read_epoch
from bot.storage.sqlite.integrity_check import IntegrityCheck
from bot.tasks import finish_or_cancel
from bot.ui.boards.board_renderer import PUBLIC_SETTINGS, BoardRenderer, warm_up
from bot.ui.components.custom_id import begin_epoch
from bot.ui.interactions.dispatcher import Dispatcher
from bot.ui.interactions.services import Services
from bot.ui.interactions.window_updates import WindowUpdates
from bot.workers import animation_renderer, decider
from engines.registry import GAMES

log = logging.getLogger(__name__)

RESPONSE_DRAIN_SECONDS, DECISION_DRAIN_SECONDS, POST_DRAIN_SECONDS = 2.0, 0.5, 5.0
"""How long a stop waits for responses, decisions and posts in progress. The whole stop takes less than ten seconds."""

HANDOVER_POST_SECONDS = 0.5
"""How long a handover waits for posts in progress: the next process posts what is left, and Discord shows no message
twice (docs/adr/0061-standby.md)."""

OPENING_SECONDS = 0.5
"""How long a start waits for the outbox to be read."""


UNAVAILABLE_SECONDS, RETRY_SECONDS = 6.0, 0.2
"""How long a start tries to use a database server that cannot be used now, and the pause between two attempts."""


async def open_to_act(settings: Settings, clock: Callable[[], int], *, check: bool) -> Database:
    """Open the database and let no other process write, as soon as its server allows it.

    A process that was frozen in a transaction keeps the lock for writing for some seconds.

    Args:
        settings: the operator's settings.
        clock: unix seconds.
        check: whether a file is checked for damage.

    Raises:
        StorageError: the database cannot be used.
    """
    end = time.monotonic() + UNAVAILABLE_SECONDS
    while True:
        try:
            database = await Database.open(settings.address, clock=clock, backups=settings.backups, check=check)
            try:
                await database.exclude_others()
            except BaseException:
                await database.close()
                raise
        except UnavailableError as error:
            if time.monotonic() > end:
                raise
            log.warning("the database cannot be used yet", extra={"reason": str(error)})
            await asyncio.sleep(RETRY_SECONDS)
        else:
            return database


@dataclass(slots=True)
class Prepared:
    """What a process has ready before it acts."""

    catalogues: Catalogues
    """The languages."""
    renderer: Renderer
    """Draws boards."""
    is_warm: bool = False
    """Whether the pictures of all games are prepared."""

    async def warm_up(self, on_warm: Callable[[], object]) -> None:
        """Prepare the pictures of all games, then call ``on_warm``."""
        await warm_up(self.renderer, GAMES)
        self.is_warm = True
        on_warm()


class Acting:
    """The parts of the process that acts.

    Args:
        client: it has logged in.
        settings: the operator's settings.
        database: open; closed by :meth:`close`.
        prepared: closed by its owner.
        request_limiter: counts all requests.
        clock: unix seconds.
        entropy: returns that many secret bytes, for the keys of matches.
        held_interactions: has what was heard while another process acted.
        announcements: tells processes that stand by what is answered.
        is_acting: whether this process certainly acts; false for one that was frozen, until it knows.
    """

    def __init__(  # noqa: PLR0913 - one argument for each part of the world outside
        self,
        client: commands.Bot,
        settings: Settings,
        database: Database,
        *,
        prepared: Prepared,
        request_limiter: RequestRateLimiter,
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
        held_interactions: HeldInteractions,
        announcements: Announcements,
        is_acting: Callable[[], bool],
    ) -> None:
        self._client = client
        self._settings = settings
        self.daily_backups = DailyBackups(settings.address, settings.backup_folder, clock)
        self.is_open = True
        """Whether events still reach the database."""
        self.database = database
        self.outbox = Outbox(database, clock=clock, wake=self._wake_worker)
        self.decider = decider(settings)
        matches = build_matches(
            database,
            clock=clock,
            wake=self._wake_worker,
            wake_scheduler=self._wake_scheduler,
            prerender=self._prerender,
            entropy=entropy,
            decider=self.decider,
        )
        self.api = DiscordApi(client)
        admission = AdmissionControl()
        if self.decider.process is not None:
            pauses = ProcessPauses(self.decider.process)
            admission.on_busy, admission.on_idle = pauses.begin, pauses.end
        self.services = Services(
            matches,
            self.outbox,
            prepared.catalogues,
            self._guild_locale,
            BoardRenderer(prepared.renderer, overloaded=lambda: admission.is_overloaded),
            AnimationQueue(animation_renderer(settings)),
            send_dm=self.api.send_dm,
            can_view=self.api.may_see,
            clock=clock,
            backup_days=settings.backup_retention,
            privacy_url=settings.privacy_url,
            terms_url=settings.terms_url,
            support_url=settings.support_url,
            source_url=settings.source_url,
            admission=admission,
            rate_limiter=UserRateLimiter(clock),
        )
        self._answered = AnsweredInteractions(settings.database_file)
        self._tell_answered = announcements.tell_answered
        self.dispatcher = Dispatcher(
            self.services,
            partial(is_claimed_elsewhere, database),
            held_interactions.find,
            self._note_answered,
            is_acting,
        )
        self._windows = WindowUpdates(self.services, clock)
        self.worker = Worker(
            self.outbox,
            Sender(self.api, self.services, clock, self._windows.match_moved_on).deliver,
            clock,
            on_idle=admission.low_priority.poll,
            conditions=Conditions(
                lambda: admission.is_overloaded,
                lambda: request_limiter.blocked_for,
                lambda: request_limiter.is_refused_often,
                lambda: matches.downtime.is_reachable,
            ),
        )
        admission.on_recovered = self.worker.dispatch
        # While boards wait for Discord, the processor is free for other work.
        admission.is_posting_boards = lambda: self.worker.is_busy and not request_limiter.is_full
        self._daily_maintenance = DailyMaintenance(database, clock, settings.backup_retention)
        handlers = {**matches.jobs, MaintenanceRun: self._daily_maintenance.run}
        self.scheduler = Scheduler(database, handlers, clock, matches.downtime.check_clock)
        register = partial(register_commands, client.tree, database, client.application_id, settings.test_guild)
        self.registration = CommandRegistration(register)
        self._startup_task: asyncio.Task[None] | None = None
        self._integrity_check = IntegrityCheck(settings.database_file)

    async def open(self, *, alive_at: int | None) -> None:
        """Prepare to handle interactions.

        Args:
            alive_at: until when the process before acted, if that is known better than from the database.

        Raises:
            StorageError: the database cannot be used.
        """
        matches = self.services.matches
        add_commands(self._client.tree, self.dispatcher)
        if self._settings.backup_days:
            self.daily_backups.schedule()
        # Together: they share commits.
        epoch, *_ = await asyncio.gather(
            read_epoch(self.database),
            self._begin_downtime(alive_at),
            self._daily_maintenance.schedule(),
            matches.server_settings.load_languages(),
            matches.retention.begin_pruning(),
        )
        begin_epoch(epoch)

    async def _begin_downtime(self, alive_at: int | None) -> None:
        """Nobody could play since the last process ended, and nobody can until the gateway is connected."""
        await self.services.matches.downtime.succeed(alive_at)
        await self.services.matches.downtime.disconnected()

    async def begin(self, *, checked: bool) -> None:
        """Post and run what is due, beginning with what an earlier process left; called once a shard is connected.

        Nothing begins once :meth:`close` was called: nobody would end it.

        Args:
            checked: whether the database was checked for damage when it was opened.
        """
        admission = self.services.admission
        if not admission.draining:
            await self.worker.open(OPENING_SECONDS)
        if admission.draining:
            return
        self.scheduler.open()
        self._startup_task = asyncio.create_task(self._after_start(), name="after start")
        if self._settings.postgres is None:
            self._integrity_check.schedule(checked=checked)
        await self.services.matches.computer_turns.open()

    async def _after_start(self) -> None:
        await asyncio.to_thread(log_clock_difference, self._settings.address)
        await after_start(self.services)

    async def forward(self, event: Callable[[Self], Awaitable[object]]) -> None:
        """Forward an event of a server. If it cannot be stored, the next failed post detects the change."""
        if not self.is_open:
            return
        try:
            await event(self)
        except StorageError as error:
            log.warning("a change in a server could not be stored", extra={"reason": str(error)})

    async def connected(self, shard_id: int | None) -> None:
        """Exclude the downtime of a shard (by default of all) that is connected now from its clocks."""
        try:
            await self.services.matches.downtime.connected(shard_id)
        except StorageError as error:
            if self.is_open and not isinstance(error, ReplacedError):
                log.exception("the downtime could not be compensated; it is tried again")
            else:
                log.info("the downtime is left to the process that acts next")

    async def close(self, *, handing_over: bool, is_replaced: bool = False) -> None:
        """Finish responses, jobs and posts in progress, then close the database.

        Nothing committed is lost: unposted messages go out after the next start, or by the next process. One that was
        replaced waits for nothing.
        """
        admission = self.services.admission
        post_seconds = HANDOVER_POST_SECONDS if handing_over else POST_DRAIN_SECONDS
        responses, decisions = (0.0, 0.0) if is_replaced else (RESPONSE_DRAIN_SECONDS, DECISION_DRAIN_SECONDS)
        await admission.drain(responses, silently=handing_over)
        await self.scheduler.close(responses)
        await self.services.matches.computer_turns.close(decisions)
        await self.services.matches.reviews.close()
        if is_replaced:
            post_seconds, self.is_open = 0.0, False
        else:
            await self.services.matches.downtime.disconnected()
        await asyncio.gather(self.worker.close(post_seconds), self.daily_backups.close())
        await self._windows.close()
        if self._startup_task is not None:
            await finish_or_cancel([self._startup_task], 0)  # runs again after the next start
        await self.registration.close()
        await self._integrity_check.close()
        self.is_open = False
        await self.database.close()
        self._answered.close()

    async def end_processes(self) -> None:
        """End the processes that draw and decide; called last, because it takes a moment."""
        await self.services.board_renderer.close()
        await self.services.animations.close()
        await self.decider.close()

    def _note_answered(self, interaction_id: int) -> None:
        self._answered.note(interaction_id)
        self._tell_answered(interaction_id)

    def _wake_worker(self, queue_key: str) -> None:
        self.worker.wake(queue_key)

    def _wake_scheduler(self, at: str) -> None:
        self.scheduler.wake(at)

    def _prerender(self, view: MatchView) -> None:
        self.services.board_renderer.prerender(view, self.services.public_writer(view.match), PUBLIC_SETTINGS)

    def _guild_locale(self, guild_id: int) -> str | None:
        chosen = self.services.matches.server_settings.language_of(guild_id)
        guild = self._client.get_guild(guild_id)
        return chosen if chosen is not None or guild is None else str(guild.preferred_locale)
