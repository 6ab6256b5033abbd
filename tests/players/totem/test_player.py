"""What the computer player of Totem decides."""

from __future__ import annotations

import pytest

from engines.totem.game import TOTEM
from players import LEVELS
from players.totem.player import PLAYER
from tests.players.totem.positions import played


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_level_makes_legal_moves_up_to_the_next_roll(seats: int, level: int) -> None:
    assert played(seats, level, seats, 12)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("nodes", [0, 1, 30])
def test_nodes_are_kept(level: int, nodes: int) -> None:
    for state in played(2, 2, 5, 8):
        (player,) = TOTEM.players_to_move(state)
        decision = PLAYER.decide(TOTEM.observe(state, player), player, level, 1, nodes=nodes)
        assert decision.nodes <= nodes
        after = state
        for text in decision.moves:
            after = TOTEM.apply(after, player, TOTEM.decode_move(text))


@pytest.mark.parametrize("level", LEVELS)
def test_equal_observations_and_seeds_give_equal_decisions(level: int) -> None:
    for state in played(3, 2, 7, 6):
        (player,) = TOTEM.players_to_move(state)
        again = TOTEM.load_state(TOTEM.dump_state(state))
        one, other = (PLAYER.decide(TOTEM.observe(s, player), player, level, 3, nodes=300) for s in (state, again))
        assert repr(one) == repr(other)


def test_players_who_are_not_to_move_cannot_decide() -> None:
    state = played(2, 1, 1, 5)[-1]
    (player,) = TOTEM.players_to_move(state)
    with pytest.raises(ValueError, match="not to move"):
        PLAYER.decide(TOTEM.observe(state, 1 - player), 1 - player, 3, 1)
