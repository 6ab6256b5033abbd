"""Connections to Discord's API that are open before they are needed."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

import aiohttp
import discord
from discord.http import Route

log = logging.getLogger(__name__)

CONNECTIONS = 4
"""Connections that are kept open: as many answers as are sent in the first moment after taking over."""
INTERVAL = 10.0
"""Seconds between two requests on each of them; aiohttp closes a connection that is idle for 15."""
LIMIT = 5.0
"""Seconds after which such a request is given up."""


async def keep_connections_open(client: discord.Client, ended: asyncio.Event) -> None:
    """Keep some connections open until an event: the first answers after it need not wait for handshakes.

    Asks for the gateway's address, which needs no token and counts towards no limit of the bot
    (https://discord.com/developers/docs/events/gateway#get-gateway).
    """
    while not ended.is_set():
        done = await asyncio.gather(*(_ask(client) for _ in range(CONNECTIONS)), return_exceptions=True)
        for error in done:
            if isinstance(error, BaseException):
                log.debug("a connection could not be kept open", extra={"error": repr(error)})
        with suppress(TimeoutError):
            async with asyncio.timeout(INTERVAL):
                await ended.wait()


async def _ask(client: discord.Client) -> None:
    http = client.http
    session: aiohttp.ClientSession = http._HTTPClient__session  # type: ignore[attr-defined]  # noqa: SLF001 - see raw_interactions
    headers = {"User-Agent": http.user_agent}
    async with asyncio.timeout(LIMIT):
        url = Route("GET", "/gateway").url
        async with session.get(url, headers=headers, proxy=http.proxy, proxy_auth=http.proxy_auth) as response:
            await response.read()
