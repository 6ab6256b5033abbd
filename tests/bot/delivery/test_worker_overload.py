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


class Crowd:
    """Four queues and room for one; each board that is posted leaves the buttons of another to be taken off."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(thresholds, "ACTIVE_QUEUES", 1)
        self.people = False
        """Whether many wait for their answers."""
        self.now = 0.0
        self.seen: list[str] = []
        self.at_once = 0
        self.also: Callable[[OutboxRow], None] = lambda _row: None
        self.rows = FakeRows()
        self.worker = make(self.rows, self.deliver, monotonic=lambda: self.now, overloaded=lambda: self.people)
        for number, queue_key in enumerate("dcba"):  # the outbox names them backwards
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
    crowd = Crowd(monkeypatch)
    await crowd.worker.open()
    await idle(crowd.worker)
    assert crowd.seen == ["a turn", "b turn", "c turn", "d turn", "d strip", "a strip", "b strip", "c strip"]
    assert crowd.rows.rows == []


async def test_private_sheets_come_between_boards_and_refreshes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    crowd = Crowd(monkeypatch)
    crowd.rows.rows.insert(0, replace(waiting_row(50, "sheet:1:0", "sheet"), last=True))
    await crowd.worker.open()
    await idle(crowd.worker)
    boards, strips = [f"{queue_key} turn" for queue_key in "abcd"], [f"{queue_key} strip" for queue_key in "abcd"]
    assert crowd.seen == [*boards, "sheet:1:0 sheet", *strips]


async def test_only_public_messages_are_posted_under_load(monkeypatch: pytest.MonkeyPatch) -> None:
    crowd = Crowd(monkeypatch)
    crowd.people = True
    await crowd.worker.open()
    await idle(crowd.worker)
    boards = ["a turn", "b turn", "c turn", "d turn"]
    assert crowd.seen == boards
    crowd.people = False
    crowd.worker.dispatch()
    await idle(crowd.worker)
    assert sorted(crowd.seen[4:]) == ["a strip", "b strip", "c strip", "d strip"]
    assert crowd.rows.rows == []


async def test_worker_is_busy_while_public_messages_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    crowd = Crowd(monkeypatch)
    monkeypatch.setattr(thresholds, "IDLE_QUEUES", 0)
    crowd.people = True
    busy = [crowd.worker.is_busy]
    crowd.worker._on_idle = lambda: busy.append(crowd.worker.is_busy)
    await crowd.worker.open()
    await idle(crowd.worker)
    assert crowd.rows.rows, "buttons of older boards can wait"
    assert (busy[0], busy[-1]) == (False, False)
    assert len(busy) > len(crowd.seen)
    assert all(busy[1:-1])


async def test_few_slow_queues_do_not_make_the_worker_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    crowd, busy = Crowd(monkeypatch), list[bool]()
    monkeypatch.setattr(thresholds, "ACTIVE_QUEUES", thresholds.IDLE_QUEUES)

    async def deliver(_row: OutboxRow) -> Result:
        busy.append(crowd.worker.is_busy)
        return Delivered()

    crowd.worker._deliver = deliver
    await crowd.worker.open()
    await idle(crowd.worker)
    assert busy == [False] * len("abcd")


async def test_old_rows_are_posted_even_under_load(monkeypatch: pytest.MonkeyPatch) -> None:
    crowd = Crowd(monkeypatch)
    crowd.people = True
    await crowd.worker.open()
    await idle(crowd.worker)
    crowd.now += thresholds.LONGEST_QUEUE_WAIT
    crowd.rows.rows.append(replace(waiting_row(900, "e", "turn"), last=True))
    crowd.worker.wake("e")
    await idle(crowd.worker)
    assert crowd.seen[4:] == ["e turn", "a strip", "b strip", "c strip", "d strip"]


async def test_rows_of_a_postponed_queue_keep_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    crowd = Crowd(monkeypatch)

    def also(row: OutboxRow) -> None:
        if (row.queue_key, row.kind) == ("c", "turn"):
            (waiting,) = [index for index, other in enumerate(crowd.rows.rows) if other.queue_key == "a"]
            crowd.rows.rows[waiting] = replace(crowd.rows.rows[waiting], last=False)
            crowd.rows.rows.append(replace(waiting_row(500, "a", "result"), last=True))
            crowd.worker.wake("a")

    crowd.also = also
    await crowd.worker.open()
    await idle(crowd.worker)
    assert crowd.seen.index("a strip") < crowd.seen.index("a result") < crowd.seen.index("b strip")
    assert len(crowd.seen) == len(set(crowd.seen)) == 9
    assert crowd.rows.rows == []


async def test_queue_woken_while_postponed_runs_once_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    crowd = Crowd(monkeypatch)
    next_row = crowd.rows.next_row

    async def woken(queue_key: str) -> OutboxRow | None:
        found = await next_row(queue_key)
        if found is not None and found.kind == "strip":
            crowd.worker.wake(queue_key)
        return found

    crowd.rows.next_row = woken  # type: ignore[method-assign]
    await crowd.worker.open()
    for _ in range(300):
        await asyncio.sleep(0)
    crowd.rows.next_row = next_row  # type: ignore[method-assign]
    await idle(crowd.worker)
    assert sorted(crowd.seen) == sorted(f"{queue_key} {kind}" for queue_key in "abcd" for kind in ("turn", "strip"))
    assert crowd.rows.rows == []
