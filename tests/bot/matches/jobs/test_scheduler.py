"""Jobs run once, in order, after restarts too, however many there are."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

import pytest

from bot.matches.jobs.scheduler import AT_ONCE, FIRST_DELAY, Schedule, Scheduler
from bot.matches.model.jobs import Job, key_of_job
from bot.matches.model.text_json import LEFT_OUT
from bot.matches.store.jobs import DUE
from bot.storage.database import Database, Reader, Transaction
from bot.storage.error_texts import REPLACED, UNREACHABLE
from bot.storage.errors import ReplacedError, StorageError


@dataclass(frozen=True, slots=True)
class Greet:
    kind: ClassVar[str] = "greet"
    subject: ClassVar[str | None] = "number"
    number: int
    times: int = field(default=1, metadata=LEFT_OUT)


@dataclass(frozen=True, slots=True)
class Fail:
    kind: ClassVar[str] = "fail"
    subject: ClassVar[str | None] = None


@dataclass(frozen=True, slots=True)
class Tea:
    kind: ClassVar[str] = "tea"
    subject: ClassVar[str | None] = None


class Bench:
    """A database with a schedule, a stopped clock and a list of the jobs that ran."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.now = 1_000_000
        self.ran: list[str] = []
        self.schedule = Schedule(self.wake)
        self.scheduler = Scheduler(database, {Greet: self.greet, Fail: self.fail}, lambda: self.now)

    def wake(self, about: str) -> None:
        self.scheduler.wake(about)

    async def greet(self, job: Greet) -> None:
        self.ran.append(f"{key_of_job(job)} {job.times}")
        await self.database.write(lambda tx: self.schedule.cancel(tx, Greet, subject=job.number))

    async def fail(self, job: Fail) -> None:
        self.ran.append(key_of_job(job))
        raise RuntimeError("no")

    async def enqueue(self, *jobs: tuple[Job, int]) -> None:
        def work(tx: Transaction) -> None:
            for job, at in jobs:
                self.schedule.enqueue(tx, job, at)

        await self.database.write(work)

    async def run_until_idle(self) -> None:
        """Wait until no job runs."""
        idle_rounds = 0
        while idle_rounds < 5:  # tasks woken meanwhile start again
            await asyncio.sleep(0)
            tasks = [task for task in asyncio.all_tasks() if task.get_name() == "scheduler"]
            if tasks:
                await asyncio.wait(tasks)
            idle_rounds = 0 if tasks else idle_rounds + 1

    async def left(self) -> dict[str, int]:
        return {row["key"]: row["at"] for row in await self.database.rows("SELECT key, at FROM due ORDER BY at")}


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    async with await Database.open(tmp_path / "test.sqlite3") as database:
        made = Bench(database)
        yield made
        await made.scheduler.close(1)


async def test_due_jobs_run_once_and_in_order(bench: Bench) -> None:
    bench.scheduler.open()
    await bench.enqueue(
        (Greet(3), bench.now + 5),
        (Greet(2, times=2), bench.now - 5),
        (Greet(1), bench.now - 9),
    )
    await bench.run_until_idle()
    assert bench.ran == ["greet:1 1", "greet:2 2"]
    assert await bench.left() == {"greet:3": bench.now + 5}


async def test_no_job_runs_before_the_scheduler_opens(bench: Bench) -> None:
    await bench.enqueue((Greet(1), bench.now))
    await bench.run_until_idle()
    assert bench.ran == []
    bench.scheduler.open()
    await bench.run_until_idle()
    assert bench.ran == ["greet:1 1"]


async def test_job_replaces_the_one_with_the_same_key(bench: Bench) -> None:
    await bench.enqueue((Greet(1), bench.now + 9))
    await bench.enqueue((Greet(1, times=2), bench.now + 5))
    assert await bench.left() == {"greet:1": bench.now + 5}


async def test_failed_job_is_postponed_and_retried(bench: Bench) -> None:
    bench.scheduler.open()
    await bench.enqueue((Fail(), bench.now), (Greet(1), bench.now))
    await bench.run_until_idle()
    assert bench.ran == ["fail", "greet:1 1"]
    assert await bench.left() == {"fail": bench.now + FIRST_DELAY}
    bench.now += FIRST_DELAY
    bench.scheduler.wake()
    await bench.run_until_idle()
    assert await bench.left() == {"fail": bench.now + 2 * FIRST_DELAY}


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ReplacedError(REPLACED), ["the jobs are left to the process that acts now"]),
        (
            StorageError(UNREACHABLE),
            ["a job could not be stored; it is tried again", "the schedule cannot be read or written"],
        ),
    ],
)
async def test_database_that_takes_no_jobs_is_told_without_a_traceback(
    bench: Bench,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: StorageError,
    said: list[str],
) -> None:
    await bench.enqueue((Greet(1), bench.now), (Greet(2), bench.now))

    async def refuse(_work: object) -> None:
        raise error

    monkeypatch.setattr(bench.database, "write", refuse)
    caplog.set_level("INFO", "bot")
    bench.scheduler.open()
    await bench.run_until_idle()
    assert [record.getMessage() for record in caplog.records] == said
    assert all(record.exc_info is None for record in caplog.records)


async def test_unknown_job_kind_does_not_block_others(bench: Bench) -> None:
    bench.scheduler.open()
    await bench.enqueue((Tea(), bench.now - 1), (Greet(1), bench.now))
    await bench.run_until_idle()
    assert bench.ran == ["greet:1 1"]


async def test_more_jobs_than_one_batch_all_run(bench: Bench) -> None:
    await bench.enqueue(*((Greet(number), bench.now - 1) for number in range(2 * AT_ONCE + 3)))
    bench.scheduler.open()
    await bench.run_until_idle()
    assert len(bench.ran) == len(set(bench.ran)) == 2 * AT_ONCE + 3


async def test_job_due_after_the_system_clock_is_put_forward_runs_at_the_next_wake(bench: Bench) -> None:
    bench.scheduler.open()
    await bench.enqueue((Greet(1), bench.now + 3600))
    await bench.run_until_idle()
    bench.now += 3600
    bench.scheduler.wake()
    await bench.run_until_idle()
    assert bench.ran == ["greet:1 1"]


async def test_due_jobs_are_found_by_the_index(bench: Bench) -> None:
    def plan(db: Reader) -> list[str]:
        return [row["detail"] for row in db.execute(f"EXPLAIN QUERY PLAN {DUE}", (0, AT_ONCE)).fetchall()]

    assert await bench.database.read(plan) == ["SEARCH due USING INDEX due_by_time (at<?)"]


async def test_closed_scheduler_runs_nothing(bench: Bench) -> None:
    bench.scheduler.open()
    await bench.scheduler.close(1)
    await bench.enqueue((Greet(1), bench.now))
    await bench.run_until_idle()
    assert bench.ran == []


async def test_clock_is_checked_before_due_jobs(bench: Bench) -> None:
    seen: list[str] = []

    async def check_clock() -> None:
        seen.append("clock")

    async def run_job(job: Tea) -> None:
        seen.append(job.kind)

    await bench.enqueue((Tea(), bench.now))
    scheduler = Scheduler(bench.database, {Tea: run_job}, lambda: bench.now, check_clock)
    scheduler.open()
    await bench.run_until_idle()
    await scheduler.close(1)
    assert seen[:2] == ["clock", "tea"]


async def test_only_an_earlier_job_wakes_the_scheduler(bench: Bench) -> None:
    bench.scheduler.open()
    await bench.enqueue((Greet(1), bench.now + 20))
    await bench.run_until_idle()
    await bench.enqueue((Greet(2), bench.now + 30))
    assert not [task for task in asyncio.all_tasks() if task.get_name() == "scheduler"]
    await bench.enqueue((Greet(3), bench.now + 10))
    assert [task for task in asyncio.all_tasks() if task.get_name() == "scheduler"]
    await bench.run_until_idle()
    bench.now += 20  # the timer does not notice a changed clock
    await bench.enqueue((Greet(4), bench.now + 50))
    await bench.run_until_idle()
    assert bench.ran == ["greet:3 1", "greet:1 1"]
