"""The allocator's settings: made where glibc is, nothing elsewhere."""

import ctypes
import platform

import pytest

from bot.allocator import keep_small


def test_glibc_takes_the_settings() -> None:
    assert keep_small() is (platform.libc_ver()[0] == "glibc")


def test_another_library_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda _name: object())
    assert keep_small() is False
