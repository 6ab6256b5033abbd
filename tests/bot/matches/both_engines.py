"""Parameters of tests whose statements are the same for each: all of them on SQLite, and some on PostgreSQL too."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def on_engines(every: Iterable[Any], few: Iterable[Any]) -> list[Any]:
    """Return parameters that begin with ``engine``: ``every`` on SQLite, ``few`` on PostgreSQL, each one or a tuple."""

    def values(given: Any) -> tuple[Any, ...]:
        return given if isinstance(given, tuple) else (given,)

    return [
        *(pytest.param("sqlite", *values(given)) for given in every),
        *(pytest.param("postgres", *values(given), marks=pytest.mark.postgres) for given in few),
    ]
