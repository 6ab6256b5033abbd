"""A real Chromium, driven over its DevTools protocol as a user would: look, click, type.

It needs only aiohttp, which is installed anyway. No driver has to match the browser's version, and the packages for
this purpose are larger than everything else the tests install.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import subprocess
import time
from base64 import b64decode
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType

from tests.wait_limit import WAIT_LIMIT

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-sync",
    # Otherwise each window loads two pages of the browser's own for its address bar: half of all its work here.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",
    "--remote-debugging-port=0",
)

CLICK_ATTEMPTS = 5
"""How often a click is tried if the page moves its target meanwhile."""

PAGE_QUERIES = (Path(__file__).parent / "page_queries.js").read_text(encoding="utf-8")
"""Functions such as "find the button named …", injected into every page."""


class BrowserError(Exception):
    """The browser refused a command, or a page raised an error."""


class Browser:
    """A running Chromium as one test uses it; every tab has its own cookies and storage, and nothing of other tests."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self._socket = socket
        self._contexts: list[str] = []
        """The storage of each tab."""
        self._numbers = itertools.count(1)
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.page_errors: list[str] = []
        """Uncaught errors of pages, and errors written to their consoles."""

    async def listen(self) -> None:
        """Resolve the future of each command; ends when the browser does."""
        async for message in self._socket:
            if message.type is not WSMsgType.TEXT:
                continue
            content = json.loads(message.data)
            answer = self._answers.pop(content.get("id", 0), None)
            if answer is not None and not answer.done():
                answer.set_result(content)
            self._note_error(content.get("method", ""), content.get("params", {}))
        for answer in self._answers.values():
            answer.cancel()

    def _note_error(self, method: str, params: dict[str, Any]) -> None:
        if method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.page_errors.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Log.entryAdded" and params["entry"]["level"] == "error":
            self.page_errors.append(f"{params['entry']['text']} {params['entry'].get('url', '')}")

    async def call(self, method: str, session: str | None = None, /, **params: Any) -> dict[str, Any]:
        """Send one command and return its result."""
        number = next(self._numbers)
        self._answers[number] = asyncio.get_running_loop().create_future()
        command = {"id": number, "method": method, "params": params}
        await self._socket.send_json(command | ({"sessionId": session} if session else {}))
        answer = await self._answers[number]
        if "error" in answer:
            raise BrowserError(f"{method}: {answer['error']['message']}")
        result: dict[str, Any] = answer["result"]
        return result

    async def open(self, url: str, *, width: int = 1280, height: int = 900) -> Tab:
        """Open a page in a new tab with its own storage."""
        context = (await self.call("Target.createBrowserContext"))["browserContextId"]
        self._contexts.append(context)
        target = await self.call(
            "Target.createTarget", url="about:blank", browserContextId=context, width=width, height=height
        )
        attached = await self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        tab = Tab(self, attached["sessionId"])
        for domain in ("Page", "Runtime", "Log"):
            await tab.call(f"{domain}.enable")
        await tab.call("Emulation.setFocusEmulationEnabled", enabled=True)
        await tab.resize(width, height)
        await tab.call("Page.addScriptToEvaluateOnNewDocument", source=PAGE_QUERIES)
        await tab.call("Page.navigate", url=url)
        return tab

    async def close(self) -> None:
        """Close every tab and delete its storage."""
        for context in self._contexts:
            await self.call("Target.disposeBrowserContext", browserContextId=context)


class Tab:
    """One page, as one user sees and uses it."""

    def __init__(self, browser: Browser, session: str) -> None:
        self._browser = browser
        self._session = session

    async def call(self, method: str, /, **params: Any) -> dict[str, Any]:
        """Send this tab one command."""
        return await self._browser.call(method, self._session, **params)

    async def resize(self, width: int, height: int) -> None:
        """Resize the window, in CSS pixels."""
        await self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False
        )

    async def evaluate(self, expression: str) -> Any:
        """Return the value of a JavaScript expression; a promise is awaited."""
        answer = await self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise BrowserError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    async def wait_for(self, expression: str) -> Any:
        """Wait until a JavaScript expression is true, and return its value.

        Raises:
            AssertionError: it never was; says what the page shows instead.
        """
        try:
            async with asyncio.timeout(WAIT_LIMIT):
                return await self.evaluate(f"queries.until(() => ({expression}))")
        except TimeoutError:
            shown = await self.evaluate("document.body.innerText")
            missed = await self.evaluate("queries.inTheWay")
            raise AssertionError(f"never true: {expression}\nLast missed {missed}\nThe page shows:\n{shown}") from None

    async def click(self, element: str) -> None:
        """Click the element that a JavaScript expression finds, once it is visible and no longer moves.

        Raises:
            AssertionError: it was never there to be hit, each time the page is searched again.
        """
        for _ in range(CLICK_ATTEMPTS):
            spot = await self.wait_for(f"queries.steadySpot(() => {element})")
            await self.evaluate("queries.hit = false")
            for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
                await self.call(
                    "Input.dispatchMouseEvent", type=kind, x=spot["x"], y=spot["y"], button="left", clickCount=1
                )
            if await self.evaluate("queries.hit"):
                return
        raise AssertionError(f"never hit: {element}")

    async def turn_wheel(self, element: str, pixels: int) -> None:
        """Turn the mouse wheel over the middle of an element."""
        spot = await self.wait_for(f"queries.steadySpot(() => {element})")
        await self.call(
            "Input.dispatchMouseEvent", type="mouseWheel", x=spot["x"], y=spot["y"], deltaX=0, deltaY=pixels
        )

    async def type(self, text: str) -> None:
        """Type text into the focused element."""
        await self.call("Input.insertText", text=text)

    async def screenshot(self) -> bytes:
        """Return a screenshot of the window as PNG."""
        shot = await self.call("Page.captureScreenshot", format="png")
        return b64decode(shot["data"])


@contextmanager
def running_chromium(binary: str, profile: Path) -> Iterator[str]:
    """Start Chromium with an empty profile and end it afterwards; yields the address at which it takes commands."""
    command = (binary, *FLAGS, f"--user-data-dir={profile}", "about:blank")
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield _devtools_address(process, profile / "DevToolsActivePort")
    finally:
        process.terminate()
        process.wait(WAIT_LIMIT)


def _devtools_address(process: subprocess.Popen[bytes], file: Path) -> str:
    """Return the address that Chromium writes into a file of its profile when it is ready: a port and a path."""
    end = time.monotonic() + WAIT_LIMIT
    while process.poll() is None and time.monotonic() < end:
        port, _, path = file.read_text("ascii").partition("\n") if file.exists() else ("", "", "")
        if path:
            return f"ws://127.0.0.1:{port}{path}"
        time.sleep(0.05)
    raise BrowserError("Chromium ended before it listened, or never did")


@asynccontextmanager
async def connected(address: str) -> AsyncIterator[Browser]:
    """Use a running Chromium, and close every tab afterwards."""
    async with ClientSession() as session, session.ws_connect(address, max_msg_size=0) as socket:
        browser = Browser(socket)
        listening = asyncio.create_task(browser.listen(), name="browser answers")
        try:
            yield browser
            await browser.close()
        finally:
            await socket.close()
            await listening
