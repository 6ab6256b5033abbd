"""Results are recorded once, with the end of a match, and ratings follow from them."""

from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.matches.doctor import examine
from bot.matches.model.match import MatchStatus, OfferKind, Person, SeatHolder
from bot.matches.model.results import ExitReason, ResultKind, SeatResult, Skill, rate
from bot.matches.results.record import best_score_after, rate_results, record_result
from bot.matches.store import seats as seat_store
from bot.matches.store.seats import abandoned_by, mark_abandoned, read_seat_exits, save_seat_exit
from bot.storage.errors import StorageError
from tests.bot.matches.ended_matches import DM_CHANNEL, GUILD, OTHER_SERVER_CHANNEL, abandon, ratings, results
from tests.bot.matches.harness import ALL_GAMES, ANN, BOB, CEM, CHANNEL, DANA, STRANGER, ServiceHarness, user_of

pytestmark = pytest.mark.engines("sqlite", "postgres")


async def test_finished_match_is_rated_in_the_transaction_of_its_end(harness: ServiceHarness) -> None:
    match = await harness.start()
    assert await ratings(harness) == {}
    await harness.service.turns.resign(match.id, ANN.user_id)
    assert await ratings(harness) == {
        (GUILD, "iye", ANN.user_id): (727, 1, 1, 0, 0, 1, 0),
        (GUILD, "iye", BOB.user_id): (938, 1, 1, 1, 0, 0, 0),
    }
    assert await results(harness, match.id) == [(ANN.user_id, 2, "lost", "resigned"), (BOB.user_id, 1, "won", None)]


@pytest.mark.engines("sqlite")
async def test_match_end_that_cannot_be_stored_is_not_rated(harness: ServiceHarness) -> None:
    match = await harness.start()
    await harness.database.write(
        lambda tx: tx.execute(
            "CREATE TRIGGER full BEFORE INSERT ON ratings BEGIN SELECT RAISE(FAIL, 'disk full'); END"
        ).fetchall()
    )
    with pytest.raises((StorageError, sqlite3.Error)):
        await harness.service.turns.resign(match.id, ANN.user_id)
    assert (await harness.service.history.get(match.id)).status is MatchStatus.RUNNING
    assert await results(harness, match.id) == []


async def test_result_is_entered_once(harness: ServiceHarness) -> None:
    match = await harness.start()
    await harness.service.turns.resign(match.id, ANN.user_id)
    before = await harness.dump()
    assert not await harness.database.write(lambda tx: record_result(tx, harness.games["iye"], match.id))
    assert await harness.service.leaderboards.record_missing() is None
    assert await harness.dump() == before


async def test_ratings_are_kept_for_each_server_and_game(harness: ServiceHarness) -> None:
    for channel, game in ((CHANNEL, "iye"), (OTHER_SERVER_CHANNEL, "iye"), (CHANNEL, "trek")):
        match = await harness.start(ANN, BOB, game=game, channel=channel)
        await harness.service.turns.resign(match.id, ANN.user_id)
    found = await ratings(harness)
    assert {key[:2] for key in found} == {(GUILD, "iye"), (51, "iye"), (GUILD, "trek")}
    assert {found[key][0] for key in found if key[2] == ANN.user_id} == {727}


async def test_agreed_draw_is_a_draw_for_every_player(harness: ServiceHarness) -> None:
    match = await harness.start()
    for person in (ANN, BOB):
        await harness.service.offers.offer(match.id, person.user_id, OfferKind.DRAW)
    assert await results(harness, match.id) == [(ANN.user_id, 1, "drawn", None), (BOB.user_id, 1, "drawn", None)]
    assert {line[4] for line in (await ratings(harness)).values()} == {1}


async def test_aborted_match_counts_for_nobody(harness: ServiceHarness) -> None:
    agreed, managed = await harness.start(), await harness.start()
    for person in (ANN, BOB):
        await harness.service.offers.offer(agreed.id, person.user_id, OfferKind.ABORT)
    await harness.service.moderation.abort_as_manager(managed.id, STRANGER, "spam")
    assert await ratings(harness) == {}
    assert await results(harness, agreed.id) == await results(harness, managed.id) == []


async def test_abandoning_a_match_is_a_loss_and_is_counted(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, CEM, game="lap")
    match = await abandon(harness, match, ANN)
    match = await harness.play_out(match)
    assert match.status is MatchStatus.FINISHED
    found = {line[0]: line[1:] for line in await results(harness, match.id)}
    assert found[ANN.user_id] == (3, "lost", "left")
    assert (await ratings(harness))[GUILD, "lap", ANN.user_id][-1] == 1
    assert await harness.database.read(lambda db: abandoned_by(db, match.id)) == (ANN.user_id,)


async def test_match_aborted_after_a_timeout_is_lost_only_by_the_absent_player(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, CEM, game="lap")
    await harness.database.write(lambda tx: mark_abandoned(tx, match.id, 1))
    await harness.service.moderation.abort_as_manager(match.id, STRANGER, "spam")
    found = await ratings(harness)
    assert found[GUILD, "lap", BOB.user_id][0] < 800
    assert found[GUILD, "lap", BOB.user_id][1:] == (1, 0, 0, 0, 0, 1)
    for person in (ANN, CEM):
        assert found[GUILD, "lap", person.user_id][0] == 800
        assert found[GUILD, "lap", person.user_id][2:] == (0, 0, 0, 0, 0)


async def test_giving_up_a_seat_costs_rating_and_taking_it_over_does_not(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, CEM, game="lap")
    await harness.service.turns.resign(match.id, CEM.user_id)
    await harness.service.substitution.take_over(match.id, DANA, 2)
    match = await harness.play_out(await harness.service.history.get(match.id))
    winner = user_of(match, (await harness.state(match.id)).steps.index(3))
    found = await ratings(harness)
    assert found[GUILD, "lap", CEM.user_id][0] < 800
    assert found[GUILD, "lap", CEM.user_id][5] == 1
    assert found[GUILD, "lap", DANA.user_id][:3] == (800, 0, 1)
    assert winner == ANN.user_id
    assert found[GUILD, "lap", ANN.user_id][0] > 800
    changes = await harness.service.leaderboards.rating_changes(match.id)
    assert [change.player for change in changes] == [0, 1]


async def test_friendly_match_counts_but_rates_nobody(harness: ServiceHarness) -> None:
    table = await harness.service.tables.open_table("iye", {}, ANN, CHANNEL, rated=False)
    match = await harness.service.tables.join(table.id, BOB)
    assert not match.rated
    await harness.service.turns.resign(match.id, ANN.user_id)
    assert await ratings(harness) == {
        (GUILD, "iye", ANN.user_id): (800, 0, 1, 0, 0, 1, 0),
        (GUILD, "iye", BOB.user_id): (800, 0, 1, 1, 0, 0, 0),
    }
    assert await harness.service.leaderboards.rating_changes(match.id) == []
    board = await harness.service.leaderboards.leaderboard(GUILD, "iye", 0, 10, ANN.user_id)
    assert (board.total, board.lines, board.own_line) == (0, (), None)


async def test_rematch_is_rated_as_the_match_before(harness: ServiceHarness) -> None:
    table = await harness.service.tables.open_table("iye", {}, ANN, CHANNEL, rated=False)
    match = await harness.service.tables.join(table.id, BOB)
    await harness.service.turns.resign(match.id, ANN.user_id)
    await harness.service.offers.offer(match.id, ANN.user_id, OfferKind.REMATCH)
    again = await harness.service.offers.answer(match.id, BOB.user_id, OfferKind.REMATCH, accept=True)
    assert again.rematch_id is not None
    assert not (await harness.service.history.get(again.rematch_id)).rated


async def test_matches_in_direct_messages_have_no_ratings_and_no_board(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, channel=DM_CHANNEL)
    await harness.service.turns.resign(match.id, ANN.user_id)
    assert await ratings(harness) == {}
    assert [line[0] for line in await results(harness, match.id)] == [ANN.user_id, BOB.user_id]
    assert await harness.service.leaderboards.rating_changes(match.id) == []


async def test_statistics_count_roles_separately(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, CEM, game="awethi")
    roles = harness.games["awethi"].roles_of(await harness.state(match.id))  # type: ignore[attr-defined]
    wairgka = match.seats[roles.index("wairgka")]
    herders = [seat for seat in match.seats if seat is not wairgka]
    for seat in herders:
        await harness.service.turns.resign(match.id, seat.user_id)
    (figures,) = await harness.service.leaderboards.player_stats(GUILD, wairgka.user_id)
    assert [(one.role, one.finished, one.won) for one in figures.roles] == [("wairgka", 1, 1)]
    (figures,) = await harness.service.leaderboards.player_stats(GUILD, herders[0].user_id)
    assert [(one.role, one.finished, one.won) for one in figures.roles] == [("herder", 1, 0)]


# ----------------------------------------------------------------------------------------------------------- seat order


def seat_result(number: int, place: int, user: int) -> SeatResult:
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
    people = [seat_result(number, place, 100 + number) for number, (place, _, _) in enumerate(participants)]
    skills = {number: Skill(mu, sigma) for number, (_, mu, sigma) in enumerate(participants)}
    moved = [seat_result(seat, participants[who][0], 100 + who) for seat, who in enumerate(order)]
    by_user = {one.result.user_id: one.after for one in rate_results(people, skills)}
    again = rate_results(moved, {seat: skills[who] for seat, who in enumerate(order)})
    assert {one.result.user_id: one.after for one in again} == by_user


def test_match_without_a_result_is_lost_only_by_the_abandoning_player() -> None:
    present = SeatResult(0, 0, 1, 1, None, None, late=False, role=None, score=None)
    absent = SeatResult(1, 1, 2, 2, None, ExitReason.LEFT, late=False, role=None, score=None)
    stayed, left = rate_results([present, absent], {})
    assert stayed.after == stayed.before == Skill()
    assert left.after == rate([Skill(), Skill()], (1, 2))[1]


# ----------------------------------------------------------------------------------------------------------- departures


async def test_first_exit_reason_stays_unless_the_player_left(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, CEM, game="lap")

    async def noted() -> list[tuple[int, str]]:
        found = await harness.database.read(lambda db: read_seat_exits(db, match.id))
        return [(one.user_id, one.reason) for one in found]

    for how, expected in (("resigned", "resigned"), ("replaced", "resigned"), ("left", "left"), ("resigned", "left")):
        await harness.database.write(lambda tx, how=how: save_seat_exit(tx, match.id, 1, ExitReason(how)))  # type: ignore[misc]
        assert await noted() == [(BOB.user_id, expected)]


async def test_replaced_player_is_rated_last_and_the_substitute_not(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, CEM, game="lap")
    await harness.database.write(lambda tx: mark_abandoned(tx, match.id, 0))
    await harness.database.write(
        lambda tx: seat_store.replace_holder(tx, match.id, SeatHolder(0, DANA.user_id, DANA.name))
    )
    await harness.play_out(await harness.service.history.get(match.id))
    assert [line[0] for line in await results(harness, match.id)] == [
        DANA.user_id,
        BOB.user_id,
        CEM.user_id,
        ANN.user_id,
    ]
    found = await ratings(harness)
    assert found[GUILD, "lap", ANN.user_id][1:] == (1, 1, 0, 0, 1, 1)
    assert found[GUILD, "lap", DANA.user_id] == (800, 0, 1, 1, 0, 0, 0)
    assert found[GUILD, "lap", BOB.user_id][0] > 800


async def test_player_who_handed_over_a_seat_has_no_result(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, CEM, game="lap")
    await harness.database.write(
        lambda tx: seat_store.replace_holder(tx, match.id, SeatHolder(0, DANA.user_id, DANA.name))
    )
    await harness.play_out(await harness.service.history.get(match.id))
    assert {key[2] for key in await ratings(harness)} == {BOB.user_id, CEM.user_id, DANA.user_id}


@pytest.mark.parametrize("person", [CEM, DANA], ids=["first holder", "substitute who left too"])
async def test_results_stay_when_a_former_player_is_deleted(harness: ServiceHarness, person: Person) -> None:
    match = await harness.start(ANN, BOB, CEM, game="lap")
    await harness.service.turns.resign(match.id, CEM.user_id)
    await harness.service.substitution.take_over(match.id, DANA, 2)
    match = await abandon(harness, await harness.service.history.get(match.id), DANA)
    await harness.play_out(match)
    before = [line for line in await results(harness, match.id) if line[0] != person.user_id]
    await harness.service.personal_data.forget(person.user_id)
    assert [line for line in await results(harness, match.id) if line[0] > 0] == before
    assert await examine(harness.database, games=ALL_GAMES) == []


async def test_results_stay_when_a_replaced_player_is_deleted(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, CEM, game="lap")
    await harness.database.write(lambda tx: mark_abandoned(tx, match.id, 0))
    await harness.play_out(match)
    before = [line for line in await results(harness, match.id) if line[0] != ANN.user_id]
    await harness.service.personal_data.forget(ANN.user_id)
    assert [line for line in await results(harness, match.id) if line[0] > 0] == before
    assert await examine(harness.database, games=ALL_GAMES) == []


def test_of_equal_scores_the_first_stays_the_best() -> None:
    first = best_score_after(None, 40, 1, 100)
    again = best_score_after(first, 40, 2, 200)
    assert (again.match_id, again.played) == (1, 2)
    assert best_score_after(again, 41, 3, 300).match_id == 3
