"""Connections that are open before they are needed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.gateway import warm_connections as module
from bot.gateway.warm_connections import CONNECTIONS, keep_connections_open
from tests.wait_limit import WAIT_LIMIT


class Session:
    """Counts the requests that are open at the same time; the second time they fail."""

    def __init__(self) -> None:
        self.open: int = 0
        self.most: int = 0
        self.total: int = 0
        self.third_time = asyncio.Event()

    @asynccontextmanager
    async def get(self, url: str, **_more: Any) -> AsyncIterator[Any]:
        assert url.endswith("/gateway")
        self.open, self.total = self.open + 1, self.total + 1
        self.most = max(self.most, self.open)
        try:
            if CONNECTIONS < self.total <= 2 * CONNECTIONS:
                raise ConnectionResetError
            yield SimpleNamespace(read=lambda: asyncio.sleep(0))
        finally:
            self.open -= 1
            if self.total > 2 * CONNECTIONS:
                self.third_time.set()


async def test_connections_are_used_together_until_the_end_and_failures_change_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "INTERVAL", 0.0)
    session, ended = Session(), asyncio.Event()
    http = SimpleNamespace(_HTTPClient__session=session, user_agent="", proxy=None, proxy_auth=None)
    client = cast("discord.Client", SimpleNamespace(http=http))
    keeping = asyncio.create_task(keep_connections_open(client, ended))
    await asyncio.wait_for(session.third_time.wait(), WAIT_LIMIT)
    ended.set()
    await asyncio.wait_for(keeping, WAIT_LIMIT)
    assert session.most == CONNECTIONS
    assert not session.open
