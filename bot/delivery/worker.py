"""The outbox worker: one task for each queue that has rows to post."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from bot.delivery.priority import LOWEST_PRIORITY, PriorityQueue
from bot.load import thresholds
from bot.log import log_context, redact_ids
from bot.matches.model.outbox_messages import Message, Priority
from bot.matches.outbox import MANY, DueQueue, OutboxRow
from bot.process.malloc import malloc_trim
from bot.storage.errors import UnavailableError, reason_of
from bot.tasks import finish_or_cancel, start_detached

log = logging.getLogger(__name__)

TRIM_AFTER = 500
"""Rows after which free memory is returned to the system once nothing is left to post: a burst fragments the heap."""


@dataclass(frozen=True, slots=True)
class Delivered:
    """The row is done."""

    message_id: int | None = None
    thread_id: int | None = None


@dataclass(frozen=True, slots=True)
class Retry:
    """The row failed and will be retried."""

    reason: str
    seconds: float = 0.0
    """How long Discord demands to wait."""
    unknown_refusal: bool = False
    """True if Discord refuses it for an unknown reason, which may be permanent."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """The row cannot be posted; the players have been told."""

    reason: str


Result: TypeAlias = Delivered | Retry | Dropped

Handlers: TypeAlias = Mapping[type[Message], Callable[[OutboxRow, Any], Awaitable[Result]]]
"""Functions that post each type of message, given its row and the message."""


class OutboxRows(Protocol):
    """What the worker needs of the outbox; :class:`bot.matches.outbox.Outbox` is one."""

    async def due_queues(self, now: int) -> Sequence[DueQueue]:
        """Return the queues with rows, and when their next row is due."""

    async def next_row(self, queue_key: str) -> OutboxRow | None:
        """Return the oldest row of a queue."""

    async def delivered(self, row: OutboxRow, *, message_id: int | None = None, thread_id: int | None = None) -> None:
        """Record that a row is done."""

    async def retry(self, row: OutboxRow, due_at: int) -> None:
        """Record that a row is retried later."""

    async def failed(self, row: OutboxRow, reason: str) -> None:
        """Record that a row is dropped."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """The state of the bot and of Discord, as far as the worker depends on it."""

    overloaded: Callable[[], bool] = lambda: False
    """True if so many interactions are waiting that only public messages are posted; call :meth:`Worker.dispatch` when
    that ends."""
    blocked_for: Callable[[], float] = lambda: 0.0
    """Seconds for which Discord accepts no requests from the bot."""
    throttled: Callable[[], bool] = lambda: False
    """True if Discord refuses so many requests that best-effort ones are not sent."""
    connected: Callable[[], bool] = lambda: True
    """True if the bot is connected. While it is not, no row is dropped."""


class Worker:
    """Posts the rows of the outbox: in order within a queue, queues in parallel.

    Args:
        rows: the outbox.
        deliver: posts one row. An exception counts as :class:`Retry`.
        clock: unix seconds.
        jitter: a number from 0 to 1, to spread retries.
        monotonic: monotonic seconds.
        on_idle: called when a queue is done and :attr:`is_busy` may have changed.
        trim_memory: called occasionally when there is nothing to post.
        conditions: overload and outages.
    """

    def __init__(
        self,
        rows: OutboxRows,
        deliver: Callable[[OutboxRow], Awaitable[Result]],
        clock: Callable[[], int],
        jitter: Callable[[], float] = random.random,
        trim_memory: Callable[[], object] = malloc_trim,
        monotonic: Callable[[], float] = time.monotonic,
        on_idle: Callable[[], object] = lambda: None,
        conditions: Conditions = Conditions(),
    ) -> None:
        self._rows = rows
        self._deliver = deliver
        self._clock = clock
        self._jitter = jitter
        self._trim_memory = trim_memory
        self._rows_done = 0
        """Rows posted since free memory was returned."""
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._lowest: set[str] = set()
        """Active queues of the lowest priority."""
        self._slow: set[str] = set()
        """Active queues that are slow and so do not count towards the limit."""
        self._woken: set[str] = set()
        """Active queues that got new rows meanwhile."""
        self._waiting = PriorityQueue(monotonic)
        self._overloaded = conditions.overloaded
        self._blocked_for = conditions.blocked_for
        self._throttled = conditions.throttled
        self._connected = conditions.connected
        self._on_idle = on_idle
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._timer_fired: set[str] = set()
        """Queues whose retry timer fired; their next row counts as due."""
        self._scanning: asyncio.Task[None] | None = None
        self._scan_again = False
        """True if the outbox has to be scanned for queues again."""
        self._reopening: asyncio.TimerHandle | None = None
        self._open = False

    async def open(self, seconds: float | None = None) -> None:
        """Start with the rows of earlier processes; return once they are read, after ``seconds`` at the latest."""
        self._open = True
        await asyncio.wait([self._begin_scan()], timeout=seconds)

    def wake(self, queue_key: str) -> None:
        """Announce new rows in a queue, or in many (``MANY``). Call it in the event loop, after the commit."""
        if not self._open:
            return
        if queue_key == MANY:
            self._begin_scan()
            return
        if (timer := self._timers.pop(queue_key, None)) is not None:
            timer.cancel()
        if queue_key in self._tasks:
            self._woken.add(queue_key)
        elif self._has_room():
            self._waiting.discard(queue_key)
            self._start(queue_key)
        else:
            self._waiting.add(queue_key)

    @property
    def is_busy(self) -> bool:
        """True if more than a few queues are active, or public messages are waiting."""
        return len(self._tasks) - len(self._slow) > thresholds.IDLE_QUEUES or self._waiting.has_higher(1)

    def dispatch(self) -> None:
        """Start waiting queues, as far as there is room."""
        while self._open and self._has_room():
            if (seconds := self._blocked_for()) > 0:
                self._reopen_in(seconds)
                return
            lowest = LOWEST_PRIORITY if len(self._lowest) < thresholds.ACTIVE_LOWEST_QUEUES else LOWEST_PRIORITY - 1
            following = self._waiting.pop(0 if self._overloaded() else lowest, lowest)
            if following is None:
                return
            if following.priority == LOWEST_PRIORITY:
                self._lowest.add(following.queue_key)
            self._start(following.queue_key, overdue=following.overdue)

    def _has_room(self) -> bool:
        return (
            len(self._tasks) - len(self._slow) < thresholds.ACTIVE_QUEUES and len(self._tasks) < thresholds.MAX_QUEUES
        )

    def _reopen_in(self, seconds: float) -> None:
        """Continue when Discord accepts requests again."""
        if self._reopening is None:

            def reopen() -> None:
                self._reopening = None
                self.dispatch()

            self._reopening = asyncio.get_running_loop().call_later(seconds, reopen)

    def _begin_scan(self) -> asyncio.Task[None]:
        self._scan_again = True
        if self._scanning is None or self._scanning.done():
            self._scanning = start_detached(self._scan_until_current(), "look")
        return self._scanning

    async def _scan_until_current(self) -> None:
        try:
            while self._scan_again:
                self._scan_again = False
                await self._scan()
        except Exception:
            log.exception("the outbox could not be read; it is tried again")
            self._set_timer(MANY, thresholds.LOOK_AGAIN)

    async def _scan(self) -> None:
        """Add all queues with due rows to the waiting ones, by priority."""
        now = self._clock()
        for due in await self._rows.due_queues(now):
            if due.queue_key in self._tasks:
                self._woken.add(due.queue_key)
            elif due.due_at > now:
                if due.queue_key not in self._timers:
                    self._set_timer(due.queue_key, due.due_at - now)
            elif due.queue_key not in self._timers:
                self._waiting.add(due.queue_key, due.priority)
        self.dispatch()

    async def close(self, seconds: float) -> None:
        """Finish the rows being posted, for at most ``seconds``; the others wait for the next start."""
        self._open = False
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        if self._reopening is not None:
            self._reopening.cancel()
        self._waiting.clear()
        self._woken.clear()
        await finish_or_cancel([*self._tasks.values(), *([] if self._scanning is None else [self._scanning])], seconds)

    def _start(self, queue_key: str, *, overdue: bool = False) -> None:
        task = start_detached(self._work(queue_key, overdue=overdue), f"deliver {queue_key}")
        self._tasks[queue_key] = task
        task.add_done_callback(lambda _task: self._ended(queue_key))

    def _ended(self, queue_key: str) -> None:
        del self._tasks[queue_key]
        self._lowest.discard(queue_key)
        if queue_key in self._woken:
            self._woken.discard(queue_key)
            self._waiting.add(queue_key)
        self.dispatch()
        self._on_idle()
        if self._open and not self._tasks and self._rows_done >= TRIM_AFTER:
            self._rows_done = 0
            self._trim_memory()

    async def _work(self, queue_key: str, *, overdue: bool) -> None:
        """Post the rows of a queue; the last one yields to more urgent queues, unless it is ``overdue``."""
        timer_fired = queue_key in self._timer_fired
        self._timer_fired.discard(queue_key)
        try:
            while self._open:
                self._woken.discard(queue_key)  # new rows are read now
                row = await self._rows.next_row(queue_key)
                if row is None:
                    return
                priority = row.message.priority if row.last else Priority.PUBLIC
                if self._blocked_for() > 0:
                    self._waiting.add(queue_key, priority)
                    return
                best_effort = row.message.priority >= Priority.CLEANUP
                skipped = best_effort and self._throttled()
                wait = row.due_at - self._clock()
                if skipped or (wait > 0 and row.is_put_off and not timer_fired):
                    if row.last or not (skipped or (best_effort and row.attempts)):
                        self._set_timer(queue_key, thresholds.LONGEST_DELAY if skipped else wait)
                        return
                    log.info("a best-effort message was skipped, because more rows follow")
                    await self._rows.delivered(row)
                    continue
                if not overdue and self._must_yield(priority):
                    self._waiting.add(queue_key, priority)
                    return
                timer_fired = False
                self._rows_done += 1
                if not await self._work_row(row):
                    return
                if row.last and queue_key not in self._woken:
                    return  # a new row would have woken the queue
        except Exception as error:
            # The database itself cannot be read or written: the row stays, and the queue is tried again.
            about = {"queue": redact_ids(queue_key)}
            if isinstance(error, UnavailableError):
                log.warning("a queue waits for the database", extra={**about, "error": reason_of(error)})
            else:
                log.exception("a queue could not be processed", extra=about)
            self._set_timer(queue_key, thresholds.LONGEST_DELAY / 10)

    def _must_yield(self, priority: int) -> bool:
        return priority > 0 and (self._overloaded() or self._waiting.has_higher(priority))

    async def _work_row(self, row: OutboxRow) -> bool:
        """Post one row; false if the queue has to wait for it."""
        with log_context(row=row.id, kind=row.kind, match=row.match_id or 0):
            match await self._result(row):
                case Delivered(message_id, thread_id):
                    await self._rows.delivered(row, message_id=message_id, thread_id=thread_id)
                    return True
                case Dropped(reason):
                    log.warning("something could not be posted", extra={"reason": reason})
                    await self._rows.failed(row, reason)
                    return True
                case Retry(reason, _, unknown_refusal) if self._has_expired(row, unknown_refusal=unknown_refusal):
                    log.error("something could not be posted for a long time", extra={"reason": reason})
                    await self._rows.failed(row, reason)
                    return True
                case Retry(reason, seconds):
                    await self._retry_later(row, reason, seconds)
        return False

    def _has_expired(self, row: OutboxRow, *, unknown_refusal: bool) -> bool:
        """True if a row has been tried for long enough by a connected bot."""
        longest = thresholds.LONGEST_HOLD if unknown_refusal and not row.last else thresholds.DROP_AFTER
        return row.tried_at is not None and self._clock() - row.tried_at > longest and self._connected()

    async def _result(self, row: OutboxRow) -> Result:
        slow = asyncio.get_running_loop().call_later(thresholds.SLOW_DELIVERY, self._mark_slow, row.queue_key)
        try:
            async with asyncio.timeout(thresholds.LONGEST_DELIVERY):
                return await self._deliver(row)
        except TimeoutError:
            return Retry(f"it took longer than {thresholds.LONGEST_DELIVERY:g} s")
        except Exception as error:
            log.exception("an error while posting")
            return Retry(f"{type(error).__name__}: {error}")
        finally:
            slow.cancel()
            self._slow.discard(row.queue_key)

    def _mark_slow(self, queue_key: str) -> None:
        self._slow.add(queue_key)
        self.dispatch()

    async def _retry_later(self, row: OutboxRow, reason: str, seconds: float) -> None:
        """Retry a row after a growing delay, or after the one that Discord demands."""
        jitter = self._jitter()
        delay = min(thresholds.LONGEST_DELAY, max(retry_delay(row.attempts, jitter), seconds * (1 + jitter / 10)))
        log.warning("something will be posted later", extra={"reason": reason, "retry_in_s": round(delay, 1)})
        due_at = self._clock() + max(1, round(delay))
        await self._rows.retry(row, due_at)
        self._set_timer(row.queue_key, due_at - self._clock())

    def _set_timer(self, queue_key: str, seconds: float) -> None:
        """Wake a queue later; after the longest delay at most, since the clock may have been wrong."""
        if not self._open:
            return
        if (timer := self._timers.get(queue_key)) is not None:
            timer.cancel()
        self._timers[queue_key] = asyncio.get_running_loop().call_later(
            min(seconds, thresholds.LONGEST_DELAY), self._on_timer, queue_key
        )

    def _on_timer(self, queue_key: str) -> None:
        self._timers.pop(queue_key, None)
        self._timer_fired.add(queue_key)
        self.wake(queue_key)


def retry_delay(attempts: int, jitter: float) -> float:
    """Return the seconds until the next attempt: doubling with each failed one, half of it random."""
    longest: float = min(thresholds.FIRST_DELAY * 2 ** min(attempts, 10), thresholds.LONGEST_DELAY)
    return longest * (0.5 + 0.5 * jitter)
