"""How much is kept of the way to Discord."""

from __future__ import annotations

import asyncio

import aiohttp
import pytest
from aiohttp import web
from discord.http import HTTPClient

from bot.connections import CONNECTIONS, RESTED, TIDIED_EVERY, bounded_connector, keep_few_limits
from tests.wire.loopback import LoopbackResolver


async def test_a_burst_shares_few_connections_and_does_not_keep_another_host_waiting() -> None:
    at_once, most, crowd, go = 0, 0, asyncio.Event(), asyncio.Event()

    async def answer(request: web.BaseRequest) -> web.Response:
        nonlocal at_once, most
        if request.host.startswith("gateway"):
            return web.Response(text="here")
        at_once += 1
        most = max(most, at_once)
        if at_once == CONNECTIONS:
            crowd.set()
        await go.wait()
        at_once -= 1
        return web.Response()

    server = web.Server(answer)
    runner = web.ServerRunner(server)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port: int = runner.addresses[0][1]
    connector = bounded_connector(resolver=LoopbackResolver(port))
    async with aiohttp.ClientSession(connector=connector) as session:

        async def ask(host: str) -> str:
            async with session.get(f"http://{host}:{port}/") as response:
                return await response.text()

        burst = [asyncio.create_task(ask("discord.test")) for _ in range(3 * CONNECTIONS)]
        async with asyncio.timeout(10):
            await crowd.wait()
            assert await ask("gateway.test") == "here"
        go.set()
        await asyncio.gather(*burst)
    await runner.cleanup()
    assert most == CONNECTIONS


async def test_limits_of_channels_at_rest_are_forgotten_and_all_others_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    loop, now = asyncio.get_running_loop(), [1000.0]
    monkeypatch.setattr(loop, "time", lambda: now[0])
    http = HTTPClient(loop)
    keep_few_limits(http)
    for number in range(1000):
        http.get_ratelimit(f"POST {number}")
    under_way, still_limited = http.get_ratelimit("POST 3"), http.get_ratelimit("POST 4")
    under_way.outgoing = 1
    still_limited.expires = now[0] + 60
    now[0] += RESTED
    recent = http.get_ratelimit("POST recent")
    assert http._buckets == {"POST 3": under_way, "POST 4": still_limited, "POST recent": recent}
    http.get_ratelimit("POST 5")
    under_way.outgoing = 0
    now[0] += TIDIED_EVERY
    http.get_ratelimit("POST 6")
    assert set(http._buckets) == {"POST 4", "POST recent", "POST 5", "POST 6"}
