"""The emulated Discord inside the process, without sockets.

The bot and discord.py are unmodified, except for the two methods that send a request (``HTTPClient.request`` and
``AsyncWebhookAdapter.request``) and the gateway in front of the parsers. Thousands of interactions take the time of a
hundred on real sockets.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import marshal
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import discord
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.client import KurultaiClient
from tests.discord_schema import RequestValidator
from tests.wire.emulator.emulator import ROUTES
from tests.wire.emulator.interactions import Interaction, Interactions, Kind
from tests.wire.emulator.requests import Json, ReceivedFile, Refusal, Request
from tests.wire.emulator.rest import Api
from tests.wire.emulator.world import Account, Channel, World

DELIVERED_EVENTS = frozenset({"GUILD_CREATE", "CHANNEL_CREATE", "THREAD_CREATE", "THREAD_UPDATE"})
"""Events that the bot receives; it subscribes to no others."""

_PATHS = [(method, re.compile(re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", path)), path, run) for method, path, run in ROUTES]


class InsideGateway:
    """Passes events to discord.py's parsers once there is a client."""

    def __init__(self) -> None:
        self.client: discord.Client | None = None

    def dispatch(self, event: str, data: Any, _intent: object = None) -> None:
        """Deliver an event to the bot."""
        if self.client is not None and event in DELIVERED_EVENTS:
            self.client._connection.parsers[event](data)


class InsideDiscord(AsyncWebhookAdapter):
    """The emulated Discord and the requests that it got."""

    def __init__(self, judge: RequestValidator | None = None) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.world = World()
        numbers = itertools.count(1)
        # Ids without the time in them, so that the same seed makes the same requests.
        self.world.snowflake = lambda: (1_700_000_000_000 << 22) + next(numbers)  # type: ignore[assignment]
        self.gateway = InsideGateway()
        self.interactions = Interactions(self.world)
        self._api = Api(self.world, self.gateway, self.interactions, deadline=3600.0)  # type: ignore[arg-type]
        self.judge = judge
        self.requests: list[Request] = []
        """Requests since the list was last cleared."""
        self.tasks = Tasks()

    async def start(self, client: KurultaiClient) -> None:
        """Log a client in and send it every server."""
        asyncio.get_running_loop().set_task_factory(self.tasks)
        async_context.set(self)
        http: Any = client.http
        http.request = self._http
        http.static_login = self._login
        await client.login("inside")
        self.gateway.client = client
        for guild in self.world.guilds.values():
            self.gateway.dispatch("GUILD_CREATE", guild.json(self.world.bot))
        client._connection._ready_task = None
        client.dispatch("shard_ready", 0)
        await self.settle()

    def send(self, kind: Kind, user: Account, channel: Channel, data: Json, message: Json | None = None) -> Interaction:
        """Perform an action of a user."""
        interaction, event = self.interactions.begin(kind, user, channel, data, message)
        self.resend(event)
        return interaction

    def resend(self, event: Json) -> None:
        """Deliver an interaction's event."""
        assert self.gateway.client is not None
        self.gateway.client._connection.parse_interaction_create(json.loads(json.dumps(event)))

    async def settle(self, limit: float = 120.0) -> None:
        """Wait until all work that the input has caused is done.

        Raises:
            TimeoutError: the work does not end.
        """
        async with asyncio.timeout(limit):
            while pending := self.tasks.pending(asyncio.current_task()):
                await asyncio.wait(pending)

    # ------------------------------------------------------------------------------------------------------- requests

    async def _login(self, _token: str) -> Json:
        return self.world.bot.json()

    async def _http(
        self,
        route: Any,
        *,
        files: Sequence[discord.File] | None = None,
        form: Sequence[Mapping[str, Any]] | None = None,
        **more: Any,
    ) -> Any:
        body = more.get("json")
        for part in form or ():
            if part["name"] == "payload_json":
                body = json.loads(part["value"])
        return self._answered(route, body, files or (), more.get("params") or {})

    async def request(
        self, route: Any, session: Any, *, payload: Any = None, multipart: Any = None, files: Any = None, **more: Any
    ) -> Any:
        """Answer a request with an interaction's token, in place of discord.py's own HTTP request."""
        body = payload
        for part in multipart or ():
            if part["name"] == "payload_json":
                body = json.loads(part["value"])
        return self._answered(route, body, files or (), more.get("params") or {})

    def _answered(self, route: Any, body: Any, files: Sequence[discord.File], query: Mapping[str, Any]) -> Any:
        path = route.url.partition("/api/v10")[2].partition("?")[0]
        body = json.loads(json.dumps(body))  # nothing is shared with the bot
        given = [
            ReceivedFile(f"files[{number}]", file.filename, "image/png", file.fp.read())
            for number, file in enumerate(files)
        ]
        request = Request(route.method, path, {key: str(value) for key, value in query.items()}, {}, body, given)
        self.requests.append(request)
        if self.judge is not None:
            request.problems = self.judge.problems(request.method, path, body, request.uploads)
        for method, pattern, template, run in _PATHS:
            if method == route.method and (found := pattern.fullmatch(path)):
                request.params, request.template = found.groupdict(), template
                try:
                    request.status, request.answer = run(self._api, request)
                except Refusal as refusal:
                    request.status, request.answer = refusal.status, refusal.answer
                    raise _raised(refusal) from None
                return marshal.loads(marshal.dumps(request.answer))
        raise AssertionError(f"the emulator has no {route.method} {path}")


def _raised(refusal: Refusal) -> discord.HTTPException:
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    response: Any = SimpleNamespace(status=refusal.status, reason=refusal.message)
    return kinds.get(refusal.status, discord.HTTPException)(response, refusal.answer)


@dataclass(slots=True)
class Tasks:
    """Creates tasks and tracks those that have not ended, except endless loops."""

    running: set[asyncio.Task[Any]] = field(default_factory=set)
    endless: Callable[[asyncio.Task[Any]], bool] = lambda task: task.get_name().startswith("discord-ext-tasks")
    failed: list[asyncio.Task[Any]] = field(default_factory=list)
    """Ended with an error that nobody may have asked for."""

    def __call__(self, loop: asyncio.AbstractEventLoop, coro: Any, **more: Any) -> asyncio.Task[Any]:
        """Make a task: the loop's task factory."""
        task = asyncio.Task(coro, loop=loop, **more)
        self.running.add(task)
        task.add_done_callback(self.running.discard)
        return task

    def pending(self, me: asyncio.Task[Any] | None) -> list[asyncio.Task[Any]]:
        """Tasks to wait for."""
        return [task for task in self.running if task is not me and not self.endless(task)]
