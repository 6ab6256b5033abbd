"""The computer player of Totem: plans a whole move by runs, and from level 4 on looks at the answer to a roll of 7."""

from __future__ import annotations

from dataclasses import replace
from math import exp
from random import Random

from engines.game import CHANCE, Player
from engines.text import TN, T, Text
from engines.totem.board import NAMES
from engines.totem.imagine import imagine
from engines.totem.moves import REROLL, Add, Dice, Start, encode
from engines.totem.observation import TotemObservation
from engines.totem.rules import legal_moves
from engines.totem.state import State
from engines.totem.turns import apply
from players.decision import Alternative, Decision
from players.totem.plans import WON, Plan, Planner, completed, decides, distance, worth

_NODES = {1: 1500, 2: 1500, 3: 3000, 4: 8000, 5: 16_000}
_NOISE = {1: 25.0, 2: 6.0}
"""How far the values of single runs wander at the levels that do not plan ahead."""
_CANDIDATES = {3: 1, 4: 6, 5: 16}
"""Plans whose answer is looked at; level 3 looks at none."""
_MEDIAN = Dice(4, 3)
_SCALE = 40.0
"""The worth that makes odds of e to 1."""


class TotemPlayer:
    """Decides for a seat of Totem; stateless."""

    version = 1

    def decide(
        self, observation: TotemObservation, player: Player, level: int, seed: int, *, nodes: int | None = None
    ) -> Decision:
        """Decide; see :class:`players.decision.ComputerPlayer`.

        Raises:
            ValueError: the player is not to move.
        """
        state = imagine(observation)
        legal = legal_moves(state, player)
        if not legal:
            raise ValueError("the player is not to move")
        random = Random(seed)
        if isinstance(legal[0], Start):
            return Decision((encode(random.choice(legal)),), 0.5, T("All starting cells are alike to me."), 0)
        if state.phase == "again":
            return Decision((encode(REROLL),), chance(state, player), T("My pieces may run once more."), 0)
        planner = Planner(_NODES[level] if nodes is None else nodes)
        ranked = _ranked(planner, state, player, level, random)
        best = ranked[0]
        alternative = None
        if len(ranked) > 1:
            other = ranked[1]
            alternative = Alternative(_texts(other, player), _chance(other.value), T("I expected less of it."))
        return Decision(
            _texts(best, player),
            _chance(best.value),
            reason(state, best, player),
            planner.nodes,
            alternative=alternative,
        )


def chance(state: State, player: Player) -> float:
    """The chance of a seat to win that a position's worth suggests."""
    return _chance(worth(state, player))


def _chance(value: float) -> float:
    return 1 / (1 + exp(-max(-WON, min(WON, value)) / _SCALE)) if abs(value) < WON else float(value > 0)


def _texts(plan: Plan, player: Player) -> tuple[str, ...]:
    again = plan.after.phase == "again" and plan.after.turn == player
    return tuple(encode(move) for move in (*plan.moves, *((REROLL,) if again else ())))


def _ranked(planner: Planner, state: State, player: Player, level: int, random: Random) -> list[Plan]:
    """Plans, best first."""
    if level in _NOISE:
        return [_run_by_run(planner, state, player, _NOISE[level], random)]
    plans = planner.plans(state, player, 1 if level == 3 else 4)
    count = _CANDIDATES[level]
    if count == 1:
        return plans
    answered: list[Plan] = []
    for plan in plans[:count]:
        if planner.nodes >= planner.limit:
            break
        answered.append(replace(plan, value=_after_answer(planner, plan.after, player)))
    return sorted(answered, key=lambda plan: -plan.value) or plans


def _run_by_run(planner: Planner, state: State, player: Player, noise: float, random: Random) -> Plan:
    plan = Plan((), state, 0.0)
    while decides(plan.after, player):
        following = planner.next_plans(plan, player)
        if not following:
            return completed(plan, player)
        plan = max(following, key=lambda longer: longer.value + (random.gauss(0, noise) if noise else 0))
    return plan


def _after_answer(planner: Planner, state: State, player: Player) -> float:
    """What the position is worth after the next seat's best answer to a roll of 7."""
    if state.phase != "roll" or state.turn is None:
        return worth(state, player)
    rolled = apply(state, CHANCE, _MEDIAN)
    if not decides(rolled, state.turn):
        return worth(state, player)
    return worth(planner.plans(rolled, state.turn, 1)[0].after, player)


def reason(before: State, plan: Plan, player: Player) -> Text:
    """One sentence about a plan, true of the position after it."""
    after = plan.after
    felled = len(before.active_players) - len(after.active_players)
    if felled:
        return TN("It eliminates {count} totem.", "It eliminates {count} totems.", felled)
    lost = sum(before.pieces[seat].bit_count() - after.pieces[seat].bit_count() for seat in _others(before, player))
    if lost:
        return TN("It eliminates {count} piece.", "It eliminates {count} pieces.", lost)
    for move in plan.moves:
        if isinstance(move, Add):
            return T("It puts a piece from my reserve on {cell}.", cell=NAMES[move.cell])
    near = min(distance(after, player, seat) for seat in _others(after, player))
    return TN(
        "My nearest piece is then {count} cell from another totem.",
        "My nearest piece is then {count} cells from another totem.",
        near,
    )


def _others(state: State, player: Player) -> list[Player]:
    return [seat for seat in state.active_players if seat != player]


PLAYER = TotemPlayer()
"""The computer player."""
