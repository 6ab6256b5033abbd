"""What is remembered of Discord's limits: little, however many channels there are."""

from __future__ import annotations

import asyncio

from discord.http import HTTPClient

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
