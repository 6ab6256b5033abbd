"""The bot of `tests.wire.bot_process`, whose computer players decide without a pause while it is asked to.

SIGUSR1 begins that and SIGUSR2 ends it. The decisions are made as the bot makes them, in its process of the computer
players, at the highest level and for many people, and belong to no match.
"""

from __future__ import annotations

import asyncio
import random
import signal
import sys
from itertools import count
from typing import Any

import bot.acting
from bot import workers
from bot.computer.decider import Decider, Question
from bot.settings import Settings
from engines.game import CHANCE, AnyGame, Player
from engines.registry import GAMES
from players import LEVELS
from tests.wire import bot_process
from tests.wire.crash.bot_process import put

AT_ONCE = 4
"""Decisions that are asked for at the same time, so that the process never waits for the bot."""
POSITIONS, MOVES_APART = 6, 3
"""Positions of each game, and how many moves each is ahead of the one before."""


tasks: list[asyncio.Task[None]] = []
"""Kept, because the event loop does not keep them."""


def main() -> int:
    """Serve until SIGTERM."""

    def made(settings: Settings) -> Decider:
        decider = workers.decider(settings)
        _obey(decider)
        return decider

    put(bot.acting, "decider", made)
    return bot_process.main()


def _obey(decider: Decider) -> None:
    """Begin and end decisions when the signals arrive."""
    loop, asked, numbers = asyncio.get_running_loop(), asyncio.Event(), count(1)
    positions = [_position(game, MOVES_APART * number) for number in range(POSITIONS) for game in GAMES.values()]

    async def keep_deciding() -> None:
        for number in numbers:
            await asked.wait()
            game, player, observation = positions[number % len(positions)]
            # Each for another person, so that nobody's processor time is used up.
            await decider.decide(Question(number, number, game, player, observation, LEVELS[-1], number))

    tasks.extend(loop.create_task(keep_deciding()) for _ in range(AT_ONCE))
    loop.add_signal_handler(signal.SIGUSR1, asked.set)
    loop.add_signal_handler(signal.SIGUSR2, asked.clear)


def _position(game: AnyGame, moves: int) -> tuple[AnyGame, Player, Any]:
    """Return what a player sees after some random moves, with the game and the player."""
    rng, state = random.Random(f"{game.info.slug} {moves}"), game.initial_state(2, {})
    while True:
        mover = game.players_to_move(state)[0]
        if mover != CHANCE and moves <= 0:
            return game, mover, game.observe(state, mover)
        if mover == CHANCE:
            state = game.apply(state, CHANCE, game.sample_chance(state, rng))
            continue
        state = game.apply(state, mover, rng.choice(game.legal_moves(state, mover)))
        moves -= 1


if __name__ == "__main__":
    sys.exit(main())
