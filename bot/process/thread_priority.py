"""Low priority for single threads."""

from __future__ import annotations

import os
import sys
import threading
from typing import Final

LOWEST: Final = 19
"""The lowest priority of a thread or process (setpriority(2))."""


def lower_priority() -> None:
    """Give all other threads priority over the calling one.

    Only Linux has priorities for single threads (setpriority(2), notes).
    """
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOWEST)
