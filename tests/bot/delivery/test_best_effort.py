"""Best-effort messages never block the rows behind them."""

import aiohttp
import discord
import pytest

from bot.delivery.best_effort import best_effort
from bot.delivery.worker import Delivered
from bot.load import thresholds
from bot.matches.model.outbox_messages import RemoveButtons
from bot.matches.outbox import OutboxRow
from tests.bot.delivery.responses import error


def row(attempts: int = 0) -> OutboxRow:
    return OutboxRow(1, "match:1", 1, RemoveButtons(1, 100), attempts, 0, 0)


async def refused(status: int, code: int) -> None:
    raise error(status, code)


async def broken(failure: Exception) -> None:
    raise failure


TEMPORARY = [
    error(503),
    error(403, 40333),
    aiohttp.ServerDisconnectedError(),
    ConnectionResetError(),
    TimeoutError(),
    discord.RateLimited(1.5),
]


@pytest.mark.parametrize("failure", TEMPORARY, ids=repr)
async def test_temporary_errors_are_retried_a_few_times(failure: Exception) -> None:
    for attempts in range(thresholds.MOST_RETRIES):
        with pytest.raises(type(failure)):
            await best_effort(row(attempts), broken(failure), "it stays")
    assert await best_effort(row(thresholds.MOST_RETRIES), broken(failure), "it stays") == Delivered()


async def test_long_rate_limits_are_not_retried() -> None:
    assert await best_effort(row(), broken(discord.RateLimited(3600)), "it stays") == Delivered()


@pytest.mark.parametrize(("status", "code"), [(404, 10008), (403, 50001)])
async def test_refusals_are_logged_and_not_retried(status: int, code: int, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    assert await best_effort(row(), refused(status, code), "it stays") == Delivered()
    assert [record.message for record in caplog.records] == ["it stays"]


async def test_unexpected_errors_are_raised() -> None:
    with pytest.raises(discord.HTTPException):
        await best_effort(row(thresholds.MOST_RETRIES), refused(400, 50035), "it stays")
