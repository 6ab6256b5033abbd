"""The computer player of Totem.

The levels differ by their horizon. Levels 1 and 2 choose run by run, with estimates that waver; level 3 plans the whole
move; level 4 compares moves by the other seats' answers; level 5 compares more of them, and searches exactly which
totems can be felled, now and by the next roll.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from engines.game import Player
from engines.text import TN, T, Text
from engines.totem.board import NAMES
from engines.totem.imagine import imagine
from engines.totem.moves import REROLL, Add, Move, Start, Use, encode
from engines.totem.observation import TotemObservation
from engines.totem.rules import legal_moves
from engines.totem.state import State
from engines.totem.turns import apply
from players.decision import Alternative, Decision
from players.totem.answers import after_answers, others_in_order
from players.totem.felling import FellingSearch
from players.totem.plans import Budget, Plan, decides, first_legal, plans, runs
from players.totem.worth import WON, chance, log_odds


@dataclass(frozen=True, slots=True)
class Level:
    """How a level decides."""

    nodes: int
    noise: float = 0.0
    """The standard deviation of what it adds to the log odds of single runs; 0: it plans whole moves."""
    width: int = 1
    """Plans continued after each run."""
    candidates: int = 1
    """Moves compared by the others' answers; 1: none are."""
    sees_fellings: bool = False
    """Whether it searches exactly which totems can be felled."""


LEVEL = {
    1: Level(2_000, noise=0.5),
    2: Level(2_000, noise=0.12),
    3: Level(6_000, width=1),
    4: Level(20_000, width=2, candidates=6),
    5: Level(80_000, width=4, candidates=24, sees_fellings=True),
}


class TotemPlayer:
    """Decides for a seat of Totem; stateless."""

    version = 2

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
            value = chance(log_odds(state, player, player))
            return Decision((encode(REROLL),), value, T("My pieces may run once more."), 0)
        how = LEVEL[level]
        budget = Budget(how.nodes if nodes is None else nodes)
        ranked = _ranked(state, player, how, budget, random) or [first_legal(Plan((), state, 0.0), player)]
        best = ranked[0]
        alternative = None
        if len(ranked) > 1:
            other = ranked[1]
            alternative = Alternative(_texts(other, player), chance(other.value), T("I expected less of it."))
        return Decision(
            _texts(best, player), chance(best.value), reason(state, best, player), budget.used, alternative=alternative
        )


def _texts(plan: Plan, player: Player) -> tuple[str, ...]:
    again = plan.after.phase == "again" and plan.after.turn == player
    return tuple(encode(move) for move in (*plan.moves, *((REROLL,) if again else ())))


def _ranked(state: State, player: Player, how: Level, budget: Budget, random: Random) -> list[Plan]:
    """Plans, best first."""
    if how.noise:
        return [_run_by_run(state, player, how.noise, budget, random)]
    found = _fellings(state, player, budget) if how.sees_fellings else []
    if found and found[0].value >= WON:
        return found
    found += plans(state, player, how.width, how.candidates, budget)
    if how.candidates == 1:
        return found
    judged = [plan._replace(value=after_answers(plan, player, 1, budget)) for plan in found]
    return sorted(judged, key=lambda plan: -plan.value)


def _fellings(state: State, player: Player, budget: Budget) -> list[Plan]:
    """Plans that fell a totem with the fewest points; first legal runs use the rest."""
    found = []
    uses: list[tuple[int, tuple[Move, ...]]] = [(state.points, ())]
    if state.phase == "use":
        uses = [(move.points, (move,)) for move in legal_moves(state, player) if isinstance(move, Use)]
    for owner in others_in_order(state, player):
        search = FellingSearch(state, player, owner, budget)
        least = search.fewest(max((points for points, _ in uses), default=0))
        if least is not None:
            points, moves = least
            plans_ = (_made(state, player, (*use, *moves)) for pool, use in uses if pool >= points)
            found += [plan for plan in plans_ if plan is not None]
    return sorted(found, key=lambda plan: -plan.value)


def _made(state: State, player: Player, moves: tuple[Move, ...]) -> Plan | None:
    """The plan of these moves; ``None`` if one of them is not legal."""
    for move in moves:
        if move not in legal_moves(state, player):
            return None
        state = apply(state, player, move)
    return first_legal(Plan(moves, state, log_odds(state, player, player)), player)


def _run_by_run(state: State, player: Player, noise: float, budget: Budget, random: Random) -> Plan:
    """A plan whose runs are chosen one by one, by estimates that waver."""
    plan = Plan((), state, 0.0)
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
            return first_legal(plan, player)
        value, moves = max(choices, key=lambda choice: choice[0] + random.gauss(0, noise))
        after = plan.after
        for move in moves:
            after = apply(after, player, move)
        plan = Plan((*plan.moves, *moves), after, value)
    return plan


def reason(before: State, plan: Plan, player: Player) -> Text:
    """One sentence about a plan, true of the position after it."""
    after = plan.after
    felled = len(before.active_players) - len(after.active_players)
    if felled:
        return TN("It eliminates {count} totem.", "It eliminates {count} totems.", felled)
    lost = sum(
        before.pieces[seat].bit_count() - after.pieces[seat].bit_count() for seat in others_in_order(before, player)
    )
    if lost:
        return TN("It eliminates {count} piece.", "It eliminates {count} pieces.", lost)
    for move in plan.moves:
        if isinstance(move, Add):
            return T("It puts a piece from my reserve on {cell}.", cell=NAMES[move.cell])
    return T("It brings my pieces nearer.")


PLAYER = TotemPlayer()
"""The computer player."""
