"""Jobs that are due at a certain time, stored in the database so that they survive restarts and clock changes.

A job is written in the transaction of its cause. One :class:`Scheduler` reads the due ones with an indexed query
when it wakes up. A handler deletes or reschedules its job in the transaction of its effect, so that the effect
happens once.
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
from bot.storage.errors import ReplacedError, StorageError
from bot.tasks import finish_or_cancel, start_detached

log = logging.getLogger(__name__)

AT_ONCE = 50
"""Jobs that are read at a time."""
LONGEST_SLEEP = 60.0
"""Seconds after which the time is checked again, in case the machine's clock was changed."""
FIRST_DELAY, LONGEST_DELAY = 30, 3600
"""Seconds before a failed job is retried, doubled each time up to the longest."""


@dataclass(frozen=True, slots=True)
class StoredJob:
    """A job as it is stored."""

    key: str
    """Unique: a new job replaces the one with the same key."""
    kind: str
    at: int
    """Not before this moment, in unix seconds."""
    match_id: int | None
    args: str
    """The fields of the job, as a JSON object."""
    attempts: int


JobHandlers: TypeAlias = Mapping[type[Job], Callable[[Any], Awaitable[None]]]
"""The handler of each kind of job; it deletes or reschedules the job in the transaction of its effect."""


class Schedule:
    """Enqueues and cancels jobs within transactions.

    Args:
        wake: called after each commit of a new job with its time (unix seconds in digits).
    """

    def __init__(self, wake: Callable[[str], None]) -> None:
        self._wake = wake

    def enqueue(self, tx: Transaction, job: Job, at: int) -> None:
        """Enqueue a job, replacing the one with the same key."""
        job_store.save(tx, key_of_job(job), at, job.kind, match_of(job), dump_job(job))
        tx.after_commit(self._wake, str(at))

    def cancel(self, tx: Transaction, job: type[Job], match_id: int | None = None, subject: int | None = None) -> None:
        """Delete a job, if it is enqueued."""
        job_store.delete(tx, key_of(job, match_id, subject))

    def cancel_all(self, tx: Transaction, match_id: int) -> None:
        """Delete all jobs of a match."""
        job_store.delete_all(tx, match_id)


class Scheduler:
    """Runs due jobs: a timer starts a task when a job is due, and there is no task while none is.

    Args:
        database: where the jobs are stored.
        handlers: the handler of each kind of job; there are no other kinds.
        clock: unix seconds.
        look: called before each check for due jobs: at least every minute.
    """

    def __init__(
        self,
        database: Database,
        handlers: JobHandlers,
        clock: Callable[[], int],
        look: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._db = database
        self._handlers = {job.kind: (job, handle) for job, handle in handlers.items()}
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
        """Begin to run jobs, first those that became due while the scheduler was closed."""
        self._open = True
        self.wake()

    def wake(self, at: str = "") -> None:
        """Check for due jobs again: now, or at the time ``at`` of a new job. Call it in the event loop."""
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
        """Whether the timer starts the task by a certain time."""
        return self._timer is not None and self._clock() < self._wakes_at <= at

    async def close(self, seconds: float) -> None:
        """Finish the jobs that were read, for at most ``seconds``; the rest waits for the next start."""
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
        """Run all due jobs, then set the timer for the next one."""
        try:
            if self._look is not None and self._open:
                await self._look()
            while self._open and await self.run_due():
                pass
            (row,) = await self._db.rows(job_store.NEXT)
            if row["at"] is not None:
                self._sleep(row["at"] - self._clock())
        except ReplacedError:
            log.info("the jobs are left to the process that acts now")
        except StorageError as error:
            log.warning("the schedule cannot be read or written", extra={"reason": str(error)})
            self._sleep(LONGEST_SLEEP)
        except Exception:
            log.exception("the schedule cannot be read or written")
            self._sleep(LONGEST_SLEEP)

    async def _run(self, stored_job: StoredJob) -> None:
        """Run one job; if it fails or stays as it was, postpone it."""
        with log_context(job=redact_ids(stored_job.key)):
            try:
                job, handle = self._handlers[stored_job.kind]
                await handle(load_job(job, stored_job.match_id, stored_job.args))
            except ReplacedError:
                raise
            except StorageError as error:
                log.warning("a job could not be stored; it is tried again", extra={"reason": str(error)})
            except Exception:
                log.exception("a job failed")
            await self._db.write(lambda tx: _put_off(tx, stored_job, self._clock()))

    def _sleep(self, seconds: float) -> None:
        if self._open:
            wait = min(max(seconds, 0.0), LONGEST_SLEEP)
            self._wakes_at = self._clock() + wait
            self._timer = asyncio.get_running_loop().call_later(wait, self.wake)


def _put_off(tx: Transaction, stored_job: StoredJob, now: int) -> None:
    """Postpone a job that is still as it was: its handler has failed to delete or reschedule it."""
    delay = min(FIRST_DELAY * 2 ** min(stored_job.attempts, 10), LONGEST_DELAY)
    job_store.put_off(tx, stored_job.key, stored_job.at, now + delay)
