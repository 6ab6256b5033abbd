"""A user who plays in a browser: reads messages, presses buttons, uses menus, types commands."""

from __future__ import annotations

import json
from dataclasses import dataclass

from tests.browser.chromium import Tab

COMPOSER = "queries.last('#channel-composer-input')"


@dataclass(frozen=True, slots=True)
class Board:
    """A message with a picture, as it is displayed."""

    id: str
    text: str
    """Its text, on one line."""
    alt: str
    """The alt text of the picture."""
    width: int
    """Size of the picture's file, in pixels."""
    mentioned: list[str]
    """The names it mentions."""
    buttons: list[str]
    menus: list[str]
    """Placeholders of the menus."""


MORE_OPTIONS = "queries.last('.command-row .command-ghost')"


class Person:
    """A user of a page. Everything is searched among visible elements, and awaited."""

    def __init__(self, name: str, tab: Tab) -> None:
        self.name = name
        self.tab = tab

    async def arrive(self) -> None:
        """Wait until the page has loaded."""
        await self._ready()
        await self.tab.wait_for(COMPOSER)

    async def press(self, button: str) -> None:
        """Press the lowest button with this name."""
        await self.tab.click(f"queries.last('button', {_js(button)})")
        await self._ready()

    async def choose(self, menu: str, line: str) -> None:
        """Open the lowest menu with this placeholder and choose the first line that contains this text.

        A page that is not idle refuses the line.
        """
        await self._ready()
        trigger = f"queries.last('.select-trigger', {_js(menu)})"
        await self.tab.click(trigger)
        await self.tab.click(f"queries.lineOfMenu(() => {trigger}, {_js(line)})")
        await self._ready()

    async def begin_command(self, invocation: str) -> None:
        """Type the name of a slash command and select it from the list."""
        await self.tab.click(COMPOSER)
        await self.tab.type(f"/{invocation}")
        await self.take(f"/{invocation}")

    async def open_option(self, option: str) -> None:
        """Focus an option of the command; an optional one is selected from the list first, which “+5 more” opens."""
        field = f"queries.last('.command-row [role=combobox][aria-label^={option}]')"
        offered = f"queries.suggestion({_js(option)}) ? 'offered'"
        found = await self.tab.wait_for(f"{field} ? 'open' : {offered} : {MORE_OPTIONS} ? 'hidden' : null")
        if found == "hidden":
            await self.tab.click(MORE_OPTIONS)
        if found != "open":
            await self.take(option)
        await self.tab.wait_for(field)

    async def suggestions(self, typed: str) -> list[str]:
        """Type into the focused field and return the suggestions."""
        await self.tab.type(typed)
        lines: list[str] = await self.tab.wait_for("queries.texts('[role=option]')")
        return lines

    async def take(self, part: str) -> None:
        """Select the first line that contains this text from the open list."""
        await self.tab.click(f"queries.suggestion({_js(part)})")
        await self._ready()

    async def write(self, text: str) -> None:
        """Write a message."""
        await self.tab.click(COMPOSER)
        await self.tab.type(text)
        await self.send()

    async def scroll(self, pixels: int) -> None:
        """Turn the mouse wheel over the channel, down or (negative) up."""
        await self.tab.turn_wheel("document.getElementById('channel-timeline')", pixels)

    async def send(self) -> None:
        """Send the content of the composer."""
        await self.tab.click("queries.last('#send-message')")
        await self._ready()

    async def sees(self, text: str) -> None:
        """Wait until a message contains this text."""
        await self.sees_one_of(text)

    async def sees_one_of(self, *texts: str) -> None:
        """Wait until a message contains one of these texts."""
        found = f"{json.dumps(texts)}.some((text) => queries.text(m).includes(text))"
        await self.tab.wait_for(f"queries.all('.channel-message').some((m) => {found})")

    async def board(self, after: str = "") -> Board:
        """Return the newest public message with a picture, as soon as there is one newer than ``after``."""
        return Board(**await self.tab.wait_for(f"queries.board({_js(after)})"))

    async def _ready(self) -> None:
        """Wait until the page is idle."""
        await self.tab.wait_for("globalThis.simcordPreview?.ready")


def _js(value: str) -> str:
    """Return a text as a JavaScript literal."""
    return json.dumps(value)
