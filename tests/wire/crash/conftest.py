"""One emulated Discord and one database for all tests of a module: what is killed and started again is the bot."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.wire.emulator import DiscordEmulator

pytest.register_assert_rewrite("tests.wire.crash.harness", "tests.wire.crash.table")

from tests.wire.crash.harness import BotHarness  # noqa: E402 - its asserts shall tell what differs


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def harness(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[BotHarness]:
    """A harness whose database is consistent after all tests."""
    # What is posted here is held against Discord's schema by other tests; these are about how often, and cost less so.
    async with DiscordEmulator(judges=False) as discord:
        harness = BotHarness(discord, tmp_path_factory.mktemp("harness"))
        await harness.open()
        yield harness
        await harness.close()
        assert discord.problems == []
        assert await harness.findings() == []
