"""Limits that have run out are not kept, and that of all requests is."""

from __future__ import annotations

import asyncio

import pytest
from discord.http import HTTPClient

from bot.delivery.limits import RESTED, TIDIED_EVERY, WINDOW, Pace, keep_few_limits


async def test_limits_of_channels_at_rest_are_forgotten_and_all_others_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    loop, now = asyncio.get_running_loop(), [1000.0]
    monkeypatch.setattr(loop, "time", lambda: now[0])
    http = HTTPClient(loop)
    keep_few_limits(http)
    for number in range(1000):
        http.get_ratelimit(f"POST {number}")
    under_way, still_limited = http.get_ratelimit("POST 3"), http.get_ratelimit("POST 4")
    under_way.outgoing = 1
    still_limited.expires = now[0] + 60
    now[0] += RESTED
    recent = http.get_ratelimit("POST recent")
    assert http._buckets == {"POST 3": under_way, "POST 4": still_limited, "POST recent": recent}
    http.get_ratelimit("POST 5")
    under_way.outgoing = 0
    now[0] += TIDIED_EVERY
    http.get_ratelimit("POST 6")
    assert set(http._buckets) == {"POST 4", "POST recent", "POST 5", "POST 6"}


def test_requests_within_the_pace_begin_at_once_and_the_next_as_soon_as_they_may() -> None:
    now = [100.0]
    pace = Pace(3, lambda: now[0])
    assert [pace.reserve() for _ in range(3)] == [0, 0, 0]
    assert pace.reserve() == pytest.approx(WINDOW)
    now[0] += 0.5
    assert [pace.reserve() for _ in range(3)] == pytest.approx([WINDOW - 0.5, WINDOW - 0.5, 2 * WINDOW - 0.5])
    now[0] += 10
    assert pace.reserve() == 0


def test_a_pace_is_full_while_the_next_request_would_have_to_wait() -> None:
    now, full = [100.0], []
    pace = Pace(2, lambda: now[0])
    for _ in range(3):
        full.append(pace.is_full)
        pace.reserve()
    now[0] += 2 * WINDOW
    full.append(pace.is_full)
    assert full == [False, False, True, False]


def test_there_are_never_more_than_allowed_in_any_window() -> None:
    now, begun = [0.0], []
    pace = Pace(50, lambda: now[0])
    for number in range(1000):
        now[0] += (number % 7) / 512  # sums of such numbers are exact
        begun.append(now[0] + pace.reserve())
    assert begun == pytest.approx(sorted(begun))
    assert all(later - earlier >= WINDOW - 1e-9 for earlier, later in zip(begun, begun[50:], strict=False))
