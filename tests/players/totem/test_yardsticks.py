"""What the yardsticks of Totem decide."""

from __future__ import annotations

import pytest

from engines.totem.game import TOTEM
from players.totem.yardsticks import YARDSTICKS
from tests.players.totem.positions import played


@pytest.mark.parametrize("name", ["greedy", "careful"])
def test_yardsticks_make_legal_moves_and_repeat_them_by_seed(name: str) -> None:
    for state in played(3, 2, 4, 10):
        (player,) = TOTEM.players_to_move(state)
        decision = YARDSTICKS[name].decide(TOTEM.observe(state, player), player, 1, 5)
        again = YARDSTICKS[name].decide(TOTEM.observe(state, player), player, 5, 5)
        assert decision.moves == again.moves
        after = state
        for text in decision.moves:
            after = TOTEM.apply(after, player, TOTEM.decode_move(text))
        assert after != state
