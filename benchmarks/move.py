"""Times whole moves on the wire: gateway frame, engine, durable commit, picture, new board.

The bot is a process of its own, led to an emulated Discord on loopback with TLS. The clock runs from the moment the
click is handed to the gateway's socket to the moment the message with the new picture has wholly arrived.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from tests.wire.emulator import DEADLINE, Channel, DiscordEmulator
from tests.wire.process import HURRIED, BotProcess
from tests.wire.single_server import SingleServer, moves_on, newest

MOVES_OF_A_MATCH = 6
"""So many clicks a match admits at least on average, until a player can only spend a tile, which takes two."""
RATE = 50.0
"""Clicks per second of the steady part: as many as Discord lets one bot answer."""
WARM_SECONDS, STEADY_SECONDS, RUSH_SECONDS = 2.0, 12.0, 6.0
MOST = 350.0
"""Moves per second of the rush for which there are matches enough."""
AT_ONCE = 24
"""Clicks that wait for their board at any time of the rush."""
PATIENCE = 120.0


def measure(steady: float = STEADY_SECONDS, rush: float = RUSH_SECONDS, matches: int | None = None) -> dict[str, float]:
    """Time whole moves.

    Args:
        steady: seconds of 50 clicks a second, after a warm-up that is not counted.
        rush: seconds of as many moves as the bot can make.
        matches: how many are played side by side; by default enough for all these moves.

    Returns:
        ``move.answer_ms_p50`` and ``move.answer_ms_p99`` of the steady part, and ``move.sustained_per_s`` of the rush,
        which counts moves whose board was posted.
    """
    moves = (WARM_SECONDS + steady) * RATE + rush * MOST
    return asyncio.run(_measure(steady, rush, matches or round(moves / MOVES_OF_A_MATCH)))


async def _measure(steady: float, rush: float, matches: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        async with DiscordEmulator(judges=False, deadline=DEADLINE) as discord:
            single_server = SingleServer.build(discord, matches)
            await single_server.fill(Path(folder) / "kurultai.sqlite3", matches, to_announce=matches)
            process = await BotProcess.start(discord, Path(folder), more=HURRIED)
            try:
                await discord.until_ready()
                await discord.until(lambda: all(map(newest, single_server.channels)), "the first boards", PATIENCE)
                clicker = Clicker(single_server)
                await clicker.steadily(WARM_SECONDS)
                times = await clicker.steadily(steady)
                done, seconds = await clicker.rush(rush)
            finally:
                await process.kill()
    return {
        "move.answer_ms_p50": median(times) * 1000,
        "move.answer_ms_p99": quantiles(times, n=100)[-1] * 1000,
        "move.sustained_per_s": done / seconds,
    }


class Clicker:
    """Clicks a move on boards whose turn it is, one click at a time on each."""

    def __init__(self, single_server: SingleServer) -> None:
        self._hall = single_server
        self._idle: asyncio.Queue[Channel] = asyncio.Queue()
        for channel in single_server.channels:
            self._idle.put_nowait(channel)
        self._rng = random.Random(7)

    async def steadily(self, seconds: float) -> list[float]:
        """Click at the fixed rate; return the seconds that each board took."""
        begin = time.perf_counter()
        running: list[asyncio.Task[float]] = []
        for number in range(int(seconds * RATE)):
            await asyncio.sleep(max(0.0, begin + number / RATE - time.perf_counter()))
            running.append(asyncio.create_task(self._move(), name=f"click {number}"))
        return await asyncio.gather(*running)

    async def rush(self, seconds: float) -> tuple[int, float]:
        """Keep many clicks in flight; return the number of boards and the seconds taken."""
        begin = time.perf_counter()

        async def keep_clicking() -> int:
            done = 0
            while time.perf_counter() < begin + seconds:
                await self._move()
                done += 1
            return done

        done = sum(await asyncio.gather(*(keep_clicking() for _ in range(AT_ONCE))))
        return done, time.perf_counter() - begin

    async def _move(self) -> float:
        """Make a move in some match and wait for its board; return the seconds between."""
        channel, message, button = await self._choose()
        mover = next(user for user in self._hall.people if user.mention in message["content"])
        click = mover.send_click(message, button)
        discord = self._hall.discord

        def posted() -> bool:
            return newest(channel) is not message

        await discord.until(posted, f"the board after {click}", PATIENCE)
        self._idle.put_nowait(channel)
        return arrival(discord, channel) - click.sent

    async def _choose(self) -> tuple[Channel, dict[str, Any], str]:
        """A board that waits for a click, and one of its moves; matches without a plain move are left out for good."""
        while True:
            async with asyncio.timeout(PATIENCE):
                channel = await self._idle.get()
            message = newest(channel)
            buttons = moves_on(message) if message else ()
            if message and buttons:
                return channel, message, self._rng.choice(buttons)


def arrival(discord: DiscordEmulator, channel: Channel) -> float:
    """Return when the request that posted a channel's newest message had arrived."""
    path = f"/channels/{channel.id}/messages"
    return next(request.received for request in reversed(discord.requests) if request.path == path)
