"""A queue in which people take turns, however much each of them asks for, and background work waits for all of them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class FairQueue:
    """Lets in one caller at a time: of those who wait, one per person in turn, then one of the background."""

    def __init__(self) -> None:
        self._busy = False
        self._waiting: OrderedDict[int, deque[asyncio.Future[None]]] = OrderedDict()
        """By person, in the order of their turns."""
        self._background: deque[asyncio.Future[None]] = deque()

    @property
    def waiting(self) -> int:
        """How many callers wait."""
        return sum(map(len, self._waiting.values())) + len(self._background)

    @asynccontextmanager
    async def turn(self, person: int) -> AsyncIterator[None]:
        """Wait for a turn of a person, and keep it for the duration of the context."""
        async with self._turn(self._waiting.setdefault(person, deque()) if self._busy else deque()):
            yield

    @asynccontextmanager
    async def background_turn(self) -> AsyncIterator[None]:
        """Wait until no person waits, and keep the turn for the duration of the context."""
        async with self._turn(self._background):
            yield

    @asynccontextmanager
    async def _turn(self, callers: deque[asyncio.Future[None]]) -> AsyncIterator[None]:
        if self._busy:
            await self._wait(callers)
        self._busy = True
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, callers: deque[asyncio.Future[None]]) -> None:
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        callers.append(called)
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():  # called and cancelled in the same moment
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Call the next caller; the person's further callers wait behind those of all others."""
        while self._waiting:
            person, callers = self._waiting.popitem(last=False)
            called = callers.popleft()
            if callers:
                self._waiting[person] = callers
            if not called.done():
                called.set_result(None)  # still busy: nobody else comes in between
                return
        while self._background:
            called = self._background.popleft()
            if not called.done():
                called.set_result(None)
                return
        self._busy = False
