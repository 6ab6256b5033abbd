"""An open database."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.storage.database import Database


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "kurultai.sqlite3"


@pytest.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    async with await Database.open(path, clock=lambda: 1_700_000_000, busy_timeout=0.05) as opened:
        yield opened
