"""The Discord client: it builds the bot's parts at start and shuts them down at the end."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from secrets import token_bytes
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.commands import (
    about_command,
    challenge_menu,
    explain_menu,
    help_command,
    leaderboard_command,
    learn_command,
    match_command,
    play_command,
    play_commands,
    player_group,
    rules_command,
    server_group,
)
from bot.commands.base import CatalogueTranslator, add_all
from bot.commands.tree import KurultaiTree
from bot.computer.decider import SWITCHED_OFF, Decider
from bot.daily_backups import DailyBackups
from bot.daily_maintenance import DailyMaintenance
from bot.delivery.discord_api import DiscordApi
from bot.delivery.limits import RequestRateLimiter, limit_global_rate, prune_rate_limit_buckets, trace_rate_limits
from bot.delivery.sender import Sender
from bot.delivery.worker import Conditions, Worker
from bot.gateway.command_registration import CommandRegistration, register_commands
from bot.gateway.connection import disable_voice_warnings
from bot.gateway.identify_limit import IdentifyLimiter, allowed_sessions
from bot.gateway.sharded_state import ShardedState
from bot.gateway.shards import ShardConnections, plan_shards
from bot.gateway.unreadable import RawInteraction, answer_unreadable, report_unreadable, tolerate_unreadable_events
from bot.load.admission import AdmissionControl
from bot.load.fast_responses import skip_response_bodies
from bot.load.rate_limits import UserRateLimiter
from bot.load.request_slots import RequestSlots
from bot.locales import Catalogues
from bot.matches.jobs.scheduler import Scheduler
from bot.matches.model.jobs import MaintenanceRun
from bot.matches.model.views import MatchView
from bot.matches.outbox import Outbox
from bot.matches.service import MatchService
from bot.matches.service import build as build_matches
from bot.rendering.animations import AnimationQueue
from bot.settings import Settings
from bot.startup import after_start
from bot.storage.database import Database, unix_time
from bot.storage.errors import StorageError
from bot.storage.interaction_claims import is_claimed_elsewhere
from bot.storage.key_value import read_epoch
from bot.storage.sqlite.integrity_check import IntegrityCheck
from bot.tasks import finish_or_cancel
from bot.ui.boards.board_renderer import PUBLIC_SETTINGS, BoardRenderer
from bot.ui.components.custom_id import begin_epoch
from bot.ui.handlers import PersistentComponent
from bot.ui.interactions.dispatcher import Dispatcher
from bot.ui.interactions.presses import UNKNOWN, detached_action, is_unknown
from bot.ui.interactions.services import Services
from bot.workers import animation_renderer, board_renderer, decider

if TYPE_CHECKING:
    from aiohttp import BaseConnector

log = logging.getLogger(__name__)

RESPONSE_DRAIN_SECONDS, DECISION_DRAIN_SECONDS, POST_DRAIN_SECONDS = 2.0, 0.5, 5.0
"""How long a stop waits for responses, decisions and posts in progress. The whole stop takes less than ten seconds."""

NEW_SERVER = timedelta(days=1)
"""Servers joined longer ago are not greeted: the database may be new, but the bot is not."""

GUILD_READY_SECONDS, OPENING_SECONDS = 0.5, 0.5
"""How long a start waits for the gateway to announce one more server (discord.py: 2 s), and then for the outbox to be
read."""


def create_client(
    settings: Settings,
    *,
    connector: BaseConnector | None = None,
    clock: Callable[[], int] = unix_time,
    entropy: Callable[[int], bytes] = token_bytes,
) -> KurultaiClient:
    """Make a client that has not been started.

    Args:
        settings: the operator's settings; the token is passed to ``start``.
        connector: connects to Discord, replaced in tests; by default discord.py's own.
        clock: returns unix seconds.
        entropy: returns that many secret bytes, for the keys of matches.
    """
    return KurultaiClient(settings, connector=connector, clock=clock, entropy=entropy)


class KurultaiClient(commands.Bot):
    """The whole bot."""

    _connection: ShardedState

    services: Services
    """Used by handlers; set by :meth:`setup_hook`."""
    dispatcher: Dispatcher
    """Receives interactions; set by :meth:`setup_hook`."""

    def __init__(
        self,
        settings: Settings,
        *,
        connector: BaseConnector | None,
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
    ) -> None:
        disable_voice_warnings()
        self._request_limiter = RequestRateLimiter(settings.requests_per_second)
        self._request_slots = RequestSlots()
        super().__init__(
            commands.when_mentioned,
            help_command=None,
            tree_cls=KurultaiTree,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            guild_ready_timeout=GUILD_READY_SECONDS,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            connector=connector,
            http_trace=trace_rate_limits(self._request_limiter),
        )
        self.settings = settings
        self.was_ready = False
        """Whether this client has ever been connected."""
        self._clock = clock
        self._entropy = entropy
        self._catalogues = Catalogues(settings.locales)
        self.daily_backups = DailyBackups(settings.address, settings.backup_folder, clock)
        self._database: Database | None = None
        self._worker: Worker | None = None
        self._outbox: Outbox | None = None
        self._scheduler: Scheduler | None = None
        self._startup_task: asyncio.Task[None] | None = None
        self._integrity_check: IntegrityCheck | None = None
        self._registration: CommandRegistration | None = None
        self._shards: ShardConnections | None = None
        self.decider: Decider = SWITCHED_OFF
        self._raw_responses: set[asyncio.Task[None]] = set()
        tolerate_unreadable_events(self, self._answer_unreadable, self._report_unreadable)

    async def setup_hook(self) -> None:
        """Build all parts; called by discord.py after the login, before the gateway is connected.

        Raises:
            StorageError: the database cannot be used.
        """
        prune_rate_limit_buckets(self.http)
        request_limiter = self._request_limiter
        limit_global_rate(self.http, request_limiter, self._request_slots)
        skip_response_bodies(self._request_slots)
        self._database = await self._open_database()
        begin_epoch(await read_epoch(self._database))
        self._outbox = outbox = Outbox(self._database, clock=self._clock, wake=self._wake_worker)
        self.decider = decider(self.settings)
        matches = build_matches(
            self._database,
            clock=self._clock,
            wake=self._wake_worker,
            wake_scheduler=self._wake_scheduler,
            prerender=self._prerender,
            entropy=self._entropy,
            decider=self.decider,
        )
        self._api = api = DiscordApi(self)
        admission = AdmissionControl()
        self.services = Services(
            matches,
            outbox,
            self._catalogues,
            self._guild_locale,
            BoardRenderer(board_renderer(self.settings), overloaded=lambda: admission.is_overloaded),
            AnimationQueue(animation_renderer(self.settings)),
            send_dm=api.send_dm,
            can_view=api.may_see,
            clock=self._clock,
            backup_days=self.settings.backup_retention,
            privacy_url=self.settings.privacy_url,
            terms_url=self.settings.terms_url,
            support_url=self.settings.support_url,
            source_url=self.settings.source_url,
            admission=admission,
            rate_limiter=UserRateLimiter(self._clock),
        )
        self.dispatcher = Dispatcher(self.services, partial(is_claimed_elsewhere, self._database))
        sender = Sender(api, self.services, self._clock)
        self._worker = worker = Worker(
            outbox,
            sender.deliver,
            self._clock,
            on_idle=admission.low_priority.poll,
            conditions=Conditions(
                lambda: admission.is_overloaded,
                lambda: request_limiter.blocked_for,
                lambda: request_limiter.is_refused_often,
                lambda: matches.downtime.is_reachable,
            ),
        )
        admission.on_recovered = worker.dispatch
        # While boards wait for Discord, the processor is free for other work.
        admission.is_posting_boards = lambda: worker.is_busy and not request_limiter.is_full
        daily_maintenance = DailyMaintenance(self._database, self._clock, self.settings.backup_retention)
        handlers = {**matches.jobs, MaintenanceRun: daily_maintenance.run}
        self._scheduler = Scheduler(self._database, handlers, self._clock, matches.downtime.check_clock)
        # Nobody could play since the last process ended, and nobody can until the gateway is connected.
        await matches.downtime.connected()
        await matches.downtime.disconnected()
        await daily_maintenance.schedule()
        if self.settings.backup_days:
            self.daily_backups.schedule()
        self.add_dynamic_items(PersistentComponent)
        await matches.server_settings.load_languages()
        await matches.retention.begin_pruning()
        await self._add_commands()
        register = partial(register_commands, self.tree, self._database, self.application_id, self.settings.test_guild)
        self._registration = CommandRegistration(register)
        await self._registration.start()

    async def connect(self, *, reconnect: bool = True) -> None:
        """Keep the connection; called by discord.py after the login.

        Raises:
            discord.ConnectionClosed: Discord refuses the bot for good.
        """
        del reconnect  # always
        if self._database is None:
            return
        plan = await plan_shards(self.http, self.settings.shards)
        if plan.count > 1:
            log.info("connecting", extra={"shards": plan.count})
        self.shard_count = plan.count
        self._connection.set_shards(plan.count)
        self.services.matches.downtime.begin(plan.count)
        limiter = IdentifyLimiter(self._database, self._clock, allowed_sessions(plan.count, plan.per_day))
        self._shards = ShardConnections(self, plan, limiter)
        await self._shards.stay_connected()

    @property
    def latency(self) -> float:
        """The longest time that Discord took to acknowledge the last heartbeat of a shard, in seconds; not finite while
        it is unknown.
        """
        return math.nan if self._shards is None else self._shards.latency

    async def on_shard_ready(self, shard_id: int) -> None:
        """Start posting with the first shard, with what an earlier process left unposted.

        Discord may send READY more than once.
        """
        await self._on_connected(shard_id)
        if not self.was_ready and self._worker is not None and self._scheduler is not None:
            self.was_ready = True
            await self._worker.open(OPENING_SECONDS)
            self._scheduler.open()
            await self.services.matches.computer_turns.open()
            self._startup_task = asyncio.create_task(after_start(self.services), name="after start")
            if self.settings.postgres is None:
                self._integrity_check = IntegrityCheck(self.settings.database_file)
                self._integrity_check.schedule()
            log.info("ready", extra={"guilds": len(self.guilds)})

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Continue after the connection of a shard was resumed."""
        await self._on_connected(shard_id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Stop the clocks of a shard's servers, because no move reaches the bot. Called for every failed attempt."""
        if not self.is_closed() and self._database is not None:
            await self.services.matches.downtime.disconnected(shard_id)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Handle components and forms that :class:`PersistentComponent` does not match."""
        try:
            action = detached_action(interaction)
            if action is None and is_unknown(interaction):
                action = UNKNOWN
            if action is not None:
                await self.dispatcher.on_component(interaction, action)
        except Exception as error:  # noqa: BLE001 - the dispatcher reports all other errors
            await self._report_unreadable(interaction, error)

    async def _report_unreadable(self, interaction: discord.Interaction[Any], error: Exception) -> None:
        await report_unreadable(interaction, self.services.writer(str(interaction.locale)), error)

    def _answer_unreadable(self, raw: RawInteraction) -> None:
        """Reply to an interaction that discord.py could not parse."""
        if self.services.admission.draining:
            return
        response = answer_unreadable(self, raw, self.services.writer(raw.locale))
        task = asyncio.create_task(response, name="response")
        self._raw_responses.add(task)
        task.add_done_callback(self._raw_responses.discard)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a new server, and resume its matches if the bot is back."""
        if self._outbox is not None:
            await self._outbox.greet(guild.id)
            await self._resume_matches(guild)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Greet a server that invited the bot while it was offline; called for every server after a start."""
        member = None if self.user is None else guild.get_member(self.user.id)
        joined = None if member is None else member.joined_at
        if joined is not None and discord.utils.utcnow() - joined < NEW_SERVER:
            await self.on_guild_join(guild)
        else:
            await self._resume_matches(guild)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Notify the players of a server that removed the bot."""
        await self._forward(lambda matches: matches.channels.removed_from_server(guild.id))

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Notify the players of a deleted channel."""
        await self._forward(lambda matches: matches.channels.channel_deleted(channel.id))

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Continue the matches of a deleted thread in its channel."""
        await self._forward(lambda matches: matches.channels.thread_deleted(payload.thread_id))

    async def on_guild_channel_update(self, _before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Resume matches in a channel where the bot may post again."""
        await self._resume_matches(after.guild)

    async def _resume_matches(self, guild: discord.Guild) -> None:
        await self._forward(lambda matches: matches.channels.server_usable_again(guild.id, self._api.can_post))

    async def _forward(self, event: Callable[[MatchService], Awaitable[None]]) -> None:
        """Forward an event to the service. If it cannot be stored, the next failed post detects the change."""
        if self._outbox is None:
            return
        try:
            await event(self.services.matches)
        except StorageError as error:
            log.warning("a change in a server could not be stored", extra={"reason": str(error)})

    async def close(self) -> None:
        """Finish responses, jobs and posts in progress, then disconnect, then close the database.

        Nothing committed is lost: unposted messages go out after the next start.
        """
        if self._worker is not None:
            responses = finish_or_cancel(self._raw_responses, RESPONSE_DRAIN_SECONDS)
            await asyncio.gather(self.services.admission.drain(RESPONSE_DRAIN_SECONDS), responses)
            if self._scheduler is not None:
                await self._scheduler.close(RESPONSE_DRAIN_SECONDS)
            await self.services.matches.computer_turns.close(DECISION_DRAIN_SECONDS)
            await self.services.matches.reviews.close()
            await self.services.matches.downtime.disconnected()
            await asyncio.gather(self._worker.close(POST_DRAIN_SECONDS), self.daily_backups.close())
            if self._startup_task is not None:
                await finish_or_cancel([self._startup_task], 0)  # runs again after the next start
            if self._registration is not None:
                await self._registration.close()
            if self._integrity_check is not None:
                await self._integrity_check.close()
            await self.services.board_renderer.close()
            await self.services.animations.close()
            await self.decider.close()
        if self._shards is not None:
            await self._shards.close()
        self._connection.cancel_ready_tasks()
        await super().close()
        if self._database is not None:
            await self._database.close()

    # ------------------------------------------------------------------------------------------------------ parts

    def _get_state(self, **options: Any) -> ShardedState:
        """Make discord.py's cache; called by its constructor."""
        return ShardedState(
            dispatch=self.dispatch, handlers=self._handlers, hooks=self._hooks, http=self.http, **options
        )

    async def _on_connected(self, shard_id: int) -> None:
        try:
            await self.services.matches.downtime.connected(shard_id)
        except StorageError:
            log.exception("the downtime could not be compensated; it is tried again")

    async def _open_database(self) -> Database:
        """Open the database. A stop in the meantime waits until it can be closed."""
        opened = Database.open(self.settings.address, clock=self._clock, backups=self.settings.backups)
        opening = asyncio.create_task(opened, name="database")
        try:
            return await asyncio.shield(opening)
        except asyncio.CancelledError:
            self._database = await opening
            raise

    async def _add_commands(self) -> None:
        if self._catalogues.only is None:  # otherwise it would be called 30,000 times for nothing
            await self.tree.set_translator(CatalogueTranslator(self._catalogues))
        add_all(self.tree, play_commands(self.dispatcher))
        for command in (
            play_command(self.dispatcher),
            match_command(self.dispatcher),
            rules_command(self.dispatcher),
            learn_command(self.dispatcher),
            player_group(self.dispatcher),
            server_group(self.dispatcher),
            help_command(self.dispatcher),
            about_command(self.dispatcher),
            leaderboard_command(self.dispatcher),
            challenge_menu(self.dispatcher),
            explain_menu(self.dispatcher),
        ):
            self.tree.add_command(command)

    def _wake_worker(self, queue_key: str) -> None:
        if self._worker is not None:
            self._worker.wake(queue_key)

    def _wake_scheduler(self, at: str) -> None:
        if self._scheduler is not None:
            self._scheduler.wake(at)

    def _prerender(self, view: MatchView) -> None:
        self.services.board_renderer.prerender(view, self.services.public_writer(view.match), PUBLIC_SETTINGS)

    def _guild_locale(self, guild_id: int) -> str | None:
        chosen, guild = self.services.matches.server_settings.language_of(guild_id), self.get_guild(guild_id)
        return chosen if chosen is not None or guild is None else str(guild.preferred_locale)
