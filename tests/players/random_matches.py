"""Positions of random matches of any game."""

from __future__ import annotations

from random import Random
from typing import Any

from engines.game import CHANCE, AnyGame, Player


def positions(game: AnyGame, num_players: int, seed: int) -> tuple[tuple[Any, Player], ...]:
    """Every position of a random match in which a player is to move, with that player."""
    rng, state = Random(seed), game.initial_state(num_players, {})
    found = []
    while waiting := game.players_to_move(state):
        mover = waiting[-1]
        if mover == CHANCE:
            state = game.apply(state, mover, game.sample_chance(state, rng))
            continue
        found.append((state, mover))
        legal = game.legal_moves(state, mover)
        state = game.apply(state, mover, legal[rng.randrange(len(legal))])
    return tuple(found)
