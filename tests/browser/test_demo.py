"""The demonstration of ``make play ARGS="--demo"``."""

import pytest

from engines.registry import GAMES
from tests.browser.chromium import Browser
from tests.browser.person import Person

pytestmark = pytest.mark.browser

OTHERS = "[...document.querySelectorAll('.sandbox-members a')].map((link) => [link.text, link.href, link.target])"


async def test_demonstration_shows_a_board_of_every_game_and_can_be_continued(
    browser: Browser, demo_links: dict[str, str]
) -> None:
    assert list(demo_links) == ["Ada", "Björk"]
    ada = Person("Ada", await browser.open(demo_links["Ada"]))
    await ada.arrive()
    await ada.sees("A match of every game is under way between Ada and Björk")
    for number, game in enumerate(GAMES.values(), start=1):
        await ada.sees(f"{game.info.title} #{number}")
    ((name, link, target),) = await ada.tab.evaluate(OTHERS)
    assert (name, link, target) == ("Björk", demo_links["Björk"], "_blank")

    bjork = Person("Björk", await browser.open(link))
    await bjork.arrive()
    await ada.begin_command("next")
    await ada.send()
    await ada.press("c2: give Tree")
    await bjork.sees("moves the drum to c2")
    assert browser.page_errors == []
