"""An ended match is played on from one of its turns, on a phone."""

from __future__ import annotations

import pytest

from tests.browser.chromium import Browser
from tests.browser.person import Person
from tests.browser.phone import arrive, keep, open_panel

pytestmark = pytest.mark.browser


async def press_a_square(person: Person) -> None:
    """Move the drum to the first square of the newest board that has a button."""
    board = await person.board()
    await person.press(next(label for label in board.buttons if label[0] in "abcde"))


async def begin_action(person: Person, action: str) -> None:
    """Send /match with an action."""
    await person.begin_command("match")
    await person.open_option("action")
    await person.suggestions(action)
    await person.take(action)
    await person.send()


async def test_ended_match_is_reviewed_and_played_on(browser: Browser, links: dict[str, str]) -> None:
    ada = await arrive(browser, links, "Ada")
    await open_panel(ada)
    await ada.press("İYE")
    await ada.press("Against the computer")
    await ada.press("2 · Casual")
    await press_a_square(ada)
    await ada.sees("💭")
    await begin_action(ada, "resign")
    await ada.press("Yes, resign")
    await ada.sees("🏁")
    await ada.press("Review")
    await ada.sees_one_of("One decision stood out", "Decision 1 of", "You made only")
    await keep(ada, "review", -150)
    await begin_action(ada, "replay")
    await ada.press("Turn by turn")
    await ada.press("Next")
    await ada.sees("level 2 (Casual). It is not rated")
    await keep(ada, "playon-step")
    await ada.press("Play on from here")
    await ada.sees("goes on from there")
    await keep(ada, "playon-begun")
    await ada.sees("from another match")
    await press_a_square(ada)
    await keep(ada, "playon-board", -250)
