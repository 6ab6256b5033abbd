"""Low-priority tasks wait for all others, but not forever."""

from __future__ import annotations

import asyncio

import pytest

from bot.load import thresholds
from bot.load.low_priority import LowPriorityGate


class Room:
    """A task waits for each number, and stays until told to leave."""

    def __init__(self) -> None:
        self.busy = True
        self.low_priority = LowPriorityGate(lambda: self.busy)
        self.told: list[int] = []
        self.leave = asyncio.Event()

    async def visit(self, number: int) -> None:
        async with self.low_priority.slot():
            self.told.append(number)
            await self.leave.wait()

    async def fill(self, people: int) -> list[asyncio.Task[None]]:
        visits = [asyncio.create_task(self.visit(number)) for number in range(people)]
        await settle()
        return visits


async def settle() -> None:
    """Let all runnable tasks run."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_low_priority_tasks_wait_for_urgent_ones() -> None:
    room = Room()
    visits = await room.fill(3)
    room.low_priority.poll()
    await settle()
    assert room.told == []
    assert room.low_priority.pending == 3
    room.busy = False
    await settle()
    assert room.told == [], "nobody has looked"
    room.leave.set()
    room.low_priority.poll()
    await asyncio.wait(visits)
    assert room.told == [0, 1, 2]
    assert room.low_priority.pending == 0


async def test_task_runs_at_once_when_idle() -> None:
    room = Room()
    room.busy = False
    await room.fill(1)
    assert room.told == [0]
    room.leave.set()


async def test_low_priority_tasks_are_limited() -> None:
    room = Room()
    room.busy = False
    visits = await room.fill(thresholds.CONCURRENT_CONFIRMATIONS + 2)
    assert room.told == list(range(thresholds.CONCURRENT_CONFIRMATIONS))
    visits[5].cancel()
    await settle()
    assert room.told == list(range(thresholds.CONCURRENT_CONFIRMATIONS + 1))
    room.leave.set()
    await asyncio.wait(visits)
    assert room.told == list(range(thresholds.CONCURRENT_CONFIRMATIONS + 2))
    assert room.low_priority.pending == 0


async def test_cancelled_task_holds_no_slot() -> None:
    room = Room()
    visits = await room.fill(thresholds.CONCURRENT_CONFIRMATIONS + 1)
    for visit in visits[: thresholds.CONCURRENT_CONFIRMATIONS]:
        visit.cancel()
    await settle()
    assert room.low_priority.pending == 1
    room.busy = False
    room.low_priority.poll()
    await settle()
    assert room.told == [thresholds.CONCURRENT_CONFIRMATIONS]
    room.leave.set()
    assert (await room.fill(thresholds.CONCURRENT_CONFIRMATIONS))[0].done()


async def test_low_priority_tasks_run_even_under_lasting_overload(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "LONGEST_CONFIRMATION_DELAY", 0.01)
    room = Room()
    room.leave.set()
    await asyncio.wait(await room.fill(3))
    assert sorted(room.told) == [0, 1, 2]
    assert room.low_priority.pending == 0
    monkeypatch.undo()
    room.busy = False
    await room.fill(thresholds.CONCURRENT_CONFIRMATIONS)
    assert len(room.told) == 3 + thresholds.CONCURRENT_CONFIRMATIONS
