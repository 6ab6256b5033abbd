"""Keeps the gateway connection open, and describes connection errors.

discord.py's own loop (``Client.connect``) ends when the first connection fails or an unexpected event arrives, waits
up to 17 minutes after a long outage, logs a traceback for each attempt, and starts sessions without limit. This loop
differs in these four points.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import Awaitable, Callable
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

AUTHENTICATION_FAILED, SHARDING_REQUIRED, DISALLOWED_INTENTS = 4004, 4011, 4014
FATAL_CLOSE_CODES = frozenset({AUTHENTICATION_FAILED, 4010, SHARDING_REQUIRED, 4012, 4013, DISALLOWED_INTENTS})
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
"""Errors of :func:`stay_connected` and of a login that a retry would not fix."""

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


async def stay_connected(client: discord.Client, may_identify: Callable[[], Awaitable[None]]) -> None:
    """Keep a client that has logged in connected until it is closed.

    Args:
        client: it gets ``disconnect`` events for failed attempts and ended connections.
        may_identify: returns when a new session may start.

    Raises:
        discord.ConnectionClosed: Discord refuses the bot permanently, with one of :data:`FATAL_CLOSE_CODES`.
    """
    loop = asyncio.get_running_loop()
    failed = 0  # attempts in a row without a connection that lasted
    while not client.is_closed():
        session = _session_of(client.ws)
        if not session:
            await may_identify()
        elif failed >= PATIENT_ATTEMPTS:
            del session["gateway"]
        begun = loop.time()
        error = await _use_connection(client, session)
        if client.is_closed():
            return
        if isinstance(error, discord.ConnectionClosed) and error.code in FATAL_CLOSE_CODES:
            raise error
        if loop.time() - begun >= MAX_BACKOFF:
            failed = 0
        if isinstance(error, ReconnectWebSocket):
            pause = _pause(failed - 1) if failed else 0.0
        else:
            pause = _pause(failed)
            log_unreachable(describe_error(error), pause)
            if not isinstance(error, TRANSIENT_ERRORS):
                await _drop_session(client.ws)
        failed += 1
        client.dispatch("disconnect")
        await asyncio.sleep(pause)


async def _use_connection(client: discord.Client, session: dict[str, Any]) -> Exception:
    """Connect and read events until that fails; returns the error."""
    try:
        connecting = _Socket.from_client(client, initial=client.ws is None, shard_id=client.shard_id, **session)
        client.ws = await asyncio.wait_for(connecting, CONNECT_SECONDS)
        while True:
            await client.ws.poll_event()
    except Exception as error:  # noqa: BLE001 - whatever cannot be read costs a session, not the bot
        return error


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


def _pause(failed: int) -> float:
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
            "The bot is in too many servers. More than 2,500 need sharding, which this version does not support."
            " Leave some servers, or install a version with sharding."
        )
    if code == DISALLOWED_INTENTS:
        return T("Discord requires a privileged intent, which this bot does not need. Please report this.")
    return T("Discord closed the connection permanently (close code {code}). Please report this.", code=str(code))
