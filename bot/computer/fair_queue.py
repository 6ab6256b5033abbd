"""A queue in which people take turns, however much each of them asks for."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class FairQueue:
    """Lets in one caller at a time: of those who wait, one per person in turn."""

    def __init__(self) -> None:
        self._busy = False
        self._waiting: OrderedDict[int, deque[asyncio.Future[None]]] = OrderedDict()
        """By person, in the order of their turns."""

    @property
    def waiting(self) -> int:
        """How many callers wait."""
        return sum(map(len, self._waiting.values()))

    @asynccontextmanager
    async def turn(self, person: int) -> AsyncIterator[None]:
        """Wait for a turn of a person, and keep it for the duration of the context."""
        if self._busy:
            await self._wait(person)
        self._busy = True
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, person: int) -> None:
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(person, deque()).append(called)
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
        self._busy = False
