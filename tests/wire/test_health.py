"""The health of a real bot, seen from another process while it starts, loses Discord, is killed and stops."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import VERSION
from tests.wire.emulator import DiscordEmulator
from tests.wire.health import health, until_health
from tests.wire.process import BotProcess

GATEWAY = "GATEWAY /"


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return {"KURULTAI_DATABASE": str(tmp_path / "kurultai.sqlite3")}


@pytest.fixture
async def bot(emulated: DiscordEmulator, tmp_path: Path) -> AsyncIterator[BotProcess]:
    """A bot that is connected."""
    emulated.create_channel(emulated.create_guild("Club"), "games")
    run = BotProcess.fork(emulated, tmp_path)
    await emulated.until_ready()
    yield run
    await run.kill()


async def test_connected_bot_is_healthy_and_a_stopped_one_is_not(bot: BotProcess, environment: dict[str, str]) -> None:
    status, line = await until_health(environment, "healthy: ")
    assert status == 0
    assert "Connected to Discord since" in line
    assert await bot.stop() == 0
    assert await health(environment) == (1, "unhealthy: The bot is not running.")
    assert [path.name for path in bot.folder.iterdir() if ".status.json" in path.name] == []


async def test_killed_bot_is_unhealthy_at_once(bot: BotProcess, environment: dict[str, str]) -> None:
    await until_health(environment, "healthy: ")
    await bot.kill()
    status, line = await health(environment)
    assert status == 1
    assert line.startswith("unhealthy: The bot is not running. It was not stopped but ended by itself or was killed")


async def test_bot_that_cannot_connect_is_starting(
    emulated: DiscordEmulator, tmp_path: Path, environment: dict[str, str]
) -> None:
    emulated.fail(GATEWAY, 503, times=1_000)
    run = BotProcess.fork(emulated, tmp_path)
    try:
        await until_health(environment, "unhealthy: The bot is starting: it is not connected to Discord yet.")
        assert await run.stop() == 0
    finally:
        await run.kill()


async def test_lost_connection_is_known_and_short_ones_are_healthy(
    emulated: DiscordEmulator, bot: BotProcess, environment: dict[str, str]
) -> None:
    await until_health(environment, "healthy: ")
    emulated.fail(GATEWAY, 503, times=1_000)
    emulated.gateway.drop()
    status, _ = await until_health(environment, f"healthy: version {VERSION}. Not connected to Discord since")
    assert (status, bot.running) == (0, True)
    emulated.clear_faults()
    await until_health(environment, f"healthy: version {VERSION}. Connected to Discord since")
