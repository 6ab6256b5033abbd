"""Resignations, draws, undo, early ends and rematches."""

import re
from typing import Any

import discord
import pytest
import simcord

from bot.matches.model.log import ComputerDecision
from bot.matches.model.match import MatchStatus
from bot.matches.store import turns as turn_store
from engines.text import T
from tests.e2e.against_computers import begin
from tests.e2e.totem import start_totem
from tests.e2e.world import (
    SINCE,
    Game,
    World,
    alt_texts,
    buttons,
    change,
    changes,
    control,
    labels,
    refused,
    selects,
    shown,
    stored,
    written,
)


async def status(world: World, match_id: int = 1) -> MatchStatus:
    return (await world.bot.services.matches.history.get(match_id)).status


def latest(game: Game) -> discord.Message:
    return game.place.history()[-1]


async def test_resigning_asks_first_and_ends_the_match(world: World) -> None:
    game = await world.start_match()
    panel = await world.ann.click(game.board, label="More")
    question = await change(world.ann, panel, "Resign")
    assert "You cannot undo this." in written(question)
    assert await status(world) is MatchStatus.RUNNING
    await world.ann.click(shown(panel), label="No, play on")
    assert "Resign" in changes(panel)
    await change(world.ann, panel, "Resign")
    await world.ann.click(shown(panel), label="Yes, resign")
    assert "You have resigned İYE #1." in written(panel)
    assert await status(world) is MatchStatus.FINISHED
    assert "resigns" in written(latest(game))
    assert sorted(stored(latest(game)).ping_user_ids) == sorted([world.ann.id, world.bob.id])
    assert labels(latest(game)) == ["Rematch", "Review", "Share", "More"]
    more = await world.ann.click(latest(game), label="More")
    assert {"Replay", "Show the result", SINCE} < set(labels(more))


async def test_late_offer_is_posted_although_an_earlier_one_says_the_same(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await world.start_match()
    await world.ann.slash(game.place, "match", action="draw")
    first = latest(game)
    await game.play_on(turns=2)
    worker: Any = world.bot.acting.worker
    monkeypatch.setattr(worker, "wake", lambda _queue_key: None)
    await world.ann.slash(game.place, "match", action="draw")
    # Discord remembers nonces for some minutes: after that, a row looks for its message among the latest.
    world.clock.now += 600
    await world.start_after_crash()
    second = latest(game)
    assert second.id > first.id
    assert (written(second), labels(second)) == (written(first), ["Accept", "Decline"])


async def test_draw_is_offered_and_accepted_by_buttons(world: World) -> None:
    game = await world.start_match()
    panel = await world.ann.click(game.board, label="More")
    await change(world.ann, panel, "Offer a draw")
    offer = latest(game)
    assert written(offer).startswith(f"{world.bob.mention}: **Ann** offers a draw.")
    assert stored(offer).ping_user_ids == [world.bob.id]
    assert refused(await world.carol.click(offer, label="Accept")).startswith("You do not play in this match")
    await world.bob.click(offer, label="Accept")
    assert buttons(offer) == []
    assert await status(world) is MatchStatus.FINISHED
    drawn = "The match ends in a draw by agreement."
    assert drawn in written(latest(game))
    (alt,) = alt_texts(latest(game))
    assert drawn in alt
    assert "to move" not in alt
    assert refused(await world.bob.slash(game.place, "move", text="d3", match=1)) == f"It’s over: {drawn}"
    (alt,) = alt_texts(await world.ann.click(latest(game), label="Share"))
    assert alt.startswith("Result of İYE #1, 20")
    assert alt.count(drawn) == 1


async def test_draw_that_only_computer_players_answer_asks_first(world: World) -> None:
    game = await begin(world, "iye", "1 · Beginner")
    match = await world.bot.services.matches.history.get(game.id)
    computer = next(seat.player for seat in match.seats if seat.computer is not None)
    loses = ComputerDecision(match.ply + 1, computer, 1, 1, 0.0, is_proven=False, reason=T("Why?"))
    await world.bot.acting.database.write(lambda tx: turn_store.add_decision(tx, match.id, loses))
    typed = await world.ann.slash(game.place, "match", action="draw")
    panel = await world.ann.click(game.board, label="More")
    question = await change(world.ann, panel, "Offer a draw")
    assert typed.ephemeral
    for asked in (typed, question):
        assert written(asked) == (
            "Do you want to offer a draw in İYE #1? If it is accepted, the match ends at once. You cannot undo this."
        )
        assert labels(asked) == ["Yes, offer a draw", "No, play on"]
    assert await status(world) is MatchStatus.RUNNING
    await world.ann.click(shown(panel), label="No, play on")
    assert "Offer a draw" in changes(panel)
    await world.ann.click(shown(typed), label="Yes, offer a draw")
    assert written(typed).startswith("You have agreed to a draw.")
    assert await status(world) is MatchStatus.FINISHED


async def test_last_person_among_computer_players_is_asked_before_an_end(world: World) -> None:
    table = await world.open_table(game="totem", players=3)
    await world.bob.click(table, label="Join")
    panel = await world.ann.click(table, label="Computer players")
    await world.ann.select(shown(panel), ["1"], custom_id=selects(panel)[0]["custom_id"])
    await world.ann.click(table, custom_id=control(table, "start"))
    await world.until_computers_have_moved()
    place = world.channel_of(table)
    asked = await world.bob.slash(place, "match", action="resign", match=1)
    await world.bob.click(shown(asked), label="Yes, resign")
    await world.until_computers_have_moved()
    for action, question in {"draw": "Do you want to offer a draw in", "abort": "Do you want to end"}.items():
        assert question in written(await world.ann.slash(place, "match", action=action, match=1))
    assert await status(world) is MatchStatus.RUNNING


async def test_draw_is_offered_declined_and_offered_again_by_typing(world: World) -> None:
    game = await world.start_match()
    offered = await world.ann.slash(game.place, "match", action="draw")
    assert "You have offered a draw." in written(offered)
    first = latest(game)
    assert labels(first) == ["Accept", "Decline"]
    assert "You have declined." in written(await world.bob.slash(game.place, "match", action="draw", detail="decline"))
    assert "**Bob** declines the draw." in written(latest(game))
    assert buttons(first) == [], "an offer answered by typing has no buttons"
    nothing = await world.bob.slash(game.place, "match", action="draw", detail="accept")
    assert refused(nothing) == "This offer is no longer open: it was answered, or the match has moved on."
    await world.bob.slash(game.place, "match", action="draw")
    second = latest(game)
    agreed = await world.ann.slash(game.place, "match", action="draw")
    assert "You have agreed to a draw." in written(agreed)
    assert await status(world) is MatchStatus.FINISHED
    assert buttons(second) == []


async def test_offer_can_be_withdrawn(world: World) -> None:
    game = await world.start_match()
    await world.ann.slash(game.place, "match", action="draw")
    back = await world.ann.slash(game.place, "match", action="draw", detail="decline")
    assert written(back) == "You have withdrawn it."
    assert "**Ann** no longer wants a draw." in written(latest(game))


async def test_playing_on_declines_an_offered_draw(world: World) -> None:
    game = await world.start_match()
    await game.waiter.slash(game.place, "match", action="draw")
    offer = latest(game)
    mover = game.mover
    accept = control(offer, "accept")
    await mover.slash(game.place, "move", text="d3")
    assert buttons(offer) == [], "a declined offer has no buttons"
    record = world.press(mover, offer, accept)
    await world.env.settle()
    assert refused(simcord.InteractionResult(world.env, record)).startswith("This offer is no longer open")
    assert await status(world) is MatchStatus.RUNNING


async def test_offer_buttons_work_for_every_voter(world: World) -> None:
    game = await start_totem(world, 3)
    await world.ann.slash(game.place, "match", action="draw")
    offer = latest(game)
    agreed = await world.bob.click(offer, label="Accept")
    assert written(agreed.followups[-1] if agreed.followups else shown(agreed)) == (
        "You have accepted. One more player has to agree."
    )
    assert labels(offer) == ["Accept", "Decline"]
    await world.carol.click(offer, label="Accept")
    assert buttons(offer) == []
    assert await status(world) is MatchStatus.FINISHED


async def test_buttons_of_concurrent_offers_name_their_offer(world: World) -> None:
    game = await world.start_match()
    await world.ann.slash(game.place, "match", action="draw")
    panel = await world.bob.click(game.board, label="More")
    assert labels(panel)[:2] == ["Accept", "Decline"]
    await world.ann.slash(game.place, "match", action="pause")
    panel = await world.bob.click(game.board, label="More")
    assert labels(panel)[:4] == ["Accept: the draw", "Decline: the draw", "Accept: the pause", "Decline: the pause"]
    await world.bob.click(shown(panel), label="Decline: the pause")
    assert "**Bob** does not want a pause." in written(latest(game))


async def test_turn_is_taken_back_by_agreement(world: World) -> None:
    game = await world.start_match()
    first, moves, alt = game.board, labels(game.board), alt_texts(game.board)
    await world.ann.click(first, label=moves[0])
    panel = await world.ann.click(latest(game), label="More")
    asked = await change(world.ann, panel, "Take back")
    assert "as soon as everyone who was asked agrees" in written(asked)
    offer = latest(game)
    played = moves[0].partition(":")[0]
    assert written(offer).startswith(
        f"{world.bob.mention}: **Ann** would like to take back the last turn ({played}). Do you agree?"
    )
    again = await world.ann.slash(game.place, "match", action="undo")
    assert refused(again) == "You have already asked for this. The others have not answered yet."
    panel = await world.bob.click(game.board, label="More")
    assert f"↩️ **Ann** would like to take back a turn ({played})." in written(panel)
    assert stored(offer).ping_user_ids == [world.bob.id]
    assert refused(await world.carol.click(offer, label="Accept")).startswith("You do not play in this match")
    await world.bob.click(offer, label="Accept")
    assert buttons(offer) == []
    *_, notice, board = game.place.history()
    assert f"**Ann** takes back the last turn ({played})." in written(notice)
    history = written(await world.carol.slash(game.place, "match", action="history"))
    assert re.search(r"^`2` \*\*Ann\*\* takes back a turn: the match is back at its start\.$", history, re.MULTILINE)
    assert stored(board).ping_user_ids == [world.ann.id]
    assert [label for label in labels(board) if label != SINCE] == [label for label in moves if label != "Learn"]
    position = re.compile(r" Rank.*needed to win: \d")
    assert [position.findall(text) for text in alt_texts(board)] == [position.findall(text) for text in alt]
    await world.ann.click(board, label=moves[1])
    assert (await world.bot.services.matches.history.get(1)).to_move == (1,)


async def test_undo_is_offered_and_declined_by_typing(world: World) -> None:
    game = await world.start_match()
    nothing = await world.ann.slash(game.place, "match", action="undo")
    assert refused(nothing) == "You have played nothing yet that can be taken back."
    await world.ann.click(game.board, label=labels(game.board)[0])
    await world.ann.slash(game.place, "match", action="undo")
    assert "You have declined." in written(await world.bob.slash(game.place, "match", action="undo", detail="decline"))
    assert "**Bob** does not agree to take the turn back." in written(latest(game))


async def test_match_is_aborted_by_agreement(world: World) -> None:
    game = await world.start_match()
    await world.bob.slash(game.place, "match", action="abort")
    assert "**Bob** proposes to end the match without a result." in written(latest(game))
    await world.ann.slash(game.place, "match", action="abort", detail="accept")
    assert await status(world) is MatchStatus.ABORTED
    assert "The match ends without a result by agreement." in written(latest(game))


async def test_only_managers_end_matches_with_a_reason(world: World) -> None:
    game = await world.start_match()
    tidiers = world.guild.create_role("Tidiers", permissions=discord.Permissions(manage_messages=True))
    for other in (world.carol, world.ann, world.join("eve", "Eve", roles=[tidiers])):
        answer = await other.slash(game.place, "match", action="abort", detail="reason: I do not like it")
        assert refused(answer).startswith("Only server managers can")
    assert await status(world) is MatchStatus.RUNNING
    keepers = world.guild.create_role("Keepers", permissions=discord.Permissions(manage_guild=True))
    dora = world.join("dora", "Dora", roles=[keepers])
    await dora.slash(game.place, "match", action="abort", detail="reason: spam *here*")
    assert await status(world) is MatchStatus.ABORTED
    assert "A server manager ended the match: spam \\*here\\*" in written(latest(game))
    (alt,) = alt_texts(latest(game))
    assert "The match has ended without a result." in alt
    assert "to move" not in alt
    history = await world.ann.slash(game.place, "match", action="history")
    assert "🏁 A server manager ended the match: spam \\*here\\*" in written(history)


async def test_manager_without_a_reason_is_asked_for_one(world: World) -> None:
    game = await world.start_match()
    keepers = world.guild.create_role("Keepers", permissions=discord.Permissions(manage_guild=True))
    dora = world.join("dora", "Dora", roles=[keepers])
    asked = await dora.slash(game.place, "match", action="abort", detail="manager")
    assert asked.modal is not None
    assert await status(world) is MatchStatus.RUNNING
    await dora.submit_modal(asked, {"text": "they both left"})
    assert await status(world) is MatchStatus.ABORTED
    assert "A server manager ended the match: they both left" in written(latest(game))


async def test_manager_of_one_server_has_no_rights_in_another(world: World) -> None:
    await world.start_match()
    elsewhere = world.env.create_guild("Elsewhere")
    keepers = elsewhere.create_role("Keepers", permissions=discord.Permissions(manage_guild=True))
    channel = elsewhere.create_text_channel("talk")
    ann_there = elsewhere.add_member(world.ann.user, roles=[keepers])
    answer = await ann_there.slash(channel, "match", action="abort", detail="manager", match=1)
    assert refused(answer).startswith("Only server managers can")
    assert await status(world) is MatchStatus.RUNNING


@pytest.mark.parametrize("typed", [True, False])
async def test_rematch_starts_by_agreement_with_rotated_seats(world: World, *, typed: bool) -> None:
    game = await world.start_match()
    await game.resign(world.ann)
    result = latest(game)
    if typed:
        await world.ann.slash(game.place, "match", action="rematch")
        await world.bob.slash(game.place, "match", action="rematch", detail="accept")
    else:
        await world.ann.click(result, label="Rematch")
        await world.bob.click(latest(game), label="Accept")
    assert await status(world, 2) is MatchStatus.RUNNING
    board = latest(game)
    assert board.attachments[0].filename == "iye-2-1.png"
    assert world.bob.mention in board.content, "first:1 is now Bob's seat"
    late = await world.ann.click(result, label="Rematch")
    assert refused(late) == "The rematch has already started."


async def test_rematch_can_be_declined_by_typing(world: World) -> None:
    game = await world.start_match()
    await world.ann.slash(game.place, "match", action="draw")
    await world.bob.slash(game.place, "match", action="draw", detail="accept")
    await world.ann.slash(game.place, "match", action="rematch")
    assert "**Ann** would like a rematch." in written(latest(game))
    await world.bob.slash(game.place, "match", action="rematch", detail="decline")
    assert "**Bob** does not want a rematch." in written(latest(game))


async def test_non_players_cannot_resign_or_make_offers(world: World) -> None:
    game = await world.start_match()
    panel = await world.carol.click(game.board, label="More")
    assert labels(panel) == ["History", "Replay", "Rules", "Export", "Watch"]
    for action in ("resign", "draw", "abort"):
        answer = await world.carol.slash(game.place, "match", action=action)
        assert refused(answer) == "You are not in a running match here. /matches lists yours."
        answer = await world.carol.slash(game.place, "match", action=action, match=1)
        assert refused(answer).startswith("You do not play in this match")
    assert await status(world) is MatchStatus.RUNNING


async def test_repeated_offers_do_not_count_as_notifications(world: World) -> None:
    game = await world.start_match()
    await world.ann.slash(game.place, "match", action="draw")
    for _ in range(20):
        again = await world.ann.slash(game.place, "match", action="draw")
        assert refused(again) == "You have already offered this, and it has not been answered yet."
    await world.bob.slash(game.place, "match", action="draw", detail="decline")
    assert "You have proposed a pause." in written(await world.ann.slash(game.place, "match", action="pause"))
