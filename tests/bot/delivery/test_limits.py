"""Limits that have run out are not kept."""

from __future__ import annotations

import asyncio

import pytest
from discord.http import HTTPClient

from bot.delivery.limits import RESTED, TIDIED_EVERY, keep_few_limits


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
