"""One lock for each match; it exists while a task holds it or waits for it."""

import asyncio
import gc

from bot.matches.locks import MatchLocks


async def test_every_match_has_its_own_lock() -> None:
    locks = MatchLocks()
    order: list[str] = []

    async def visit(match_id: int, name: str) -> None:
        async with locks.of(match_id):
            order.append(f"{name} in")
            await asyncio.sleep(0)
            order.append(f"{name} out")

    await asyncio.gather(visit(1, "a"), visit(1, "b"), visit(2, "c"))
    assert order.index("a out") < order.index("b in")
    assert order.index("c in") < order.index("a out")


async def test_unused_locks_are_deleted() -> None:
    locks = MatchLocks()
    for match_id in range(1000):
        async with locks.of(match_id):
            assert len(locks) == 1
    gc.collect()
    assert len(locks) == 0


async def test_lock_stays_while_a_task_waits_for_it() -> None:
    locks = MatchLocks()
    held = asyncio.Event()

    async def hold() -> None:
        async with locks.of(1):
            held.set()
            for _ in range(10):
                await asyncio.sleep(0)

    holder = asyncio.create_task(hold())
    await held.wait()
    gc.collect()
    assert locks.of(1).locked()
    async with locks.of(1):
        assert holder.done()
