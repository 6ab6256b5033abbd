"""A Discord of one server and one channel, simulated by SimCord around the real bot.

This is the only module that uses SimCord. SimCord allows one operation at a time: every click, command and tick of the
clock runs inside :meth:`Simulation.operation`. It updates other pages only on request, and its clock must be advanced
explicitly: both happen here.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import struct
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import available_timezones

import discord
import simcord
from simcord.backend.serializers import guild_create_payload
from simcord.preview import _markdown
from simcord.preview._media import MediaInfo, MediaWorker

from bot.invite import permission_bits
from sandbox.direct_messages import format_direct_message
from sandbox.personas import Persona

log = logging.getLogger(__name__)

CHANNEL_NAME = "kurultai"
TOPIC = "Type /play to open a table, /next to see what is waiting for you, /board to see a running match."

RESPONSE_SECONDS = 30.0
"""How long the bot may take to answer a click before the page reports it as failed; slow machines need several."""

WAIT_SPAN = 1.0
"""Seconds of one such wait: timers that fire later are not waited for."""

PNG_HEADER = struct.Struct(">8s4x4sII")
"""The beginning of a PNG file (https://www.w3.org/TR/png-3/#11IHDR): signature, the first chunk, width, height."""
AUTOCOMPLETE_ANSWER = 8
"""Interaction callback type: choices, which only the requesting page shows."""


async def nothing() -> None:
    """Prepare nothing."""


class ClockError(Exception):
    """The machine's clock is set to a time before the start of the simulation; the message says what to do."""


class WaitingEnv(simcord.Env):
    """An environment that waits for the bot's work, but not for its timers; as long as the bot is busy at its start.

    SimCord waits for every timer that fires before its limit, and this bot has one that fires within a minute: a click
    would be answered up to half a minute late. So SimCord is asked to wait for a short time, again and again.

    After its limit SimCord fails. At its start this bot may have to draw and post many pictures on a slow machine:
    messages left over from an earlier run, or the matches of the demonstration.
    """

    waits_for_start = False

    async def _settle_internal(self, **limits: Any) -> None:
        # While the clock advances there is a deadline, and timers follow the clock.
        spans = {} if "_deadline" in limits else {"timeout": WAIT_SPAN}
        loop = asyncio.get_running_loop()
        latest = loop.time() + self.settle_timeout
        while True:
            try:
                return await super()._settle_internal(**limits | spans)
            except TimeoutError as error:
                if not self.waits_for_start and (not spans or loop.time() >= latest):
                    raise
                log.info("the bot is busy: %s", error)


class ImagePassthrough(MediaWorker):
    """Serves the bot's PNG files unchanged.

    SimCord decodes and encodes every picture of every page, one after the other, each in a separate process. It rejects
    the ninth in the queue, and the page never asks again. Browsers can check PNG files themselves. Other files, mostly
    animations, are still queued.
    """

    def __init__(self) -> None:
        super().__init__()
        self._decoding = asyncio.Lock()

    async def validate(self, key: str, blob: bytes, *, media_time: float | None = None) -> MediaInfo:
        if len(blob) > PNG_HEADER.size and b"acTL" not in blob[:1024]:  # the chunk of an animation
            signature, chunk, width, height = PNG_HEADER.unpack_from(blob)
            if (signature, chunk) == (b"\x89PNG\r\n\x1a\n", b"IHDR"):
                return MediaInfo(
                    "PNG", width, height, 1, width * height * 4, blob, "image/png", capture=blob, poster=blob
                )
        async with self._decoding:
            return await super().validate(key, blob, media_time=media_time)


class ReusedParsers:
    """Parsers of texts, one for each kind of field, in place of SimCord's function that makes one.

    SimCord makes a new one for every text and label of every message, each time it shows a page: half of all its work.
    """

    def __init__(self, make: Callable[[Mapping[str, bool | str], Mapping[str, Any]], Any]) -> None:
        self.make = make
        self._made: dict[frozenset[tuple[str, bool | str]], tuple[Any, dict[str, Any]]] = {}

    def __call__(self, policy: Mapping[str, bool | str], context: Mapping[str, Any]) -> Any:
        """Return a parser that knows the names in ``context`` until the next call."""
        kind = frozenset(policy.items())
        if kind not in self._made:
            names: dict[str, Any] = {}
            self._made[kind] = self.make(policy, names), names
        parser, names = self._made[kind]
        names.clear()
        names.update(context)
        return parser


_markdown._markdown_parser = ReusedParsers(_markdown._markdown_parser)  # noqa: SLF001 - there is no other way


class Simulation:
    """The simulated Discord with the bot in it, from :meth:`open` to :meth:`close`.

    Args:
        client: the bot, not started.
        personas: the members of the server; the first one owns it.
        on_direct_message: called with the text of every direct message.
        now: the machine's clock.

    Raises:
        ClockError: the machine's clock cannot be right.
    """

    def __init__(
        self,
        client: discord.Client,
        personas: Sequence[Persona],
        on_direct_message: Callable[[str], None],
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._client = client
        self._on_direct_message = on_direct_message
        self._now = now
        # No privileged intent is approved: the bot requests none.
        self._env = WaitingEnv(client, approved_intents=discord.Intents.default(), settle_timeout=RESPONSE_SECONDS)
        self._env.backend.edit_bot_profile("Kurultai")
        self._guild, self._channel, self._members = self._create_server(personas)
        self._delivered: dict[int, int] = {}
        self._lock = asyncio.Lock()
        self._preview: simcord.Preview | None = None

    def _create_server(
        self, personas: Sequence[Persona]
    ) -> tuple[simcord.GuildHandle, simcord.ChannelHandle, dict[str, simcord.MemberActor]]:
        """Create the server, always in the same order at the same simulated time.

        SimCord derives ids from the time and the order. So channel and members have the same ids in every run, and
        matches of earlier runs still refer to them. Everything created later gets ids of later times.
        """
        first, *others = personas
        owner = self._env.create_user(first.link, global_name=first.name)
        guild = self._env.create_guild("Kurultai", owner=owner)
        role = guild.roles["Kurultai"]
        # The bot has the permissions of its invitation, except for threads: a page shows one channel, so matches in
        # threads would be invisible.
        allowed = discord.Permissions(permission_bits())
        allowed.create_public_threads = False
        denied = discord.Permissions(discord.Permissions.all().value & ~allowed.value)
        channel = guild.create_text_channel(
            CHANNEL_NAME,
            topic=TOPIC,
            overwrites={role: discord.PermissionOverwrite.from_pair(allowed, denied)},
        )
        members = {first.link: simcord.MemberActor(self._env, guild, owner)}
        for persona in others:
            members[persona.link] = guild.add_member(self._env.create_user(persona.link, global_name=persona.name))
        if self._lag() <= 0:
            raise ClockError(
                f"This machine's clock says {self._now():%Y-%m-%d}, but the simulated Discord begins on"
                f" {self._env.now():%Y-%m-%d}. Set the clock and try again."
            )
        # Not with advance_time, which would run the bot's timers for the months before this run.
        self._env.backend.advance_clock(self._lag())
        return guild, channel, members

    def _lag(self) -> float:
        """Seconds by which the simulated clock is behind the machine's."""
        return (self._now() - self._env.now()).total_seconds()

    @property
    def address(self) -> str:
        """Scheme, host and port of SimCord's page."""
        parts = urlsplit(self._open_preview().url)
        return f"{parts.scheme}://{parts.netloc}"

    @property
    def capability(self) -> str:
        """The secret that SimCord's page sends with every request."""
        return urlsplit(self._open_preview().url).fragment

    def member_id(self, link: str) -> int | None:
        """Return the Discord id of the persona with this link, or ``None``."""
        return self._members[link].id if link in self._members else None

    def newest_message_id(self, link: str) -> int | None:
        """Return the last message that this persona can see in the channel, or ``None``."""
        messages = self._channel.history(viewer=self._members[link])
        return messages[-1].id if messages else None

    async def open(self, prepare: Callable[[], Awaitable[None]] = nothing) -> None:
        """Start the bot and the page, and wait until the bot has posted the messages left over from an earlier run.

        Args:
            prepare: what members do before anybody looks. However long that takes, it is waited for.

        Raises:
            Exception: raised by the bot's start, or by ``prepare``.
        """
        self._env.waits_for_start = True
        try:
            await self._env.start()
            await self._emit_guild_join()
            preview = self._env.preview(
                self._channel,
                viewers=tuple(self._members.values()),
                layout="channel",
                timezone=local_timezone(),
            )
            preview._media_worker = ImagePassthrough()  # noqa: SLF001 - there is no other way
            self._preview = await preview.__aenter__()
            await prepare()
            await self._show_changes()
        except BaseException:
            self._env.waits_for_start = False
            await self._end()
            raise
        self._env.waits_for_start = False

    async def _emit_guild_join(self) -> None:
        """Emit the event of joining the server; SimCord only emits that the server is available.

        A bot that was in the server in an earlier run must remember that itself.
        """
        guild = self._env.backend.get_guild(self._guild.id)
        joined = dict(guild_create_payload(self._env.backend, guild))
        del joined["unavailable"]
        self._env.backend.emit("GUILD_CREATE", joined)
        await self._env.settle()

    async def close(self) -> None:
        """Close the page, then the bot by its own method, then the environment."""
        async with self._lock:
            await self._open_preview().close()
            await self._end()

    async def _end(self) -> None:
        await self._client.close()
        try:
            await self._env.shutdown()
        except TimeoutError as error:
            log.info("the bot was still busy when it was closed: %s", error)

    async def wait_ended(self) -> None:
        """Wait until a user chooses "End preview session" in a page."""
        await self._open_preview().wait_closed()

    @asynccontextmanager
    async def operation(self) -> AsyncIterator[None]:
        """Run one operation on the simulation at a time, then show the changes on all pages."""
        async with self._lock:
            yield
            await self._show_changes()

    async def sync_clock(self) -> None:
        """Advance the simulated clock to the machine's, and with it the bot's timers."""
        async with self.operation():
            try:
                await self._env.advance_time(max(0.0, self._lag()))
            except TimeoutError as error:
                log.info("the clock lags behind the bot's work: %s", error)  # and catches up at the next tick

    async def command(self, member: Persona, name: str, **options: str | int) -> discord.Message:
        """Run a slash command in the channel as a member, and return the answer; pages do not show it yet.

        Raises:
            RuntimeError: the bot did not answer.
        """
        async with self._lock:
            answer = await self._members[member.link].slash(self._channel, name, **options)
        if answer.response is None:
            raise RuntimeError(f"the bot did not answer /{name}")
        return answer.response.message

    async def press(self, member: Persona, message: discord.Message, label: str) -> None:
        """Press a button as a member; pages do not show the result yet."""
        async with self._lock:
            await self._members[member.link].click(message, label=label)

    async def post(self, text: str) -> None:
        """Post a message from the sandbox to the channel."""
        async with self.operation():
            await self._guild.create_webhook(self._channel, "make play").send(text)
            await self._refresh()

    async def _show_changes(self) -> None:
        requests = self._env.http_requests
        changed = any(_is_visible(request) for request in requests)
        # Both grow with every request; only tests read them.
        requests.clear()
        self._env.backend.transcript.clear()
        if changed and await self._refresh():
            self._deliver_direct_messages()

    async def _refresh(self) -> bool:
        """Refresh every page, now or with the next change; return false if the session was ended."""
        try:
            await self._open_preview().refresh()
        except TimeoutError as error:
            log.info("the pages lag behind the bot's work: %s", error)
        except simcord.SetupError:
            return False  # this operation ended the page
        return True

    def _deliver_direct_messages(self) -> None:
        for member in self._members.values():
            for message in member.user.dm_channel.history():
                if message.id > self._delivered.get(member.id, 0):
                    self._delivered[member.id] = message.id
                    self._on_direct_message(
                        format_direct_message(self._display_name(member.id), message, self._display_name)
                    )

    def _display_name(self, user_id: int) -> str:
        user = self._env.backend.users.get(user_id)
        return str(user_id) if user is None else user.global_name or user.name

    def _open_preview(self) -> simcord.Preview:
        if self._preview is None:
            raise RuntimeError("the simulation is not open")
        return self._preview


def local_timezone() -> str:
    """Return the IANA name of the machine's time zone, or UTC if it is unknown."""
    _, found, name = os.path.realpath("/etc/localtime").partition("/zoneinfo/")
    name = os.environ.get("TZ") or (name if found else "UTC")
    return name if name in available_timezones() else "UTC"


def _is_visible(request: simcord.HttpLogEntry) -> bool:
    """Return whether a request of the bot may have changed a page."""
    if request.method == "GET":
        return False
    answers_autocomplete = isinstance(request.json, dict) and request.json.get("type") == AUTOCOMPLETE_ANSWER
    return not (answers_autocomplete and re.fullmatch(r"/interactions/.+/callback", request.path))
