"""The doctor reports everything in a database that contradicts its logs and keys."""

import sqlite3
from contextlib import closing

import pytest

from bot.matches.doctor import examine
from bot.matches.model.match import OfferKind
from bot.storage.database import Database
from tests.bot.matches.harness import ALL_GAMES, ANN, BOB, CEM, CHANNEL, STRANGER, ServiceHarness
from tests.bot.matches.timed_matches import start_timed_match


async def findings(harness: ServiceHarness, *match_ids: int) -> list[tuple[int | None, str]]:
    found = await examine(harness.database, games=harness.games, match_ids=match_ids)
    return [(finding.match_id, str(finding.text)) for finding in found]


async def fill(harness: ServiceHarness) -> None:
    """Make match 1 over, 2 running, 3 a table, 4 closed, 5 drawn, 6 resigned by one of three, 7 aborted."""
    await harness.play_out(await harness.start())
    running = await harness.start(ANN, BOB, CEM, game="bids")
    await harness.play(running)
    await harness.service.tables.open_table("iye", {}, ANN, CHANNEL)
    closed = await harness.service.tables.open_table("iye", {}, ANN, CHANNEL)
    await harness.service.tables.cancel(closed.id, ANN.user_id)
    drawn = await harness.start()
    for person in (ANN, BOB):
        await harness.service.offers.offer(drawn.id, person.user_id, OfferKind.DRAW)
    left = await harness.start(ANN, BOB, CEM, game="trek")
    await harness.service.turns.resign(left.id, CEM.user_id)
    off = await harness.start()
    await harness.service.moderation.abort_as_manager(off.id, STRANGER, "spam")


async def fill_timed(harness: ServiceHarness) -> None:
    """Make a timed match 1, and a timed match 2 that is paused."""
    await start_timed_match(harness)
    paused = await start_timed_match(harness)
    for person in (ANN, BOB):
        await harness.service.offers.offer(paused.id, person.user_id, OfferKind.PAUSE)


async def test_correct_clocks_are_no_findings(harness: ServiceHarness) -> None:
    await fill_timed(harness)
    assert await findings(harness) == []


@pytest.mark.parametrize(
    ("change", "match_id", "says"),
    [
        ("UPDATE clocks SET since = NULL, deadline = NULL WHERE match_id = 1", 1, "when it should"),
        ("UPDATE clocks SET since = 1, deadline = 2 WHERE match_id = 2", 2, "when it should"),
        ("DELETE FROM clocks WHERE match_id = 1", 1, "when it should"),
        ("DELETE FROM due WHERE match_id = 1", 1, "has no job"),
        ("UPDATE due SET at = at + 1 WHERE match_id = 1", 1, "has no job"),
    ],
)
async def test_wrong_clocks_are_reported(harness: ServiceHarness, change: str, match_id: int, says: str) -> None:
    await fill_timed(harness)
    await harness.database.write(lambda tx: tx.execute(change).rowcount)
    assert [(number, says in text) for number, text in await findings(harness)][:1] == [(match_id, True)]


async def test_healthy_database_has_no_findings(harness: ServiceHarness) -> None:
    await fill(harness)
    assert await findings(harness) == []
    assert await findings(harness, 1, 2) == []


@pytest.mark.parametrize(
    ("change", "match_id", "says"),
    [
        ("UPDATE matches SET state = trail_state WHERE id = 1", 1, "state is stored as"),
        ("UPDATE matches SET ply = ply - 1 WHERE id = 2", 2, "entries"),
        ("UPDATE matches SET draws = draws + 1 WHERE id = 2", 2, "draws"),
        ("UPDATE matches SET to_move = '[0]' WHERE id = 2", 2, "to_move is stored as"),
        ("UPDATE matches SET trail_ply = 1 WHERE id = 1", 1, "trail_ply"),
        ("UPDATE matches SET secret = zeroblob(32) WHERE id = 1", 1, "Entry 1 of the log does not follow"),
        ("UPDATE log SET move = 'roll 1 1' WHERE match_id = 2 AND ply = 1", 2, "Entry 1 of the log"),
        ("UPDATE log SET first_draw = 9 WHERE match_id = 1 AND ply = 2", 1, "Entry 2 of the log"),
        ("DELETE FROM log WHERE match_id = 1 AND ply = 5", 1, "Entry 6 of the log"),
        ("UPDATE matches SET status = 'running' WHERE id = 1", 1, "over by the rules but still running"),
        ("UPDATE matches SET termination = 'luck' WHERE id = 1", 1, "ended by “luck”"),
        ("UPDATE matches SET status = 'finished', termination = 'wins' WHERE id = 2", 2, "“agreement”"),
        ("UPDATE matches SET result = NULL WHERE id = 7", 7, "without a result"),
        ("UPDATE seats SET standing = 'withdrawn' WHERE match_id = 2 AND player = 0", 2, "who has resigned"),
        ("UPDATE seats SET standing = 'seated' WHERE match_id = 6", 6, "who has resigned"),
        ("UPDATE matches SET rules_version = 9 WHERE id = 1", 1, "The rules iye@9 are unknown"),
        ("""UPDATE matches SET options = '{"wins":"9"}' WHERE id = 1""", 1, "cannot be set up"),
        ("UPDATE matches SET options = 'none' WHERE id = 1", 1, "cannot be read"),
        ("UPDATE matches SET result = '{}' WHERE id = 1", 1, "cannot be read"),
        ("INSERT INTO log VALUES (3, 1, 0, 'move', 'a1', NULL, 0)", 3, "not started, but it has a log"),
        ("UPDATE matches SET settled = NULL WHERE id = 7", 7, "has not been recorded"),
        ("UPDATE results SET role = 'drum' WHERE match_id = 1", 1, "differ from the result of the match"),
        ("UPDATE results SET player = 7 WHERE match_id = 5 AND number = 0", 5, "differ from the result of the match"),
        (
            "UPDATE results SET sigma_after = 1 WHERE match_id = 5 AND number = 0",
            5,
            "do not follow from the earlier ones",
        ),
        ("INSERT INTO results (match_id, number, player, user_id) VALUES (2, 0, 0, 5)", 2, "The match is not over"),
        (
            "UPDATE ratings SET won = won + 1 WHERE user_id = 1001 AND game = 'iye'",
            None,
            "user 1001 in iye on server 50",
        ),
        ("DELETE FROM ratings WHERE user_id = 1001", None, "user 1001 in iye"),
        (
            "UPDATE ratings SET sigma = sigma / 2 WHERE user_id = 1002",
            None,
            "“python -m bot recompute”",
        ),
        (
            "INSERT INTO best_scores VALUES (50, 'chiefdom', 'cards=on', 1001, 500, 1, 1, 1)",
            None,
            "The best score of user 1001 in chiefdom",
        ),
        ("UPDATE outbox SET failed = 'no channel' WHERE match_id = 6 AND kind = 'turn'", 6, "dropped: no channel"),
    ],
)
async def test_contradictions_are_reported(
    harness: ServiceHarness, change: str, match_id: int | None, says: str
) -> None:
    await fill(harness)
    await harness.database.write(lambda tx: tx.executemany(change, [()]))
    found = await findings(harness)
    assert {number for number, _ in found} == {match_id}
    assert any(says in text for _, text in found), found


async def test_broken_references_are_reported(harness: ServiceHarness) -> None:
    await fill(harness)
    with closing(sqlite3.connect(harness.database.path)) as careless, careless:  # foreign keys are off by default
        careless.execute("INSERT INTO drafts VALUES (99, 1, 0, '[]', 0)")
    assert [text for number, text in await findings(harness) if number is None] == [
        "Row None of drafts refers to a row that does not exist."
    ]


async def test_only_the_named_matches_are_examined_and_missing_ones_reported(harness: ServiceHarness) -> None:
    await fill(harness)
    await harness.database.write(lambda tx: tx.executemany("UPDATE matches SET draws = 99 WHERE id IN (1, 2)", [()]))
    assert [number for number, _ in await findings(harness, 2)] == [2]
    assert await findings(harness, 404) == [(404, "There is no such match.")]


async def test_examining_writes_nothing(harness: ServiceHarness) -> None:
    await fill(harness)
    async with await Database.open_read_only(harness.database.path) as database:
        assert await examine(database, games=ALL_GAMES) == []
