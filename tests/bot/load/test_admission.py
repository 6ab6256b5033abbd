"""Admission control: a stop waits for running interactions, and slow requests to Discord take no slot."""

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest
from discord.http import HTTPClient, Route

from bot.delivery.request_limits import RequestRateLimiter, limit_global_rate
from bot.load import thresholds
from bot.load.admission import AdmissionControl, waiting_outside
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

    async def handling() -> None:
        with admission.track():
            await leave.wait()

    tasks = [asyncio.create_task(handling()) for _ in range(3)]
    closing = asyncio.create_task(admission.drain(60))
    await asyncio.wait(tasks, timeout=0)
    await asyncio.wait([closing], timeout=0)
    assert admission.draining, "new interactions are refused"
    assert not closing.done()
    leave.set()
    await closing
    assert all(handling.done() for handling in tasks)


async def test_interactions_that_are_still_in_progress_at_the_end_are_cancelled() -> None:
    admission, finished = AdmissionControl(), []

    async def handling(seconds: float) -> None:
        with admission.track():
            await asyncio.sleep(seconds)
            finished.append(seconds)

    tasks = [asyncio.create_task(handling(seconds)) for seconds in (0.01, 3600)]
    await asyncio.sleep(0)
    await admission.cancel(0.5)
    assert finished == [0.01]
    assert [task.cancelled() for task in tasks] == [False, True]
    await admission.cancel(3600)


async def test_end_of_overload_is_reported_once() -> None:
    admission, reported = AdmissionControl(), []
    admission.on_recovered = lambda: reported.append(admission.is_overloaded)
    with ExitStack() as interactions:
        for _ in range(thresholds.OVERLOAD_THRESHOLD + 3):
            interactions.enter_context(admission.track())
        assert admission.is_overloaded
        assert not reported
    assert reported == [False]


async def test_few_waiting_interactions_are_no_overload() -> None:
    admission, reported = AdmissionControl(), []
    admission.on_recovered = lambda: reported.append(True)
    with ExitStack() as interactions:
        for _ in range(thresholds.OVERLOAD_THRESHOLD):
            interactions.enter_context(admission.track())
        assert not admission.is_overloaded
    assert not reported


async def test_work_begins_and_ends_with_the_interactions_in_progress() -> None:
    admission, seen = AdmissionControl(), list[str]()
    admission.on_busy, admission.on_idle = (lambda: seen.append("busy")), (lambda: seen.append("idle"))
    with admission.track():
        with admission.track():
            assert seen == ["busy"]
        assert seen == ["busy"]
    assert seen == ["busy", "idle"]


async def test_interaction_that_waits_for_a_decision_is_no_work() -> None:
    admission, seen = AdmissionControl(), list[str]()
    admission.on_busy, admission.on_idle = (lambda: seen.append("busy")), (lambda: seen.append("idle"))
    with admission.track():
        with waiting_outside(for_a_decision=True):
            assert seen == ["busy", "idle"]
        assert seen == ["busy", "idle", "busy"]
        with waiting_outside():
            assert seen == ["busy", "idle", "busy"], "Discord usually answers soon"
    assert seen == ["busy", "idle", "busy", "idle"]


async def confirm(admission: AdmissionControl, seen: list[str], name: str) -> None:
    """Wait for a low-priority slot, as a confirmation does."""
    with admission.track():
        async with admission.low_priority.slot():
            seen.append(name)


async def test_confirmations_wait_until_all_turns_are_stored() -> None:
    admission, seen = AdmissionControl(), list[str]()
    with ExitStack() as slow:
        for _ in range(thresholds.IDLE_ALLOWANCE):
            slow.enter_context(admission.track())
        with admission.track():
            tasks = [asyncio.create_task(confirm(admission, seen, name)) for name in ("first", "second")]
            await asyncio.wait(tasks, timeout=0)
            assert seen == []
        await asyncio.wait(tasks)
        assert seen == ["first", "second"], "a few slow interactions are allowed"


async def test_confirmations_wait_until_all_boards_are_posted() -> None:
    admission, seen, boards = AdmissionControl(), list[str](), [True]
    admission.is_posting_boards = lambda: boards[0]
    handling = asyncio.create_task(confirm(admission, seen, "confirmed"))
    await asyncio.wait([handling], timeout=0)
    assert seen == []
    boards[0] = False
    admission.low_priority.poll()
    await handling
    assert seen == ["confirmed"]


async def test_close_sends_confirmations_at_once() -> None:
    admission, seen = AdmissionControl(), list[str]()
    admission.is_posting_boards = lambda: True
    handling = asyncio.create_task(confirm(admission, seen, "confirmed"))
    await asyncio.wait([handling], timeout=0)
    await admission.drain(60)
    assert seen == ["confirmed"]
    await handling


async def test_close_has_a_time_limit(caplog: pytest.LogCaptureFixture) -> None:
    admission = AdmissionControl()
    with admission.track():
        await admission.drain(0)
    assert [(record.message, record.__dict__["number"]) for record in caplog.records] == [
        ("some interactions are still being handled", 1)
    ]


class NoResponder:
    """A responder that never acknowledges."""

    def acknowledge_if_blocked(self, _is_held_up: object) -> None:
        """Nothing is acknowledged here."""

    def cancel_acknowledgement(self) -> None:
        """Nothing is acknowledged here."""


async def ask(admission: AdmissionControl, served: list[str], name: str, answer: asyncio.Event | None) -> None:
    """Handle an interaction whose response Discord accepts at an event."""
    responder: Any = NoResponder()
    with admission.track():
        async with admission.slot(responder):
            served.append(name)
            with waiting_outside():
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
    assert not any(handling.done() for handling in hung)
    async with asyncio.timeout(WAIT_LIMIT):
        while admission.is_overloaded or admission.semaphore.locked():  # noqa: ASYNC110 - only time changes it
            await asyncio.sleep(0.005)
    assert served.count("hung") == len(hung)
    taken.set()
    await asyncio.gather(*hung)
    with admission.track():
        assert not admission.is_overloaded
    assert admission._slow_count == 0
    assert admission.semaphore._value == thresholds.CONCURRENT_INTERACTIONS


async def test_fast_discord_request_keeps_the_slot() -> None:
    admission, served, taken = AdmissionControl(), list[str](), asyncio.Event()
    tasks = [
        asyncio.create_task(ask(admission, served, "served", taken)) for _ in range(thresholds.CONCURRENT_INTERACTIONS)
    ]
    await asyncio.wait(tasks, timeout=0)
    assert admission.semaphore.locked()
    taken.set()
    await asyncio.gather(*tasks)
    assert not admission.semaphore.locked()


async def until(condition: Callable[[], object]) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(5):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.005)


@pytest.mark.usefixtures("short_request_limit")
async def test_slow_discord_request_leaves_a_free_slot_to_others() -> None:
    admission, acknowledged, inside = AdmissionControl(), asyncio.Event(), list[str]()
    responder: Any = NoResponder()

    async def acknowledge() -> None:
        with waiting_outside():
            await acknowledged.wait()

    async def handling() -> None:
        with admission.track():
            acknowledging = asyncio.create_task(acknowledge())
            await until(lambda: admission._slow_count == thresholds.CONCURRENT_INTERACTIONS)
            async with admission.slot(responder):
                inside.append("handling")
                await acknowledging

    tasks = [asyncio.create_task(handling()) for _ in range(thresholds.CONCURRENT_INTERACTIONS)]
    await until(lambda: len(inside) == thresholds.CONCURRENT_INTERACTIONS)
    assert admission.semaphore._value == thresholds.CONCURRENT_INTERACTIONS, "they only wait for Discord"
    acknowledged.set()
    await asyncio.gather(*tasks)
    assert admission.semaphore._value == thresholds.CONCURRENT_INTERACTIONS


@pytest.mark.usefixtures("short_request_limit")
async def test_intermediate_request_to_discord_releases_its_slot() -> None:
    admission, answered = AdmissionControl(), asyncio.Event()
    responder: Any = NoResponder()
    http = HTTPClient(asyncio.get_running_loop())

    async def request(_route: Route, **_more: Any) -> None:
        await answered.wait()

    http.request = request  # type: ignore[method-assign, assignment]
    limit_global_rate(http, RequestRateLimiter(50), RequestSlots())

    async def handling() -> None:
        with admission.track():
            async with admission.slot(responder):
                await http.request(Route("GET", "/guilds/1/members/2"))

    asking = asyncio.create_task(handling())
    await until(lambda: admission._slow_count)
    assert admission.semaphore._value == thresholds.CONCURRENT_INTERACTIONS
    answered.set()
    await asking
    assert admission._slow_count == 0
