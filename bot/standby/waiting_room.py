"""Interactions heard while another process acts. They are handled here if that process ends before it has answered."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from typing import Any

from bot.load import thresholds

AUTOCOMPLETE = 4
"""The type of interactions that are worth nothing later."""
POLL_LATE = 0.05
"""Seconds between two looks for interactions that nobody has answered in time."""


@dataclass(slots=True, eq=False)
class HeardInteraction:
    """An interaction heard while another process acted."""

    id: int
    data: Any
    """As Discord sent it."""
    heard_at: float = field(default_factory=time.monotonic)
    acknowledged: bool = False
    """Whether this process, or another, has acknowledged it."""

    @property
    def age(self) -> float:
        """Seconds since it was heard."""
        return time.monotonic() - self.heard_at


class WaitingRoom:
    """Holds the interactions of the last seconds until this process acts.

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
        self._released: dict[int, HeardInteraction] = {}
        """Those that are being handled here, until :meth:`find` is asked for them."""
        self._late: asyncio.Task[None] | None = None
        """Acknowledges what nobody has answered in time."""
        self._succeeding = False

    def hold(self, data: Any) -> None:
        """Hold an interaction; one that cannot be read is nobody's."""
        try:
            heard, kind = HeardInteraction(int(data["id"]), data), data["type"]
        except (KeyError, TypeError, ValueError):
            return
        if kind == AUTOCOMPLETE:
            return
        self._forget_old()
        self._held.append(heard)

    def begin_acknowledging(self) -> None:
        """The process before is leaving: acknowledge what it does not answer in time."""
        self._succeeding = True
        self._late = asyncio.create_task(self._acknowledge_late(), name="acknowledge")

    async def release(self) -> list[HeardInteraction]:
        """Return what has to be handled here, in the order in which it was heard, and hold no more."""
        self._succeeding = False
        if self._late is not None:
            await self._late
        self._forget_old()
        done = self._answered()
        waiting = [heard for heard in self._held if heard.id not in done]
        self._held.clear()
        self._released = {heard.id: heard for heard in waiting}
        return waiting

    def find(self, interaction_id: int) -> HeardInteraction | None:
        """Return an interaction that was heard before this process acted, once."""
        return self._released.pop(interaction_id, None)

    def _forget_old(self) -> None:
        while self._held and self._held[0].age > thresholds.HEARD_SECONDS:
            self._held.popleft()

    async def _acknowledge_late(self) -> None:
        tried: set[int] = set()
        while self._succeeding:
            due = [heard for heard in self._held if heard.id not in tried and _is_due(heard)]
            if due:
                tried.update(heard.id for heard in due)
                answered = self._answered()
                await asyncio.gather(*(self._acknowledge_one(heard) for heard in due if heard.id not in answered))
            await asyncio.sleep(POLL_LATE)

    async def _acknowledge_one(self, heard: HeardInteraction) -> None:
        heard.acknowledged = await self._acknowledge(heard)


def _is_due(heard: HeardInteraction) -> bool:
    return thresholds.ACKNOWLEDGE_HEARD <= heard.age < thresholds.LONGEST_CALLBACK
