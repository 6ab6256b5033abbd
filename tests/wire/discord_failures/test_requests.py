"""Failures of requests: posts, responses to interactions, and follow-ups."""

from collections.abc import Callable

import pytest

from tests.wire.discord_failures.day import Day
from tests.wire.emulator import DiscordEmulator

POST = "POST /channels/*/messages"
CALLBACK = "POST /interactions/*/*/callback"
LATER = "PATCH /webhooks/*/*/messages/@original"

POST_FAILURES: dict[str, Callable[[DiscordEmulator], object]] = {
    "429": lambda discord: discord.rate_limit(POST, 0.3, times=2),
    "429 for everything": lambda discord: discord.rate_limit(POST, 0.3, everywhere=True),
    "500": lambda discord: discord.fail(POST, 500),
    "503 twice": lambda discord: discord.fail(POST, 503, times=2),
    "502 after it was posted": lambda discord: discord.fail(POST, 502, moment="after"),
    "a dropped connection": lambda discord: discord.drop(POST, times=2),
    "a connection dropped after it was posted": lambda discord: discord.drop(POST, moment="after", times=2),
    "slowness": lambda discord: discord.delay(POST, 0.8, times=4),
}
RESPONSE_FAILURES: dict[str, Callable[[DiscordEmulator], object]] = {
    "429": lambda discord: discord.rate_limit(CALLBACK, 0.3, times=4),
    "500": lambda discord: discord.fail(CALLBACK, 500, times=4),
    "an interaction that is unknown": lambda discord: discord.refuse(
        CALLBACK, 404, 10062, "Unknown interaction", times=4
    ),
    "an answer that comes too late": lambda discord: discord.delay(CALLBACK, 3.3, times=4),
    "a dropped connection": lambda discord: discord.drop(CALLBACK, times=4),
    "a connection dropped after the answer": lambda discord: discord.drop(CALLBACK, moment="after", times=4),
    "a token that has expired": lambda discord: discord.refuse(LATER, 401, 50027, "Invalid Webhook Token", times=4),
}


@pytest.mark.parametrize("name", POST_FAILURES)
async def test_boards_are_posted_once_when_posting_fails(day: Day, name: str) -> None:
    await day.play()
    POST_FAILURES[name](day.discord)
    await day.play()
    await day.end_well()


@pytest.mark.parametrize("name", RESPONSE_FAILURES)
async def test_turn_is_kept_when_its_confirmation_fails(day: Day, name: str) -> None:
    await day.play()
    RESPONSE_FAILURES[name](day.discord)
    turns = day.turns()
    day.take(turns)
    await day.until_played(turns)
    await day.end_well()
