"""Keeping the process small: how glibc is told to share one heap.

By default every thread gets a heap of its own, and keeps what it once needed. Pictures are drawn in large blocks
by whichever thread is free, so that costs ten megabytes and gains nothing: the interpreter's lock keeps threads apart
anyway. Giving such blocks back at once would save ten more, but one move in six would be spent on getting new ones.
Other C libraries have no such setting and need none.
"""

from __future__ import annotations

import ctypes

M_ARENA_MAX = -8
"""A parameter of mallopt(3)."""


def keep_small() -> bool:
    """Set the allocator up; call it before there are threads. False where it is not glibc's."""
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):
        return False
    return bool(mallopt(M_ARENA_MAX, 1))
