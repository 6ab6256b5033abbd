"""The Discord client: it builds the bot's parts at start and shuts them down at the end."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable, Collection
from datetime import timedelta
from functools import partial
from pathlib import Path
from secrets import token_bytes
from typing import TYPE_CHECKING, Any, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.acting import RESPONSE_DRAIN_SECONDS, Acting, Prepared, open_to_act
from bot.commands.base import CatalogueTranslator
from bot.commands.tree import KurultaiTree
from bot.daily_maintenance import keep_pruned
from bot.delivery import request_limits
from bot.gateway.connection import disable_voice_warnings
from bot.gateway.identify_limit import IdentifyLimiter, allowed_sessions
from bot.gateway.raw_interactions import RawInteraction, acknowledge_raw
from bot.gateway.sharded_state import ShardedState
from bot.gateway.shards import ShardConnections, plan_shards
from bot.gateway.unreadable import answer_unreadable, report_unreadable, tolerate_unreadable_events
from bot.gateway.warm_connections import keep_connections_open
from bot.health.standby_file import find_successors, read_standbys, remove_leftovers
from bot.health.status_file import read_status
from bot.load.fast_responses import skip_response_bodies
from bot.load.request_slots import RequestSlots
from bot.locales import Catalogues
from bot.settings import Settings
from bot.standby.answered import answered_lately
from bot.standby.held_interactions import HeldInteractions
from bot.standby.locks import Announcements, file_locks
from bot.standby.standby import Standby
from bot.storage.database import Database, Transaction, unix_time
from bot.storage.errors import StorageError
from bot.storage.inspection import write_once
from bot.tasks import finish_or_cancel
from bot.ui.handlers import PersistentComponent
from bot.ui.interactions.dispatcher import Dispatcher
from bot.ui.interactions.presses import UNKNOWN, detached_action, is_unknown
from bot.ui.interactions.services import Services
from bot.workers import board_renderer

if TYPE_CHECKING:
    from aiohttp import BaseConnector

log = logging.getLogger(__name__)

ResultT = TypeVar("ResultT")

NEW_SERVER = timedelta(days=1)
"""Servers joined longer ago are not greeted: the database may be new, but the bot is not."""

LAST_RESPONSE_SECONDS = 0.3
"""How long a stop waits for responses that only have to be sent."""

GUILD_READY_SECONDS = 0.5
"""How long a start waits for the gateway to announce one more server (discord.py: 2 s)."""


class KurultaiClient(commands.Bot):
    """The whole bot.

    Args:
        settings: the operator's settings; the token is passed to ``start``.
        connector: connects to Discord, replaced in tests; by default discord.py's own.
        clock: returns unix seconds.
        entropy: returns that many secret bytes, for the keys of matches.
        standby: decides whether the client acts or stands by; released by its owner. By default one of its own.
    """

    _connection: ShardedState

    acting: Acting
    """Set once the client acts."""
    services: Services
    """Used by handlers; set with :attr:`acting`."""
    dispatcher: Dispatcher
    """Receives interactions; set with :attr:`acting`."""

    def __init__(
        self,
        settings: Settings,
        *,
        connector: BaseConnector | None = None,
        clock: Callable[[], int] = unix_time,
        entropy: Callable[[int], bytes] = token_bytes,
        standby: Standby | None = None,
    ) -> None:
        disable_voice_warnings()
        self._request_limiter = request_limits.RequestRateLimiter(settings.requests_per_second)
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
            http_trace=request_limits.trace_rate_limits(self._request_limiter),
        )
        self.settings = settings
        self.is_replaced = False
        """Whether another process may act, although this one did not hand over."""
        self.was_ready = False
        """Whether this client has ever been connected."""
        self._clock = clock
        self._entropy = entropy
        self.prepared = Prepared(Catalogues(settings.locales), board_renderer(settings))
        self._owns_standby = standby is None
        self._standby = standby or Standby(file_locks(settings.database_file))
        self._held_interactions = HeldInteractions(lambda heard: acknowledge_raw(self, heard.data), self._find_answered)
        self._database: Database | None = None
        self.has_acted = False
        """Whether :attr:`acting` is set."""
        self._took_over = False
        """Whether another process acted when this one started."""
        self._shards: ShardConnections | None = None
        self._connected: set[int] = set()
        """Shards that are connected."""
        self._raw_responses: set[asyncio.Task[None]] = set()
        tolerate_unreadable_events(self, self._answer_unreadable, self._report_unreadable)

    @property
    def is_acting(self) -> bool:
        """Whether this process handles interactions and events; otherwise it stands by, starts or ends."""
        return self.has_acted and self.acting.is_open

    @property
    def is_standing_by(self) -> bool:
        """Whether this process waits for another one to end."""
        return self._took_over and not self.has_acted

    async def setup_hook(self) -> None:
        """Begin to act, unless another process does; called by discord.py after the login.

        Raises:
            StorageError: the database cannot be used.
        """
        request_limits.prune_rate_limit_buckets(self.http)
        request_limits.limit_global_rate(self.http, self._request_limiter, self._request_slots)
        skip_response_bodies(self._request_slots)
        self.add_dynamic_items(PersistentComponent)
        catalogues = self.prepared.catalogues
        if catalogues.only is None:  # otherwise it would be called 30,000 times for nothing
            await self.tree.set_translator(CatalogueTranslator(catalogues))
        self._standby.announcements.is_connected = self._is_connected
        if await self._standby.try_act():
            await self._act(alive_at=None)
            await self.acting.registration.start()
        else:
            self._took_over = True
            self._connection.hold = self._held_interactions.hold
            self._standby.on_change()
            log.info("standing by: another process acts")

    async def connect(self, *, reconnect: bool = True) -> None:
        """Keep the connection; called by discord.py after the login.

        Raises:
            discord.ConnectionClosed: Discord refuses the bot for good.
            StorageError: the process before has ended, and the database cannot be used.
        """
        del reconnect  # always
        if self.is_closed():
            return
        if self.is_acting:
            await self._stay_connected()
            return
        tasks = [
            asyncio.create_task(self._stand_by(), name="standby"),
            asyncio.create_task(self._stay_connected(), name="connections"),
            asyncio.create_task(self.prepared.warm_up(self._standby.on_change), name="pictures"),
            asyncio.create_task(keep_connections_open(self, self._standby.succeeding), name="warm connections"),
            asyncio.create_task(self._keep_backups_pruned(), name="old backups"),
        ]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
            for task in done:
                task.result()
        finally:
            await finish_or_cancel(tasks, 0)

    async def _keep_backups_pruned(self) -> None:
        settings, ended = self.settings, self._standby.succeeding
        await keep_pruned(settings.database_file, settings.backup_folder, self._clock, settings.backup_retention, ended)

    async def _stay_connected(self) -> None:
        if not self.is_acting and not self.settings.connected_standby:
            await self._standby.succeeding.wait()
        plan = await plan_shards(self.http, self.settings.shards)
        if plan.count > 1:
            log.info("connecting", extra={"shards": plan.count})
        self.shard_count = plan.count
        self._connection.set_shards(plan.count)
        if self.is_acting:
            self.services.matches.downtime.begin(plan.count)
        limiter = IdentifyLimiter(self._write, self._clock, allowed_sessions(plan.count, plan.per_day))
        self._shards = ShardConnections(self, plan, limiter)
        await self._shards.stay_connected()

    async def _stand_by(self) -> None:
        """Wait until the process that acts ends, and go on where it was."""
        database = self.settings.database_file
        await self._standby.until_next(self._is_ready)
        self._held_interactions.begin_acknowledging()
        await self._standby.until_acting(self._is_connected)
        begun = time.monotonic()
        await self._act(alive_at=_alive_before(database, self._standby.announcements))
        connected = set(self._connected)
        if self.shard_count is not None:
            self.services.matches.downtime.begin(self.shard_count)
        for shard_id in (None,) if len(connected) == self.shard_count else sorted(connected):
            await self.acting.connected(shard_id)
        heard = self._held_interactions.pass_on(self._connection.parse_held, self._connection.end_hold)
        self._standby.on_change()
        seconds = round(time.monotonic() - begun, 3)
        log.info("taken over", extra={"seconds": seconds, "interactions": heard})
        await self._held_interactions.until_empty()
        if connected:
            await self._begin()
        await asyncio.to_thread(remove_leftovers, database)
        for guild in self.guilds:
            await self.on_guild_available(guild)
        self.acting.registration.begin()

    def _find_answered(self) -> Collection[int]:
        """Return the interactions that were answered lately, on this machine or as another one has announced."""
        return answered_lately(self.settings.database_file) | set(self._standby.announcements.answered)

    def _is_ready(self) -> bool:
        """Whether this process is connected to Discord, as far as it should be while it stands by."""
        return not self.settings.connected_standby or self._is_connected()

    def _is_connected(self) -> bool:
        return len(self._connected) == self.shard_count

    async def _act(self, *, alive_at: int | None) -> None:
        """Open everything that only the process that acts has."""
        self._database = await self._open_database()
        self.acting = Acting(
            self,
            self.settings,
            self._database,
            prepared=self.prepared,
            request_limiter=self._request_limiter,
            clock=self._clock,
            entropy=self._entropy,
            held_interactions=self._held_interactions,
            announcements=self._standby.announcements,
            is_acting=lambda: self._standby.is_acting,
        )
        self.services, self.dispatcher = self.acting.services, self.acting.dispatcher
        self.has_acted = True
        await self.acting.open(alive_at=alive_at)

    async def _begin(self) -> None:
        """Start posting, once."""
        if not self.was_ready:
            self.was_ready = True
            await self.acting.begin(checked=not self._took_over)
            log.info("ready", extra={"guilds": len(self.guilds)})

    async def _write(self, work: Callable[[Transaction], ResultT]) -> ResultT:
        """Write to the database, also while another process acts."""
        if self.is_acting:
            return await self.acting.database.write(work)
        return await asyncio.to_thread(write_once, self.settings.address, work)

    @property
    def latency(self) -> float:
        """The longest time that Discord took to acknowledge the last heartbeat of a shard, in seconds; not finite while
        it is unknown.
        """
        return math.nan if self._shards is None else self._shards.latency

    async def on_shard_ready(self, shard_id: int) -> None:
        """Start posting with the first shard; Discord may send READY more than once."""
        self._connected.add(shard_id)
        if self.is_acting:
            await self.acting.connected(shard_id)
            await self._begin()

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Continue after the connection of a shard was resumed."""
        self._connected.add(shard_id)
        if self.is_acting:
            await self.acting.connected(shard_id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Stop the clocks of a shard's servers, because no move reaches the bot. Called for every failed attempt."""
        self._connected.discard(shard_id)
        if not self.is_closed() and self.is_acting:
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
        await self._forward(lambda acting: acting.outbox.greet(guild.id))
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
        await self._forward(lambda acting: acting.services.matches.channels.removed_from_server(guild.id))

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Notify the players of a deleted channel."""
        await self._forward(lambda acting: acting.services.matches.channels.channel_deleted(channel.id))

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Continue the matches of a deleted thread in its channel."""
        await self._forward(lambda acting: acting.services.matches.channels.thread_deleted(payload.thread_id))

    async def on_guild_channel_update(self, _before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Resume matches in a channel where the bot may post again."""
        await self._resume_matches(after.guild)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Resume matches where the bot may post again because a role allows more."""
        if before.permissions != after.permissions:
            await self._resume_matches(after.guild)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Resume matches where the bot may post again because it was given a role."""
        if after.id == after.guild.me.id and before.roles != after.roles:
            await self._resume_matches(after.guild)

    async def _resume_matches(self, guild: discord.Guild) -> None:
        await self._forward(
            lambda acting: acting.services.matches.channels.server_usable_again(guild.id, acting.api.can_post)
        )

    async def _forward(self, event: Callable[[Acting], Awaitable[object]]) -> None:
        """Forward an event of a server, if this process acts."""
        if self.is_acting:
            await self.acting.forward(event)

    async def close(self) -> None:
        """Hand over to a process that stands by, or finish what is in progress; then disconnect."""
        database = self.settings.database_file
        if self.is_acting:
            handing_over = self.is_replaced or await self._standby.hand_over(
                partial(read_standbys, database), partial(find_successors, database)
            )
            if handing_over:
                log.info("handing over")
                await self._held_interactions.close()
                self._connection.hold = _leave_to_successor
            responses = finish_or_cancel(self._raw_responses, RESPONSE_DRAIN_SECONDS)
            await asyncio.gather(self.acting.close(handing_over=handing_over, is_replaced=self.is_replaced), responses)
            if self._standby.is_leaving:
                await self._standby.release()
        if self._shards is not None:
            await self._shards.close()
        self._connection.cancel_ready_tasks()
        await self._held_interactions.close()
        if self.has_acted:
            await self.services.admission.cancel(0 if self.is_replaced else LAST_RESPONSE_SECONDS)
        await super().close()
        if self.has_acted:
            await self.acting.end_processes()
        await self.prepared.renderer.close()
        if self._database is not None:
            await self._database.close()
        if self._owns_standby:
            await self._standby.release()

    # ------------------------------------------------------------------------------------------------------ parts

    def _get_state(self, **options: Any) -> ShardedState:
        """Make discord.py's cache; called by its constructor."""
        return ShardedState(
            dispatch=self.dispatch, handlers=self._handlers, hooks=self._hooks, http=self.http, **options
        )

    async def _open_database(self) -> Database:
        """Open the database. A stop in the meantime waits until it can be closed."""
        # After a takeover it is checked later: nobody is answered meanwhile.
        opened = open_to_act(self.settings, self._clock, check=not self._took_over)
        opening = asyncio.create_task(opened, name="database")
        try:
            return await asyncio.shield(opening)
        except asyncio.CancelledError:
            self._database = await opening
            raise


def _leave_to_successor(_interaction: Any) -> None:
    """Do nothing with an interaction: the process that takes over has heard it too."""


def _alive_before(database: Path, announcements: Announcements) -> int | None:
    """Return until when the process before was connected, as its status file or what it told says."""
    try:
        before = read_status(database)
    except StorageError:
        before = None
    written_at = before.written_at if before is not None and before.is_fully_connected else None
    return max((at for at in (written_at, announcements.alive_at) if at is not None), default=None)
