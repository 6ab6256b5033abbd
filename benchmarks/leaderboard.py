"""Times the pages of a leaderboard with a hundred thousand users."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from bot.matches.service import build as build_matches
from bot.storage.database import Database, Transaction, unix_time

PEOPLE = 100_000
SERVER, LINES = 5, 10
TIMES = 5

FILL = (
    """
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
    INSERT INTO matches (id, game, rules_version, status, options, opener_id, guild_id, channel_id, secret, created_at,
        settled, ended_at)
    SELECT i, 'iye', 1, 'finished', '{}', 1, ?2, 1, zeroblob(32), 1, i, 1 FROM n
    """,
    """
    INSERT INTO seats (match_id, player, user_id, name, standing)
    SELECT id, 0, 1000 + id, 'Player ' || id, 'seated' FROM matches WHERE id <= ?1 AND guild_id = ?2
    """,
    """
    INSERT INTO results (match_id, number, player, user_id, place, verdict, mu_before, sigma_before, mu_after,
        sigma_after)
    SELECT id, 0, 0, 1000 + id, 1, 'won', 25, 8, 26, 7 FROM matches WHERE id <= ?1 AND guild_id = ?2
    """,
    """
    INSERT INTO ratings (guild_id, game, user_id, mu, sigma, ordinal, rated, finished, won, drawn, lost, abandoned,
        changed_at)
    SELECT ?2, 'iye', 1000 + id, 25 + id * 7919 % 1000 / 100.0, 7, 4 + id * 7919 % 1000 / 100.0, 1, 1, 1, 0, 0, 0, 1
    FROM matches WHERE id <= ?1
    """,
    """
    INSERT INTO best_scores
    SELECT ?2, 'chiefdom', 'cards=off', 1000 + id, id * 7919 % 300, id, id, 1 FROM matches WHERE id <= ?1
    """,
)
"""SQL that fills a database: a won match, a rating and a best score for each of ``?1`` users of server ``?2``."""


def measure(people: int = PEOPLE) -> dict[str, float]:
    """Read the first, a middle and the last page of ratings and of best scores, and a player's statistics.

    Returns:
        ``leaderboard.rated_ms_max``, ``.scores_ms_max`` and ``.figures_ms_max``: milliseconds of the slowest, each the
        best of five.
    """
    return asyncio.run(_measure(people))


async def _measure(people: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        database = await Database.open(Path(folder) / "kurultai.sqlite3")
        try:
            await database.write(lambda tx: _fill(tx, people))
            service = build_matches(database, clock=unix_time, wake=lambda _queue_key: None)
            pages, user_id = (0, people // LINES // 2, people // LINES), 1000 + people // 2
            rated = [partial(service.leaderboards.leaderboard, SERVER, "iye", page, LINES, user_id) for page in pages]
            scores = [
                partial(service.leaderboards.best_scores, SERVER, "chiefdom", "cards=off", page, LINES, user_id)
                for page in pages
            ]
            return {
                "leaderboard.rated_ms_max": max([await _best(read) for read in rated]),
                "leaderboard.scores_ms_max": max([await _best(read) for read in scores]),
                "leaderboard.figures_ms_max": await _best(partial(service.leaderboards.player_stats, SERVER, user_id)),
            }
        finally:
            await database.close()


def _fill(tx: Transaction, people: int) -> None:
    for statement in FILL:
        tx.execute(statement, (people, SERVER))


async def _best(read: Callable[[], Awaitable[object]]) -> float:
    """Return the shortest time of several reads, in milliseconds."""
    taken = []
    for _ in range(TIMES):
        begun = time.perf_counter()
        await read()
        taken.append(time.perf_counter() - begun)
    return 1000 * min(taken)
