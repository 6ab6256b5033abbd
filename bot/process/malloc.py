"""Memory tuning for glibc's allocator.

By default glibc gives each thread a heap of its own and keeps freed memory below the newest block. Drawing pictures
needs large blocks for a moment, so a third of this process would be unused memory. One heap for all threads costs
nothing here: the interpreter's lock keeps the threads apart anyway. Returning large blocks after every use would slow
down every sixth move. Other C libraries have no such calls and need none.
"""

from __future__ import annotations

import ctypes

M_ARENA_MAX = -8
"""Parameter of mallopt(3): the maximum number of heaps."""


def limit_arenas() -> bool:
    """Make all threads share one heap; call it before there are threads. False if the allocator is not glibc's."""
    try:
        return bool(ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1))
    except (AttributeError, OSError, TypeError):
        return False


def malloc_trim() -> bool:
    """Return free memory to the system, which takes about a millisecond. False if the allocator is not glibc's."""
    try:
        ctypes.CDLL(None).malloc_trim(0)
    except (AttributeError, OSError, TypeError):
        return False
    return True
