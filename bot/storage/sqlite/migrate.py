"""Migrates a database to the current schema, one numbered SQL file at a time."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from bot.storage.errors import StorageError
from bot.storage.versions import newer_schema, older_schema
from engines.text import T

_NAME = re.compile(r"(?P<version>\d{4})_[a-z0-9_]+\.sql")


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema."""

    version: int
    """The ``user_version`` after this step."""
    statements: tuple[str, ...]


def split_statements(script: str) -> tuple[str, ...]:
    """Split an SQL script into statements, with any strings, comments and triggers."""
    statements: list[str] = []
    pending = ""
    for line in script.splitlines(keepends=True):
        pending += line
        if sqlite3.complete_statement(pending):
            statements.append(pending.strip())
            pending = ""
    if re.sub(r"--[^\n]*", "", pending).strip():
        raise ValueError(f"an SQL script ends inside a statement: {pending!r}")
    return tuple(statements)


@cache
def known_migrations() -> tuple[Migration, ...]:
    """Return all migrations in order. Numbers may be skipped, but are never reused."""
    folder = files("bot.storage").joinpath("migrations")
    found = [
        Migration(int(match["version"]), split_statements(file.read_text("utf-8")))
        for file in folder.iterdir()
        if (match := _NAME.fullmatch(file.name))
    ]
    found.sort(key=lambda migration: migration.version)
    if len({migration.version for migration in found}) != len(found):
        raise ValueError(f"two migrations have one number: {[migration.version for migration in found]}")
    return tuple(found)


def latest_version() -> int:
    """Return the latest schema version."""
    return known_migrations()[-1].version


def schema_version(connection: sqlite3.Connection) -> int:
    """Return the schema version of a database; 0 for an empty one."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def usable_version(connection: sqlite3.Connection, latest: int) -> int:
    """Return the schema version of a database that can be migrated to ``latest``.

    Raises:
        StorageError: the database is newer, or another program's.
    """
    found = schema_version(connection)
    if found > latest:
        raise newer_schema(found, latest)
    if found == 0 and connection.execute("SELECT 1 FROM sqlite_schema").fetchone():
        raise StorageError(T("The file is the database of another program. Please set a different path."))
    return found


def require_version(connection: sqlite3.Connection, version: int) -> None:
    """Raise if a database has another schema version.

    Raises:
        StorageError: it is older or newer.
    """
    found = schema_version(connection)
    if found > version:
        raise newer_schema(found, version)
    if found < version:
        raise older_schema(found, version)


def migrate(connection: sqlite3.Connection, migrations: Sequence[Migration], before: Callable[[], None]) -> None:
    """Apply the missing migrations in one transaction, unless another process has just done so.

    ``before`` is called before the first change of a non-empty database: it makes the backup. Foreign keys are off
    meanwhile, as rebuilding a table requires, and checked before the commit.

    Raises:
        StorageError: the database is newer than this program, or another program's.
        sqlite3.Error: a migration failed; the database is as it was.
    """
    latest = max((step.version for step in migrations), default=0)
    found = usable_version(connection, latest)
    if found == latest:
        return
    if found:
        before()
    connection.execute("PRAGMA foreign_keys = OFF")
    try:
        _apply(connection, migrations, latest)
    finally:
        connection.execute("PRAGMA foreign_keys = ON")


def _apply(connection: sqlite3.Connection, migrations: Sequence[Migration], latest: int) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        found = usable_version(connection, latest)
        for migration in migrations:
            if migration.version > found:
                for statement in migration.statements:
                    connection.execute(statement)
        if broken := connection.execute("PRAGMA foreign_key_check").fetchall():
            raise sqlite3.IntegrityError(f"the migrations break {len(broken)} references")
        # A PRAGMA takes no parameters; the version is a number from a file name of ours.
        connection.execute(f"PRAGMA user_version = {latest:d}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
