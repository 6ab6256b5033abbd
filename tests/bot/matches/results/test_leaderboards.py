"""Leaderboards of a server: their order, pages, each player's own line, and the indexes they use."""

from __future__ import annotations

from typing import Any

import pytest

from bot.matches.model.match import Person
from bot.matches.model.results import RatingLine
from bot.matches.results.leaderboards import PlayerStats
from tests.bot.matches.ended_matches import GUILD, OTHER_SERVER_CHANNEL, ratings, solo_match
from tests.bot.matches.harness import ANN, BOB, CEM, CHANNEL, ServiceHarness

pytestmark = pytest.mark.engines("sqlite", "postgres")


async def test_solo_scores_have_their_own_leaderboard_and_no_rating(harness: ServiceHarness) -> None:
    matches = [await solo_match(harness, ANN, seed) for seed in (1, 2)]
    matches.append(await solo_match(harness, BOB, 3))
    with_cards = await solo_match(harness, ANN, 1, cards="on")
    given_up = await harness.start(CEM, game="chiefdom")
    await harness.service.turns.resign(given_up.id, CEM.user_id)
    assert await ratings(harness) == {}
    board = await harness.service.leaderboards.best_scores(GUILD, "chiefdom", "cards=off", 0, 10, BOB.user_id)
    best, of_bob = max(score for _, score in matches[:2]), matches[2][1]
    expected = sorted([(best, "Ann", 2), (of_bob, "Bob", 1)], reverse=True)
    assert [(line.best.score, line.name, line.best.played) for line in board.lines] == expected  # type: ignore[union-attr]
    assert board.own_line is not None
    assert board.own_line.name == "Bob"
    cards = await harness.service.leaderboards.best_scores(GUILD, "chiefdom", "cards=on", 0, 10, CEM.user_id)
    assert [line.best.score for line in cards.lines] == [with_cards[1]]  # type: ignore[union-attr]
    assert cards.own_line is None


async def test_earlier_of_equal_scores_ranks_first(harness: ServiceHarness) -> None:
    await solo_match(harness, BOB, 1)
    (line,) = await harness.database.rows("SELECT * FROM best_scores")

    def copy(tx: Any) -> None:
        for user, at in ((ANN.user_id, line["reached_at"] + 1), (CEM.user_id, line["reached_at"] - 1)):
            tx.execute(
                "INSERT INTO best_scores SELECT guild_id, game, variant, ?, score, match_id, ?, played FROM best_scores"
                " WHERE user_id = ?",
                (user, at, BOB.user_id),
            )

    await harness.database.write(copy)
    board = await harness.service.leaderboards.best_scores(GUILD, "chiefdom", "cards=off", 0, 10, ANN.user_id)
    assert [line.user_id for line in board.lines] == [CEM.user_id, BOB.user_id, ANN.user_id]
    assert board.own_line is not None
    assert board.own_line.rank == 3


async def fill(harness: ServiceHarness, people: int = 2000, matches: int = 10_000) -> None:
    """Fill two servers with many players and finished matches."""

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
            "INSERT INTO ratings (guild_id, game, user_id, mu, sigma, ordinal, rated, finished, won, drawn, lost,"
            " abandoned, changed_at)"
            " SELECT DISTINCT m.guild_id, 'iye', s.user_id, 20 + s.user_id % 7, 2.5, 12.5 + s.user_id % 7,"
            " 5, 5, 5, 0, 0, 0, 1"
            " FROM seats AS s JOIN matches AS m ON m.id = s.match_id"
        )
        tx.execute(
            "INSERT INTO best_scores SELECT guild_id, 'chiefdom', 'cards=off', user_id, user_id % 90, 1, user_id, 1"
            " FROM ratings"
        )

    await harness.database.write(work)


@pytest.mark.engines("sqlite")
async def test_leaderboards_of_ten_thousand_matches_use_indexes(statements: set[str], harness: ServiceHarness) -> None:
    await fill(harness)
    statements.clear()
    service = harness.service
    board = await service.leaderboards.leaderboard(50, "iye", 3, 10, 1501)
    await service.leaderboards.best_scores(50, "chiefdom", "cards=off", 3, 10, 1501)
    await service.leaderboards.player_stats(50, 1501)
    await service.leaderboards.rating_changes(77)
    assert [line.rank for line in board.lines] == list(range(31, 41))
    queries = [sql for sql in sorted(statements) if sql.lstrip().startswith("SELECT")]
    assert len(queries) > 10
    for sql in queries:
        plan = [row["detail"] for row in await harness.database.rows(f"EXPLAIN QUERY PLAN {sql}")]
        scans = {step for step in plan if step.startswith("SCAN")}
        assert scans <= {"SCAN CONSTANT ROW", "SCAN page"}, sql
        if ("count(*)" in sql and "results" not in sql) or "MATERIALIZE page" in plan:
            found = [step for step in plan if "_by_rank" in step]
            assert found, sql
            assert all("COVERING INDEX" in step for step in found), "lines that are not shown are not read"
        if "GROUP BY" not in sql and "seats" in sql and "MATERIALIZE page" not in plan:
            assert [step for step in plan if "B-TREE" in step] == [], sql


@pytest.mark.engines("sqlite")
async def test_leaderboard_order_and_personal_rank_agree(harness: ServiceHarness) -> None:
    await fill(harness, people=40, matches=400)
    lines = [
        line
        for page in range(2)
        for line in (await harness.service.leaderboards.leaderboard(50, "iye", page, 10, 1)).lines
    ]
    assert len(lines) == len({line.user_id for line in lines})
    shown = [line.rating.skill.shown for line in lines]  # type: ignore[union-attr]
    assert shown == sorted(shown, reverse=True)
    for line in lines:
        own = (await harness.service.leaderboards.leaderboard(50, "iye", 0, 1, line.user_id)).own_line
        assert own == line
        (figures,) = [
            one for one in await harness.service.leaderboards.player_stats(50, line.user_id) if one.game == "iye"
        ]
        assert isinstance(figures, PlayerStats)
        assert (figures.rank, figures.among) == (line.rank, len(lines))


@pytest.mark.engines("sqlite")
async def test_page_beyond_the_last_is_the_last(harness: ServiceHarness) -> None:
    await fill(harness, people=40, matches=400)
    board = await harness.service.leaderboards.leaderboard(50, "iye", 99, 6, 0)
    assert (board.page, board.pages) == (board.pages - 1, -(-board.total // 6))
    assert board.own_line is None


async def test_users_are_shown_with_their_newest_name_on_the_server(harness: ServiceHarness) -> None:
    for name, channel in (("Old", CHANNEL), ("Newer", CHANNEL), ("Elsewhere", OTHER_SERVER_CHANNEL)):
        match = await harness.start(Person(ANN.user_id, name), BOB, channel=channel)
        await harness.service.turns.resign(match.id, BOB.user_id)
    board = await harness.service.leaderboards.leaderboard(GUILD, "iye", 0, 10, BOB.user_id)
    assert [line.name for line in board.lines] == ["Newer", "Bob"]
    assert board.own_line is not None
    assert board.own_line.rank == 2


@pytest.mark.engines("sqlite")
async def test_line_has_the_highest_level_beaten_on_the_server_without_help(harness: ServiceHarness) -> None:
    await fill(harness, people=40, matches=400)
    own = "SELECT m.id FROM matches AS m JOIN seats AS s ON s.match_id = m.id WHERE m.guild_id = 50 AND s.user_id = 5"
    matches = [row["id"] for row in await harness.database.rows(f"{own} ORDER BY m.id LIMIT 4")]

    def against_computers(tx: Any) -> None:
        for match_id, level in zip(matches, (2, 3, 4, 5), strict=True):
            beaten = "UPDATE seats SET level = ?, player_version = 1 WHERE match_id = ? AND user_id <> 5"
            tx.execute(beaten, (level, match_id))
        tx.execute("UPDATE seats SET hints = 1 WHERE match_id = ? AND user_id = 5", (matches[2],))
        tx.execute("UPDATE matches SET guild_id = NULL WHERE id = ?", (matches[3],))

    await harness.database.write(against_computers)
    board = await harness.service.leaderboards.leaderboard(50, "iye", 0, 40, 5)
    levels = {line.user_id: line.level_beaten for line in board.lines if isinstance(line, RatingLine)}
    assert (levels[5], levels[9]) == (3, None)
    assert isinstance(board.own_line, RatingLine)
    assert board.own_line.level_beaten == 3
