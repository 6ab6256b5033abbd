"""Memory of the bot and its rendering process with ten thousand running matches in the database, after some play."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from benchmarks.move import PATIENCE, Clicker
from tests.wire.emulator import DiscordEmulator
from tests.wire.process import HURRIED, BotProcess, family, resident_mb
from tests.wire.single_server import SingleServer, newest

MATCHES = 10_000
BUSY = 60
"""Matches that are played while the others lie in the database."""
SECONDS = 6.0


def measure(matches: int = MATCHES, busy: int = BUSY, seconds: float = SECONDS) -> dict[str, float]:
    """Play in some of many matches for a while, pictures included, then read the resident memory of its processes.

    Returns:
        ``memory.open_10000_mb``, in megabytes of 1,000,000 bytes.
    """
    return {"memory.open_10000_mb": asyncio.run(_measure(matches, busy, seconds))}


async def _measure(matches: int, busy: int, seconds: float) -> float:
    with tempfile.TemporaryDirectory() as folder:
        async with DiscordEmulator(judges=False) as discord:
            single_server = SingleServer.build(discord, busy)
            await single_server.fill(Path(folder) / "kurultai.sqlite3", matches, to_announce=busy)
            process = await BotProcess.start(discord, Path(folder), more=HURRIED)
            try:
                await discord.until_ready()
                await discord.until(lambda: all(map(newest, single_server.channels)), "the first boards", PATIENCE)
                await Clicker(single_server).steadily(seconds)
                return sum(map(resident_mb, family(process.pid)))
            finally:
                await process.kill()
