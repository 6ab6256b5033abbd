"""The sandbox's additions to SimCord's page."""

import itertools

import pytest
from aiohttp import ClientSession

from engines.registry import GAMES
from tests.browser.chromium import Browser
from tests.browser.person import Person
from tests.sandbox.tiny import Visitor

pytestmark = pytest.mark.browser

END = "queries.distanceToEnd() <= 2"
PAGES = 4
"""Rules pages of each game: more pictures than SimCord decodes at a time."""
FAR_FROM_END = "queries.distanceToEnd() > 200"


async def test_newest_message_stays_in_view_unless_scrolled_up(browser: Browser, links: dict[str, str]) -> None:
    reader = Person("Ada", await browser.open(links["Ada"], height=500))
    writer = Person("Björk", await browser.open(links["Björk"]))
    await reader.arrive()
    await writer.arrive()
    for number in range(4):
        await writer.write(f"line {number}\n" * 8)
    await reader.sees("line 3")
    await reader.tab.wait_for(END)

    await reader.scroll(-400)
    await reader.tab.wait_for(FAR_FROM_END)
    await writer.write("something new")
    await reader.sees("something new")
    await reader.tab.wait_for(FAR_FROM_END)

    await reader.scroll(2000)
    await reader.tab.wait_for(END)
    await writer.write("something newer\n" * 8)
    await reader.sees("something newer")
    await reader.tab.wait_for(END)


async def test_commands_and_menus_work_on_a_phone(browser: Browser, links: dict[str, str]) -> None:
    reader = Person("Ada", await browser.open(links["Ada"], width=400, height=800))
    await reader.arrive()
    for _ in range(3):
        await reader.begin_command("rules")
        await reader.open_option("game")
        await reader.take("İYE")
        await reader.send()
    answers = "queries.all('.channel-message').filter((message) => queries.text(message).includes('Page 1 of'))"
    await reader.tab.wait_for(f"{answers}.length == 3")
    await reader.tab.wait_for(f"{answers}.at(-1).querySelector('img.gallery-image')?.naturalWidth")
    await reader.choose("Contents", "3. ")
    await reader.sees("Page 3 of")


async def test_spoiler_is_hidden_until_it_is_tapped(browser: Browser, links: dict[str, str]) -> None:
    ada = Person("Ada", await browser.open(links["Ada"], width=390, height=844))
    await ada.arrive()
    await ada.write("Better: ||c2, **not** <b>d4</b> \\|\\| e5||")
    await ada.sees("Better:")
    assert not await ada.tab.evaluate("document.getElementById('channel-timeline').innerText.includes('c2')")
    await ada.tab.click("queries.last('.markdown-spoiler')")
    await ada.sees("Better: c2, not <b>d4</b> || e5")


async def test_pictures_are_above_buttons_as_in_discord(browser: Browser, links: dict[str, str]) -> None:
    ada = Person("Ada", await browser.open(links["Ada"]))
    bjork = Person("Björk", await browser.open(links["Björk"]))
    await ada.arrive()
    await bjork.arrive()
    await ada.begin_command("play")
    await ada.open_option("game")
    await ada.take("İYE")
    await ada.send()
    await bjork.press("Join")
    board = await ada.board()
    assert await ada.tab.evaluate(f"queries.top('img.attachment-image') < queries.top('button', {board.buttons[0]!r})")


async def test_page_opened_late_shows_every_picture_and_is_usable(browser: Browser, links: dict[str, str]) -> None:
    address, _, link = links["Ada"].rpartition("/")
    async with ClientSession() as session:
        early = Visitor(session, address, link)
        await early.arrive()
        for game, page in itertools.product(GAMES, range(PAGES)):
            await early.command("rules", game=game)
            for _ in range(page):
                await early.look()
                await early.press("Next")
            await early.look()
    figures = sum(page.figure is not None for game in GAMES.values() for page in game.rules_pages()[:PAGES])
    pictures = 1 + len(GAMES) + figures  # that of the greeting, and the titles of the games
    late = Person("Ada", await browser.open(links["Ada"]))
    await late.arrive()
    await late.tab.wait_for(
        f"queries.all('img.gallery-image').filter((seen) => seen.naturalWidth).length == {pictures}"
    )
    await late.choose("Contents", "3. ")
    await late.sees("Page 3 of")
    assert "unavailable" not in await late.tab.evaluate("document.body.innerText")
