"""A bot with more to post than Discord allows at a time, told to keep to that, and not told."""

from pathlib import Path

import pytest

from tests.wire.emulator import DiscordEmulator
from tests.wire.emulator.faults import Allowance
from tests.wire.process import BotProcess

SERVERS, ALLOWED = 18, 10
KEPT = 4
"""Requests a second of a bot that keeps to the limit: so few that those of two seconds may arrive in one."""


class Standstill(Allowance):
    """Time does not pass until a request is refused: however busy the machine is, the bot is too quick."""

    def wait(self, now: float) -> float:
        return super().wait(now if self.refused else 1.0)


@pytest.mark.parametrize(("pace", "kind", "is_refused"), [(KEPT, Allowance, False), (1000, Standstill, True)])
async def test_only_a_bot_without_a_rate_limit_is_refused(
    pace: int, kind: type[Allowance], is_refused: bool, tmp_path: Path
) -> None:
    async with DiscordEmulator() as emulated:
        allowance = emulated.limit(ALLOWED, kind)
        channels = [emulated.create_channel(emulated.create_guild(f"Club {n}"), "games") for n in range(SERVERS)]
        bot = await BotProcess.start(emulated, tmp_path, more={"KURULTAI_REQUESTS_PER_SECOND": str(pace)})
        try:
            await emulated.until(lambda: all(channel.messages for channel in channels), "a greeting in every server")
            assert await bot.stop() == 0
        finally:
            await bot.kill()
    assert [len(channel.messages) for channel in channels] == [1] * SERVERS
    assert (allowance.refused > 0) is is_refused
