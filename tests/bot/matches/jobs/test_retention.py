"""What is forgotten, and when."""

import pytest

from bot.matches.errors import MatchNotFoundError
from bot.matches.jobs import retention
from bot.matches.jobs.retention import ACT_DAYS, DAY, FAILED_DAYS, TABLE_DAYS
from bot.matches.model.jobs import Prune, PruneActs
from bot.matches.model.settings import ServerSettings
from bot.matches.store import matches as match_store
from bot.matches.store import personal_data
from bot.storage.interaction_claims import KEPT_SECONDS, claiming
from engines.text import T
from tests.bot.matches.harness import ANN, BOB, CEM, PLACE, ServiceHarness


async def count(house: ServiceHarness, table: str) -> int:
    (row,) = await house.database.rows(f"SELECT count(*) FROM {table}")
    return int(row[0])


async def test_table_that_never_started_is_deleted_with_all_its_rows(
    house: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "TABLES_AT_ONCE", 2)
    kept = [(await house.play_out(await house.start())).id, (await house.start()).id]
    kept.append((await house.service.tables.open_table("iye", {}, CEM, PLACE)).id)
    closed = [await house.service.tables.open_table("iye", {}, ANN, PLACE, (BOB,)) for _ in range(3)]
    for table in closed:
        await house.service.tables.cancel(table.id, ANN.user_id)
    begun = house.clock.now
    await house.service.retention.begin_pruning()
    for day, left in ((TABLE_DAYS, 6), (TABLE_DAYS + 1, 3)):
        house.clock.now = begun + day * DAY
        await house.service.jobs[Prune](Prune())
        assert await count(house, "matches") == left, day
    assert [row["id"] for row in await house.database.rows("SELECT id FROM matches ORDER BY id")] == kept
    for about, columns in (await house.database.read(personal_data.tables)).items():
        if "match_id" in columns:
            sql = f"SELECT match_id FROM {about} WHERE match_id NOT NULL AND match_id NOT IN (SELECT id FROM matches)"
            assert await house.database.rows(sql) == [], about
    plan = await house.database.rows(f"EXPLAIN QUERY PLAN {match_store.NEVER_BEGUN}", (0, 1))
    assert any("matches_never_begun" in row["detail"] for row in plan), "without looking through all matches"
    assert not any(row["detail"] == "SCAN matches" for row in plan)
    with pytest.raises(MatchNotFoundError):
        await house.service.history.get(closed[0].id)


async def test_dropped_rows_and_manager_actions_are_kept_for_the_stated_time(
    house: ServiceHarness,
) -> None:
    match = await house.start()
    row = await house.outbox.next_row(f"match:{match.id}")
    assert row is not None
    await house.outbox.failed(row, "unreachable")
    waiting = await count(house, "outbox") - 1
    await house.service.server_settings.save(50, 1, ServerSettings(), T("set something"))
    await house.service.retention.begin_pruning()
    await house.service.retention.begin_pruning()
    assert [row["key"] for row in await house.database.rows("SELECT key FROM due WHERE kind = ?", (Prune.kind,))] == [
        Prune.kind
    ]
    begun = house.clock.now
    for day, posts, acts in (
        (0, 1, 1),
        (FAILED_DAYS, 1, 1),
        (FAILED_DAYS + 1, 0, 1),
        (ACT_DAYS, 0, 1),
        (ACT_DAYS + 1, 0, 0),
    ):
        house.clock.now = begun + day * DAY
        await house.service.jobs[Prune](Prune())
        found = await house.database.rows("SELECT 1 FROM outbox WHERE failed IS NOT NULL")
        assert (len(found), await count(house, "manager_acts")) == (posts, acts), day
        (stored_job,) = await house.database.rows("SELECT at FROM due WHERE kind = ?", (Prune.kind,))
        assert stored_job["at"] == house.clock.now + DAY
    assert await count(house, "outbox") == waiting, "what is still to be posted stays"


async def test_handled_interactions_are_deleted_every_hour(house: ServiceHarness) -> None:
    with claiming(7):
        await house.start()
    await house.service.retention.begin_pruning()
    noted = (await house.database.rows("SELECT at FROM acted"))[0]["at"]
    for seconds, left in ((KEPT_SECONDS, 1), (KEPT_SECONDS + 1, 0)):
        house.clock.now = noted + seconds
        await house.service.jobs[PruneActs](PruneActs())
        assert await count(house, "acted") == left
    (stored_job,) = await house.database.rows("SELECT at FROM due WHERE kind = ?", (PruneActs.kind,))
    assert stored_job["at"] == house.clock.now + KEPT_SECONDS
