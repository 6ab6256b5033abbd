"""One person and four computer players, from the table to the result."""

from __future__ import annotations

import pytest

from engines.registry import GAMES
from tests.e2e.against_computers import type_turn
from tests.e2e.world import Game, World, selects, shown, written

FIVE = [slug for slug in GAMES if GAMES[slug].info.max_players >= 5]


pytestmark = pytest.mark.usefixtures("fast_presses")


async def begin(world: World, game: str, *levels: str) -> Game:
    """Begin a match of Ann at a table with computer players."""
    table = await world.open_table(game=game, players=1 + len(levels))
    panel = shown(await world.ann.click(table, label="Computer players"))
    for level in levels:
        panel = shown(await world.ann.select(panel, [level], custom_id=selects(panel)[-1]["custom_id"]))
    await world.env.settle()
    table = next(message for message in world.channel.history() if message.id == table.id)
    await world.begin(table)
    await world.until_computers_have_moved()
    return Game(world, world.channel_of(table), {0: world.ann})


@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize("game", FIVE)
async def test_match_against_four_computer_players_is_played_to_its_end(world: World, game: str) -> None:
    match = await begin(world, game, "1", "2", "1", "3")
    stored = await world.bot.services.matches.history.get(1)
    assert sorted(seat.computer.level for seat in stored.seats if seat.computer is not None) == [1, 1, 2, 3]
    turns = 0
    while not match.over:
        assert turns < 200
        await type_turn(match)
        turns += 1
        assert len(match.boards) == 1, "one message tells all turns"
    assert turns > 5
    stored = await world.bot.services.matches.history.get(1)
    assert all(seat.display_name in written(match.board) for seat in stored.seats)
