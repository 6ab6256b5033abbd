"""One emulated Discord and one database for all tests of a module: what is killed and started again is the bot."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.wire.emulator import DiscordEmulator

pytest.register_assert_rewrite("tests.wire.crash.harness", "tests.wire.crash.table")

from tests.wire.crash.harness import BotHarness  # noqa: E402 - pytest must rewrite its asserts first


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def harness(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[BotHarness]:
    """Return a harness; check its database after all tests."""
    # Other tests check posts against Discord's schema; these check how often, and are faster without it.
    async with DiscordEmulator(validates=False) as discord:
        harness = BotHarness(discord, tmp_path_factory.mktemp("harness"))
        await harness.open()
        yield harness
        await harness.close()
        assert discord.problems == []
        assert await harness.findings() == []
