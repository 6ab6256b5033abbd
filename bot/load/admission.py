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


class Acknowledgeable(Protocol):
    """Who is served, as far as it can be acknowledged meanwhile."""

    def acknowledge_if_blocked(self, is_blocked: Callable[[], bool]) -> None:
        """Have it acknowledged as soon as something holds it up."""

    def cancel_acknowledgement(self) -> None:
        """Acknowledge nothing more."""


class ActiveInteraction:
    """One interaction inside. While it waits for Discord for long, it counts neither as one of a crowd nor as one that
    is served: what Discord does not take from one person keeps nobody else waiting.
    """

    def __init__(self, on_slow_change: Callable[[int], None]) -> None:
        self._on_slow_change = on_slow_change
        """Told by how many more or fewer visits wait for long."""
        self._semaphore: asyncio.Semaphore | None = None
        self._slow = 0
        """How many requests of this visit take long."""

    async def take_slot(self, semaphore: asyncio.Semaphore) -> None:
        """Take one of the places where those inside are served; give it back at once while Discord is waited for."""
        await semaphore.acquire()
        self._semaphore = semaphore
        if self._slow:
            self.free_slot()

    def free_slot(self) -> None:
        """Give that place back, unless it is free already."""
        if self._semaphore is not None:
            self._semaphore.release()
            self._semaphore = None

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Wait for Discord."""
        slow = False

        def note_slow() -> None:
            nonlocal slow
            slow = True
            self._slow += 1
            self.free_slot()
            if self._slow == 1:
                self._on_slow_change(1)

        timer = SlowRequestTimer(note_slow)
        try:
            yield
        finally:
            timer.cancel()
            if slow:
                self._slow -= 1
                if not self._slow:
                    self._on_slow_change(-1)


_ACTIVE: ContextVar[ActiveInteraction | None] = ContextVar("visit", default=None)
"""The visit that the running task belongs to: it ends in the same task, and those that it begins are part of it."""


@contextmanager
def waiting_for_discord() -> Iterator[None]:
    """Wait for Discord's answer to a request that is made for somebody, whoever that is."""
    active = _ACTIVE.get()
    if active is None:
        yield
        return
    with active.waiting():
        yield


class AdmissionControl:
    """Counts the interactions that are being handled, and knows those that have been."""

    def __init__(self) -> None:
        self.on_recovered: Callable[[], object] = lambda: None
        """Called when a crowd has become so small that it is none any more."""
        self._seen: OrderedDict[int, None] = OrderedDict()
        self.semaphore = asyncio.Semaphore(thresholds.CONCURRENT_INTERACTIONS)
        """Where those inside are served: so many at a time, so that others can be told to wait meanwhile."""
        self.draining = False
        """Whether new interactions are to be refused."""
        self.is_posting_boards: Callable[[], bool] = lambda: False
        """Whether boards are being posted, as fast as the machine can; have :attr:`low_priority` look when they no
        longer are.
        """
        self._active = 0
        self._aside = 0
        """How many of those inside wait for Discord for long."""
        self._was_overloaded = False
        self.low_priority = LowPriorityGate(self._is_busy)
        """Where those wait whose turn is made and acknowledged, until that is so for everybody and all see it."""
        self._empty: asyncio.Future[None] | None = None

    @property
    def is_overloaded(self) -> bool:
        """Whether so many are inside that whoever comes is to be told at once that it will take a moment."""
        return self._active - self._aside > thresholds.OVERLOAD_THRESHOLD

    @asynccontextmanager
    async def slot(self, answer: Acknowledgeable) -> AsyncIterator[None]:
        """Be served; who has to wait until somebody else has been is acknowledged."""
        if self.semaphore.locked():
            answer.acknowledge_if_blocked(self.semaphore.locked)
        active = _ACTIVE.get() or ActiveInteraction(self._count_slow)
        await active.take_slot(self.semaphore)
        try:
            answer.cancel_acknowledgement()
            yield
        finally:
            active.free_slot()

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
    def track(self) -> Iterator[None]:
        """Be inside while an interaction is handled."""
        self._active += 1
        self._update()
        token = _ACTIVE.set(ActiveInteraction(self._count_slow))
        try:
            yield
        finally:
            _ACTIVE.reset(token)
            self._active -= 1
            self._update()
            if not self._active and self._empty is not None and not self._empty.done():
                self._empty.set_result(None)

    def _count_slow(self, more: int) -> None:
        self._aside += more
        self._update()

    def _update(self) -> None:
        """Look what follows when there are more or fewer."""
        recovered, self._was_overloaded = self._was_overloaded and not self.is_overloaded, self.is_overloaded
        if recovered:
            self.on_recovered()
        self.low_priority.poll()

    async def drain(self, seconds: float) -> None:
        """Refuse whoever comes from now on, and wait for those inside, but for at most ``seconds``."""
        self.draining = True
        self.low_priority.poll()
        if not self._active:
            return
        self._empty = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(seconds):
                await self._empty
        except TimeoutError:
            log.warning("some interactions are still being handled", extra={"number": self._active})

    def _is_busy(self) -> bool:
        """Whether anything is more urgent than to tell somebody what has been acknowledged and done."""
        return not self.draining and (
            self._active - self._aside - self.low_priority.pending > thresholds.IDLE_ALLOWANCE
            or self.is_posting_boards()
        )
