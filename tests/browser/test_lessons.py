"""A first lesson, on a phone."""

from __future__ import annotations

import pytest

from lessons.registry import LESSONS
from tests.browser.chromium import Browser
from tests.browser.phone import arrive, keep, open_panel

pytestmark = pytest.mark.browser


async def test_first_steps_of_a_lesson(browser: Browser, links: dict[str, str]) -> None:
    ada = await arrive(browser, links, "Ada")
    await open_panel(ada)
    await ada.press("Learn")
    await ada.sees("Which game would you like to learn?")
    await keep(ada, "lesson-all", -250)
    await ada.press("İYE")
    await ada.sees("step 1 of 8")
    await keep(ada, "lesson-1", -300)
    await ada.press("c2: give Horse")
    await ada.sees("❌")
    await keep(ada, "lesson-1-wrong", -300)
    await ada.press("c5: give Water")
    await ada.sees("✅")
    await keep(ada, "lesson-1-right", -300)
    await ada.press("Next")
    await ada.sees("step 2 of 8")


@pytest.mark.parametrize("slug", [slug for slug in LESSONS if slug != "iye"])
async def test_first_step_of_every_lesson_is_shown(browser: Browser, links: dict[str, str], slug: str) -> None:
    ada = await arrive(browser, links, "Ada")
    await open_panel(ada)
    await ada.press("Learn")
    await ada.press(str(LESSONS[slug].title))
    await ada.sees("step 1 of")
    await keep(ada, f"lesson-{slug}", -300)
