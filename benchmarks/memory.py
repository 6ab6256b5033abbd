"""Measures the memory of the bot and its rendering process with ten thousand running matches, after some play."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from benchmarks.move import TIMEOUT_SECONDS, Clicker
from tests.wire.emulator import DiscordEmulator
from tests.wire.process import UNLIMITED_REQUESTS, BotProcess, family, resident_mb
from tests.wire.single_server import SingleServer, newest

MATCHES = 10_000
BUSY = 60
"""Matches that are played; the others only exist in the database."""
SECONDS = 6.0


def measure(matches: int = MATCHES, busy: int = BUSY, seconds: float = SECONDS) -> dict[str, float]:
    """Play some of many matches for a while, with pictures, then read the resident memory of the bot's processes.

    Returns:
        ``memory.open_10000_mb``, in megabytes of 1,000,000 bytes.
    """
    return {"memory.open_10000_mb": asyncio.run(_measure(matches, busy, seconds))}


async def _measure(matches: int, busy: int, seconds: float) -> float:
    with tempfile.TemporaryDirectory() as folder:
        async with DiscordEmulator(validates=False) as discord:
            single_server = SingleServer.build(discord, busy)
            await single_server.fill(Path(folder) / "kurultai.sqlite3", matches, to_announce=busy)
            process = await BotProcess.start(discord, Path(folder), more=UNLIMITED_REQUESTS)
            try:
                await discord.until_ready()
                await discord.until(
                    lambda: all(map(newest, single_server.channels)), "the first boards", TIMEOUT_SECONDS
                )
                await Clicker(single_server).play_steadily(seconds)
                return sum(map(resident_mb, family(process.pid)))
            finally:
                await process.kill()
