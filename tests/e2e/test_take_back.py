"""*Take back* beside the board of a person who plays alone."""

from __future__ import annotations

import pytest

from engines.iye.observation import IyeObservation
from tests.e2e.against_computers import begin, type_turn
from tests.e2e.forged_controls import forge
from tests.e2e.world import SINCE, World, buttons, change, labels, refused, shown, written

pytestmark = pytest.mark.usefixtures("fast_presses", "unpainted")


async def test_turn_is_taken_back_with_one_press(world: World) -> None:
    game = await begin(world, "iye", "1 · Beginner")
    before = await board_of(world)
    assert "Take back" not in labels(game.board), "nothing is played yet"
    await world.ann.click(game.board, custom_id=next(one["custom_id"] for one in buttons(game.board)))
    await world.until_computers_have_moved()
    assert "Take back" in labels(game.board)
    assert SINCE not in labels(game.board)
    posted = len(game.place.history())
    answer = await world.ann.click(game.board, label="Take back")
    assert await board_of(world) == before
    assert "Take back" not in labels(game.board)
    assert not answer.ephemeral, "the board shows it"
    assert len(game.place.history()) == posted


async def test_nothing_is_told_of_a_turn_that_was_taken_back(world: World) -> None:
    """“The last turn:” stood above nothing."""
    game = await begin(world, "iye", "1 · Beginner")
    await type_turn(game)
    await world.ann.click(game.board, label="Take back")
    told = written(await world.ann.click(game.board, label=SINCE)).splitlines()
    assert told[0] == "Nothing has happened since you last looked."
    assert told[1].startswith("**Ann**, it is your turn")


@pytest.mark.parametrize("way", ["More", "command"])
async def test_turn_taken_back_in_private_posts_nothing_either(world: World, way: str) -> None:
    game = await begin(world, "iye", "1 · Beginner")
    before = await board_of(world)
    await type_turn(game)
    posted = [message.content for message in game.place.history()[:-1]]
    if way == "More":
        answer = await change(world.ann, await world.ann.click(game.board, label="More"), "Take back")
    else:
        answer = await world.ann.slash(game.place, "match", action="undo")
    assert await board_of(world) == before
    assert written(answer) == "Your turn was taken back. Choose another one.", "in private"
    assert [message.content for message in game.place.history()[:-1]] == posted


async def test_receipt_of_a_turn_says_that_it_was_taken_back(world: World) -> None:
    game = await begin(world, "iye", "1 · Beginner")
    legal = next(one["custom_id"] for one in buttons(game.board)).rsplit(":", 1)[-1]
    receipt = shown(await world.ann.slash(game.place, "move", text=legal))
    assert written(receipt).startswith(f"Played in İYE #1: {legal}, ")
    await world.until_computers_have_moved()
    await world.ann.click(game.board, label="Take back")
    assert written(receipt).startswith(f"Taken back in İYE #1: “{legal}, ")


async def test_two_presses_at_once_take_back_one_turn(world: World) -> None:
    game = await begin(world, "iye", "1 · Beginner")
    await type_turn(game)
    before = await board_of(world)
    await type_turn(game)
    (take,) = [one["custom_id"] for one in buttons(game.board) if one["label"] == "Take back"]
    await world.ann.click(game.board, custom_id=take)
    assert await board_of(world) == before
    assert "moved on" in refused(await forge(world, world.ann, game, take))
    assert await board_of(world) == before


async def test_who_plays_alone_takes_back_as_often_as_they_like(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await begin(world, "iye", "1 · Beginner")
    monkeypatch.setattr(world.bot.services.rate_limiter, "may_notify_others", lambda _user_id: False)
    before = await board_of(world)
    await type_turn(game)
    await world.ann.click(game.board, label="Take back")
    assert await board_of(world) == before, "nobody else is notified"


async def test_rolled_turn_offers_no_way_back(world: World) -> None:
    game = await begin(world, "totem", "1 · Beginner")
    for _ in range(2):
        await type_turn(game)
        assert "Take back" not in labels(game.board), "a roll came after it"
        assert SINCE in labels(game.board)


async def board_of(world: World) -> str:
    """The tiles on the board."""
    seen = (await world.bot.services.matches.history.view(1)).observation
    assert isinstance(seen, IyeObservation)
    return seen.board
