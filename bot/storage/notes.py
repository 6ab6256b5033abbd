"""Small facts that the bot remembers about itself."""

from __future__ import annotations

from bot.storage.database import Database, Transaction

_WRITE = "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"

FORGOTTEN = "forgotten"
"""The note that somebody has been forgotten since the file was written anew."""


def note_forgotten(tx: Transaction) -> None:
    """Have the file written anew at the next daily round."""
    tx.execute("INSERT INTO meta (key, value) VALUES (?, '1') ON CONFLICT (key) DO NOTHING", (FORGOTTEN,))


async def read_note(database: Database, key: str) -> str | None:
    """What was noted under ``key``; ``None`` if nothing was.

    Raises:
        StorageError: the database cannot be read now.
    """
    rows = await database.rows("SELECT value FROM meta WHERE key = ?", (key,))
    return rows[0]["value"] if rows else None


async def write_note(database: Database, key: str, value: str) -> None:
    """Note something, in the place of what was noted before.

    Raises:
        StorageError: the database cannot be written now.
    """

    def work(tx: Transaction) -> None:
        tx.execute(_WRITE, (key, value))

    await database.write(work)
