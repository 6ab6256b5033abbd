"""Counts the interactions that are being served: a crowd is served in good order, and a stop lets them finish."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from typing import Protocol

from bot.load import thresholds
from bot.load.low_priority import LowPriorityGate
from bot.load.request_slots import SlowRequestTimer

log = logging.getLogger(__name__)


class Served(Protocol):
    """Who is served, as far as it can be acknowledged meanwhile."""

    def acknowledge_if_blocked(self, is_held_up: Callable[[], bool]) -> None:
        """Have it acknowledged as soon as something holds it up."""

    def cancel_acknowledgement(self) -> None:
        """Acknowledge nothing more."""


class Visit:
    """One interaction inside. While it waits for Discord for long, it counts neither as one of a crowd nor as one that
    is served: what Discord does not take from one person keeps nobody else waiting.
    """

    def __init__(self, stands_aside: Callable[[int], None]) -> None:
        self._stands_aside = stands_aside
        """Told by how many more or fewer visits wait for long."""
        self._served_by: asyncio.Semaphore | None = None
        self._slow = 0
        """How many requests of this visit take long."""

    async def be_served(self, counter: asyncio.Semaphore) -> None:
        """Take one of the places where those inside are served; give it back at once while Discord is waited for."""
        await counter.acquire()
        self._served_by = counter
        if self._slow:
            self.be_done()

    def be_done(self) -> None:
        """Give that place back, unless it is free already."""
        if self._served_by is not None:
            self._served_by.release()
            self._served_by = None

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Wait for Discord."""
        slow = False

        def step_aside() -> None:
            nonlocal slow
            slow = True
            self._slow += 1
            self.be_done()
            if self._slow == 1:
                self._stands_aside(1)

        timer = SlowRequestTimer(step_aside)
        try:
            yield
        finally:
            timer.cancel()
            if slow:
                self._slow -= 1
                if not self._slow:
                    self._stands_aside(-1)


_VISIT: ContextVar[Visit | None] = ContextVar("visit", default=None)
"""The visit that the running task belongs to: it ends in the same task, and those that it begins are part of it."""


@contextmanager
def waiting_for_discord() -> Iterator[None]:
    """Wait for Discord's answer to a request that is made for somebody, whoever that is."""
    visit = _VISIT.get()
    if visit is None:
        yield
        return
    with visit.waiting():
        yield


class AdmissionControl:
    """Counts the interactions that are being handled, and knows those that have been."""

    def __init__(self) -> None:
        self.on_calm: Callable[[], object] = lambda: None
        """Called when a crowd has become so small that it is none any more."""
        self._seen: OrderedDict[int, None] = OrderedDict()
        self.counter = asyncio.Semaphore(thresholds.SERVED_AT_ONCE)
        """Where those inside are served: so many at a time, so that others can be told to wait meanwhile."""
        self.closed = False
        """Whether new interactions are to be refused."""
        self.boards_come: Callable[[], bool] = lambda: False
        """Whether boards are being posted, as fast as the machine can; have :attr:`low_priority` look when they no
        longer are.
        """
        self._inside = 0
        self._aside = 0
        """How many of those inside wait for Discord for long."""
        self._was_crowded = False
        self.low_priority = LowPriorityGate(self._is_busy)
        """Where those wait whose turn is made and acknowledged, until that is so for everybody and all see it."""
        self._empty: asyncio.Future[None] | None = None

    @property
    def is_crowded(self) -> bool:
        """Whether so many are inside that whoever comes is to be told at once that it will take a moment."""
        return self._inside - self._aside > thresholds.CROWD

    @asynccontextmanager
    async def place(self, answer: Served) -> AsyncIterator[None]:
        """Be served; who has to wait until somebody else has been is acknowledged."""
        if self.counter.locked():
            answer.acknowledge_if_blocked(self.counter.locked)
        visit = _VISIT.get() or Visit(self._stand_aside)
        await visit.be_served(self.counter)
        try:
            answer.cancel_acknowledgement()
            yield
        finally:
            visit.be_done()

    def is_new(self, interaction_id: int) -> bool:
        """Whether an interaction comes for the first time.

        The gateway may deliver an event twice, as any sender may that has not heard of an acknowledgement.
        """
        if interaction_id in self._seen:
            return False
        self._seen[interaction_id] = None
        if len(self._seen) > thresholds.INTERACTIONS_REMEMBERED:
            self._seen.popitem(last=False)
        return True

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Be inside while an interaction is handled."""
        self._inside += 1
        self._counted()
        token = _VISIT.set(Visit(self._stand_aside))
        try:
            yield
        finally:
            _VISIT.reset(token)
            self._inside -= 1
            self._counted()
            if not self._inside and self._empty is not None and not self._empty.done():
                self._empty.set_result(None)

    def _stand_aside(self, more: int) -> None:
        self._aside += more
        self._counted()

    def _counted(self) -> None:
        """Look what follows when there are more or fewer."""
        calm, self._was_crowded = self._was_crowded and not self.is_crowded, self.is_crowded
        if calm:
            self.on_calm()
        self.low_priority.look()

    async def close(self, seconds: float) -> None:
        """Refuse whoever comes from now on, and wait for those inside, but for at most ``seconds``."""
        self.closed = True
        self.low_priority.look()
        if not self._inside:
            return
        self._empty = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(seconds):
                await self._empty
        except TimeoutError:
            log.warning("some interactions are still being handled", extra={"number": self._inside})

    def _is_busy(self) -> bool:
        """Whether anything is more urgent than to tell somebody what has been acknowledged and done."""
        return not self.closed and (
            self._inside - self._aside - self.low_priority.inside > thresholds.FEW_SERVED or self.boards_come()
        )
