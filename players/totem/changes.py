"""How much nearer or farther others are in one position than in another, in points of a roll."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engines.game import Player
from engines.totem.state import State
from players.totem.answers import chance_of_roll
from players.totem.facts import TELLING


@dataclass(frozen=True, slots=True)
class Change:
    """What one player needs to reach another."""

    other: Player
    old: int
    """Points in the first position."""
    new: int
    """Points in the second one."""
    is_mine: bool
    """Whether the other player is reached, not the one who decides."""


def best_change(
    before: State,
    after: State,
    player: Player,
    others: Iterable[Player],
    points: Callable[[State, Player, Player], int],
) -> Change | None:
    """Return the change that is most to a player's advantage, by the chance to roll so many points.

    Args:
        before: the first position.
        after: the second one.
        player: the player.
        others: those who can be reached or reach.
        points: the least points with which one player could reach another (:mod:`players.totem.reach`).
    """
    gain, best = TELLING, None
    for is_mine in (False, True):
        for other in others:
            attacker, owner = (player, other) if is_mine else (other, player)
            old, new = (points(state, attacker, owner) for state in (before, after))
            gained = (chance_of_roll(new) - chance_of_roll(old)) * (1 if is_mine else -1)
            if gained > gain:
                gain, best = gained, Change(other, old, new, is_mine)
    return best
