"""Undo: how far it goes, who must agree, and that the log keeps everything."""

from __future__ import annotations

import asyncio
import json
import random

import pytest

from bot.matches.doctor import examine
from bot.matches.errors import AlreadyPlayedError, MatchOverError, NotSeatedError, OfferError
from bot.matches.history.verification import verify_export
from bot.matches.model.jobs import Deadline
from bot.matches.model.match import Match, MatchStatus, OfferKind
from bot.matches.model.text_json import text_from_json
from bot.matches.model.time_control import DAY, TermsRequest, TimeoutAction
from bot.matches.model.views import timed_out_players
from bot.matches.play.undo import MOST_TAKEN_BACK
from engines.registry import GAMES
from tests.bot.matches.both_engines import on_engines
from tests.bot.matches.harness import ALL_GAMES, ANN, BOB, CEM, STRANGER, ServiceHarness, start_match, user_of

pytestmark = pytest.mark.engines("sqlite", "postgres")

UNDO = OfferKind.UNDO


async def lap_match(harness: ServiceHarness, *turns: int) -> Match:
    """Return a match without chance of Ann, Bob and Cem, with some turns played."""
    match = await harness.start(ANN, BOB, CEM, game="lap")
    for _ in range(*turns or (0,)):
        match = (await harness.play(match)).match
    await harness.rows(match.id)
    return match


async def agree(harness: ServiceHarness, match: Match, *users: int) -> Match:
    for user in users:
        match = await harness.service.offers.answer(match.id, user, UNDO, accept=True)
    return match


async def is_consistent(harness: ServiceHarness) -> bool:
    return await examine(harness.database, games=ALL_GAMES) == []


async def test_unanswered_turn_is_undone_if_the_player_to_move_agrees(harness: ServiceHarness) -> None:
    match = await lap_match(harness, 1)
    before = await harness.state(match.id)
    offer = await harness.service.undo.ask_undo(match.id, ANN.user_id)
    assert offer is not None
    assert (offer.by, offer.needed) == (0, (1,)), "it has not been Cem's turn, so nothing changes for Cem"
    (row,) = await harness.rows(match.id)
    assert (row.kind, row.args["mention"], row.args["offer"]) == ("notice", [BOB.user_id], "undo")
    assert await harness.state(match.id) == before
    after = await agree(harness, match, BOB.user_id)
    assert (after.ply, after.to_move) == (2, (0,))
    assert after == await harness.service.history.get(match.id)
    notice, board = await harness.rows(match.id)
    assert "takes back the last turn" in str(text_from_json(notice.args["text"]))
    assert (board.kind, dict(board.args)) == ("turn", {"ply": 2, "call": [0]})
    assert await harness.state(match.id) == ALL_GAMES["lap"].initial_state(3, {})
    assert (await harness.service.history.view(match.id)).sentences == ()
    assert await harness.service.offers.open_in(match.id) == []
    assert await is_consistent(harness)


async def test_answered_turn_is_undone_if_all_agree(harness: ServiceHarness) -> None:
    match = await lap_match(harness, 2)
    offer = await harness.service.undo.ask_undo(match.id, ANN.user_id)
    assert offer is not None
    assert offer.needed == (1, 2)
    match = await agree(harness, match, CEM.user_id)
    assert match.ply == 2
    match = await agree(harness, match, BOB.user_id)
    assert (match.ply, match.to_move) == (3, (0,))
    assert await is_consistent(harness)


async def test_undo_ignores_players_who_are_not_asked(harness: ServiceHarness) -> None:
    match = await lap_match(harness, 1)
    await harness.service.undo.ask_undo(match.id, ANN.user_id)
    for accept in (True, False):
        with pytest.raises(OfferError, match="not addressed to you"):
            await harness.service.offers.answer(match.id, CEM.user_id, UNDO, accept=accept)
    assert [offer.needed for offer in await harness.service.offers.open_in(match.id)] == [(1,)]


async def test_declined_or_withdrawn_undo_changes_nothing(harness: ServiceHarness) -> None:
    match = await lap_match(harness, 1)
    for user, says in ((BOB.user_id, "does not agree"), (ANN.user_id, "no longer wants")):
        await harness.service.undo.ask_undo(match.id, ANN.user_id)
        await harness.service.offers.answer(match.id, user, UNDO, accept=False)
        *_, row = await harness.rows(match.id)
        assert says in str(text_from_json(row.args["text"]))
        assert await harness.service.offers.open_in(match.id) == []
    assert (await harness.service.history.get(match.id)).ply == 1


async def test_playing_on_declines_an_undo(harness: ServiceHarness) -> None:
    match = await lap_match(harness, 1)
    await harness.service.undo.ask_undo(match.id, ANN.user_id)
    await harness.play(match)
    assert await harness.service.offers.open_in(match.id) == []
    with pytest.raises(OfferError, match="no longer open"):
        await harness.service.offers.answer(match.id, BOB.user_id, UNDO, accept=True)


async def test_second_undo_goes_further_back(harness: ServiceHarness) -> None:
    match = await lap_match(harness, 2)
    await harness.service.undo.ask_undo(match.id, BOB.user_id)
    match = await agree(harness, match, CEM.user_id)
    assert (match.ply, match.to_move) == (3, (1,))
    offer = await harness.service.undo.ask_undo(match.id, ANN.user_id)
    assert offer is not None
    assert offer.needed == (1,), "Bob's turn is undone already"
    match = await agree(harness, match, BOB.user_id)
    assert (match.ply, match.to_move) == (4, (0,))
    with pytest.raises(OfferError, match="played nothing yet"):
        await harness.service.undo.ask_undo(match.id, ANN.user_id)
    assert await is_consistent(harness)


async def test_part_of_a_turn_is_undone_at_once_without_a_new_roll(harness: ServiceHarness) -> None:
    match = await harness.start(game="trek")
    while "walk 2" not in await harness.legal(match):
        match = (await harness.play(match, (await harness.legal(match))[-1])).match
    before = await harness.state(match.id)
    player = match.to_move[0]
    match = (await harness.play(match, "walk 1")).match
    assert match.to_move == (player,), "the turn is not complete"
    await harness.rows(match.id)
    assert await harness.service.undo.ask_undo(match.id, match.seats[player].user_id) is None
    assert await harness.state(match.id) == before
    assert await harness.kinds(match.id) == ["notice", "turn"]
    draws = (await harness.database.rows("SELECT draws FROM matches"))[0]["draws"]
    assert draws == sum(kind == "chance" for _, _, kind, *_ in await harness.log(match.id))
    assert await is_consistent(harness)


async def test_undo_across_a_roll_needs_all_and_repeats_no_draw(harness: ServiceHarness) -> None:
    match = await harness.start(game="trek")
    first, mover = match, match.to_move[0]
    while match.to_move == (mover,):
        match = (await harness.play(match, (await harness.legal(match))[-1])).match
    assert match.status is MatchStatus.RUNNING
    await harness.rows(match.id)
    offer = await harness.service.undo.ask_undo(match.id, first.seats[mover].user_id)
    assert offer is not None
    assert offer.needed == (1 - mover,)
    (row,) = await harness.rows(match.id)
    assert "rolled again" in str(text_from_json(row.args["text"]))
    match = await agree(harness, match, match.seats[1 - mover].user_id)
    assert list(match.to_move) == [mover]
    while match.to_move:
        match = (await harness.play(match, (await harness.legal(match))[-1])).match
    draws = [entry[4] for entry in await harness.log(match.id) if entry[4] is not None]
    assert draws == sorted(set(draws))
    assert (await harness.service.history.verify(match.id)).holds
    assert await is_consistent(harness)


async def test_undo_does_not_cross_a_withdrawal(harness: ServiceHarness) -> None:
    match = await lap_match(harness, 1)
    await harness.service.turns.resign(match.id, CEM.user_id)
    with pytest.raises(OfferError, match="has left or joined"):
        await harness.service.undo.ask_undo(match.id, ANN.user_id)


async def test_secret_decisions_cannot_be_undone(harness: ServiceHarness) -> None:
    match = await harness.start(game="bids")
    with pytest.raises(OfferError, match="nothing can be taken back"):
        await harness.service.undo.ask_undo(match.id, ANN.user_id)


async def test_refused_undo_changes_nothing(harness: ServiceHarness) -> None:
    match = await lap_match(harness)
    before = await harness.dump()
    with pytest.raises(OfferError, match="played nothing yet"):
        await harness.service.undo.ask_undo(match.id, ANN.user_id)
    with pytest.raises(NotSeatedError):
        await harness.service.undo.ask_undo(match.id, STRANGER)
    assert await harness.dump() == before
    await harness.play(match)
    await harness.service.undo.ask_undo(match.id, ANN.user_id)
    with pytest.raises(OfferError, match="You have already asked for this"):
        await harness.service.undo.ask_undo(match.id, ANN.user_id)
    await harness.play(await harness.service.history.get(match.id))
    await harness.service.undo.ask_undo(match.id, ANN.user_id)
    with pytest.raises(OfferError, match="Answer that first: press More"):
        await harness.service.undo.ask_undo(match.id, BOB.user_id)
    await harness.service.moderation.abort_as_manager(match.id, 1, "spam")
    with pytest.raises(MatchOverError):
        await harness.service.undo.ask_undo(match.id, ANN.user_id)


async def test_concurrent_move_or_undo_is_refused(harness: ServiceHarness) -> None:
    match = await lap_match(harness, 1)
    await harness.service.undo.ask_undo(match.id, ANN.user_id)
    legal = (await harness.legal(match))[:1]
    done = await asyncio.gather(
        harness.service.offers.answer(match.id, BOB.user_id, UNDO, accept=True),
        harness.service.turns.play(match.id, BOB.user_id, match.ply, legal),
        return_exceptions=True,
    )
    assert sum(isinstance(one, AlreadyPlayedError | OfferError) for one in done) == 1
    assert (await harness.service.history.get(match.id)).ply == 2
    assert await is_consistent(harness)


async def test_process_unaware_of_an_undo_plays_on(harness: ServiceHarness) -> None:
    match = await lap_match(harness, 2)
    await harness.service.undo.ask_undo(match.id, BOB.user_id)
    match = await agree(harness, match, CEM.user_id)
    other = ServiceHarness(harness.database)
    played = await other.play(match)
    assert played.match.ply == 4
    assert [str(line) for line in (await other.service.history.view(match.id)).sentences]
    assert (await other.service.history.view(match.id, ply=1)).to_move == (1,)
    assert await is_consistent(harness)


async def test_history_shows_undone_turns(harness: ServiceHarness) -> None:
    match = await lap_match(harness, 2)
    await harness.service.undo.ask_undo(match.id, BOB.user_id)
    await agree(harness, match, CEM.user_id)
    lines = await harness.service.history.lines(match.id, None)
    assert str(lines[-1].note) == "Player 2 takes back a turn: the match is back to where it was after turn 1."
    await harness.service.undo.ask_undo(match.id, ANN.user_id)
    await agree(harness, match, BOB.user_id)
    lines = await harness.service.history.lines(match.id, None)
    assert str(lines[-1].note) == "Player 1 takes back a turn: the match is back at its start."


@pytest.mark.parametrize(
    ("engine", "game"),
    on_engines(
        ["trek", "lap", *(slug for slug, game in GAMES.items() if not game.info.has_hidden_information)],
        ["trek", "lap"],
    ),
)
async def test_matches_full_of_undos_stay_consistent(harness: ServiceHarness, game: str) -> None:
    rng = random.Random(f"undo {game}")
    people = (ANN, BOB, CEM)[: 3 if game == "lap" else 2]
    match = await harness.start(*people, game=game)
    taken = 0
    for _ in range(60):
        if not match.to_move:
            break
        if rng.random() < 0.4:
            seat = rng.choice(match.seats)
            try:
                offer = await harness.service.undo.ask_undo(match.id, seat.user_id)
            except OfferError:
                continue
            taken += 1
            for player in () if offer is None else offer.needed:
                await harness.service.offers.answer(match.id, match.seats[player].user_id, UNDO, accept=True)
            match = await harness.service.history.get(match.id)
        else:
            match = (await harness.play(match, rng.choice(await harness.legal(match)))).match
    assert taken
    if match.status is MatchStatus.RUNNING:
        await harness.service.moderation.abort_as_manager(match.id, 1, "spam")
    assert await is_consistent(harness)
    draws = [entry[4] for entry in await harness.log(match.id) if entry[4] is not None]
    assert draws == sorted(set(draws))
    assert (await harness.service.history.verify(match.id)).holds
    assert verify_export(await harness.service.history.export(match.id, None), ALL_GAMES).holds


async def test_undo_to_an_impossible_ply_fails_verification(harness: ServiceHarness) -> None:
    match = await lap_match(harness, 2)
    await harness.service.undo.ask_undo(match.id, BOB.user_id)
    await agree(harness, match, CEM.user_id)
    await harness.service.moderation.abort_as_manager(match.id, 1, "spam")
    document = json.loads(await harness.service.history.export(match.id, None))
    for wrong in ("3", "-1", "x", ""):
        document["log"][-1]["move"] = wrong
        assert verify_export(json.dumps(document), ALL_GAMES).wrong_plies == (3,)
    document["log"][-1]["move"] = "0"
    assert not verify_export(json.dumps(document), ALL_GAMES).position_matches


async def match_within_a_turn(harness: ServiceHarness) -> Match:
    """Return a timed match whose player to move has walked one step of several."""
    terms = TermsRequest("daily", on_timeout=TimeoutAction.WAIT)
    match = await start_match(harness.service, "trek", (ANN, BOB), terms=terms)
    while "walk 2" not in await harness.legal(match):
        match = (await harness.play(match)).match
    await harness.rows(match.id)
    return (await harness.play(match, "walk 1")).match


async def test_undoing_part_of_a_turn_gives_no_extra_time(harness: ServiceHarness) -> None:
    match = await match_within_a_turn(harness)
    (player,) = match.to_move
    clocks = match.clocks
    harness.clock.now += 3600
    await harness.service.undo.ask_undo(match.id, user_of(match, player))
    match = await harness.service.history.get(match.id)
    assert (match.to_move, match.clocks) == ((player,), clocks), "or undoing would stop time from running out"


async def test_undo_gives_a_late_player_no_time(harness: ServiceHarness) -> None:
    match = await match_within_a_turn(harness)
    (player,) = match.to_move
    harness.clock.now += 3 * DAY
    await harness.service.deadlines.deadline_passed(Deadline(match.id, player))
    assert timed_out_players(await harness.service.history.get(match.id)) == (player,)
    await harness.service.undo.ask_undo(match.id, user_of(match, player))
    assert timed_out_players(await harness.service.history.get(match.id)) == (player,)
    match = await harness.service.history.get(match.id)
    await harness.play(match, "walk 1")
    assert timed_out_players(await harness.service.history.get(match.id)) == (), "a move ends the timeout"


async def test_undos_of_parts_of_a_turn_are_limited(harness: ServiceHarness) -> None:
    match = await match_within_a_turn(harness)
    (player,) = match.to_move
    for _ in range(MOST_TAKEN_BACK):
        await harness.service.undo.ask_undo(match.id, user_of(match, player))
        match = (await harness.play(await harness.service.history.get(match.id), "walk 1")).match
    before = match.ply
    with pytest.raises(OfferError, match=f"taken moves back {MOST_TAKEN_BACK} times"):
        await harness.service.undo.ask_undo(match.id, user_of(match, player))
    assert (await harness.service.history.get(match.id)).ply == before
    assert (await harness.play(match, "walk 1")).match.ply > before, "the turn can be completed"


async def test_turn_undone_by_agreement_has_its_time_again(harness: ServiceHarness) -> None:
    match = await start_match(harness.service, "lap", (ANN, BOB, CEM), terms=TermsRequest("daily"))
    await harness.rows(match.id)
    harness.clock.now += 3600
    await harness.play(match)
    harness.clock.now += 3600
    await harness.service.undo.ask_undo(match.id, ANN.user_id)
    match = await agree(harness, match, BOB.user_id)
    assert match.deadline_of(0) == harness.clock.now + DAY + DAY // 2


async def test_undo_across_a_roll_also_needs_late_players(harness: ServiceHarness) -> None:
    match = await match_within_a_turn(harness)
    (player,) = match.to_move
    while match.to_move == (player,):
        match = (await harness.play(match, (await harness.legal(match))[-1])).match
    other = 1 - player
    await harness.rows(match.id)
    harness.clock.now += 3 * DAY
    await harness.service.deadlines.deadline_passed(Deadline(match.id, other))
    assert timed_out_players(await harness.service.history.get(match.id)) == (other,)
    offer = await harness.service.undo.ask_undo(match.id, user_of(match, player))
    assert offer is not None
    assert offer.needed == (other,)
