"""Small facts that the bot remembers about itself."""

from __future__ import annotations

from bot.storage.database import Database, Reader, Transaction

_READ = "SELECT value FROM meta WHERE key = ?"

_WRITE = "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"

VACUUM_DUE = "forgotten"
"""The note that somebody has been forgotten since the file was written anew."""


def get_value(db: Reader, key: str) -> str | None:
    """What was noted under ``key``; ``None`` if nothing was."""
    row = db.execute(_READ, (key,)).fetchone()
    return None if row is None else row["value"]


def set_value(tx: Transaction, key: str, value: str) -> None:
    """Note something, in the place of what was noted before."""
    tx.execute(_WRITE, (key, value))


def request_vacuum(tx: Transaction) -> None:
    """Have the file written anew at the next daily round."""
    tx.execute("INSERT INTO meta (key, value) VALUES (?, '1') ON CONFLICT (key) DO NOTHING", (VACUUM_DUE,))


LAST_ALIVE = "alive_at"
"""The note until when the bot could be reached, in unix seconds; a minute at most before a backup was made."""

EPOCH = "epoch"
"""The note how often, and when last, a backup was put back."""


def set_epoch(tx: Transaction, epoch: int) -> None:
    """Let what was said before be of another time: a backup has been put back."""
    set_value(tx, EPOCH, str(epoch))


async def read_epoch(database: Database) -> int:
    """When a backup was put back last, in unix seconds; 0 if that has never been done.

    Raises:
        StorageError: the database cannot be read now.
    """
    return int(await read_value(database, EPOCH) or 0)


async def read_value(database: Database, key: str) -> str | None:
    """What was noted under ``key``; ``None`` if nothing was.

    Raises:
        StorageError: the database cannot be read now.
    """
    rows = await database.rows(_READ, (key,))
    return rows[0]["value"] if rows else None


async def write_value(database: Database, key: str, value: str) -> None:
    """Note something, in the place of what was noted before.

    Raises:
        StorageError: the database cannot be written now.
    """
    await database.write(lambda tx: set_value(tx, key, value))


async def delete_value(database: Database, key: str) -> None:
    """Forget what was noted.

    Raises:
        StorageError: the database cannot be written now.
    """
    await database.write(lambda tx: tx.execute("DELETE FROM meta WHERE key = ?", (key,)).rowcount)
