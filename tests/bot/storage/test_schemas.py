"""Both engines have the same schema, and know the same migrations."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from bot.storage.sqlite import migrate as sqlite
from tests.postgres import Databases

TYPES = {"INTEGER": "bigint", "TEXT": "text", "REAL": "double precision", "BLOB": "bytea"}

pytestmark = pytest.mark.postgres


@pytest.fixture
def empty() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        sqlite.migrate(connection, sqlite.known_migrations(), lambda: None)
        yield connection


def tables(empty: sqlite3.Connection) -> list[str]:
    rows = empty.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
    )
    return [name for (name,) in rows]


def plain(sql: str) -> str:
    """Return an index as both engines write it: PostgreSQL adds casts, parentheses and the schema's name."""
    sql = re.sub(r"::(text|bigint)(\[\])?|USING btree |public\.", "", sql)
    sql = re.sub(r"= ANY \(ARRAY\[(.*?)\]\)", r"IN (\1)", sql)
    return re.sub(r"[()\s]+", " ", sql).strip().lower()


def test_migrations_have_a_file_for_each_engine() -> None:
    from bot.storage.postgres.migrate import known_migrations  # noqa: PLC0415 - psycopg may be missing elsewhere

    theirs = [step.version for step in known_migrations()]
    ours = [step.version for step in sqlite.known_migrations() if step.version >= theirs[0]]
    assert theirs == ours, "a migration needs a file in migrations/ and one in migrations/postgres/"


def test_columns_are_the_same(empty: sqlite3.Connection, databases: Databases) -> None:
    found = databases.cluster.execute(
        "SELECT table_name, column_name, data_type, is_nullable, column_default, collation_name"
        " FROM information_schema.columns WHERE table_schema = 'public'"
        ' ORDER BY table_name COLLATE "C", ordinal_position',
        databases.template,
    )
    theirs: dict[str, list[tuple[object, ...]]] = {}
    for table, column, kind, nullable, default, collation in found:
        told = None if default is None else re.sub(r"::text$|^'(\d+)'::bigint$", r"\1", default)
        assert (kind == "text") == (collation == "C"), f"{table}.{column}: text sorts by code point"
        theirs.setdefault(table, []).append((column, kind, nullable == "NO", told))
    ours = {
        table: [
            (name, TYPES[kind], bool(not_null) or bool(key), default)
            for _, name, kind, not_null, default, key in empty.execute(f"PRAGMA table_info({table})")
        ]
        for table in tables(empty)
    }
    assert theirs == ours


def test_keys_and_references_are_the_same(empty: sqlite3.Connection, databases: Databases) -> None:
    found = databases.cluster.execute(
        "SELECT conrelid::regclass::text, contype, pg_get_constraintdef(oid) FROM pg_constraint"
        " WHERE contype IN ('p', 'u', 'f') AND connamespace = 'public'::regnamespace",
        databases.template,
    )
    theirs = {(table, definition) for table, kind, definition in found}
    ours = set()
    for table in tables(empty):
        columns = empty.execute(f"PRAGMA table_info({table})").fetchall()
        key = [name for *_, name in sorted((row[5], row[1]) for row in columns if row[5])]
        if key:
            ours.add((table, f"PRIMARY KEY ({', '.join(key)})"))
        for _, name, _, origin, _ in empty.execute(f"PRAGMA index_list({table})").fetchall():
            if origin == "u":
                unique = [row[2] for row in empty.execute(f"PRAGMA index_info({name})")]
                ours.add((table, f"UNIQUE ({', '.join(unique)})"))
        for _, _, other, column, target, _, deleted, _ in empty.execute(f"PRAGMA foreign_key_list({table})"):
            cascade = " ON DELETE CASCADE" if deleted == "CASCADE" else ""
            ours.add((table, f"FOREIGN KEY ({column}) REFERENCES {other}({target}){cascade}"))
    assert theirs == ours


def test_indexes_are_the_same(empty: sqlite3.Connection, databases: Databases) -> None:
    found = databases.cluster.execute(
        "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND indexname NOT IN"
        " (SELECT conname FROM pg_constraint)",
        databases.template,
    )
    ours = [sql for (sql,) in empty.execute("SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")]
    assert sorted(plain(sql) for (sql,) in found) == sorted(map(plain, ours))


def test_numbers_are_given_to_the_same_tables(empty: sqlite3.Connection, databases: Databases) -> None:
    found = databases.cluster.execute(
        "SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND is_identity = 'YES'",
        databases.template,
    )
    ours = [
        t
        for t in tables(empty)
        if empty.execute(f"SELECT 1 FROM pragma_table_info('{t}') WHERE name = 'id'").fetchone()
    ]
    assert sorted(name for (name,) in found) == sorted(ours)


def test_checks_are_the_same(empty: sqlite3.Connection, databases: Databases) -> None:
    found = databases.cluster.execute(
        "SELECT conrelid::regclass::text, count(*) FROM pg_constraint WHERE contype = 'c' AND conrelid > 0 GROUP BY 1",
        databases.template,
    )
    ours = {
        table: number
        for table, sql in empty.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table'")
        if (number := len(re.findall(r"\bCHECK \(", sql)))
    }
    assert dict(found) == ours
