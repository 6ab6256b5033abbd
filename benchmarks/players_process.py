"""Measures the process of the computer players as the bot starts it: its memory, and how soon it answers."""

from __future__ import annotations

import asyncio
import time
from itertools import product
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from bot.computer.decider import Question
from bot.computer.process_decider import ProcessDecider
from engines.game import CHANCE, AnyGame, Player
from engines.registry import GAMES
from players import LEVELS

STARTS = 5
"""Starts of the process for each game."""
MOVES = (0, 15)
"""Random moves before the positions in which memory is measured."""


def measure(starts: int = STARTS) -> dict[str, float]:
    """Decide at the beginning of a match of each game.

    Args:
        starts: how often the process is started for each game.

    Returns:
        ``players.mb``: the most resident memory of a process that has decided at the highest level at the beginning and
        in the middle of matches of every game, with the fewest and the most players, and has judged each decision as
        for a review, in megabytes of 1,000,000 bytes. ``players.ready_s``: seconds from a request until the answer of
        a process that must be started for it, without those of the same request to the running process; the median of
        the game with the highest one.
    """
    return asyncio.run(_measure(starts))


async def _measure(starts: int) -> dict[str, float]:
    ready = [median([await _seconds_until_ready(game) for _ in range(starts)]) for game in GAMES.values()]
    return {"players.mb": await _most_memory(), "players.ready_s": max(ready)}


async def _most_memory() -> float:
    decider = ProcessDecider()
    try:
        for game in GAMES.values():
            for seats, moves in product((game.info.min_players, game.info.max_players), MOVES):
                player, observation = _position(game, seats, moves)
                answer = await decider.decide(Question(1, seats, game, player, observation, LEVELS[-1], moves))
                await decider.judge(1, game, player, observation, answer.decision.moves, deep=True)
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
    player, observation = _position(game, 2, 0)
    await decider.decide(Question(1, 1, game, player, observation, level, 1))


def _position(game: AnyGame, seats: int, moves: int) -> tuple[Player, Any]:
    """Return the first player to decide after some random moves, and what they see."""
    random = Random(1)
    rng, state = random, game.initial_state(seats, {})
    while True:
        mover = game.players_to_move(state)[0]
        if mover == CHANCE:
            state = game.apply(state, CHANCE, game.sample_chance(state, rng))
        elif not moves:
            return mover, game.observe(state, mover)
        else:
            state, moves = game.apply(state, mover, random.choice(game.legal_moves(state, mover))), moves - 1
