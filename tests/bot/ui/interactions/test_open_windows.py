"""What is remembered of open private messages."""

from __future__ import annotations

from unittest.mock import Mock

from bot.ui.interactions import open_windows
from bot.ui.interactions.open_windows import OPEN_SECONDS, REMEMBERED, OpenWindow, OpenWindows


def window(match_id: int = 1, since: int = 0, user_id: int = 101) -> OpenWindow:
    return OpenWindow(match_id, user_id, 4, Mock(), Mock(), since)


def test_oldest_windows_are_forgotten_first() -> None:
    windows = OpenWindows()
    for number in range(REMEMBERED):
        windows.note(number, window(number % 2, user_id=number))
    windows.note(0, window(0, user_id=0))
    windows.note(REMEMBERED, window(1, user_id=REMEMBERED))
    assert len(windows.showing(0, 0)) + len(windows.showing(1, 0)) == REMEMBERED
    assert 0 in windows.showing(0, 0), "it was clicked again"
    assert 1 not in windows.showing(1, 0)


def test_turn_updates_few_windows_of_a_user() -> None:
    windows = OpenWindows()
    for number in range(10):
        windows.note(number, window())
    windows.note(10, window(user_id=102))
    windows.note(11, window(match_id=2))
    assert list(windows.showing(1, 0)) == [7, 8, 9, 10]
    assert list(windows.showing(2, 0)) == [11]


def test_windows_that_discord_no_longer_edits_are_forgotten() -> None:
    windows = OpenWindows()
    windows.note(1, window(since=0))
    windows.note(2, window(since=60))
    assert open_windows.OPEN_SECONDS < 15 * 60
    assert list(windows.showing(1, OPEN_SECONDS)) == [2]


def test_window_shows_one_thing() -> None:
    windows, first, second = OpenWindows(), window(1), window(2)
    windows.note(7, first)
    windows.note(7, second)
    assert windows.showing(1, 0) == {}
    assert windows.has(7, second)
    assert not windows.has(7, first)
    windows.forget(7)
    assert not windows.has(7, second)
