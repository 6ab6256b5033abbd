"""All shards: how many there are, and their connections.

Discord divides a bot's servers among its connections, the shards, and allows at most 2,500 servers for each. It
recommends a number for each bot (https://discord.com/developers/docs/events/gateway#sharding).
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import discord
from discord.http import HTTPClient

from bot.gateway.connection import (
    TRANSIENT_ERRORS,
    ShardConnection,
    backoff_seconds,
    describe_error,
    log_unreachable,
)
from bot.gateway.identify_limit import IdentifyLimiter

log = logging.getLogger(__name__)

MAX_SERVERS = 2500
"""Servers of a shard; for more, Discord refuses the next session of the shard."""
NEARLY_FULL = MAX_SERVERS * 4 // 5
"""Servers of a shard from which on the operator is told to start the bot again, which gets more shards."""
IDENTIFY_INTERVAL = 5.0
"""Seconds between two new sessions whose shards have the same remainder by Discord's ``max_concurrency``."""
LONGEST_WAIT = 3600.0
"""Maximum seconds between two questions for the sessions that are left today."""


@dataclass(frozen=True, slots=True)
class ShardPlan:
    """How many shards are started, and what Discord allows."""

    count: int
    max_concurrency: int = 1
    """Sessions that may be started every five seconds."""
    per_day: int = 1000
    """Sessions that may be started in a day."""
    remaining: int = 1000
    """How many of them are left."""
    reset_after: float = 0.0
    """Seconds until all of them may be started again."""

    @property
    def may_start(self) -> bool:
        """Whether all shards may start a session."""
        return self.remaining >= min(self.count, self.per_day)


async def plan_shards(http: HTTPClient, wanted: int | None) -> ShardPlan:
    """Ask Discord how many shards to start, and wait until all of them may start.

    Args:
        http: of a client that has logged in.
        wanted: the number of shards; ``None`` for as many as Discord recommends.
    """
    failed = 0
    while True:
        try:
            plan = _plan(await http.get_bot_gateway(), wanted)
        except TRANSIENT_ERRORS as error:
            pause = backoff_seconds(failed)
            failed += 1
            log_unreachable(describe_error(error), pause)
        except (AttributeError, KeyError, TypeError, ValueError):
            log.warning("Discord's recommended number of shards cannot be read")
            return ShardPlan(wanted or 1)
        else:
            if plan.may_start:
                return plan
            pause = min(plan.reset_after + 1, LONGEST_WAIT)
            log.warning(
                "Discord allows only %d more sessions today, but the bot needs %d; it asks again in %d minutes",
                plan.remaining,
                plan.count,
                math.ceil(pause / 60),
            )
        await asyncio.sleep(pause)


def _plan(answer: Any, wanted: int | None) -> ShardPlan:
    recommended, _url, limit = answer
    return ShardPlan(
        wanted or max(1, int(recommended)),
        max(1, int(limit["max_concurrency"])),
        int(limit["total"]),
        int(limit["remaining"]),
        int(limit["reset_after"]) / 1000,
    )


class ShardConnections:
    """The connections of all shards.

    Args:
        client: it has logged in.
        plan: how many shards there are.
        limiter: counts new sessions.
    """

    def __init__(self, client: discord.Client, plan: ShardPlan, limiter: IdentifyLimiter) -> None:
        self._shards = [ShardConnection(client, shard_id, self._session_start) for shard_id in range(plan.count)]
        self._limiter = limiter
        self._turns = [asyncio.Lock() for _ in range(plan.max_concurrency)]
        self._free_at = [0.0] * plan.max_concurrency
        """When the next session of each remainder may start, by the clock of the event loop."""
        self._tasks: list[asyncio.Task[None]] = []
        self._closed = False

    @property
    def latency(self) -> float:
        """The longest time in seconds that Discord took to acknowledge the last heartbeat of a shard; not finite while
        no shard is connected.
        """
        known = [shard.socket.latency for shard in self._shards if shard.socket is not None]
        return max((latency for latency in known if math.isfinite(latency)), default=math.nan)

    async def stay_connected(self) -> None:
        """Keep all shards connected until :meth:`close`.

        Raises:
            discord.ConnectionClosed: Discord refuses the bot permanently.
        """
        if self._closed:
            return
        self._tasks = [asyncio.create_task(shard.stay_connected(), name=f"shard {shard.id}") for shard in self._shards]
        try:
            done, _ = await asyncio.wait(self._tasks, return_when=asyncio.FIRST_EXCEPTION)
            for task in done:
                if not task.cancelled():
                    task.result()
        finally:
            await self._end_tasks()

    async def close(self) -> None:
        """End all connections and their sessions."""
        self._closed = True
        await self._end_tasks()
        sockets = [shard.socket for shard in self._shards if shard.socket is not None and shard.socket.open]
        await asyncio.gather(*(socket.close(code=1000) for socket in sockets), return_exceptions=True)

    async def _end_tasks(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @asynccontextmanager
    async def _session_start(self, shard_id: int) -> AsyncIterator[None]:
        """Wait until a shard may start a session, and keep the others of its remainder waiting until it has."""
        loop, remainder = asyncio.get_running_loop(), shard_id % len(self._turns)
        async with self._turns[remainder]:
            await asyncio.sleep(max(0.0, self._free_at[remainder] - loop.time()))
            await self._limiter.acquire()
            yield  # nothing was started if this raises
            self._free_at[remainder] = loop.time() + IDENTIFY_INTERVAL
