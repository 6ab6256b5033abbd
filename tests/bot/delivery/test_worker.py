"""Queues are delivered in order and in parallel; nothing runs when the outbox is empty."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextvars import ContextVar
from dataclasses import replace

import pytest

from bot.delivery import worker as module
from bot.delivery.worker import Delivered, Dropped, Result, Retry, Worker, retry_delay
from bot.load import thresholds
from bot.matches.outbox import MANY, DueQueue, OutboxRow
from bot.storage.errors import UnavailableError
from engines.text import T
from tests.bot.delivery.outbox import START, FakeRows, Timers, idle, make


async def test_queue_is_delivered_in_order_and_ids_are_recorded() -> None:
    rows = FakeRows()
    seen = []

    async def deliver(row: OutboxRow) -> Result:
        seen.append(row.id)
        return Delivered(row.id * 10, None)

    for _ in range(3):
        rows.add("a")
    worker = make(rows, deliver)
    await worker.open()
    await idle(worker)
    assert seen == [1, 2, 3]
    assert rows.done == [(1, 10, None), (2, 20, None), (3, 30, None)]
    assert worker._tasks == {}, "a task lives only while there is something to deliver"


async def test_queue_is_read_again_after_its_last_row_only_if_rows_were_added() -> None:
    rows = FakeRows()
    rows.add("a")
    rows.rows[0] = replace(rows.rows[0], last=True)
    asked = []
    seen = []
    next_row = rows.next_row

    async def counted(queue_key: str) -> OutboxRow | None:
        asked.append(queue_key)
        return await next_row(queue_key)

    async def deliver(row: OutboxRow) -> Result:
        seen.append(row.id)
        if len(seen) == 1:
            rows.add("a")
            worker.wake("a")
        return Delivered()

    rows.next_row = counted  # type: ignore[method-assign]
    worker = make(rows, deliver)
    await worker.open()
    await idle(worker)
    assert seen == [1, 2]
    asked.clear()
    rows.rows = [replace(rows.add("a"), last=True)]
    worker.wake("a")
    await idle(worker)
    assert len(seen) == 3
    assert asked == ["a"]


async def test_queues_run_in_parallel_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "ACTIVE_QUEUES", 2)
    rows, gate, running = FakeRows(), asyncio.Event(), []

    async def deliver(row: OutboxRow) -> Result:
        running.append(row.queue_key)
        await gate.wait()
        return Delivered()

    for queue_key in "abcd":
        rows.add(queue_key)
    worker = make(rows, deliver)
    await worker.open()
    for _ in range(5):
        await asyncio.sleep(0)
    assert len(running) == 2
    gate.set()
    await idle(worker)
    assert sorted(running) == ["a", "b", "c", "d"]


async def test_row_added_while_a_queue_ends_is_posted() -> None:
    rows = FakeRows()
    worker: Worker

    async def deliver(row: OutboxRow) -> Result:
        return Delivered()

    class Late(FakeRows):
        async def next_row(self, queue_key: str) -> OutboxRow | None:
            row = await super().next_row(queue_key)
            if row is None and not self.done[1:]:
                self.add(queue_key)
                worker.wake(queue_key)
            return row

    rows = Late()
    rows.add("a")
    worker = make(rows, deliver)
    await worker.open()
    await idle(worker)
    assert [row_id for row_id, *_ in rows.done] == [1, 1]


async def test_failed_row_is_retried_with_growing_delays_and_blocks_its_queue(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows, timers, attempts = FakeRows(), Timers(monkeypatch), []

    async def deliver(row: OutboxRow) -> Result:
        attempts.append(row.id)
        return Retry("no") if row.id == 1 and row.attempts < 3 else Delivered()

    rows.add("a")
    rows.add("a")
    worker = make(rows, deliver)
    await worker.open()
    await idle(worker)
    pauses = []
    for _ in range(3):
        assert rows.done == []
        pauses.append(timers.fire())
        await idle(worker)
    assert pauses == [2.0, 4.0, 8.0]
    assert attempts == [1, 1, 1, 1, 2]
    assert [row_id for row_id, *_ in rows.done] == [1, 2]


async def test_unexpected_error_counts_as_a_failed_attempt(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    rows, timers = FakeRows(), Timers(monkeypatch)

    async def deliver(row: OutboxRow) -> Result:
        if not row.attempts:
            raise RuntimeError("oops")
        return Delivered()

    rows.add("a")
    worker = make(rows, deliver)
    await worker.open()
    await idle(worker)
    assert "an error while posting" in caplog.text
    timers.fire()
    await idle(worker)
    assert [row_id for row_id, *_ in rows.done] == [1]


async def test_dropped_row_lets_the_queue_continue() -> None:
    rows = FakeRows()

    async def deliver(row: OutboxRow) -> Result:
        return Dropped("no place") if row.id == 1 else Delivered()

    rows.add("a")
    rows.add("a")
    worker = make(rows, deliver)
    await worker.open()
    await idle(worker)
    assert rows.failures == [(1, "no place")]
    assert [row_id for row_id, *_ in rows.done] == [2]


async def test_row_is_dropped_after_days_of_attempts() -> None:
    rows = FakeRows()

    async def deliver(_row: OutboxRow) -> Result:
        return Retry("still no")

    rows.add("a", attempts=1, tried_at=START - thresholds.DROP_AFTER - 1)
    worker = make(rows, deliver)
    await worker.open()
    await idle(worker)
    assert rows.failures == [(1, "still no")]


async def test_scheduled_row_waits_across_a_restart(monkeypatch: pytest.MonkeyPatch) -> None:
    rows, timers = FakeRows(), Timers(monkeypatch)

    async def deliver(_row: OutboxRow) -> Result:
        return Delivered()

    rows.add("a", attempts=1, due_at=START + 50)
    worker = make(rows, deliver)
    await worker.open()
    await idle(worker)
    assert rows.done == []
    assert timers.fire() == 50
    await idle(worker)
    assert len(rows.done) == 1


@pytest.mark.parametrize("kind", ["turn", "strip"])
async def test_held_row_waits_until_released(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    rows, timers = FakeRows(), Timers(monkeypatch)

    async def deliver(_row: OutboxRow) -> Result:
        return Delivered()

    worker = make(rows, deliver)
    await worker.open()
    for _ in range(2):
        rows.add("a", kind=kind, due_at=START + 60)
    worker.wake("a")
    await idle(worker)
    assert rows.done == []
    assert [delay for delay, _ in timers.set] == [60]
    rows.rows = [replace(row, due_at=START) for row in rows.rows]
    worker.wake("a")
    await idle(worker)
    assert [row_id for row_id, *_ in rows.done] == [1, 2]


async def test_row_added_after_an_idle_timer_waits_for_its_own_time(monkeypatch: pytest.MonkeyPatch) -> None:
    rows, timers = FakeRows(), Timers(monkeypatch)

    async def deliver(_row: OutboxRow) -> Result:
        return Delivered()

    rows.add("a", attempts=1, due_at=START + 50)
    worker = make(rows, deliver)
    await worker.open()
    await idle(worker)
    rows.rows.clear()
    timers.fire()
    await idle(worker)
    rows.add("a", attempts=1, due_at=START + 100)
    worker.wake("a")
    await idle(worker)
    assert rows.done == []
    assert timers.fire() == 100
    await idle(worker)
    assert len(rows.done) == 1


@pytest.mark.parametrize(
    ("error", "said", "traceback"),
    [
        (UnavailableError(T("The server is down.")), "a queue waits for the database", False),
        (RuntimeError("broken"), "a queue could not be processed", True),
    ],
)
async def test_unavailable_database_is_retried(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
    said: str,
    *,
    traceback: bool,
) -> None:
    rows, timers = FakeRows(), Timers(monkeypatch)

    async def deliver(_row: OutboxRow) -> Result:
        return Delivered()

    rows.add("a")
    rows.failing = [error]
    worker = make(rows, deliver)
    await worker.open()
    await idle(worker)
    assert said in caplog.text
    assert ("Traceback" in caplog.text) == traceback
    timers.fire()
    await idle(worker)
    assert len(rows.done) == 1


async def test_failed_scan_of_many_queues_is_repeated(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    rows, timers, read = FakeRows(), Timers(monkeypatch), FakeRows.due_queues

    async def fail(_rows: FakeRows, _now: int) -> list[DueQueue]:
        raise sqlite3.OperationalError("no more rows available")

    async def deliver(_row: OutboxRow) -> Result:
        return Delivered()

    worker = make(rows, deliver)
    await worker.open()
    rows.add("a")
    monkeypatch.setattr(FakeRows, "due_queues", fail)
    worker.wake(MANY)
    assert worker._scanning is not None
    await worker._scanning
    assert [record.message for record in caplog.records] == ["the outbox could not be read; it is tried again"]
    monkeypatch.setattr(FakeRows, "due_queues", read)
    assert timers.fire() == thresholds.LOOK_AGAIN
    await worker._scanning
    await idle(worker)
    assert [done[0] for done in rows.done] == [1]


async def test_queue_task_has_its_own_context() -> None:
    rows, seen, visitor = FakeRows(), list[str](), ContextVar("visitor", default="nobody")

    async def deliver(_row: OutboxRow) -> Result:
        seen.append(visitor.get())
        return Delivered()

    worker = make(rows, deliver)
    await worker.open()
    visitor.set("Ann")
    rows.add("a")
    worker.wake("a")
    await idle(worker)
    rows.add("b")
    worker.wake(MANY)
    assert worker._scanning is not None
    await worker._scanning
    await idle(worker)
    assert seen == ["nobody", "nobody"]


async def test_close_finishes_running_deliveries_and_starts_none() -> None:
    rows, gate = FakeRows(), asyncio.Event()

    async def deliver(_row: OutboxRow) -> Result:
        await gate.wait()
        return Delivered()

    rows.add("a")
    rows.add("a")
    worker = make(rows, deliver)
    await worker.open()
    closing = asyncio.create_task(worker.close(5))
    await asyncio.sleep(0)
    gate.set()
    await closing
    assert [row_id for row_id, *_ in rows.done] == [1]
    worker.wake("a")
    assert worker._tasks == {}


async def test_close_cancels_slow_deliveries(caplog: pytest.LogCaptureFixture) -> None:
    rows = FakeRows()

    async def deliver(_row: OutboxRow) -> Result:
        await asyncio.Event().wait()
        return Delivered()

    rows.add("a")
    worker = make(rows, deliver)
    await worker.open()
    await asyncio.sleep(0)
    await worker.close(0)
    assert rows.done == []
    assert [row.id for row in rows.rows] == [1], "it is posted after the next start"
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest.mark.parametrize(("attempts", "shortest", "longest"), [(0, 1, 2), (1, 2, 4), (5, 32, 64), (50, 150, 300)])
def test_retry_delays_double_up_to_a_limit_with_jitter(attempts: int, shortest: float, longest: float) -> None:
    assert retry_delay(attempts, 0.0) == shortest
    assert retry_delay(attempts, 1.0) == longest


async def test_idle_worker_returns_memory_after_many_rows() -> None:
    rows, left = FakeRows(), []

    async def deliver(_row: OutboxRow) -> Result:
        return Delivered()

    worker = Worker(rows, deliver, lambda: START, trim_memory=lambda: left.append(len(rows.rows)))
    for number in range(module.TRIM_AFTER - 1):
        rows.add(f"{number % 20}")
    await worker.open()
    await idle(worker)
    assert left == []
    rows.add("a")
    worker.wake("a")
    await idle(worker)
    assert left == [0]
