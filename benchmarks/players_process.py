"""Measures the process of the computer players as the bot starts it: its memory, and how soon it answers."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from bot.computer.process_decider import ProcessDecider
from engines.game import CHANCE, AnyGame, Player
from engines.registry import GAMES
from players import LEVELS
from players.contestants import SeededRng

STARTS = 5
"""Starts of the process for each game."""


def measure(starts: int = STARTS) -> dict[str, float]:
    """Decide at the beginning of a match of each game.

    Args:
        starts: how often the process is started for each game.

    Returns:
        ``players.mb``: the most resident memory of a process that has decided once for each game at the highest level,
        in megabytes of 1,000,000 bytes. ``players.ready_s``: seconds from a request until the answer of a process that
        must be started for it, without those of the same request to the running process; the median of the game with
        the highest one.
    """
    return asyncio.run(_measure(starts))


async def _measure(starts: int) -> dict[str, float]:
    ready = [median([await _seconds_until_ready(game) for _ in range(starts)]) for game in GAMES.values()]
    return {"players.mb": await _most_memory(), "players.ready_s": max(ready)}


async def _most_memory() -> float:
    decider = ProcessDecider()
    try:
        for game in GAMES.values():
            await _decide(decider, game, LEVELS[-1])
        status = Path(f"/proc/{decider.process.pid}/status").read_text("ascii")  # noqa: ASYNC240 - not on a disk
    finally:
        await decider.close()
    most = next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(most) * 1024 / 1_000_000


async def _seconds_until_ready(game: AnyGame) -> float:
    decider = ProcessDecider()
    try:
        began = time.perf_counter()
        await _decide(decider, game, LEVELS[0])
        answered = time.perf_counter()
        await _decide(decider, game, LEVELS[0])
        return (answered - began) - (time.perf_counter() - answered)
    finally:
        await decider.close()


async def _decide(decider: ProcessDecider, game: AnyGame, level: int) -> None:
    player, observation = _opening(game)
    await decider.decide(1, 1, game, player, observation, level, 1)


def _opening(game: AnyGame) -> tuple[Player, Any]:
    """Return the first player to decide in a match of two, and what they see."""
    rng, state = SeededRng(Random(1)), game.initial_state(2, {})
    while (mover := game.players_to_move(state)[0]) == CHANCE:
        state = game.apply(state, CHANCE, game.sample_chance(state, rng))
    return mover, game.observe(state, mover)
