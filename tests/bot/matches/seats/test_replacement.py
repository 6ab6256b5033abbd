"""A computer player takes over the seat of a person: who may decide it, what follows, and how the match is rated."""

from __future__ import annotations

import asyncio

import pytest

from bot.matches.doctor import examine
from bot.matches.errors import MatchError, OfferError, SeatError, TableError
from bot.matches.history.verification import verify_export
from bot.matches.model.match import Match, MatchStatus, OfferKind, ReplaceTerms, SeatHolder
from bot.matches.model.results import began_with_computers
from bot.matches.model.time_control import TimeoutAction, TimeoutState, Vote
from bot.matches.model.views import timed_out_players
from bot.matches.results.recompute import recompute
from engines.registry import GAMES
from tests.bot.matches.ended_matches import GUILD, ratings, results
from tests.bot.matches.harness import ALL_GAMES, ANN, BOB, CEM, DANA, ServiceHarness, refused
from tests.bot.matches.timed_out_matches import FULL_TIME, timed_out_match
from tests.bot.matches.virtual_time import TIME_CONTROL, VirtualTime

REPLACE = OfferKind.REPLACE


@pytest.fixture
def virtual_time(harness: ServiceHarness) -> VirtualTime:
    return VirtualTime(harness)


async def hand_over(harness: ServiceHarness, match: Match, level: int = 2) -> Match:
    """Give Ann's seat to a computer player; everybody else agrees."""
    own = match.seat_of(ANN.user_id)
    assert own is not None
    await harness.service.offers.propose_computer(match.id, ANN.user_id, own.player, level)
    for seat in match.people:
        if seat.user_id != ANN.user_id:
            match = await harness.service.offers.answer(match.id, seat.user_id, REPLACE, accept=True)
    return await harness.service.history.get(match.id)


async def last_person_out_of_time(virtual_time: VirtualTime) -> tuple[Match, SeatHolder]:
    """Return a match in which a computer player replaced one of two people, and the other one is out of time."""
    harness = virtual_time.harness
    match, _ = await timed_out_match(virtual_time, ANN, BOB, game="iye")
    last = match.seat_at(1 - match.to_move[0])
    await harness.service.timeouts.vote(match.id, last.user_id, TimeoutAction.COMPUTER)
    await harness.service.computer_turns.open()
    await harness.service.computer_turns.until_idle()
    await virtual_time.pass_time(FULL_TIME)
    return match, last


def computers(match: Match) -> dict[int, int]:
    """Return the levels of the computer players, by seat."""
    return {seat.player: seat.computer.level for seat in match.seats if seat.computer is not None}


async def play_on(harness: ServiceHarness, match: Match) -> Match:
    """Play a match to its end; computer players decide for themselves."""
    await harness.service.computer_turns.open()
    while match.status is MatchStatus.RUNNING:
        await harness.service.computer_turns.until_idle()
        match = await harness.service.history.get(match.id)
        if match.status is MatchStatus.RUNNING:
            player = match.to_move[0]
            moves = (await harness.legal(match, player))[:1]
            await harness.service.turns.play(match.id, match.seat_at(player).user_id, match.ply, moves)
            match = await harness.service.history.get(match.id)
    assert await examine(harness.database, games=ALL_GAMES) == []
    return match


# ------------------------------------------------------------------------------------------------ a seat handed over


async def test_own_seat_goes_to_the_computer_once_all_others_agree(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, CEM, game="totem")
    offer = await harness.service.offers.propose_computer(match.id, ANN.user_id, 0, 3)
    assert offer is not None
    assert (offer.terms, sorted(offer.needed)) == (ReplaceTerms(0, 3), [1, 2])
    match = await harness.service.offers.answer(match.id, BOB.user_id, REPLACE, accept=True)
    assert computers(match) == {}
    match = await harness.service.offers.answer(match.id, CEM.user_id, REPLACE, accept=True)
    assert computers(match) == {0: 3}
    assert match.seats[0].name == "Computer L3"
    assert await harness.service.history.matches_of(ANN.user_id) == []
    assert await harness.service.offers.open_in(match.id) == []
    assert await examine(harness.database, games=ALL_GAMES) == []


async def test_one_refusal_leaves_the_seat(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, CEM, game="totem")
    await harness.service.offers.propose_computer(match.id, ANN.user_id, 0, 3)
    await harness.service.offers.answer(match.id, BOB.user_id, REPLACE, accept=True)
    match = await harness.service.offers.answer(match.id, CEM.user_id, REPLACE, accept=False)
    assert computers(match) == {}
    assert await harness.service.offers.open_in(match.id) == []


async def test_last_person_cannot_leave_a_match_to_computers(harness: ServiceHarness) -> None:
    table = await harness.service.tables.open_table("totem", {}, ANN, (await harness.start()).channel, computers=(1,))
    match = await harness.service.tables.start(table.id, ANN.user_id) if not table.to_move else table
    text = await refused(
        harness, OfferError, lambda: harness.service.offers.propose_computer(match.id, ANN.user_id, 0, 2)
    )
    assert text.startswith("A computer player can take over a seat whose player has left")


async def test_seat_of_a_person_who_plays_cannot_be_given_away(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, CEM, game="totem")
    await refused(harness, OfferError, lambda: harness.service.offers.propose_computer(match.id, ANN.user_id, 1, 2))


async def test_there_is_no_computer_player_of_level_six(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, CEM, game="totem")
    await refused(harness, TableError, lambda: harness.service.offers.propose_computer(match.id, ANN.user_id, 0, 6))


async def test_second_proposal_with_another_level_is_refused(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, CEM, game="totem")
    await harness.service.offers.propose_computer(match.id, ANN.user_id, 0, 2)
    text = await refused(
        harness, OfferError, lambda: harness.service.offers.propose_computer(match.id, ANN.user_id, 0, 3)
    )
    assert text == "Another computer player has already been proposed. Accept or decline that proposal first."


async def test_plan_of_the_replaced_person_is_deleted(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB)
    await harness.service.plans.put(match.id, ANN.user_id, match.ply, (await harness.legal(match, 0))[:1])
    await hand_over(harness, match)
    assert await harness.database.rows("SELECT * FROM drafts") == []


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_computer_player_plays_every_game_on_to_its_end(harness: ServiceHarness, game: str) -> None:
    match = await hand_over(harness, await harness.start(ANN, BOB, game=game), level=1)
    match = await play_on(harness, match)
    assert match.status is MatchStatus.FINISHED
    exported = await harness.service.history.export(match.id, None)
    assert verify_export(exported, ALL_GAMES).holds


# -------------------------------------------------------------------------------------------------- a seat given up


async def test_given_up_seat_goes_to_the_computer_once_those_who_stay_agree(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, CEM, game="lap")
    await harness.service.turns.resign(match.id, CEM.user_id)
    offer = await harness.service.offers.propose_computer(match.id, ANN.user_id, 2, 4)
    assert offer is not None
    assert offer.needed == (1,)
    match = await harness.service.offers.answer(match.id, BOB.user_id, REPLACE, accept=True)
    assert computers(match) == {2: 4}
    assert not match.seats[2].withdrawn
    assert await examine(harness.database, games=harness.games) == []


# ---------------------------------------------------------------------------------------------------- after a timeout


async def test_vote_gives_the_seat_to_a_computer_player_of_level_two(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match, _ = await timed_out_match(virtual_time)
    assert await harness.service.timeouts.vote(match.id, BOB.user_id, TimeoutAction.COMPUTER) is not None
    assert await harness.service.timeouts.vote(match.id, CEM.user_id, TimeoutAction.COMPUTER) is None
    await virtual_time.deliver()
    match = await harness.service.history.get(match.id)
    assert computers(match) == {0: 2}
    assert [clock.player for clock in match.clocks] == [1, 2]
    notices = [one.text for one in virtual_time.posted if one.kind == "notice"]
    assert notices[-1].endswith(" have decided: a computer player of level 2 takes over.")
    assert await harness.service.votes.open_timeout(match.id) is None
    jobs = [row["key"] for row in await harness.database.rows("SELECT key FROM due WHERE kind = 'deadline'")]
    assert jobs == []
    assert await examine(harness.database, games=harness.games) == []


async def test_proposal_for_a_player_who_has_time_again_is_replaced_by_the_next(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match, _ = await timed_out_match(virtual_time)
    await harness.service.offers.propose_computer(match.id, BOB.user_id, 0, 1)
    for person in (BOB, CEM):
        await harness.service.timeouts.vote(match.id, person.user_id, TimeoutAction.EXTEND)
    assert await harness.service.offers.open_in(match.id) == []
    await harness.service.offers.propose_computer(match.id, BOB.user_id, 1, 3)
    (offer,) = await harness.service.offers.open_in(match.id)
    assert offer.terms == ReplaceTerms(1, 3)


async def test_voters_choose_the_level(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match, _ = await timed_out_match(virtual_time)
    await harness.service.timeouts.vote(match.id, BOB.user_id, TimeoutAction.COMPUTER, level=4)
    found = await harness.service.votes.open_timeout(match.id)
    assert found is not None
    assert found[0].votes == {1: Vote(TimeoutAction.COMPUTER, level=4)}
    await harness.service.timeouts.vote(match.id, CEM.user_id, TimeoutAction.COMPUTER, level=4)
    assert computers(await harness.service.history.get(match.id)) == {0: 4}


async def test_replaced_player_is_not_reminded(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match, _ = await timed_out_match(virtual_time, ANN, BOB, game="iye")
    other = match.seats[1 - match.to_move[0]].user_id
    await harness.service.timeouts.vote(match.id, other, TimeoutAction.COMPUTER)
    posted = await virtual_time.pass_time(FULL_TIME * 2)
    assert [one.kind for one in posted if one.kind in ("reminder", "digest", "question")] == []


@pytest.mark.parametrize("level", [1, 5])
async def test_those_who_stay_propose_a_level_for_a_player_out_of_time(virtual_time: VirtualTime, level: int) -> None:
    harness = virtual_time.harness
    match, _ = await timed_out_match(virtual_time)
    offer = await harness.service.offers.propose_computer(match.id, BOB.user_id, 0, level)
    assert offer is not None
    assert offer.needed == (2,), "the player who is out of time is not asked"
    match = await harness.service.offers.answer(match.id, CEM.user_id, REPLACE, accept=True)
    assert computers(match) == {0: level}


async def test_player_who_is_back_keeps_the_seat(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match, _ = await timed_out_match(virtual_time)
    await harness.service.offers.propose_computer(match.id, BOB.user_id, 0, 2)
    match = (await harness.play(match)).match
    assert await harness.service.offers.open_in(match.id) == []
    await refused(
        harness, MatchError, lambda: harness.service.offers.answer(match.id, CEM.user_id, REPLACE, accept=True)
    )
    assert computers(await harness.service.history.get(match.id)) == {}


async def test_part_of_a_turn_ends_the_proposal_for_good(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match, _ = await timed_out_match(virtual_time, game="trek")
    while "walk 2" not in await harness.legal(match):
        match, _ = await timed_out_match(virtual_time, game="trek")
    await harness.service.offers.propose_computer(match.id, BOB.user_id, 0, 2)
    match = (await harness.play(match, "walk 1")).match
    assert match.to_move == (0,)
    await virtual_time.pass_time(TIME_CONTROL.per_turn)
    assert timed_out_players(await harness.service.history.get(match.id)) == (0,)
    assert await harness.service.offers.open_in(match.id) == []


async def test_more_time_ends_the_proposal(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match, _ = await timed_out_match(virtual_time)
    await harness.service.offers.propose_computer(match.id, BOB.user_id, 0, 2)
    for person in (BOB, CEM):
        await harness.service.timeouts.vote(match.id, person.user_id, TimeoutAction.EXTEND)
    assert await harness.service.offers.open_in(match.id) == []
    await refused(
        harness, MatchError, lambda: harness.service.offers.answer(match.id, CEM.user_id, REPLACE, accept=True)
    )


async def test_move_and_last_vote_at_the_same_moment_leave_one_holder(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match, _ = await timed_out_match(virtual_time)
    await harness.service.timeouts.vote(match.id, BOB.user_id, TimeoutAction.COMPUTER)
    moves = (await harness.legal(match, 0))[:1]
    done = await asyncio.gather(
        harness.service.turns.play(match.id, ANN.user_id, match.ply, moves),
        harness.service.timeouts.vote(match.id, CEM.user_id, TimeoutAction.COMPUTER),
        return_exceptions=True,
    )
    assert sum(isinstance(one, MatchError) for one in done) == 1, done
    match = await harness.service.history.get(match.id)
    moved = not isinstance(done[0], MatchError)
    assert computers(match) == ({} if moved else {0: 2})
    assert await examine(harness.database, games=harness.games) == []


async def test_computer_player_does_not_run_out_of_time_with_the_last_person(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match, last = await last_person_out_of_time(virtual_time)
    found = await harness.service.votes.open_timeout(match.id)
    assert found is not None
    timeout, voters = found
    assert (timeout.stage, timeout.seats, voters) == (TimeoutState.NO_VOTERS, (last.player,), ())


async def test_last_person_cannot_leave_a_match_to_computers_when_out_of_time(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match, last = await last_person_out_of_time(virtual_time)
    text = await refused(
        harness,
        OfferError,
        lambda: harness.service.offers.propose_computer(match.id, last.user_id, last.player, 2),
    )
    assert text.startswith("A computer player can take over a seat whose player has left or run out of time")


async def test_who_is_out_of_time_gives_no_other_seat_away(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match, _ = await timed_out_match(virtual_time, ANN, BOB, game="chiefdom")
    assert timed_out_players(match) == (0, 1)
    await refused(harness, OfferError, lambda: harness.service.offers.propose_computer(match.id, ANN.user_id, 1, 2))
    offer = await harness.service.offers.propose_computer(match.id, ANN.user_id, 0, 2)
    assert offer is not None
    assert offer.needed == (1,), "only another person lets Ann go"


async def test_replaced_player_takes_no_other_seat_of_the_match(harness: ServiceHarness) -> None:
    match = await hand_over(harness, await harness.start(ANN, BOB, CEM, game="totem"))
    text = await refused(
        harness, SeatError, lambda: harness.service.substitution.offer_seat(match.id, BOB.user_id, ANN)
    )
    assert text.startswith("That person has or had a seat in this match.")
    await harness.service.substitution.offer_seat(match.id, BOB.user_id)
    text = await refused(harness, SeatError, lambda: harness.service.substitution.take_over(match.id, ANN))
    assert text == "You have left this match, so someone else has to take over the seat."
    await harness.service.substitution.take_over(match.id, DANA)


# ------------------------------------------------------------------------------------------------------------- rating


async def test_replaced_player_is_last_and_the_computer_counts_for_nobody(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, CEM, game="totem")
    match = await play_on(harness, await hand_over(harness, match, level=1))
    found = {line[0]: line[1:] for line in await results(harness, match.id)}
    assert found[ANN.user_id] == (3, "lost", "resigned")
    assert sorted(found[person.user_id][0] for person in (BOB, CEM)) == [1, 2]
    assert set(found) == {ANN.user_id, BOB.user_id, CEM.user_id}
    rated = await ratings(harness)
    assert rated[GUILD, "totem", ANN.user_id][0] < 800
    assert {key[2] for key in rated} == set(found)
    before = await harness.dump()
    await recompute(harness.database)
    assert await harness.dump() == before


async def test_person_who_stays_alone_wins_against_the_one_who_was_replaced(harness: ServiceHarness) -> None:
    match = await play_on(harness, await hand_over(harness, await harness.start(ANN, BOB, game="totem"), level=1))
    found = {line[0]: line[1:] for line in await results(harness, match.id)}
    assert found == {ANN.user_id: (2, "lost", "resigned"), BOB.user_id: (1, "won", None)}
    rated = await ratings(harness)
    assert rated[GUILD, "totem", ANN.user_id][0] < 800 < rated[GUILD, "totem", BOB.user_id][0]


async def test_beating_a_computer_that_replaced_a_person_beats_no_level(harness: ServiceHarness) -> None:
    await play_on(harness, await hand_over(harness, await harness.start(ANN, BOB, game="totem"), level=1))
    (stats,) = await harness.service.leaderboards.player_stats(GUILD, BOB.user_id)
    assert (stats.rating.rated, stats.level_beaten) == (1, None)


async def test_match_that_began_with_a_computer_stays_unrated(harness: ServiceHarness) -> None:
    channel = (await harness.start()).channel
    table = await harness.service.tables.open_table("totem", {}, ANN, channel, players=3, computers=(1,))
    await harness.service.tables.join(table.id, BOB)
    match = await harness.service.history.get(table.id)
    if match.status is MatchStatus.OPEN:
        match = await harness.service.tables.start(table.id, ANN.user_id)
    await play_on(harness, await hand_over(harness, match, level=1))
    assert all(line[1] == 0 for line in (await ratings(harness)).values())


# ---------------------------------------------------------------------------------------- undo, rematch, personal data


async def test_nothing_before_the_replacement_is_taken_back(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB)
    for _ in range(2):
        match = (await harness.play(match)).match
    match = await hand_over(harness, match)
    text = await refused(harness, OfferError, lambda: harness.service.undo.ask_undo(match.id, BOB.user_id))
    assert text == "A player has left or joined since your last turn, so it cannot be taken back."


async def test_rematch_is_against_the_computer_and_unrated(harness: ServiceHarness) -> None:
    match = await play_on(harness, await hand_over(harness, await harness.start(ANN, BOB, game="totem"), level=1))
    await harness.service.offers.offer(match.id, BOB.user_id, OfferKind.REMATCH)
    ended = await harness.service.history.get(match.id)
    assert ended.rematch_id is not None
    again = await harness.service.history.get(ended.rematch_id)
    assert (again.rated, began_with_computers(again)) == (False, True)
    assert [seat.user_id for seat in again.people] == [BOB.user_id]


async def test_data_of_the_replaced_person_is_deleted_without_a_change_of_the_other_ratings(
    harness: ServiceHarness,
) -> None:
    match = await play_on(harness, await hand_over(harness, await harness.start(ANN, BOB, game="totem"), level=1))
    exported = await harness.service.personal_data.export_person(ANN.user_id)
    assert str(match.id) in str(exported)
    bob = (await ratings(harness))[GUILD, "totem", BOB.user_id]
    await harness.service.personal_data.forget(ANN.user_id)
    assert await recompute(harness.database) >= 1
    assert (await ratings(harness))[GUILD, "totem", BOB.user_id] == bob
    assert await examine(harness.database, games=ALL_GAMES) == []
    rows = await harness.database.rows("SELECT move FROM log WHERE kind = 'takeover'")
    assert [row["move"] for row in rows] == ['["","Computer L1",true]']
