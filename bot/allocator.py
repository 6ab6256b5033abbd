"""Keeping the process small: how glibc is told to give memory back.

By default every thread gets a heap of its own, and once a large block was freed glibc keeps all later ones of its size.
A picture is drawn in blocks of some megabytes that live for a millisecond, so both cost this process memory and gain it
nothing. Other C libraries have no such settings and need none.
"""

from __future__ import annotations

import ctypes

M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8
"""Parameters of mallopt(3)."""

LARGE = 256 * 1024
"""Bytes from which a block is mapped by itself and unmapped when it is freed."""
HEAPS = 2


def keep_small() -> bool:
    """Set the allocator up; call it before there are threads. False where it is not glibc's."""
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):
        return False
    return bool(mallopt(M_MMAP_THRESHOLD, LARGE) and mallopt(M_ARENA_MAX, HEAPS))
