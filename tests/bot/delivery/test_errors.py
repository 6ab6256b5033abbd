"""How delivery classifies Discord's errors."""

from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.delivery.errors import Failure, failure_of, is_dm_blocked, is_unknown_refusal
from tests.bot.delivery.responses import error


@pytest.mark.parametrize(
    ("status", "code", "failure"),
    [
        (500, 0, Failure.TRANSIENT),
        (503, 0, Failure.TRANSIENT),
        (429, 0, Failure.TRANSIENT),
        (401, 0, Failure.TRANSIENT),
        (404, 10003, Failure.UNREACHABLE),
        (404, 10008, Failure.NO_MESSAGE),
        (403, 50001, Failure.UNREACHABLE),
        (403, 50013, Failure.UNREACHABLE),
        (400, 160005, Failure.UNREACHABLE),
        (400, 50083, Failure.UNREACHABLE),
        (403, 50007, Failure.UNREACHABLE),
        (400, 50035, Failure.BUG),
        (400, 0, Failure.TRANSIENT),
        (403, 0, Failure.TRANSIENT),
        (404, 0, Failure.TRANSIENT),
        (403, 40333, Failure.TRANSIENT),
        (403, 999999, Failure.TRANSIENT),
        (400, 40062, Failure.TRANSIENT),
        (429, 30046, Failure.TRANSIENT),
        (403, 240000, Failure.BUG),
        (413, 0, Failure.NO_FILE),
        (413, 40005, Failure.NO_FILE),
        (403, 400001, Failure.NO_FILE),
    ],
)
def test_discord_errors_are_classified_by_status_and_code(status: int, code: int, failure: Failure) -> None:
    assert failure_of(error(status, code)) is failure


@pytest.mark.parametrize(
    ("status", "code", "unknown_refusal"),
    [
        (403, 999999, True),
        (403, 0, False),
        (403, 40333, False),
        (403, 50013, False),
        (403, 240000, False),
        (500, 0, False),
    ],
)
def test_only_403_with_an_unknown_code_is_an_unknown_refusal(status: int, code: int, unknown_refusal: bool) -> None:
    assert is_unknown_refusal(error(status, code)) is unknown_refusal


def test_cloudflare_error_page_is_a_temporary_error() -> None:
    response: Any = SimpleNamespace(status=403, reason="Forbidden", headers={})
    assert failure_of(discord.Forbidden(response, "<html>blocked</html>")) is Failure.TRANSIENT


@pytest.mark.parametrize(
    ("status", "code", "cannot"),
    [
        (403, 50007, True),
        (400, 50278, True),
        (404, 10013, True),
        (403, 50001, True),
        (403, 40333, False),
        (404, 0, False),
    ],
)
def test_closed_direct_messages_are_recognised_by_the_code(status: int, code: int, *, cannot: bool) -> None:
    assert is_dm_blocked(error(status, code)) is cannot


@pytest.mark.parametrize(
    "lost",
    [aiohttp.ClientConnectionError(), TimeoutError(), ConnectionResetError(), discord.RateLimited(3600)],
)
def test_lost_connection_is_temporary(lost: Exception) -> None:
    assert failure_of(lost) is Failure.TRANSIENT


def test_bugs_are_not_temporary() -> None:
    assert failure_of(ValueError()) is Failure.BUG
