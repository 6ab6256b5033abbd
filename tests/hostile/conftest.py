"""A bot under a fuzz session, with one match to attack."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.hostile.attack import Attack
from tests.hostile.fuzz_session import running_session


@pytest.fixture
async def attack(tmp_path: Path) -> AsyncIterator[Attack]:
    """A match of İYE between two users of the first server; the test fails if the judge finds a problem."""
    async with running_session(tmp_path, seed=1) as session:
        made = Attack(session)
        await made.begin()
        yield made
        assert made.problems == []
