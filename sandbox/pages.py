"""A proxy for SimCord's page, with one link for every persona.

SimCord's own address contains a secret and opens as its first viewer. Here the path and the fragment name the persona:
SimCord's page sends the fragment with every request, and this server replaces it with the secret. Like SimCord's, the
server listens on the loopback interface only and answers pages of its own origin only.
"""

from __future__ import annotations

import html
import json
import socket
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, ClientTimeout, web

from sandbox.personas import Persona
from sandbox.simulation import Simulation

HOST = "127.0.0.1"
CAPABILITY = "X-Simcord-Capability"
CONTEXT = "X-Simcord-Context"

# Headers that belong to one connection or to the encoding of one response.
HOP_BY_HOP_HEADERS = frozenset(
    {"connection", "content-encoding", "content-length", "date", "server", "transfer-encoding"}
)

MAX_UPLOAD = 27 * 1024 * 1024
"""Bytes, slightly more than SimCord accepts, so that SimCord itself rejects larger uploads."""

SIMCORD_TITLE, SIMCORD_HEAD_END = "<title>SimCord Preview</title>", "</head>"

ASSETS = {"/page.css": "text/css", "/page.js": "text/javascript"}
"""Files that make SimCord's page more like Discord, with their content types."""
HEAD_END_WITH_ASSETS = """  <link rel="stylesheet" href="/page.css">
    <script type="module" src="/page.js"></script>
  </head>"""

BODY_BEGIN = "<body>"
MEMBERS_BAR = """<body>
    <nav class="sandbox-members" aria-label="Members">You are <strong>{name}</strong>.{others}</nav>"""
"""The first line of a page: who you are, and links to the pages of other members."""

INDEX_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Kurultai</title>
<h1>Kurultai</h1>
<p>Open the page of each member you want to play, each in its own tab.</p>
<ul>{items}</ul>
</html>
"""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def listen(port: int) -> socket.socket:
    """Return a listening socket on the loopback interface; port 0 means any free port.

    Raises:
        OSError: the port is in use or not allowed.
    """
    return socket.create_server((HOST, port))


@dataclass(frozen=True, slots=True)
class _Answer:
    """A response of SimCord's server."""

    status: int
    headers: dict[str, str]
    body: bytes

    def response(self) -> web.Response:
        return web.Response(status=self.status, headers=self.headers, body=self.body)


class Pages:
    """Serves the personas' pages on a listening socket, between :meth:`open` and :meth:`close`.

    Args:
        simulation: must be open as long as the pages.
        personas: the members of its server.
        listener: the socket that browsers connect to.
    """

    def __init__(self, simulation: Simulation, personas: Sequence[Persona], listener: socket.socket) -> None:
        self._simulation = simulation
        self._personas = {persona.link: persona for persona in personas}
        self._listener = listener
        self._port: int = listener.getsockname()[1]
        self._session: ClientSession | None = None
        app = web.Application(middlewares=[self._answer_own_pages_only], client_max_size=MAX_UPLOAD)
        app.router.add_get("/", self._index)
        app.router.add_get("/favicon.ico", self._no_icon)
        for path in ASSETS:
            app.router.add_get(path, self._asset)
        for link in self._personas:
            app.router.add_get(f"/{link}", self._redirect_to_page)
        app.router.add_get("/as/{link}", self._page)
        app.router.add_post("/api/pages", self._open_as_persona)
        app.router.add_post("/api/action", self._act)
        app.router.add_route("*", "/{path:.+}", self._proxy)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)

    @property
    def address(self) -> str:
        """The address of the list of all pages."""
        return f"http://{HOST}:{self._port}"

    def link(self, persona: Persona) -> str:
        """The address of a persona's page."""
        return f"{self.address}/{persona.link}"

    async def open(self) -> None:
        """Start serving."""
        self._session = ClientSession(timeout=ClientTimeout(total=None))
        await self._runner.setup()
        await web.SockSite(self._runner, self._listener).start()

    async def close(self) -> None:
        """Stop serving."""
        await self._runner.cleanup()
        if self._session is not None:
            await self._session.close()

    @web.middleware
    async def _answer_own_pages_only(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Reject requests from pages of other sites, whatever host name they use."""
        hosts = {f"{HOST}:{self._port}", f"localhost:{self._port}"}
        origin = request.headers.get("Origin")
        if request.host not in hosts or (origin is not None and origin.removeprefix("http://") not in hosts):
            raise web.HTTPForbidden
        return await handler(request)

    async def _index(self, _request: web.Request) -> web.Response:
        items = "".join(
            f'<li><a href="/{persona.link}">{html.escape(persona.name)}</a></li>' for persona in self._personas.values()
        )
        return web.Response(text=INDEX_PAGE.format(items=items), content_type="text/html")

    async def _no_icon(self, _request: web.Request) -> web.Response:
        return web.Response(status=web.HTTPNoContent.status_code)

    async def _asset(self, request: web.Request) -> web.Response:
        text = (Path(__file__).parent / request.path.removeprefix("/")).read_text(encoding="utf-8")
        return web.Response(text=text, content_type=ASSETS[request.path])

    async def _redirect_to_page(self, request: web.Request) -> web.StreamResponse:
        link = request.path.removeprefix("/")
        raise web.HTTPFound(f"/as/{link}#{link}")

    async def _page(self, request: web.Request) -> web.StreamResponse:
        persona = self._personas.get(request.match_info["link"])
        if persona is None:
            raise web.HTTPNotFound
        page = await self._forward(request, "/")
        title = f"<title>{html.escape(persona.name)} – Kurultai</title>"
        text = page.body.decode().replace(SIMCORD_TITLE, title).replace(SIMCORD_HEAD_END, HEAD_END_WITH_ASSETS)
        text = text.replace(BODY_BEGIN, self._members_bar(persona), 1)
        return _Answer(page.status, page.headers, text.encode()).response()

    def _members_bar(self, persona: Persona) -> str:
        others = " ".join(
            f'<a href="/{other.link}" target="_blank">{html.escape(other.name)}</a>'
            for other in self._personas.values()
            if other != persona
        )
        return MEMBERS_BAR.format(
            name=html.escape(persona.name), others=f" Open in a new tab: {others}" if others else ""
        )

    async def _open_as_persona(self, request: web.Request) -> web.StreamResponse:
        """Open a page as the persona of the link, at the end of the channel; SimCord's default is its first viewer."""
        link = request.headers.get(CAPABILITY, "")
        viewer = self._simulation.member_id(link)
        if viewer is None:
            raise web.HTTPUnauthorized
        newest = self._simulation.newest_message_id(link)
        wanted = {"viewer_id": str(viewer)} | ({} if newest is None else {"target_id": str(newest)})
        answer = await self._forward(request, "/api/pages", json.dumps(wanted).encode())
        return answer.response()

    async def _act(self, request: web.Request) -> web.StreamResponse:
        """Forward a persona's action when no other is running; answer once every page can show the result."""
        body = await request.read()
        async with self._simulation.operation():
            if request.content_type == "application/json":
                body = await self._with_current_revision(request, body)
            answer = await self._forward(request, "/api/action", body)
        return answer.response()

    async def _with_current_revision(self, request: web.Request, body: bytes) -> bytes:
        """Return the body of an action with the page's current revision.

        SimCord rejects actions on a page that has not fetched a change made half a second ago. Discord does not: bots
        receive clicks on yesterday's boards, and the sandbox must show how ours handles them.
        """
        action: dict[str, Any] = json.loads(body)
        state = await self._forward(request, "/api/state", method="GET")
        if state.status == web.HTTPOk.status_code and "published_revision" in action:
            action["published_revision"] = json.loads(state.body)["publishedRevision"]
        return json.dumps(action).encode()

    async def _proxy(self, request: web.Request) -> web.StreamResponse:
        answer = await self._forward(request, request.path_qs, await request.read())
        return answer.response()

    async def _forward(self, request: web.Request, path: str, body: bytes = b"", method: str = "") -> _Answer:
        """Forward a request to SimCord's server, with the same method unless another is given."""
        if self._session is None:
            raise RuntimeError("the pages are not open")
        async with self._session.request(
            method or request.method,
            self._simulation.address + path,
            data=body or None,
            headers=self._headers(request.headers),
        ) as answer:
            passed = {name: value for name, value in answer.headers.items() if name.lower() not in HOP_BY_HOP_HEADERS}
            return _Answer(answer.status, passed, await answer.read())

    def _headers(self, headers: Mapping[str, str]) -> dict[str, str]:
        passed = {name: headers[name] for name in ("Content-Type", CONTEXT) if name in headers}
        if headers.get(CAPABILITY, "") in self._personas:
            passed[CAPABILITY] = self._simulation.capability
        return passed
