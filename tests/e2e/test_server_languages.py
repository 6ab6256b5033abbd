"""Managers and spectators get texts in their own language."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import running
from tests.e2e.pseudo_language import everything, untranslated
from tests.e2e.world import Answer, Game, Message, World, control, refused, shown
from tests.locales.pseudo import write_catalogue

NAMED = ("#games", "#hall", "Dora", "(en)", "(en_US)", "/server settings")


@pytest.fixture
async def world(tmp_path: Path, unexpected: list[Any]) -> AsyncIterator[World]:
    """The bot with the pseudo-language."""
    locales = write_catalogue(tmp_path / "locales", "en_US")
    async with running(tmp_path, locales=locales) as made:
        await made.found(preferred_locale="en-US")
        yield made
    assert [record.getMessage() for record in unexpected] == []


def leftovers(message: Message | Answer) -> list[str]:
    """Return the lines that are still English, apart from names of channels, people and languages."""
    found = []
    for line in everything(message):
        english = line.replace("\\#", "#")
        for name in NAMED:
            english = english.replace(name, "")
        if untranslated(english):
            found.append(line)
    return found


async def match_of(world: World) -> Game:
    table = await world.open_table(wins="1")
    await world.bob.click(table, custom_id=control(table, "join"))
    return Game(world, world.channel_of(table), {0: world.ann, 1: world.bob})


async def test_manager_panels_are_in_the_readers_language(world: World) -> None:
    dora, hall = world.join_manager(), world.guild.create_text_channel("hall")
    panel = await dora.slash(hall, "server settings", allow=world.channel, pace="3d+24h", openers="managers")
    assert leftovers(panel) == []
    assert not untranslated(refused(await world.ann.slash(world.channel, "play", game="iye")))
    await dora.slash(hall, "server settings", openers="everybody")
    assert not untranslated(refused(await world.ann.slash(hall, "play", game="iye")))
    game = await match_of(world)
    listed = await dora.slash(hall, "server matches")
    assert leftovers(listed) == []
    await dora.click(shown(listed), custom_id=control(listed, "elsewhere"))
    assert leftovers(listed) == []
    await dora.select(shown(listed), [hall], custom_id=f"k:gothere:{game.id}:0:")
    assert leftovers(listed) == []
    for message in (*game.place.history()[-1:], *hall.history()[:1]):
        assert leftovers(message) == []
    record = await dora.slash(hall, "server matches")
    await dora.click(shown(record), custom_id=control(record, "serveracts"))
    assert leftovers(record) == []
    asked = await dora.slash(hall, "match", action="abort", detail="manager", match=game.id)
    assert asked.modal is not None
    assert not untranslated(asked.modal["title"].replace("İYE", ""))


async def test_spectator_texts_are_in_the_readers_language(world: World) -> None:
    game = await match_of(world)
    assert leftovers(await world.carol.slash(game.place, "match", action="watch")) == []
    (board,) = world.carol.user.dm_channel.history()
    assert leftovers(board) == []
    assert leftovers(await world.carol.slash(game.place, "matches")) == []
    assert not untranslated(refused(await world.ann.slash(game.place, "match", action="watch", match=game.id)))
    world.guild.remove_member(world.carol)
    await world.env.settle()
    await game.click_move()
    assert leftovers(world.carol.user.dm_channel.history()[-1]) == []


async def test_channel_loss_messages_are_in_the_readers_language(world: World) -> None:
    game, hall = await match_of(world), world.guild.create_text_channel("hall")
    await world.ann.slash(hall, "match", action="move")
    assert leftovers(game.place.history()[-1]) == []
    world.delete_channel(game.place)
    world.delete_channel(world.channel)
    await world.env.settle()
    assert not untranslated(world.direct_messages(world.ann)[0])
    assert leftovers(await world.ann.slash(hall, "matches")) == []
    assert leftovers(await world.ann.slash(hall, "match", action="move")) == []
