"""Limits per user: refills, warnings and concurrency."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest

from bot.load import thresholds
from bot.load.user_limits import Admission, UserRateLimiter


class Time:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def time() -> Time:
    """Return a clock that only tests move."""
    return Time()


@pytest.fixture
def limiter(time: Time) -> UserRateLimiter:
    """Return a limiter with that clock."""
    return UserRateLimiter(time, time)


def decisions(limiter: UserRateLimiter, number: int, user_id: int = 1) -> list[Admission]:
    """Return the decisions on this many interactions of one user."""
    return [limiter.admit(user_id) for _ in range(number)]


def test_burst_is_handled_then_warned_then_ignored(limiter: UserRateLimiter) -> None:
    assert decisions(limiter, thresholds.USER_BURST) == [Admission.ALLOW] * thresholds.USER_BURST
    assert decisions(limiter, 3) == [Admission.WARN, Admission.DROP, Admission.DROP]


def test_limits_are_per_user(limiter: UserRateLimiter) -> None:
    decisions(limiter, 10 * thresholds.USER_BURST)
    assert limiter.admit(2) is Admission.ALLOW


def test_bucket_refills_over_time(limiter: UserRateLimiter, time: Time) -> None:
    decisions(limiter, thresholds.USER_BURST + 1)
    time.seconds += 2
    assert decisions(limiter, int(2 * thresholds.USER_PER_SECOND) + 1).count(Admission.ALLOW) == int(
        2 * thresholds.USER_PER_SECOND
    )


def test_warning_is_not_repeated_during_a_flood(limiter: UserRateLimiter, time: Time) -> None:
    decisions(limiter, thresholds.USER_BURST + 1)
    for _ in range(20):
        time.seconds += 1
        assert Admission.WARN not in decisions(limiter, 50)


def test_warning_is_repeated_after_a_pause(limiter: UserRateLimiter, time: Time) -> None:
    decisions(limiter, thresholds.USER_BURST + 1)
    time.seconds += thresholds.USER_BURST / thresholds.USER_PER_SECOND
    assert decisions(limiter, thresholds.USER_BURST + 1)[-1] is Admission.WARN


def test_bucket_holds_at_most_a_burst(limiter: UserRateLimiter, time: Time) -> None:
    limiter.admit(1)
    time.seconds += 1e6
    assert decisions(limiter, 2 * thresholds.USER_BURST).count(Admission.ALLOW) == thresholds.USER_BURST


def test_refunded_notification_is_not_counted(limiter: UserRateLimiter) -> None:
    for _ in range(thresholds.NOTIFICATION_BURST + 3):
        assert limiter.may_notify_others(1)
        limiter.refund_notification(1)
    assert [limiter.may_notify_others(1) for _ in range(thresholds.NOTIFICATION_BURST + 1)] == [
        True
    ] * thresholds.NOTIFICATION_BURST + [False]
    limiter.refund_notification(2)
    assert [limiter.may_notify_others(2) for _ in range(thresholds.NOTIFICATION_BURST + 1)] == [
        True
    ] * thresholds.NOTIFICATION_BURST + [False], "a refund never exceeds the burst"


def test_notifications_refill_one_by_one(limiter: UserRateLimiter, time: Time) -> None:
    assert [limiter.may_notify_others(1) for _ in range(thresholds.NOTIFICATION_BURST + 1)] == [
        True
    ] * thresholds.NOTIFICATION_BURST + [False]
    time.seconds += thresholds.SECONDS_PER_NOTIFICATION
    assert [limiter.may_notify_others(1), limiter.may_notify_others(1)] == [True, False]


def test_system_clock_put_back_takes_no_tokens(limiter: UserRateLimiter, time: Time) -> None:
    limiter.may_notify_others(1)
    time.seconds -= 3600
    assert limiter.may_notify_others(1)


async def test_concurrent_interactions_of_a_user_are_limited(limiter: UserRateLimiter) -> None:
    inside, most, open_ = 0, 0, asyncio.Event()

    async def interact(user_id: int) -> None:
        nonlocal inside, most
        async with limiter.slot(user_id):
            inside += 1
            most = max(most, inside)
            await open_.wait()
            inside -= 1

    tasks = [asyncio.create_task(interact(1)) for _ in range(20)]
    other = asyncio.create_task(interact(2))
    await asyncio.sleep(0)
    assert inside == thresholds.CONCURRENT_PER_USER + 1, "another user does not wait"
    open_.set()
    await asyncio.gather(*tasks, other)
    assert most == thresholds.CONCURRENT_PER_USER + 1


def test_number_of_remembered_users_is_limited(limiter: UserRateLimiter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "USERS_REMEMBERED", 3)
    for user_id in range(10):
        limiter.admit(user_id)
    assert len(limiter._quotas) == 3


def test_users_with_full_buckets_are_forgotten(limiter: UserRateLimiter, time: Time) -> None:
    decisions(limiter, thresholds.USER_BURST, 1)
    limiter.admit(2)
    limiter.may_notify_others(2)
    time.seconds += thresholds.USER_BURST / thresholds.USER_PER_SECOND - 1
    limiter.admit(3)
    assert list(limiter._quotas) == [1, 2, 3]
    time.seconds += 1
    limiter.admit(4)
    assert list(limiter._quotas) == [2, 3, 4]
    time.seconds += thresholds.SECONDS_PER_NOTIFICATION
    limiter.admit(5)
    assert list(limiter._quotas) == [5]


async def test_active_users_are_not_forgotten(limiter: UserRateLimiter, time: Time) -> None:
    async with AsyncExitStack() as turns:
        for _ in range(thresholds.CONCURRENT_PER_USER):
            await turns.enter_async_context(limiter.slot(1))
        time.seconds += 1000
        limiter.admit(2)
        waiting = asyncio.create_task(limiter.slot(1).__aenter__())
        await asyncio.sleep(0)
        assert not waiting.done(), "the limit stays"
        waiting.cancel()
        await asyncio.wait([waiting])
    time.seconds += 1000
    limiter.admit(3)
    assert list(limiter._quotas) == [3]
