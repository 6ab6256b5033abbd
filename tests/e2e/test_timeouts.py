"""Timeouts: the other players' vote, and seats that change hands, in all four games."""

from __future__ import annotations

import re
from typing import Any

import discord
import pytest
import simcord

from bot.matches.doctor import examine
from bot.matches.model.match import Match, MatchStatus
from bot.matches.model.time_control import DAY, HOUR
from tests.e2e.awethi import start_awethi
from tests.e2e.chiefdom import start_chiefdom
from tests.e2e.totem import start_totem
from tests.e2e.world import (
    Game,
    World,
    buttons,
    change,
    changes,
    control,
    labels,
    parts,
    refused,
    selects,
    shown,
    stored,
    written,
)

pytestmark = pytest.mark.usefixtures("unpainted")

LATE = 36 * HOUR + 60
"""Seconds after which a daily time control has run out."""


async def match_of(world: World, match_id: int = 1) -> Match:
    return await world.bot.services.matches.history.get(match_id)


async def replay_agrees(world: World) -> bool:
    """Whether replaying the log gives the stored state."""
    database = world.bot.acting.database
    assert database is not None
    return await examine(database) == []


def questions(game: Game) -> list[discord.Message]:
    return [
        message
        for message in game.place.history()
        if "ran out of time" in message.content and "what should" in message.content
    ]


def latest(game: Game) -> discord.Message:
    return game.place.history()[-1]


def user_select(answer: simcord.InteractionResult) -> dict[str, Any]:
    """Return the user select of an answer."""
    return next(part for part in parts(answer) if part.get("type") == 5)


async def start_late_match(world: World, **options: str) -> tuple[Game, simcord.MemberActor, simcord.MemberActor]:
    """A match of İYE after a timeout; the match, the absent player, the other one."""
    game = await world.start_match(pace="daily", **options)
    absent, other = game.mover, game.waiter
    await world.pass_time(LATE)
    return game, absent, other


# -------------------------------------------------------------------------------------------------------------- voting


async def test_timeout_question_states_the_default(world: World) -> None:
    game, absent, other = await start_late_match(world)
    (question,) = questions(game)
    text = written(question)
    assert f"⏳ {absent.mention} ran out of time." in text
    assert f"{other.mention}, what should happen?" in text
    assert re.search(r"If nobody decides by <t:\d+:f> \(<t:\d+:R>\): it counts as if .+ had resigned\.", text)
    assert sorted(stored(question).ping_user_ids) == sorted([absent.id, other.id])
    assert labels(question) == [
        "Keep waiting",
        "Give more time",
        "Offer the seat",
        "Continue by the rules of the game",
        "End the match",
    ]
    assert [menu["placeholder"] for menu in selects(question)] == ["Computer player …"]
    assert "⌛" in written(game.board)


async def test_timeout_vote_excludes_the_absent_player(world: World) -> None:
    game, absent, _ = await start_late_match(world)
    (question,) = questions(game)
    for label in ("End the match", "Offer the seat"):
        answer = await absent.click(question, label=label)
        assert refused(answer) == "The other players decide this. You can still move, which ends the vote."
    assert refused(await world.carol.click(question, label="End the match")).startswith("You do not play")
    assert buttons(question), "a refusal removes no buttons"


async def test_move_of_the_absent_player_closes_the_vote(world: World) -> None:
    game, _, other = await start_late_match(world)
    (question,) = questions(game)
    await game.click_move()
    assert buttons(question) == []
    answer = await other.slash(game.place, "match", action="expired", detail="end", match=1)
    assert refused(answer) == ("Nobody has run out of time in this match, so there is nothing to decide.")
    assert refused(await other.slash(game.place, "match", action="expired")) == (
        "Nobody has run out of time in your matches here."
    )


async def test_added_time_is_shown_on_the_board(world: World) -> None:
    game, absent, other = await start_late_match(world)
    (question,) = questions(game)
    answer = await other.click(question, label="Give more time")
    assert written(answer) == "Decided: Give more time."
    deadline = world.clock.now + 12 * HOUR
    assert f"<t:{deadline}:f>" in written(latest(game))
    assert stored(latest(game)).ping_user_ids == [absent.id]
    assert f"<t:{deadline}:f>" in written(game.board)
    assert buttons(question) == []


async def test_waiting_can_be_typed(world: World) -> None:
    game, _, other = await start_late_match(world)
    asked = await other.slash(game.place, "match", action="expired")
    assert "End the match" in labels(asked)
    await other.slash(game.place, "match", action="expired", detail="wait")
    assert "has decided: the match keeps waiting for" in written(latest(game))
    await world.pass_time(7 * DAY + 60)
    assert len(questions(game)) == 2


async def test_match_is_ended_by_vote(world: World) -> None:
    game, absent, other = await start_late_match(world)
    (question,) = questions(game)
    await other.click(question, label="End the match")
    match = await match_of(world)
    assert match.status is MatchStatus.FINISHED
    assert game.over
    assert "has decided: the match ends because" in "".join(m.content for m in game.place.history())
    assert absent.mention in written(game.board)
    assert await replay_agrees(world)


async def test_seat_is_offered_to_one_user_who_accepts(world: World) -> None:
    game, absent, other = await start_late_match(world)
    (question,) = questions(game)
    asked = await other.click(question, label="Offer the seat")
    assert "Who should be offered the seat?" in written(asked)
    menu = user_select(asked)
    await other.select(shown(asked), [world.carol], custom_id=menu["custom_id"])
    offer = latest(game)
    assert stored(offer).ping_user_ids == [world.carol.id]
    assert "No, thanks" in labels(offer)
    assert refused(await world.dave.click(offer, custom_id=control(offer, "takeover"))).startswith("There is no seat")
    await world.carol.click(offer, custom_id=control(offer, "takeover"))
    assert buttons(offer) == []
    assert game.board.content.count(world.carol.mention) == 1
    assert "takes over the seat of" in written(game.board)
    assert refused(await absent.slash(game.place, "match", action="resign", match=1)).startswith("You do not play")
    seats = [seat.user_id for seat in (await match_of(world)).seats]
    assert world.carol.id in seats
    game.players[seats.index(world.carol.id)] = world.carol
    await game.click_move()
    assert await replay_agrees(world)


async def test_seat_offered_to_anyone_is_taken_by_typing(world: World) -> None:
    game, _, other = await start_late_match(world)
    await other.slash(game.place, "match", action="expired", detail="offer")
    assert "is offered to anyone who is not playing in this match" in written(latest(game))
    answer = await world.dave.slash(game.place, "match", action="takeover")
    assert written(answer).startswith("You have taken over a seat in İYE #1.")


async def test_offered_seat_can_be_declined(world: World) -> None:
    game, _, other = await start_late_match(world)
    await other.slash(game.place, "match", action="expired", detail=f"offer {world.carol.mention}")
    offer = latest(game)
    answer = await world.carol.click(offer, label="No, thanks")
    assert "You have declined the seat." in answer.followups[-1].content
    assert [part["label"] for part in parts(answer.followups[-1]) if part.get("url")] == ["Go to the board"]
    assert len(questions(game)) == 2, "the other player is asked again"


async def test_default_applies_without_votes(world: World) -> None:
    game, _, _ = await start_late_match(world, timeout="end")
    await world.pass_time(13 * HOUR)
    assert (await match_of(world)).status is MatchStatus.FINISHED
    texts = "".join(message.content for message in game.place.history())
    assert "Nothing was decided. As agreed at the table: the match ends" in texts


async def test_timeout_question_survives_a_restart_without_flooding(world: World) -> None:
    game, _, other = await start_late_match(world)
    await world.restart()
    (question,) = questions(game)
    before = len(game.place.history())
    await world.pass_time(60)
    assert len(game.place.history()) == before
    await other.click(question, label="Keep waiting")
    assert buttons(question) == []


async def test_absent_player_cannot_block_an_abort(world: World) -> None:
    game, _, other = await start_late_match(world)
    await other.slash(game.place, "match", action="abort")
    assert (await match_of(world)).status is MatchStatus.ABORTED


# ------------------------------------------------------------------------------------------------------ the other games


async def test_chiefdom_plays_for_an_absent_player(world: World) -> None:
    game = await start_chiefdom(world, 2, pace="daily")
    first, second = await game.undecided()
    await game.decide(first)
    await world.pass_time(LATE)
    turn = (await match_of(world)).ply
    await first.slash(game.place, "match", action="expired", detail="conduct", match=1)
    match = await match_of(world)
    assert match.ply > turn
    assert not any(seat.withdrawn for seat in match.seats), "no player is withdrawn"
    assert set(await game.undecided()) == {first, second}
    assert await replay_agrees(world)


async def test_sheet_of_a_taken_over_seat_is_private_to_the_new_player(world: World) -> None:
    game = await start_chiefdom(world, 2)
    ann = world.ann
    before = len(world.direct_messages(ann))
    asked = await ann.slash(game.place, "match", action="replace", match=1)
    menu = user_select(asked)
    await ann.select(shown(asked), [world.carol], custom_id=menu["custom_id"])
    offer = latest(game)
    await world.carol.click(offer, custom_id=control(offer, "takeover"))
    assert (before, len(world.direct_messages(ann))) == (1, 0), "the private sheet is deleted"
    assert len(world.direct_messages(world.carol)) == 1
    assert refused(await ann.slash(game.place, "sheet", match=1)).startswith("You have no sheet in this match")
    assert await replay_agrees(world)


async def test_totem_continues_without_the_absent_player(world: World) -> None:
    game = await start_totem(world, 3, pace="daily")
    match = await match_of(world)
    absent = [game.players[player] for player in match.to_move]
    await world.pass_time(LATE)
    for member in game.players.values():
        if member not in absent:
            await member.slash(game.place, "match", action="expired", detail="conduct", match=1)
    match = await match_of(world)
    assert {seat.user_id for seat in match.seats if seat.withdrawn} == {member.id for member in absent}
    assert await replay_agrees(world)


async def test_awethi_continues_without_the_absent_player(world: World) -> None:
    game = await start_awethi(world, 3, pace="daily")
    match = await match_of(world)
    (player,) = match.to_move
    await world.pass_time(LATE)
    for seat, member in game.players.items():
        if seat != player:
            await member.slash(game.place, "match", action="expired", detail="conduct", match=1)
    match = await match_of(world)
    assert match.seats[player].withdrawn
    assert match.status is MatchStatus.RUNNING
    assert await replay_agrees(world)


# ------------------------------------------------------------------------------------------------------- seat offers


async def test_seat_offer_can_be_typed_and_withdrawn(world: World) -> None:
    game = await world.start_match()
    await world.ann.slash(game.place, "match", action="replace", detail=world.carol.mention)
    offer = latest(game)
    assert f"{world.carol.mention}: **Ann** would like to hand over their seat to you." in written(offer)
    takeover = control(offer, "takeover")
    asked = await world.ann.slash(game.place, "match", action="replace")
    assert "Your seat in İYE #1 is already on offer." in written(asked)
    await world.ann.click(shown(asked), label="Keep my seat")
    assert "**Ann** keeps their seat after all." in written(latest(game))
    assert buttons(offer) == []
    record = world.press(world.carol, offer, takeover)
    await world.env.settle()
    assert refused(simcord.InteractionResult(world.env, record)).startswith("There is no seat")
    answer = await world.ann.slash(game.place, "match", action="replace", detail="keep")
    assert refused(answer) == "Your seat is not on offer."
    await world.ann.slash(game.place, "match", action="replace", detail="anybody")
    await world.carol.slash(game.place, "match", action="takeover")
    assert {seat.name for seat in (await match_of(world)).seats} == {"Carol", "Bob"}


async def test_seat_offers_with_invalid_users_are_refused(world: World) -> None:
    game = await world.start_match()
    answer = await world.ann.slash(game.place, "match", action="replace", detail=world.bob.mention)
    assert refused(answer).startswith("That person has or had a seat in this match.")
    answer = await world.carol.slash(game.place, "match", action="replace", match=1)
    assert refused(answer).startswith("You do not play in this match")
    nothing = await world.carol.slash(game.place, "match", action="takeover")
    assert refused(nothing).startswith("There is no seat here that you can take over")
    assert refused(await world.carol.slash(game.place, "match", action="takeover", detail="decline")) == (
        "Nobody is offering you a seat here."
    )


async def test_vote_and_seat_offer_are_in_the_match_panel(world: World) -> None:
    game, absent, other = await start_late_match(world)
    panel = await other.click(game.board, label="More")
    assert "Hand over my seat" in changes(panel)
    asked = await other.click(shown(panel), label="Time has run out …")
    await other.click(shown(asked), label="Keep waiting")
    assert "has decided: the match keeps waiting for" in written(latest(game))
    panel = await absent.click(game.board, label="More")
    assert "Time has run out …" not in labels(panel)
    asked = await change(absent, panel, "Hand over my seat")
    await absent.click(shown(asked), label="Anyone")
    await world.carol.slash(game.place, "match", action="takeover")
    assert {seat.name for seat in (await match_of(world)).seats} != {"Ann", "Bob"}


# --------------------------------------------------------------------------------------------------- pending requests


async def test_timeout_questions_are_listed(world: World) -> None:
    game, absent, other = await start_late_match(world)
    listed = await other.slash(game.place, "matches")
    assert f"**{absent.name.title()}** ran out of time. Decide what should happen." in written(listed)
    assert "Answer" in labels(shown(listed))
    answer = await other.slash(game.place, "next")
    assert "what should happen?" in written(answer)
    assert "ran out of time" in written(answer)
    assert "If nobody decides by" in written(answer)
    assert "End the match" in labels(shown(answer))
    assert "Decide what should happen" not in written(await absent.slash(game.place, "matches"))
    await other.slash(game.place, "match", action="expired", detail="extend", match=1)
    assert "Decide what should happen" not in written(await other.slash(game.place, "matches"))


async def test_offers_are_listed(world: World) -> None:
    game = await world.start_match()
    mover, waiter = game.mover, game.waiter
    await mover.slash(game.place, "match", action="pause")
    assert "proposes a pause" in written(await waiter.slash(game.place, "matches"))
    assert "proposes a pause" in written(await waiter.slash(game.place, "next"))
    assert "proposes a pause" not in written(await mover.slash(game.place, "matches"))
    await waiter.slash(game.place, "match", action="pause", detail="decline")
    assert "proposes a pause" not in written(await waiter.slash(game.place, "matches"))
    assert "Nothing to do" in written(await waiter.slash(game.place, "next"))


async def test_rematch_offers_are_listed(world: World) -> None:
    game = await world.start_match()
    await world.ann.click(shown(await world.ann.slash(game.place, "match", action="resign")), label="Yes, resign")
    await world.ann.slash(game.place, "match", action="rematch", match=1)
    assert "would like a rematch" in written(await world.bob.slash(game.place, "matches"))
    assert "would like a rematch" in written(await world.bob.slash(game.place, "next"))
