"""Discord's limits: that of all requests is kept by ourselves, and of those of channels little is remembered."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

from discord.http import HTTPClient, Route

WINDOW = 1.05
"""Seconds in which so many may begin: on their way to Discord some are overtaken by later ones."""

TIDIED_EVERY, RESTED = 5.0, 10.0
"""Seconds between two looks through the limits, and after how many without a request one that has run out is forgotten:
it would begin anew anyway."""


def keep_few_limits(http: HTTPClient) -> None:
    """Have discord.py forget the limits of channels that nothing was asked of for a while.

    By itself it keeps each of them for five minutes, and looks through them all whenever a new one comes. Where matches
    are played in ten thousand channels these are a kilobyte for each, and milliseconds for every other request.
    """
    loop = asyncio.get_running_loop()
    looked_at = loop.time()

    def tidy() -> None:
        nonlocal looked_at
        now = loop.time()
        if now - looked_at < TIDIED_EVERY:
            return
        looked_at = now
        limits = http._buckets  # noqa: SLF001 - there is no other way
        for key in [key for key, limit in limits.items() if now - limit._last_request >= RESTED]:  # noqa: SLF001
            limit = limits[key]
            if not limit.outgoing and not limit._pending_requests and (limit.expires or 0) < now:  # noqa: SLF001
                del limits[key]

    http._try_clear_expired_ratelimits = tidy  # type: ignore[method-assign] # noqa: SLF001


class Pace:
    """Lets requests begin one after the other, at most so many within :data:`WINDOW`.

    Discord.py sends whatever it is given, and waits when Discord refuses. While there is more to post than may be, that
    is a refusal for every second request, and who is refused 10,000 times in ten minutes is shut out for an hour.

    Args:
        requests: how many may begin within the window.
        clock: seconds.
    """

    def __init__(self, requests: int, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._begun: deque[float] = deque([float("-inf")] * requests, maxlen=requests)
        """When the latest ones began, or will."""

    @property
    def is_full(self) -> bool:
        """Whether the next request has to wait."""
        return self._begun[0] + WINDOW > self._clock()

    def reserve(self) -> float:
        """Take the next place; returns the seconds until then."""
        now = self._clock()
        begin = max(now, self._begun[0] + WINDOW)
        self._begun.append(begin)
        return begin - now


def keep_pace(http: HTTPClient, requests: int) -> Pace:
    """Have discord.py begin at most so many requests a second; returns what counts them.

    Answers to interactions do not pass here.
    """
    pace = Pace(requests, asyncio.get_running_loop().time)
    request = http.request

    async def paced(route: Route, **more: Any) -> Any:
        if (seconds := pace.reserve()) > 0:
            await asyncio.sleep(seconds)
        return await request(route, **more)

    http.request = paced  # type: ignore[method-assign]
    return pace
