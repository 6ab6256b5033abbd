"""Working off the outbox: one task for each lane, alive only while the lane has something to post."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from bot.delivery.priority import LAST_RANK, WaitingLanes
from bot.load import thresholds
from bot.log import log_context, redact_ids
from bot.matches.model.outbox_messages import Message, Rank
from bot.matches.outbox import MANY, DueLane, OutboxRow
from bot.process.malloc import malloc_trim
from bot.tasks import begin, finish

log = logging.getLogger(__name__)

TIDIED_AFTER = 500
"""Rows after which free memory is returned to the system, as soon as there is nothing to post: a burst leaves gaps."""


@dataclass(frozen=True, slots=True)
class Delivered:
    """The row is done."""

    message_id: int | None = None
    thread_id: int | None = None


@dataclass(frozen=True, slots=True)
class Later:
    """It could not be done now and is worth trying again."""

    reason: str
    seconds: float = 0.0
    """For how long Discord wants to be left alone."""
    unclear: bool = False
    """Whether Discord refuses it for a reason that nobody knows, which may be one for good."""


@dataclass(frozen=True, slots=True)
class GivenUp:
    """It cannot be done; those concerned have been told."""

    reason: str


Result: TypeAlias = Delivered | Later | GivenUp

Handlers: TypeAlias = Mapping[type[Message], Callable[[OutboxRow, Any], Awaitable[Result]]]
"""What posts each type of message, given its row and the message."""


class Rows(Protocol):
    """The side of the outbox that the worker needs; :class:`bot.matches.outbox.Outbox` is one."""

    async def lanes_due(self, now: int) -> Sequence[DueLane]:
        """Lanes with rows, and when their next one is due."""

    async def next_row(self, lane: str) -> OutboxRow | None:
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

    crowded: Callable[[], bool] = lambda: False
    """Whether so many people wait for their answers that only what all see is posted; call :meth:`Worker.resume` when
    they no longer do."""
    closed: Callable[[], float] = lambda: 0.0
    """Seconds for which Discord takes nothing at all from the bot."""
    sparing: Callable[[], bool] = lambda: False
    """Whether Discord refuses so much that nothing is to be asked of it that is for the eye alone."""
    reachable: Callable[[], bool] = lambda: True
    """Whether the bot is connected. While it is not, nothing is given up."""


class Worker:
    """Posts what the outbox holds, each lane in order, lanes beside each other.

    Args:
        rows: the outbox.
        deliver: posts one row. What it raises counts as :class:`Later`.
        clock: unix seconds.
        jitter: a number from 0 to 1, to spread retries.
        monotonic: seconds that only grow.
        rested: called whenever something is posted, and :attr:`is_busy` may have changed.
        tidy: called now and then when there is nothing to post.
        conditions: crowds and outages.
    """

    def __init__(
        self,
        rows: Rows,
        deliver: Callable[[OutboxRow], Awaitable[Result]],
        clock: Callable[[], int],
        jitter: Callable[[], float] = random.random,
        tidy: Callable[[], object] = malloc_trim,
        monotonic: Callable[[], float] = time.monotonic,
        rested: Callable[[], object] = lambda: None,
        conditions: Conditions = Conditions(),
    ) -> None:
        self._rows = rows
        self._deliver = deliver
        self._clock = clock
        self._jitter = jitter
        self._tidy = tidy
        self._worked = 0
        """Rows since free memory was returned."""
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._last: set[str] = set()
        """Lanes at work that were of the last rank."""
        self._slow: set[str] = set()
        """Lanes at work that keep no other lane waiting."""
        self._again: set[str] = set()
        """Lanes that got something new while they were being worked."""
        self._waiting = WaitingLanes(monotonic)
        self._crowded = conditions.crowded
        self._closed = conditions.closed
        self._sparing = conditions.sparing
        self._reachable = conditions.reachable
        self._rested = rested
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._rung: set[str] = set()
        """Lanes whose timer has run off: their next row is due, whatever the clock says by a second more or less."""
        self._looking: asyncio.Task[None] | None = None
        self._unseen = False
        """Whether it is to be read which lanes have something to post."""
        self._reopening: asyncio.TimerHandle | None = None
        self._open = False

    async def open(self, seconds: float | None = None) -> None:
        """Begin, with whatever an earlier process left behind; that is being read after ``seconds`` at the latest."""
        self._open = True
        await asyncio.wait([self._begin_to_look()], timeout=seconds)

    def wake(self, lane: str) -> None:
        """Tell that a lane has something to post, or with ``MANY`` that many have. Call it in the event loop, after the
        commit.
        """
        if not self._open:
            return
        if lane == MANY:
            self._begin_to_look()
            return
        if (timer := self._timers.pop(lane, None)) is not None:
            timer.cancel()
        if lane in self._tasks:
            self._again.add(lane)
        elif self._has_room():
            self._waiting.discard(lane)
            self._start(lane)
        else:
            self._waiting.add(lane)

    @property
    def is_busy(self) -> bool:
        """Whether more than a few lanes are being worked, or some wait with what everybody is to see."""
        return len(self._tasks) - len(self._slow) > thresholds.FEW_LANES or self._waiting.any_before(1)

    def resume(self) -> None:
        """Begin with what waits, as far as there is room."""
        while self._open and self._has_room():
            if (seconds := self._closed()) > 0:
                self._reopen_in(seconds)
                return
            lowest = LAST_RANK if len(self._last) < thresholds.LAST_AT_ONCE else LAST_RANK - 1
            following = self._waiting.pop(0 if self._crowded() else lowest, lowest)
            if following is None:
                return
            if following.rank == LAST_RANK:
                self._last.add(following.lane)
            self._start(following.lane, at_last=following.at_last)

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
                self.resume()

            self._reopening = asyncio.get_running_loop().call_later(seconds, reopen)

    def _begin_to_look(self) -> asyncio.Task[None]:
        self._unseen = True
        if self._looking is None or self._looking.done():
            self._looking = begin(self._look_until_seen(), "look")
        return self._looking

    async def _look_until_seen(self) -> None:
        try:
            while self._unseen:
                self._unseen = False
                await self._look()
        except Exception:
            log.exception("it could not be read what is to be posted; it is tried again")
            self._set_timer(MANY, thresholds.LOOK_AGAIN)

    async def _look(self) -> None:
        """Let all lanes wait that have something to post, each by what it holds."""
        now = self._clock()
        for due in await self._rows.lanes_due(now):
            if due.lane in self._tasks:
                self._again.add(due.lane)
            elif due.due_at > now:
                if due.lane not in self._timers:
                    self._set_timer(due.lane, due.due_at - now)
            elif due.lane not in self._timers:
                self._waiting.add(due.lane, due.rank)
        self.resume()

    async def close(self, seconds: float) -> None:
        """Finish what is being posted at this moment, for at most ``seconds``; the rest waits for the next start."""
        self._open = False
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        if self._reopening is not None:
            self._reopening.cancel()
        self._waiting.clear()
        self._again.clear()
        await finish([*self._tasks.values(), *([] if self._looking is None else [self._looking])], seconds)

    def _start(self, lane: str, *, at_last: bool = False) -> None:
        task = begin(self._work(lane, at_last=at_last), f"deliver {lane}")
        self._tasks[lane] = task
        task.add_done_callback(lambda _task: self._ended(lane))

    def _ended(self, lane: str) -> None:
        del self._tasks[lane]
        self._last.discard(lane)
        if lane in self._again:
            self._again.discard(lane)
            self._waiting.add(lane)
        self.resume()
        self._rested()
        if self._open and not self._tasks and self._worked >= TIDIED_AFTER:
            self._worked = 0
            self._tidy()

    async def _work(self, lane: str, *, at_last: bool) -> None:
        """Post what a lane holds; the last of it is put off while something more urgent waits, but not ``at_last``."""
        rung = lane in self._rung
        self._rung.discard(lane)
        try:
            while self._open:
                self._again.discard(lane)  # whatever has come is read now
                row = await self._rows.next_row(lane)
                if row is None:
                    return
                rank = row.message.rank if row.last else Rank.PUBLIC
                if self._closed() > 0:
                    self._waiting.add(lane, rank)
                    return
                cosmetic = row.message.rank >= Rank.TIDYING
                spared = cosmetic and self._sparing()
                wait = row.due_at - self._clock()
                if spared or (wait > 0 and row.is_put_off and not rung):
                    if row.last or not (spared or (cosmetic and row.attempts)):
                        self._set_timer(lane, thresholds.LONGEST_DELAY if spared else wait)
                        return
                    log.info("something is left as it is, because more follows")
                    await self._rows.delivered(row)
                    continue
                if not at_last and self._comes_later(rank):
                    self._waiting.add(lane, rank)
                    return
                rung = False
                self._worked += 1
                if not await self._work_row(row):
                    return
                if row.last and lane not in self._again:
                    return  # nothing came meanwhile, or it would have woken the lane
        except Exception:
            # The database itself cannot be read or written: the row stays as it is, the lane is tried again.
            log.exception("a lane could not be worked", extra={"lane": redact_ids(lane)})
            self._set_timer(lane, thresholds.LONGEST_DELAY / 10)

    def _comes_later(self, rank: int) -> bool:
        return rank > 0 and (self._crowded() or self._waiting.any_before(rank))

    async def _work_row(self, row: OutboxRow) -> bool:
        """Post one row; false if the lane has to wait for it."""
        with log_context(row=row.id, kind=row.kind, match=row.match_id or 0):
            match await self._result(row):
                case Delivered(message_id, thread_id):
                    await self._rows.delivered(row, message_id=message_id, thread_id=thread_id)
                    return True
                case GivenUp(reason):
                    log.warning("something could not be posted", extra={"reason": reason})
                    await self._rows.failed(row, reason)
                    return True
                case Later(reason, _, unclear) if self._is_hopeless(row, unclear=unclear):
                    log.error("something could not be posted for a long time", extra={"reason": reason})
                    await self._rows.failed(row, reason)
                    return True
                case Later(reason, seconds):
                    await self._put_off(row, reason, seconds)
        return False

    def _is_hopeless(self, row: OutboxRow, *, unclear: bool) -> bool:
        """Whether a row has been tried for long enough, by a bot that could be reached meanwhile."""
        longest = thresholds.LONGEST_HOLD if unclear and not row.last else thresholds.GIVE_UP_AFTER
        return row.tried_at is not None and self._clock() - row.tried_at > longest and self._reachable()

    async def _result(self, row: OutboxRow) -> Result:
        slow = asyncio.get_running_loop().call_later(thresholds.SLOW_DELIVERY, self._step_aside, row.lane)
        try:
            async with asyncio.timeout(thresholds.LONGEST_DELIVERY):
                return await self._deliver(row)
        except TimeoutError:
            return Later(f"it took longer than {thresholds.LONGEST_DELIVERY:g} s")
        except Exception as error:
            log.exception("an error while posting")
            return Later(f"{type(error).__name__}: {error}")
        finally:
            slow.cancel()
            self._slow.discard(row.lane)

    def _step_aside(self, lane: str) -> None:
        self._slow.add(lane)
        self.resume()

    async def _put_off(self, row: OutboxRow, reason: str, seconds: float) -> None:
        """Try a row again after a while: a growing one, or that for which Discord wants to be left alone."""
        jitter = self._jitter()
        delay = min(thresholds.LONGEST_DELAY, max(retry_delay(row.attempts, jitter), seconds * (1 + jitter / 10)))
        log.warning("something will be posted later", extra={"reason": reason, "retry_in_s": round(delay, 1)})
        due_at = self._clock() + max(1, round(delay))
        await self._rows.retry(row, due_at)
        self._set_timer(row.lane, due_at - self._clock())

    def _set_timer(self, lane: str, seconds: float) -> None:
        """Work a lane again later; after the longest delay at most, for the clock may have been wrong."""
        if not self._open:
            return
        if (timer := self._timers.get(lane)) is not None:
            timer.cancel()
        self._timers[lane] = asyncio.get_running_loop().call_later(
            min(seconds, thresholds.LONGEST_DELAY), self._ring, lane
        )

    def _ring(self, lane: str) -> None:
        self._timers.pop(lane, None)
        self._rung.add(lane)
        self.wake(lane)


def retry_delay(attempts: int, jitter: float) -> float:
    """Seconds until the next attempt after ``attempts`` that failed before this one: doubling, half of it by chance."""
    longest: float = min(thresholds.FIRST_DELAY * 2 ** min(attempts, 10), thresholds.LONGEST_DELAY)
    return longest * (0.5 + 0.5 * jitter)
