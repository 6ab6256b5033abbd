"""What the one message about a person's turn and the computer's tells and shows."""

from __future__ import annotations

from typing import Any, cast

import pytest

from render import PAINTERS, Picture
from render.options import PictureOptions
from render.picture import Painter
from tests.e2e.against_computers import begin, type_turn
from tests.e2e.world import World, alt_texts, stored, written


async def test_one_message_tells_both_turns_and_why(world: World) -> None:
    game = await begin(world, "iye", "3 · Skilled")
    await type_turn(game, 0)
    assert "**Ann**" in game.board.content
    assert "**Computer (level 3)**" in game.board.content
    assert "💡" in game.board.content
    assert stored(game.board).ping_user_ids in ([], [world.ann.id])


async def test_one_message_tells_the_computers_drawing_and_why_in_chiefdom(world: World) -> None:
    """Sheets are open against computer players, so that nothing has to wait for the end."""
    game = await begin(world, "chiefdom", "3 · Skilled")
    await type_turn(game, 0)
    told = game.board.content
    assert "**Computer (level 3)** draws: " in told, told
    assert "💡" in told
    why = written(await world.ann.click(game.board, label="Why?"))
    reason = next(line for line in told.splitlines() if "💡" in line).removeprefix("-# 💡 ")
    assert f"**Computer (level 3)**: {reason}" in why
    assert "It expects about" in why
    assert (await world.bot.services.matches.history.get(1)).options["sheets"] == "open"


async def test_picture_of_the_merged_message_draws_the_turns_of_both_and_says_so(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Any] = []
    painter = PAINTERS["iye"]

    def paint(observation: Any, options: PictureOptions) -> Picture:
        drawn.append(observation)
        return painter.paint(observation, options)

    game = await begin(world, "iye", "3 · Skilled")
    monkeypatch.setitem(cast("dict[str, Painter]", PAINTERS), "iye", painter._replace(paint=paint))
    await type_turn(game, 0)
    pictured = drawn[-1]
    assert [move.player for move in (*pictured.earlier, pictured.last)] == [0, 1]
    (alt,) = alt_texts(game.board)
    turns = [alt.index(f"{name} moves the drum to") for name in ("Ann", "Computer (level 3)")]
    assert turns == sorted(turns)


async def test_computer_player_greets_nobody(world: World) -> None:
    game = await begin(world, "iye", "1 · Beginner")
    await type_turn(game, 0)
    own = [message for message in game.place.history() if message.author.id == world.env.backend.bot_user.id]
    assert [message.id for message in own] == [board.id for board in game.boards], "a board and nothing else"
    assert world.direct_messages(world.ann) == []
