"""Chiefdom, from the slash command to the result."""

from __future__ import annotations

import pytest

from tests.e2e.chiefdom import start_chiefdom
from tests.e2e.world import World, written


@pytest.mark.parametrize("number", [1, 3])
async def test_a_match_is_played_to_its_end_with_the_planner_and_typed(world: World, number: int) -> None:
    game = await start_chiefdom(world, number, cards="on")
    turns = 0
    while not game.over:
        for member in await game.awaited():
            if turns % 3:
                answer = await game.type_decision(member)
            else:
                answer = await game.decide(member)
            assert written(answer).startswith("You played "), written(answer)
        turns += 1
        assert turns < 60
    assert "points" in written(game.board)
