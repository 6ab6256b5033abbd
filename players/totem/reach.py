"""The points that it takes to come next to other players' pieces and totems, for what the computer player says.

All of a player's pieces are connected, so the distances from any cell at which they stand have no gap. To touch a piece
or totem, another has to stop at distance 1 from it, and no gap may be left behind. To come n cells nearer or farther
takes at least n points. So nothing is touched with fewer points, and seldom more are needed.
"""

from __future__ import annotations

from collections.abc import Sequence

from engines.bitsets import members_of
from engines.game import Player
from engines.totem.board import DISTANCE
from engines.totem.state import State
from players.totem.worth import points_to_fill

HIGHEST = 12
"""The most points of a roll."""
OUT_OF_REACH = HIGHEST + 1
"""Told of everything that takes more than a roll."""

_NEVER = 1000


def points_to_fell(state: State, attacker: Player, owner: Player) -> int:
    """The least points that could fell a totem, or :data:`OUT_OF_REACH`, also if it is gone."""
    totem = state.totems[owner]
    return OUT_OF_REACH if totem is None else _points_to_touch(state.own(attacker), totem, OUT_OF_REACH)


def points_to_eliminate(state: State, attacker: Player, owner: Player) -> int:
    """The least points that could eliminate anything of a player, or :data:`OUT_OF_REACH`."""
    own, least = state.own(attacker), OUT_OF_REACH
    for cell in members_of(state.own(owner)):
        least = _points_to_touch(own, cell, least)
    return least


def _points_to_touch(own: int, target: int, most: int) -> int:
    """The least points that could bring a piece next to a cell; ``most`` if it takes more.

    Args:
        own: the attacker's pieces and totem.
        target: the cell.
        most: more does not matter.
    """
    if points_to_fill(own, own, target) >= most:
        return most
    distances = sorted(DISTANCE[target][cell] for cell in members_of(own))
    if distances[0] == 1:
        return 1
    for farthest in range(min(len(distances), distances[-1]), 0, -1):
        if sum(distance - farthest for distance in distances if distance > farthest) >= most:
            break  # pieces beyond have to come so much nearer, and the more, the nearer the farthest is
        most = min(most, _steps_to_fill(distances, farthest))
    return most


def _steps_to_fill(distances: Sequence[int], farthest: int) -> int:
    """The least steps after which a piece stands at each distance up to the farthest, and none beyond."""
    least = [0] + [_NEVER] * farthest  # by how many of the distances, from 1 on, are filled
    for distance in distances:
        excess = max(0, distance - farthest)
        stayed = [steps + excess for steps in least]
        filled = [steps + abs(distance - farther) for farther, steps in enumerate(least[:-1], 1)]
        least = [stayed[0], *map(min, stayed[1:], filled)]
    return least[farthest]
