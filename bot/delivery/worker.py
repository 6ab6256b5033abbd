"""Working off the outbox: one task for each lane, alive only while the lane has something to post."""

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
from bot.tasks import finish_or_cancel, start_detached

log = logging.getLogger(__name__)

TRIM_AFTER = 500
"""Rows after which free memory is returned to the system, as soon as there is nothing to post: a burst leaves gaps."""


@dataclass(frozen=True, slots=True)
class Delivered:
    """The row is done."""

    message_id: int | None = None
    thread_id: int | None = None


@dataclass(frozen=True, slots=True)
class Retry:
    """It could not be done now and is worth trying again."""

    reason: str
    seconds: float = 0.0
    """For how long Discord wants to be left alone."""
    unknown_refusal: bool = False
    """Whether Discord refuses it for a reason that nobody knows, which may be one for good."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """It cannot be done; those concerned have been told."""

    reason: str


Result: TypeAlias = Delivered | Retry | Dropped

Handlers: TypeAlias = Mapping[type[Message], Callable[[OutboxRow, Any], Awaitable[Result]]]
"""What posts each type of message, given its row and the message."""


class OutboxRows(Protocol):
    """The side of the outbox that the worker needs; :class:`bot.matches.outbox.Outbox` is one."""

    async def due_queues(self, now: int) -> Sequence[DueQueue]:
        """Lanes with rows, and when their next one is due."""

    async def next_row(self, queue_key: str) -> OutboxRow | None:
        """The oldest row of a lane."""

    async def delivered(self, row: OutboxRow, *, message_id: int | None = None, thread_id: int | None = None) -> None:
        """Note that a row is done."""

    async def retry(self, row: OutboxRow, due_at: int) -> None:
        """Note that a row is to be tried again."""

    async def failed(self, row: OutboxRow, reason: str) -> None:
        """Note that a row is given up."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a worker is told of the world around it."""

    overloaded: Callable[[], bool] = lambda: False
    """Whether so many people wait for their answers that only what all see is posted; call :meth:`Worker.dispatch` when
    they no longer do."""
    blocked_for: Callable[[], float] = lambda: 0.0
    """Seconds for which Discord takes nothing at all from the bot."""
    throttled: Callable[[], bool] = lambda: False
    """Whether Discord refuses so much that nothing is to be asked of it that is for the eye alone."""
    connected: Callable[[], bool] = lambda: True
    """Whether the bot is connected. While it is not, nothing is given up."""


class Worker:
    """Posts what the outbox holds, each lane in order, lanes beside each other.

    Args:
        rows: the outbox.
        deliver: posts one row. What it raises counts as :class:`Retry`.
        clock: unix seconds.
        jitter: a number from 0 to 1, to spread retries.
        monotonic: seconds that only grow.
        on_idle: called whenever something is posted, and :attr:`is_busy` may have changed.
        trim_memory: called now and then when there is nothing to post.
        conditions: crowds and outages.
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
        """Rows since free memory was returned."""
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._lowest: set[str] = set()
        """Lanes at work that were of the last rank."""
        self._slow: set[str] = set()
        """Lanes at work that keep no other lane waiting."""
        self._woken: set[str] = set()
        """Lanes that got something new while they were being worked."""
        self._waiting = PriorityQueue(monotonic)
        self._overloaded = conditions.overloaded
        self._blocked_for = conditions.blocked_for
        self._throttled = conditions.throttled
        self._connected = conditions.connected
        self._on_idle = on_idle
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._timer_fired: set[str] = set()
        """Lanes whose timer has run off: their next row is due, whatever the clock says by a second more or less."""
        self._scanning: asyncio.Task[None] | None = None
        self._scan_again = False
        """Whether it is to be read which lanes have something to post."""
        self._reopening: asyncio.TimerHandle | None = None
        self._open = False

    async def open(self, seconds: float | None = None) -> None:
        """Begin, with whatever an earlier process left behind; that is being read after ``seconds`` at the latest."""
        self._open = True
        await asyncio.wait([self._begin_scan()], timeout=seconds)

    def wake(self, queue_key: str) -> None:
        """Tell that a lane has something to post, or with ``MANY`` that many have. Call it in the event loop, after the
        commit.
        """
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
        """Whether more than a few lanes are being worked, or some wait with what everybody is to see."""
        return len(self._tasks) - len(self._slow) > thresholds.FEW_LANES or self._waiting.has_higher(1)

    def dispatch(self) -> None:
        """Begin with what waits, as far as there is room."""
        while self._open and self._has_room():
            if (seconds := self._blocked_for()) > 0:
                self._reopen_in(seconds)
                return
            lowest = LOWEST_PRIORITY if len(self._lowest) < thresholds.LAST_AT_ONCE else LOWEST_PRIORITY - 1
            following = self._waiting.pop(0 if self._overloaded() else lowest, lowest)
            if following is None:
                return
            if following.priority == LOWEST_PRIORITY:
                self._lowest.add(following.queue_key)
            self._start(following.queue_key, overdue=following.overdue)

    def _has_room(self) -> bool:
        return (
            len(self._tasks) - len(self._slow) < thresholds.LANES_AT_ONCE
            and len(self._tasks) < thresholds.LANES_AT_MOST
        )

    def _reopen_in(self, seconds: float) -> None:
        """Go on when Discord takes something again."""
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
            log.exception("it could not be read what is to be posted; it is tried again")
            self._set_timer(MANY, thresholds.LOOK_AGAIN)

    async def _scan(self) -> None:
        """Let all lanes wait that have something to post, each by what it holds."""
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
        """Finish what is being posted at this moment, for at most ``seconds``; the rest waits for the next start."""
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
        """Post what a lane holds; the last of it is put off while something more urgent waits, but not ``overdue``."""
        timer_fired = queue_key in self._timer_fired
        self._timer_fired.discard(queue_key)
        try:
            while self._open:
                self._woken.discard(queue_key)  # whatever has come is read now
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
                    log.info("something is left as it is, because more follows")
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
                    return  # nothing came meanwhile, or it would have woken the lane
        except Exception:
            # The database itself cannot be read or written: the row stays as it is, the lane is tried again.
            log.exception("a lane could not be worked", extra={"lane": redact_ids(queue_key)})
            self._set_timer(queue_key, thresholds.LONGEST_DELAY / 10)

    def _must_yield(self, priority: int) -> bool:
        return priority > 0 and (self._overloaded() or self._waiting.has_higher(priority))

    async def _work_row(self, row: OutboxRow) -> bool:
        """Post one row; false if the lane has to wait for it."""
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
        """Whether a row has been tried for long enough, by a bot that could be reached meanwhile."""
        longest = thresholds.LONGEST_HOLD if unknown_refusal and not row.last else thresholds.GIVE_UP_AFTER
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
        """Try a row again after a while: a growing one, or that for which Discord wants to be left alone."""
        jitter = self._jitter()
        delay = min(thresholds.LONGEST_DELAY, max(retry_delay(row.attempts, jitter), seconds * (1 + jitter / 10)))
        log.warning("something will be posted later", extra={"reason": reason, "retry_in_s": round(delay, 1)})
        due_at = self._clock() + max(1, round(delay))
        await self._rows.retry(row, due_at)
        self._set_timer(row.queue_key, due_at - self._clock())

    def _set_timer(self, queue_key: str, seconds: float) -> None:
        """Work a lane again later; after the longest delay at most, for the clock may have been wrong."""
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
    """Seconds until the next attempt after ``attempts`` that failed before this one: doubling, half of it by chance."""
    longest: float = min(thresholds.FIRST_DELAY * 2 ** min(attempts, 10), thresholds.LONGEST_DELAY)
    return longest * (0.5 + 0.5 * jitter)
