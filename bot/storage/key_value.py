"""Key-value storage for the bot itself: the table ``meta``."""

from __future__ import annotations

from collections.abc import Collection

from bot.storage.database import Database, Reader, Transaction

_READ = "SELECT value FROM meta WHERE key = ?"

_WRITE = "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"

VACUUM_DUE = "forgotten"
"""The key of the names of tables in which a user's data was deleted since the last ``VACUUM``."""


def get_value(db: Reader, key: str) -> str | None:
    """Return the value of ``key``; ``None`` if it is not set."""
    row = db.execute(_READ, (key,)).fetchone()
    return None if row is None else row["value"]


def set_value(tx: Transaction, key: str, value: str) -> None:
    """Set a value."""
    tx.execute(_WRITE, (key, value))


def clear_value(tx: Transaction, key: str) -> None:
    """Delete a value, if it is set."""
    tx.execute("DELETE FROM meta WHERE key = ?", (key,))


def request_vacuum(tx: Transaction, tables: Collection[str]) -> None:
    """Request a ``VACUUM`` of tables at the next daily maintenance. Each request changes the value."""
    before = get_value(tx, VACUUM_DUE) or ""
    set_value(tx, VACUUM_DUE, " ".join((before, *sorted(tables))).strip())


async def vacuum_if_due(database: Database) -> None:
    """Remove from the tables what was deleted at the request of users, unless nothing was since the last time.

    Raises:
        StorageError: it failed; it is still due.
    """
    due = await read_value(database, VACUUM_DUE)
    if due is not None:
        await database.vacuum(frozenset(due.split()))
        # What was requested meanwhile stays due.
        clear = "DELETE FROM meta WHERE key = ? AND value = ?"
        await database.write(lambda tx: tx.execute(clear, (VACUUM_DUE, due)).rowcount)


LAST_ALIVE = "alive_at"
"""The key of the time until which the bot was connected, in unix seconds; at most a minute before a backup."""

WRITER = "writer"
"""The key of the process that alone may write, in a database on a server."""

EPOCH = "epoch"
"""The key of the current epoch: when a backup was last restored."""


def set_epoch(tx: Transaction, epoch: int) -> None:
    """Start a new epoch after a restore: earlier messages belong to another one."""
    set_value(tx, EPOCH, str(epoch))


async def read_epoch(database: Database) -> int:
    """Return when a backup was last restored, in unix seconds; 0 if never.

    Raises:
        StorageError: the database cannot be read now.
    """
    return int(await read_value(database, EPOCH) or 0)


async def read_value(database: Database, key: str) -> str | None:
    """Return the value of ``key``; ``None`` if it is not set.

    Raises:
        StorageError: the database cannot be read now.
    """
    rows = await database.rows(_READ, (key,))
    return rows[0]["value"] if rows else None


async def write_value(database: Database, key: str, value: str) -> None:
    """Set a value.

    Raises:
        StorageError: the database cannot be written now.
    """
    await database.write(lambda tx: set_value(tx, key, value))
