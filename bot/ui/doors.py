"""Who is being served, so that a stop can let them finish while nobody else comes in."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager

log = logging.getLogger(__name__)


class Doors:
    """Counts the interactions that are being handled."""

    def __init__(self) -> None:
        self.closed = False
        """Whether new interactions are to be refused."""
        self._inside = 0
        self._empty: asyncio.Future[None] | None = None

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Be inside while an interaction is handled."""
        self._inside += 1
        try:
            yield
        finally:
            self._inside -= 1
            if not self._inside and self._empty is not None and not self._empty.done():
                self._empty.set_result(None)

    async def close(self, seconds: float) -> None:
        """Refuse whoever comes from now on, and wait for those inside, but for at most ``seconds``."""
        self.closed = True
        if not self._inside:
            return
        self._empty = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(seconds):
                await self._empty
        except TimeoutError:
            log.warning("some interactions are still being handled", extra={"number": self._inside})
