"""People take turns in the queue of the computer players."""

from __future__ import annotations

import asyncio

from bot.computer.fair_queue import FairQueue


async def served(
    queue: FairQueue, callers: list[tuple[int, str]], cancelled: frozenset[str] = frozenset()
) -> list[str]:
    """Let callers queue while the queue is busy, cancel some, and return who is let in, in order."""
    order: list[str] = []

    async def call(person: int, name: str) -> None:
        async with queue.turn(person):
            order.append(name)
            await asyncio.sleep(0)

    async with queue.turn(0):
        tasks = {name: asyncio.create_task(call(person, name)) for person, name in callers}
        await asyncio.sleep(0)
        assert queue.waiting == len(callers)
        for name in cancelled:
            tasks[name].cancel()
    await asyncio.wait(tasks.values())
    return order


async def test_people_are_let_in_one_after_the_other() -> None:
    callers = [(1, "a1"), (1, "a2"), (1, "a3"), (2, "b1"), (3, "c1"), (2, "b2")]
    assert await served(FairQueue(), callers) == ["a1", "b1", "c1", "a2", "b2", "a3"]


async def test_callers_that_have_left_are_passed_over() -> None:
    callers = [(1, "a1"), (1, "a2"), (2, "b1"), (3, "c1")]
    assert await served(FairQueue(), callers, frozenset({"a1", "b1"})) == ["c1", "a2"]


async def test_caller_cancelled_in_the_moment_it_is_called_passes_its_turn_on() -> None:
    queue, order = FairQueue(), []

    async def call(person: int) -> None:
        async with queue.turn(person):
            order.append(person)

    async with queue.turn(0):
        first, second = asyncio.create_task(call(1)), asyncio.create_task(call(2))
        await asyncio.sleep(0)
    first.cancel()
    await asyncio.wait([first, second])
    assert (order, queue.waiting) == ([2], 0)
    async with queue.turn(3):
        pass


async def test_background_work_waits_for_all_people() -> None:
    queue, order = FairQueue(), list[str]()

    async def work(name: str) -> None:
        async with queue.background_turn():
            order.append(name)
            await asyncio.sleep(0)

    async def call(name: str) -> None:
        async with queue.turn(1):
            order.append(name)

    async with queue.turn(0):
        tasks = [asyncio.create_task(work(name)) for name in ("review", "another review")]
        await asyncio.sleep(0)
        tasks += [asyncio.create_task(call(name)) for name in ("a1", "a2")]
        await asyncio.sleep(0)
        assert queue.waiting == 4
    await asyncio.wait(tasks)
    assert order == ["a1", "a2", "review", "another review"]
    assert queue.waiting == 0
