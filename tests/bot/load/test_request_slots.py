"""Limits of concurrent requests."""

from __future__ import annotations

import asyncio

import pytest

from bot.load import thresholds
from bot.load.request_slots import RequestSlots
from tests.wait_limit import WAIT_LIMIT


class Requests:
    """Numbered requests that run until they are finished."""

    def __init__(self, slots: RequestSlots) -> None:
        self.slots = slots
        self.running: list[int] = []
        self.ends: dict[int, asyncio.Event] = {}
        self.tasks: dict[int, asyncio.Task[None]] = {}

    async def start(self, *numbers: int) -> None:
        """Start requests, one after the other."""
        for number in numbers:
            self.ends[number] = asyncio.Event()
            self.tasks[number] = asyncio.create_task(self._request(number))
            await asyncio.sleep(0)
        await asyncio.sleep(0)

    async def finish(self, *numbers: int) -> None:
        """Finish requests."""
        for number in numbers:
            self.ends[number].set()
        await asyncio.wait([self.tasks[number] for number in numbers])
        await asyncio.sleep(0)

    async def _request(self, number: int) -> None:
        async with self.slots.slot():
            self.running.append(number)
            await self.ends[number].wait()


async def test_newest_request_goes_first() -> None:
    requests = Requests(RequestSlots(2, 4))
    await requests.start(1, 2, 3, 4)
    assert requests.running == [1, 2]
    await requests.finish(1)
    assert requests.running == [1, 2, 4]
    await requests.finish(2, 4)
    assert requests.running == [1, 2, 4, 3]
    await requests.finish(3)


async def test_slow_requests_free_their_slot_up_to_the_maximum(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(thresholds, "SLOW_REQUEST", 0.01)
    monkeypatch.setattr(thresholds, "LATE_TIMER", 60.0)
    requests = Requests(RequestSlots(2, 5))
    await requests.start(1, 2, 3, 4, 5, 6)
    async with asyncio.timeout(WAIT_LIMIT):
        while len(requests.running) < 5:  # noqa: ASYNC110 - only time changes it
            await asyncio.sleep(0.01)
    await asyncio.sleep(0.05)
    assert len(requests.running) == 5, "the maximum, however long they take"
    await requests.finish(1)
    assert len(requests.running) == 6
    await requests.finish(2, 3, 4, 5, 6)


async def test_cancelled_waiting_request_takes_no_slot() -> None:
    requests = Requests(RequestSlots(1, 2))
    await requests.start(1, 2, 3)
    requests.tasks[3].cancel()
    await asyncio.wait([requests.tasks[3]])
    await requests.finish(1)
    await requests.finish(2)
    await requests.start(4)
    assert requests.running == [1, 2, 4]
    await requests.finish(4)


async def test_requests_cancelled_at_the_same_moment_release_their_slots() -> None:
    slots = RequestSlots(1, 2)
    requests = Requests(slots)
    await requests.start(1, 2, 3)
    for task in requests.tasks.values():
        task.cancel()
    ends = await asyncio.gather(*requests.tasks.values(), return_exceptions=True)
    assert [type(end) for end in ends] == [asyncio.CancelledError] * 3
    await requests.start(4)
    assert requests.running == [1, 4]
    await requests.finish(4)
    await requests.start(5, 6)
    assert requests.running == [1, 4, 5], "there are as many slots as before"
    await requests.finish(5)
    await requests.finish(6)


async def test_late_timers_of_a_busy_machine_free_no_slot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "SLOW_REQUEST", 0.005)
    monkeypatch.setattr(thresholds, "LATE_TIMER", -1.0)  # every timer is later than that
    requests = Requests(RequestSlots(1, 2))
    await requests.start(1, 2)
    await asyncio.sleep(0.05)
    assert requests.running == [1]
    await requests.finish(1)
    await requests.finish(2)
