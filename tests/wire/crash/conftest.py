"""One emulated Discord and one database for all tests of a module: what is killed and started again is the bot."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.wire.emulator import DiscordEmulator

pytest.register_assert_rewrite("tests.wire.crash.house", "tests.wire.crash.table")

from tests.wire.crash.house import House  # noqa: E402 - its asserts shall tell what differs


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    """A house whose doctor finds nothing wrong when all its tests are over."""
    # What is posted here is held against Discord's schema by other tests; these are about how often, and cost less so.
    async with DiscordEmulator(judges=False) as discord:
        house = House(discord, tmp_path_factory.mktemp("house"))
        await house.open()
        yield house
        await house.close()
        assert discord.problems == []
        assert await house.findings() == []
