"""What is to be done at a certain time, kept in the database: it outlives restarts and changes of the clock.

An appointment is written in the same transaction as its cause. One :class:`Scheduler` looks for those that are due:
one indexed query when it wakes up, however many there are. Whoever keeps an appointment cancels or moves it in the
transaction of its effect, so that it happens once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from bot.log import log_context, redact_ids
from bot.matches.model.jobs import Job, dump_job, key_of, key_of_job, load_job, match_of
from bot.matches.store import jobs as job_store
from bot.storage.database import Database, Transaction
from bot.tasks import finish_or_cancel, start_detached

log = logging.getLogger(__name__)

AT_ONCE = 50
"""Appointments that are read at a time."""
LONGEST_SLEEP = 60.0
"""Seconds after which the time is looked at again, for the case that the machine's clock was changed meanwhile."""
FIRST_DELAY, LONGEST_DELAY = 30, 3600
"""Seconds before an appointment that failed is tried again, doubled each time up to the longest."""


@dataclass(frozen=True, slots=True)
class StoredJob:
    """A job that is to be done at a certain time, as it is stored."""

    key: str
    """There is at most one of a key."""
    kind: str
    at: int
    """Not before this moment, in unix seconds."""
    match_id: int | None
    args: str
    """What else there is to know: a JSON object."""
    attempts: int


JobHandlers: TypeAlias = Mapping[type[Job], Callable[[Any], Awaitable[None]]]
"""What does each kind of job, and cancels or moves it in the transaction of the effect."""


class Schedule:
    """The writing side.

    Args:
        rouse: told after each commit that something new is to be done, and when (unix seconds in digits).
    """

    def __init__(self, wake: Callable[[str], None]) -> None:
        self._wake = wake

    def enqueue(self, tx: Transaction, job: Job, at: int) -> None:
        """Note a job that is due at a moment, in the place of the one with the same key."""
        job_store.save(tx, key_of_job(job), at, job.kind, match_of(job), dump_job(job))
        tx.after_commit(self._wake, str(at))

    def cancel(self, tx: Transaction, job: type[Job], match_id: int | None = None, subject: int | None = None) -> None:
        """Forget a job, if it is appointed."""
        job_store.delete(tx, key_of(job, match_id, subject))

    def cancel_all(self, tx: Transaction, match_id: int) -> None:
        """Forget all appointments about a match."""
        job_store.delete_all(tx, match_id)


class Scheduler:
    """The keeping side: a timer that starts a task when something is due, and no task while nothing is.

    Args:
        database: where the appointments are.
        keepers: what does each kind of job; there are no others.
        clock: unix seconds.
        look: called each time before it is looked what is due: every minute at least.
    """

    def __init__(
        self,
        database: Database,
        handlers: JobHandlers,
        clock: Callable[[], int],
        look: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._db = database
        self._handlers = {job.kind: (job, keep) for job, keep in handlers.items()}
        self._clock = clock
        self._look = look
        self._timer: asyncio.TimerHandle | None = None
        self._wakes_at = 0.0
        """When the timer, if it is set, starts the task."""
        self._task: asyncio.Task[None] | None = None
        self._again = False
        self._open = False

    @property
    def is_open(self) -> bool:
        """Whether due jobs are run."""
        return self._open

    def open(self) -> None:
        """Begin, with whatever fell due while nothing ran."""
        self._open = True
        self.wake()

    def wake(self, at: str = "") -> None:
        """Look again at what is due: now, or by the time ``at`` of a new appointment. Call it in the event loop."""
        if not self._open or (at and self._is_set_for(int(at))):
            return
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._task is not None:
            self._again = True
            return
        self._task = start_detached(self._run_all(), "scheduler")
        self._task.add_done_callback(self._ended)

    def _is_set_for(self, at: int) -> bool:
        """Whether the timer will start the task in time for something."""
        return self._timer is not None and self._clock() < self._wakes_at <= at

    async def close(self, seconds: float) -> None:
        """Keep what has been read, for at most ``seconds``; the rest waits for the next start."""
        self._open = False
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            await finish_or_cancel([self._task], seconds)

    def _ended(self, _task: asyncio.Task[None]) -> None:
        self._task = None
        if self._again:
            self._again = False
            self.wake()

    async def run_due(self) -> int:
        """Run the jobs that are due, at most :data:`AT_ONCE`, and return their number; 0 when nothing is due."""
        rows = await self._db.rows(job_store.DUE, (self._clock(), AT_ONCE))
        for row in rows:
            await self._run(StoredJob(**row))
        return len(rows)

    async def _run_all(self) -> None:
        """Keep what is due; then set the timer for what is next."""
        try:
            if self._look is not None and self._open:
                await self._look()
            while self._open and await self.run_due():
                pass
            (row,) = await self._db.rows(job_store.NEXT)
            if row["at"] is not None:
                self._sleep(row["at"] - self._clock())
        except Exception:
            log.exception("the schedule cannot be read or written")
            self._sleep(LONGEST_SLEEP)

    async def _run(self, stored_job: StoredJob) -> None:
        """Keep one appointment; when that fails, or leaves it where it is, it is put off."""
        with log_context(job=redact_ids(stored_job.key)):
            try:
                job, keep = self._handlers[stored_job.kind]
                await keep(load_job(job, stored_job.match_id, stored_job.args))
            except Exception:
                log.exception("an appointment could not be kept")
            await self._db.write(lambda tx: _put_off(tx, stored_job, self._clock()))

    def _sleep(self, seconds: float) -> None:
        if self._open:
            wait = min(max(seconds, 0.0), LONGEST_SLEEP)
            self._wakes_at = self._clock() + wait
            self._timer = asyncio.get_running_loop().call_later(wait, self.wake)


def _put_off(tx: Transaction, stored_job: StoredJob, now: int) -> None:
    """Try again later what is still there as it was: whoever kept it would have cancelled or moved it."""
    delay = min(FIRST_DELAY * 2 ** min(stored_job.attempts, 10), LONGEST_DELAY)
    job_store.put_off(tx, stored_job.key, stored_job.at, now + delay)
