"""What the computer player of Totem has found out about the plan that it chose."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from engines.game import Player
from engines.totem.elimination import losses
from engines.totem.moves import ROLLS, Run
from engines.totem.observation import Loss
from engines.totem.state import State
from engines.totem.turns import apply
from players.totem.answers import Danger, Judged, danger, others_in_order
from players.totem.felling import FellingSearch
from players.totem.plans import Budget, Plan

TELLING = 0.05
"""The least difference of two chances that is worth a sentence."""


@dataclass(frozen=True)
class Facts:
    """A chosen plan and what the search found out about it."""

    before: State
    player: Player
    judged: Judged
    sees_fellings: bool
    """Whether chances of fellings may be told, because the level searches for them."""
    budget: Budget
    """For searches of fellings that were not needed to choose the plan."""
    rejected: list[Judged]
    """The other plans that were compared, best first; empty if the level compares none."""

    @property
    def after(self) -> State:
        """The position after the plan."""
        return self.judged.plan.after

    @cached_property
    def others(self) -> list[Player]:
        """The other seats still in after the plan, the next one first."""
        return others_in_order(self.after, self.player)

    @cached_property
    def lost(self) -> dict[Player, int]:
        """How many pieces each other seat has lost, if any."""
        before, after = self.before, self.after
        numbers = {
            seat: before.pieces[seat].bit_count() - after.pieces[seat].bit_count()
            for seat in range(len(before.totems))
            if seat != self.player
        }
        return {seat: number for seat, number in numbers.items() if number}

    @cached_property
    def losses(self) -> list[tuple[Loss, ...]]:
        """What each run eliminates, what it touches first."""
        found, state = [], self.before
        for move in self.judged.plan.moves:
            if isinstance(move, Run):
                found.append(losses(state, self.player, move.stop, move.victim))
            state = apply(state, self.player, move)
        return found

    def danger(self, state: State, attacker: Player, owner: Player) -> Danger | None:
        """How a seat could fell a totem with its next roll; ``None`` if that was not found out."""
        if not self.sees_fellings:
            return None
        found = danger(state, attacker, owner, self.budget)
        return found if found.is_exact else None

    def share(self, state: State, attacker: Player, owner: Player) -> float | None:
        """The exact share of rolls with which a seat could fell a totem; ``None`` if the budget does not suffice.

        More points than the fewest do not always fell it: a piece may have to run on (T15).
        """
        search = FellingSearch(state, attacker, owner, self.budget)
        rolls = [dice for dice in ROLLS if search.runs(dice.high + dice.low) is not None]
        return sum(1 if dice.high == dice.low else 2 for dice in rolls) / 36 if search.is_complete else None


def is_of_another_kind(one: Plan, other: Plan) -> bool:
    """Whether other pieces run, or one of the two exchanges."""
    return _kind(one) != _kind(other)


def _kind(plan: Plan) -> frozenset[int]:
    return frozenset(move.origin for move in plan.moves if isinstance(move, Run))
