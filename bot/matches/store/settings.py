"""SQL statements and rows of settings, generated from the tables of settings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.matches.model.settings import PlayerSettings, ServerSettings, Setting
from bot.storage.database import Row


def upsert(table: str, key: str, settings: Sequence[Setting]) -> str:
    """Return the statement that stores settings under a key. Its parameters are the key, then :func:`values_of`."""
    columns = [column for setting in settings for column in setting.stored_in]
    names, places = ", ".join([key, *columns]), ", ".join(["?"] * (len(columns) + 1))
    changes = ", ".join(f"{column} = excluded.{column}" for column in columns)
    return f"INSERT INTO {table} ({names}) VALUES ({places}) ON CONFLICT ({key}) DO UPDATE SET {changes}"  # noqa: S608


def values_of(settings: Sequence[Setting], chosen: PlayerSettings | ServerSettings) -> list[Any]:
    """Return the values to store, in the order of the columns."""
    return [value for setting in settings for value in setting.write(getattr(chosen, setting.field))]


def fields_of(settings: Sequence[Setting], row: Row) -> dict[str, Any]:
    """Return the values of a row, by field."""
    return {setting.field: setting.read(*(row[column] for column in setting.stored_in)) for setting in settings}
