"""glibc's allocator is tuned; other allocators are left alone."""

import ctypes
import platform

import pytest

from bot.process.malloc import LARGE, malloc_trim, tune_malloc


class _Information(ctypes.Structure):
    """``struct mallinfo`` of mallinfo(3)."""

    _fields_ = [("_before", ctypes.c_int * 3), ("hblks", ctypes.c_int), ("_after", ctypes.c_int * 6)]


def mapped_blocks() -> int:
    """Return how many blocks are no part of a heap."""
    information = ctypes.CDLL(None).mallinfo
    information.restype = _Information
    return int(information().hblks)


def test_glibc_is_tuned() -> None:
    is_glibc = platform.libc_ver()[0] == "glibc"
    assert tune_malloc() is is_glibc
    assert malloc_trim() is is_glibc


def test_large_blocks_are_no_part_of_the_heap() -> None:
    """glibc alone puts a block into the heap if one of its size was freed before."""
    if not tune_malloc():
        return
    for _ in range(2):
        before = mapped_blocks()
        block = bytearray(2 * LARGE)
        assert mapped_blocks() == before + 1
        del block
        assert mapped_blocks() == before


def test_other_allocators_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda _name: object())
    assert tune_malloc() is False
    assert malloc_trim() is False
