"""Who is being served: so that a crowd is served in good order, and a stop lets those finish who are inside."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING

from bot.ui.lull import Lull

if TYPE_CHECKING:
    from bot.ui.call import Answer

log = logging.getLogger(__name__)


REMEMBERED = 2000
"""Interactions that are known when they come again: more than can be under way while a connection is made anew."""

AT_ONCE, CROWD = 32, 40
"""Interactions that are served at a time, and beyond how many inside each is acknowledged before anything else: Discord
wants that within three seconds, of however many come at one moment."""


FEW = 4
"""So many who are still being served keep nobody waiting: one of them may be waiting for Discord or an animation."""


class Doors:
    """Counts the interactions that are being handled, and knows those that have been."""

    def __init__(self) -> None:
        self.on_calm: Callable[[], object] = lambda: None
        """Called when a crowd has become so small that it is none any more."""
        self._seen: OrderedDict[int, None] = OrderedDict()
        self.counter = asyncio.Semaphore(AT_ONCE)
        """Where those inside are served: so many at a time, so that others can be told to wait meanwhile."""
        self.closed = False
        """Whether new interactions are to be refused."""
        self.boards_come: Callable[[], bool] = lambda: False
        """Whether boards are being posted, as fast as the machine can; have :attr:`lull` look when they no longer are.
        """
        self._inside = 0
        self.lull = Lull(self._is_busy)
        """Where those wait whose turn is made and acknowledged, until that is so for everybody and all see it."""
        self._empty: asyncio.Future[None] | None = None

    @property
    def is_crowded(self) -> bool:
        """Whether so many are inside that whoever comes is to be told at once that it will take a moment."""
        return self._inside > CROWD

    @asynccontextmanager
    async def place(self, answer: Answer) -> AsyncIterator[None]:
        """Be served; who has to wait until somebody else has been is acknowledged."""
        if self.counter.locked():
            answer.mind(self.counter.locked)
        async with self.counter:
            answer.stop_minding()
            yield

    def is_new(self, interaction_id: int) -> bool:
        """Whether an interaction comes for the first time.

        The gateway may deliver an event twice, as any sender may that has not heard of an acknowledgement.
        """
        if interaction_id in self._seen:
            return False
        self._seen[interaction_id] = None
        if len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)
        return True

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Be inside while an interaction is handled."""
        self._inside += 1
        try:
            yield
        finally:
            self._inside -= 1
            if self._inside == CROWD:
                self.on_calm()
            self.lull.look()
            if not self._inside and self._empty is not None and not self._empty.done():
                self._empty.set_result(None)

    async def close(self, seconds: float) -> None:
        """Refuse whoever comes from now on, and wait for those inside, but for at most ``seconds``."""
        self.closed = True
        self.lull.look()
        if not self._inside:
            return
        self._empty = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(seconds):
                await self._empty
        except TimeoutError:
            log.warning("some interactions are still being handled", extra={"number": self._inside})

    def _is_busy(self) -> bool:
        """Whether anything is more urgent than to tell somebody what has been acknowledged and done."""
        return not self.closed and (self._inside - self.lull.inside > FEW or self.boards_come())
