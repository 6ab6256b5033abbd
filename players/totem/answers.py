"""What a plan of Totem is worth after the other seats' answers."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engines.game import Player
from engines.totem.state import State
from players.totem.felling import FellingSearch
from players.totem.plans import Budget, Plan, plans
from players.totem.worth import chance, log_odds, odds

MEDIAN = 7
"""The points of the roll that others are assumed to answer with."""

LATER_WEIGHT = 0.55
"""The weight of the answers of seats that do not roll next: much happens before."""

_ROLLS = tuple(sum(min(6, points - 1) >= one >= max(1, points - 6) for one in range(1, 7)) for points in range(13))
"""In how many of the 36 rolls two dice show each sum."""


def chance_of_roll(points: int) -> float:
    """The chance that two dice show at least so many points."""
    return sum(_ROLLS[max(points, 2) :]) / 36


SEARCH_NODES = 5000
"""The positions at which one search for a chance to be felled may look."""


@dataclass(frozen=True, slots=True)
class Danger:
    """How another seat can fell a totem with its next roll."""

    attacker: Player
    points: int | None
    """The least points that suffice; ``None`` if 12 do not."""
    is_exact: bool
    """Whether the search was completed; otherwise :attr:`points` may be too many."""

    @property
    def chance(self) -> float:
        """The chance to be felled by the next roll."""
        return 0.0 if self.points is None else chance_of_roll(self.points)


@dataclass(frozen=True, slots=True)
class Judged:
    """A plan and what it is worth after the others' answers."""

    plan: Plan
    value: float
    """Log odds of the player to win."""
    dangers: tuple[Danger, ...] = ()
    """How each other seat could fell the player's totem, the next seat first; empty if that was not searched."""
    answer_losses: int | None = None
    """Pieces that the next seat's expected answer to a 7 eliminates; ``None`` without one, or if it fells the totem."""


def danger(state: State, attacker: Player, owner: Player, budget: Budget) -> Danger:
    """How a seat could fell another seat's totem if it rolled now.

    Raises:
        ValueError: the totem is gone already.
    """
    search = FellingSearch(state, attacker, owner, budget.part(SEARCH_NODES))
    found = search.fewest()
    return Danger(attacker, found[0] if found else None, is_exact=search.is_complete)


def others_in_order(state: State, player: Player) -> list[Player]:
    """The other seats still in, the next one first."""
    seats = len(state.totems)
    active = state.active_players
    return [seat for step in range(1, seats) if (seat := (player + step) % seats) in active]


def judged(plans_: list[Plan], player: Player, budget: Budget, *, sees_fellings: bool) -> list[Judged]:
    """Plans after the others' answers, best first.

    Args:
        plans_: whole moves of the player.
        player: the player.
        budget: the positions that may be evaluated; plans for which it does not suffice are left out,
            unless it suffices for none.
        sees_fellings: whether to search exactly for the chance to be felled before the next turn. This is done from the
            best plan downwards, until the other plans would be worse even without any danger.
    """
    answered = []
    for plan in plans_:
        one = after_answers(plan, player, budget, counts_fellings=not sees_fellings)
        if one is None:
            break
        answered.append(one)
    if not answered:
        return sorted((Judged(plan, plan.value) for plan in plans_), key=_by_value)
    answered.sort(key=_by_value)
    if not sees_fellings:
        return answered
    best: list[Judged] = []
    for number, one in enumerate(answered):
        if best and best[0].value >= one.value:
            return best + answered[number:]
        best.append(with_dangers(one, player, budget))
        best.sort(key=_by_value)
    return best


def _by_value(one: Judged) -> float:
    return -one.value


def after_answers(plan: Plan, player: Player, budget: Budget, *, counts_fellings: bool) -> Judged | None:
    """The plan after the answers of the others to a roll of 7, each by itself from the same position.

    ``None`` if the budget does not suffice to find them.

    Args:
        plan: a whole move.
        player: the player.
        budget: the positions that may be evaluated.
        counts_fellings: whether the plan is worth less if an answer fells the player's totem. How likely that is,
            :func:`with_dangers` tells more exactly.
    """
    state = plan.after
    if state.phase == "over":
        return Judged(plan, plan.value)
    value, survives = plan.value, 1.0
    losses = None
    for number, seat in enumerate(others_in_order(state, player)):
        weight = LATER_WEIGHT if number else 1.0
        rolled = replace(
            state, phase="run", turn=seat, dice=(4, 3), points=MEDIAN, finished=0, visited=(), quiet_turns=0
        )
        answers = plans(rolled, seat, 1, 3, budget)
        if budget.used >= budget.limit:
            return None
        kept = [answer for answer in answers if answer.after.totems[player] is not None]
        if counts_fellings and answers and answers[0] not in kept:
            survives *= 1 - chance_of_roll(MEDIAN) * weight
        if kept:
            value += weight * (log_odds(kept[0].after, seat, player) - plan.value)
            if not number and kept[0] is answers[0]:
                losses = state.pieces[player].bit_count() - kept[0].after.pieces[player].bit_count()
    return Judged(plan, odds(chance(value) * survives), answer_losses=losses)


def with_dangers(one: Judged, player: Player, budget: Budget) -> Judged:
    """The plan with the chances that the others fell the player's totem with their next rolls."""
    state = one.plan.after
    if state.phase == "over":
        return one
    survives = chance(one.value)
    dangers = []
    for number, attacker in enumerate(others_in_order(state, player)):
        found = danger(state, attacker, player, budget)
        dangers.append(found)
        survives *= 1 - found.chance * (LATER_WEIGHT if number else 1.0)
    return Judged(one.plan, odds(survives), tuple(dangers), one.answer_losses)
