"""The HTTP side: reads, validates, handles, answers and records every request, and applies faults."""

import asyncio
import hashlib
import json
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from tests.discord_schema import RequestValidator
from tests.wire.emulator.faults import Allowance, Fault, Faults, Moment, rate_limited
from tests.wire.emulator.gateway import Gateway, Intent
from tests.wire.emulator.interactions import Interactions
from tests.wire.emulator.requests import API_PREFIX, Refusal, Request, read_request
from tests.wire.emulator.waiting import Watch
from tests.wire.emulator.world import DIRECT, Channel, World

Reply = tuple[int, Any]
"""Status and JSON; None for no content."""

Handler = Callable[["Api", Request], Reply]

LARGEST_REQUEST = 110 * 1024 * 1024


class Routes(list[tuple[str, str, Handler]]):
    """Method, path as in Discord's documentation, and handler of some operations."""

    def on(self, method: str, path: str) -> Callable[[Handler], Handler]:
        """Declare the handler of an operation."""

        def declare(handler: Handler) -> Handler:
            self.append((method, path, handler))
            return handler

        return declare


@dataclass(slots=True, eq=False)
class Api:
    """The state that handlers work with."""

    world: World
    gateway: Gateway
    interactions: Interactions
    deadline: float
    """Seconds within which an interaction accepts its first answer."""

    def dispatch(self, event: str, data: Any, channel: Channel | None = None) -> None:
        """Dispatch an event to sessions with its intent: servers', or messages' in the channel."""
        if channel is None:
            return self.gateway.dispatch(event, data, Intent.GUILDS)
        direct = channel.type == DIRECT
        if channel.guild is not None:
            data = data | {"guild_id": str(channel.guild.id)}
        return self.gateway.dispatch(event, data, Intent.DIRECT_MESSAGES if direct else Intent.GUILD_MESSAGES)


class RestServer:
    """Serves the API of one emulator."""

    def __init__(self, api: Api, token: str, watch: Watch, faults: Faults, validator: RequestValidator | None) -> None:
        self._api = api
        self._token = token
        self._watch = watch
        self._faults = faults
        self._validator = validator
        self.allowance: Allowance | None = None
        """The limit of requests; ``None`` for no limit."""
        self.requests: list[Request] = []
        """Everything that arrived, in order."""
        self.unknown: list[Request] = []
        """Requests for which the emulator has no route."""

    def application(self, routes: Iterable[tuple[str, str, Handler]]) -> web.Application:
        """Return the web application, with the gateway beside the API."""
        application = web.Application(client_max_size=LARGEST_REQUEST)
        for method, path, handler in routes:
            application.router.add_route(method, API_PREFIX + path, self._entry(handler))
        application.router.add_get("/", self._gateway)
        application.router.add_get("/attachments/{channel_id}/{attachment_id}/{name}", self._file)
        application.router.add_route("*", API_PREFIX + "/{path:.*}", self._entry(None))
        return application

    def _entry(self, handler: Handler | None) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def serve(request: web.Request) -> web.StreamResponse:
            return await self._serve(request, handler)

        return serve

    async def _serve(self, raw: web.Request, handler: Handler | None) -> web.StreamResponse:
        request = await read_request(raw)
        self.requests.append(request)
        fault = self._over_allowance(request) or await self._apply_faults(raw, request, "before")
        if fault is None:
            request.status, request.answer = self._handle(request, handler)
            fault = await self._apply_faults(raw, request, "after")
        headers = ordinary_headers(request)
        if fault is not None:
            request.status = fault.status or request.status
            request.answer, headers = fault.answer, dict(fault.headers)
        self._watch.changed()
        if raw.transport is None or raw.transport.is_closing():
            return web.Response()
        request.answered = time.perf_counter()
        return response(request.status or 500, request.answer, headers)

    def _over_allowance(self, request: Request) -> Fault | None:
        """Return the error for a request over the limit. Answers to interactions do not count."""
        if self.allowance is None or has_own_token(request):
            return None
        seconds = self.allowance.wait(request.received)
        return Fault(request.name, **rate_limited(seconds, everywhere=True)) if seconds else None

    def _handle(self, request: Request, handler: Handler | None) -> Reply:
        if handler is None:
            self.unknown.append(request)
            return 404, {"message": "404: Not Found", "code": 0}
        if not has_own_token(request) and request.headers.get("Authorization") != f"Bot {self._token}":
            return 401, {"message": "401: Unauthorized", "code": 0}
        if self._validator is not None:
            request.problems = self._validator.problems(request.method, request.path, request.body, request.uploads)
            if request.problems:
                return 400, {"message": "Invalid Form Body", "code": 50035, "errors": {"problems": request.problems}}
        try:
            return handler(self._api, request)
        except Refusal as refusal:
            return refusal.status, refusal.answer

    async def _apply_faults(self, raw: web.Request, request: Request, moment: Moment) -> Fault | None:
        """Apply the faults of a moment; return the one whose answer replaces the usual one."""
        answering = None
        for fault in self._faults.match(request, moment):
            self._watch.changed()
            if fault.gate is not None:
                await fault.gate.wait()
            if fault.delay:
                await asyncio.sleep(fault.delay)
            if fault.drops and raw.transport is not None:
                raw.transport.abort()
                answering = fault
            if fault.status is not None:
                answering = fault
        return answering

    async def _gateway(self, raw: web.Request) -> web.StreamResponse:
        """Open the gateway's websocket, unless a fault on "GATEWAY /" prevents it."""
        request = Request("GATEWAY", "/", dict(raw.query), dict(raw.headers), received=time.perf_counter())
        self.requests.append(request)
        fault = await self._apply_faults(raw, request, "before")
        if fault is not None:
            return web.Response(status=fault.status or 503)
        return await self._api.gateway.serve(raw)

    async def _file(self, raw: web.Request) -> web.StreamResponse:
        file = self._api.world.files.get(int(raw.match_info["attachment_id"]))
        return web.Response(status=404) if file is None else web.Response(body=file.data)


def has_own_token(request: Request) -> bool:
    """Whether a request is authorised by an interaction's token in its path instead of the bot's token."""
    return request.path.startswith(("/webhooks/", "/interactions/"))


def ordinary_headers(request: Request) -> dict[str, str]:
    """Rate limit headers with plenty of requests left, as in most of Discord's answers."""
    bucket = hashlib.sha256(f"{request.method} {request.template}".encode()).hexdigest()[:16]
    return {
        "X-RateLimit-Limit": "1000",
        "X-RateLimit-Remaining": "999",
        "X-RateLimit-Reset": f"{time.time() + 1:.3f}",
        "X-RateLimit-Reset-After": "1.000",
        "X-RateLimit-Bucket": bucket,
        "Via": "1.1 google",
    }


def response(status: int, answer: Any, headers: dict[str, str]) -> web.Response:
    """Return an HTTP response: JSON, a plain text, or nothing."""
    if answer is None:
        return web.Response(status=status, headers=headers)
    if isinstance(answer, str):
        return web.Response(status=status, text=answer, headers=headers, content_type="text/html")
    # Without a charset, as Discord sends it: discord.py recognises JSON only like that.
    body = json.dumps(answer).encode()
    return web.Response(status=status, body=body, headers={**headers, "Content-Type": "application/json"})
