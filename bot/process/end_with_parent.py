"""Processes that do not outlive the process that started them."""

from __future__ import annotations

import ctypes
import signal
import sys

PR_SET_PDEATHSIG = 1
"""Operation of prctl(2): which signal a process gets when the thread that started it ends."""


def end_with_parent() -> None:
    """Let the system kill the calling process when the one that started it ends, even if it is stopped then.

    Only Linux can (prctl(2), ``PR_SET_PDEATHSIG``).
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
