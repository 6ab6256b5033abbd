"""Copies whole databases: between SQLite files and PostgreSQL, either way, each table compared by a checksum.

A backup of a PostgreSQL database is an SQLite file, made here too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Protocol

from bot.storage.errors import StorageError, missing_package
from bot.storage.paths import is_server, passwords_in
from bot.storage.sqlite.backup import written_whole
from bot.storage.sqlite.migrate import latest_version
from bot.storage.sqlite.tables import SqliteTables, Table, schema_of
from engines.text import T

Batch = Sequence[tuple[Any, ...]]

BATCH = 2_000
"""Rows read at a time, and covered by one step of a checksum."""


class Tables(Protocol):
    """A database as tables, in one transaction that is committed at the end. All methods block."""

    @property
    def version(self) -> int:
        """The schema version; 0 if there are no tables yet."""

    def create(self) -> None:
        """Create the tables of the current schema."""

    def is_empty(self, tables: Sequence[Table]) -> bool:
        """True if no table has a row."""

    def batches(self, table: Table) -> Iterator[Batch]:
        """Return all rows, in the order of the table's key."""

    def insert(self, table: Table, batches: Iterable[Batch]) -> None:
        """Insert rows."""

    def numbers(self, tables: Sequence[Table]) -> Mapping[str, int]:
        """Return the last number given to a row, by table, of those that number their rows."""

    def set_numbers(self, tables: Sequence[Table], numbers: Mapping[str, int]) -> None:
        """Have the next row of each table get the number after these."""

    def commit(self) -> None:
        """Commit what was inserted."""

    def close(self) -> None:
        """Close the connection; what is not committed is undone."""


def copy(source: Path | str, target: Path | str, progress: Callable[[str, int], None]) -> None:
    """Copy a database that nothing else uses into an empty one, and compare the two.

    Args:
        source: its address.
        target: the address of an empty database; an SQLite file must not exist.
        progress: called with each table and the number of its rows.

    Raises:
        StorageError: one of them cannot be used, or they differ afterwards; the target is as it was.
    """
    with closing(_open(source, exclusive=True)) as original:
        if original.version != latest_version():
            raise StorageError(
                T(
                    "{address} has schema {found}, this program has {latest}. Start the bot with it once: "
                    "that upgrades it.",
                    address=shown(source),
                    found=original.version,
                    latest=latest_version(),
                )
            )
        if is_server(target):
            _copy_into(original, target, progress)
        else:
            with written_whole(Path(target)) as part:
                _copy_into(original, part, progress)


def _copy_into(original: Tables, target: Path | str, progress: Callable[[str, int], None]) -> None:
    tables = schema_of(latest_version())
    with closing(_open(target, exclusive=True)) as copied:
        if copied.version == 0:
            copied.create()
        if copied.version != latest_version() or not copied.is_empty(tables):
            raise StorageError(T("{address} is not empty. Please use a new database.", address=shown(target)))
        copy_tables(original, copied, tables, progress)
        copied.commit()


def copy_tables(
    original: Tables,
    copied: Tables,
    tables: Sequence[Table],
    progress: Callable[[str, int], None] = lambda _table, _rows: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> None:
    """Copy all rows, and compare each table.

    Raises:
        StorageError: a table differs, or ``cancelled`` returned true.
    """
    for table in tables:
        read = Checksum()
        copied.insert(table, _noting(original.batches(table), read, cancelled))
        written = Checksum()
        for batch in copied.batches(table):
            written.add(batch)
        if read.digest() != written.digest():
            raise StorageError(T("The copy of the table {table} differs. Nothing was kept.", table=table.name))
        progress(table.name, read.rows)
    copied.set_numbers(tables, original.numbers(tables))


def copy_to_file(
    address: str, target: Path, version: int | None = None, cancelled: Callable[[], bool] = lambda: False
) -> None:
    """Write a copy of a live PostgreSQL database to a new SQLite file, which is complete once it has its name.

    ``version``: the schema of the database, by default the current one.

    Raises:
        StorageError: the copy cannot be made.
    """
    version = latest_version() if version is None else version
    with written_whole(target) as part, closing(_open(address, exclusive=False)) as original:
        if original.version != version:
            raise StorageError(
                T(
                    "The database has schema {found}, this program has {latest}. Start the bot with it once: "
                    "that upgrades it.",
                    found=original.version,
                    latest=version,
                )
            )
        with closing(SqliteTables(part)) as copied:
            copied.create(version)
            copy_tables(original, copied, schema_of(version), cancelled=cancelled)
            copied.commit()


class Checksum:
    """A checksum of rows in their order."""

    def __init__(self) -> None:
        self._hash = hashlib.blake2b(digest_size=16)
        self.rows = 0

    def add(self, batch: Batch) -> None:
        """Add rows."""
        self.rows += len(batch)
        self._hash.update(repr([tuple(row) for row in batch]).encode("utf-8", "surrogatepass"))

    def digest(self) -> tuple[int, str]:
        """Return the number of rows and their checksum."""
        return self.rows, self._hash.hexdigest()


def checksums(address: Path | str) -> Mapping[str, tuple[int, str]]:
    """Return the number of rows and the checksum of every table.

    Raises:
        StorageError: the database cannot be read.
    """
    found = {}
    with closing(_open(address, exclusive=False)) as database:
        for table in schema_of(database.version):
            checksum = Checksum()
            for batch in database.batches(table):
                checksum.add(batch)
            found[table.name] = checksum.digest()
    return found


def shown(address: Path | str) -> str:
    """Return an address without its password, for operators."""
    if not is_server(address):
        return str(address)
    text = str(address)
    for password in passwords_in(text):
        text = text.replace(f":{password}@", "@").replace(f"password={password}", "password=…")
    return text


def _noting(batches: Iterable[Batch], checksum: Checksum, cancelled: Callable[[], bool]) -> Iterator[Batch]:
    for batch in batches:
        if cancelled():
            raise StorageError(T("The copy was interrupted."))
        checksum.add(batch)
        yield batch


def _open(address: Path | str, *, exclusive: bool) -> Tables:
    """Open a database; ``exclusive``: refuse one that a bot uses."""
    if not is_server(address):
        return SqliteTables(Path(address), exclusive=exclusive)
    try:
        from bot.storage.postgres.tables import PostgresTables  # noqa: PLC0415 - its package is optional
    except ModuleNotFoundError as error:
        raise missing_package(error) from error
    return PostgresTables(str(address), exclusive=exclusive)
