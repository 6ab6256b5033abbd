"""The pages of the personas, and which requests they accept."""

from aiohttp import ClientSession

from sandbox.pages import ASSETS, CAPABILITY
from tests.sandbox.conftest import Sandbox, Visit
from tests.sandbox.tiny import Visitor


async def test_link_opens_the_page_of_its_persona(visit: Visit) -> None:
    assert (await visit("cagri")).name() == "Çağrı"
    assert (await visit("ada")).name() == "Ada"


async def test_link_leads_to_a_page_titled_with_the_persona(sandbox: Sandbox, browser: ClientSession) -> None:
    async with browser.get(f"{sandbox.pages.address}/bjork", allow_redirects=False) as link:
        assert link.headers["Location"] == "/as/bjork#bjork"
    async with browser.get(f"{sandbox.pages.address}/bjork") as page:
        text = await page.text()
    assert "<title>Björk – Kurultai</title>" in text
    assert 'href="/page.css"' in text
    assert 'src="/page.js"' in text
    async with browser.get(f"{sandbox.pages.address}/as/nobody") as page:
        assert page.status == 404


async def test_page_begins_with_links_to_the_other_members(sandbox: Sandbox, browser: ClientSession) -> None:
    async with browser.get(f"{sandbox.pages.address}/bjork") as page:
        _, _, bar = (await page.text()).partition("<body>")
    bar = bar.partition("</nav>")[0]
    assert "You are <strong>Björk</strong>. Open in a new tab:" in bar
    assert '<a href="/ada" target="_blank">Ada</a> <a href="/cagri" target="_blank">Çağrı</a>' in bar
    assert "/bjork" not in bar


async def test_index_lists_all_personas(sandbox: Sandbox, browser: ClientSession) -> None:
    async with browser.get(sandbox.pages.address) as page:
        text = await page.text()
    assert '<a href="/cagri">Çağrı</a>' in text


async def test_assets_are_forwarded(sandbox: Sandbox, browser: ClientSession) -> None:
    for path, kind in (("/app.js", "application/javascript"), ("/preview.css", "text/css")):
        async with browser.get(sandbox.pages.address + path) as file:
            assert (file.status, file.content_type) == (200, kind)
            assert "script-src 'self'" in file.headers["Content-Security-Policy"]
    for path, kind in ASSETS.items():
        async with browser.get(sandbox.pages.address + path) as file:
            assert (file.status, file.content_type) == (200, kind)


async def test_unknown_links_are_rejected(sandbox: Sandbox, browser: ClientSession) -> None:
    for headers in ({}, {CAPABILITY: "nobody"}):
        async with browser.post(f"{sandbox.pages.address}/api/pages", json={}, headers=headers) as answer:
            assert answer.status == 401
        async with browser.get(f"{sandbox.pages.address}/api/state", headers=headers) as answer:
            assert answer.status == 401


async def test_requests_from_other_sites_are_rejected(sandbox: Sandbox, browser: ClientSession) -> None:
    for foreign in ({"Origin": "http://example.org"}, {"Origin": "null"}, {"Host": "example.org"}):
        async with browser.get(sandbox.pages.address, headers=foreign) as answer:
            assert answer.status == 403


async def test_both_host_names_of_the_machine_are_accepted(sandbox: Sandbox, browser: ClientSession) -> None:
    port = sandbox.pages.address.rpartition(":")[2]
    for own in (f"localhost:{port}", f"127.0.0.1:{port}"):
        headers = {"Host": own, "Origin": f"http://{own}", CAPABILITY: "ada"}
        async with browser.post(f"{sandbox.pages.address}/api/pages", json={}, headers=headers) as answer:
            assert answer.status == 200


async def test_click_on_an_outdated_page_reaches_the_bot(sandbox: Sandbox, visit: Visit) -> None:
    ada, bjork = await visit("ada"), await visit("bjork")
    await ada.command("open")
    await ada.look()
    await bjork.look()
    await ada.press("Join")
    await bjork.press("Join")
    assert sandbox.bot.clicks == ["ada", "bjork"]


async def test_page_can_end_the_session(sandbox: Sandbox, visit: Visit) -> None:
    ada = await visit("ada")
    await ada.act("close")
    await sandbox.simulation.wait_ended()


async def test_page_opens_at_the_newest_visible_message(visit: Visit) -> None:
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
