"""A Discord of one server and one channel, simulated by SimCord around the real bot.

All that the sandbox uses of SimCord is used here. SimCord allows one operation at a time: every click, command and tick
of the clock runs inside :meth:`Simulation.operation`. It shows a page what other pages did only when told to, and its
clock stands still unless it is moved: both happen here.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import struct
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import available_timezones

import discord
import simcord
from simcord.backend.serializers import guild_create_payload
from simcord.preview._media import MediaInfo, MediaWorker

from bot.invite import permission_bits
from sandbox.letters import letter
from sandbox.personas import Persona

log = logging.getLogger(__name__)

CHANNEL_NAME = "kurultai"
TOPIC = "Type /play to open a table. /next shows what waits for you, /board a match that is under way."

SETTLE_SECONDS = 30.0
"""How long the bot may take over one click before the page calls it unanswered; a slow machine takes some of them."""

PNG_HEADER = struct.Struct(">8s4x4sII")
"""The beginning of a PNG file (https://www.w3.org/TR/png-3/#11IHDR): signature, the first chunk, width, height."""
AUTOCOMPLETE_ANSWER = 8
"""Interaction callback type: choices, which only the asking page shows."""


class ClockError(Exception):
    """The machine's clock is set to a time before the simulated Discord began; the message says what to do."""


class PatientEnv(simcord.Env):
    """Waits at its start for as long as the bot has something to do.

    SimCord gives a bot five seconds then, and gives up the whole simulation after them. Ours may have to post what an
    earlier run has left, with pictures, on a slow machine.
    """

    patient = False

    async def _settle_internal(self, **limits: Any) -> None:
        while True:
            try:
                return await super()._settle_internal(**limits)
            except TimeoutError as error:
                if not self.patient:
                    raise
                log.info("the bot is busy: %s", error)


class ImagePassthrough(MediaWorker):
    """Hands out the bot's pictures as they are.

    SimCord decodes and encodes every picture of every page, one after the other and each in a process of its own. It
    refuses the ninth that waits, and the page never asks again. A browser can tell for itself whether a PNG file is
    sound. What else there is, animations above all, waits for its turn.
    """

    def __init__(self) -> None:
        super().__init__()
        self._turn = asyncio.Lock()

    async def validate(self, key: str, blob: bytes, *, media_time: float | None = None) -> MediaInfo:
        if len(blob) > PNG_HEADER.size and b"acTL" not in blob[:1024]:  # which tells that it is an animation
            signature, chunk, width, height = PNG_HEADER.unpack_from(blob)
            if (signature, chunk) == (b"\x89PNG\r\n\x1a\n", b"IHDR"):
                return MediaInfo(
                    "PNG", width, height, 1, width * height * 4, blob, "image/png", capture=blob, poster=blob
                )
        async with self._turn:
            return await super().validate(key, blob, media_time=media_time)


class Simulation:
    """The simulated Discord with the bot in it, from :meth:`open` to :meth:`finish`.

    Args:
        client: the bot, not started.
        personas: the members of the server; the first one owns it.
        deliver_letter: told of every direct message, as text for a terminal.
        now: the machine's clock.

    Raises:
        ClockError: the machine's clock cannot be right.
    """

    def __init__(
        self,
        client: discord.Client,
        personas: Sequence[Persona],
        deliver_letter: Callable[[str], None],
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._client = client
        self._deliver_letter = deliver_letter
        self._now = now
        # No privileged intent is approved, as for a bot that never asked for one.
        self._env = PatientEnv(client, approved_intents=discord.Intents.default(), settle_timeout=SETTLE_SECONDS)
        self._env.backend.edit_bot_profile("Kurultai")
        self._guild, self._channel, self._members = self._found_server(personas)
        self._letters_seen: dict[int, int] = {}
        self._one_at_a_time = asyncio.Lock()
        self._preview: simcord.Preview | None = None

    def _found_server(
        self, personas: Sequence[Persona]
    ) -> tuple[simcord.GuildHandle, simcord.ChannelHandle, dict[str, simcord.MemberActor]]:
        """Make the server, always in the same order at the same simulated instant.

        SimCord makes ids from the instant and the order, so channel and members have the same ids in every run, and the
        matches of an earlier run find them again. Everything later has ids of later instants.
        """
        first, *others = personas
        owner = self._env.create_user(first.link, global_name=first.name)
        guild = self._env.create_guild("Kurultai", owner=owner)
        role = guild.roles["Kurultai"]
        # The bot may do here what its invitation asks for, except for threads: a page shows one channel, and matches in
        # threads would be out of sight.
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
        # Not with advance_time: the bot has not slept through the months before this run.
        self._env.backend.advance_clock(self._lag())
        return guild, channel, members

    def _lag(self) -> float:
        """Seconds by which the simulated clock is behind the machine's."""
        return (self._now() - self._env.now()).total_seconds()

    @property
    def address(self) -> str:
        """Where SimCord serves its page: scheme, host and port."""
        parts = urlsplit(self._open_preview().url)
        return f"{parts.scheme}://{parts.netloc}"

    @property
    def capability(self) -> str:
        """The secret that SimCord's page shows with every request."""
        return urlsplit(self._open_preview().url).fragment

    def member_id(self, link: str) -> int | None:
        """The Discord id of the persona with this link, or ``None``."""
        return self._members[link].id if link in self._members else None

    def newest_message_id(self, link: str) -> int | None:
        """The last message that this persona can see in the channel, or ``None`` where there is none."""
        messages = self._channel.history(viewer=self._members[link])
        return messages[-1].id if messages else None

    async def open(self) -> None:
        """Start the bot and the page, and wait until the bot has posted what an earlier run has left.

        Raises:
            Exception: whatever the bot's start raises.
        """
        self._env.patient = True
        try:
            await self._env.start()
            await self._show_invitation()
            preview = self._env.preview(
                self._channel,
                viewers=tuple(self._members.values()),
                layout="channel",
                timezone=local_timezone(),
            )
            preview._media_worker = ImagePassthrough()  # noqa: SLF001 - there is no other way
            self._preview = await preview.__aenter__()
            await self._show_changes()
        except BaseException:
            self._env.patient = False
            await self._end()
            raise
        self._env.patient = False

    async def _show_invitation(self) -> None:
        """Tell the bot that it has joined the server: SimCord only tells that the server is there.

        A bot that has been in the server in an earlier run must know that by itself.
        """
        guild = self._env.backend.get_guild(self._guild.id)
        joined = dict(guild_create_payload(self._env.backend, guild))
        del joined["unavailable"]
        self._env.backend.emit("GUILD_CREATE", joined)
        await self._env.settle()

    async def close(self) -> None:
        """Stop the page, then the bot in its own way, then what is left of it."""
        async with self._one_at_a_time:
            await self._open_preview().close()
            await self._end()

    async def _end(self) -> None:
        await self._client.close()
        try:
            await self._env.shutdown()
        except TimeoutError as error:
            log.info("something was still under way when the bot was closed: %s", error)

    async def wait_ended(self) -> None:
        """Return when somebody has chosen "End preview session" in a page."""
        await self._open_preview().wait_closed()

    @asynccontextmanager
    async def operation(self) -> AsyncIterator[None]:
        """Wait for a turn, do one thing to the simulation, then show everybody what came of it."""
        async with self._one_at_a_time:
            yield
            await self._show_changes()

    async def keep_time(self) -> None:
        """Bring the simulated clock up to the machine's, and with it the bot's timers."""
        async with self.operation():
            try:
                await self._env.advance_time(max(0.0, self._lag()))
            except TimeoutError as error:
                log.info("the clock lags behind the bot's work: %s", error)  # and catches up at the next tick

    async def say(self, text: str) -> None:
        """Post a message of the sandbox itself into the channel."""
        async with self.operation():
            await self._guild.create_webhook(self._channel, "make play").send(text)
            await self._refresh()

    async def _show_changes(self) -> None:
        requests = self._env.http_requests
        changed = any(_is_visible(request) for request in requests)
        # Both grow with every request, for the sake of tests that read them.
        requests.clear()
        self._env.backend.transcript.clear()
        if changed and await self._refresh():
            self._deliver_letters()

    async def _refresh(self) -> bool:
        """Show every page what there is now, or with the next change; false where the session was ended."""
        try:
            await self._open_preview().refresh()
        except TimeoutError as error:
            log.info("the pages lag behind the bot's work: %s", error)
        except simcord.SetupError:
            return False  # the page was ended by this very operation
        return True

    def _deliver_letters(self) -> None:
        for member in self._members.values():
            for message in member.user.dm_channel.history():
                if message.id > self._letters_seen.get(member.id, 0):
                    self._letters_seen[member.id] = message.id
                    self._deliver_letter(letter(self._display_name(member.id), message, self._display_name))

    def _display_name(self, user_id: int) -> str:
        user = self._env.backend.users.get(user_id)
        return str(user_id) if user is None else user.global_name or user.name

    def _open_preview(self) -> simcord.Preview:
        if self._preview is None:
            raise RuntimeError("the simulation is not open")
        return self._preview


def local_timezone() -> str:
    """The machine's time zone by its IANA name, as a browser would tell it; UTC where it cannot be told."""
    _, found, name = os.path.realpath("/etc/localtime").partition("/zoneinfo/")
    name = os.environ.get("TZ") or (name if found else "UTC")
    return name if name in available_timezones() else "UTC"


def _is_visible(request: simcord.HttpLogEntry) -> bool:
    """Whether a request of the bot may have changed what a page shows."""
    if request.method == "GET":
        return False
    answers_autocomplete = isinstance(request.json, dict) and request.json.get("type") == AUTOCOMPLETE_ANSWER
    return not (answers_autocomplete and re.fullmatch(r"/interactions/.+/callback", request.path))
