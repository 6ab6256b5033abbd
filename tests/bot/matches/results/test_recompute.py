"""Recomputed ratings, results of older matches, and deleted users."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.matches.model.match import Match, OfferKind, Person
from bot.matches.results.recompute import recompute
from bot.matches.store.seats import mark_abandoned
from bot.storage.database import Database
from bot.storage.sqlite.migrate import known_migrations, migrate
from tests.bot.matches.both_engines import on_engines
from tests.bot.matches.ended_matches import (
    DM_CHANNEL,
    GUILD,
    OTHER_SERVER_CHANNEL,
    abandon,
    delete_person,
    ratings,
    results,
    solo_match,
)
from tests.bot.matches.harness import ANN, BOB, CEM, CHANNEL, DANA, NO_CLOCK, STRANGER, ServiceHarness

pytestmark = pytest.mark.engines("sqlite", "postgres")


async def history(harness: ServiceHarness, seed: int) -> None:
    """Play random matches that end in every way; delete a user's data halfway."""
    rng, people = random.Random(seed), [ANN, BOB, CEM, DANA]
    for number in range(25):
        harness.clock.now += rng.choice([0, 0, 60])
        players = rng.sample(people, 3)
        channel = rng.choice([CHANNEL, CHANNEL, OTHER_SERVER_CHANNEL, DM_CHANNEL])
        table = await harness.service.tables.open_table(
            "lap", {}, players[0], channel, terms=NO_CLOCK, players=3, rated=rng.random() < 0.8
        )
        await harness.service.tables.join(table.id, players[1])
        match = await harness.service.tables.join(table.id, players[2])
        match = await _end(harness, match, rng)
        assert match.ended_at is not None
        if number == 12:
            await harness.database.write(lambda tx: delete_person(tx, DANA.user_id))


async def _end(harness: ServiceHarness, match: Match, rng: random.Random) -> Match:
    person = Person(rng.choice(match.seats).user_id, "x")
    match rng.choice(["play", "play", "resign", "leave", "draw", "absent", "takeover"]):
        case "resign":
            match = await harness.service.turns.resign(match.id, person.user_id)
        case "leave":
            match = await abandon(harness, match, person)
        case "takeover":
            await harness.service.turns.resign(match.id, person.user_id)
            guest = next(one for one in (ANN, BOB, CEM, DANA) if match.seat_of(one.user_id) is None)
            match = await harness.service.substitution.take_over(match.id, guest)
        case "draw":
            for seat in match.seats:
                await harness.service.offers.offer(match.id, seat.user_id, OfferKind.DRAW)
            return await harness.service.history.get(match.id)
        case "absent":
            player = next(seat.player for seat in match.seats if seat.user_id == person.user_id)
            await harness.database.write(lambda tx: mark_abandoned(tx, match.id, player))
            return await harness.service.moderation.abort_as_manager(match.id, STRANGER, "spam")
    return await harness.play_out(await harness.service.history.get(match.id), rng.randrange(99))


@pytest.mark.parametrize(("engine", "seed"), on_engines(range(3), [0]))
async def test_recomputed_ratings_equal_those_recorded_one_by_one(harness: ServiceHarness, seed: int) -> None:
    await history(harness, seed)
    assert len(await ratings(harness)) > 4
    before = await harness.dump()
    assert await recompute(harness.database) > 10
    assert await harness.dump() == before


async def test_recomputing_repairs_damaged_ratings(harness: ServiceHarness) -> None:
    await history(harness, 1)
    await solo_match(harness, ANN, 1)
    before = await harness.dump()
    for spoil in (
        "UPDATE ratings SET mu = mu + 1, won = won + 1",
        "DELETE FROM ratings",
        "UPDATE best_scores SET score = score + 1",
        "UPDATE results SET mu_after = mu_after + 1 WHERE user_id > 0",
    ):
        await harness.database.write(lambda tx, spoil=spoil: tx.executemany(spoil, [()]))  # type: ignore[misc]
        assert await harness.dump() != before
        await recompute(harness.database)
        assert await harness.dump() == before


async def test_deleting_a_user_keeps_the_ratings_of_others(harness: ServiceHarness) -> None:
    for winner, loser in ((ANN, BOB), (BOB, CEM), (ANN, CEM)):
        match = await harness.start(winner, loser)
        await harness.service.turns.resign(match.id, loser.user_id)
    await solo_match(harness, BOB, 1)
    before = {key: value for key, value in (await ratings(harness)).items() if key[2] != BOB.user_id}
    await harness.database.write(lambda tx: delete_person(tx, BOB.user_id))
    assert await ratings(harness) == before
    for table in ("ratings", "best_scores", "results", "departures"):
        assert await harness.database.rows(f"SELECT 1 FROM {table} WHERE user_id = {BOB.user_id}") == []
    board = await harness.service.leaderboards.leaderboard(GUILD, "iye", 0, 10, BOB.user_id)
    assert [line.name for line in board.lines] == ["Ann", "Cem"]
    assert board.own_line is None
    assert await harness.service.leaderboards.player_stats(GUILD, BOB.user_id) == []


async def test_user_deleted_during_a_match_is_not_in_its_result(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, CEM, game="lap")
    await harness.service.turns.resign(match.id, BOB.user_id)
    await harness.database.write(lambda tx: delete_person(tx, BOB.user_id))
    await harness.service.turns.resign(match.id, CEM.user_id)
    assert {line[0] for line in await results(harness, match.id)} == {ANN.user_id, CEM.user_id}
    assert {key[2] for key in await ratings(harness)} == {ANN.user_id, CEM.user_id}


async def test_missing_results_are_recorded_except_for_unknown_rules(path: Path) -> None:
    async with await ServiceHarness.open(path) as harness:
        for loser in (ANN, BOB, ANN):
            harness.clock.now += 60
            match = await harness.start()
            await harness.service.turns.resign(match.id, loser.user_id)
        table = await harness.start(ANN, BOB, CEM, game="lap")
        await harness.service.turns.resign(table.id, CEM.user_id)
        await harness.service.substitution.take_over(table.id, DANA, 2)
        await harness.play_out(await harness.service.history.get(table.id))
        expected = [await ratings(harness), [await results(harness, number) for number in range(1, 5)]]
        await harness.database.write(
            lambda tx: [
                tx.execute(sql).rowcount
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
            after = await harness.service.leaderboards.record_missing(after)
        assert await results(harness, 3) == []  # its rules are unknown; the others are recorded
        await harness.database.write(lambda tx: tx.execute("UPDATE matches SET game = 'iye' WHERE id = 3").rowcount)
        assert await harness.service.leaderboards.record_missing() is not None
        found = [await ratings(harness), [await results(harness, number) for number in range(1, 5)]]
        assert found[1] == expected[1]
        assert found[0].keys() == expected[0].keys()  # type: ignore[attr-defined]


@pytest.mark.engines("sqlite")
async def test_migration_recognises_resignations_and_substitutions(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        migrate(connection, known_migrations()[:6], lambda: None)
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
