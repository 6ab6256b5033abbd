"""A bot with more to post than Discord allows, with and without its own rate limit."""

from pathlib import Path

import pytest

from tests.wire.emulator import DiscordEmulator
from tests.wire.emulator.faults import Allowance
from tests.wire.process import BotProcess

SERVERS, ALLOWED = 12, 10
LIMITED = 5
"""Requests per second of a limited bot: so few that those of two seconds may arrive in one."""


class StoppedAllowance(Allowance):
    """Time stands until a request is refused, so that the bot is too fast even on a busy machine."""

    def wait(self, now: float) -> float:
        return super().wait(now if self.refused else 1.0)


@pytest.mark.parametrize(("limit", "kind", "is_refused"), [(LIMITED, Allowance, False), (1000, StoppedAllowance, True)])
async def test_only_a_bot_without_a_rate_limit_is_refused(
    limit: int, kind: type[Allowance], is_refused: bool, tmp_path: Path
) -> None:
    async with DiscordEmulator() as emulated:
        allowance = emulated.limit(ALLOWED, kind)
        channels = [emulated.create_channel(emulated.create_guild(f"Club {n}"), "games") for n in range(SERVERS)]
        bot = BotProcess.fork(emulated, tmp_path, more={"KURULTAI_REQUESTS_PER_SECOND": str(limit)})
        try:
            await emulated.until(lambda: all(channel.messages for channel in channels), "a greeting in every server")
            assert await bot.stop() == 0
        finally:
            await bot.kill()
    assert [len(channel.messages) for channel in channels] == [1] * SERVERS
    assert (allowance.refused > 0) is is_refused
