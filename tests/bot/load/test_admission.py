"""Admission control: a stop waits for running interactions, and slow requests to Discord take no slot."""

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest
from discord.http import HTTPClient, Route

from bot.delivery.limits import RequestRateLimiter, limit_global_rate
from bot.load import thresholds
from bot.load.admission import AdmissionControl, waiting_for_discord
from bot.load.request_slots import RequestSlots
from tests.wait_limit import WAIT_LIMIT


async def test_close_returns_at_once_when_idle() -> None:
    admission = AdmissionControl()
    with admission.track():
        pass
    await admission.drain(0)
    assert admission.draining


async def test_close_waits_for_admitted_interactions() -> None:
    admission, leave = AdmissionControl(), asyncio.Event()

    async def visit() -> None:
        with admission.track():
            await leave.wait()

    visits = [asyncio.create_task(visit()) for _ in range(3)]
    closing = asyncio.create_task(admission.drain(60))
    await asyncio.wait(visits, timeout=0)
    await asyncio.wait([closing], timeout=0)
    assert admission.draining, "nobody else comes in meanwhile"
    assert not closing.done()
    leave.set()
    await closing
    assert all(visit.done() for visit in visits)


async def test_end_of_overload_is_reported_once() -> None:
    admission, told = AdmissionControl(), []
    admission.on_recovered = lambda: told.append(admission.is_overloaded)
    with ExitStack() as crowd:
        for _ in range(thresholds.OVERLOAD_THRESHOLD + 3):
            crowd.enter_context(admission.track())
        assert admission.is_overloaded
        assert not told
    assert told == [False]


async def test_few_waiting_interactions_are_no_overload() -> None:
    admission, told = AdmissionControl(), []
    admission.on_recovered = lambda: told.append(True)
    with ExitStack() as crowd:
        for _ in range(thresholds.OVERLOAD_THRESHOLD):
            crowd.enter_context(admission.track())
        assert not admission.is_overloaded
    assert not told


async def told(admission: AdmissionControl, seen: list[str], name: str) -> None:
    """A player whose turn is made waits to be told."""
    with admission.track():
        async with admission.low_priority.slot():
            seen.append(name)


async def test_confirmations_wait_until_all_turns_are_stored() -> None:
    admission, seen = AdmissionControl(), list[str]()
    with ExitStack() as slow:
        for _ in range(thresholds.IDLE_ALLOWANCE):
            slow.enter_context(admission.track())
        with admission.track():
            visits = [asyncio.create_task(told(admission, seen, name)) for name in ("first", "second")]
            await asyncio.wait(visits, timeout=0)
            assert seen == []
        await asyncio.wait(visits)
        assert seen == ["first", "second"], "a few may take long"


async def test_confirmations_wait_until_all_boards_are_posted() -> None:
    admission, seen, boards = AdmissionControl(), list[str](), [True]
    admission.is_posting_boards = lambda: boards[0]
    visit = asyncio.create_task(told(admission, seen, "told"))
    await asyncio.wait([visit], timeout=0)
    assert seen == []
    boards[0] = False
    admission.low_priority.poll()
    await visit
    assert seen == ["told"]


async def test_close_sends_confirmations_at_once() -> None:
    admission, seen = AdmissionControl(), list[str]()
    admission.is_posting_boards = lambda: True
    visit = asyncio.create_task(told(admission, seen, "told"))
    await asyncio.wait([visit], timeout=0)
    await admission.drain(60)
    assert seen == ["told"]
    await visit


async def test_close_has_a_time_limit(caplog: pytest.LogCaptureFixture) -> None:
    admission = AdmissionControl()
    with admission.track():
        await admission.drain(0)
    assert [(record.message, record.__dict__["number"]) for record in caplog.records] == [
        ("some interactions are still being handled", 1)
    ]


class Told:
    """An answer that nobody has to wait for."""

    def acknowledge_if_blocked(self, _is_held_up: object) -> None:
        """Nothing is acknowledged here."""

    def cancel_acknowledgement(self) -> None:
        """Nothing is acknowledged here."""


async def ask(admission: AdmissionControl, served: list[str], name: str, answer: asyncio.Event | None) -> None:
    """A user is served; Discord takes the answer when the event comes."""
    told: Any = Told()
    with admission.track():
        async with admission.slot(told):
            served.append(name)
            with waiting_for_discord():
                if answer is not None:
                    await answer.wait()


@pytest.fixture
def short_request_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set a short limit for slow requests, even on a busy machine."""
    monkeypatch.setattr(thresholds, "SLOW_REQUEST", 0.005)
    monkeypatch.setattr(thresholds, "LATE_TIMER", 60.0)


@pytest.mark.usefixtures("short_request_limit")
async def test_slow_discord_request_takes_no_slot_and_causes_no_overload() -> None:
    admission, served, taken = AdmissionControl(), list[str](), asyncio.Event()
    hung = [
        asyncio.create_task(ask(admission, served, "hung", taken))
        for _ in range(thresholds.CONCURRENT_INTERACTIONS + thresholds.OVERLOAD_THRESHOLD)
    ]
    await asyncio.wait(hung, timeout=0)
    await ask(admission, served, "quick", None)
    assert not any(visit.done() for visit in hung)
    async with asyncio.timeout(WAIT_LIMIT):
        while admission.is_overloaded or admission.semaphore.locked():  # noqa: ASYNC110 - time alone brings it about
            await asyncio.sleep(0.005)
    assert served.count("hung") == len(hung)
    taken.set()
    await asyncio.gather(*hung)
    with admission.track():
        assert not admission.is_overloaded
    assert admission._aside == 0
    assert admission.semaphore._value == thresholds.CONCURRENT_INTERACTIONS


async def test_fast_discord_request_keeps_the_slot() -> None:
    admission, served, taken = AdmissionControl(), list[str](), asyncio.Event()
    visits = [
        asyncio.create_task(ask(admission, served, "served", taken)) for _ in range(thresholds.CONCURRENT_INTERACTIONS)
    ]
    await asyncio.wait(visits, timeout=0)
    assert admission.semaphore.locked()
    taken.set()
    await asyncio.gather(*visits)
    assert not admission.semaphore.locked()


async def until(condition: Callable[[], object]) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(5):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.005)


@pytest.mark.usefixtures("short_request_limit")
async def test_slow_discord_request_leaves_a_free_slot_to_others() -> None:
    admission, acknowledged, inside = AdmissionControl(), asyncio.Event(), list[str]()
    told: Any = Told()

    async def acknowledge() -> None:
        with waiting_for_discord():
            await acknowledged.wait()

    async def visit() -> None:
        with admission.track():
            acknowledging = asyncio.create_task(acknowledge())
            await until(lambda: admission._aside == thresholds.CONCURRENT_INTERACTIONS)
            async with admission.slot(told):
                inside.append("visit")
                await acknowledging

    visits = [asyncio.create_task(visit()) for _ in range(thresholds.CONCURRENT_INTERACTIONS)]
    await until(lambda: len(inside) == thresholds.CONCURRENT_INTERACTIONS)
    assert admission.semaphore._value == thresholds.CONCURRENT_INTERACTIONS, "they only wait"
    acknowledged.set()
    await asyncio.gather(*visits)
    assert admission.semaphore._value == thresholds.CONCURRENT_INTERACTIONS


@pytest.mark.usefixtures("short_request_limit")
async def test_intermediate_request_to_discord_releases_its_slot() -> None:
    admission, answered = AdmissionControl(), asyncio.Event()
    told: Any = Told()
    http = HTTPClient(asyncio.get_running_loop())

    async def request(_route: Route, **_more: Any) -> None:
        await answered.wait()

    http.request = request  # type: ignore[method-assign, assignment]
    limit_global_rate(http, RequestRateLimiter(50), RequestSlots())

    async def visit() -> None:
        with admission.track():
            async with admission.slot(told):
                await http.request(Route("GET", "/guilds/1/members/2"))

    asking = asyncio.create_task(visit())
    await until(lambda: admission._aside)
    assert admission.semaphore._value == thresholds.CONCURRENT_INTERACTIONS
    answered.set()
    await asking
    assert admission._aside == 0
