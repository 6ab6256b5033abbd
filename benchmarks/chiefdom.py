"""Times the listing and applying of Chiefdom's decisions on half-filled sheets."""

from __future__ import annotations

import time
from statistics import median

from benchmarks.rng import SeededRng
from engines.chiefdom.game import CHIEFDOM
from engines.chiefdom.moves import Move
from engines.chiefdom.state import State
from engines.game import CHANCE, Player

MATCHES = 12
"""Matches of two players in which the positions are searched."""

HALF_FILLED = range(25, 52)
"""Empty squares of a half-filled sheet: a third to two thirds of 76."""


def measure() -> dict[str, float]:
    """Measure the milliseconds to list every legal decision of a turn, and to apply one.

    Returns:
        ``engine.chiefdom.legal_ms_p50`` and ``engine.chiefdom.apply_ms_p50``.
    """
    listing: list[float] = []
    applying: list[float] = []
    for seed in range(MATCHES):
        for state, player, move in _decisions(SeededRng(seed)):
            started = time.perf_counter()
            CHIEFDOM.legal_moves(state, player)
            listed = time.perf_counter()
            CHIEFDOM.apply(state, player, move)
            applying.append(time.perf_counter() - listed)
            listing.append(listed - started)
    return {
        "engine.chiefdom.legal_ms_p50": 1000 * median(listing),
        "engine.chiefdom.apply_ms_p50": 1000 * median(applying),
    }


def _decisions(rng: SeededRng) -> list[tuple[State, Player, Move]]:
    """Return decisions of a random match on half-filled sheets; every second one ends a turn."""
    found: list[tuple[State, Player, Move]] = []
    state = CHIEFDOM.initial_state(2, {})
    while waiting := CHIEFDOM.players_to_move(state):
        player = waiting[0]
        if player == CHANCE:
            move = CHIEFDOM.sample_chance(state, rng)
        else:
            legal = CHIEFDOM.legal_moves(state, player)
            move = legal[rng.randrange(len(legal))]
            if state.sheets[player].squares.count(".") in HALF_FILLED:
                found.append((state, player, move))
        state = CHIEFDOM.apply(state, player, move)
    return found
