"""Limits of connections and of their buffers."""

from __future__ import annotations

import asyncio
import ssl
from asyncio.sslproto import SSLProtocol

import aiohttp
import pytest
from aiohttp import web

from bot.load import thresholds
from bot.process.connections import TLS_BUFFER, limited_connector, shrink_tls_buffers
from tests.wait_limit import WAIT_LIMIT
from tests.wire.emulator.tls import Authority
from tests.wire.loopback import LoopbackResolver


async def test_connections_are_limited_per_host() -> None:
    at_once, most, all_connected, go = 0, 0, asyncio.Event(), asyncio.Event()

    async def answer(request: web.BaseRequest) -> web.Response:
        nonlocal at_once, most
        if request.host.startswith("gateway"):
            return web.Response(text="here")
        at_once += 1
        most = max(most, at_once)
        if at_once == thresholds.CONNECTIONS_AT_MOST:
            all_connected.set()
        await go.wait()
        at_once -= 1
        return web.Response()

    server = web.Server(answer)
    runner = web.ServerRunner(server)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port: int = runner.addresses[0][1]
    connector = limited_connector(resolver=LoopbackResolver(port))
    async with aiohttp.ClientSession(connector=connector) as session:

        async def ask(host: str) -> str:
            async with session.get(f"http://{host}:{port}/") as response:
                return await response.text()

        burst = [
            asyncio.create_task(ask("discord.test"))
            for _ in range(thresholds.CONNECTIONS_AT_MOST + thresholds.CONNECTIONS)
        ]
        async with asyncio.timeout(WAIT_LIMIT):
            await all_connected.wait()
            assert await ask("gateway.test") == "here"
        go.set()
        await asyncio.gather(*burst)
    await runner.cleanup()
    assert most == thresholds.CONNECTIONS_AT_MOST


async def test_tls_buffers_are_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SSLProtocol, "max_size", 256 * 1024)
    shrink_tls_buffers()
    authority, content = Authority(), "long" * TLS_BUFFER

    async def answer(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(content.encode())
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0, ssl=authority.server_context())
    trust = ssl.create_default_context(cadata=authority.pem)
    port: int = server.sockets[0].getsockname()[1]
    reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=trust, server_hostname="discord.com")
    protocol = writer.transport._ssl_protocol  # type: ignore[attr-defined]
    assert isinstance(protocol, SSLProtocol)
    assert (await reader.read()).decode() == content
    assert len(protocol._ssl_buffer) <= TLS_BUFFER  # type: ignore[attr-defined]
    writer.close()
    server.close()
    await server.wait_closed()
