"""Plans of a whole move of Totem, by the engine's own runs."""

from __future__ import annotations

from typing import NamedTuple

from engines.game import Player
from engines.totem import elimination, rules
from engines.totem.board import NAMES, NEAR
from engines.totem.moves import Move, Run, Use, run
from engines.totem.state import State
from engines.totem.turns import apply
from players.totem.worth import Table, log_odds


class Plan(NamedTuple):
    """Moves of one player, and the position after them."""

    moves: tuple[Move, ...]
    after: State
    value: float
    """Log odds of the player to win."""

    @property
    def steps(self) -> int:
        """The steps of all runs."""
        return sum(move.steps for move in self.moves if isinstance(move, Run))

    def named_runs(self) -> list[str]:
        """The runs as text, such as ``f3–g5``."""
        return [f"{NAMES[move.origin]}–{NAMES[move.stop]}" for move in self.moves if isinstance(move, Run)]


class Step(NamedTuple):
    """A plan and a move that continues it."""

    value: float
    """Log odds after the move."""
    before: Plan
    move: Move

    def made(self, player: Player) -> Plan:
        """The plan with the move."""
        return Plan((*self.before.moves, self.move), apply(self.before.after, player, self.move), self.value)


class Budget:
    """The positions that may still be evaluated.

    Args:
        limit: their number.
        whole: a budget from which they are taken as well.
    """

    __slots__ = ("_whole", "limit", "used")

    def __init__(self, limit: int, whole: Budget | None = None) -> None:
        self.limit = limit
        self.used = 0
        self._whole = whole

    def take(self) -> bool:
        """Use up a position, if any is left."""
        if self.used >= self.limit or (self._whole is not None and not self._whole.take()):
            return False
        self.used += 1
        return True

    def part(self, limit: int) -> Budget:
        """A part of this budget."""
        return Budget(limit, self)


def decides(state: State, player: Player) -> bool:
    """Whether the player goes on with the same roll."""
    return state.turn == player and state.phase in ("use", "run")


def runs(state: State, player: Player, budget: Budget) -> list[tuple[float, Run]]:
    """The legal runs with the log odds after them, as far as the budget suffices."""
    table = Table(state, player)
    found = rules.search(state)
    own, totem = state.own(player), state.totems[player]
    enemies = state.occupied & ~own
    result: list[tuple[float, Run]] = []
    for origin in found.pieces():
        rest = own ^ 1 << origin
        for stop, costs in found.of(origin).stops().items():
            if NEAR[stop] & enemies or origin == totem:
                for victim in elimination.choices(state, player, stop) or (None,):
                    if not budget.take():
                        return result
                    value = log_odds(apply(state, player, Run(origin, stop, costs[0], victim)), player, player)
                    result += [(value, Run(origin, stop, cost, victim)) for cost in costs]
            else:
                if not budget.take():
                    return result
                value = table.with_pieces(rest | 1 << stop)
                result += [(value, run(origin, stop, cost)) for cost in costs]
    return result


def plans(state: State, player: Player, width: int, keep: int, budget: Budget) -> list[Plan]:
    """Whole moves up to the next chance move, best first, with different positions; none without a budget.

    Of plans that lead to the same position, the one with the fewest steps is returned.

    Args:
        state: a position in which the player chooses how to use a roll, or runs.
        player: the player.
        width: how many plans are continued after each run.
        keep: the most plans that are returned.
        budget: the positions that may be evaluated.
    """
    start = Plan((), state, 0.0)
    ended: list[Step] = []
    if state.phase == "run":
        ended = _completed(start, player, width, budget)
    else:
        for move in rules.legal_moves(state, player):
            after = apply(state, player, move)
            if isinstance(move, Use):
                ended += _completed(Plan((move,), after, 0.0), player, width, budget)
            elif budget.take():
                ended.append(Step(log_odds(after, player, player), start, move))
    found: dict[object, Plan] = {}
    for step in sorted(ended, key=_by_value):
        plan = step.made(player)
        position = plan.after.pieces, plan.after.totems
        if position not in found and len(found) == keep:
            break
        if position not in found or plan.steps < found[position].steps:
            found[position] = plan
    return list(found.values())


def _by_value(step: Step) -> float:
    return -step.value


def _completed(start: Plan, player: Player, width: int, budget: Budget) -> list[Step]:
    """Ways to use all points; the ``width`` best plans are continued after each run."""
    ended: dict[object, Step] = {}
    open_plans = [start]
    while open_plans:
        following: dict[object, Step] = {}
        for plan in open_plans:
            state = plan.after
            own, totem = state.own(player), state.totems[player]
            for value, move in runs(state, player, budget):
                left = state.points - move.steps
                pieces = own ^ 1 << move.origin ^ 1 << move.stop
                totem_now = move.stop if move.origin == totem else totem
                finished = left and state.finished | 1 << move.stop
                key = pieces, totem_now, move.victim, finished, left, state.pieces if len(open_plans) > 1 else 0
                known = following if left else ended
                if key not in known or value > known[key].value:
                    known[key] = Step(value, plan, move)
        open_plans = []
        for step in sorted(following.values(), key=_by_value):
            plan = step.made(player)
            if decides(plan.after, player):
                open_plans.append(plan)
                if len(open_plans) == width:
                    break
            else:  # the remaining points are lost (T15), or the match is over
                ended[plan.after] = step
    return list(ended.values())


def first_legal(plan: Plan, player: Player) -> Plan:
    """The plan, completed with first legal moves."""
    while decides(plan.after, player):
        move = rules.legal_moves(plan.after, player)[0]
        plan = Plan((*plan.moves, move), apply(plan.after, player, move), plan.value)
    return plan
