"""Results are entered with the end of a match, once, and ratings follow from them."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.matches.departures import Departure, abandoned_by, mark_left
from bot.matches.errors import StorageError
from bot.matches.leaderboards import Figures
from bot.matches.models import Match, MatchStatus, OfferKind, Person, Place
from bot.matches.placing import Standing, Verdict
from bot.matches.ratebook import recompute
from bot.matches.rating import Skill, rate
from bot.matches.results import forget, rate_standings, settle
from bot.storage.database import Database
from bot.storage.migrate import known_migrations, migrate
from tests.bot.matches.house import ANN, BOB, CEM, DANA, PLACE, STRANGER, House, user_of

GUILD = PLACE.guild_id or 0
ELSEWHERE = Place(guild_id=51, channel_id=61)
LETTER = Place(guild_id=None, channel_id=62)


async def ratings(house: House) -> dict[tuple[int, str, int], tuple[Any, ...]]:
    """Server, game and user to: number shown, matches rated, finished, won, drawn, lost, abandoned."""
    return {
        (row["guild_id"], row["game"], row["user_id"]): (
            Skill(row["mu"], row["sigma"]).shown,
            *(row[name] for name in ("rated", "finished", "won", "drawn", "lost", "abandoned")),
        )
        for row in await house.database.rows("SELECT * FROM ratings")
    }


async def results(house: House, match_id: int) -> list[tuple[Any, ...]]:
    rows = await house.database.rows(
        "SELECT user_id, place, verdict, departed FROM results WHERE match_id = ? ORDER BY number", (match_id,)
    )
    return [tuple(row) for row in rows]


async def leave(house: House, match: Match, person: Person) -> Match:
    """Somebody stays away until the others go on without: noted with the withdrawal."""

    seat = match.seat_of(person.user_id)
    assert seat is not None
    await house.database.write(lambda tx: mark_left(tx, match.id, seat.player))
    return await house.service.resign(match.id, person.user_id)


async def test_a_finished_match_is_rated_in_the_transaction_of_its_end(house: House) -> None:
    match = await house.start()
    assert await ratings(house) == {}
    await house.service.resign(match.id, ANN.user_id)
    assert await ratings(house) == {
        (GUILD, "iye", ANN.user_id): (727, 1, 1, 0, 0, 1, 0),
        (GUILD, "iye", BOB.user_id): (938, 1, 1, 1, 0, 0, 0),
    }
    assert await results(house, match.id) == [(ANN.user_id, 2, "lost", "resigned"), (BOB.user_id, 1, "won", None)]


async def test_what_cannot_be_stored_is_not_rated(house: House) -> None:
    match = await house.start()
    await house.database.write(
        lambda tx: tx.execute(
            "CREATE TRIGGER full BEFORE INSERT ON ratings BEGIN SELECT RAISE(FAIL, 'disk full'); END"
        ).fetchall()
    )
    with pytest.raises((StorageError, sqlite3.Error)):
        await house.service.resign(match.id, ANN.user_id)
    assert (await house.service.get(match.id)).status is MatchStatus.RUNNING
    assert await results(house, match.id) == []


async def test_a_result_is_entered_once(house: House) -> None:
    match = await house.start()
    await house.service.resign(match.id, ANN.user_id)
    before = await house.dump()
    assert not await house.database.write(lambda tx: settle(tx, house.games["iye"], match.id))
    assert await house.service.enter_results() is None
    assert await house.dump() == before


async def test_ratings_are_kept_for_each_server_and_game(house: House) -> None:
    for place, game in ((PLACE, "iye"), (ELSEWHERE, "iye"), (PLACE, "trek")):
        match = await house.start(ANN, BOB, game=game, place=place)
        await house.service.resign(match.id, ANN.user_id)
    found = await ratings(house)
    assert {key[:2] for key in found} == {(GUILD, "iye"), (51, "iye"), (GUILD, "trek")}
    assert {found[key][0] for key in found if key[2] == ANN.user_id} == {727}


async def test_an_agreed_draw_is_a_draw_for_everybody(house: House) -> None:
    match = await house.start()
    for person in (ANN, BOB):
        await house.service.offer(match.id, person.user_id, OfferKind.DRAW)
    assert await results(house, match.id) == [(ANN.user_id, 1, "drawn", None), (BOB.user_id, 1, "drawn", None)]
    assert {line[4] for line in (await ratings(house)).values()} == {1}


async def test_a_match_called_off_is_nobody_s(house: House) -> None:
    agreed, managed = await house.start(), await house.start()
    for person in (ANN, BOB):
        await house.service.offer(agreed.id, person.user_id, OfferKind.ABORT)
    await house.service.abort_as_manager(managed.id, STRANGER, "spam")
    assert await ratings(house) == {}
    assert await results(house, agreed.id) == await results(house, managed.id) == []


async def test_who_abandons_a_match_loses_and_it_is_counted(house: House) -> None:
    match = await house.start(ANN, BOB, CEM, game="lap")
    match = await leave(house, match, ANN)
    match = await house.play_out(match)
    assert match.status is MatchStatus.FINISHED
    found = {line[0]: line[1:] for line in await results(house, match.id)}
    assert found[ANN.user_id] == (3, "lost", "left")
    assert (await ratings(house))[GUILD, "lap", ANN.user_id][-1] == 1
    assert await house.database.read(lambda db: abandoned_by(db, match.id)) == (ANN.user_id,)


async def test_of_a_match_called_off_in_somebody_s_absence_only_the_absent_one_loses(house: House) -> None:
    match = await house.start(ANN, BOB, CEM, game="lap")
    await house.database.write(lambda tx: mark_left(tx, match.id, 1))
    await house.service.abort_as_manager(match.id, STRANGER, None)
    found = await ratings(house)
    assert found[GUILD, "lap", BOB.user_id][0] < 800
    assert found[GUILD, "lap", BOB.user_id][1:] == (1, 0, 0, 0, 0, 1)
    for person in (ANN, CEM):
        assert found[GUILD, "lap", person.user_id][0] == 800
        assert found[GUILD, "lap", person.user_id][2:] == (0, 0, 0, 0, 0)


async def test_who_gives_a_seat_up_loses_rating_and_who_takes_it_over_stakes_none(house: House) -> None:
    match = await house.start(ANN, BOB, CEM, game="lap")
    await house.service.resign(match.id, CEM.user_id)
    await house.service.take_over(match.id, DANA, 2)
    match = await house.play_out(await house.service.get(match.id))
    winner = user_of(match, (await house.state(match.id)).steps.index(3))
    found = await ratings(house)
    assert found[GUILD, "lap", CEM.user_id][0] < 800
    assert found[GUILD, "lap", CEM.user_id][5] == 1
    assert found[GUILD, "lap", DANA.user_id][:3] == (800, 0, 1)
    assert winner == ANN.user_id
    assert found[GUILD, "lap", ANN.user_id][0] > 800
    changes = await house.service.rating_changes(match.id)
    assert [change.player for change in changes] == [0, 1]


async def test_a_friendly_match_counts_but_rates_nobody(house: House) -> None:
    table = await house.service.open_table("iye", {}, ANN, PLACE, rated=False)
    await house.service.join(table.id, BOB)
    match = await house.service.start(table.id, ANN.user_id)
    assert not match.rated
    await house.service.resign(match.id, ANN.user_id)
    assert await ratings(house) == {
        (GUILD, "iye", ANN.user_id): (800, 0, 1, 0, 0, 1, 0),
        (GUILD, "iye", BOB.user_id): (800, 0, 1, 1, 0, 0, 0),
    }
    assert await house.service.rating_changes(match.id) == []
    board = await house.service.leaderboard(GUILD, "iye", 0, 10, ANN.user_id)
    assert (board.total, board.lines, board.mine) == (0, (), None)


async def test_a_rematch_is_rated_as_the_match_before(house: House) -> None:
    table = await house.service.open_table("iye", {}, ANN, PLACE, rated=False)
    await house.service.join(table.id, BOB)
    match = await house.service.start(table.id, ANN.user_id)
    await house.service.resign(match.id, ANN.user_id)
    await house.service.offer(match.id, ANN.user_id, OfferKind.REMATCH)
    again = await house.service.answer(match.id, BOB.user_id, OfferKind.REMATCH, accept=True)
    assert again.rematch_id is not None
    assert not (await house.service.get(again.rematch_id)).rated


async def test_matches_in_direct_messages_have_no_ratings_and_no_board(house: House) -> None:
    match = await house.start(ANN, BOB, place=LETTER)
    await house.service.resign(match.id, ANN.user_id)
    assert await ratings(house) == {}
    assert [line[0] for line in await results(house, match.id)] == [ANN.user_id, BOB.user_id]
    assert await house.service.rating_changes(match.id) == []


async def alone(house: House, person: Person, seed: int, **options: str) -> tuple[Match, int]:
    """A match of Chiefdom alone, played out anyhow, and its score."""
    table = await house.service.open_table("chiefdom", options, person, PLACE)
    match = await house.play_out(await house.service.start(table.id, person.user_id), seed)
    outcome = house.games["chiefdom"].outcome(await house.state(match.id))
    assert outcome is not None
    assert outcome.scores is not None
    assert outcome.scores.total is not None
    score = outcome.scores.total.values[0]
    assert isinstance(score, int)
    return match, score


async def test_scores_alone_have_boards_of_their_own_and_no_rating(house: House) -> None:
    matches = [await alone(house, ANN, seed) for seed in (1, 2)]
    matches.append(await alone(house, BOB, 3))
    with_cards = await alone(house, ANN, 1, cards="on")
    given_up = await house.start(CEM, game="chiefdom")
    await house.service.resign(given_up.id, CEM.user_id)
    assert await ratings(house) == {}
    board = await house.service.best_scores(GUILD, "chiefdom", "cards=off", 0, 10, BOB.user_id)
    best, of_bob = max(score for _, score in matches[:2]), matches[2][1]
    expected = sorted([(best, "Ann", 2), (of_bob, "Bob", 1)], reverse=True)
    assert [(line.best.score, line.name, line.best.played) for line in board.lines] == expected  # type: ignore[union-attr]
    assert board.mine is not None
    assert board.mine.name == "Bob"
    cards = await house.service.best_scores(GUILD, "chiefdom", "cards=on", 0, 10, CEM.user_id)
    assert [line.best.score for line in cards.lines] == [with_cards[1]]  # type: ignore[union-attr]
    assert cards.mine is None


async def test_the_first_of_equal_scores_stays_on_top(house: House) -> None:
    await alone(house, BOB, 1)
    (line,) = await house.database.rows("SELECT * FROM best_scores")

    def copy(tx: Any) -> None:
        for user, at in ((ANN.user_id, line["reached_at"] + 1), (CEM.user_id, line["reached_at"] - 1)):
            tx.execute(
                "INSERT INTO best_scores SELECT guild_id, game, variant, ?, score, match_id, ?, played FROM best_scores"
                " WHERE user_id = ?",
                (user, at, BOB.user_id),
            )

    await house.database.write(copy)
    board = await house.service.best_scores(GUILD, "chiefdom", "cards=off", 0, 10, ANN.user_id)
    assert [line.user_id for line in board.lines] == [CEM.user_id, BOB.user_id, ANN.user_id]
    assert board.mine is not None
    assert board.mine.rank == 3


async def test_the_wairgka_are_told_from_the_herders(house: House) -> None:
    match = await house.start(ANN, BOB, CEM, game="awethi")
    roles = house.games["awethi"].roles_of(await house.state(match.id))  # type: ignore[attr-defined]
    wairgka = match.seats[roles.index("wairgka")]
    herders = [seat for seat in match.seats if seat is not wairgka]
    for seat in herders:
        await house.service.resign(match.id, seat.user_id)
    (figures,) = await house.service.figures(GUILD, wairgka.user_id)
    assert [(one.role, one.finished, one.won) for one in figures.roles] == [("wairgka", 1, 1)]
    (figures,) = await house.service.figures(GUILD, herders[0].user_id)
    assert [(one.role, one.finished, one.won) for one in figures.roles] == [("herder", 1, 0)]


# -------------------------------------------------------------------------------------------------- order, once more


def standing(number: int, place: int, user: int) -> Standing:
    verdict = Verdict.WON if place == 1 else Verdict.LOST
    return Standing(number, number, user, place, verdict, None, late=False, role=None, score=None)


@given(
    st.lists(st.tuples(st.integers(1, 4), st.floats(-5, 60), st.floats(1, 9)), min_size=2, max_size=8).flatmap(
        lambda parts: st.tuples(st.just(parts), st.permutations(range(len(parts))))
    )
)
def test_who_sits_where_changes_not_a_bit_of_a_rating(
    case: tuple[list[tuple[int, float, float]], list[int]],
) -> None:
    parts, order = case
    people = [standing(number, place, 100 + number) for number, (place, _, _) in enumerate(parts)]
    skills = {number: Skill(mu, sigma) for number, (_, mu, sigma) in enumerate(parts)}
    moved = [standing(seat, parts[who][0], 100 + who) for seat, who in enumerate(order)]
    by_user = {one.standing.user_id: one.after for one in rate_standings(people, skills)}
    again = rate_standings(moved, {seat: skills[who] for seat, who in enumerate(order)})
    assert {one.standing.user_id: one.after for one in again} == by_user


def test_of_a_match_without_a_result_only_who_abandoned_it_loses() -> None:
    there = Standing(0, 0, 1, 1, None, None, late=False, role=None, score=None)
    gone = Standing(1, 1, 2, 2, None, Departure.LEFT, late=False, role=None, score=None)
    stayed, left = rate_standings([there, gone], {})
    assert stayed.after == stayed.before == Skill()
    assert left.after == rate([Skill(), Skill()], (1, 2))[1]


async def history(house: House, seed: int) -> None:
    """Matches of all kinds, one after the other, that end in all ways; somebody's data is deleted in the middle."""
    rng, people = random.Random(seed), [ANN, BOB, CEM, DANA]
    for number in range(25):
        house.clock.now += rng.choice([0, 0, 60])
        players = rng.sample(people, 3)
        place = rng.choice([PLACE, PLACE, ELSEWHERE, LETTER])
        table = await house.service.open_table("lap", {}, players[0], place, rated=rng.random() < 0.8)
        for person in players[1:]:
            await house.service.join(table.id, person)
        match = await house.service.start(table.id, players[0].user_id)
        match = await _end(house, match, rng)
        assert match.ended_at is not None
        if number == 12:
            await house.database.write(lambda tx: _delete(tx, DANA.user_id))


async def _end(house: House, match: Match, rng: random.Random) -> Match:
    person = Person(rng.choice(match.seats).user_id, "x")
    match rng.choice(["play", "play", "resign", "leave", "draw", "absent", "takeover"]):
        case "resign":
            match = await house.service.resign(match.id, person.user_id)
        case "leave":
            match = await leave(house, match, person)
        case "takeover":
            await house.service.resign(match.id, person.user_id)
            guest = next(one for one in (ANN, BOB, CEM, DANA) if match.seat_of(one.user_id) is None)
            match = await house.service.take_over(match.id, guest)
        case "draw":
            for seat in match.seats:
                await house.service.offer(match.id, seat.user_id, OfferKind.DRAW)
            return await house.service.get(match.id)
        case "absent":
            player = next(seat.player for seat in match.seats if seat.user_id == person.user_id)
            await house.database.write(lambda tx: mark_left(tx, match.id, player))
            return await house.service.abort_as_manager(match.id, STRANGER, None)
    return await house.play_out(await house.service.get(match.id), rng.randrange(99))


def _delete(tx: Any, user_id: int) -> None:
    """What deleting somebody's data does to seats, as far as ratings see it."""
    tx.execute("UPDATE seats SET user_id = -match_id WHERE user_id = ?", (user_id,))
    forget(tx, user_id)


@pytest.mark.parametrize("seed", range(3))
async def test_ratings_made_anew_are_those_that_were_entered_one_by_one(house: House, seed: int) -> None:
    await history(house, seed)
    assert len(await ratings(house)) > 4
    before = await house.dump()
    assert await recompute(house.database) > 10
    assert await house.dump() == before


async def test_what_was_spoilt_is_mended_by_making_ratings_anew(house: House) -> None:
    await history(house, 1)
    await alone(house, ANN, 1)
    before = await house.dump()
    for spoil in (
        "UPDATE ratings SET mu = mu + 1, won = won + 1",
        "DELETE FROM ratings",
        "UPDATE best_scores SET score = score + 1",
        "UPDATE results SET mu_after = mu_after + 1 WHERE user_id > 0",
    ):
        await house.database.write(lambda tx, spoil=spoil: tx.executemany(spoil, [()]))  # type: ignore[misc]
        assert await house.dump() != before
        await recompute(house.database)
        assert await house.dump() == before


async def test_deleting_somebody_leaves_nothing_of_that_person_and_the_ratings_of_others(house: House) -> None:
    for winner, loser in ((ANN, BOB), (BOB, CEM), (ANN, CEM)):
        match = await house.start(winner, loser)
        await house.service.resign(match.id, loser.user_id)
    await alone(house, BOB, 1)
    before = {key: value for key, value in (await ratings(house)).items() if key[2] != BOB.user_id}
    await house.database.write(lambda tx: _delete(tx, BOB.user_id))
    assert await ratings(house) == before
    for table in ("ratings", "best_scores", "results", "departures"):
        assert await house.database.rows(f"SELECT 1 FROM {table} WHERE user_id = {BOB.user_id}") == []
    board = await house.service.leaderboard(GUILD, "iye", 0, 10, BOB.user_id)
    assert [line.name for line in board.lines] == ["Ann", "Cem"]
    assert board.mine is None
    assert await house.service.figures(GUILD, BOB.user_id) == []


async def test_somebody_who_was_deleted_during_a_match_has_no_part_in_its_result(house: House) -> None:
    match = await house.start(ANN, BOB, CEM, game="lap")
    await house.service.resign(match.id, BOB.user_id)
    await house.database.write(lambda tx: _delete(tx, BOB.user_id))
    await house.service.resign(match.id, CEM.user_id)
    assert {line[0] for line in await results(house, match.id)} == {ANN.user_id, CEM.user_id}
    assert {key[2] for key in await ratings(house)} == {ANN.user_id, CEM.user_id}


# ------------------------------------------------------------------------------------------------------------ migration


async def test_matches_that_ended_before_there_were_results_are_entered_in_their_order(path: Path) -> None:
    async with await House.open(path) as house:
        for loser in (ANN, BOB, ANN):
            house.clock.now += 60
            match = await house.start()
            await house.service.resign(match.id, loser.user_id)
        table = await house.start(ANN, BOB, CEM, game="lap")
        await house.service.resign(table.id, CEM.user_id)
        await house.service.take_over(table.id, DANA, 2)
        await house.play_out(await house.service.get(table.id))
        expected = [await ratings(house), [await results(house, number) for number in range(1, 5)]]
        await house.database.write(
            lambda tx: [
                tx.execute(sql).fetchall()
                for sql in (
                    "DELETE FROM results",
                    "DELETE FROM ratings",
                    "UPDATE matches SET settled = NULL",
                    "UPDATE matches SET game = 'gone' WHERE id = 3",
                )
            ]
        )
        after: tuple[int, int] | None = (-1, 0)
        while after is not None:
            after = await house.service.enter_results(after)
        assert await results(house, 3) == []  # its rules are not there; nothing else is held up
        await house.database.write(lambda tx: tx.execute("UPDATE matches SET game = 'iye' WHERE id = 3").fetchall())
        assert await house.service.enter_results() is not None
        found = [await ratings(house), [await results(house, number) for number in range(1, 5)]]
        assert found[1] == expected[1]
        assert found[0].keys() == expected[0].keys()  # type: ignore[attr-defined]


async def test_the_migration_knows_who_had_resigned_and_who_had_taken_over(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        migrate(connection, known_migrations()[:3], lambda: None)
        connection.execute(
            "INSERT INTO matches (id, game, rules_version, status, options, opener_id, channel_id, secret, created_at)"
            " VALUES (1, 'lap', 1, 'running', '{}', 7, 8, zeroblob(32), 9)"
        )
        connection.executemany(
            "INSERT INTO seats (match_id, player, user_id, name, standing) VALUES (1, ?, ?, 'x', ?)",
            [(0, 11, "seated"), (1, 12, "withdrawn"), (2, 13, "seated")],
        )
        connection.execute("INSERT INTO log VALUES (1, 1, 2, 'takeover', '[]', NULL, 9)")
    async with await Database.open(path) as database:
        seats = await database.rows("SELECT user_id, late FROM seats ORDER BY player")
        assert [tuple(row) for row in seats] == [(11, 0), (12, 0), (13, 1)]
        gone = await database.rows("SELECT match_id, player, user_id, how FROM departures")
        assert [tuple(row) for row in gone] == [(1, 1, 12, "resigned")]
        assert [row["rated"] for row in await database.rows("SELECT rated FROM matches")] == [1]


# --------------------------------------------------------------------------------------------------------------- boards


async def filled(house: House, people: int = 2000, matches: int = 10_000) -> None:
    """A server with many players and finished matches, and another one beside it."""

    def work(tx: Any) -> None:
        tx.execute(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
            " INSERT INTO matches (id, game, rules_version, status, options, opener_id, guild_id, channel_id, secret,"
            " created_at, ended_at, settled)"
            " SELECT i, 'iye', 1, 'finished', '{}', 1, 50 + i % 2, 1, zeroblob(32), i, i, i FROM n",
            (matches,),
        )
        for seat in (0, 1):
            tx.execute(
                "INSERT INTO seats (match_id, player, user_id, name, standing)"
                " SELECT id, ?1, 1 + (id * 2 + ?1) % ?2, 'Player ' || (1 + (id * 2 + ?1) % ?2), 'seated' FROM matches",
                (seat, people),
            )
            tx.execute(
                "INSERT INTO results (match_id, number, player, user_id, place, verdict, role)"
                " SELECT match_id, player, player, user_id, 1 + player, 'won', 'x' FROM seats WHERE player = ?",
                (seat,),
            )
        tx.execute(
            "INSERT INTO ratings (guild_id, game, user_id, mu, sigma, rated, finished, won, drawn, lost, abandoned,"
            " changed_at) SELECT DISTINCT m.guild_id, 'iye', s.user_id, 20 + s.user_id % 7, 2.5, 5, 5, 5, 0, 0, 0, 1"
            " FROM seats AS s JOIN matches AS m ON m.id = s.match_id"
        )
        tx.execute(
            "INSERT INTO best_scores SELECT guild_id, 'chiefdom', 'cards=off', user_id, user_id % 90, 1, user_id, 1"
            " FROM ratings"
        )

    await house.database.write(work)


async def test_boards_of_ten_thousand_matches_are_read_by_their_indexes(house: House) -> None:
    await filled(house)
    statements: set[str] = set()
    await house.database._reader.run(lambda c: c.set_trace_callback(statements.add))
    service = house.service
    board = await service.leaderboard(50, "iye", 3, 10, 1501)
    await service.best_scores(50, "chiefdom", "cards=off", 3, 10, 1501)
    await service.figures(50, 1501)
    await service.rating_changes(77)
    await house.database._reader.run(lambda c: c.set_trace_callback(None))
    assert [line.rank for line in board.lines] == list(range(31, 41))
    queries = [sql for sql in statements if sql.lstrip().startswith("SELECT")]
    assert len(queries) > 10
    for sql in queries:
        plan = [row["detail"] for row in await house.database.rows(f"EXPLAIN QUERY PLAN {sql}")]
        assert [step for step in plan if step.startswith("SCAN") and "CONSTANT ROW" not in step] == [], sql
        if "GROUP BY" not in sql and "seats" in sql:
            assert [step for step in plan if "B-TREE" in step] == [], sql


async def test_a_board_is_in_the_order_of_the_numbers_and_everybody_s_own_rank_fits(house: House) -> None:
    await filled(house, people=40, matches=400)
    lines = [line for page in range(2) for line in (await house.service.leaderboard(50, "iye", page, 10, 1)).lines]
    assert len(lines) == len({line.user_id for line in lines})
    shown = [line.tally.skill.shown for line in lines]  # type: ignore[union-attr]
    assert shown == sorted(shown, reverse=True)
    for line in lines:
        own = (await house.service.leaderboard(50, "iye", 0, 1, line.user_id)).mine
        assert own == line
        (figures,) = [one for one in await house.service.figures(50, line.user_id) if one.game == "iye"]
        assert isinstance(figures, Figures)
        assert (figures.rank, figures.among) == (line.rank, len(lines))


async def test_a_page_beyond_the_last_is_the_last(house: House) -> None:
    await filled(house, people=40, matches=400)
    board = await house.service.leaderboard(50, "iye", 99, 6, 0)
    assert (board.page, board.pages) == (board.pages - 1, -(-board.total // 6))
    assert board.mine is None


async def test_people_are_called_by_their_newest_name_on_the_server(house: House) -> None:
    for name, place in (("Old", PLACE), ("Newer", PLACE), ("Elsewhere", ELSEWHERE)):
        match = await house.start(Person(ANN.user_id, name), BOB, place=place)
        await house.service.resign(match.id, BOB.user_id)
    board = await house.service.leaderboard(GUILD, "iye", 0, 10, BOB.user_id)
    assert [line.name for line in board.lines] == ["Newer", "Bob"]
    assert board.mine is not None
    assert board.mine.rank == 2
