"""Benchmark databases contain played matches at all stages, and no user has too many."""

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.matches.doctor import examine
from bot.storage.database import Database
from tests.wire.emulator import DiscordEmulator
from tests.wire.single_server import MODELS, PAIRS, SingleServer

MATCHES, CHANNELS, ANNOUNCED = 300, 60, 5


async def test_database_is_filled_with_running_matches(tmp_path: Path) -> None:
    path = tmp_path / "kurultai.sqlite3"
    async with DiscordEmulator(validates=False) as discord:
        single_server = SingleServer.build(discord, CHANNELS)
        await single_server.fill(path, MATCHES, to_announce=ANNOUNCED)
        ada = single_server.people[0].id
    with closing(sqlite3.connect(path)) as db:
        assert db.execute(
            "SELECT count(*), count(DISTINCT channel_id) FROM matches WHERE status = 'running'"
        ).fetchone() == (
            MATCHES,
            MATCHES,
        )
        assert db.execute("SELECT count(DISTINCT ply) FROM matches").fetchone() == (MODELS,)
        assert db.execute("SELECT count(*) FROM seats WHERE user_id = ?", (ada,)).fetchone() == (
            MODELS + (CHANNELS - MODELS) // PAIRS,
        )
        rows = db.execute("SELECT match_id, kind FROM outbox ORDER BY match_id").fetchall()
        assert rows == [(number + 1, "turn") for number in range(ANNOUNCED)]
    async with await Database.open_read_only(path) as database:
        assert await examine(database, match_ids=range(1, MODELS + 1)) == []
