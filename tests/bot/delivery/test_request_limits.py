"""Rate limits: expired ones are forgotten, the global one is kept, and no request waits long."""

from __future__ import annotations

import asyncio
from bisect import bisect
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord.http import HTTPClient, Route

from bot.delivery.request_limits import (
    IDLE_AFTER,
    PRUNE_INTERVAL,
    RequestRateLimiter,
    RouteLimit,
    limit_global_rate,
    prune_rate_limit_buckets,
)
from bot.load import thresholds
from bot.load.request_slots import RequestSlots
from tests.wait_limit import WAIT_LIMIT


async def test_expired_limits_are_forgotten_and_others_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    loop, now = asyncio.get_running_loop(), [1000.0]
    monkeypatch.setattr(loop, "time", lambda: now[0])
    http = HTTPClient(loop)
    prune_rate_limit_buckets(http)
    for number in range(1000):
        http.get_ratelimit(f"POST {number}")
    under_way, still_limited = http.get_ratelimit("POST 3"), http.get_ratelimit("POST 4")
    under_way.outgoing = 1
    still_limited.expires = now[0] + 60
    now[0] += IDLE_AFTER
    recent = http.get_ratelimit("POST recent")
    assert http._buckets == {"POST 3": under_way, "POST 4": still_limited, "POST recent": recent}
    http.get_ratelimit("POST 5")
    under_way.outgoing = 0
    now[0] += PRUNE_INTERVAL
    http.get_ratelimit("POST 6")
    assert set(http._buckets) == {"POST 4", "POST recent", "POST 5", "POST 6"}


def test_requests_within_the_limit_begin_at_once() -> None:
    now = [100.0]
    limiter = RequestRateLimiter(3, lambda: now[0])
    assert [limiter.reserve() for _ in range(3)] == [0, 0, 0]
    assert limiter.reserve() == pytest.approx(thresholds.REQUESTS_WINDOW)
    now[0] += 0.5
    assert [limiter.reserve() for _ in range(3)] == pytest.approx(
        [thresholds.REQUESTS_WINDOW - 0.5, thresholds.REQUESTS_WINDOW - 0.5, 2 * thresholds.REQUESTS_WINDOW - 0.5]
    )
    now[0] += 10
    assert limiter.reserve() == 0


def test_limiter_is_full_while_the_next_request_would_wait() -> None:
    now, full = [100.0], []
    limiter = RequestRateLimiter(2, lambda: now[0])
    for _ in range(3):
        full.append(limiter.is_full)
        limiter.reserve()
    now[0] += 2 * thresholds.REQUESTS_WINDOW
    full.append(limiter.is_full)
    assert full == [False, False, True, False]


def test_no_window_exceeds_the_limit() -> None:
    now, begun = [0.0], []
    limiter = RequestRateLimiter(50, lambda: now[0])
    for number in range(1000):
        now[0] += (number % 7) / 512  # sums of such numbers are exact
        begun.append(now[0] + limiter.reserve())
    assert begun == pytest.approx(sorted(begun))
    assert all(
        later - earlier >= thresholds.REQUESTS_WINDOW - 1e-9 for earlier, later in zip(begun, begun[50:], strict=False)
    )


def test_global_limit_blocks_requests_for_a_minute_at_most() -> None:
    now = [100.0]
    limiter = RequestRateLimiter(2, lambda: now[0])
    limiter.block(20.0)
    assert (limiter.blocked_for, limiter.is_full) == (20.0, True)
    limiter.block(3600.0)
    assert limiter.blocked_for == thresholds.LONGEST_CLOSURE
    limiter.block(1.0)
    assert limiter.blocked_for == thresholds.LONGEST_CLOSURE, "a shorter block does not end a longer one"
    now[0] += thresholds.LONGEST_CLOSURE
    assert (limiter.blocked_for, limiter.is_full) == (0.0, False)


class Slow(HTTPClient):
    """Takes every request and never answers."""

    def __init__(self) -> None:
        super().__init__(asyncio.get_running_loop())
        self.taken: list[str] = []

    async def request(self, route: Route, **_more: Any) -> Any:
        self.taken.append(route.path)
        await asyncio.Event().wait()


async def test_hanging_request_is_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "LONGEST_REQUEST", 0.01)
    http = Slow()
    limit_global_rate(http, RequestRateLimiter(50), RequestSlots())
    with pytest.raises(TimeoutError):
        await http.request(Route("GET", "/users/@me"))
    registering = asyncio.create_task(http.request(Route("PUT", "/applications/1/commands")))
    await asyncio.wait([registering], timeout=0.1)
    assert not registering.done(), "nothing waits for a registration"
    registering.cancel()


def test_requests_are_slow_after_many_refusals(
    caplog: pytest.LogCaptureFixture,
) -> None:
    now, refusals = [0.0], list[float]()
    limiter = RequestRateLimiter(50, lambda: now[0])
    while now[0] < 3 * thresholds.REFUSALS_WINDOW:
        now[0] += limiter.reserve()
        limiter.note_refusal()
        refusals.append(now[0])
    assert max(bisect(refusals, at + thresholds.REFUSALS_WINDOW) - index for index, at in enumerate(refusals)) < 10_000
    logged = [record.message for record in caplog.records]
    assert 1 <= len(logged) <= 3, "once every ten minutes"
    assert set(logged) == {"Discord refuses many requests; only important ones are sent"}
    now[0] += thresholds.REFUSALS_WINDOW
    assert not limiter.is_refused_often
    assert [limiter.reserve() for _ in range(50)] == [0.0] * 50


def test_limiter_slows_down_only_after_enough_refusals() -> None:
    limiter = RequestRateLimiter(50, lambda: 0.0)
    for _ in range(thresholds.REFUSALS_AT_MOST - 1):
        limiter.note_refusal()
    assert not limiter.is_refused_often
    limiter.note_refusal()
    assert limiter.is_refused_often


async def test_requests_fail_at_once_during_a_global_limit() -> None:
    http, limiter = Slow(), RequestRateLimiter(50)
    limit_global_rate(http, limiter, RequestSlots())
    limiter.block(thresholds.LONGEST_LIMIT_WAIT + 30)
    with pytest.raises(discord.RateLimited) as limited:
        await http.request(Route("GET", "/users/@me"))
    assert limited.value.retry_after == pytest.approx(thresholds.LONGEST_LIMIT_WAIT + 30, abs=1)
    assert http.taken == []


def with_limits(remaining: int, reset_after: float, limit: int = 5) -> Any:
    """Return a response with Discord's rate-limit headers."""
    headers: Mapping[str, str] = {
        "X-Ratelimit-Limit": str(limit),
        "X-Ratelimit-Remaining": str(remaining),
        "X-Ratelimit-Reset-After": str(reset_after),
    }
    return SimpleNamespace(headers=headers)


async def test_last_allowed_request_returns_and_the_next_is_limited() -> None:
    limit = RouteLimit(None)
    async with asyncio.timeout(WAIT_LIMIT):
        async with limit:
            limit.update(with_limits(0, 3600))
    for _ in range(2):
        with pytest.raises(discord.RateLimited) as limited:
            async with limit:
                pass
        assert limited.value.retry_after == pytest.approx(3600, abs=1)


async def test_short_limit_delays_all_waiting_requests() -> None:
    limit, passed = RouteLimit(None), list[int]()
    async with limit:
        limit.update(with_limits(0, 0.02))

    async def ask(number: int) -> None:
        async with limit:
            passed.append(number)
            limit.update(with_limits(4 - len(passed), 1.0))

    await asyncio.gather(*(ask(number) for number in range(4)))
    assert sorted(passed) == [0, 1, 2, 3]


async def test_hanging_request_does_not_block_its_route(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "LONGEST_LIMIT_WAIT", 0.02)
    limit = RouteLimit(None)
    async with limit:
        with pytest.raises(discord.RateLimited):
            async with limit:
                pass
    async with limit:
        pass


async def test_failed_request_releases_its_slot() -> None:
    limit = RouteLimit(None)
    for _ in range(3):
        with pytest.raises(ConnectionResetError):
            async with limit:
                raise ConnectionResetError
