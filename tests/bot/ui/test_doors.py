"""A stop lets those finish who are being served."""

import asyncio

import pytest

from bot.ui.doors import Doors


async def test_an_empty_house_closes_at_once() -> None:
    doors = Doors()
    with doors.inside():
        pass
    await doors.close(0)
    assert doors.closed


async def test_closing_waits_for_everybody_inside() -> None:
    doors, leave = Doors(), asyncio.Event()

    async def visit() -> None:
        with doors.inside():
            await leave.wait()

    visits = [asyncio.create_task(visit()) for _ in range(3)]
    closing = asyncio.create_task(doors.close(60))
    await asyncio.wait(visits, timeout=0)
    await asyncio.wait([closing], timeout=0)
    assert doors.closed, "nobody else comes in meanwhile"
    assert not closing.done()
    leave.set()
    await closing
    assert all(visit.done() for visit in visits)


async def test_closing_does_not_wait_for_ever(caplog: pytest.LogCaptureFixture) -> None:
    doors = Doors()
    with doors.inside():
        await doors.close(0)
    assert [(record.message, record.__dict__["number"]) for record in caplog.records] == [
        ("some interactions are still being handled", 1)
    ]
