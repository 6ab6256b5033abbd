"""Steps of a user with a phone, and screenshots of what they see."""

from __future__ import annotations

import os
from pathlib import Path

from tests.browser.chromium import Browser
from tests.browser.person import Person

PHONE = {"width": 390, "height": 844}
SHOTS = "KURULTAI_SCREENSHOTS"
"""Environment variable with a folder in which tests leave what they saw."""


async def keep(person: Person, name: str, up: int = 0) -> None:
    """Store a screenshot where one is wanted."""
    if folder := os.environ.get(SHOTS):
        if up:  # a form lies over what could be scrolled
            await person.scroll(up)
        (Path(folder) / f"{name}.png").write_bytes(await person.tab.screenshot())
        if up:
            await person.scroll(-up)


async def arrive(browser: Browser, links: dict[str, str], name: str) -> Person:
    person = Person(name, await browser.open(links[name], **PHONE))
    await person.arrive()
    return person


async def open_panel(person: Person) -> None:
    await person.begin_command("play")
    await person.send()
    await person.tab.wait_for("queries.all('img.gallery-image').filter((picture) => picture.naturalWidth).length")
