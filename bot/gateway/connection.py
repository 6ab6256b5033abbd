"""Keeps the gateway connection of a shard open, and describes connection errors.

discord.py's own loop (``Client.connect``) ends when the first connection fails or an unexpected event arrives, waits
up to 17 minutes after a long outage, logs a traceback for each attempt, and starts sessions without limit. This loop
differs in these four points.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import aiohttp
import discord
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

from bot.gateway.unreadable import error_location
from engines.text import T, Text

log = logging.getLogger(__name__)

MAX_BACKOFF = 60.0
"""Maximum seconds between two attempts. A connection that lasts this long resets the pauses."""
CONNECT_SECONDS = 60.0
"""Timeout until a connection has identified itself."""
PATIENT_ATTEMPTS = 5
"""Failed attempts after which a session is resumed at the default URL instead of its own."""

AUTHENTICATION_FAILED, INVALID_SHARD, SHARDING_REQUIRED, DISALLOWED_INTENTS = 4004, 4010, 4011, 4014
FATAL_CLOSE_CODES = frozenset({AUTHENTICATION_FAILED, INVALID_SHARD, SHARDING_REQUIRED, 4012, 4013, DISALLOWED_INTENTS})
"""Close codes after which Discord allows no reconnect
(https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes)."""

TRANSIENT_ERRORS = (
    OSError,
    aiohttp.ClientError,
    discord.ConnectionClosed,
    discord.GatewayNotFound,
    discord.HTTPException,
    discord.RateLimited,
)
"""Errors of failed connections and requests that are worth a retry."""

FATAL_ERRORS = (discord.LoginFailure, discord.PrivilegedIntentsRequired, discord.ConnectionClosed)
"""Errors of a :class:`ShardConnection` and of a login that a retry would not fix."""

SessionStart = Callable[[int], AbstractAsyncContextManager[None]]

WRONG_TOKEN = T(
    "Discord does not accept the bot token. Put the current one into DISCORD_TOKEN. “Reset Token” creates and"
    " shows a new one."
)


class _Socket(DiscordWebSocket):
    """A connection that remembers why Discord closed it.

    discord.py replies before it reads the close code. If Discord has disconnected by then, the reply fails and the
    code becomes 1006: a broken connection, worth a retry.
    """

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, *, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(socket, loop=loop)
        self._receive = socket.receive
        socket.receive = self._listen  # type: ignore[assignment, method-assign]

    async def _listen(self, **within: float) -> aiohttp.WSMessage:
        message = await self._receive(**within)
        if message.type is aiohttp.WSMsgType.CLOSE and message.data in FATAL_CLOSE_CODES:
            self._close_code = message.data
        return message


class ShardConnection:
    """The connection of one shard.

    Args:
        client: it has logged in. It gets ``shard_disconnect`` events for failed attempts and ended connections.
        shard_id: from 0.
        session_start: a context in which a new session of the shard is started.
    """

    def __init__(self, client: discord.Client, shard_id: int, session_start: SessionStart) -> None:
        self.id = shard_id
        self.socket: DiscordWebSocket | None = None
        """The newest connection; ``None`` before the first one."""
        self._client = client
        self._session_start = session_start
        self._begun = 0.0
        """When the last attempt began."""

    async def stay_connected(self) -> None:
        """Keep the shard connected until the client is closed.

        Raises:
            discord.ConnectionClosed: Discord refuses the bot permanently, with one of :data:`FATAL_CLOSE_CODES`.
        """
        loop = asyncio.get_running_loop()
        failed = 0  # attempts in a row without a connection that lasted
        while not self._client.is_closed():
            session = _session_of(self.socket)
            if session and failed >= PATIENT_ATTEMPTS:
                del session["gateway"]
            error = await self._use_connection(session)
            if self._client.is_closed():
                return
            if isinstance(error, discord.ConnectionClosed) and error.code in FATAL_CLOSE_CODES:
                raise error
            if loop.time() - self._begun >= MAX_BACKOFF:
                failed = 0
            if isinstance(error, ReconnectWebSocket):
                pause = backoff_seconds(failed - 1) if failed else 0.0
            else:
                pause = backoff_seconds(failed)
                log_unreachable(describe_error(error), pause)
                if not isinstance(error, TRANSIENT_ERRORS):
                    await _drop_session(self.socket)
            failed += 1
            self._client.dispatch("shard_disconnect", self.id)
            await asyncio.sleep(pause)

    async def _use_connection(self, session: dict[str, Any]) -> Exception:
        """Connect and read events until that fails; returns the error."""
        try:
            if session:
                socket = await self._connect(session)
            else:
                async with self._session_start(self.id):
                    socket = await self._connect(session)
            while True:
                await socket.poll_event()
        except Exception as error:  # noqa: BLE001 - whatever cannot be read costs a session, not the bot
            return error

    async def _connect(self, session: dict[str, Any]) -> DiscordWebSocket:
        self._begun = asyncio.get_running_loop().time()
        connecting = _Socket.from_client(self._client, initial=self.socket is None, shard_id=self.id, **session)
        self.socket = await asyncio.wait_for(connecting, CONNECT_SECONDS)
        return self.socket


def _session_of(socket: DiscordWebSocket | None) -> dict[str, Any]:
    """Return arguments that resume the session of a connection; none if a new one has to start."""
    if socket is None or socket.session_id is None:
        return {}
    return {"resume": True, "session": socket.session_id, "sequence": socket.sequence, "gateway": socket.gateway}


async def _drop_session(socket: DiscordWebSocket | None) -> None:
    """Make the next connection start a new session: this one got an unreadable event."""
    if socket is not None:
        socket.session_id = None
        await socket.close(code=4000)


def backoff_seconds(failed: int) -> float:
    """Return how long to wait after this many failed attempts in a row and one more."""
    return min(2.0 ** min(failed, 10), MAX_BACKOFF)


def disable_voice_warnings() -> None:
    """Stop discord.py's warnings about missing voice libraries, which this bot does not use."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


def log_unreachable(reason: str, pause: float) -> None:
    """Log a failed attempt."""
    log.warning("Discord cannot be reached (%s); trying again in %g s", reason, pause)


def describe_error(error: BaseException) -> str:
    """Describe an error for the log."""
    match error:
        case discord.GatewayNotFound() if error.__cause__ is not None:
            return describe_error(error.__cause__)
        case aiohttp.ClientConnectorDNSError():
            return "name not resolved"
        case aiohttp.ClientConnectorCertificateError() | aiohttp.ClientConnectorSSLError() | ssl.SSLError():
            return "its certificate or encryption is not accepted"
        case aiohttp.ClientConnectorError():
            return f"no connection: {error.os_error.strerror or 'refused'}"
        case aiohttp.ClientResponseError() | discord.HTTPException():
            return f"it answers with {error.status}"
        case TimeoutError():
            return "no answer in time"
        case discord.RateLimited():
            return "it limits requests"
        case discord.ConnectionClosed():
            return f"it closed the connection with {error.code}"
        case OSError() | aiohttp.ClientError():
            return "the connection broke"
        case _:
            return f"what it says cannot be read: {error_location(error)}"


def startup_error(error: BaseException) -> Text:
    """Explain to the operator why Discord refuses the bot permanently.

    Args:
        error: one of :data:`FATAL_ERRORS`.
    """
    code = DISALLOWED_INTENTS if isinstance(error, discord.PrivilegedIntentsRequired) else getattr(error, "code", 0)
    if isinstance(error, discord.LoginFailure) or code == AUTHENTICATION_FAILED:
        return WRONG_TOKEN
    if code == SHARDING_REQUIRED:
        return T(
            "The bot is in too many servers for its shards, although Discord recommended their number. Please try again"
            " later."
        )
    if code == INVALID_SHARD:
        return T(
            "Discord does not accept this number of shards. Remove KURULTAI_SHARDS, so that the bot has as many as"
            " Discord recommends."
        )
    if code == DISALLOWED_INTENTS:
        return T("Discord requires a privileged intent, which this bot does not need. Please report this.")
    return T("Discord closed the connection permanently (close code {code}). Please report this.", code=str(code))
