"""A limit on the memory of the calling process."""

from __future__ import annotations

import sys
from typing import Final

if sys.platform != "win32":
    import resource

OUT_OF_MEMORY: Final = 77
"""The exit status of a process that ends because it would exceed its limit."""


def limit_memory(most: int) -> None:
    """Let allocations fail with :class:`MemoryError` from ``most`` bytes of the process's own data on.

    Only Linux counts all writable memory as data (``RLIMIT_DATA`` of getrlimit(2), since 4.7). Address space
    (``RLIMIT_AS``) would count mapped files as well, such as locales, of which one system maps far more than another.
    """
    if sys.platform == "linux":
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        soft = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))
