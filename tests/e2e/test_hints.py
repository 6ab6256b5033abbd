"""Hints in the running bot: three steps in the planner and under *More*, and what the result says."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
import simcord

from bot.matches.model.match import Match
from engines.registry import GAMES
from tests.e2e.world import Game, World, alt_texts, buttons, control, labels, refused, shown, written

pytestmark = pytest.mark.usefixtures("fast_presses")


async def against_computer(world: World, game: str) -> Game:
    """Begin a match of Ann against the computer in the channel, with Ann to move."""
    games = shown(await world.ann.slash(world.channel, "play"))
    panel = shown(await world.ann.click(games, label=GAMES[game].info.title))
    levels = shown(await world.ann.click(panel, label="Against the computer"))
    await world.ann.click(levels, label="1 · Beginner")
    await world.until_computers_have_moved()
    table = next(message for message in world.channel.history() if "Table #1" in written(message))
    return Game(world, world.channel_of(table), {0: world.ann})


async def match_of(world: World) -> Match:
    """Return the only match."""
    return await world.bot.services.matches.history.get(1)


async def hinted_from_more(game: Game) -> simcord.ResponseMessage:
    """Press *Hint* under *More*."""
    more = shown(await game.world.ann.click(game.board, label="More"))
    return shown(await game.world.ann.click(more, label="Hint"))


def hint_in(message: simcord.ResponseMessage) -> str:
    """Return the line of a planner that gives a hint."""
    (line,) = [line for line in written(message).splitlines() if line.startswith("💡 ")]
    return line


@pytest.mark.parametrize("slug", GAMES)
async def test_three_steps_say_more_each_time(world: World, slug: str) -> None:
    """The last one offers to plan the move, or to play it where a choice is played at once."""
    game = await against_computer(world, slug)
    if slug == "totem":
        await past_the_starting_cell(game)
    first = await hinted_from_more(game)
    assert first.ephemeral
    where = hint_in(first)
    assert first.content.splitlines()[-1] == where, "it is next to the picture"
    second = shown(await world.ann.click(first, label="Hint 2 of 3"))
    assert hint_in(second).startswith(where + " ")
    third = shown(await world.ann.click(second, label="Hint 3 of 3"))
    assert hint_in(third).startswith("💡 The strongest computer player would play: ")
    for told in (first, second, third):
        cells = list(dict.fromkeys(re.findall(r"\b[a-z][1-9][0-9]?\b", hint_in(told))))
        assert alt_texts(told)[0].startswith(f"Marked: {', '.join(cells)}.") == bool(cells)
    assert [seat.hints for seat in (await match_of(world)).people] == [1]
    ply = (await match_of(world)).ply
    if slug == "iye":
        assert "Your choice is played immediately." in written(third)
        played = shown(await world.ann.click(third, label="Play this"))
        assert "Played in İYE #1: " in written(played)
    else:
        planned = shown(await world.ann.click(third, label="Plan this"))
        plan = await world.bot.services.matches.plans.get(1, world.ann.id)
        assert plan.moves
        assert (await match_of(world)).ply == ply
        await world.ann.click(planned, label="Confirm")
    assert (await match_of(world)).ply > ply


async def past_the_starting_cell(game: Game) -> None:
    """Let Ann choose a starting cell, if it is hers to choose."""
    world = game.world
    if presses := [one for one in buttons(game.board) if ":move:" in one["custom_id"]]:
        await world.ann.click(game.board, custom_id=presses[0]["custom_id"])
        await world.until_computers_have_moved()


async def test_starting_cell_of_totem_takes_one_step_and_one_press(world: World) -> None:
    """All cells are alike, so there is nothing to find in three steps."""
    await open_table_with_hints(world)
    table = next(message for message in world.channel.history() if "Table #1" in written(message))
    await world.bob.click(table, custom_id=control(table, "join"))
    game = Game(world, world.channel_of(table), {0: world.ann, 1: world.bob})
    mover = game.mover
    hinted = shown(await mover.slash(game.place, "match", action="hint"))
    assert hint_in(hinted).endswith("All starting cells are alike: take any.")
    assert not [label for label in labels(hinted) if label.startswith("Hint")]
    played = shown(await mover.click(hinted, label="Play this"))
    assert "Played in Totem #1: " in written(played)


async def test_hint_in_the_planner(world: World) -> None:
    game = await against_computer(world, "totem")
    await past_the_starting_cell(game)
    planner = shown(await world.ann.click(game.board, custom_id=control(game.board, "turn")))
    hinted = shown(await world.ann.click(planner, label="Hint"))
    assert "💡 Look at " in written(hinted)
    assert len([button for button in buttons(hinted) if button["label"].startswith("Hint")]) == 1


async def test_last_step_compares_the_plan(world: World) -> None:
    game = await against_computer(world, "chiefdom")
    plans, rules = world.bot.services.matches.plans, GAMES["chiefdom"]
    seen = await plans.seen(1, world.ann.id)
    ply = seen.record.match.ply
    moves = (rules.encode_move(move) for move in rules.legal_moves(seen.position.state, seen.player))
    plan = next(plan for plan in (plans.planned(seen, ply, [move]).plan for move in moves) if plan.complete)
    await plans.put(1, world.ann.id, ply, plan.moves)
    message = await hinted_from_more(game)
    for label in ("Hint 2 of 3", "Hint 3 of 3"):
        assert "our plan" not in hint_in(message)
        message = shown(await world.ann.click(message, label=label))
    assert "our plan" in hint_in(message)


async def test_boards_of_one_person_offer_a_hint(world: World) -> None:
    game = await against_computer(world, "iye")
    assert "Hint" in labels(game.board)
    assert "💡 Look at " in written(await world.ann.click(game.board, label="Hint"))
    assert "Hint" in labels(shown(await world.ann.slash(game.place, "next")))
    await game.resign(world.ann)
    assert "Hint" not in labels(game.board)


async def test_typed_hint(world: World) -> None:
    game = await against_computer(world, "iye")
    answer = await world.ann.slash(game.place, "match", action="hint")
    assert "💡 Look at " in written(answer)


async def test_result_says_who_has_used_hints(world: World) -> None:
    game = await against_computer(world, "iye")
    await hinted_from_more(game)
    await game.resign(world.ann)
    assert "💡 **Ann** used 1 hint." in written(game.board)


async def test_result_without_hints_says_nothing_of_them(world: World) -> None:
    game = await against_computer(world, "iye")
    await game.resign(world.ann)
    assert "💡" not in written(game.board)


async def test_hints_while_computer_players_are_off(world: World) -> None:
    game = await against_computer(world, "totem")
    world.settings = replace(world.settings, computer_players="off")
    await world.restart()
    more = shown(await world.ann.click(game.board, label="More"))
    assert "Hints come from the computer players, which are switched off here." in refused(
        await world.ann.click(more, label="Hint")
    )


async def test_rated_match_between_people_has_no_hint(world: World) -> None:
    game = await world.start_match()
    mover = game.mover
    more = shown(await mover.click(game.board, label="More"))
    assert "Hint" not in labels(more)
    assert "This match has no hints." in refused(await mover.slash(game.place, "match", action="hint"))


async def open_table_with_hints(world: World) -> None:
    """Open a friendly table of Totem that allows hints."""
    table = await world.open_table(game="totem")
    asked = await world.ann.click(table, custom_id=control(table, "options"))
    await world.ann.submit_modal(asked, {"players": "2", "pace": ["none"], "rated": "hints"})


async def test_table_allows_hints_to_everyone(world: World) -> None:
    await open_table_with_hints(world)
    table = next(message for message in world.channel.history() if "Table #1" in written(message))
    assert "**Rated:** no" in written(table)
    assert "**Hints:** everyone may use them" in written(table)
    match = await world.bot.services.matches.history.get(1)
    assert match.allows_hints
