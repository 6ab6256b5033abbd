"""Interactions heard while another process acts. They are handled here if that process ends before it has answered."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from typing import Any

from bot.load import thresholds
from bot.tasks import finish_or_cancel

AUTOCOMPLETE = 4
"""The type of interactions that are worth nothing later."""
POLL_LATE = 0.05
"""Seconds between two looks for interactions that nobody has answered in time."""
FIRST_SECONDS = 0.3
"""How long other work waits at most until everything is passed on."""
AT_ONCE, PASS_ON_AFTER = 3, 0.025
"""Held interactions that are handled at the same time, and the seconds after which the next one is passed on in any
case: all at once, each would wait for all others; and no slow one may hold up the rest."""


@dataclass(slots=True, eq=False)
class HeardInteraction:
    """An interaction heard while another process acted."""

    id: int
    data: Any
    """As Discord sent it."""
    heard_at: float = field(default_factory=time.monotonic)
    acknowledged: bool = False
    """Whether this process, or another, has acknowledged it."""
    acknowledging: asyncio.Task[None] | None = None
    """Acknowledges it, because nobody has answered it in time."""
    handled: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when this process has handled it."""

    @property
    def age(self) -> float:
        """Seconds since it was heard."""
        return time.monotonic() - self.heard_at


class HeldInteractions:
    """Holds the interactions of the last seconds until this process acts, and then passes them on, oldest first.

    Once the process before is leaving, those that nobody has answered in time are acknowledged here. Discord accepts
    one acknowledgement only, so this is always safe.

    Args:
        acknowledge: acknowledges an interaction; true if this process or another has acknowledged it.
        answered: returns the ids of the interactions that were answered lately.
    """

    def __init__(
        self,
        acknowledge: Callable[[HeardInteraction], Awaitable[bool]],
        answered: Callable[[], Collection[int]],
    ) -> None:
        self._acknowledge = acknowledge
        self._answered = answered
        self._held: deque[HeardInteraction] = deque(maxlen=thresholds.INTERACTIONS_REMEMBERED)
        self._passed_on: dict[int, HeardInteraction] = {}
        """Those that are being handled here, until :meth:`find` is asked for them."""
        self._handle: Callable[[Any], object] | None = None
        """Handles an interaction; ``None`` until this process acts."""
        self._late: asyncio.Task[None] | None = None
        """Acknowledges what nobody has answered in time."""
        self._emptying: asyncio.Task[None] | None = None

    def hold(self, data: Any) -> None:
        """Hold an interaction; one that cannot be read is nobody's."""
        try:
            heard, kind = HeardInteraction(int(data["id"]), data), data["type"]
        except (KeyError, TypeError, ValueError):
            return
        if kind != AUTOCOMPLETE:
            self._forget_old()
            self._held.append(heard)
        elif self._handle is not None:
            self._handle(data)

    def begin_acknowledging(self) -> None:
        """The process before is leaving: acknowledge what it does not answer in time."""
        self._late = asyncio.create_task(self._acknowledge_late(), name="acknowledge")

    def pass_on(self, handle: Callable[[Any], object], on_empty: Callable[[], object]) -> int:
        """Begin to pass on what has to be handled here, in the order in which it was heard, a few at a time.

        Args:
            handle: handles an interaction, which :meth:`find` knows then.
            on_empty: called when none is left, after which no more may be held.

        Returns:
            How many there are.
        """
        self._forget_old()
        answered = self._answered()
        waiting = [heard for heard in self._held if heard.id not in answered]
        self._held.clear()
        self._held.extend(waiting)
        self._handle = handle
        self._emptying = asyncio.create_task(self._empty(handle, on_empty), name="pass on")
        return len(waiting)

    async def until_empty(self) -> None:
        """Wait, though not long, until everything is passed on: it comes before everything else after taking over."""
        if self._emptying is not None:
            await asyncio.wait([self._emptying], timeout=FIRST_SECONDS)

    def find(self, interaction_id: int) -> HeardInteraction | None:
        """Return an interaction that was passed on, once."""
        return self._passed_on.pop(interaction_id, None)

    async def close(self) -> None:
        """End what is in progress."""
        tasks = [heard.acknowledging for heard in (*self._held, *self._passed_on.values())]
        await finish_or_cancel([task for task in (self._late, self._emptying, *tasks) if task is not None], 0)

    def _forget_old(self) -> None:
        while self._held and self._held[0].age > thresholds.HEARD_SECONDS:
            self._held.popleft()

    async def _empty(self, handle: Callable[[Any], object], on_empty: Callable[[], object]) -> None:
        under_way: set[asyncio.Task[bool]] = set()
        try:
            while self._held:
                if len(under_way) >= AT_ONCE:
                    await asyncio.wait(under_way, timeout=PASS_ON_AFTER, return_when=asyncio.FIRST_COMPLETED)
                    under_way = {task for task in under_way if not task.done()}
                heard = self._held.popleft()
                self._passed_on[heard.id] = heard
                handle(heard.data)
                under_way.add(asyncio.create_task(heard.handled.wait(), name="handled"))
        finally:
            for task in under_way:
                task.cancel()
        if self._late is not None:
            self._late.cancel()
        on_empty()

    async def _acknowledge_late(self) -> None:
        while True:
            due = [heard for heard in self._held if heard.acknowledging is None and _is_due(heard)]
            if due:
                answered = self._answered()
                for heard in due:
                    if heard.id not in answered:
                        heard.acknowledging = asyncio.create_task(self._acknowledge_one(heard), name="acknowledge")
            await asyncio.sleep(POLL_LATE)

    async def _acknowledge_one(self, heard: HeardInteraction) -> None:
        heard.acknowledged = await self._acknowledge(heard)


def _is_due(heard: HeardInteraction) -> bool:
    return thresholds.ACKNOWLEDGE_HEARD <= heard.age < thresholds.LONGEST_CALLBACK
