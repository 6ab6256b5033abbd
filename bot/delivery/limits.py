"""Discord's limits, and how long a request may take (docs/adr/0020, docs/adr/0024).

The bot keeps the limit of all requests itself. Of the limits of routes it remembers little. A request that meets one
does not wait inside: it raises :class:`discord.RateLimited`, and the caller comes back later.
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
from bot.load.admission import waiting_for_discord
from bot.load.request_slots import RequestSlots

log = logging.getLogger(__name__)

PRUNE_INTERVAL, IDLE_AFTER = 5.0, 10.0
"""Seconds between two looks through the limits, and after how many without a request one that has run out is forgotten:
it would begin anew anyway."""

_REFUSED: Final = frozenset({401, 403, 429})
"""What counts, but for limits that are shared with others."""


class RouteLimit(Ratelimit):
    """discord.py's limit of a route and place, but no request waits in it for long, or after it was answered.

    By itself discord.py waits for as long as Discord says, also after a request that was the last for now.
    """

    async def acquire(self) -> None:
        """Take a place.

        Raises:
            discord.RateLimited: there is none for longer than :data:`bot.load.thresholds.LONGEST_LIMIT_WAIT`.
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
                # A millisecond more, so that it is over then by any clock.
                await asyncio.wait([freed], timeout=opens - now + 0.001)
            finally:
                freed.cancel()
            now = self._loop.time()
        self.remaining -= 1
        self.outgoing += 1

    async def __aexit__(
        self, type_: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Give the place back."""
        self.outgoing -= 1
        if self.remaining <= 0 and self.expires is None and not self.outgoing:
            self._renew()  # Discord has said nothing about how many there may be
        self._wake(len(self._pending_requests))

    def _renew(self) -> None:
        self.reset()  # type: ignore[no-untyped-call]


def prune_rate_limit_buckets(http: HTTPClient) -> None:
    """Have discord.py forget the limits of channels that nothing was asked of for a while, and wait for none for long.

    By itself it keeps each of them for five minutes, and looks through them all whenever a new one comes. Where matches
    are played in ten thousand channels these are a kilobyte for each, and milliseconds for every other request.
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
    """Lets requests begin one after the other, at most so many within :data:`bot.load.thresholds.REQUESTS_WINDOW`.

    Discord.py sends whatever it is given, and waits when Discord refuses. While there is more to post than may be, that
    is a refusal for every second request, and who is refused 10,000 times in ten minutes is shut out for an hour.

    Args:
        requests: how many may begin within the window.
        clock: seconds.
    """

    def __init__(self, requests: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._begun: deque[float] = deque([float("-inf")] * requests, maxlen=requests)
        """When the latest ones began, or will."""
        self._refused: deque[float] = deque(
            [float("-inf")] * thresholds.REFUSALS_AT_MOST, maxlen=thresholds.REFUSALS_AT_MOST
        )
        """When the latest refusals came."""
        self._told = float("-inf")
        """When the log said that they are many."""
        self._opens = float("-inf")
        """Until when Discord takes nothing."""

    @property
    def is_full(self) -> bool:
        """Whether the next request has to wait."""
        return self._begun[0] + thresholds.REQUESTS_WINDOW > self._clock() or self.blocked_for > 0

    @property
    def blocked_for(self) -> float:
        """Seconds for which Discord takes nothing at all; 0 where it does."""
        return max(0.0, self._opens - self._clock())

    def block(self, seconds: float) -> None:
        """Begin nothing for some seconds, as Discord wants, but for a minute at most."""
        self._opens = max(self._opens, self._clock() + min(seconds, thresholds.LONGEST_CLOSURE))

    @property
    def is_refused_often(self) -> bool:
        """Whether Discord has refused so much lately that it is asked only for what matters, and slowly."""
        return self._refused[0] + thresholds.REFUSALS_WINDOW > self._clock()

    def note_refusal(self) -> None:
        """Take note that Discord has refused a request."""
        now = self._clock()
        self._refused.append(now)
        if self.is_refused_often and now - self._told > thresholds.REFUSALS_WINDOW:
            self._told = now
            log.error("Discord refuses so much that it is asked only for what matters")

    def reserve(self) -> float:
        """Take the next place; returns the seconds until then."""
        now = self._clock()
        begin = max(now, self._begun[0] + thresholds.REQUESTS_WINDOW)
        if self.is_refused_often:  # so slowly that 10,000 are not reached though Discord refuses everything
            begin = max(begin, self._begun[-1] + thresholds.REFUSALS_WINDOW / thresholds.REFUSALS_AT_MOST)
        self._begun.append(begin)
        return begin - now


def limit_global_rate(http: HTTPClient, limiter: RequestRateLimiter, slots: RequestSlots) -> None:
    """Have discord.py begin requests at a pace, and break off what takes too long.

    Answers to interactions do not pass here.
    """
    request = http.request

    async def paced(route: Route, **more: Any) -> Any:
        if (blocked_for := limiter.blocked_for) > thresholds.LONGEST_LIMIT_WAIT:
            raise discord.RateLimited(blocked_for)
        with waiting_for_discord():
            if (seconds := max(blocked_for, limiter.reserve())) > 0:
                await asyncio.sleep(seconds)
            async with asyncio.timeout(_longest(route)), slots.slot():
                return await request(route, **more)

    http.request = paced  # type: ignore[method-assign]


def _longest(route: Route) -> float | None:
    """How long a request may take. Nobody waits for the registration of commands, which is long by itself."""
    return None if route.path.endswith("/commands") else thresholds.LONGEST_REQUEST


def trace_rate_limits(limiter: RequestRateLimiter) -> aiohttp.TraceConfig:
    """Have every request that Discord refuses for longer than :data:`bot.load.thresholds.LONGEST_LIMIT_WAIT` end with
    :class:`discord.RateLimited`, as ``http_trace`` of a client.

    discord.py would sleep for as long as Discord says, inside the request and its limit, and has two ways of doing so,
    one of them for answers to interactions. What is refused for everything closes the pace, and all refusals count.
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
    """How long Discord wants to be left alone, if it says so in a way that can be read, and whether by everything.

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
