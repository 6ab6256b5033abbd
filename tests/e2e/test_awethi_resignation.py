"""Resignations in Awéthi: the herd moves by the dice, wairgka turns pass, the wairgka can be taken over."""

from __future__ import annotations

import discord
import pytest
import simcord

from bot.matches.doctor import examine
from bot.matches.model.match import MatchStatus
from tests.e2e.awethi import Awethi, start_awethi
from tests.e2e.world import World, buttons, control, labels, refused, shown, stored, written

OFFER = "**Carol**’s seat is free. Anyone who is not playing in this match can take it over: press the button or use"
AFTER_ANN = "meadow heads HHW e20ce22w/t20ct22w a25a24b25c25/y1y2x1x2 i14t5 210/210 loose 30 each 1 1 1224 122- - -"
HUNT = "meadow heads HHW e20ce22w/t20ct22w a25a24b25c25/y1y2x1x2 i14t5 210/210 loose 30 hunt 1 1 - ---- N4 -"

pytestmark = pytest.mark.usefixtures("unpainted")


@pytest.fixture
async def game(world: World) -> Awethi:
    """Ann and Bob have herds, Carol plays the wairgka."""
    return await start_awethi(world, 3)


def notice(game: Awethi) -> discord.Message:
    """Return the newest message that is not a board."""
    return [message for message in game.place.history() if not message.attachments][-1]


async def test_resigned_herders_herd_moves_by_the_dice_without_mentions(game: Awethi) -> None:
    await game.stand(AFTER_ANN)
    before = game.place.history()
    await game.resign(game.world.bob)
    (message,) = game.place.history()[len(before) :]
    assert "**Bob** has resigned." in written(message), "one message reports it, and a herd cannot be taken over"
    assert message.attachments
    ann = game.world.ann
    posted = len(game.boards)
    assert stored(game.board).ping_user_ids == []
    await game.take_turn(ann)
    movers = [game.mover]
    while len(movers) < 4:
        await game.take_turn()
        movers.append(game.mover)
    assert set(movers) <= {ann, game.world.carol}
    story = "\n".join(written(board) for board in game.boards[posted:])
    assert "**Bob**’s herd rolls " in story
    assert "**Bob** has left, so the awéthi stay where they are." in story
    assert all(game.world.bob.id not in stored(board).ping_user_ids for board in game.boards[posted:])
    assert refused(await game.open_planner(game.world.bob)).startswith("You have left this match.")


async def test_resigned_wairgka_turns_pass_until_a_takeover(game: Awethi) -> None:
    world = game.world
    await game.stand(AFTER_ANN)
    await game.resign(world.carol)
    left = notice(game)
    assert "**Carol** has resigned." in written(game.board)
    assert written(left).startswith(OFFER)
    assert stored(left).ping_user_ids == []
    await game.take_turn(world.ann)
    assert game.mover is world.bob, "the wairgk turn has passed"
    for member, expected in (
        (world.ann, "You are already playing in this match, and nobody can hold two seats."),
        (world.carol, "You have left this match, so someone else has to take over the seat."),
    ):
        assert refused(await member.click(left, custom_id=control(left, "takeover"))) == expected
    assert buttons(left), "another player's click must not remove the button"
    answer = await world.dave.click(left, custom_id=control(left, "takeover"))
    assert answer.followups[-1].content.startswith("You have taken over a seat in Awéthi #1.")
    assert buttons(left) == []
    assert written(notice(game)).startswith("**Dave** takes over the seat of Carol.")
    game.players[2] = world.dave
    await game.take_turn()
    assert game.mover is world.dave
    assert stored(game.board).ping_user_ids == [world.dave.id]
    window = await game.take_turn()
    assert "Played in Awéthi #1: W" in written(window)


async def test_seat_can_be_taken_over_only_once(game: Awethi) -> None:
    world = game.world
    await game.stand(HUNT)
    await game.resign(world.carol)
    left, takeover = notice(game), control(notice(game), "takeover")
    assert game.mover is world.bob, "a wairgk turn that nobody plays is over"
    panel = await world.dave.click(game.board, label="More")
    assert "Take over from Carol" in labels(panel)
    assert "Take over from Carol" not in labels(await world.ann.click(game.board, label="More"))
    answer = await world.dave.slash(game.place, "match", action="takeover")
    assert written(answer).startswith("You have taken over a seat in Awéthi #1.")
    eve = world.join("eve", "Eve")
    gone = "There is no seat to take over. It is already taken, or nobody has given it up."
    assert buttons(left) == []
    record = world.press(eve, left, takeover)
    await world.env.settle()
    assert refused(simcord.InteractionResult(world.env, record)) == gone
    answer = await world.dave.click(shown(panel), label="Take over from Carol")
    assert refused(answer) == "You are already playing in this match, and nobody can hold two seats."
    none = "There is no seat here that you can take over: nobody has left one, or you are already playing in the match."
    assert refused(await eve.slash(game.place, "match", action="takeover")) == none
    assert (await world.bot.services.matches.history.get(1)).seats[2].name == "Dave"


async def test_takeover_keeps_the_plans_of_other_players(game: Awethi) -> None:
    world = game.world
    await game.stand(AFTER_ANN)
    await game.resign(world.carol)
    window = await game.open_planner(world.ann)
    await game.plan_step(world.ann, window)
    panel = await world.dave.click(game.board, label="More")
    await world.dave.click(shown(panel), label="Take over from Carol")
    assert written(panel).startswith("You have taken over a seat in Awéthi #1.")
    await world.ann.click(shown(window), label="Confirm")
    assert "Played in Awéthi #1: awéthi 4 to " in written(window)


async def test_match_with_a_takeover_replays_from_its_log(game: Awethi) -> None:
    world = game.world
    await game.resign(world.carol)
    await world.dave.slash(game.place, "match", action="takeover", match=1)
    game.players[2] = world.dave
    first = next(
        member for member in game.players.values() if f"**{member.user._user.global_name}**, " in written(game.board)
    )
    await game.take_turn(first)
    await game.take_turn()
    await world.restart()
    await game.take_turn()
    database = world.bot.acting.database
    assert database is not None
    assert await examine(database) == []
    history = written(await world.dave.slash(game.place, "match", action="history", match=1))
    assert "Carol has resigned." in history
    assert " takes over the seat of Carol." in history
    await game.resign(world.ann)
    await game.resign(world.bob)
    assert game.over
    verified = written(await world.dave.slash(game.place, "match", action="verify", match=1))
    assert "⚠️" not in verified


@pytest.mark.parametrize("seat", [0, 1], ids=["herder", "wairgka player"])
async def test_resignation_in_a_match_of_two_ends_it(world: World, seat: int) -> None:
    game = await start_awethi(world)
    await game.resign(game.players[seat])
    assert game.over
    assert "resigns." in written(game.board)
    assert (await world.bot.services.matches.history.get(1)).status is MatchStatus.FINISHED
    assert [label for label in labels(game.board) if "Take over" in label] == []
