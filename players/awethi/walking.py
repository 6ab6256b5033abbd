"""Herders who decide walk by walk: they surround the aiwe that is nearest."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal, TypeAlias

from engines.awethi.herd import caught
from engines.awethi.moves import EACH, HOME, STAY, SUM, Choose, Move, Walk
from engines.awethi.rules import herder_to_move, legal_moves
from engines.awethi.state import State
from engines.awethi.turns import apply
from engines.bitsets import mask_of, members_of
from players.awethi.field import distances_from

Aim: TypeAlias = Literal["own", "common"]
"""Whether each awéthi goes to the aiwe nearest to itself, or all to the one nearest to all together."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The moves of a herder's turn."""

    moves: tuple[Move, ...]
    after: State
    nodes: int
    """Walks that were compared."""


def walked(state: State, aim: Aim, random: Random, budget: int, way: Choose | None = None) -> Turn:
    """The rest of a herder's turn, walk by walk; beyond the budget, first legal walks.

    Args:
        state: the position.
        aim: which aiwe awéthi go for.
        random: chooses among equal walks.
        budget: how many walks are compared at most.
        way: how the dice are used, if that is still to be chosen; ``None``: as the aim has it.
    """
    player = state.seat_of(herder_to_move(state))
    moves: list[Move] = []
    used = 0
    if state.phase == "choose":
        moves.append(way or (random.choice((EACH, SUM)) if aim == "own" else EACH))
        state = apply(state, player, moves[0])
    while state.phase in ("each", "sum"):
        legal = [move for move in legal_moves(state, player) if isinstance(move, Walk)]
        if aim == "own":
            drawn = random.choice(legal)
            legal = [move for move in legal if (move.awethi, move.die) == (drawn.awethi, drawn.die)]
        if used + len(legal) > budget:
            move = legal[0]
        else:
            used += len(legal)
            aims = {awethi: _aim(state, awethi, aim) for awethi, number in enumerate(state.walked) if not number}
            ranked = [(_worth(state, move, aims[move.awethi], aim), move) for move in legal]
            most = max(worth for worth, _ in ranked)
            move = random.choice([move for worth, move in ranked if worth == most])
        moves.append(move)
        state = apply(state, player, move)
    return Turn(tuple(moves), state, used)


def landing(state: State, move: Walk) -> int:
    """The square on which the awéthi ends."""
    herder = state.herders[herder_to_move(state)]
    return {STAY: herder.awethi[move.awethi], HOME: herder.shelter}.get(move.end, move.end)


def _aim(state: State, awethi: int, aim: Aim) -> int | None:
    """The loose aiwe to go for; those held by the other three are not counted."""
    own = state.herders[herder_to_move(state)]
    others = mask_of(place for other, place in enumerate(own.awethi) if other != awethi)
    loose = members_of(own.grazing & ~caught(own.grazing, others))
    comers = (own.awethi[awethi],) if aim == "own" else own.awethi
    return min(loose, key=lambda square: sum(distances_from(square)[place] for place in comers), default=None)


def _worth(state: State, move: Walk, square: int | None, aim: Aim) -> tuple[int, bool, int]:
    """Aiwe held after the walk, whether it ends beside the aim, and how near to it; in turn if each has its own aim."""
    own = state.herders[herder_to_move(state)]
    end = landing(state, move)
    if aim == "own":
        return 0, False, 0 if square is None else -distances_from(square)[end]
    others = [place for other, place in enumerate(own.awethi) if other != move.awethi]
    held = caught(own.grazing, mask_of({*others, end})).bit_count()
    away = 0 if square is None else distances_from(square)[end]
    return held, away == 1, -away
