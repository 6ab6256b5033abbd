"""What is kept of the way to Discord: few connections, and few of its limits, however many people and channels."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
from discord.http import HTTPClient

CONNECTIONS = 48
"""Most connections to one host: as many as there are lanes worked and interactions served at a time.

asyncio keeps a third of a megabyte for each one that is encrypted. Without a limit, which is discord.py's choice, 500
interactions at one moment took 145 MB and a sixth more of the processor, for shaking hands. With this one they are all
acknowledged within Discord's three seconds as long as Discord takes less than 0.28 for each.
"""


def bounded_connector(**more: Any) -> aiohttp.TCPConnector:
    """Make a connector; to be called inside a running loop, with ``more`` of aiohttp's arguments.

    The limit holds for each host, so that the gateway, which has a host of its own, never waits for requests.
    """
    return aiohttp.TCPConnector(limit=0, limit_per_host=CONNECTIONS, **more)


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
