"""A PostgreSQL database as tables, to be copied."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import psycopg
from psycopg.types.numeric import IntDumper
from psycopg.types.string import StrDumper

from bot.storage.errors import StorageError
from bot.storage.postgres.connection import Statements, connect
from bot.storage.postgres.engine import refusal
from bot.storage.postgres.migrate import migrate, schema_version
from bot.storage.postgres.session_lock import ACTING
from bot.storage.sqlite.tables import BATCH, Batch, Table
from engines.text import T

_LOCK_SECONDS = 10.0

_LAST = "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {sequence}"


class PostgresTables:
    """A PostgreSQL database, read in one snapshot.

    Raises:
        StorageError: it cannot be reached, or ``exclusive`` and a bot acts on it.
    """

    def __init__(self, address: str, *, exclusive: bool) -> None:
        try:
            self._connection = connect(address, _LOCK_SECONDS)
        except psycopg.Error as error:
            raise refusal(error) from error
        try:
            # Reading the other side may take longer than a transaction may be idle.
            self._connection.execute("SET idle_in_transaction_session_timeout = 0")
            if exclusive and not self._value(f"SELECT pg_try_advisory_lock({ACTING})"):
                raise StorageError(T("A bot uses the PostgreSQL database. Stop it first."))
            self._connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
        except psycopg.Error as error:
            self._connection.close()
            raise refusal(error) from error
        except BaseException:
            self._connection.close()
            raise

    @property
    def version(self) -> int:
        """The schema version."""
        return schema_version(Statements(self._connection))

    def create(self) -> None:
        try:
            self._connection.execute("COMMIT")
            migrate(self._connection, lambda _version: None)
            self._connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
        except psycopg.Error as error:
            raise refusal(error) from error

    def is_empty(self, tables: Sequence[Table]) -> bool:
        return not any(self._value(f"SELECT EXISTS (SELECT 1 FROM {table.name})") for table in tables)  # noqa: S608

    def batches(self, table: Table) -> Iterator[Batch]:
        try:
            with self._connection.cursor("rows") as cursor:
                cursor.execute(table.select().encode())
                while batch := cursor.fetchmany(BATCH):
                    yield batch
        except psycopg.Error as error:
            raise refusal(error) from error

    def insert(self, table: Table, batches: Iterable[Batch]) -> None:
        sql = f"COPY {table.name} ({', '.join(table.columns)}) FROM STDIN"
        try:
            with self._connection.cursor() as cursor:
                # COPY takes text for every type, so psycopg's own dumpers do, which are written in C.
                cursor.adapters.register_dumper(int, IntDumper)
                cursor.adapters.register_dumper(str, StrDumper)
                with cursor.copy(sql.encode()) as target:
                    for batch in batches:
                        for row in batch:
                            target.write_row(row)
        except psycopg.Error as error:
            raise refusal(error) from error

    def numbers(self, tables: Sequence[Table]) -> Mapping[str, int]:
        found = {}
        for table in tables:
            if table.is_numbered:
                sequence = self._value(f"SELECT pg_get_serial_sequence('{table.name}', 'id')")
                found[table.name] = self._value(_LAST.format(sequence=sequence))
        return found

    def set_numbers(self, tables: Sequence[Table], numbers: Mapping[str, int]) -> None:
        for table in tables:
            if table.is_numbered:
                last = numbers.get(table.name, 0)
                self._value(
                    f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), {max(last, 1)}, {bool(last)})"
                )

    def commit(self) -> None:
        try:
            self._connection.execute("COMMIT")
            self._connection.execute("ANALYZE")
        except psycopg.Error as error:
            raise refusal(error) from error

    def close(self) -> None:
        self._connection.close()

    def _value(self, sql: str) -> Any:
        try:
            (value,) = self._connection.execute(sql.encode(), prepare=False).fetchone() or (None,)
        except psycopg.Error as error:
            raise refusal(error) from error
        return value
