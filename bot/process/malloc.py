"""Memory tuning for glibc's allocator.

By default glibc gives each thread a heap of its own and keeps freed memory below the newest block. Drawing sprites
needs large blocks for a moment, so a third of a process would be unused memory. One heap for all threads costs nothing
here: the interpreter's lock keeps the threads apart anyway. Returning the frame of every picture as well would slow
down drawing. Other C libraries have no such calls and need none.
"""

from __future__ import annotations

import ctypes

LARGE = 4 << 20
"""Size in bytes from which freed memory is returned at once: more than any frame, less than the canvases on which the
large sprites are drawn. glibc would raise its own limit to the largest block that was ever freed."""

_OPTIONS = {-8: 1, -3: LARGE, -1: 2 * LARGE}
"""Parameters of mallopt(3): ``M_ARENA_MAX``, the maximum number of heaps; ``M_MMAP_THRESHOLD``, the size from which a
block is no part of a heap; ``M_TRIM_THRESHOLD``, how much free memory at the end of the heap is too much. The last is
twice as much, as glibc sets it, because the next picture misses what is returned after every one."""


def tune_malloc() -> bool:
    """Make all threads share one heap, without large blocks; call it before there are threads.

    False if the allocator is not glibc's.
    """
    try:
        set_option = ctypes.CDLL(None).mallopt
        return all(set_option(option, value) for option, value in _OPTIONS.items())
    except (AttributeError, OSError, TypeError):
        return False


def malloc_trim() -> bool:
    """Return free memory to the system, which takes about a millisecond. False if the allocator is not glibc's."""
    try:
        ctypes.CDLL(None).malloc_trim(0)
    except (AttributeError, OSError, TypeError):
        return False
    return True
