"""Simulated players with a purpose, for situations that random players seldom reach."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from engines.bitsets import members_of
from engines.game import CHANCE, Player
from engines.playthrough import Entry, Playthrough
from engines.totem import elimination
from engines.totem.board import DISTANCE
from engines.totem.game import TOTEM
from engines.totem.moves import Add, Move, Reroll, Run, Use
from engines.totem.observation import Loss
from engines.totem.state import State

Worth: TypeAlias = Callable[[State, Player, Move], tuple[int, ...]]
"""How good a player finds a move; more is better."""


def _losses(state: State, player: Player, move: Run) -> tuple[Loss, ...]:
    return elimination.losses(state, player, move.stop, move.victim)


def _to_totem(state: State, player: Player, cell: int) -> int:
    """Return the distance to the nearest enemy totem."""
    return min(DISTANCE[cell][totem] for seat, totem in enumerate(state.totems) if seat != player and totem is not None)


def greedy(state: State, player: Player, move: Move) -> tuple[int, ...]:
    """Eliminates totems, otherwise as many pieces as possible, otherwise approaches the nearest totem."""
    if isinstance(move, Run):
        losses = _losses(state, player, move)
        return sum(loss.cause == "totem" for loss in losses), len(losses), -_to_totem(state, player, move.stop)
    return (int(isinstance(move, (Use, Reroll))),)


def peaceful(state: State, player: Player, move: Move) -> tuple[int, ...]:
    """Exchanges and eliminates nothing, keeps away from the others and makes as few moves as possible."""
    match move:
        case Run(stop=stop, steps=steps):
            return -len(_losses(state, player, move)), steps, _to_totem(state, player, stop)
        case Use(points):
            return (14 - points,)
        case Reroll() | Add():
            return (0,)
        case _:
            return (1,)


def wasteful(state: State, player: Player, move: Move) -> tuple[int, ...]:
    """Places every piece, eliminates the others' pieces and avoids their totems."""
    match move:
        case Run(stop=stop):
            losses = _losses(state, player, move)
            felled = sum(loss.cause == "totem" for loss in losses)
            near = _to_totem(state, player, stop) < 3
            enemies = members_of(state.occupied & ~state.own(player))
            return -felled, len(losses), -near, -min(DISTANCE[stop][cell] for cell in enemies)
        case Add():
            return (100,)
        case Use(points):
            return (-points,)
        case _:
            return (0,)


def choose(state: State, player: Player, worth: Worth, rng: Random) -> Move:
    """Return one of the best moves of a player."""
    ranked = [(worth(state, player, move), move) for move in TOTEM.legal_moves(state, player)]
    most = max(value for value, _ in ranked)
    best = [move for value, move in ranked if value == most]
    return best[rng.randrange(len(best))]


def play(num_players: int, worth: Worth, seed: int) -> Playthrough:
    """Return a match between players of one kind."""
    rng = Random(seed)
    state = TOTEM.initial_state(num_players, {})
    entries = []
    while waiting := TOTEM.players_to_move(state):
        player = waiting[0]
        move = TOTEM.sample_chance(state, rng) if player == CHANCE else choose(state, player, worth, rng)
        entries.append(Entry(player, TOTEM.encode_move(move)))
        state = TOTEM.apply(state, player, move)
    return Playthrough("totem", TOTEM.info.rules_version, num_players, (), tuple(entries))
