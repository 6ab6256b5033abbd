"""A limit on the memory of the calling process."""

from __future__ import annotations

import sys
from typing import Final

if sys.platform != "win32":
    import resource

OUT_OF_MEMORY: Final = 77
"""The exit status of a process that ends because it would exceed its limit."""


def limit_memory(number: int) -> bool:
    """Let allocations fail with :class:`MemoryError` from so many bytes of the process's own data on.

    Only Linux counts all writable memory as data (``RLIMIT_DATA`` of getrlimit(2), since 4.7). Address space
    (``RLIMIT_AS``) would count mapped files as well, such as locales, of which one system maps far more than another.

    Returns:
        Whether the system has the limit.
    """
    if sys.platform != "linux":
        return False
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    soft = number if hard == resource.RLIM_INFINITY else min(number, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))
    return True
