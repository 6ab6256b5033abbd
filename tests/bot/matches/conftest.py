"""Fixtures: a service harness on an empty database."""

import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.bot.matches.harness import ServiceHarness


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "kurultai.sqlite3"


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The SQL of every connection that is opened after this fixture: request it before ``harness``."""
    found: set[str] = set()
    connect = sqlite3.connect

    def traced(*given: Any, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*given, **options)
        connection.set_trace_callback(found.add)
        return connection

    monkeypatch.setattr(sqlite3, "connect", traced)
    return found


@pytest.fixture
async def harness(path: Path) -> AsyncIterator[ServiceHarness]:
    async with await ServiceHarness.open(path) as opened:
        yield opened
