"""Translates the project's SQL, which is SQLite's, for PostgreSQL and psycopg."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from bot.storage.database import Parameters
from bot.storage.schema import POSTGRES_COLUMNS, SQLITE_COLUMNS

DIALECT = {
    "json_group_array(": "json_agg(",
    "json_array(": "json_build_array(",
    "group_concat(DISTINCT kind)": "string_agg(DISTINCT kind, ',')",
    SQLITE_COLUMNS: POSTGRES_COLUMNS,
}
"""What has another name in PostgreSQL. Everything else in ``bot/matches/store`` means the same in both; SQLite's
``json_each`` is a function of the baseline."""

_TOKEN = re.compile(r"'(?:[^']|'')*'|\"[^\"]*\"|--[^\n]*|::|\?\d*|:[a-z_]+|%")


@lru_cache(maxsize=2_000)
def translate(sql: str) -> tuple[str, bool]:
    """Return the statement with psycopg's placeholders, and whether they have numbers.

    ``?`` becomes ``%s``, ``?1`` becomes ``%(p1)s``, ``:name`` becomes ``%(name)s``.
    """
    for one, other in DIALECT.items():
        sql = sql.replace(one, other)
    numbered = False

    def replaced(found: re.Match[str]) -> str:
        nonlocal numbered
        part = found[0]
        if part == "?":
            return "%s"
        if part.startswith("?"):
            numbered = True
            return f"%(p{part[1:]})s"
        if part.startswith(":") and part != "::":
            return f"%({part[1:]})s"
        return part.replace("%", "%%")

    return _TOKEN.sub(replaced, sql), numbered


def bind(parameters: Parameters, *, numbered: bool) -> Sequence[Any] | Mapping[str, Any]:
    """Return the parameters for a translated statement."""
    if numbered and not isinstance(parameters, Mapping):
        return {f"p{number}": value for number, value in enumerate(parameters, 1)}
    return parameters
