"""The computer player of Awéthi: herders plan four walks, the wairgka hunt."""

from __future__ import annotations

from math import exp
from random import Random

from engines.awethi.boards import LAIR
from engines.awethi.herd import caught
from engines.awethi.imagine import imagine
from engines.awethi.moves import EACH, SUM, Choose, Hunt, Move, Walk, encode
from engines.awethi.observation import AwethiObservation
from engines.awethi.rules import legal_moves, mover, players_to_move
from engines.awethi.scoring import heads
from engines.awethi.squares import ahead, distance, mask_of, squares_of
from engines.awethi.state import State
from engines.awethi.walks import layers, wairgk_room
from engines.game import Player
from players.awethi.plans import Plan, Planner, moves_of, walk_by_walk
from players.awethi.reasons import (
    catching,
    chance_of_catching,
    coming_nearer,
    eating,
    hunting,
    instead_of_eating,
    other_dice,
)
from players.decision import Alternative, Decision

_NODES = {1: 0, 2: 0, 3: 60, 4: 400, 5: 400}
"""Placements to evaluate by level."""

_KEPT, _WIDTH = 3, 8
"""How many distributions of the dice a plan looks at closely, and how many ends for each awéthi."""

_TRIED = 20
"""How many plans are checked for an order in which every walk is free."""

_BITES = (1.0, 3.0, 5.0)
"""What a calf, a cow and a bull are worth to the wairgka by points (A27); by heads all are alike."""

_NEXT_ROLLS = 24
"""Directions and numbers of steps of a wairgk turn (A18)."""


class AwethiPlayer:
    """Decides for a seat of Awéthi; stateless."""

    version = 1

    def decide(
        self, observation: AwethiObservation, player: Player, level: int, seed: int, *, nodes: int | None = None
    ) -> Decision:
        """Decide; see :class:`players.decision.ComputerPlayer`."""
        if player != observation.to_move:
            raise ValueError("the player is not to move")
        state, random = imagine(observation), Random(seed)
        if state.phase == "hunt":
            return _hunt(state, level, random, nodes)
        limit = _NODES[level] if nodes is None else min(nodes, _NODES[level])
        plans = level == 5 or (level in (2, 4) and random.random() < 0.5)
        if state.phase == "choose" and level >= 4 and plans:
            return _planned(state, limit)
        simply = level == 1 or (level == 2 and plans)
        return _walked(state, random if simply else None, limit)


# ------------------------------------------------------------------------------------------------------- herders


def _planned(state: State, limit: int) -> Decision:
    """Plan all four walks together, for a die each and for the average."""
    planner = Planner(state, limit)
    plans = planner.plans(kept=_KEPT, width=_WIDTH)
    for plan in plans[:_TRIED]:
        moves = moves_of(state, plan)
        if moves is not None:
            other = next((one for one in plans if one.way is not plan.way), None)
            return _decision(state, plan, moves, other, planner.nodes)
    return _walked(state, None, limit)


def _decision(state: State, plan: Plan, moves: list[Move], other: Plan | None, nodes: int) -> Decision:
    herd = state.herders[mover(state)]
    held = caught(herd.grazing, mask_of(plan.ends))
    if held:
        reason = catching(herd, held)
    elif plan.chance > 0:
        reason = chance_of_catching(plan.chance)
    else:
        reason = coming_nearer(herd, plan.ends)
    alternative = None
    if other is not None and not held and plan.chance > 0:
        text = other_dice(other.way is EACH, other.chance)
        alternative = Alternative((encode(other.way),), _value(state, mover(state), other.chance), text)
    return Decision(
        tuple(map(encode, moves)), _value(state, mover(state), plan.chance), reason, nodes, alternative=alternative
    )


def _walked(state: State, random: Random | None, limit: int) -> Decision:
    """Move one awéthi after the other; with ``random``, each to the nearest aiwe with any die."""
    herder = mover(state)
    moves: list[Move] = []
    planner = Planner(state, limit)
    if state.phase == "choose":
        way: Choose = EACH
        if random is not None:
            way = random.choice((EACH, SUM))
        elif plans := planner.plans(kept=1, width=_WIDTH):
            way = plans[0].way
        moves.append(way)
        state = planner.after(state, way)
    if random is None:
        walks = walk_by_walk(state, planner)
        moves += walks
        state = planner.after(state, *walks)
    else:
        walks = _nearest(state, random)
        moves += walks
        state = planner.after(state, *walks)
    own = state.herders[herder]
    held = caught(own.grazing, mask_of(own.awethi))
    reason = catching(own, held) if held else coming_nearer(own, own.awethi)
    return Decision(tuple(map(encode, moves)), _value(state, herder, 0.3), reason, planner.nodes)


def _nearest(state: State, random: Random) -> list[Walk]:
    """Send each awéthi to the aiwe nearest to it, with any die."""
    player, herder = players_to_move(state)[0], mover(state)
    moves: list[Walk] = []
    while state.phase in ("each", "sum") and state.turn == herder and players_to_move(state) == (player,):
        options = [move for move in legal_moves(state, player) if isinstance(move, Walk)]
        waiting = min(move.awethi for move in options)
        die = random.choice(sorted({move.die for move in options if move.awethi == waiting}))
        options = [move for move in options if (move.awethi, move.die) == (waiting, die)]
        own, targets = state.herders[herder], squares_of(state.herders[herder].grazing)

        def far(move: Walk, here: int = own.awethi[waiting], targets: list[int] = targets) -> int:
            end = move.end if move.end >= 0 else here
            return min((distance(end, one) for one in targets), default=0)

        nearest = min(map(far, options))
        best = random.choice([move for move in options if far(move) == nearest])
        moves.append(best)
        state = Planner.after(state, best)
    return moves


def _value(state: State, herder: int, chance: float) -> float:
    """Return the chance of a herder to win, estimated from the heads of all herders and the chance to catch next."""

    def standing(number: int) -> float:
        own = state.herders[number]
        eaten = 6 - heads(own) - own.grazing.bit_count()
        return heads(own) - 1.5 * eaten

    mine = standing(herder) + chance
    safe = 1 / (1 + exp(-(1.5 + 0.8 * mine)))
    rivals = [standing(number) for number in range(len(state.herders)) if number != herder]
    ahead_of = 1 / (1 + sum(exp(0.7 * (rival - mine)) for rival in rivals))
    return safe * ahead_of


# ------------------------------------------------------------------------------------------------------- wairgka


def _hunt(state: State, level: int, random: Random, nodes: int | None) -> Decision:
    """Eat what is worth most, else run to where most of the next rolls eat."""
    options = [move for move in legal_moves(state, players_to_move(state)[0]) if isinstance(move, Hunt)]
    prey = {move: _prey(state, move.end) for move in options}
    best = max(prey.values())
    own_value = 1 - max(_value(state, number, 0.3) for number in range(len(state.herders)))
    if best > 0 and (level > 1 or random.random() < 0.7):
        chosen = next(move for move in options if prey[move] == best)
        reason = eating(state, chosen.end)
        others = [move for move in options if not prey[move]]
        alternative = None
        if others:
            other = others[0]
            alternative = Alternative((encode(other),), own_value * 0.9, instead_of_eating())
        return Decision((encode(chosen),), own_value, reason, len(options), alternative=alternative)
    if level <= 2:
        chosen = random.choice(options)
        return Decision((encode(chosen),), own_value, hunting(_reaching(state, chosen)), len(options))
    tried = options if nodes is None else options[: max(1, nodes)]
    scored = [(_reaching(state, move), -_distance(state, move), -number, move) for number, move in enumerate(tried)]
    reached, _, _, chosen = max(scored)
    return Decision((encode(chosen),), own_value, hunting(reached), len(tried))


def _prey(state: State, square: int) -> float:
    for herder in state.herders:
        for kind, mask in enumerate(herder.herd):
            if mask >> square & 1:
                return _BITES[kind] if state.scoring == "points" else 1.0
    return 0.0


def _reaching(state: State, move: Hunt) -> int:
    """Return how many of the 24 next rolls would let this wairgk eat from its end."""
    if move.end == LAIR:
        return 0
    room = wairgk_room(state, move.wairgk)
    aiwe = state.aiwe
    reached = layers(move.end, room, 6)
    return sum(bool(mask & aiwe & ahead(move.end, direction)) for mask in reached for direction in range(4))


def _distance(state: State, move: Hunt) -> int:
    return min((distance(move.end, one) for one in squares_of(state.aiwe)), default=0)


PLAYER = AwethiPlayer()
