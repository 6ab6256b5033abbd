"""Totem, from the slash command to the result: with the planner, typed, in mixtures."""

from __future__ import annotations

import pytest

from tests.e2e.world import World, alt_texts, buttons, selects, written


@pytest.mark.parametrize("seed", [1])
async def test_a_match_of_two_is_played_with_the_planner(world: World, seed: int) -> None:
    game = await world.start_totem()
    game.rng.seed(seed)
    await game.place_totems()
    for turn in range(40):
        if game.over:
            break
        await game.take_turn()
    print(turn, written(game.board))
    assert [message.id for message in game.boards[:-1] if buttons(message) or selects(message)] == []
    assert all(len(alt) > 100 for message in game.boards for alt in alt_texts(message))
