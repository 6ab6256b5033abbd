"""Results are entered with the end of a match, once, and ratings follow from them."""

from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.matches.doctor import examine
from bot.matches.model.match import MatchStatus, OfferKind, Person, SeatHolder
from bot.matches.model.ratings import Skill, rate
from bot.matches.model.results import ExitReason, ResultKind, SeatResult
from bot.matches.results.record import rate_results, record_result
from bot.matches.store import seats as seat_store
from bot.matches.store.seats import abandoned_by, mark_abandoned, read_seat_exits, save_seat_exit
from bot.storage.errors import StorageError
from tests.bot.matches.ended_matches import ELSEWHERE, GUILD, SHEET, leave, ratings, results
from tests.bot.matches.harness import ALL_GAMES, ANN, BOB, CEM, DANA, PLACE, STRANGER, ServiceHarness, user_of


async def test_finished_match_is_rated_in_the_transaction_of_its_end(house: ServiceHarness) -> None:
    match = await house.start()
    assert await ratings(house) == {}
    await house.service.turns.resign(match.id, ANN.user_id)
    assert await ratings(house) == {
        (GUILD, "iye", ANN.user_id): (727, 1, 1, 0, 0, 1, 0),
        (GUILD, "iye", BOB.user_id): (938, 1, 1, 1, 0, 0, 0),
    }
    assert await results(house, match.id) == [(ANN.user_id, 2, "lost", "resigned"), (BOB.user_id, 1, "won", None)]


async def test_match_end_that_cannot_be_stored_is_not_rated(house: ServiceHarness) -> None:
    match = await house.start()
    await house.database.write(
        lambda tx: tx.execute(
            "CREATE TRIGGER full BEFORE INSERT ON ratings BEGIN SELECT RAISE(FAIL, 'disk full'); END"
        ).fetchall()
    )
    with pytest.raises((StorageError, sqlite3.Error)):
        await house.service.turns.resign(match.id, ANN.user_id)
    assert (await house.service.history.get(match.id)).status is MatchStatus.RUNNING
    assert await results(house, match.id) == []


async def test_result_is_entered_once(house: ServiceHarness) -> None:
    match = await house.start()
    await house.service.turns.resign(match.id, ANN.user_id)
    before = await house.dump()
    assert not await house.database.write(lambda tx: record_result(tx, house.games["iye"], match.id))
    assert await house.service.leaderboards.record_missing() is None
    assert await house.dump() == before


async def test_ratings_are_kept_for_each_server_and_game(house: ServiceHarness) -> None:
    for place, game in ((PLACE, "iye"), (ELSEWHERE, "iye"), (PLACE, "trek")):
        match = await house.start(ANN, BOB, game=game, place=place)
        await house.service.turns.resign(match.id, ANN.user_id)
    found = await ratings(house)
    assert {key[:2] for key in found} == {(GUILD, "iye"), (51, "iye"), (GUILD, "trek")}
    assert {found[key][0] for key in found if key[2] == ANN.user_id} == {727}


async def test_agreed_draw_is_a_draw_for_everybody(house: ServiceHarness) -> None:
    match = await house.start()
    for person in (ANN, BOB):
        await house.service.offers.offer(match.id, person.user_id, OfferKind.DRAW)
    assert await results(house, match.id) == [(ANN.user_id, 1, "drawn", None), (BOB.user_id, 1, "drawn", None)]
    assert {line[4] for line in (await ratings(house)).values()} == {1}


async def test_aborted_match_counts_for_nobody(house: ServiceHarness) -> None:
    agreed, managed = await house.start(), await house.start()
    for person in (ANN, BOB):
        await house.service.offers.offer(agreed.id, person.user_id, OfferKind.ABORT)
    await house.service.moderation.abort_as_manager(managed.id, STRANGER, "spam")
    assert await ratings(house) == {}
    assert await results(house, agreed.id) == await results(house, managed.id) == []


async def test_abandoning_a_match_is_a_loss_and_is_counted(house: ServiceHarness) -> None:
    match = await house.start(ANN, BOB, CEM, game="lap")
    match = await leave(house, match, ANN)
    match = await house.play_out(match)
    assert match.status is MatchStatus.FINISHED
    found = {line[0]: line[1:] for line in await results(house, match.id)}
    assert found[ANN.user_id] == (3, "lost", "left")
    assert (await ratings(house))[GUILD, "lap", ANN.user_id][-1] == 1
    assert await house.database.read(lambda db: abandoned_by(db, match.id)) == (ANN.user_id,)


async def test_match_aborted_after_a_timeout_is_lost_only_by_the_absent_player(house: ServiceHarness) -> None:
    match = await house.start(ANN, BOB, CEM, game="lap")
    await house.database.write(lambda tx: mark_abandoned(tx, match.id, 1))
    await house.service.moderation.abort_as_manager(match.id, STRANGER, "spam")
    found = await ratings(house)
    assert found[GUILD, "lap", BOB.user_id][0] < 800
    assert found[GUILD, "lap", BOB.user_id][1:] == (1, 0, 0, 0, 0, 1)
    for person in (ANN, CEM):
        assert found[GUILD, "lap", person.user_id][0] == 800
        assert found[GUILD, "lap", person.user_id][2:] == (0, 0, 0, 0, 0)


async def test_giving_up_a_seat_loses_rating_and_taking_it_over_risks_none(house: ServiceHarness) -> None:
    match = await house.start(ANN, BOB, CEM, game="lap")
    await house.service.turns.resign(match.id, CEM.user_id)
    await house.service.seats.take_over(match.id, DANA, 2)
    match = await house.play_out(await house.service.history.get(match.id))
    winner = user_of(match, (await house.state(match.id)).steps.index(3))
    found = await ratings(house)
    assert found[GUILD, "lap", CEM.user_id][0] < 800
    assert found[GUILD, "lap", CEM.user_id][5] == 1
    assert found[GUILD, "lap", DANA.user_id][:3] == (800, 0, 1)
    assert winner == ANN.user_id
    assert found[GUILD, "lap", ANN.user_id][0] > 800
    changes = await house.service.leaderboards.rating_changes(match.id)
    assert [change.player for change in changes] == [0, 1]


async def test_friendly_match_counts_but_rates_nobody(house: ServiceHarness) -> None:
    table = await house.service.tables.open_table("iye", {}, ANN, PLACE, rated=False)
    await house.service.tables.join(table.id, BOB)
    match = await house.service.tables.start(table.id, ANN.user_id)
    assert not match.rated
    await house.service.turns.resign(match.id, ANN.user_id)
    assert await ratings(house) == {
        (GUILD, "iye", ANN.user_id): (800, 0, 1, 0, 0, 1, 0),
        (GUILD, "iye", BOB.user_id): (800, 0, 1, 1, 0, 0, 0),
    }
    assert await house.service.leaderboards.rating_changes(match.id) == []
    board = await house.service.leaderboards.leaderboard(GUILD, "iye", 0, 10, ANN.user_id)
    assert (board.total, board.lines, board.own_line) == (0, (), None)


async def test_rematch_is_rated_as_the_match_before(house: ServiceHarness) -> None:
    table = await house.service.tables.open_table("iye", {}, ANN, PLACE, rated=False)
    await house.service.tables.join(table.id, BOB)
    match = await house.service.tables.start(table.id, ANN.user_id)
    await house.service.turns.resign(match.id, ANN.user_id)
    await house.service.offers.offer(match.id, ANN.user_id, OfferKind.REMATCH)
    again = await house.service.offers.answer(match.id, BOB.user_id, OfferKind.REMATCH, accept=True)
    assert again.rematch_id is not None
    assert not (await house.service.history.get(again.rematch_id)).rated


async def test_matches_in_direct_messages_have_no_ratings_and_no_board(house: ServiceHarness) -> None:
    match = await house.start(ANN, BOB, place=SHEET)
    await house.service.turns.resign(match.id, ANN.user_id)
    assert await ratings(house) == {}
    assert [line[0] for line in await results(house, match.id)] == [ANN.user_id, BOB.user_id]
    assert await house.service.leaderboards.rating_changes(match.id) == []


async def test_statistics_count_roles_separately(house: ServiceHarness) -> None:
    match = await house.start(ANN, BOB, CEM, game="awethi")
    roles = house.games["awethi"].roles_of(await house.state(match.id))  # type: ignore[attr-defined]
    wairgka = match.seats[roles.index("wairgka")]
    herders = [seat for seat in match.seats if seat is not wairgka]
    for seat in herders:
        await house.service.turns.resign(match.id, seat.user_id)
    (figures,) = await house.service.leaderboards.player_stats(GUILD, wairgka.user_id)
    assert [(one.role, one.finished, one.won) for one in figures.roles] == [("wairgka", 1, 1)]
    (figures,) = await house.service.leaderboards.player_stats(GUILD, herders[0].user_id)
    assert [(one.role, one.finished, one.won) for one in figures.roles] == [("herder", 1, 0)]


# -------------------------------------------------------------------------------------------------- order, once more


def standing(number: int, place: int, user: int) -> SeatResult:
    kind = ResultKind.WON if place == 1 else ResultKind.LOST
    return SeatResult(number, number, user, place, kind, None, late=False, role=None, score=None)


@given(
    st.lists(st.tuples(st.integers(1, 4), st.floats(-5, 60), st.floats(1, 9)), min_size=2, max_size=8).flatmap(
        lambda participants: st.tuples(st.just(participants), st.permutations(range(len(participants))))
    )
)
def test_seat_order_does_not_change_ratings(
    case: tuple[list[tuple[int, float, float]], list[int]],
) -> None:
    participants, order = case
    people = [standing(number, place, 100 + number) for number, (place, _, _) in enumerate(participants)]
    skills = {number: Skill(mu, sigma) for number, (_, mu, sigma) in enumerate(participants)}
    moved = [standing(seat, participants[who][0], 100 + who) for seat, who in enumerate(order)]
    by_user = {one.result.user_id: one.after for one in rate_results(people, skills)}
    again = rate_results(moved, {seat: skills[who] for seat, who in enumerate(order)})
    assert {one.result.user_id: one.after for one in again} == by_user


def test_match_without_a_result_is_lost_only_by_the_abandoning_player() -> None:
    there = SeatResult(0, 0, 1, 1, None, None, late=False, role=None, score=None)
    gone = SeatResult(1, 1, 2, 2, None, ExitReason.LEFT, late=False, role=None, score=None)
    stayed, left = rate_results([there, gone], {})
    assert stayed.after == stayed.before == Skill()
    assert left.after == rate([Skill(), Skill()], (1, 2))[1]


# ----------------------------------------------------------------------------------------------------------- departures


async def test_first_exit_reason_stays_unless_the_player_left(house: ServiceHarness) -> None:
    match = await house.start(ANN, BOB, CEM, game="lap")

    async def noted() -> list[tuple[int, str]]:
        found = await house.database.read(lambda db: read_seat_exits(db, match.id))
        return [(one.user_id, one.reason) for one in found]

    for how, expected in (("resigned", "resigned"), ("replaced", "resigned"), ("left", "left"), ("resigned", "left")):
        await house.database.write(lambda tx, how=how: save_seat_exit(tx, match.id, 1, ExitReason(how)))  # type: ignore[misc]
        assert await noted() == [(BOB.user_id, expected)]


async def test_replaced_player_is_rated_last_and_the_substitute_not(house: ServiceHarness) -> None:
    match = await house.start(ANN, BOB, CEM, game="lap")
    await house.database.write(lambda tx: mark_abandoned(tx, match.id, 0))
    await house.database.write(
        lambda tx: seat_store.replace_holder(tx, match.id, SeatHolder(0, DANA.user_id, DANA.name))
    )
    await house.play_out(await house.service.history.get(match.id))
    assert [line[0] for line in await results(house, match.id)] == [DANA.user_id, BOB.user_id, CEM.user_id, ANN.user_id]
    found = await ratings(house)
    assert found[GUILD, "lap", ANN.user_id][1:] == (1, 1, 0, 0, 1, 1)
    assert found[GUILD, "lap", DANA.user_id] == (800, 0, 1, 1, 0, 0, 0)
    assert found[GUILD, "lap", BOB.user_id][0] > 800


async def test_player_who_handed_over_a_seat_has_no_result(house: ServiceHarness) -> None:
    match = await house.start(ANN, BOB, CEM, game="lap")
    await house.database.write(
        lambda tx: seat_store.replace_holder(tx, match.id, SeatHolder(0, DANA.user_id, DANA.name))
    )
    await house.play_out(await house.service.history.get(match.id))
    assert {key[2] for key in await ratings(house)} == {BOB.user_id, CEM.user_id, DANA.user_id}


@pytest.mark.parametrize("person", [CEM, DANA], ids=["who left first", "who had taken over and left too"])
async def test_results_stay_when_a_former_player_is_deleted(house: ServiceHarness, person: Person) -> None:
    match = await house.start(ANN, BOB, CEM, game="lap")
    await house.service.turns.resign(match.id, CEM.user_id)
    await house.service.seats.take_over(match.id, DANA, 2)
    match = await leave(house, await house.service.history.get(match.id), DANA)
    await house.play_out(match)
    before = [line for line in await results(house, match.id) if line[0] != person.user_id]
    await house.service.personal_data.forget(person.user_id)
    assert [line for line in await results(house, match.id) if line[0] > 0] == before
    assert await examine(house.database, games=ALL_GAMES) == []


async def test_results_stay_when_a_replaced_player_is_deleted(house: ServiceHarness) -> None:
    match = await house.start(ANN, BOB, CEM, game="lap")
    await house.database.write(lambda tx: mark_abandoned(tx, match.id, 0))
    await house.play_out(match)
    before = [line for line in await results(house, match.id) if line[0] != ANN.user_id]
    await house.service.personal_data.forget(ANN.user_id)
    assert [line for line in await results(house, match.id) if line[0] > 0] == before
    assert await examine(house.database, games=ALL_GAMES) == []
