"""The computer player of Awéthi, for herders and for the wairgka.

Herders of levels 1 to 3 decide walk by walk, level 5 plans all four walks together by the chance of a catch in the next
turn, level 4 does so every other turn. The wairgka eat if they can; otherwise their levels differ in how far they look.
"""

from __future__ import annotations

from random import Random

from engines.awethi.imagine import imagine
from engines.awethi.moves import EACH, SUM, Move, encode
from engines.awethi.observation import AwethiObservation
from engines.awethi.rules import legal_moves, players_to_move
from engines.awethi.state import State
from engines.awethi.turns import apply
from engines.game import Player
from players.awethi import reasons
from players.awethi.hunting import Manner, hunted
from players.awethi.plans import PlanSearch, moves_of
from players.awethi.walking import Aim, walked
from players.awethi.worth import calibrated
from players.decision import Alternative, Decision, require_level

NODES = {1: 3000, 2: 3000, 3: 3000, 4: 3000, 5: 3000}
"""Walks, hunts or ends of turns that are compared for a decision."""


class AwethiPlayer:
    """Decides for a seat of Awéthi; stateless."""

    version = 8

    def decide(
        self, observation: AwethiObservation, player: Player, level: int, seed: int, *, nodes: int | None = None
    ) -> Decision:
        """Decide; see :class:`players.decision.ComputerPlayer`.

        Raises:
            ValueError: the player is not to move, or there is no such level.
        """
        require_level(level)
        state = imagine(observation)
        if player not in players_to_move(state):
            raise ValueError("the player is not to move")
        random = Random(seed)
        budget = NODES[level] if nodes is None else nodes
        if state.phase == "hunt":
            return _hunt(state, player, level, random, budget)
        if level == 5 or (level == 4 and random.random() < 0.5):
            return _plan(state, player, level, random, budget)
        return _walk(state, player, level, random, budget)


def _manner(level: int, random: Random) -> Manner:
    """How the wairgka of a level move in this turn."""
    if level in (2, 4):
        level += random.choice((-1, 1))
    return "any" if level == 1 else "near" if level == 3 else "ahead"


# ------------------------------------------------------------------------------------------------------- the herders


def _plan(state: State, player: Player, level: int, random: Random, budget: int) -> Decision:
    """Make the best plan that can be walked; walk by walk if there is none."""
    planner = PlanSearch(state, budget)
    found = ((plan, made) for plan in planner.plans() if (made := moves_of(state, planner.field, plan)) is not None)
    best = next(found, None)
    if best is None:
        return _walk(state, player, level, random, budget - planner.used, planner.used)
    chosen, moves = best
    after = _after(state, player, moves)
    why = reasons.plan(state, after, planner.field)
    told = chosen.aim, reasons.square_told(why)
    alternative = None
    for other, made in found:
        if other.aim is not None and other.aim not in told:
            cost = reasons.other_plan(state, planner.field, other.aim, chosen.places, other.places)
            value = calibrated(_after(state, player, made), player, level)
            alternative = Alternative(tuple(map(encode, made)), value, cost)
            break
    return Decision(
        tuple(map(encode, moves)), calibrated(after, player, level), why, planner.used, alternative=alternative
    )


def _after(state: State, player: Player, moves: tuple[Move, ...]) -> State:
    for move in moves:
        state = apply(state, player, move)
    return state


def _walk(state: State, player: Player, level: int, random: Random, budget: int, used: int = 0) -> Decision:
    """Decide walk by walk; ``used`` nodes have been spent before."""
    aim: Aim = "own" if level == 1 or (level == 2 and random.random() < 0.5) else "common"
    turn = walked(state, aim, random, budget)
    used += turn.nodes
    alternative = None
    if state.phase == "choose" and turn.nodes:
        way = SUM if turn.moves[0] is EACH else EACH
        other = walked(state, aim, random, budget - turn.nodes, way)
        used += other.nodes
        cost = reasons.other_way(state, turn.after, other.after, by_average=way is SUM)
        alternative = Alternative(tuple(map(encode, other.moves)), calibrated(other.after, player, level), cost)
    why = reasons.nearest_each if aim == "own" else reasons.walks
    return Decision(
        tuple(map(encode, turn.moves)),
        calibrated(turn.after, player, level),
        why(state, turn.after),
        used,
        alternative=alternative,
    )


# ------------------------------------------------------------------------------------------------------- the wairgka


def _hunt(state: State, player: Player, level: int, random: Random, budget: int) -> Decision:
    manner = _manner(level, random)
    ranked, used = hunted(state, manner, random, budget)
    chosen = ranked[0]
    after = apply(state, player, chosen.move)
    other = next((one for one in ranked[1:] if one.move.wairgk != chosen.move.wairgk or one.prey != chosen.prey), None)
    alternative = None
    if other is not None:
        value = calibrated(apply(state, player, other.move), player, level)
        alternative = Alternative((encode(other.move),), value, reasons.other_hunt(state, chosen, other))
    number = len(legal_moves(state, player))
    why = reasons.hunt(state, after, chosen, manner if used else "any", number)
    return Decision((encode(chosen.move),), calibrated(after, player, level), why, used, alternative=alternative)


PLAYER = AwethiPlayer()
"""The computer player."""
