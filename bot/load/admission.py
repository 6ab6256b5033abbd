"""Limits concurrent interactions, reports overload, and drains on shutdown."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from typing import Any, Protocol

from bot.load import thresholds
from bot.load.low_priority import LowPriorityGate
from bot.load.request_slots import SlowRequestTimer
from bot.tasks import finish_or_cancel

log = logging.getLogger(__name__)


class Acknowledgeable(Protocol):
    """An answer that can be acknowledged while its interaction waits."""

    def acknowledge_if_blocked(self, is_blocked: Callable[[], bool]) -> None:
        """Acknowledge the interaction as soon as it is blocked."""

    def cancel_acknowledgement(self) -> None:
        """Stop checking whether the interaction is blocked."""


class ActiveInteraction:
    """One interaction in progress.

    While it waits long for Discord, it counts neither towards the overload nor towards the concurrency limit, so a slow
    request of one user does not delay other users.
    """

    def __init__(self, on_slow_change: Callable[[int], None]) -> None:
        self._on_slow_change = on_slow_change
        """Called with the change in the number of interactions that wait long for Discord."""
        self._semaphore: asyncio.Semaphore | None = None
        self._slow = 0
        """Requests of this interaction that take long."""

    async def take_slot(self, semaphore: asyncio.Semaphore) -> None:
        """Take a concurrency slot; release it at once if a request to Discord is already slow."""
        await semaphore.acquire()
        self._semaphore = semaphore
        if self._slow:
            self.free_slot()

    def free_slot(self) -> None:
        """Release the slot, if it is held."""
        if self._semaphore is not None:
            self._semaphore.release()
            self._semaphore = None

    @contextmanager
    def waiting(self, *, for_a_decision: bool) -> Iterator[None]:
        """Mark a request that this interaction waits for; see :func:`waiting_outside`."""
        slow = False

        def note_slow() -> None:
            nonlocal slow
            slow = True
            self._slow += 1
            self.free_slot()
            if self._slow == 1:
                self._on_slow_change(1)

        timer = SlowRequestTimer(note_slow)
        if for_a_decision:
            note_slow()
            timer.cancel()
        try:
            yield
        finally:
            timer.cancel()
            if slow:
                self._slow -= 1
                if not self._slow:
                    self._on_slow_change(-1)


_ACTIVE: ContextVar[ActiveInteraction | None] = ContextVar("active_interaction", default=None)
"""The interaction that the current task belongs to; tasks that it starts inherit it."""


@contextmanager
def waiting_outside(*, for_a_decision: bool = False) -> Iterator[None]:
    """Mark that the current interaction, if there is one, waits for Discord or for another process.

    Args:
        for_a_decision: whether it waits for a computer player, which counts as long from the start.
    """
    active = _ACTIVE.get()
    if active is None:
        yield
        return
    with active.waiting(for_a_decision=for_a_decision):
        yield


class AdmissionControl:
    """Tracks the interactions in progress, and remembers those that were handled."""

    def __init__(self) -> None:
        self.on_recovered: Callable[[], object] = lambda: None
        """Called when an overload is over."""
        self.on_busy: Callable[[], object] = lambda: None
        """Called when an interaction is in progress, after none was that does not wait long."""
        self.on_idle: Callable[[], object] = lambda: None
        """Called when none is in progress any longer that does not wait long."""
        self._seen: OrderedDict[int, None] = OrderedDict()
        self.semaphore = asyncio.Semaphore(thresholds.CONCURRENT_INTERACTIONS)
        """Limits how many interactions run at the same time; the others can be acknowledged while they wait."""
        self.draining = False
        """Whether new interactions are refused."""
        self.handed_over = False
        """Whether another process handles new interactions."""
        self.is_posting_boards: Callable[[], bool] = lambda: False
        """Whether boards are being posted at full speed; poll :attr:`low_priority` when that ends."""
        self.handled = 0
        """Interactions that were handled."""
        self.handling_seconds = 0.0
        """How long they took together."""
        self._active = 0
        self._tasks: set[asyncio.Task[Any]] = set()
        """Those that handle an interaction."""
        self._slow_count = 0
        """Interactions in progress that wait long for Discord."""
        self._was_overloaded, self._was_idle = False, True
        self.low_priority = LowPriorityGate(self._is_busy)
        """Where confirmations of acknowledged turns wait until all turns are stored and all boards posted."""
        self._empty: asyncio.Future[None] | None = None

    @property
    def is_overloaded(self) -> bool:
        """True if new interactions must be acknowledged immediately."""
        return self._active - self._slow_count > thresholds.OVERLOAD_THRESHOLD

    @asynccontextmanager
    async def slot(self, answer: Acknowledgeable) -> AsyncIterator[None]:
        """Hold a concurrency slot; an interaction that has to wait for it is acknowledged."""
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
        """Whether an interaction arrives for the first time; the gateway may deliver an event twice."""
        if interaction_id in self._seen:
            return False
        self._seen[interaction_id] = None
        if len(self._seen) > thresholds.INTERACTIONS_REMEMBERED:
            self._seen.popitem(last=False)
        return True

    @contextmanager
    def track(self) -> Iterator[None]:
        """Count an interaction as in progress."""
        begun = time.monotonic()
        self._active += 1
        self._update()
        token = _ACTIVE.set(ActiveInteraction(self._count_slow))
        task = asyncio.current_task()
        if task is not None:
            self._tasks.add(task)
        try:
            yield
        finally:
            _ACTIVE.reset(token)
            if task is not None:
                self._tasks.discard(task)
            self.handled += 1
            self.handling_seconds += time.monotonic() - begun
            self._active -= 1
            self._update()
            if not self._active and self._empty is not None and not self._empty.done():
                self._empty.set_result(None)

    def _count_slow(self, more: int) -> None:
        self._slow_count += more
        self._update()

    def _update(self) -> None:
        """React to a change in the number of interactions."""
        recovered, self._was_overloaded = self._was_overloaded and not self.is_overloaded, self.is_overloaded
        if recovered:
            self.on_recovered()
        was_idle, self._was_idle = self._was_idle, self._active <= self._slow_count
        if was_idle is not self._was_idle:
            (self.on_busy if was_idle else self.on_idle)()
        self.low_priority.poll()

    async def drain(self, seconds: float, *, silently: bool = False) -> None:
        """Refuse new interactions, and wait at most ``seconds`` for those in progress.

        With ``silently`` the new ones are left to another process.
        """
        self.draining, self.handed_over = True, silently
        self.low_priority.poll()
        if not self._active:
            return
        self._empty = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(seconds):
                await self._empty
        except TimeoutError:
            log.warning("some interactions are still being handled", extra={"number": self._active})

    async def cancel(self, seconds: float) -> None:
        """Cancel the interactions that are still in progress after ``seconds``, before the connection ends."""
        await finish_or_cancel(self._tasks, seconds)

    def _is_busy(self) -> bool:
        """Whether anything is more urgent than confirming acknowledged turns."""
        return not self.draining and (
            self._active - self._slow_count - self.low_priority.pending > thresholds.IDLE_ALLOWANCE
            or self.is_posting_boards()
        )
