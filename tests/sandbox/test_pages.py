"""The pages: whose they are, and who may ask for them."""

from aiohttp import ClientSession

from sandbox.pages import CAPABILITY, OUR_FILES
from tests.sandbox.conftest import Sandbox, Visit
from tests.sandbox.tiny import Visitor


async def test_a_link_opens_the_page_of_its_persona(visit: Visit) -> None:
    assert (await visit("cagri")).name() == "Çağrı"
    assert (await visit("ada")).name() == "Ada"


async def test_a_link_leads_to_a_page_that_says_whose_it_is(sandbox: Sandbox, browser: ClientSession) -> None:
    async with browser.get(f"{sandbox.pages.address}/bjork", allow_redirects=False) as link:
        assert link.headers["Location"] == "/as/bjork#bjork"
    async with browser.get(f"{sandbox.pages.address}/bjork") as page:
        text = await page.text()
    assert "<title>Björk – Kurultai</title>" in text
    assert 'href="/page.css"' in text
    assert 'src="/page.js"' in text
    async with browser.get(f"{sandbox.pages.address}/as/nobody") as page:
        assert page.status == 404


async def test_the_list_names_everybody(sandbox: Sandbox, browser: ClientSession) -> None:
    async with browser.get(sandbox.pages.address) as page:
        text = await page.text()
    assert '<a href="/cagri">Çağrı</a>' in text


async def test_what_the_page_is_made_of_is_passed_on(sandbox: Sandbox, browser: ClientSession) -> None:
    for path, kind in (("/app.js", "application/javascript"), ("/preview.css", "text/css")):
        async with browser.get(sandbox.pages.address + path) as file:
            assert (file.status, file.content_type) == (200, kind)
            assert "script-src 'self'" in file.headers["Content-Security-Policy"]
    for path, kind in OUR_FILES.items():
        async with browser.get(sandbox.pages.address + path) as file:
            assert (file.status, file.content_type) == (200, kind)


async def test_a_page_with_no_personas_link_gets_nothing(sandbox: Sandbox, browser: ClientSession) -> None:
    for headers in ({}, {CAPABILITY: "nobody"}):
        async with browser.post(f"{sandbox.pages.address}/api/pages", json={}, headers=headers) as answer:
            assert answer.status == 401
        async with browser.get(f"{sandbox.pages.address}/api/state", headers=headers) as answer:
            assert answer.status == 401


async def test_other_sites_pages_get_nothing(sandbox: Sandbox, browser: ClientSession) -> None:
    for foreign in ({"Origin": "http://example.org"}, {"Origin": "null"}, {"Host": "example.org"}):
        async with browser.get(sandbox.pages.address, headers=foreign) as answer:
            assert answer.status == 403


async def test_the_own_pages_are_known_by_both_names_of_this_machine(sandbox: Sandbox, browser: ClientSession) -> None:
    port = sandbox.pages.address.rpartition(":")[2]
    for own in (f"localhost:{port}", f"127.0.0.1:{port}"):
        headers = {"Host": own, "Origin": f"http://{own}", CAPABILITY: "ada"}
        async with browser.post(f"{sandbox.pages.address}/api/pages", json={}, headers=headers) as answer:
            assert answer.status == 200


async def test_a_click_on_a_page_behind_the_times_reaches_the_bot(sandbox: Sandbox, visit: Visit) -> None:
    ada, bjork = await visit("ada"), await visit("bjork")
    await ada.command("open")
    await ada.look()
    await bjork.look()
    await ada.press("Join")
    await bjork.press("Join")
    assert sandbox.bot.clicks == ["ada", "bjork"]


async def test_a_page_can_end_the_session(sandbox: Sandbox, visit: Visit) -> None:
    ada = await visit("ada")
    await ada.act("close")
    await sandbox.simulation.wait_ended()


async def test_a_page_opens_at_the_newest_message_that_its_persona_can_see(visit: Visit) -> None:
    ada = await visit("ada")
    await ada.command("open")
    await ada.command("move", text="d3")
    for link, newest in (("ada", "moved d3"), ("bjork", "A table is open.")):
        late = await visit(link)
        assert late.texts()[-1] == newest
        assert late.shown["targetId"] == late.shown["timeline"][-1]
        await ada.command("open")
        await late.look()
        assert late.texts()[-1] == "A table is open."
        await ada.command("move", text="d3")


async def test_two_tabs_of_one_persona_are_two_pages(visit: Visit) -> None:
    first: Visitor = await visit("ada")
    second = await visit("ada")
    assert first.shown["context"]["id"] != second.shown["context"]["id"]
    assert first.name() == second.name() == "Ada"
