"""Kill points of a process, and reports of the boundaries it has passed.

The order stands in a file, so that it can be given while the process runs; reports go to a socket of the tests.
Nothing of the tests is imported here, nor of the bot.
"""

import contextlib
import os
import signal
import socket
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Self

ORDER_VARIABLE = "KURULTAI_WIRE_TRAP"
"""Environment variable with the path of the file: "2 row read" kills the process at that boundary's second passage,
"2 row read of 77" only the process with this id."""

REPORT_VARIABLE = "KURULTAI_WIRE_TRAP_REPORTS"
"""Environment variable with the loopback port that gets the name of every boundary passed."""

CLOCK_VARIABLE = "KURULTAI_WIRE_CLOCK_AHEAD"
"""Environment variable with the seconds by which the process's clock is ahead of the real one."""

BUSY_VARIABLE = "KURULTAI_WIRE_BUSY"
"""Environment variable with the seconds for which the process waits while another one writes; very many by default."""

ACTS_VARIABLE = "KURULTAI_WIRE_ACTS"
"""Environment variable of a process that acts although another one does."""

NEWER_VARIABLE = "KURULTAI_WIRE_NEWER"
"""Environment variable of a process whose version has a newer schema."""


class KillPoint:
    """Kills its own process at the given boundary, like a power cut."""

    def __init__(self, order: Path, report_port: int) -> None:
        self._file = order
        self._order = ""
        self._passed: Counter[str] = Counter()
        self._reports = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._reports.connect(("127.0.0.1", report_port))

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Self:
        """Create the kill point from the environment of the tests."""
        return cls(Path(environment[ORDER_VARIABLE]), int(environment[REPORT_VARIABLE]))

    def reached(self, boundary: str) -> None:
        """Kill the process if this is the given boundary; else report it."""
        order = self._file.read_text(encoding="ascii")
        if order != self._order:
            self._order = order
            self._passed.clear()
        self._passed[boundary] += 1
        own = f"{self._passed[boundary]} {boundary}"
        if order in {own, f"{own} of {os.getpid()}"}:
            os.kill(os.getpid(), signal.SIGKILL)
        with contextlib.suppress(OSError):  # the tests have ended
            self._reports.send(boundary.encode())
