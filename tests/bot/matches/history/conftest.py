"""Fixtures: the export of a match."""

import asyncio
import json
from typing import Any

import pytest

from tests.bot.matches.harness import ServiceHarness, exported


@pytest.fixture(scope="session")
def exported_text(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The export of a match of İYE, played once in each process."""

    async def play() -> str:
        async with await ServiceHarness.open(tmp_path_factory.mktemp("export") / "kurultai.sqlite3") as harness:
            return json.dumps((await exported(harness))[1])

    return asyncio.run(play())


@pytest.fixture
def document(exported_text: str) -> dict[str, Any]:
    """A copy of it for a test to change."""
    found: dict[str, Any] = json.loads(exported_text)
    return found
