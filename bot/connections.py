"""Connections to Discord: few enough that a burst does not fill the memory with them, and enough that those on which
nothing comes do not keep others waiting (docs/adr/0024).
"""

from __future__ import annotations

import asyncio
from asyncio.sslproto import SSLProtocol
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

import aiohttp

from bot.load import thresholds

BUFFER: Final = 32 * 1024
"""Bytes that are decrypted at a time. What Discord says is mostly shorter than one record of TLS, 16 KiB.

A burst that opens all connections takes 7 MB less with 64 KiB than with asyncio's 256 KiB, and half of that is one more
megabyte; neither takes more of the processor.
"""


class Patience:
    """Calls something once a request takes long, unless it is cancelled before."""

    def __init__(self, lose: Callable[[], object]) -> None:
        self._loop = asyncio.get_running_loop()
        self._lose = lose
        self._wait()

    def cancel(self) -> None:
        """The request has been answered."""
        self._timer.cancel()

    def _wait(self) -> None:
        self._timer = self._loop.call_later(thresholds.SLOW_REQUEST, self._ring)

    def _ring(self) -> None:
        if self._loop.time() - self._timer.when() > thresholds.LATE_TIMER:
            self._wait()
        else:
            self._lose()


class Places:
    """Lets so many requests at a time go ahead, not counting those that take long, up to a larger number with those.

    The last to come goes first: the one that has waited longest is about to be too late, and no other should be.

    Args:
        number: how many at a time.
        most: how many with those that take long.
    """

    def __init__(self, number: int = thresholds.CONNECTIONS, most: int = thresholds.CONNECTIONS_AT_MOST) -> None:
        self._number = number
        self._most = most
        self._quick: set[asyncio.Future[None]] = set()
        """Who is inside and has not taken long so far."""
        self._inside = 0
        self._waiting: list[asyncio.Future[None]] = []

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """Wait for a place, and keep it."""
        visit: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(visit)
        self._let_in()
        patience: Patience | None = None
        try:
            await visit
            patience = Patience(lambda: self._take_long(visit))
            yield
        finally:
            if patience is not None:
                patience.cancel()
            self._leave(visit)

    def _let_in(self) -> None:
        while self._waiting and len(self._quick) < self._number and self._inside < self._most:
            visit = self._waiting.pop()
            if visit.cancelled():
                continue  # broken off in this very moment; it has yet to leave
            self._inside += 1
            self._quick.add(visit)
            visit.set_result(None)

    def _take_long(self, visit: asyncio.Future[None]) -> None:
        self._quick.discard(visit)
        self._let_in()

    def _leave(self, visit: asyncio.Future[None]) -> None:
        if visit.cancelled():  # who does not want to wait any longer, and was never let in
            if visit in self._waiting:
                self._waiting.remove(visit)
            return
        self._quick.discard(visit)
        self._inside -= 1
        self._let_in()


def keep_buffers_small() -> None:
    """Have asyncio allocate less for encrypted connections that are made from now on."""
    SSLProtocol.max_size = BUFFER


def bounded_connector(**more: Any) -> aiohttp.TCPConnector:
    """Make a connector; to be called inside a running loop, with ``more`` of aiohttp's arguments.

    The limit holds for each host, so that the gateway, which has a host of its own, never waits for requests.
    """
    return aiohttp.TCPConnector(**{"limit": 0, "limit_per_host": thresholds.CONNECTIONS_AT_MOST, **more})
