"""A first match against the computer, on a phone."""

from __future__ import annotations

import pytest

from tests.browser.chromium import Browser
from tests.browser.phone import arrive, keep, open_panel

pytestmark = pytest.mark.browser


async def test_first_match_against_the_computer(browser: Browser, links: dict[str, str]) -> None:
    ada = await arrive(browser, links, "Ada")
    await open_panel(ada)
    await ada.press("İYE")
    await keep(ada, "versus-game", -250)
    await ada.press("Against the computer")
    await keep(ada, "versus-levels", -250)
    await ada.press("2 · Casual")
    board = await ada.board()
    await keep(ada, "versus-board")
    square = next(label for label in board.buttons if label[0] in "abcde")
    await ada.press(square)
    await ada.sees("💭")
    await keep(ada, "versus-answer", -200)
