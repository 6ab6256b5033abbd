"""Queries about one match read only its rows; those of the sender read only one queue."""

from collections.abc import Callable
from typing import Any

import pytest

from bot.matches.model.views import PlayedTurn
from tests.bot.matches.harness import ServiceHarness, user_of
from tests.bot.matches.store.every_query import use_everything

CONTROL = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "PRAGMA", "EXPLAIN", "--")


async def test_every_query_uses_an_index(statements: set[str], harness: ServiceHarness) -> None:
    statements.clear()  # those that made the database
    await use_everything(harness)
    queries = sorted(sql for sql in statements if not sql.lstrip().startswith(CONTROL))
    assert len(queries) > 60
    scanned: dict[str, list[Any]] = {}
    for sql in queries:
        plan = [row["detail"] for row in await harness.database.rows(f"EXPLAIN QUERY PLAN {sql}")]
        # json_each walks a value, not a table; constant rows are no table either.
        scans = [step for step in plan if step.startswith("SCAN") and "CONSTANT ROW" not in step]
        scans = [step for step in scans if "VIRTUAL TABLE" not in step and "subquery" not in step.lower()]
        # A page is the few rows found by another query, which is checked like all others.
        scans = [step for step in scans if step != "SCAN page"]
        if scans:
            scanned[sql] = scans
    assert scanned == {}


async def test_typed_turn_reads_the_database_twice_and_its_board_once(
    harness: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each query switches threads twice, which costs more than most queries."""
    match = await harness.start(game="iye")
    user, text = user_of(match, match.to_move[0]), (await harness.legal(match))[0]
    harness.service.context.positions.forget([match.id])
    asked: list[object] = []

    def count(query: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*given: Any) -> Any:
            asked.append(given)
            return query(*given)

        return counted

    for name in ("rows", "read", "read_snapshot"):
        monkeypatch.setattr(harness.database, name, count(getattr(harness.database, name)))
    played = await harness.service.typed_moves.play_text(match.id, user, text)
    assert isinstance(played, PlayedTurn)
    assert len(asked) == 2
    asked.clear()
    await harness.service.history.view(match.id)
    assert len(asked) == 1


async def test_turn_does_not_ask_one_by_one_for_what_most_matches_do_not_have(
    statements: set[str], harness: ServiceHarness
) -> None:
    """The statement that advances a match tells it, because each costs a round trip to a server."""
    match = await harness.start(game="iye")
    statements.clear()
    await harness.play(match)
    rare = ("FROM offers", "FROM drafts", "FROM watchers", "FROM reminders", "FROM nudges")
    assert {sql.split()[0] for sql in statements if any(table in sql for table in rare)} == {"UPDATE"}
