"""How soon a thread gets Python's interpreter from another one."""

from __future__ import annotations

import sys
from typing import Final

SWITCH_SECONDS: Final = 0.0005
"""Python's default is 5 ms (``sys.setswitchinterval``). The database's threads give the interpreter away at each
statement, and waited up to 5 ms to get it back from a busy event loop, dozens of times a turn."""


def switch_threads_often() -> None:
    """Let a thread that waits for the interpreter have it soon."""
    sys.setswitchinterval(SWITCH_SECONDS)
