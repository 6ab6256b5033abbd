"""A house with an empty database."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.matches.house import House


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "kurultai.sqlite3"


@pytest.fixture
async def house(path: Path) -> AsyncIterator[House]:
    async with await House.open(path) as opened:
        yield opened
