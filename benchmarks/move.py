"""Times whole moves over the network: gateway frame, engine, durable commit, picture, new board.

The bot is a separate process, connected to an emulated Discord on loopback with TLS. The time is measured from writing
the click to the gateway's socket until the message with the new picture has arrived completely.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from tests.wire.emulator import DEADLINE, Channel, DiscordEmulator
from tests.wire.process import UNLIMITED_REQUESTS, BotProcess
from tests.wire.single_server import SingleServer, moves_on, newest

MOVES_OF_A_MATCH = 6
"""Minimum average number of clicks per match, before a player can only spend a tile, which takes two."""
RATE = 50.0
"""Clicks per second of the steady part: as many as Discord lets a bot answer."""
WARM_SECONDS, STEADY_SECONDS, BURST_SECONDS = 2.0, 12.0, 6.0
MOST = 350.0
"""Moves per second of the burst that there are enough matches for."""
AT_ONCE = 24
"""Clicks in flight during the burst."""
TIMEOUT_SECONDS = 120.0


def measure(
    steady: float = STEADY_SECONDS,
    burst: float = BURST_SECONDS,
    matches: int | None = None,
    move_to: Callable[[Path], str] | None = None,
) -> dict[str, float]:
    """Time whole moves.

    Args:
        steady: seconds of 50 clicks per second, after a warm-up that is not counted.
        burst: seconds of as many moves as the bot can make.
        matches: number of simultaneous matches; by default enough for all these moves.
        move_to: moves the database file to a server and returns its address; by default the bot uses the file.

    Returns:
        ``move.answer_ms_p50`` and ``move.answer_ms_p99`` of the steady part, and ``move.sustained_per_s`` of the burst,
        which counts moves whose board was posted.
    """
    moves = (WARM_SECONDS + steady) * RATE + burst * MOST
    return asyncio.run(_measure(steady, burst, matches or round(moves / MOVES_OF_A_MATCH), move_to))


async def _measure(
    steady: float, burst: float, matches: int, move_to: Callable[[Path], str] | None
) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        async with DiscordEmulator(validates=False, deadline=DEADLINE) as discord:
            single_server = SingleServer.build(discord, matches)
            path = Path(folder) / "kurultai.sqlite3"
            await single_server.fill(path, matches, to_announce=matches)
            more = {} if move_to is None else {"KURULTAI_DATABASE": move_to(path)}
            # Where the database is on a server, the status file is in the working folder.
            process = await BotProcess.start(
                discord, Path(folder), more={**UNLIMITED_REQUESTS, **more}, working_folder=Path(folder)
            )
            try:
                await discord.until_ready()
                await discord.until(
                    lambda: all(map(newest, single_server.channels)), "the first boards", TIMEOUT_SECONDS
                )
                clicker = Clicker(single_server)
                await clicker.play_steadily(WARM_SECONDS)
                times = await clicker.play_steadily(steady)
                done, seconds = await clicker.burst(burst)
            finally:
                await process.kill()
    return {
        "move.answer_ms_p50": median(times) * 1000,
        "move.answer_ms_p99": quantiles(times, n=100)[-1] * 1000,
        "move.sustained_per_s": done / seconds,
    }


class Clicker:
    """Clicks moves on boards that wait for one, one click at a time on each."""

    def __init__(self, single_server: SingleServer) -> None:
        self._hall = single_server
        self._idle: asyncio.Queue[Channel] = asyncio.Queue()
        for channel in single_server.channels:
            self._idle.put_nowait(channel)
        self._rng = random.Random(7)

    async def play_steadily(self, seconds: float) -> list[float]:
        """Click at the fixed rate; return the seconds that each board took."""
        begin = time.perf_counter()
        running: list[asyncio.Task[float]] = []
        for number in range(int(seconds * RATE)):
            await asyncio.sleep(max(0.0, begin + number / RATE - time.perf_counter()))
            running.append(asyncio.create_task(self._move(), name=f"click {number}"))
        return await asyncio.gather(*running)

    async def burst(self, seconds: float) -> tuple[int, float]:
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
        """Make a move in some match and wait for its board; return the seconds taken."""
        channel, message, button = await self._choose()
        mover = next(user for user in self._hall.people if user.mention in message["content"])
        click = mover.send_click(message, button)
        discord = self._hall.discord

        def posted() -> bool:
            return newest(channel) is not message

        await discord.until(posted, f"the board after {click}", TIMEOUT_SECONDS)
        self._idle.put_nowait(channel)
        return arrival(discord, channel) - click.sent

    async def _choose(self) -> tuple[Channel, dict[str, Any], str]:
        """Return a board that waits for a click, and a move; matches without a plain move are not used again."""
        while True:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                channel = await self._idle.get()
            message = newest(channel)
            buttons = moves_on(message) if message else ()
            if message and buttons:
                return channel, message, self._rng.choice(buttons)


def arrival(discord: DiscordEmulator, channel: Channel) -> float:
    """Return when the request that posted a channel's newest message arrived."""
    path = f"/channels/{channel.id}/messages"
    return next(request.received for request in reversed(discord.requests) if request.path == path)
