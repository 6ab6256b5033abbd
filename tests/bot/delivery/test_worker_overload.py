"""Overload: best-effort messages come last, and no queue runs twice at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.delivery.worker import Delivered, Result
from bot.load import thresholds
from bot.matches.outbox import OutboxRow
from tests.bot.delivery.outbox import FakeRows, idle, make, waiting_row


class BusyOutbox:
    """Four queues and one slot; each posted board is followed by the removal of older buttons."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(thresholds, "ACTIVE_QUEUES", 1)
        self.overloaded = False
        """Whether many interactions wait."""
        self.now = 0.0
        self.seen: list[str] = []
        self.at_once = 0
        self.also: Callable[[OutboxRow], None] = lambda _row: None
        self.rows = FakeRows()
        self.worker = make(self.rows, self.deliver, monotonic=lambda: self.now, overloaded=lambda: self.overloaded)
        for number, queue_key in enumerate("dcba"):  # the outbox lists them backwards
            self.rows.rows.append(replace(waiting_row(number, queue_key, "turn"), last=True))

    async def deliver(self, row: OutboxRow) -> Result:
        self.at_once += 1
        await asyncio.sleep(0)
        self.seen.append(f"{row.queue_key} {row.kind}")
        if row.kind == "turn":
            following = replace(waiting_row(row.id + 100, row.queue_key, "strip"), last=True)
            self.rows.rows.append(following)
            self.worker.wake(row.queue_key)
        self.also(row)
        assert self.at_once == 1
        self.at_once -= 1
        return Delivered()


async def test_cosmetic_messages_come_after_all_boards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    busy_outbox = BusyOutbox(monkeypatch)
    await busy_outbox.worker.open()
    await idle(busy_outbox.worker)
    assert busy_outbox.seen == ["a turn", "b turn", "c turn", "d turn", "d strip", "a strip", "b strip", "c strip"]
    assert busy_outbox.rows.rows == []


async def test_private_sheets_come_between_boards_and_refreshes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    busy_outbox = BusyOutbox(monkeypatch)
    busy_outbox.rows.rows.insert(0, replace(waiting_row(50, "sheet:1:0", "sheet"), last=True))
    await busy_outbox.worker.open()
    await idle(busy_outbox.worker)
    boards, strips = [f"{queue_key} turn" for queue_key in "abcd"], [f"{queue_key} strip" for queue_key in "abcd"]
    assert busy_outbox.seen == [*boards, "sheet:1:0 sheet", *strips]


async def test_only_public_messages_are_posted_under_load(monkeypatch: pytest.MonkeyPatch) -> None:
    busy_outbox = BusyOutbox(monkeypatch)
    busy_outbox.overloaded = True
    await busy_outbox.worker.open()
    await idle(busy_outbox.worker)
    boards = ["a turn", "b turn", "c turn", "d turn"]
    assert busy_outbox.seen == boards
    busy_outbox.overloaded = False
    busy_outbox.worker.dispatch()
    await idle(busy_outbox.worker)
    assert sorted(busy_outbox.seen[4:]) == ["a strip", "b strip", "c strip", "d strip"]
    assert busy_outbox.rows.rows == []


async def test_worker_is_busy_while_public_messages_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    busy_outbox = BusyOutbox(monkeypatch)
    monkeypatch.setattr(thresholds, "IDLE_QUEUES", 0)
    busy_outbox.overloaded = True
    busy = [busy_outbox.worker.is_busy]
    busy_outbox.worker._on_idle = lambda: busy.append(busy_outbox.worker.is_busy)
    await busy_outbox.worker.open()
    await idle(busy_outbox.worker)
    assert busy_outbox.rows.rows, "the removal of buttons can wait"
    assert (busy[0], busy[-1]) == (False, False)
    assert len(busy) > len(busy_outbox.seen)
    assert all(busy[1:-1])


async def test_few_slow_queues_do_not_make_the_worker_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    busy_outbox, busy = BusyOutbox(monkeypatch), list[bool]()
    monkeypatch.setattr(thresholds, "ACTIVE_QUEUES", thresholds.IDLE_QUEUES)

    async def deliver(_row: OutboxRow) -> Result:
        busy.append(busy_outbox.worker.is_busy)
        return Delivered()

    busy_outbox.worker._deliver = deliver
    await busy_outbox.worker.open()
    await idle(busy_outbox.worker)
    assert busy == [False] * len("abcd")


async def test_old_rows_are_posted_even_under_load(monkeypatch: pytest.MonkeyPatch) -> None:
    busy_outbox = BusyOutbox(monkeypatch)
    busy_outbox.overloaded = True
    await busy_outbox.worker.open()
    await idle(busy_outbox.worker)
    busy_outbox.now += thresholds.LONGEST_QUEUE_WAIT
    busy_outbox.rows.rows.append(replace(waiting_row(900, "e", "turn"), last=True))
    busy_outbox.worker.wake("e")
    await idle(busy_outbox.worker)
    assert busy_outbox.seen[4:] == ["e turn", "a strip", "b strip", "c strip", "d strip"]


async def test_rows_of_a_postponed_queue_keep_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    busy_outbox = BusyOutbox(monkeypatch)

    def also(row: OutboxRow) -> None:
        if (row.queue_key, row.kind) == ("c", "turn"):
            (waiting,) = [index for index, other in enumerate(busy_outbox.rows.rows) if other.queue_key == "a"]
            busy_outbox.rows.rows[waiting] = replace(busy_outbox.rows.rows[waiting], last=False)
            busy_outbox.rows.rows.append(replace(waiting_row(500, "a", "result"), last=True))
            busy_outbox.worker.wake("a")

    busy_outbox.also = also
    await busy_outbox.worker.open()
    await idle(busy_outbox.worker)
    assert busy_outbox.seen.index("a strip") < busy_outbox.seen.index("a result") < busy_outbox.seen.index("b strip")
    assert len(busy_outbox.seen) == len(set(busy_outbox.seen)) == 9
    assert busy_outbox.rows.rows == []


async def test_queue_woken_while_postponed_runs_once_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    busy_outbox = BusyOutbox(monkeypatch)
    next_row = busy_outbox.rows.next_row

    async def woken(queue_key: str) -> OutboxRow | None:
        found = await next_row(queue_key)
        if found is not None and found.kind == "strip":
            busy_outbox.worker.wake(queue_key)
        return found

    busy_outbox.rows.next_row = woken  # type: ignore[method-assign]
    await busy_outbox.worker.open()
    for _ in range(300):
        await asyncio.sleep(0)
    busy_outbox.rows.next_row = next_row  # type: ignore[method-assign]
    await idle(busy_outbox.worker)
    assert sorted(busy_outbox.seen) == sorted(
        f"{queue_key} {kind}" for queue_key in "abcd" for kind in ("turn", "strip")
    )
    assert busy_outbox.rows.rows == []
