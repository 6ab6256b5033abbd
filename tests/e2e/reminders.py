"""Notification settings for tests."""

from __future__ import annotations

from tests.e2e.world import World


async def set_notifications(world: World, user_id: int, how: str) -> None:
    """Set how a user is notified; add the column if this version of the database has none."""

    def work(tx: object) -> None:
        execute = tx.execute  # type: ignore[attr-defined]
        known = {row["name"] for row in execute("PRAGMA table_info(players)")}
        if "tell" not in known:
            execute("ALTER TABLE players ADD COLUMN tell TEXT NOT NULL DEFAULT 'mention'")
        execute("INSERT OR IGNORE INTO players (user_id) VALUES (?)", (user_id,))
        execute("UPDATE players SET tell = ? WHERE user_id = ?", (how, user_id))

    database = world.bot._database
    assert database is not None
    await database.write(work)
