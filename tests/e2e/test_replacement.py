"""A computer player takes over a seat: by a vote after a timeout, and as proposed with buttons and typed actions.

Computer players that are switched off take none, neither in a match nor at a table.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
import pytest
import simcord

from bot.computer.decider import SWITCHED_OFF
from bot.matches.doctor import examine
from bot.matches.model.match import Match
from bot.matches.model.time_control import HOUR
from tests.e2e.against_computers import begin
from tests.e2e.world import Answer, Game, World, buttons, control, labels, refused, selects, shown, written

pytestmark = pytest.mark.usefixtures("unpainted")

LATE = 36 * HOUR + 60
"""Seconds after which a daily time control has run out."""


async def match_of(world: World) -> Match:
    return await world.bot.services.matches.history.get(1)


async def levels(world: World) -> dict[int, int]:
    """Return the levels of the computer players, by seat."""
    seats = (await match_of(world)).seats
    return {seat.player: seat.computer.level for seat in seats if seat.computer is not None}


async def replay_agrees(world: World) -> bool:
    """Whether the stored match and ratings follow from the log."""
    database = world.bot.acting.database
    assert database is not None
    return await examine(database) == []


async def three_players(world: World, **options: Any) -> Game:
    """Begin a match of Totem of Ann, Bob and Carol."""
    table = await world.open_table(game="totem", players=3, **options)
    for member in (world.bob, world.carol):
        await member.click(table, custom_id=control(table, "join"))
    table = next(message for message in world.channel.history() if message.id == table.id)
    return Game(world, world.channel_of(table), {0: world.ann, 1: world.bob, 2: world.carol})


def question_of(game: Game) -> discord.Message:
    """Return the message with the vote after a timeout."""
    return next(message for message in reversed(game.place.history()) if "what should happen" in message.content)


async def vote_for_level(member: simcord.MemberActor, question: discord.Message, level: int) -> Answer:
    """Choose a computer player's level in the vote after a timeout."""
    (menu,) = selects(question)
    return await member.select(question, [str(level)], custom_id=menu["custom_id"])


async def test_two_others_vote_for_the_computer_after_a_timeout(world: World) -> None:
    game = await three_players(world, pace="daily")
    absent = game.mover
    others = [member for member in game.players.values() if member is not absent]
    await world.pass_time(LATE)
    question = question_of(game)
    first = await vote_for_level(others[0], question, 3)
    assert "Computer player (level 3)" in written(first)
    assert "It takes effect if more than half of the players who vote choose it." in written(first)
    assert await levels(world) == {}
    await vote_for_level(others[1], question, 3)
    await world.until_computers_have_moved()
    seat = next(player for player, member in game.players.items() if member is absent)
    assert await levels(world) == {seat: 3}
    assert buttons(question) == []
    said = "".join(one.content for one in game.place.history())
    assert " have decided: a computer player of level 3 takes over.\n" in said, "who had the seat is not its holder now"
    assert "takes over the seat of" in said
    assert "Computer L3" in written(game.board)
    assert await replay_agrees(world)
    listed = written(await absent.slash(game.place, "matches"))
    assert "Totem #1" not in listed
    assert refused(await absent.slash(game.place, "match", action="resign", match=1)).startswith("You do not play")


async def test_seat_is_handed_to_the_computer_and_the_match_stays_rated(world: World) -> None:
    game = await world.start_match()
    answer = await world.ann.slash(game.place, "match", action="replace", detail="computer 1", match=1)
    assert "I am asking the other players" in written(answer)
    asked = next(one for one in reversed(game.place.history()) if "Do you agree?" in one.content)
    assert "then comes last" in asked.content
    await world.bob.click(asked, label="Accept")
    await world.until_computers_have_moved()
    assert list((await levels(world)).values()) == [1]
    await game.resign(world.bob)
    assert await replay_agrees(world)
    (change,) = await world.bot.services.matches.leaderboards.rating_changes(1)
    assert change.after.ordinal > change.before.ordinal


async def test_refused_proposal_changes_nothing(world: World) -> None:
    game = await world.start_match()
    panel = await world.ann.slash(game.place, "match", action="replace", match=1)
    assert "Computer player …" in labels(panel)
    chosen = await world.ann.click(shown(panel), label="Computer player …")
    (menu,) = selects(chosen)
    await world.ann.select(shown(chosen), ["4"], custom_id=menu["custom_id"])
    asked = next(one for one in reversed(game.place.history()) if "Do you agree?" in one.content)
    await world.bob.click(asked, label="Decline")
    assert await levels(world) == {}
    assert "does not want a computer player to take over the seat" in game.place.history()[-1].content


@pytest.mark.parametrize("rated", [True, False])
async def test_proposal_promises_a_rating_only_in_a_rated_match(world: World, *, rated: bool) -> None:
    game = await world.start_match(rated=rated)
    asked = written(await world.ann.slash(game.place, "match", action="replace", match=1))
    assert "sheet" not in asked, "this game has none"
    panel = shown(await world.ann.slash(game.place, "match", action="replace", match=1))
    chosen = written(await world.ann.click(panel, label="Computer player …"))
    assert "sheet" not in chosen
    assert "The player who is replaced comes last" in chosen
    assert ("the match stays rated" in chosen) == rated


async def test_seat_is_suggested_while_typing(world: World) -> None:
    game = await world.start_match()
    choices = await world.ann.autocomplete(game.place, "match", "detail", "computer level 3", action="replace")
    assert [choice["name"] for choice in choices] == ["A computer player of level 3 for the seat of Ann"]
    await world.ann.slash(game.place, "match", action="replace", detail=choices[0]["value"], match=1)
    (offer,) = await world.bot.services.matches.offers.open_in(1)
    assert offer.needed != ()


async def test_computer_players_that_are_off_take_no_seat(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await world.start_match(pace="daily")
    monkeypatch.setattr(world.bot.services.matches.computer_turns, "_decider", SWITCHED_OFF)
    other = game.waiter
    await world.pass_time(LATE)
    answer = await vote_for_level(other, question_of(game), 2)
    assert refused(answer) == "Computer players are switched off on this bot."
    typed = await other.slash(game.place, "match", action="replace", detail="computer", match=1)
    assert refused(typed) == "Computer players are switched off on this bot."
    assert await levels(world) == {}


async def test_tables_offer_no_computer_players_while_these_are_off(world: World) -> None:
    table = await world.open_table(game="totem", players=3)
    assert "Computer players" in labels(table)
    world.settings = replace(world.settings, computer_players="off")
    await world.restart()
    await world.bob.click(table, label="Join")
    assert "Computer players" not in labels(table), "once it is edited"
    assert "Computer players" not in labels(await world.open_table(game="awethi", players=3))


async def test_no_match_begins_with_computer_players_that_are_off(world: World) -> None:
    game = await begin(world, "iye", "1 · Beginner")
    await game.resign(world.ann)
    table = await world.open_table(game="totem", players=3)
    await world.bot.services.matches.computer_seats.add_computer(2, world.ann.id, 1)
    world.settings = replace(world.settings, computer_players="off")
    await world.restart()
    assert "switched off" in refused(await world.ann.click(game.board, label="Rematch"))
    assert "switched off" in refused(await world.ann.slash(world.channel, "match", action="start"))
    assert "switched off" in refused(await world.bob.click(table, label="Join"))
    assert len((await world.bot.services.matches.history.get(2)).seats) == 2
