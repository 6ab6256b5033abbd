"""Pauses of the computer players while the bot works on what people have pressed."""

from __future__ import annotations

import asyncio
from typing import Final

from bot.process.worker_process import WorkerProcess

LONGEST_PAUSE: Final = 0.03
"""Seconds. Most presses take less. Where presses never end, computer players decide beside them, at the lowest
priority."""


class ProcessPauses:
    """Pauses the process of the computer players while the bot works on interactions.

    Even at the lowest priority, it slows down others with whom it shares caches and often a core.

    Args:
        process: the process.
    """

    def __init__(self, process: WorkerProcess) -> None:
        self._process = process
        self._limit: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Pause the process, because there is work."""
        self._process.pause()
        self._limit = asyncio.get_running_loop().call_later(LONGEST_PAUSE, self._process.resume)

    def end(self) -> None:
        """Let the process go on, because the work is done."""
        if self._limit is not None:
            self._limit.cancel()
        self._process.resume()
