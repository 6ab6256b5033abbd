"""``/play`` on a phone: the panel of the games, the form, and the number of presses to a first move."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.browser.chromium import Browser
from tests.browser.person import Person

PHONE = {"width": 390, "height": 844}
SHOTS = "KURULTAI_SCREENSHOTS"
"""Environment variable with a folder in which tests leave what they saw."""

pytestmark = pytest.mark.browser


async def keep(person: Person, name: str, up: int = 0) -> None:
    """Store a screenshot where one is wanted."""
    if folder := os.environ.get(SHOTS):
        await person.scroll(up)
        (Path(folder) / f"{name}.png").write_bytes(await person.tab.screenshot())
        await person.scroll(-up)


async def arrive(browser: Browser, links: dict[str, str], name: str) -> Person:
    person = Person(name, await browser.open(links[name], **PHONE))
    await person.arrive()
    return person


async def open_panel(person: Person) -> None:
    await person.begin_command("play")
    await person.send()
    await person.tab.wait_for("queries.all('img.gallery-image').filter((picture) => picture.naturalWidth).length")


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
