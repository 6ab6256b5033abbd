"""A bot with more to post than Discord allows at a time, told to keep to that, and not told."""

from pathlib import Path

import pytest

from tests.wire.emulator import DiscordEmulator
from tests.wire.process import BotProcess

SERVERS, ALLOWED, LOGIN = 18, 10, 2


@pytest.mark.parametrize(("pace", "is_refused"), [(ALLOWED - LOGIN, False), (1000, True)])
async def test_everything_is_posted_and_a_bot_that_keeps_the_pace_is_never_refused(
    pace: int, is_refused: bool, tmp_path: Path
) -> None:
    async with DiscordEmulator() as emulated:
        allowance = emulated.limit(ALLOWED)
        channels = [emulated.create_channel(emulated.create_guild(f"Club {n}"), "games") for n in range(SERVERS)]
        bot = await BotProcess.start(emulated, tmp_path, more={"KURULTAI_REQUESTS_PER_SECOND": str(pace)})
        try:
            await emulated.until(lambda: all(channel.messages for channel in channels), "a greeting in every server")
            assert await bot.stop() == 0
        finally:
            await bot.kill()
    assert [len(channel.messages) for channel in channels] == [1] * SERVERS
    assert (allowance.refused > 0) is is_refused
