"""A game in one file, played with the painter for squares and a planner that lists its moves."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import simcord

from bot.ui import planners
from engines.registry import GAMES
from render import PAINTERS, found_painter
from tests.e2e.conftest import running
from tests.e2e.planned import Planned, offered
from tests.e2e.world import Answer, World, control, shown, written
from tests.engines.toys.konane import KONANE


class Konane(Planned):
    """A match of the toy game."""

    async def plan_step(self, member: simcord.MemberActor, window: Answer) -> None:
        await self.choose(member, window, self.rng.choice(sorted(offered(window))))


@pytest.fixture
async def world(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unexpected: list[logging.LogRecord]
) -> AsyncIterator[World]:
    """The bot with the toy game registered, and the defaults for a game that provides only rules."""
    monkeypatch.setitem(GAMES, "konane", KONANE)
    monkeypatch.setitem(planners.PLANNERS, "konane", planners.load_planner("konane"))
    monkeypatch.setitem(PAINTERS, "konane", found_painter("konane"))
    async with running(tmp_path) as made:
        await made.found()
        yield made
    assert [record.getMessage() for record in unexpected] == []


async def start_konane(world: World) -> Konane:
    table = await world.open_table(game="konane", board="6")
    await world.bob.click(table, custom_id=control(table, "join"))
    return Konane(world, world.channel_of(table), {0: world.ann, 1: world.bob})


async def test_match_is_played_to_its_end_with_the_planner(world: World) -> None:
    game = await start_konane(world)
    while not game.over:
        await game.take_turn()
    assert "cannot jump" in game.board.content
    assert game.board.attachments[0].filename.endswith(".png")


async def test_moves_are_typed_in_notation(world: World) -> None:
    game = await start_konane(world)
    assert "is not a move. Type it like this: a1, c3, d4." in written(
        await game.mover.slash(game.place, "move", text="x")
    )
    assert "is not possible." in written(await game.mover.slash(game.place, "move", text="b1"))
    assert written(await game.mover.slash(game.place, "move", text=" D 4 ")).startswith("Played in Kōnane #1: d4")
    assert "takes the stone on d4 away" in game.board.content


async def test_rules_can_be_read_and_the_match_resigned(world: World) -> None:
    game = await start_konane(world)
    rules = await world.ann.slash(world.channel, "rules", game="konane")
    assert "over one stone at a time" in written(rules)
    window = await game.open_planner()
    assert offered(window) == {"!a1", "!c3", "!d4", "!f6"}
    asked = await game.mover.slash(game.place, "match", action="resign")
    await game.players[0].click(shown(asked), label="Yes, resign")
    assert "gives up" in game.board.content
