"""The allocator is spoken to where it is glibc's, and left alone elsewhere."""

import ctypes
import platform

import pytest

from bot.allocator import give_back, share_heap


def test_glibc_understands() -> None:
    is_glibc = platform.libc_ver()[0] == "glibc"
    assert share_heap() is is_glibc
    assert give_back() is is_glibc


def test_another_library_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda _name: object())
    assert share_heap() is False
    assert give_back() is False
