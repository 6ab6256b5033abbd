"""What the one message about a person's turn and the computer's tells and shows."""

from __future__ import annotations

import re

import pytest

from tests.e2e.against_computers import begin, type_turn
from tests.e2e.chiefdom import observation
from tests.e2e.drawn import observations_drawn
from tests.e2e.world import Game, World, alt_texts, stored, written


async def test_one_message_tells_both_turns_and_why(world: World) -> None:
    game = await begin(world, "iye", "3 · Skilled")
    await type_turn(game)
    assert "**Ann**" in game.board.content
    assert "**Computer L3**" in game.board.content
    assert "💭" in game.board.content
    assert stored(game.board).ping_user_ids in ([], [world.ann.id])


@pytest.mark.usefixtures("unpainted")
async def test_reason_stands_below_the_turn_that_it_explains(world: World) -> None:
    game = await begin(world, "totem", "2 · Casual")
    while "💭" not in game.board.content or "rolls" not in game.board.content.partition("💭")[2]:
        assert not game.over
        await type_turn(game)
    lines = game.board.content.splitlines()
    (reason,) = (number for number, line in enumerate(lines) if "💭" in line)
    turns = [line for line in lines[:reason] if not line.startswith("- ")]
    assert turns[-1].startswith("**Computer L2**")
    assert [line for line in lines[reason + 1 :] if line.startswith("**Ann** rolls ")]


async def test_one_message_tells_the_computers_drawing_and_why_in_chiefdom(world: World) -> None:
    """Sheets are open against computer players, so that nothing has to wait for the end."""
    game = await begin(world, "chiefdom", "3 · Skilled")
    await type_turn(game)
    told = game.board.content
    assert "**Computer L3** draws: " in told, told
    assert "💭" in told
    why = written(await world.ann.click(game.board, label="Why?"))
    reason = next(line for line in told.splitlines() if "💭" in line).removeprefix("-# 💭 ")
    assert "**Computer L3**: " in why
    assert reason not in why, "the board tells it"
    assert "I expected about" in why
    assert (await world.bot.services.matches.history.get(1)).options["sheets"] == "open"


async def test_drawings_of_the_turn_that_was_over_are_told_and_marked_although_the_computer_has_decided_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await begin(world, "chiefdom", "1 · Beginner")
    drawn = observations_drawn(monkeypatch, "chiefdom")
    await type_turn(game)
    assert drawn[-1].decided == (False, True)
    assert all(sheet.drawn for sheet in drawn[-1].sheets)


@pytest.mark.usefixtures("unpainted")
async def test_all_turns_that_the_computer_draws_alone_are_told(world: World) -> None:
    game, turns = await begin(world, "chiefdom", "1 · Beginner"), [0]
    while len(turns) == 1 and not game.over:
        begun = await _turn(game)
        await type_turn(game)
        turns = [int(number) for number in re.findall(r"turn (\d+) is drawn", game.board.content)]
        if "🏁" not in game.board.content:
            assert turns == list(range(begun, await _turn(game)))
    assert len(turns) > 1, "the person had something to draw in every turn"


async def _turn(game: Game) -> int:
    """Return the turn of a match of Chiefdom."""
    return observation((await game.world.bot.services.matches.history.view(game.id)).observation).turn


@pytest.mark.usefixtures("unpainted")
async def test_first_message_to_the_wairgka_player_ends_with_the_newest_turn_and_its_reason(world: World) -> None:
    """The herder has many turns before the wairgka wake: more than a message has room for."""
    await world.ann.slash(world.channel, "play", game="awethi", options="computer: 1, wairgka: first")
    await world.until_computers_have_moved()
    table = next(message for message in world.channel.history() if "Table #1" in written(message))
    game = Game(world, world.channel_of(table), {0: world.ann})
    *told, rolled, asked, _footer = game.board.content.splitlines()
    reason = next(line for line in told if line.startswith("-# 💭 "))
    told = told[told.index(reason) + 1 :]
    assert [line for line in told if not line.startswith("- ")] == told[:1], "one turn, the newest"
    assert "earlier turns are left out here" in game.board.content
    assert "The wairgka roll" in rolled
    assert asked.startswith(world.ann.mention)
    why = written(await world.ann.click(game.board, label="Why?"))
    assert why.count("**Computer L1**: ") > 1
    assert not why.splitlines()[-2].endswith(reason.removeprefix("-# 💭 ")), "the board tells it"
    assert why.count("I expected to win") == 1


async def test_picture_of_the_merged_message_draws_the_turns_of_both_and_says_so(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await begin(world, "iye", "3 · Skilled")
    drawn = observations_drawn(monkeypatch, "iye")
    await type_turn(game)
    pictured = drawn[-1]
    assert [move.player for move in (*pictured.earlier, pictured.last)] == [0, 1]
    (alt,) = alt_texts(game.board)
    turns = [alt.index(f"{name} moves the drum to") for name in ("Ann", "Computer L3")]
    assert turns == sorted(turns)


async def test_computer_player_greets_nobody(world: World) -> None:
    game = await begin(world, "iye", "1 · Beginner")
    await type_turn(game)
    own = [message for message in game.place.history() if message.author.id == world.env.backend.bot_user.id]
    assert [message.id for message in own] == [board.id for board in game.boards], "a board and nothing else"
    assert world.direct_messages(world.ann) == []
