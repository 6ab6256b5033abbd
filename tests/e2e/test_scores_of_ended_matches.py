"""Resigned and drawn matches show the score of their position; nobody wins by it."""

from __future__ import annotations

import re

import pytest

from tests.e2e.chiefdom import start_chiefdom
from tests.e2e.totem import start_totem
from tests.e2e.world import World, written

pytestmark = pytest.mark.usefixtures("unpainted")


async def test_resigned_iye_match_shows_the_cycles_won(world: World) -> None:
    game = await world.start_match(wins="2")
    await game.play_on(turns=3)
    await game.resign(world.ann)
    text = written(game.board)
    assert "Bob wins" in text.replace("*", "").replace(world.bob.mention, "Bob")
    assert re.search(r"\*\*Score when it ended\*\*\n```[^`]*Cycles won +0 +0", text), text
    private = written(await world.bob.slash(game.place, "board", match=game.id))
    assert "Score when it ended" in private


async def test_match_of_one_cycle_has_no_score_before_its_end(world: World) -> None:
    game = await world.start_match(wins="1")
    await game.resign(world.ann)
    assert "Score" not in written(game.board)


async def test_agreed_draw_shows_the_score(world: World) -> None:
    game = await start_chiefdom(world)
    await world.ann.slash(game.place, "match", action="draw")
    assert "Score when it ended" not in written(game.board)
    await world.bob.slash(game.place, "match", action="draw", detail="accept")
    assert "The match ends in a draw by agreement." in written(game.board)
    assert "Score when it ended" in written(game.board)


async def test_game_without_a_score_shows_none(world: World) -> None:
    game = await start_totem(world)
    await game.place_totems()
    await game.resign(world.ann)
    assert "Score" not in written(game.board)
