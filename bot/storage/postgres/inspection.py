"""Reads a PostgreSQL database from another process, strictly read-only; and one small write."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import TypeVar

import psycopg

from bot.storage.database import Reader, Transaction
from bot.storage.errors import StorageError
from bot.storage.key_value import LAST_ALIVE
from bot.storage.postgres.connection import Statements, connect
from bot.storage.postgres.engine import refusal
from bot.storage.postgres.migrate import latest_version, usable_version

ResultT = TypeVar("ResultT")

LOCK_SECONDS = 2.0
"""How long a read waits for a lock, such as that of a ``VACUUM``."""


def read_once(address: str, work: Callable[[Reader], ResultT]) -> ResultT:
    """Run queries on one snapshot.

    Raises:
        StorageError: the database cannot be read.
    """
    try:
        with closing(connect(address, LOCK_SECONDS, read_only=True)) as connection:
            connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            return work(Statements(connection))
    except psycopg.Error as error:
        raise refusal(error) from error


def write_once(address: str, work: Callable[[Transaction], ResultT]) -> ResultT:
    """Run one short transaction.

    Raises:
        StorageError: the database cannot be written.
    """
    try:
        with closing(connect(address, LOCK_SECONDS)) as connection:
            connection.execute("BEGIN")
            result = work(Transaction(Statements(connection)))
            connection.execute("COMMIT")
            return result
    except psycopg.Error as error:
        raise refusal(error) from error


def database_bytes(address: str) -> int:
    """Return the size of the database; 0 if it cannot be read."""
    try:
        (size,) = read_once(
            address, lambda db: db.execute("SELECT pg_database_size(current_database()) AS size").fetchone()
        )
    except StorageError:
        return 0
    return int(size)


def last_sign_of_life(address: str) -> int | None:
    """Return when a bot last noted that it runs, in unix seconds; ``None`` if that is unknown."""
    sql = "SELECT max(CAST(value AS BIGINT)) FROM meta WHERE key LIKE ? || '%'"
    try:
        (at,) = read_once(address, lambda db: db.execute(sql, (LAST_ALIVE,)).fetchone())
    except StorageError:
        return None
    return None if at is None else int(at)


def read_version(address: str) -> int:
    """Return the schema version of a database that this program can use; 0 if it is empty.

    Raises:
        StorageError: it cannot be used; the sentence says what to do.
    """
    try:
        with closing(connect(address, LOCK_SECONDS, read_only=True)) as connection:
            return usable_version(connection, latest_version())
    except psycopg.Error as error:
        raise refusal(error) from error
