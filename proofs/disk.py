"""Measures the disk's write latency during other measurements.

A turn is confirmed when it is on the disk, so a stalled disk is part of the bot's latency, and the bot cannot
avoid it.
"""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path
from typing import Self

PERIOD = 0.05
"""Seconds between two writes."""
BLOCK = bytes(4096)


class DiskProbe:
    """Writes a block to a file repeatedly, in a thread, and waits each time until it is on the disk.

    Args:
        folder: a folder on the measured disk.
    """

    def __init__(self, folder: Path) -> None:
        self.seconds: list[float] = []
        """How long each write took."""
        self.watched = 0.0
        """Seconds for which the disk was measured."""
        self._begun = 0.0
        self._path = folder / "probe"
        self._over = threading.Event()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        self._over.clear()
        self._begun = time.perf_counter()
        self._thread = threading.Thread(target=self._write, name="disk probe")
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._over.set()
        if self._thread is not None:
            self._thread.join()
        self.watched += time.perf_counter() - self._begun

    def share_over(self, limit: float) -> float:
        """Return the share of time in which a new write would have waited for more than ``limit`` seconds.

        If every answer waits for one write, at least this share of them takes longer, whatever the program does. Call
        it after the measurement.
        """
        return sum(max(0.0, seconds - limit) for seconds in self.seconds) / self.watched

    def _write(self) -> None:
        with self._path.open("wb", buffering=0) as file:
            while not self._over.is_set():
                begun = time.perf_counter()
                os.pwrite(file.fileno(), BLOCK, 0)
                os.fsync(file.fileno())
                self.seconds.append(time.perf_counter() - begun)
                self._over.wait(PERIOD)
