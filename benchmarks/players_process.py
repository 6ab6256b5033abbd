"""Measures the memory of a process that has decided once for each game."""

from __future__ import annotations

import subprocess
import sys

_DECIDE_ONCE = """
from random import Random
from engines.game import CHANCE
from engines.registry import GAMES
from players.contestants import SeededRng
from players.registry import player_of
for game in GAMES.values():
    rng, state = SeededRng(Random(1)), game.initial_state(2, {})
    while (mover := game.players_to_move(state)[0]) == CHANCE:
        state = game.apply(state, CHANCE, game.sample_chance(state, rng))
    player_of(game).decide(game.observe(state, mover), mover, 5, 1)
status = open("/proc/self/status").read()
print(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")))
"""


def measure() -> dict[str, float]:
    """Decide once for each game at the highest level in a new process.

    Returns:
        ``players.mb``: the most resident memory that it had, in megabytes of 1,000,000 bytes.
    """
    done = subprocess.run([sys.executable, "-c", _DECIDE_ONCE], capture_output=True, text=True, check=True)
    return {"players.mb": int(done.stdout) * 1024 / 1_000_000}
