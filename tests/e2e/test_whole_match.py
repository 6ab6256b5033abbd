"""İYE matches from the slash command to the result."""

import re

import pytest

from tests.e2e.world import World, alt_texts, buttons, labels, selects, written


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_match_is_played_to_its_end_by_every_means(world: World, seed: int) -> None:
    game = await world.start_match(wins="1")
    game.rng.seed(seed)
    turns = await game.play_on()
    assert turns >= 5
    assert game.over
    assert re.search(r"^\*\*Cycle \d", written(game.board), re.MULTILINE), "the last cycle's table is missing"
    for member in game.players.values():
        assert member.mention in game.board.content
    assert labels(game.board) == ["Rematch", "Review", "Share", "More"]
    older = game.boards[:-1]
    assert [message.id for message in older if buttons(message) or selects(message)] == []
    assert all(len(alt) > 200 for message in game.boards for alt in alt_texts(message))
