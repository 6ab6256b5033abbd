"""From the chance to win a cycle to the chance to win the match (I14, I15)."""

from __future__ import annotations

from functools import cache

from engines.game import Player
from engines.iye.observation import IyeObservation

STARTERS_CHANCE = 0.62
"""The chance to win a cycle of who begins it, measured between good players; the loser of a cycle begins the next."""


@cache
def at_new_cycle(needed: int, others_needed: int, *, begins: bool) -> float:
    """The chance to win the match before a cycle is dealt.

    Args:
        needed: the cycles that the player still needs.
        others_needed: those that the opponent still needs.
        begins: whether the player begins the cycle.
    """
    if needed == 0:
        return 1.0
    if others_needed == 0:
        return 0.0
    chance = STARTERS_CHANCE if begins else 1 - STARTERS_CHANCE
    won = at_new_cycle(needed - 1, others_needed, begins=False)
    lost = at_new_cycle(needed, others_needed - 1, begins=True)
    return chance * won + (1 - chance) * lost


def match_chance(cycle: float, observation: IyeObservation, player: Player) -> float:
    """The chance to win the match from the chance to win the cycle, a tie counted as one half of a win."""
    needed = observation.wins_needed - observation.wins[player]
    others = observation.wins_needed - observation.wins[1 - player]
    won = at_new_cycle(needed - 1, others, begins=False)
    lost = at_new_cycle(needed, others - 1, begins=True)
    return cycle * won + (1 - cycle) * lost
