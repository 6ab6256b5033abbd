"""Measures the speed of the engines: whole random matches on one core, without pictures, texts or a database."""

from __future__ import annotations

import time
from importlib import import_module

from benchmarks.rng import SeededRng
from engines.game import CHANCE, AnyGame
from engines.registry import GAMES

ROUNDS = 5
"""The best of this many rounds is reported: the one least disturbed by other work on the machine."""

SECONDS = 0.6
"""Minimum seconds of a round."""

FURTHER = {"chiefdom": "benchmarks.chiefdom", "totem": "benchmarks.totem"}
"""Modules with further measurements of a game, by its slug."""


def measure(game_slug: str) -> dict[str, float]:
    """Measure log entries per second in random matches: list the legal moves, choose one, make it. Chance moves count
    too.

    Deals and rolls count too.

    Args:
        game_slug: a registered game.

    Returns:
        ``engine.<game>.moves_per_s``, and what else is measured of this game (see :data:`FURTHER`).
    """
    game = GAMES[game_slug]
    figures = {f"engine.{game_slug}.moves_per_s": max(_moves_per_second(game, seed) for seed in range(ROUNDS))}
    if game_slug in FURTHER:
        figures |= import_module(FURTHER[game_slug]).measure()
    return figures


def _moves_per_second(game: AnyGame, seed: int) -> float:
    rng = SeededRng(seed)
    players = max(2, game.info.min_players)
    moves = 0
    started = time.perf_counter()
    while (elapsed := time.perf_counter() - started) < SECONDS:
        moves += _play(game, players, rng)
    return moves / elapsed


def _play(game: AnyGame, players: int, rng: SeededRng) -> int:
    """Play a random match; return its number of moves."""
    state = game.initial_state(players, {})
    moves = 0
    while waiting := game.players_to_move(state):
        player = waiting[0]
        if player == CHANCE:
            move = game.sample_chance(state, rng)
        else:
            legal = game.legal_moves(state, player)
            move = legal[rng.randrange(len(legal))]
        state = game.apply(state, player, move)
        moves += 1
    return moves
