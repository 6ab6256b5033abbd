"""Virtual time for a clock and an event loop: it passes only when set, and nothing sleeps."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

HOUR, DAY = 3600, 86_400


@dataclass
class VirtualClock:
    """A clock that changes only when set."""

    now: int
    """Unix seconds."""

    def __call__(self) -> int:
        return self.now


class VirtualTimeLoop(asyncio.SelectorEventLoop):
    """An event loop whose timers follow a :class:`VirtualClock`."""

    def __init__(self, clock: VirtualClock) -> None:
        super().__init__()
        self._hands = clock
        self._clock_resolution = 0.5  # a timer goes off at its second, not only after it

    def time(self) -> float:
        """Return the seconds of the virtual clock."""
        return float(self._hands.now)


async def run_until_idle() -> None:
    """Run until all due jobs are done and all due messages posted."""
    calm = 0
    while calm < 3:
        await asyncio.sleep(0)
        busy = [task for task in asyncio.all_tasks() if _is_work(task)]
        if busy:
            await asyncio.wait(busy)
        calm = 0 if busy else calm + 1


def _is_work(task: asyncio.Task[object]) -> bool:
    return task.get_name() == "scheduler" or task.get_name().startswith("deliver ")
