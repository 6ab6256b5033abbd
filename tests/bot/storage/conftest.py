"""An open database."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.storage.database import Database
from tests import sqlite_schema


@pytest.fixture(autouse=True)
def migrated_schema() -> Iterator[None]:
    """New databases are made as the bot makes them."""
    with sqlite_schema.migrated():
        yield


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "kurultai.sqlite3"


@pytest.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    async with await Database.open(path, clock=lambda: 1_700_000_000, busy_timeout=0.05) as opened:
        yield opened
