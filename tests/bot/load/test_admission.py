"""A stop lets those finish who are being served; who waits for Discord keeps nobody else waiting."""

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest
from discord.http import HTTPClient, Route

from bot import connections
from bot.connections import Places
from bot.delivery.limits import Pace, keep_pace
from bot.load.admission import AT_ONCE, CROWD, FEW, Doors, waiting_for_discord
from tests.patience import PATIENCE


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


async def test_a_crowd_that_ends_is_told_once() -> None:
    doors, told = Doors(), []
    doors.on_calm = lambda: told.append(doors.is_crowded)
    with ExitStack() as crowd:
        for _ in range(CROWD + 3):
            crowd.enter_context(doors.inside())
        assert doors.is_crowded
        assert not told
    assert told == [False]


async def test_a_few_are_no_crowd() -> None:
    doors, told = Doors(), []
    doors.on_calm = lambda: told.append(True)
    with ExitStack() as crowd:
        for _ in range(CROWD):
            crowd.enter_context(doors.inside())
        assert not doors.is_crowded
    assert not told


async def told(doors: Doors, seen: list[str], name: str) -> None:
    """Somebody whose turn is made waits to be told."""
    with doors.inside():
        async with doors.lull.place():
            seen.append(name)


async def test_those_whose_turns_are_made_are_told_when_that_is_so_for_everybody() -> None:
    doors, seen = Doors(), list[str]()
    with ExitStack() as slow:
        for _ in range(FEW):
            slow.enter_context(doors.inside())
        with doors.inside():
            visits = [asyncio.create_task(told(doors, seen, name)) for name in ("first", "second")]
            await asyncio.wait(visits, timeout=0)
            assert seen == []
        await asyncio.wait(visits)
        assert seen == ["first", "second"], "a few may take long"


async def test_and_when_all_boards_are_posted() -> None:
    doors, seen, boards = Doors(), list[str](), [True]
    doors.boards_come = lambda: boards[0]
    visit = asyncio.create_task(told(doors, seen, "told"))
    await asyncio.wait([visit], timeout=0)
    assert seen == []
    boards[0] = False
    doors.lull.look()
    await visit
    assert seen == ["told"]


async def test_a_stop_has_them_told_at_once() -> None:
    doors, seen = Doors(), list[str]()
    doors.boards_come = lambda: True
    visit = asyncio.create_task(told(doors, seen, "told"))
    await asyncio.wait([visit], timeout=0)
    await doors.close(60)
    assert seen == ["told"]
    await visit


async def test_closing_does_not_wait_for_ever(caplog: pytest.LogCaptureFixture) -> None:
    doors = Doors()
    with doors.inside():
        await doors.close(0)
    assert [(record.message, record.__dict__["number"]) for record in caplog.records] == [
        ("some interactions are still being handled", 1)
    ]


class Told:
    """An answer that nobody has to wait for."""

    def mind(self, _is_held_up: object) -> None:
        """Nothing is acknowledged here."""

    def stop_minding(self) -> None:
        """Nothing is acknowledged here."""


async def ask(doors: Doors, served: list[str], name: str, answer: asyncio.Event | None) -> None:
    """Somebody is served; Discord takes the answer when the event comes."""
    told: Any = Told()
    with doors.inside():
        async with doors.place(told):
            served.append(name)
            with waiting_for_discord():
                if answer is not None:
                    await answer.wait()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long for Discord, on however busy a machine."""
    monkeypatch.setattr(connections, "SLOW", 0.005)
    monkeypatch.setattr(connections, "LATE", 60.0)


@pytest.mark.usefixtures("impatient")
async def test_whoever_waits_for_discord_for_long_takes_no_place_and_makes_no_crowd() -> None:
    doors, served, taken = Doors(), list[str](), asyncio.Event()
    hung = [asyncio.create_task(ask(doors, served, "hung", taken)) for _ in range(AT_ONCE + CROWD)]
    await asyncio.wait(hung, timeout=0)
    await ask(doors, served, "quick", None)
    assert not any(visit.done() for visit in hung)
    async with asyncio.timeout(PATIENCE):
        while doors.is_crowded or doors.counter.locked():  # noqa: ASYNC110 - time alone brings it about
            await asyncio.sleep(0.005)
    assert served.count("hung") == len(hung)
    taken.set()
    await asyncio.gather(*hung)
    with doors.inside():
        assert not doors.is_crowded
    assert doors._aside == 0
    assert doors.counter._value == AT_ONCE


async def test_whoever_is_answered_quickly_keeps_the_place_meanwhile() -> None:
    doors, served, taken = Doors(), list[str](), asyncio.Event()
    visits = [asyncio.create_task(ask(doors, served, "served", taken)) for _ in range(AT_ONCE)]
    await asyncio.wait(visits, timeout=0)
    assert doors.counter.locked()
    taken.set()
    await asyncio.gather(*visits)
    assert not doors.counter.locked()


async def until(condition: Callable[[], object]) -> None:
    """Wait for what time alone brings about."""
    async with asyncio.timeout(5):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.005)


@pytest.mark.usefixtures("impatient")
async def test_whoever_waits_for_discord_when_a_place_comes_free_leaves_it_to_others() -> None:
    doors, acknowledged, inside = Doors(), asyncio.Event(), list[str]()
    told: Any = Told()

    async def acknowledge() -> None:
        with waiting_for_discord():
            await acknowledged.wait()

    async def visit() -> None:
        with doors.inside():
            acknowledging = asyncio.create_task(acknowledge())
            await until(lambda: doors._aside == AT_ONCE)
            async with doors.place(told):
                inside.append("visit")
                await acknowledging

    visits = [asyncio.create_task(visit()) for _ in range(AT_ONCE)]
    await until(lambda: len(inside) == AT_ONCE)
    assert doors.counter._value == AT_ONCE, "they only wait"
    acknowledged.set()
    await asyncio.gather(*visits)
    assert doors.counter._value == AT_ONCE


@pytest.mark.usefixtures("impatient")
async def test_a_question_to_discord_on_the_way_to_an_answer_keeps_nobody_waiting() -> None:
    doors, answered = Doors(), asyncio.Event()
    told: Any = Told()
    http = HTTPClient(asyncio.get_running_loop())

    async def request(_route: Route, **_more: Any) -> None:
        await answered.wait()

    http.request = request  # type: ignore[method-assign, assignment]
    keep_pace(http, Pace(50), Places())

    async def visit() -> None:
        with doors.inside():
            async with doors.place(told):
                await http.request(Route("GET", "/guilds/1/members/2"))

    asking = asyncio.create_task(visit())
    await until(lambda: doors._aside)
    assert doors.counter._value == AT_ONCE
    answered.set()
    await asking
    assert doors._aside == 0
