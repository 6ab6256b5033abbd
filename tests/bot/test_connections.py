"""How many connections there are at a time."""

from __future__ import annotations

import asyncio
import ssl
from asyncio.sslproto import SSLProtocol

import aiohttp
import pytest
from aiohttp import web

from bot.connections import BUFFER, CONNECTIONS, bounded_connector, keep_buffers_small
from tests.wire.emulator.tls import Authority
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


async def test_an_encrypted_connection_has_small_buffers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SSLProtocol, "max_size", 256 * 1024)
    keep_buffers_small()
    authority, said = Authority(), "long" * BUFFER

    async def answer(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(said.encode())
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0, ssl=authority.server_context())
    trust = ssl.create_default_context(cadata=authority.pem)
    port: int = server.sockets[0].getsockname()[1]
    reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=trust, server_hostname="discord.com")
    protocol = writer.transport._ssl_protocol  # type: ignore[attr-defined]
    assert isinstance(protocol, SSLProtocol)
    assert (await reader.read()).decode() == said
    assert len(protocol._ssl_buffer) <= BUFFER  # type: ignore[attr-defined]
    writer.close()
    server.close()
    await server.wait_closed()
