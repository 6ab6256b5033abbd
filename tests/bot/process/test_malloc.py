"""glibc's allocator is tuned; other allocators are left alone."""

import ctypes
import platform

import pytest

from bot.process.malloc import limit_arenas, malloc_trim


def test_glibc_is_tuned() -> None:
    is_glibc = platform.libc_ver()[0] == "glibc"
    assert limit_arenas() is is_glibc
    assert malloc_trim() is is_glibc


def test_other_allocators_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda _name: object())
    assert limit_arenas() is False
    assert malloc_trim() is False
