"""A day with a match of every game."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.wire.discord_failures.day import Day
from tests.wire.emulator import DiscordEmulator
from tests.wire.many_servers import PLAYERS, ManyServers


@pytest.fixture
async def day(tmp_path: Path) -> AsyncIterator[Day]:
    async with DiscordEmulator() as discord:
        many_servers = ManyServers.build(discord, 1, len(PLAYERS))
        await many_servers.fill(tmp_path / "kurultai.sqlite3", genuine=True)
        made = Day(discord, many_servers, tmp_path)
        await made.begin()
        yield made
        await made.bot.kill()
