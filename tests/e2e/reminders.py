"""Notification settings for tests."""

from __future__ import annotations

from bot.storage.database import Transaction
from tests.e2e.world import World


async def set_notifications(world: World, user_id: int, how: str) -> None:
    """Set how a user is notified, without the command and its answers."""

    def work(tx: Transaction) -> None:
        tx.execute("INSERT INTO players (user_id) VALUES (?) ON CONFLICT DO NOTHING", (user_id,))
        tx.execute("UPDATE players SET tell = ? WHERE user_id = ?", (how, user_id))

    database = world.bot.acting.database
    assert database is not None
    await database.write(work)
