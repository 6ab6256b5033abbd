"""Delayed rows: how long they wait, what they block, and when they are dropped."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.delivery.worker import Delivered, Result, Retry
from bot.load import thresholds
from bot.matches.outbox import MANY, OutboxRow
from tests.bot.delivery.outbox import START, FakeRows, Timers, idle, make
from tests.wait_limit import WAIT_LIMIT


async def hang(_row: OutboxRow) -> Result:
    """Hang like a request that Discord never answers."""
    await asyncio.Event().wait()
    return Delivered()


async def test_hanging_delivery_is_cancelled_and_retried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "LONGEST_DELIVERY", 0.01)
    rows, timers = FakeRows(), Timers(monkeypatch)
    rows.add("a")
    worker = make(rows, hang)
    await worker.open()
    await idle(worker)
    assert [row.attempts for row in rows.rows] == [1]
    assert timers.fire() == 2.0
    await worker.close(0)


async def test_slow_delivery_blocks_no_other_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "ACTIVE_QUEUES", 2)
    monkeypatch.setattr(thresholds, "MAX_QUEUES", 4)
    monkeypatch.setattr(thresholds, "SLOW_DELIVERY", 0.01)
    rows, gate, begun = FakeRows(), asyncio.Event(), []

    async def deliver(row: OutboxRow) -> Result:
        begun.append(row.queue_key)
        await gate.wait()
        return Delivered()

    for queue_key in "abcdef":
        rows.add(queue_key)
    worker = make(rows, deliver)
    await worker.open()
    async with asyncio.timeout(WAIT_LIMIT):
        while len(begun) < 4:  # noqa: ASYNC110 - only time changes it
            await asyncio.sleep(0.01)
    await asyncio.sleep(0.05)
    assert len(begun) == 4, "two slots, and two more for slow deliveries"
    gate.set()
    await idle(worker)
    assert sorted(begun) == ["a", "b", "c", "d", "e", "f"]


async def test_rate_limited_row_waits_as_long_as_discord_asks_up_to_a_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows, timers, delays = FakeRows(), Timers(monkeypatch), [20.0, 3600.0]

    async def deliver(_row: OutboxRow) -> Result:
        return Retry("limited", delays.pop(0)) if delays else Delivered()

    rows.add("a")
    worker = make(rows, deliver)
    await worker.open()
    await idle(worker)
    assert timers.fire() == 22.0
    await idle(worker)
    assert timers.fire() == thresholds.LONGEST_DELAY
    await idle(worker)
    assert len(rows.done) == 1


async def test_clock_ahead_delays_rows_by_the_longest_delay_at_most(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows, timers = FakeRows(), Timers(monkeypatch)

    async def deliver(_row: OutboxRow) -> Result:
        return Delivered()

    rows.add("a", attempts=1, due_at=START + 86_400)
    rows.add("a", due_at=START + 86_400, created_at=START + 86_400)
    rows.add("b", due_at=START + 86_400, created_at=START + 86_400)
    worker = make(rows, deliver)
    await worker.open()
    await idle(worker)
    assert [row_id for row_id, *_ in rows.done] == [3], "a row without attempts is due at once"
    assert timers.fire() == thresholds.LONGEST_DELAY
    await idle(worker)
    assert [row_id for row_id, *_ in rows.done] == [3, 1, 2]


async def test_cleanup_is_skipped_if_other_rows_follow(monkeypatch: pytest.MonkeyPatch) -> None:
    rows, _timers, posted = FakeRows(), Timers(monkeypatch), []

    async def deliver(row: OutboxRow) -> Result:
        if row.kind == "strip":
            return Retry("limited")
        posted.append(row.id)
        return Delivered()

    rows.add("a", kind="strip", last=True)
    worker = make(rows, deliver)
    await worker.open()
    await idle(worker)
    assert [row.attempts for row in rows.rows] == [1], "it will be retried"
    rows.rows[0] = replace(rows.rows[0], last=False)
    rows.add("a")
    worker.wake("a")
    await idle(worker)
    assert posted == [2]
    assert rows.rows == []


async def test_global_limit_postpones_all_rows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows, timers, closed = FakeRows(), Timers(monkeypatch), [40.0]

    async def deliver(_row: OutboxRow) -> Result:
        return Delivered()

    for queue_key in "abc":
        rows.add(queue_key)
    worker = make(rows, deliver, blocked_for=lambda: closed[0])
    await worker.open()
    rows.add("d")
    worker.wake("d")
    await idle(worker)
    assert rows.done == []
    closed[0] = 0.0
    assert timers.fire() == 40.0
    await idle(worker)
    assert len(rows.done) == 4
    assert timers.set == [], "one timer for all queues"


async def test_rows_are_dropped_some_time_after_the_first_attempt(monkeypatch: pytest.MonkeyPatch) -> None:
    rows, timers = FakeRows(), Timers(monkeypatch)

    async def deliver(_row: OutboxRow) -> Result:
        return Retry("still no")

    rows.add("a", created_at=START - 2 * thresholds.DROP_AFTER)
    rows.add("b", created_at=START - 2 * thresholds.DROP_AFTER, attempts=9)  # by a version without that column
    worker = make(rows, deliver)
    await worker.open()
    await idle(worker)
    assert rows.failures == []
    assert [row.tried_at for row in rows.rows] == [START, START]
    assert len(timers.set) == 2


@pytest.mark.parametrize(
    ("unknown_refusal", "last", "dropped"), [(True, False, [1]), (True, True, []), (False, False, [])]
)
async def test_unknown_refusal_blocks_its_queue_for_an_hour_at_most(
    monkeypatch: pytest.MonkeyPatch, unknown_refusal: bool, last: bool, dropped: list[int]
) -> None:
    rows, _timers = FakeRows(), Timers(monkeypatch)

    async def deliver(row: OutboxRow) -> Result:
        return Retry("403 (error code: 999999)", unknown_refusal=unknown_refusal) if row.id == 1 else Delivered()

    rows.add("a", attempts=20, tried_at=START - thresholds.LONGEST_HOLD - 1, last=last)
    if not last:
        rows.add("a")
    worker = make(rows, deliver)
    await worker.open()
    await idle(worker)
    assert [number for number, _ in rows.failures] == dropped
    assert [done[0] for done in rows.done] == ([2] if dropped else [])


async def test_cleanup_pauses_after_many_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    rows, timers, posted, throttled = FakeRows(), Timers(monkeypatch), list[int](), [True]

    async def deliver(row: OutboxRow) -> Result:
        posted.append(row.id)
        return Delivered()

    rows.add("a", kind="strip")
    rows.add("a", kind="turn")
    rows.add("b", kind="strip", last=True)
    worker = make(rows, deliver, throttled=lambda: throttled[0])
    await worker.open()
    await idle(worker)
    assert posted == [2], "a board does not wait for best-effort messages"
    throttled[0] = False
    assert timers.fire() == thresholds.LONGEST_DELAY
    await idle(worker)
    assert posted == [2, 3]


async def test_no_row_is_dropped_while_disconnected(monkeypatch: pytest.MonkeyPatch) -> None:
    rows, timers, connected = FakeRows(), Timers(monkeypatch), [False]

    async def deliver(_row: OutboxRow) -> Result:
        return Retry("no network")

    rows.add("a", attempts=700, tried_at=START - 2 * thresholds.DROP_AFTER)
    worker = make(rows, deliver, connected=lambda: connected[0])
    await worker.open()
    await idle(worker)
    assert rows.failures == []
    connected[0] = True
    timers.fire()
    await idle(worker)
    assert rows.failures == [(1, "no network")]


async def test_many_queues_are_woken_with_their_priorities(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "ACTIVE_QUEUES", 1)
    rows, gate, posted = FakeRows(), asyncio.Event(), []

    async def deliver(row: OutboxRow) -> Result:
        await gate.wait()
        posted.append(row.queue_key)
        return Delivered()

    rows.add("under way")
    worker = make(rows, deliver)
    await worker.open()
    for number in range(3):
        rows.add(f"old {number}", kind="clock", last=True)
    worker.wake(MANY)
    for _ in range(3):
        await asyncio.sleep(0)
    rows.add("new")
    worker.wake("new")
    gate.set()
    await idle(worker)
    assert posted[:2] == ["under way", "new"]
    assert sorted(posted[2:]) == ["old 0", "old 1", "old 2"]


async def test_deadline_updates_leave_slots_free_for_new_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "ACTIVE_QUEUES", 3)
    monkeypatch.setattr(thresholds, "ACTIVE_LOWEST_QUEUES", 1)
    rows, gate, begun = FakeRows(), asyncio.Event(), []

    async def deliver(row: OutboxRow) -> Result:
        begun.append(row.kind)
        await gate.wait()
        return Delivered()

    for number in range(5):
        rows.add(f"old {number}", kind="clock", last=True)
    worker = make(rows, deliver)
    await worker.open()
    await asyncio.sleep(0.01)
    rows.add("new", last=True)
    worker.wake("new")
    await asyncio.sleep(0.01)
    assert begun == ["clock", "turn"]
    gate.set()
    await idle(worker)
    assert sorted(begun) == ["clock"] * 5 + ["turn"]
