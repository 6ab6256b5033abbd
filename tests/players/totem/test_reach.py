"""Whether no elimination takes fewer points than the computer player says."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from engines.game import Player
from engines.totem.game import TOTEM
from engines.totem.state import State
from players.totem.reach import points_to_eliminate
from tests.players.totem.positions import built


def test_nothing_is_eliminated_with_fewer_points_than_the_reach() -> None:
    """All moves with one point less are made; with as many, something is eliminated in most positions."""
    random, compared, eliminated = Random(1), 0, 0
    while compared < 30:
        state = built(random)
        points, attacker = points_to_eliminate(state, 0, 1), 0
        if not 2 <= points <= 4 or len(state.totems) > 2 or state.pieces[0].bit_count() > 4:
            continue
        compared += 1
        assert not can_eliminate(rolled(state, attacker, points - 1), attacker, set())
        eliminated += can_eliminate(rolled(state, attacker, points), attacker, set())
    assert eliminated > 15


def rolled(state: State, player: Player, points: int) -> State:
    return replace(state, phase="run", turn=player, dice=(6, 6), points=points, finished=0, visited=())


def can_eliminate(state: State, player: Player, seen: set[State]) -> bool:
    """Whether some runs with the points that are left eliminate something."""
    if state in seen:
        return False
    seen.add(state)
    for move in TOTEM.legal_moves(state, player):
        after = TOTEM.apply(state, player, move)
        if after.own(1 - player) != state.own(1 - player):
            return True
        if after.phase == "run" and after.turn == player and can_eliminate(after, player, seen):
            return True
    return False
