"""Messages that the database knows after a backup was restored."""

import json

import pytest

from bot.matches.model.match import OfferKind
from bot.storage.key_value import read_epoch
from tests.bot.matches.harness import ANN, BOB, CHANNEL, ServiceHarness

pytestmark = pytest.mark.engines("sqlite", "postgres")


async def test_tables_newest_boards_open_offers_and_votes_are_known(harness: ServiceHarness) -> None:
    match = await harness.start()
    table = await harness.service.tables.open_table("iye", {}, ANN, CHANNEL)
    await harness.service.offers.offer(match.id, ANN.user_id, OfferKind.DRAW)
    for message_id, sql in (
        (71, "UPDATE matches SET board_message_id = ? WHERE id = 1"),
        (72, "UPDATE matches SET table_message_id = ? WHERE id = 2"),
        (73, "INSERT INTO answerable (match_id, about, message_id, channel_id) VALUES (1, 'draw', ?, 60)"),
        (74, "INSERT INTO expiries (match_id, stage, seats, until, message_id) VALUES (1, 'asked', '[0]', 9, ?)"),
        (75, "INSERT INTO letters (match_id, player, message_id) VALUES (1, 0, ?)"),
    ):
        await harness.database.write(lambda tx, sql=sql, about=message_id: tx.executemany(sql, [(about,)]))  # type: ignore[misc]
    known = {
        (match_id, message_id)
        for match_id in (match.id, table.id, 99)
        for message_id in range(70, 77)
        if await harness.service.restoring.knows_message(match_id, message_id)
    }
    assert known == {(match.id, 71), (table.id, 72), (match.id, 73), (match.id, 74)}, "sheets are not checked"


async def test_only_reachable_matches_that_are_not_paused_mention_players_after_a_restore(
    harness: ServiceHarness,
) -> None:
    paused, lost, running = [await harness.start(ANN, BOB) for _ in range(3)]
    await harness.database.write(
        lambda tx: tx.executemany("UPDATE matches SET paused_at = 5 WHERE id = ?", [(paused.id,)])
    )
    await harness.database.write(lambda tx: tx.executemany("UPDATE matches SET lost_at = 5 WHERE id = ?", [(lost.id,)]))
    await harness.database.write(lambda tx: tx.executemany("DELETE FROM outbox", [()]))
    assert await harness.service.restoring.begin_epoch(8, 7) == [paused.id, lost.id, running.id]
    rows = await harness.database.rows("SELECT match_id, args FROM outbox ORDER BY id")
    assert [(row["match_id"], json.loads(row["args"])["call"]) for row in rows] == [
        (paused.id, []),
        (running.id, [running.to_move[0]]),
    ]
    assert await read_epoch(harness.database) == 8
    view = await harness.service.history.view(running.id)
    assert view.renewed is not None
    assert (view.renewed.at, view.renewed.key) == (7, None)
    moved = (await harness.play(running)).match
    assert (await harness.service.history.view(moved.id)).renewed is None, "the next board no longer mentions it"
