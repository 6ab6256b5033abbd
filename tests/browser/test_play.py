"""``/play`` on a phone: the panel of the games, the form, and the number of presses to a first move."""

from __future__ import annotations

import pytest

from tests.browser.chromium import Browser
from tests.browser.phone import arrive, keep, open_panel

pytestmark = pytest.mark.browser


async def test_first_move_takes_three_presses(browser: Browser, links: dict[str, str]) -> None:
    ada, bjork = await arrive(browser, links, "Ada"), await arrive(browser, links, "Björk")
    await open_panel(ada)
    await keep(ada, "panel", -330)
    await ada.press("İYE")
    await keep(ada, "game", -250)
    await ada.press("New match")
    await keep(ada, "table")
    await open_panel(bjork)
    await bjork.press("1 open table here")
    await keep(bjork, "tables", -250)
    await bjork.press("Join")
    board = await ada.board()
    (name,) = board.mentioned
    mover = ada if name == "Ada" else bjork
    square = next(label for label in board.buttons if label[0] in "abcde")
    await mover.press(square)
    assert (await mover.board(board.id)).id != board.id, "each of them has pressed three times"


async def test_form_opens_a_table(browser: Browser, links: dict[str, str]) -> None:
    ada = await arrive(browser, links, "Ada")
    await open_panel(ada)
    await ada.press("Chiefdom")
    await ada.press("Choose options …")
    await ada.tab.wait_for("queries.last('.modal-dialog')")
    await keep(ada, "form")
    await ada.tab.click("queries.all('.modal-choice').find((choice) => queries.text(choice).includes('Three cards'))")
    await ada.press("Submit")
    await ada.sees("Scoring cards: Three cards")
