"""A day with a match of every game."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.wire.bad_days.day import Day
from tests.wire.crowd import PLAYERS, Crowd
from tests.wire.emulator import DiscordEmulator


@pytest.fixture
async def day(tmp_path: Path) -> AsyncIterator[Day]:
    async with DiscordEmulator() as discord:
        crowd = Crowd.build(discord, 1, len(PLAYERS))
        await crowd.fill(tmp_path / "kurultai.sqlite3", genuine=True)
        made = Day(discord, crowd, tmp_path)
        await made.begin()
        yield made
        await made.bot.kill()
