"""Rate limits and timeouts of requests to Discord (docs/adr/0020, docs/adr/0024).

The bot enforces the global rate limit itself and forgets route limits quickly. A request that hits a limit does not
wait: it raises :class:`discord.RateLimited`, and the caller retries later.
"""

from __future__ import annotations

import asyncio
import json
import logging
import math
import time
from collections import deque
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any, Final

import aiohttp
import discord
from discord.http import HTTPClient, Ratelimit, Route

from bot.load import thresholds
from bot.load.admission import waiting_outside
from bot.load.request_slots import RequestSlots

log = logging.getLogger(__name__)

PRUNE_INTERVAL, IDLE_AFTER = 5.0, 10.0
"""Seconds between two prunings of the limits, and seconds without a request after which an expired limit is forgotten:
it would be renewed anyway."""

_REFUSED: Final = frozenset({401, 403, 429})
"""Statuses that count as refusals, except for limits shared with other bots."""


class RouteLimit(Ratelimit):
    """discord.py's limit of a route and channel, in which no request waits for long, or after its response.

    discord.py alone waits as long as Discord says, even after the response to the last allowed request.
    """

    async def acquire(self) -> None:
        """Wait briefly until a request is allowed.

        Raises:
            discord.RateLimited: none is allowed for longer than :data:`bot.load.thresholds.LONGEST_LIMIT_WAIT`.
        """
        now = self._last_request = self._loop.time()
        until = now + thresholds.LONGEST_LIMIT_WAIT
        while True:
            if self.is_expired():
                self._renew()
            if self.remaining > 0:
                break
            opens = self.expires or until
            if opens > until or now >= until:
                raise discord.RateLimited(max(opens - now, thresholds.LONGEST_LIMIT_WAIT))
            freed: asyncio.Future[None] = self._loop.create_future()
            self._pending_requests.append(freed)
            try:
                # A millisecond more, so that the limit has expired by any clock.
                await asyncio.wait([freed], timeout=opens - now + 0.001)
            finally:
                freed.cancel()
            now = self._loop.time()
        self.remaining -= 1
        self.outgoing += 1

    async def __aexit__(
        self, type_: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Finish the request."""
        self.outgoing -= 1
        if self.remaining <= 0 and self.expires is None and not self.outgoing:
            self._renew()  # Discord has not said how many requests are allowed
        self._wake(len(self._pending_requests))

    def _renew(self) -> None:
        self.reset()  # type: ignore[no-untyped-call]


def prune_rate_limit_buckets(http: HTTPClient) -> None:
    """Make discord.py forget limits of channels without recent requests, and never wait long for a limit.

    discord.py alone keeps each for five minutes and scans them all for every new one. With matches in ten thousand
    channels, that takes a kilobyte per channel and milliseconds for every other request.
    """
    loop = asyncio.get_running_loop()
    looked_at = loop.time()
    limits = http._buckets  # noqa: SLF001 - there is no other way

    def limit_of(key: str) -> Ratelimit:
        if (limit := limits.get(key)) is None:
            limits[key] = limit = RouteLimit(None)
            prune()
        return limit

    def prune() -> None:
        nonlocal looked_at
        now = loop.time()
        if now - looked_at < PRUNE_INTERVAL:
            return
        looked_at = now
        for key in [key for key, limit in limits.items() if now - limit._last_request >= IDLE_AFTER]:  # noqa: SLF001
            limit = limits[key]
            if not limit.outgoing and not limit._pending_requests and (limit.expires or 0) < now:  # noqa: SLF001
                del limits[key]

    http.get_ratelimit = limit_of  # type: ignore[method-assign]


class RequestRateLimiter:
    """Limits the requests that start within :data:`bot.load.thresholds.REQUESTS_WINDOW`.

    discord.py sends everything at once and waits when Discord refuses. With more to post than allowed, every second
    request would be refused, and Discord bans a bot with 10,000 refusals in ten minutes for an hour.

    Args:
        requests: how many may start within the window.
        clock: seconds.
    """

    def __init__(self, requests: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._begun: deque[float] = deque([float("-inf")] * requests, maxlen=requests)
        """When the latest requests started, or will start."""
        self._refused: deque[float] = deque(
            [float("-inf")] * thresholds.REFUSALS_AT_MOST, maxlen=thresholds.REFUSALS_AT_MOST
        )
        """When the latest requests were refused."""
        self._warned_at = float("-inf")
        """When the log last warned about refusals."""
        self._opens = float("-inf")
        """Until when Discord accepts no requests."""

    @property
    def is_full(self) -> bool:
        """True if the next request has to wait."""
        return self._begun[0] + thresholds.REQUESTS_WINDOW > self._clock() or self.blocked_for > 0

    @property
    def blocked_for(self) -> float:
        """Seconds for which Discord accepts no requests; 0 if it does now."""
        return max(0.0, self._opens - self._clock())

    def block(self, seconds: float) -> None:
        """Start no requests for some seconds, as Discord demands; a minute at most."""
        self._opens = max(self._opens, self._clock() + min(seconds, thresholds.LONGEST_CLOSURE))

    @property
    def is_refused_often(self) -> bool:
        """True if Discord has refused so many requests lately that only important ones are sent, slowly."""
        return self._refused[0] + thresholds.REFUSALS_WINDOW > self._clock()

    def note_refusal(self) -> None:
        """Count a request that Discord has refused."""
        now = self._clock()
        self._refused.append(now)
        if self.is_refused_often and now - self._warned_at > thresholds.REFUSALS_WINDOW:
            self._warned_at = now
            log.error("Discord refuses many requests; only important ones are sent")

    def reserve(self) -> float:
        """Reserve the next slot; return the seconds until it."""
        now = self._clock()
        begin = max(now, self._begun[0] + thresholds.REQUESTS_WINDOW)
        if self.is_refused_often:  # slow enough to stay below 10,000 even if Discord refuses everything
            begin = max(begin, self._begun[-1] + thresholds.REFUSALS_WINDOW / thresholds.REFUSALS_AT_MOST)
        self._begun.append(begin)
        return begin - now


def limit_global_rate(http: HTTPClient, limiter: RequestRateLimiter, slots: RequestSlots) -> None:
    """Make discord.py observe the global rate limit and time out slow requests.

    Interaction responses are not affected.
    """
    request = http.request

    async def paced(route: Route, **more: Any) -> Any:
        if (blocked_for := limiter.blocked_for) > thresholds.LONGEST_LIMIT_WAIT:
            raise discord.RateLimited(blocked_for)
        with waiting_outside():
            if (seconds := max(blocked_for, limiter.reserve())) > 0:
                await asyncio.sleep(seconds)
            async with asyncio.timeout(_longest(route)), slots.slot():
                return await request(route, **more)

    http.request = paced  # type: ignore[method-assign]


def _longest(route: Route) -> float | None:
    """Return the timeout of a request; none for the registration of commands, which is slow and delays no user."""
    return None if route.path.endswith("/commands") else thresholds.LONGEST_REQUEST


def trace_rate_limits(limiter: RequestRateLimiter) -> aiohttp.TraceConfig:
    """Make every request that Discord refuses for longer than :data:`bot.load.thresholds.LONGEST_LIMIT_WAIT` raise
    :class:`discord.RateLimited`; returns the ``http_trace`` of a client.

    discord.py would sleep for as long as Discord says, inside the request and its limit, and has two ways of doing so,
    one of them for interaction responses. A refusal that applies to all requests blocks the rate limiter, and every
    refusal is counted.
    """

    async def look(_session: object, _context: object, ended: aiohttp.TraceRequestEndParams) -> None:
        response = ended.response
        if response.status not in _REFUSED or not ended.url.path.startswith("/api/"):
            return
        if response.headers.get("X-RateLimit-Scope") != "shared":
            limiter.note_refusal()
        if response.status != 429:
            return
        seconds, everything = _refusal_of(response.headers, await response.text(errors="replace"))
        if everything:
            limiter.block(thresholds.DEFAULT_RETRY_AFTER if seconds is None else seconds)
        if everything or seconds is None or seconds > thresholds.LONGEST_LIMIT_WAIT:
            raise discord.RateLimited(thresholds.DEFAULT_RETRY_AFTER if seconds is None else seconds)

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(look)
    return trace


def _refusal_of(headers: Mapping[str, str], text: str) -> tuple[float | None, bool]:
    """Return how long Discord demands no requests, if that can be read, and whether this applies to all requests.

    https://discord.com/developers/docs/topics/rate-limits#exceeding-a-rate-limit
    """
    try:
        said = json.loads(text)
    except ValueError:
        said = None
    known = said if isinstance(said, dict) else {}
    try:
        seconds = float(known.get("retry_after", headers.get("Retry-After", "")))
    except (TypeError, ValueError):
        return None, False
    everything = known.get("global") is True
    return (seconds if math.isfinite(seconds) and seconds >= 0 else None), everything
