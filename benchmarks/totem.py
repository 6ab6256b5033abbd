"""Times the list of legal runs in positions of Totem."""

from __future__ import annotations

import time
from statistics import median

from benchmarks.rng import SeededRng
from engines.game import CHANCE
from engines.totem.game import TOTEM

SECONDS = 8.0
"""Seconds of random matches with two, three and four players in turn; each match is seeded with its number."""


def measure(matches: int | None = None) -> dict[str, float]:
    """Measure the milliseconds to list every legal run of a player who has points to use.

    Args:
        matches: how many are played; by default as many as fit into the time.

    Returns:
        ``engine.totem.legal_runs_ms_p50`` and ``engine.totem.legal_runs_ms_max``.
    """
    times: list[float] = []
    ends = time.perf_counter() + SECONDS
    number = 0
    while number < matches if matches is not None else time.perf_counter() < ends:
        _play(2 + number % 3, SeededRng(number), times)
        number += 1
    return {
        "engine.totem.legal_runs_ms_p50": 1000 * median(times),
        "engine.totem.legal_runs_ms_max": 1000 * max(times),
    }


def _play(players: int, rng: SeededRng, times: list[float]) -> None:
    """Play a random match and record the seconds of every list of runs."""
    state = TOTEM.initial_state(players, {})
    while waiting := TOTEM.players_to_move(state):
        player = waiting[0]
        if player == CHANCE:
            move = TOTEM.sample_chance(state, rng)
        else:
            begin = time.perf_counter()
            legal = TOTEM.legal_moves(state, player)
            if state.phase == "run":
                times.append(time.perf_counter() - begin)
            move = legal[rng.randrange(len(legal))]
        state = TOTEM.apply(state, player, move)


if __name__ == "__main__":
    print(*(f"{name}: {value:.3g} ms" for name, value in measure(1000).items()), sep="\n")
