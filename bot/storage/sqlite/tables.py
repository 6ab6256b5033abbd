"""An SQLite file as tables, to be copied."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

from bot.storage.errors import StorageError, reason_of
from bot.storage.schema import read_schema
from bot.storage.sqlite.migrate import known_migrations, migrate, schema_version
from bot.storage.sqlite.replacement import exclusive_access
from engines.text import T

Batch = Sequence[tuple[Any, ...]]

BATCH = 2_000
"""Rows read at a time."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the schema."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    """The columns by which its rows are ordered: the primary key, or all of them."""
    is_numbered: bool
    """True if rows get the next number as their ``id``."""
    never_reuses: bool
    """True if the number of a deleted row is never given again."""

    def select(self) -> str:
        """Return the statement that reads all rows in their order."""
        columns, order = ", ".join(self.columns), ", ".join(f"{column} NULLS FIRST" for column in self.key)
        return f"SELECT {columns} FROM {self.name} ORDER BY {order}"  # noqa: S608 - names of the schema


@cache
def schema_of(version: int) -> tuple[Table, ...]:
    """Return the tables of a schema version, each after those it refers to."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as empty:
        migrate(empty, [step for step in known_migrations() if step.version <= version], lambda: None)
        columns = read_schema(empty)
        references = {
            table: {row[2] for row in empty.execute(f"PRAGMA foreign_key_list({table})")} - {table} for table in columns
        }
        return tuple(_table(empty, name, columns[name]) for name in TopologicalSorter(references).static_order())


def _table(empty: sqlite3.Connection, name: str, columns: tuple[str, ...]) -> Table:
    found = empty.execute("SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", (name,)).fetchall()
    key = tuple(column for (column,) in found)
    (sql,) = empty.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (name,)).fetchone()
    return Table(name, columns, key or columns, key == ("id",), "AUTOINCREMENT" in sql)


class SqliteTables:
    """An SQLite file; created where it does not exist or is empty.

    Raises:
        StorageError: it cannot be opened, or ``exclusive`` and another process has it open.
    """

    def __init__(self, path: Path, *, exclusive: bool = False) -> None:
        self._path = path
        self._stack = ExitStack()
        try:
            if exclusive:
                self._stack.enter_context(exclusive_access(path))
            # Closed before the lock is released, as closing it would release it.
            self._connection = self._stack.enter_context(closing(sqlite3.connect(path, isolation_level=None)))
            self._connection.execute("BEGIN")
        except BaseException as error:
            self._stack.close()
            if isinstance(error, sqlite3.Error):
                raise self._refusal(error) from error
            raise

    @property
    def version(self) -> int:
        """The schema version."""
        return schema_version(self._connection)

    def create(self, version: int | None = None) -> None:
        """Create the tables of a schema version, by default the current one."""
        self._connection.execute("COMMIT")
        steps = [step for step in known_migrations() if version is None or step.version <= version]
        migrate(self._connection, steps, lambda: None)
        # Rows may refer to rows that come later; references are checked at the end.
        self._connection.execute("PRAGMA foreign_keys = OFF")
        self._connection.execute("BEGIN")
        self._clear()

    def _clear(self) -> None:
        """Delete the rows that migrations insert."""
        for table in read_schema(self._connection):
            self._connection.execute(f"DELETE FROM {table}")  # noqa: S608 - a table of the schema

    def is_empty(self, tables: Sequence[Table]) -> bool:
        return not any(
            self._connection.execute(f"SELECT 1 FROM {table.name} LIMIT 1").fetchone()  # noqa: S608 - see above
            for table in tables
        )

    def batches(self, table: Table) -> Iterator[Batch]:
        try:
            cursor = self._connection.execute(table.select())
            while batch := cursor.fetchmany(BATCH):
                yield batch
        except sqlite3.Error as error:
            raise self._refusal(error) from error

    def insert(self, table: Table, batches: Iterable[Batch]) -> None:
        places = ", ".join("?" * len(table.columns))
        sql = f"INSERT INTO {table.name} ({', '.join(table.columns)}) VALUES ({places})"  # noqa: S608 - see above
        try:
            for batch in batches:
                self._connection.executemany(sql, batch)
        except sqlite3.Error as error:
            raise self._refusal(error) from error

    def numbers(self, tables: Sequence[Table]) -> Mapping[str, int]:
        found = dict(self._connection.execute("SELECT name, seq FROM sqlite_sequence").fetchall())
        for table in tables:
            if table.is_numbered:
                (last,) = self._connection.execute(f"SELECT max(id) FROM {table.name}").fetchone()  # noqa: S608
                found[table.name] = max(found.get(table.name, 0), last or 0)
        return found

    def set_numbers(self, tables: Sequence[Table], numbers: Mapping[str, int]) -> None:
        for table in tables:
            if table.never_reuses:
                self._connection.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table.name,))
                row = (table.name, numbers.get(table.name, 0))
                self._connection.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", row)

    def commit(self) -> None:
        try:
            if broken := self._connection.execute("PRAGMA foreign_key_check").fetchall():
                raise sqlite3.IntegrityError(f"{len(broken)} references are broken")
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise self._refusal(error) from error

    def close(self) -> None:
        self._stack.close()

    def _refusal(self, error: Exception) -> StorageError:
        return StorageError(
            T("The database {path} cannot be used: {error}.", path=str(self._path), error=reason_of(error))
        )
