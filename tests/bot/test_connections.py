"""How many connections there are at a time."""

from __future__ import annotations

import asyncio
import ssl
from asyncio.sslproto import SSLProtocol

import aiohttp
import pytest
from aiohttp import web

from bot.connections import BUFFER, Places, bounded_connector, keep_buffers_small
from bot.load import thresholds
from tests.patience import PATIENCE
from tests.wire.emulator.tls import Authority
from tests.wire.loopback import LoopbackResolver


async def test_connections_to_a_host_are_limited_and_do_not_keep_another_host_waiting() -> None:
    at_once, most, crowd, go = 0, 0, asyncio.Event(), asyncio.Event()

    async def answer(request: web.BaseRequest) -> web.Response:
        nonlocal at_once, most
        if request.host.startswith("gateway"):
            return web.Response(text="here")
        at_once += 1
        most = max(most, at_once)
        if at_once == thresholds.CONNECTIONS_AT_MOST:
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

        burst = [
            asyncio.create_task(ask("discord.test"))
            for _ in range(thresholds.CONNECTIONS_AT_MOST + thresholds.CONNECTIONS)
        ]
        async with asyncio.timeout(PATIENCE):
            await crowd.wait()
            assert await ask("gateway.test") == "here"
        go.set()
        await asyncio.gather(*burst)
    await runner.cleanup()
    assert most == thresholds.CONNECTIONS_AT_MOST


class Crowd:
    """Requests that end when they are told to."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.inside: list[int] = []
        self.ends: dict[int, asyncio.Event] = {}
        self.tasks: dict[int, asyncio.Task[None]] = {}

    async def come(self, *numbers: int) -> None:
        """Let some come, one after the other."""
        for number in numbers:
            self.ends[number] = asyncio.Event()
            self.tasks[number] = asyncio.create_task(self._visit(number))
            await asyncio.sleep(0)
        await asyncio.sleep(0)

    async def leave(self, *numbers: int) -> None:
        """Let some end."""
        for number in numbers:
            self.ends[number].set()
        await asyncio.wait([self.tasks[number] for number in numbers])
        await asyncio.sleep(0)

    async def _visit(self, number: int) -> None:
        async with self.places.place():
            self.inside.append(number)
            await self.ends[number].wait()


async def test_requests_that_are_answered_share_few_places_and_the_last_goes_first() -> None:
    crowd = Crowd(Places(2, 4))
    await crowd.come(1, 2, 3, 4)
    assert crowd.inside == [1, 2]
    await crowd.leave(1)
    assert crowd.inside == [1, 2, 4]
    await crowd.leave(2, 4)
    assert crowd.inside == [1, 2, 4, 3]
    await crowd.leave(3)


async def test_requests_that_hang_keep_nobody_waiting_but_there_is_an_end_to_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(thresholds, "SLOW_REQUEST", 0.01)
    monkeypatch.setattr(thresholds, "LATE_TIMER", 60.0)
    crowd = Crowd(Places(2, 5))
    await crowd.come(1, 2, 3, 4, 5, 6)
    async with asyncio.timeout(PATIENCE):
        while len(crowd.inside) < 5:  # noqa: ASYNC110 - time alone brings it about
            await asyncio.sleep(0.01)
    await asyncio.sleep(0.05)
    assert len(crowd.inside) == 5, "no more than that, however long they take"
    await crowd.leave(1)
    assert len(crowd.inside) == 6
    await crowd.leave(2, 3, 4, 5, 6)


async def test_who_does_not_wait_any_longer_takes_no_place() -> None:
    crowd = Crowd(Places(1, 2))
    await crowd.come(1, 2, 3)
    crowd.tasks[3].cancel()
    await asyncio.wait([crowd.tasks[3]])
    await crowd.leave(1)
    await crowd.leave(2)
    await crowd.come(4)
    assert crowd.inside == [1, 2, 4]
    await crowd.leave(4)


async def test_those_who_are_broken_off_at_the_same_moment_end_each_by_itself() -> None:
    places = Places(1, 2)
    crowd = Crowd(places)
    await crowd.come(1, 2, 3)
    for task in crowd.tasks.values():
        task.cancel()
    ends = await asyncio.gather(*crowd.tasks.values(), return_exceptions=True)
    assert [type(end) for end in ends] == [asyncio.CancelledError] * 3
    await crowd.come(4)
    assert crowd.inside == [1, 4]
    await crowd.leave(4)
    await crowd.come(5, 6)
    assert crowd.inside == [1, 4, 5], "there are as many places as before"
    await crowd.leave(5)
    await crowd.leave(6)


async def test_a_machine_that_is_too_busy_lets_no_more_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "SLOW_REQUEST", 0.005)
    monkeypatch.setattr(thresholds, "LATE_TIMER", -1.0)  # every timer is later than that
    crowd = Crowd(Places(1, 2))
    await crowd.come(1, 2)
    await asyncio.sleep(0.05)
    assert crowd.inside == [1]
    await crowd.leave(1)
    await crowd.leave(2)


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
