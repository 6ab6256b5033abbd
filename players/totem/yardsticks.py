"""Weaker players of Totem to hold the computer player against: both choose each run by itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from engines.bitsets import members_of
from engines.game import Player
from engines.text import T
from engines.totem.board import DISTANCE
from engines.totem.imagine import imagine
from engines.totem.moves import encode
from engines.totem.observation import TotemObservation
from engines.totem.rules import legal_moves
from engines.totem.state import State
from engines.totem.turns import apply
from players.decision import Decision
from players.reason import neutral
from players.totem.plans import decides
from players.yardstick import Yardstick


def _decide(
    measure: Callable[[State, Player], float], observation: TotemObservation, player: Player, random: Random
) -> Decision:
    """Make each move whose position is worth most by a measure. The value is always one half.

    Raises:
        ValueError: the player is not to move.
    """
    state = imagine(observation)
    if not legal_moves(state, player):
        raise ValueError("the player is not to move")
    made: list[str] = []
    nodes = 0
    while not made or decides(state, player):
        found = [(move, apply(state, player, move)) for move in legal_moves(state, player)]
        nodes += len(found)
        values = [measure(after, player) for _, after in found]
        best = max(values)
        move, state = random.choice([one for one, value in zip(found, values, strict=True) if value == best])
        made.append(encode(move))
    return Decision(tuple(made), 0.5, neutral(T("It looks best one run ahead.")), nodes)


def _distance(state: State, attacker: Player, owner: Player) -> int:
    """The cells between a seat's nearest piece, or its totem, and another seat's totem; 0 if it has no totem."""
    totem = state.totems[owner]
    return 0 if totem is None else min((DISTANCE[cell][totem] for cell in members_of(state.own(attacker))), default=0)


def _greedy(state: State, player: Player) -> float:
    """Fewer totems of others, then fewer pieces of others, then a smaller distance to a totem."""
    others = [seat for seat in state.active_players if seat != player]
    pieces = sum(state.pieces[seat].bit_count() for seat in others)
    near = min((_distance(state, player, seat) for seat in others), default=0)
    return -1000.0 * len(others) - 20.0 * pieces - near


def _careful(state: State, player: Player) -> float:
    """Pieces, reserves, totems of others that fell, and who is nearer to whose totem."""
    others = [seat for seat in state.active_players if seat != player]
    if not others:
        return 10_000.0
    total = _strength(state, player) - sum(_strength(state, seat) for seat in others) / len(others)
    total -= 3.0 * min(_distance(state, player, seat) for seat in others)
    total += 3.0 * min(_distance(state, seat, player) for seat in others)
    return total - 200.0 * len(others)


def _strength(state: State, seat: Player) -> float:
    return 10.0 * state.pieces[seat].bit_count() + 4.0 * state.reserves[seat]


YARDSTICKS = {"greedy": Yardstick(partial(_decide, _greedy)), "careful": Yardstick(partial(_decide, _careful))}
"""``greedy`` fells, eliminates and comes nearer; ``careful`` makes the run with the best estimate."""
