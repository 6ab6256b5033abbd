"""What is deleted, and when."""

import pytest

from bot.matches.errors import MatchNotFoundError
from bot.matches.jobs import retention
from bot.matches.jobs.retention import ACT_DAYS, CLOSED_TABLE_DAYS, FAILED_DAYS
from bot.matches.model.jobs import Prune, PruneActs
from bot.matches.model.settings import ServerSettings
from bot.matches.model.time_control import DAY
from bot.matches.store import matches as match_store
from bot.storage.interaction_claims import KEPT_SECONDS, claiming
from bot.storage.schema import read_schema
from engines.text import T
from tests.bot.matches.harness import ANN, BOB, CEM, CHANNEL, ServiceHarness

pytestmark = pytest.mark.engines("sqlite", "postgres")


async def count(harness: ServiceHarness, table: str) -> int:
    (row,) = await harness.database.rows(f"SELECT count(*) FROM {table}")
    return int(row[0])


@pytest.mark.engines("sqlite")
async def test_table_that_never_started_is_deleted_with_all_its_rows(
    harness: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "TABLES_AT_ONCE", 2)
    kept = [(await harness.play_out(await harness.start())).id, (await harness.start()).id]
    kept.append((await harness.service.tables.open_table("iye", {}, CEM, CHANNEL)).id)
    closed = [await harness.service.tables.open_table("iye", {}, ANN, CHANNEL, (BOB,)) for _ in range(3)]
    for table in closed:
        await harness.service.tables.cancel(table.id, ANN.user_id)
    begun = harness.clock.now
    await harness.service.retention.begin_pruning()
    for day, left in ((CLOSED_TABLE_DAYS, 6), (CLOSED_TABLE_DAYS + 1, 3)):
        harness.clock.now = begun + day * DAY
        await harness.service.jobs[Prune](Prune())
        assert await count(harness, "matches") == left, day
    assert [row["id"] for row in await harness.database.rows("SELECT id FROM matches ORDER BY id")] == kept
    for about, columns in (await harness.database.read(read_schema)).items():
        if "match_id" in columns:
            sql = (
                f"SELECT match_id FROM {about} WHERE match_id IS NOT NULL AND match_id NOT IN (SELECT id FROM matches)"
            )
            assert await harness.database.rows(sql) == [], about
    plan = await harness.database.rows(f"EXPLAIN QUERY PLAN {match_store.NEVER_BEGUN}", (0, 1))
    assert any("matches_never_begun" in row["detail"] for row in plan), "without a scan of all matches"
    assert not any(row["detail"] == "SCAN matches" for row in plan)
    with pytest.raises(MatchNotFoundError):
        await harness.service.history.get(closed[0].id)


async def test_dropped_rows_and_manager_actions_are_kept_for_the_stated_time(
    harness: ServiceHarness,
) -> None:
    match = await harness.start()
    row = await harness.outbox.next_row(f"match:{match.id}")
    assert row is not None
    await harness.outbox.failed(row, "unreachable")
    waiting = await count(harness, "outbox") - 1
    await harness.service.server_settings.save(50, 1, ServerSettings(), T("set something"))
    await harness.service.retention.begin_pruning()
    await harness.service.retention.begin_pruning()
    assert [row["key"] for row in await harness.database.rows("SELECT key FROM due WHERE kind = ?", (Prune.kind,))] == [
        Prune.kind
    ]
    begun = harness.clock.now
    for day, posts, acts in (
        (0, 1, 1),
        (FAILED_DAYS, 1, 1),
        (FAILED_DAYS + 1, 0, 1),
        (ACT_DAYS, 0, 1),
        (ACT_DAYS + 1, 0, 0),
    ):
        harness.clock.now = begun + day * DAY
        await harness.service.jobs[Prune](Prune())
        found = await harness.database.rows("SELECT 1 FROM outbox WHERE failed IS NOT NULL")
        assert (len(found), await count(harness, "manager_acts")) == (posts, acts), day
        (stored_job,) = await harness.database.rows("SELECT at FROM due WHERE kind = ?", (Prune.kind,))
        assert stored_job["at"] == harness.clock.now + DAY
    assert await count(harness, "outbox") == waiting, "undelivered rows stay"


async def test_handled_interactions_are_deleted_every_hour(harness: ServiceHarness) -> None:
    with claiming(7):
        await harness.start()
    await harness.service.retention.begin_pruning()
    noted = (await harness.database.rows("SELECT at FROM acted"))[0]["at"]
    for seconds, left in ((KEPT_SECONDS, 1), (KEPT_SECONDS + 1, 0)):
        harness.clock.now = noted + seconds
        await harness.service.jobs[PruneActs](PruneActs())
        assert await count(harness, "acted") == left
    (stored_job,) = await harness.database.rows("SELECT at FROM due WHERE kind = ?", (PruneActs.kind,))
    assert stored_job["at"] == harness.clock.now + KEPT_SECONDS
