"""The tables of the open database and their columns."""

from __future__ import annotations

from collections.abc import Mapping

from bot.storage.database import Reader

SQLITE_COLUMNS = """
    SELECT t.name, c.name FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c
    WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' ORDER BY t.name, c.cid
"""

POSTGRES_COLUMNS = """
    SELECT table_name, column_name FROM information_schema.columns
    WHERE table_schema = current_schema() ORDER BY table_name COLLATE "C", ordinal_position
"""
"""What PostgreSQL runs instead."""


def read_schema(db: Reader) -> Mapping[str, tuple[str, ...]]:
    """Return every table with its columns."""
    found: dict[str, list[str]] = {}
    for table, column in db.execute(SQLITE_COLUMNS).fetchall():
        found.setdefault(table, []).append(column)
    return {table: tuple(columns) for table, columns in found.items()}
