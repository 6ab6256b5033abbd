"""Migrates a PostgreSQL database to the current schema, one numbered SQL file at a time."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import psycopg

from bot.storage.database import Reader
from bot.storage.errors import StorageError
from bot.storage.key_value import WRITER
from bot.storage.postgres.connection import Statements
from bot.storage.versions import newer_schema, older_schema
from engines.text import T

_NAME = re.compile(r"(?P<version>\d{4})_[a-z0-9_]+\.sql")

LOCK = 0x4B757275_6C746169
"""The key of the writer’s lock (“Kurultai” in ASCII): one writer at a time among all processes."""

_FOUND = "SELECT obj_description(to_regclass('meta'), 'pg_class')"
_SAID = re.compile(r"schema (\d+)")


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema."""

    version: int
    """The schema version after this step."""
    script: str


def known_migrations() -> tuple[Migration, ...]:
    """Return all migrations in order. They have the numbers of SQLite's, from the baseline on."""
    folder = files("bot.storage").joinpath("migrations", "postgres")
    found = [
        Migration(int(match["version"]), file.read_text("utf-8"))
        for file in folder.iterdir()
        if (match := _NAME.fullmatch(file.name))
    ]
    return tuple(sorted(found, key=lambda migration: migration.version))


def latest_version() -> int:
    """Return the latest schema version."""
    return known_migrations()[-1].version


def schema_version(db: Reader) -> int:
    """Return the schema version of a database, which is in the comment on its table ``meta``; 0 for an empty one."""
    (said,) = db.execute(_FOUND).fetchone() or (None,)
    found = _SAID.fullmatch(said or "")
    return int(found[1]) if found else 0


def usable_version(db: Reader, latest: int) -> int:
    """Return the schema version of a database that can be migrated to ``latest``.

    Raises:
        StorageError: the database is newer, or another program's.
    """
    found = schema_version(db)
    if found > latest:
        raise newer_schema(found, latest)
    if found == 0 and db.execute("SELECT 1 FROM pg_tables WHERE schemaname = current_schema() LIMIT 1").fetchone():
        raise StorageError(T("The PostgreSQL database has tables of another program. Please use an empty one."))
    return found


def require_version(db: Reader, version: int) -> None:
    """Raise if a database has another schema version.

    Raises:
        StorageError: it is older or newer, or empty.
    """
    found = schema_version(db)
    if found > version:
        raise newer_schema(found, version)
    if found == 0:
        raise StorageError(T("The PostgreSQL database is empty. Start the bot once to create its tables."))
    if found < version:
        raise older_schema(found, version)


def migrate(connection: psycopg.Connection[Any], before: Callable[[int], None]) -> None:
    """Apply the missing migrations in one transaction, unless another process has just done so.

    ``before`` is called before the first change of a non-empty database, with its version: it makes the backup.

    Raises:
        StorageError: the database is newer than this program, or another program's.
        psycopg.Error: a migration failed; the database is as it was.
    """
    steps = known_migrations()
    latest, db = steps[-1].version, Statements(connection)
    if (found := usable_version(db, latest)) == latest:
        return
    if found:
        before(found)
    with connection.transaction():
        connection.execute(f"SELECT pg_advisory_xact_lock({LOCK})")
        found = usable_version(db, latest)
        for step in steps:
            if step.version > found:
                connection.execute(step.script.encode())  # without parameters: several statements
        connection.execute(f"COMMENT ON TABLE meta IS 'schema {latest:d}'")
        connection.execute("DELETE FROM meta WHERE key = %s", (WRITER,))  # of an older version, which may not know yet
