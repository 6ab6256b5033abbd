"""What a plan of Totem is worth after the other seats' answers."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engines.game import Player
from engines.totem.moves import MOST_POINTS
from engines.totem.state import State
from players.totem.felling import FellingSearch
from players.totem.plans import Budget, Plan, plans
from players.totem.worth import log_odds

MEDIAN = 7
"""The points of the roll that others are assumed to answer with."""

LATER_WEIGHT = 0.55
"""The weight of the answers of seats that do not roll next: much happens before."""

_ROLLS = tuple(sum(min(6, points - 1) >= one >= max(1, points - 6) for one in range(1, 7)) for points in range(13))
"""In how many of the 36 rolls two dice show each sum."""


def chance_of_roll(points: int) -> float:
    """The chance that two dice show at least so many points."""
    return sum(_ROLLS[max(points, 2) :]) / 36


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


def danger(state: State, attacker: Player, owner: Player, budget: Budget, most: int = MOST_POINTS) -> Danger:
    """How a seat could fell another seat's totem if it rolled now."""
    if state.totems[owner] is None:
        return Danger(attacker, None, is_exact=True)
    search = FellingSearch(state, attacker, owner, budget)
    found = search.fewest(most)
    return Danger(attacker, found[0] if found else None, is_exact=search.is_complete)


def others_in_order(state: State, player: Player) -> list[Player]:
    """The other seats still in, the next one first."""
    seats = len(state.totems)
    active = state.active_players
    return [seat for step in range(1, seats) if (seat := (player + step) % seats) in active]


def after_answers(plan: Plan, player: Player, width: int, budget: Budget) -> float:
    """Log odds after the answers of the others to a roll of 7, each by itself from the same position.

    An answer that fells the player's totem is left out: how likely that is, :func:`danger` tells.
    """
    state = plan.after
    if state.phase == "over":
        return plan.value
    value = plan.value
    for number, seat in enumerate(others_in_order(state, player)):
        rolled = replace(
            state, phase="run", turn=seat, dice=(4, 3), points=MEDIAN, finished=0, visited=(), quiet_turns=0
        )
        answered = [one for one in plans(rolled, seat, width, 3, budget) if one.after.totems[player] is not None]
        if not answered:
            continue
        change = log_odds(answered[0].after, seat, player) - plan.value
        value += change if number == 0 else LATER_WEIGHT * change
    return value
