"""Keeping the process small: how glibc is told to give memory back.

glibc keeps what is freed below the newest block of a heap, and by default gives every thread a heap of its own.
Preparing pictures takes large sheets for a moment, so without a word from us a third of this process would be memory
that nobody uses. Sharing one heap costs nothing here: the interpreter's lock keeps the threads apart anyway. Having
large blocks returned at every use would cost a move in six. Other C libraries have no such calls and need none.
"""

from __future__ import annotations

import ctypes

M_ARENA_MAX = -8
"""Parameter of mallopt(3): the most heaps there may be."""


def share_heap() -> bool:
    """Let all threads share one heap; call it before there are threads. False where the allocator is not glibc's."""
    try:
        return bool(ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1))
    except (AttributeError, OSError, TypeError):
        return False


def give_back() -> bool:
    """Return free memory to the system, which takes about a millisecond. False where the allocator is not glibc's."""
    try:
        ctypes.CDLL(None).malloc_trim(0)
    except (AttributeError, OSError, TypeError):
        return False
    return True
