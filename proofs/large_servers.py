"""Servers as large as real ones, and the memory that the bot needs for each."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from tests.wire.emulator import DiscordEmulator, Guild
from tests.wire.emulator.world import PUBLIC_THREAD, Permission, World, timestamp
from tests.wire.process import BotProcess, resident_mb

CHANNELS, ROLES, THREADS = 25, 15, 5
"""Text channels, roles and open threads of each server."""
SETTLE_SECONDS = 2.0
"""After the start, before memory is read."""

Start = Callable[[DiscordEmulator, Path, Sequence[int]], Awaitable[BotProcess]]
"""Starts a bot on some processors, and waits until it is connected."""


def enlarge(world: World) -> None:
    """Give every server its channels, most with an exception for the bot, roles and threads, before a bot connects."""
    for guild in world.guilds.values():
        _enlarge(world, guild)


def _enlarge(world: World, guild: Guild) -> None:
    while len(guild.channels) < CHANNELS:
        world.add_channel(guild, f"channel-{len(guild.channels)}", denied=Permission.MANAGE_CHANNELS)
    guild.more_roles = [world.snowflake() for _ in range(ROLES - len(guild.roles))]
    metadata = {
        "archived": False,
        "archive_timestamp": timestamp(),
        "auto_archive_duration": 4320,
        "locked": False,
        "create_timestamp": timestamp(),
    }
    for number, parent in enumerate(list(guild.channels.values())[:THREADS]):
        world.add_channel(
            guild, f"thread-{number}", type=PUBLIC_THREAD, parent=parent, owner=guild.owner, thread=dict(metadata)
        )


async def memory_mb(bot: BotProcess) -> float:
    """Return the memory of the bot's main process, once it has started."""
    await asyncio.sleep(SETTLE_SECONDS)
    return resident_mb(bot.pid)


async def memory_without_servers_mb(start: Start, theirs: Sequence[int]) -> float:
    """Return the memory of a bot with an empty database and no server."""
    with tempfile.TemporaryDirectory() as folder:
        async with DiscordEmulator(validates=False) as discord:
            bot = await start(discord, Path(folder), theirs)
            try:
                return await memory_mb(bot)
            finally:
                await bot.kill()
