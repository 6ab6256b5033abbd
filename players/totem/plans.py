"""Plans of a whole move of Totem by the engine's own runs, and what a position is worth without looking ahead."""

from __future__ import annotations

from dataclasses import dataclass

from engines.game import Player
from engines.hexgrid import cells_of
from engines.totem.board import DISTANCE
from engines.totem.moves import Move
from engines.totem.rules import legal_moves
from engines.totem.state import State
from engines.totem.turns import apply

WON = 10_000.0
"""The worth of a match won; a lost one is worth as much less than nothing."""

_PIECE, _RESERVE, _NEARNESS = 10.0, 4.0, 3.0


def distance(state: State, attacker: Player, owner: Player) -> int:
    """The cells between a seat's nearest piece, or its totem, and another seat's totem; 0 if it has no totem."""
    totem = state.totems[owner]
    return 0 if totem is None else min((DISTANCE[cell][totem] for cell in cells_of(state.own(attacker))), default=0)


def worth(state: State, player: Player) -> float:
    """What a position is worth to a seat: pieces, reserves, and who is nearer to whose totem."""
    active = state.active_players
    if player not in active:
        return -WON
    others = [seat for seat in active if seat != player]
    if not others:
        return WON
    total = _strength(state, player) - sum(_strength(state, seat) for seat in others) / len(others)
    total -= _NEARNESS * min(distance(state, player, seat) for seat in others)
    total += _NEARNESS * min(distance(state, seat, player) for seat in others)
    return total + 200.0 * (len(state.totems) - len(active))


def _strength(state: State, seat: Player) -> float:
    return _PIECE * state.pieces[seat].bit_count() + _RESERVE * state.reserves[seat]


@dataclass(frozen=True, slots=True)
class Plan:
    """Moves of one player and the position after them."""

    moves: tuple[Move, ...]
    after: State
    value: float


class Planner:
    """Evaluates positions until its nodes are used up."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.nodes = 0

    def next_plans(self, plan: Plan, player: Player) -> list[Plan]:
        """The plan with each next move, as far as the nodes suffice."""
        found = []
        for move in legal_moves(plan.after, player):
            if self.nodes >= self.limit:
                break
            self.nodes += 1
            after = apply(plan.after, player, move)
            found.append(Plan((*plan.moves, move), after, worth(after, player)))
        return found

    def plans(self, state: State, player: Player, width: int) -> list[Plan]:
        """Whole moves up to the next chance move, best first; the ``width`` best after each run are continued.

        Never empty: without nodes, the first legal moves are completed unseen.
        """
        ended: dict[State, Plan] = {}
        start = Plan((), state, 0.0)
        open_plans = [start]
        while open_plans:
            following: dict[State, Plan] = {}
            for plan in open_plans:
                for longer in self.next_plans(plan, player):
                    (following if decides(longer.after, player) else ended).setdefault(longer.after, longer)
            ranked = sorted(following.values(), key=_by_value)
            # Right after a choice of points none looks better than another, so all three are continued.
            is_first = bool(ranked) and len(ranked[0].moves) == 1
            open_plans = ranked[: max(width, 3) if is_first else width]
        return sorted(ended.values(), key=_by_value) or [completed(start, player)]


def _by_value(plan: Plan) -> float:
    return -plan.value


def decides(state: State, player: Player) -> bool:
    """Whether the player goes on with the same roll."""
    return state.turn == player and state.phase in ("use", "run")


def completed(plan: Plan, player: Player) -> Plan:
    """The plan, completed with first legal moves."""
    while decides(plan.after, player):
        move = legal_moves(plan.after, player)[0]
        after = apply(plan.after, player, move)
        plan = Plan((*plan.moves, move), after, worth(after, player))
    return plan
