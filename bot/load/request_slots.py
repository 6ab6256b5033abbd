"""Limits how many requests to Discord are in flight at the same time.

Requests that take long are counted separately, so that they do not block the others (docs/adr/0024).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from bot.load import thresholds


class SlowRequestTimer:
    """Calls ``on_slow`` once a request takes long, unless it is cancelled before."""

    def __init__(self, on_slow: Callable[[], object]) -> None:
        self._loop = asyncio.get_running_loop()
        self._on_slow = on_slow
        self._start()

    def cancel(self) -> None:
        """Stop the timer: the request has been answered."""
        self._timer.cancel()

    def _start(self) -> None:
        self._timer = self._loop.call_later(thresholds.SLOW_REQUEST, self._fired)

    def _fired(self) -> None:
        # A late timer means that this process was busy, not that Discord is slow.
        if self._loop.time() - self._timer.when() > thresholds.LATE_TIMER:
            self._start()
        else:
            self._on_slow()


class RequestSlots:
    """Limits concurrent requests: ``number`` that are quick, ``most`` together with those that take long.

    The newest request goes first: the oldest one is about to time out anyway, and no other should.

    Args:
        number: how many requests may run, slow ones not counted.
        most: how many may run, slow ones included.
    """

    def __init__(self, number: int = thresholds.CONNECTIONS, most: int = thresholds.CONNECTIONS_AT_MOST) -> None:
        self._number = number
        self._most = most
        self._quick: set[asyncio.Future[None]] = set()
        """Running requests that have not taken long so far."""
        self._running = 0
        self._waiting: list[asyncio.Future[None]] = []

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[None]:
        """Wait for a slot and hold it."""
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(waiter)
        self._fill()
        timer: SlowRequestTimer | None = None
        try:
            await waiter
            timer = SlowRequestTimer(lambda: self._mark_slow(waiter))
            yield
        finally:
            if timer is not None:
                timer.cancel()
            self._release(waiter)

    def _fill(self) -> None:
        while self._waiting and len(self._quick) < self._number and self._running < self._most:
            waiter = self._waiting.pop()
            if waiter.cancelled():
                continue  # cancelled at this very moment; its ``finally`` has yet to run
            self._running += 1
            self._quick.add(waiter)
            waiter.set_result(None)

    def _mark_slow(self, waiter: asyncio.Future[None]) -> None:
        self._quick.discard(waiter)
        self._fill()

    def _release(self, waiter: asyncio.Future[None]) -> None:
        if waiter.cancelled():  # it never got a slot
            if waiter in self._waiting:
                self._waiting.remove(waiter)
            return
        self._quick.discard(waiter)
        self._running -= 1
        self._fill()
