"""An outbox in memory, and a worker for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.delivery.worker import Conditions, Result, Worker
from bot.matches.model.outbox_messages import Board, RefreshDeadlines, RemoveButtons, ResultBoard, Sheet
from bot.matches.outbox import DueQueue, OutboxRow

START = 1_000_000
MESSAGES = {
    message.kind: message
    for message in (
        Board(12, 3),
        ResultBoard(12, 3),
        RemoveButtons(12, 100),
        RefreshDeadlines(12),
        Sheet(12, 0, 3, new=True),
    )
}
"""One message of each kind that tests of the worker use."""


def waiting_row(number: int, queue_key: str, kind: str) -> OutboxRow:
    """Return a row without attempts."""
    return OutboxRow(number, queue_key, None, MESSAGES[kind], 0, START, START)


class FakeRows:
    """An outbox in memory."""

    def __init__(self) -> None:
        self.rows: list[OutboxRow] = []
        self.done: list[tuple[int, int | None, int | None]] = []
        self.failures: list[tuple[int, str]] = []
        self.failing: list[Exception] = []
        """What the next reads raise, the last one first."""

    def add(self, queue_key: str, *, kind: str = "turn", **fields: Any) -> OutboxRow:
        row = replace(waiting_row(len(self.rows) + 1, queue_key, kind), **fields)
        self.rows.append(row)
        return row

    async def due_queues(self, now: int) -> list[DueQueue]:
        first = {row.queue_key: row for row in reversed(self.rows)}
        priorities = {key: min(row.message.priority for row in self.rows if row.queue_key == key) for key in first}
        return [
            DueQueue(key, max(row.due_at, now) if row.is_put_off else now, priorities[key])
            for key, row in first.items()
        ]

    async def next_row(self, queue_key: str) -> OutboxRow | None:
        if self.failing:
            raise self.failing.pop()
        return next((row for row in self.rows if row.queue_key == queue_key), None)

    async def delivered(self, row: OutboxRow, *, message_id: int | None = None, thread_id: int | None = None) -> None:
        self._remove(row)
        self.done.append((row.id, message_id, thread_id))

    async def retry(self, row: OutboxRow, due_at: int) -> None:
        index = next(i for i, other in enumerate(self.rows) if other.id == row.id)
        tried_at = START if row.tried_at is None else row.tried_at
        self.rows[index] = replace(row, attempts=row.attempts + 1, due_at=due_at, tried_at=tried_at)

    async def failed(self, row: OutboxRow, reason: str) -> None:
        self._remove(row)
        self.failures.append((row.id, reason))

    def _remove(self, row: OutboxRow) -> None:
        self.rows = [other for other in self.rows if other.id != row.id]


class Timers:
    """Records timers instead of waiting for them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.set: list[tuple[float, Callable[[], None]]] = []
        loop = asyncio.get_running_loop()
        original = loop.call_later

        def call_later(delay: float, callback: Callable[..., None], *args: object, **options: object) -> object:
            if getattr(callback, "__name__", "") not in {"_on_timer", "reopen"}:
                return original(delay, callback, *args, **options)  # type: ignore[arg-type]
            self.set.append((delay, lambda: callback(*args)))
            return asyncio.TimerHandle(0, lambda: None, (), loop)

        monkeypatch.setattr(loop, "call_later", call_later)

    def fire(self) -> float:
        """Fire the oldest timer; return its delay."""
        delay, act = self.set.pop(0)
        act()
        return delay


async def idle(worker: Worker) -> None:
    """Wait until no queue is being posted."""
    while worker._tasks:
        await asyncio.wait(list(worker._tasks.values()))
        await asyncio.sleep(0)


def make(
    rows: FakeRows,
    deliver: Callable[[OutboxRow], Awaitable[Result]],
    clock: Callable[[], int] = lambda: START,
    *,
    monotonic: Callable[[], float] = time.monotonic,
    **conditions: Callable[[], Any],
) -> Worker:
    return Worker(rows, deliver, clock, jitter=lambda: 1.0, monotonic=monotonic, conditions=Conditions(**conditions))
