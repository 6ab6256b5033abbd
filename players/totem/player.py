"""The computer player of Totem.

The levels differ by their horizon. Levels 1 and 2 choose run by run, with estimates that waver; level 3 plans the whole
move; level 4 compares moves by the other seats' answers; level 5 compares more of them, and searches exactly which
totems can be felled, now and by the next roll.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from engines.bitsets import members_of
from engines.game import Player
from engines.text import T
from engines.totem.board import DISTANCE
from engines.totem.imagine import imagine
from engines.totem.moves import REROLL, Move, Run, Start, Use, encode
from engines.totem.observation import TotemObservation
from engines.totem.rules import is_legal, legal_moves
from engines.totem.state import State
from engines.totem.turns import apply
from players.decision import Alternative, Decision, require_level
from players.reason import both
from players.totem import alternatives, reasons
from players.totem.answers import Judged, judged, others_in_order, with_dangers
from players.totem.facts import Facts, is_of_another_kind
from players.totem.felling import FellingSearch
from players.totem.plans import Budget, Plan, decides, first_legal, plans, runs
from players.totem.worth import WON, calibrated, log_odds, points_to_fill


@dataclass(frozen=True, slots=True)
class Level:
    """How a level decides."""

    nodes: int
    noise: float = 0.0
    """The standard deviation of what it adds to the log odds of single runs; 0: it plans whole moves."""
    width: int = 1
    """Plans continued after each run."""
    candidates: int = 8
    """Whole moves that are compared."""
    sees_answers: bool = False
    """Whether they are compared after the others' answers."""
    sees_fellings: bool = False
    """Whether it searches exactly which totems can be felled."""


_SEARCH_NODES = 20_000
"""The positions at which one search for a felling may look."""

_MANY_TIMES = 2
"""With so many times as many pieces as each other player, level 4 goes on instead of keeping every piece."""
_GIVEN = 0.36
"""The log odds that this may cost: those of a piece."""

LEVEL = {
    1: Level(2_000, noise=0.75),
    2: Level(2_000, noise=0.5),
    3: Level(6_000, width=3),
    4: Level(20_000, width=3, candidates=8, sees_answers=True),
    5: Level(50_000, width=6, candidates=40, sees_answers=True, sees_fellings=True),
}


class TotemPlayer:
    """Decides for a seat of Totem; stateless."""

    version = 13

    def decide(
        self, observation: TotemObservation, player: Player, level: int, seed: int, *, nodes: int | None = None
    ) -> Decision:
        """Decide; see :class:`players.decision.ComputerPlayer`.

        Raises:
            ValueError: the player is not to move.
        """
        require_level(level)
        state = imagine(observation)
        legal = legal_moves(state, player)
        if not legal:
            raise ValueError("the player is not to move")
        random = Random(seed)
        if isinstance(legal[0], Start):
            even = 1 / len(state.active_players)
            return Decision(
                (encode(random.choice(legal)),),
                even,
                both(T("All starting cells are alike, so I took any."), T("All starting cells are alike: take any.")),
                0,
            )
        if state.phase == "again":
            value = calibrated(log_odds(state, player, player), level, len(state.totems))
            return Decision(
                (encode(REROLL),),
                value,
                both(T("My pieces may run once more."), T("Your pieces may run once more.")),
                0,
            )
        how = LEVEL[level]
        budget = Budget(how.nodes if nodes is None else nodes)
        ranked = ranked_plans(state, player, how, budget, random)
        if not ranked:
            ranked = [Judged(first_legal(Plan((), state, 0.0), player), log_odds(state, player, player))]
        best = ranked[0]
        facts = Facts(
            state,
            player,
            best,
            sees_fellings=how.sees_fellings,
            rejected=[] if how.noise else ranked[1:],  # whole moves are not compared
            budget=budget,
        )
        reason = reasons.reason(facts)
        alternative = _alternative(facts, ranked[1:], level)
        return Decision(
            _texts(best.plan, player),
            calibrated(best.value, level, len(state.totems)),
            reason,
            budget.used,
            is_proven=best.value >= WON,
            alternative=alternative,
        )


def _alternative(facts: Facts, others: list[Judged], level: int) -> Alternative | None:
    """The best plan of another kind than the chosen one, if there is one among the others, which are best first."""
    best, player = facts.judged, facts.player
    other = next((one for one in others if is_of_another_kind(best.plan, one.plan)), None)
    if other is None:
        return None
    if facts.sees_fellings and not other.dangers:
        other = with_dangers(other, player, facts.budget)
    now, then = (calibrated(one.value, level, len(one.plan.after.totems)) for one in (best, other))
    return Alternative(_texts(other.plan, player), then, alternatives.cost(facts, other, now, then))


def _texts(plan: Plan, player: Player) -> tuple[str, ...]:
    again = plan.after.phase == "again" and plan.after.turn == player
    return tuple(encode(move) for move in (*plan.moves, *((REROLL,) if again else ())))


def ranked_plans(
    state: State, player: Player, how: Level, budget: Budget, random: Random, *, beside_a_win: bool = False
) -> list[Judged]:
    """Plans, the chosen one first, then the best; none without a budget.

    A plan that wins stands alone unless those ``beside_a_win`` count.
    """
    if how.noise:
        return [Judged(plan, plan.value) for plan in _run_by_run(state, player, how.noise, budget, random)]
    found = _fellings(state, player, budget) if how.sees_fellings else []
    if found and found[0].value >= WON and not beside_a_win:
        return [Judged(found[0], WON)]
    found += plans(state, player, how.width, how.candidates, budget)
    if not how.sees_answers:
        return [Judged(plan, plan.value) for plan in found]
    ranked = judged(found, player, budget, sees_fellings=how.sees_fellings)
    return ranked if how.sees_fellings else _nearer_first(ranked, state, player)


def _nearer_first(ranked: list[Judged], before: State, player: Player) -> list[Judged]:
    """The same plans; for a player with many more pieces who expects to win, first one that comes nearer to a totem.

    Estimates alone let a player who is far ahead keep every piece instead of ending the match.
    """
    own = before.pieces[player].bit_count()
    others = others_in_order(before, player)
    if not ranked or any(own < _MANY_TIMES * before.pieces[seat].bit_count() for seat in others):
        return ranked
    best = ranked[0]
    if not 0 < best.value < WON:
        return ranked
    near = [one for one in ranked if best.value - one.value <= _GIVEN and isinstance(one.plan.moves[-1], Run)]
    nearest = min(near, key=lambda one: _way(one.plan.after, player), default=best)
    if _way(nearest.plan.after, player) >= _way(before, player):
        return ranked
    return [nearest, *(one for one in ranked if one is not nearest)]


def _way(state: State, player: Player) -> tuple[int, int]:
    """How far a player's pieces are from the nearest other totem: in points, then in cells, all together."""
    own = state.own(player)
    return min(
        (
            (points_to_fill(own, own, totem), sum(DISTANCE[totem][cell] for cell in members_of(own)))
            for seat in others_in_order(state, player)
            if (totem := state.totems[seat]) is not None
        ),
        default=(0, 0),
    )


def _fellings(state: State, player: Player, budget: Budget) -> list[Plan]:
    """Plans that fell a totem with the fewest points, best first; the rest of the points is used well."""
    found = []
    uses: list[tuple[int, tuple[Move, ...]]] = [(state.points, ())]
    if state.phase == "use":
        uses = [(move.points, (move,)) for move in legal_moves(state, player) if isinstance(move, Use)]
    for owner in others_in_order(state, player):
        search = FellingSearch(state, player, owner, budget.part(_SEARCH_NODES))
        least = search.fewest(max((points for points, _ in uses), default=0))
        if least is not None:
            points, last = least
            for pool, use in uses:
                plan = _made(state, player, (*use, *last), budget) if pool >= points else None
                if plan is not None:
                    found.append(plan)
    return sorted(found, key=lambda plan: -plan.value)


def _made(state: State, player: Player, moves: tuple[Move, ...], budget: Budget) -> Plan | None:
    """The plan that begins with these moves; ``None`` if one of them is not legal with so many points (T15)."""
    for move in moves:
        if not is_legal(state, player, move):
            return None
        state = apply(state, player, move)
    start = Plan(moves, state, log_odds(state, player, player))
    if not decides(state, player):
        return start
    following = plans(state, player, 1, 1, budget)
    return following[0]._replace(moves=(*moves, *following[0].moves)) if following else first_legal(start, player)


def _run_by_run(state: State, player: Player, noise: float, budget: Budget, random: Random) -> list[Plan]:
    """A plan whose runs are chosen one by one, by estimates that waver, and the best that other runs would have ended.

    The other plan moves other pieces, and its estimate, which does not waver, may be higher. Only plans are known that
    use up all points with a run to which the chosen one was preferred; what could follow others was not looked at.
    """
    plan, ends = Plan((), state, 0.0), list[tuple[float, Plan, tuple[Move, ...]]]()
    while decides(plan.after, player):
        choices: list[tuple[float, tuple[Move, ...]]] = []
        if plan.after.phase == "run":
            choices = [(value, (move,)) for value, move in runs(plan.after, player, budget)]
        else:
            for move in legal_moves(plan.after, player):
                after = apply(plan.after, player, move)
                if isinstance(move, Use):
                    choices += [(value, (move, first)) for value, first in runs(after, player, budget)]
                elif budget.take():
                    choices.append((log_odds(after, player, player), (move,)))
        if not choices:
            plan = first_legal(plan, player)
            break
        ends += [(value, plan, moves) for value, moves in choices if _uses_up(plan.after, moves)]
        value, moves = max(choices, key=lambda choice: choice[0] + random.gauss(0, noise))
        plan = Plan((*plan.moves, *moves), _after(plan.after, player, moves), value)
    for value, before, moves in sorted(ends, key=lambda end: -end[0]):
        other = Plan((*before.moves, *moves), before.after, value)
        if is_of_another_kind(plan, other):
            return [plan, other._replace(after=_after(before.after, player, moves))]
    return [plan]


def _uses_up(state: State, moves: tuple[Move, ...]) -> bool:
    """Whether no points are left after these moves."""
    points = state.points
    for move in moves:
        if isinstance(move, Use):
            points = move.points
        elif isinstance(move, Run):
            points -= move.steps
        else:
            return True
    return not points


def _after(state: State, player: Player, moves: tuple[Move, ...]) -> State:
    for move in moves:
        state = apply(state, player, move)
    return state


PLAYER = TotemPlayer()
"""The computer player."""
