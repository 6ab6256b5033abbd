"""The emulator as a whole: its state, its server, the events and failures that a test makes happen."""

import base64
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Self

import aiohttp
from aiohttp import web

from tests.discord_schema import RequestValidator
from tests.wait_limit import WAIT_LIMIT
from tests.wire.emulator import routes_application, routes_channels, routes_interactions
from tests.wire.emulator.faults import FOREVER, Allowance, Fault, Faults, Gate, Moment, pattern_of, rate_limited
from tests.wire.emulator.gateway import Gateway, Intent, Shard
from tests.wire.emulator.interactions import Interaction, Interactions, Kind
from tests.wire.emulator.messages import edit, new_message
from tests.wire.emulator.requests import Json, Request
from tests.wire.emulator.rest import Api, RestServer
from tests.wire.emulator.tls import Authority
from tests.wire.emulator.users import User
from tests.wire.emulator.waiting import Watch
from tests.wire.emulator.world import FORUM, MEMBER_PERMISSIONS, REQUIRE_TAG, Account, Channel, Guild, World
from tests.wire.loopback import AUTHORITY_VARIABLE, LOOPBACK, PORT_VARIABLE, loopback_connector

ROUTES = [*routes_application.routes, *routes_channels.routes, *routes_interactions.routes]


class DiscordEmulator:
    """One emulated Discord with one bot; an asynchronous context manager.

    Without ``validates`` requests are not checked against Discord's schema, which is too slow for benchmarks.
    ``deadline`` is the number of seconds within which an interaction must be answered; benchmarks, which measure time,
    use `DEADLINE`.
    """

    def __init__(self, *, validates: bool = True, deadline: float = WAIT_LIMIT) -> None:
        self.world = World()
        bot_id = base64.urlsafe_b64encode(str(self.world.bot.id).encode()).decode().rstrip("=")
        self.token = f"{bot_id}.GEmulA.{'emulated-discord-' * 2}token"
        """The only token that is accepted."""
        self._watch = Watch()
        self.gateway = Gateway(self.token, self._watch, self._ready_data, self._greeting)
        self.interactions = Interactions(self.world)
        self._api = Api(self.world, self.gateway, self.interactions, deadline)
        self._faults = Faults()
        validator = RequestValidator.find() if validates else None
        self._rest = RestServer(self._api, self.token, self._watch, self._faults, validator)
        self._authority = Authority()
        self._runner: web.AppRunner | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self.port = 0
        """The port of the loopback address, once it runs."""

    # -------------------------------------------------------------------------------------------------- life, addresses

    async def __aenter__(self) -> Self:
        self._runner = web.AppRunner(self._rest.application(ROUTES), access_log=None, shutdown_timeout=0.2)
        await self._runner.setup()
        site = web.TCPSite(self._runner, LOOPBACK, 0, ssl_context=self._authority.server_context())
        await site.start()
        self.port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._faults.clear()
        self.gateway.drop()
        if self._runner is not None:
            await self._runner.cleanup()
        if self._folder is not None:
            self._folder.cleanup()

    def connector(self, **more: Any) -> aiohttp.TCPConnector:
        """Make a connector to this emulator, with ``more`` of aiohttp's arguments; each client needs its own."""
        return loopback_connector(self.port, self._authority.pem, **more)

    def environment(self) -> dict[str, str]:
        """Return the environment variables of `tests.wire.bot_process`."""
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="kurultai-wire-")
        authority = Path(self._folder.name) / "authority.pem"
        authority.write_text(self._authority.pem, encoding="ascii")
        return {
            "DISCORD_TOKEN": self.token,
            PORT_VARIABLE: str(self.port),
            AUTHORITY_VARIABLE: str(authority),
        }

    async def until_ready(self, limit: float = WAIT_LIMIT) -> None:
        """Wait until a bot has logged in and is connected to the gateway."""
        await self.until(lambda: self.gateway.ready, "a bot that is connected", limit)

    async def until(self, condition: Callable[[], bool], what: str, limit: float = WAIT_LIMIT) -> None:
        """Wait until a condition holds; checked whenever something arrives.

        Raises:
            TimeoutError: it did not hold within ``limit`` seconds.
        """
        await self._watch.until(condition, what, limit)

    def limit(self, per_second: int, kind: type[Allowance] = Allowance) -> Allowance:
        """From now on, refuse the bot's requests over a number per second. By default there is no limit."""
        self._rest.allowance = kind(per_second)
        return self._rest.allowance

    # ------------------------------------------------------------------------------------------------ what was received

    @property
    def requests(self) -> list[Request]:
        """Everything that arrived over HTTP, in order; "GATEWAY /" are connections to the gateway."""
        return self._rest.requests

    def requests_for(self, pattern: str) -> list[Request]:
        """Requests of a pattern, such as "POST /channels/*/messages"."""
        expression = pattern_of(pattern)
        return [request for request in self.requests if expression.fullmatch(request.name)]

    @property
    def unknown(self) -> list[Request]:
        """Requests for which the emulator has no operation."""
        return self._rest.unknown

    @property
    def problems(self) -> list[str]:
        """Requests that Discord would have refused; a test should end without any."""
        unknown = [f"{request.name}: the emulator has no such operation" for request in self.unknown]
        return [problem for request in self.requests for problem in request.problems] + unknown

    def file(self, attachment: Json) -> bytes:
        """Return the content of a message's attachment."""
        return self.world.files[int(attachment["id"])].data

    # ----------------------------------------------------------------------------------------------------- who there is

    def create_guild(self, name: str, shard: Shard | None = None) -> Guild:
        """Make a server, by default of any shard, and invite the bot."""
        guild = self.world.add_guild(name, None if shard is None else shard.has)
        self._api.dispatch("GUILD_CREATE", guild.json(self.world.bot))
        return guild

    def create_channel(self, guild: Guild, name: str, *, denied: int = 0) -> Channel:
        """Make a text channel; ``denied`` are permissions that the bot shall not have there."""
        channel = self.world.add_channel(guild, name, denied=denied)
        self._api.dispatch("CHANNEL_CREATE", channel.json(self.world.bot))
        return channel

    def create_forum(self, guild: Guild, name: str, *tags: str, requires_tag: bool = False, denied: int = 0) -> Channel:
        """Make a forum with tags of these names."""
        forum = self.world.add_channel(guild, name, type=FORUM, denied=denied)
        forum.tags = [self.world.tag(tag) for tag in tags]
        forum.flags = REQUIRE_TAG if requires_tag else 0
        self._api.dispatch("CHANNEL_CREATE", forum.json(self.world.bot))
        return forum

    def posts(self, forum: Channel) -> list[Channel]:
        """Return the posts of a forum, oldest first."""
        return [channel for channel in self.world.channels.values() if channel.parent is forum]

    def create_member(self, guild: Guild, name: str, *, permissions: int = MEMBER_PERMISSIONS) -> User:
        """Make a new user who joins a server."""
        user = self.create_user(name)
        user.guild = guild
        self.world.add_member(guild, user.account, permissions)
        self.gateway.dispatch("GUILD_MEMBER_ADD", self._member_data(guild, user.account), Intent.MEMBERS)
        return user

    def create_user(self, name: str, *, locale: str = "en-US") -> User:
        """Make a user who shares no server with the bot."""
        return User(self.world, self.world.add_account(name, locale), None, self._begin)

    def _member_data(self, guild: Guild, account: Account) -> Json:
        return guild.members[account.id] | {"guild_id": str(guild.id)}

    # --------------------------------------------------------------------------------------------------- what people do

    def post(self, user: User, channel: Channel, content: str) -> Json:
        """Let a user write a message."""
        message = new_message(self.world, channel, user.account, {"content": content}, [])
        routes_channels.publish(self._api, channel, message)
        return message

    def change_permissions(self, guild: Guild, permissions: int) -> None:
        """Change what the bot may do in a server."""
        guild.bot_permissions = permissions
        role = guild.role_json(guild.bot_role, self.world.bot.name, permissions)
        self._api.dispatch("GUILD_ROLE_UPDATE", {"guild_id": str(guild.id), "role": role})

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel with its threads, or a thread."""
        routes_channels.remove_channel(self._api, channel)

    def delete_message(self, message: Json) -> None:
        """Delete a message."""
        channel = self.world.channel(int(message["channel_id"]))
        del channel.messages[int(message["id"])]
        self._api.dispatch("MESSAGE_DELETE", {"id": message["id"], "channel_id": message["channel_id"]}, channel)

    def edit_message(self, message: Json, content: str) -> None:
        """Let the author change a message."""
        edit(self.world, message, {"content": content}, [])
        self._api.dispatch("MESSAGE_UPDATE", message, self.world.channel(int(message["channel_id"])))

    def archive(self, thread: Channel, *, locked: bool = False) -> None:
        """Archive a thread, as a user or Discord does."""
        thread.thread["locked"] = locked
        routes_channels.archive(self._api, thread, archived=True)

    def remove_member(self, guild: Guild, user: User) -> None:
        """Remove a member."""
        del guild.members[user.id]
        gone = {"guild_id": str(guild.id), "user": user.account.json()}
        self.gateway.dispatch("GUILD_MEMBER_REMOVE", gone, Intent.MEMBERS)

    def kick_bot(self, guild: Guild) -> None:
        """Remove the bot from a server."""
        del self.world.guilds[guild.id]
        for channel in guild.channels.values():
            self.world.channels.pop(channel.id, None)
        self._api.dispatch("GUILD_DELETE", {"id": str(guild.id)})

    # -------------------------------------------------------------------------------------------------- what goes wrong

    def fail(self, pattern: str, status: int, *, times: int = 1, moment: Moment = "before", **more: Any) -> Fault:
        """Answer requests with an error; ``more`` are further fields of `Fault`."""
        answer = {"message": f"{status}: injected", "code": 0}
        return self._faults.add(Fault(pattern, moment, times, status, **{"answer": answer, **more}))

    def refuse(self, pattern: str, status: int, code: int, message: str, *, times: int = FOREVER) -> Fault:
        """Answer requests with one of Discord's own errors."""
        answer = {"message": message, "code": code}
        return self._faults.add(Fault(pattern, times=times, status=status, answer=answer))

    def rate_limit(self, pattern: str, seconds: float, *, times: int = 1, everywhere: bool = False) -> Fault:
        """Answer requests with 429 and the time to wait."""
        return self._faults.add(Fault(pattern, times=times, **rate_limited(seconds, everywhere=everywhere)))

    def drop(self, pattern: str, *, moment: Moment = "before", times: int = 1) -> Fault:
        """Drop the connections of requests, before or after they are handled."""
        return self._faults.add(Fault(pattern, moment, times, drops=True))

    def delay(self, pattern: str, seconds: float, *, moment: Moment = "before", times: int = FOREVER) -> Fault:
        """Delay answers."""
        return self._faults.add(Fault(pattern, moment, times, delay=seconds))

    def hold(self, pattern: str, *, moment: Moment = "before") -> Gate:
        """Stop the next request of a pattern until the gate is opened."""
        gate = Gate()
        self._faults.add(Fault(pattern, moment, gate=gate))
        return gate

    def clear_faults(self) -> None:
        """End all faults, and release held requests."""
        self._faults.clear()

    # ---------------------------------------------------------------------------------------------------------- gateway

    def _begin(self, kind: Kind, user: Account, channel: Channel, data: Json, message: Json | None) -> Interaction:
        interaction, event = self.interactions.begin(kind, user, channel, data, message)
        self.gateway.dispatch("INTERACTION_CREATE", event)
        return interaction

    def _ready_data(self, shard: Shard) -> Json:
        return {
            "v": 10,
            "shard": [shard.id, shard.count],
            "user": self.world.bot.json(),
            "guilds": [
                {"id": str(guild.id), "unavailable": True}
                for guild in self.world.guilds.values()
                if shard.has(guild.id)
            ],
            "application": {"id": str(self.world.application_id), "flags": 0},
            "private_channels": [],
        }

    def _greeting(self, shard: Shard) -> Iterator[tuple[str, Json]]:
        """Every server of a shard there is now and then; one that is made meanwhile is told of when it is made."""
        for guild in list(self.world.guilds.values()):
            if guild.id in self.world.guilds and shard.has(guild.id):
                yield "GUILD_CREATE", guild.json(self.world.bot)
