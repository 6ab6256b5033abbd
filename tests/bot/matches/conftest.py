"""Fixtures: a service harness on an empty database.

Tests run on SQLite; the marker ``engines`` names others.
"""

import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.bot.matches.harness import ServiceHarness


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests on the engines that their marker names, unless their own parameters name them."""
    marker = metafunc.definition.get_closest_marker("engines")
    own = any("engine" in mark.args[0] for mark in metafunc.definition.iter_markers("parametrize"))
    if marker is not None and "engine" in metafunc.fixturenames and not own:
        marks = {"postgres": [pytest.mark.postgres]}
        metafunc.parametrize("engine", [pytest.param(name, marks=marks.get(name, [])) for name in marker.args])


@pytest.fixture
def engine() -> str:
    return "sqlite"


@pytest.fixture
def path(request: pytest.FixtureRequest, tmp_path: Path, engine: str) -> Path:
    if engine == "postgres":
        address: Path = request.getfixturevalue("databases").emptied()
        return address
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
