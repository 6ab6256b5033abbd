"""Times a start with ten thousand running matches in the database, until the first answer."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from statistics import median

from tests.wire.emulator import DiscordEmulator
from tests.wire.process import BotProcess
from tests.wire.single_server import SingleServer

MATCHES = 10_000
CHANNELS = 20
"""Channels with a match of the user who sends the command."""
STARTS = 5


def measure(matches: int = MATCHES, starts: int = STARTS) -> dict[str, float]:
    """Start the bot several times and time the first answer to a command that is sent as soon as the bot is connected.

    The very first start, which registers the commands, is not counted.

    Returns:
        ``start.first_answer_s``, the median.
    """
    return {"start.first_answer_s": median(asyncio.run(_measure(matches, starts)))}


async def _measure(matches: int, starts: int) -> list[float]:
    with tempfile.TemporaryDirectory() as folder:
        async with DiscordEmulator(validates=False) as discord:
            single_server = SingleServer.build(discord, CHANNELS)
            await single_server.fill(Path(folder) / "kurultai.sqlite3", matches)
            return [await _start(single_server, Path(folder)) for _ in range(starts + 1)][1:]


async def _start(single_server: SingleServer, folder: Path) -> float:
    process = await BotProcess.start(single_server.discord, folder)
    try:
        await single_server.discord.until_ready()
        answer = await single_server.people[0].slash(single_server.channels[0], "matches")
        await answer.until_complete()
        return answer.sent + answer.completion - process.started
    finally:
        await process.stop()
        await single_server.discord.until(lambda: not single_server.discord.gateway.ready, "a closed connection")
