"""The gateway: sessions that outlive their sockets, on a websocket with a compressed stream.

https://docs.discord.com/developers/events/gateway and .../topics/opcodes-and-status-codes#gateway
"""

import asyncio
import contextlib
import importlib
import itertools
import json
import time
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag
from typing import Any

from aiohttp import WSMsgType, web

from tests.wire.emulator.requests import Json
from tests.wire.emulator.waiting import Watch

LARGEST_FRAME = 4096
"""Bytes that a client may send in one frame."""

REPLAY = 5000
"""Maximum number of events kept for a session's replay."""

TOGETHER = 20
"""The number of servers sent to a client before other tasks run."""

IDENTIFY_INTERVAL = 5.0
"""Seconds between two IDENTIFYs of shards with the same remainder by ``max_concurrency``."""

ABOUT_ONE_GUILD = frozenset({"GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE"})
"""Events whose own id is that of their guild."""

RESUME_ADDRESS = "wss://gateway-resume.discord.gg"


Alter = Callable[[str, Any], Any]
"""Changes an event's data before it is sent."""


class Op(IntEnum):
    """Kinds of gateway payloads."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    VOICE_STATE = 4
    RESUME = 6
    RECONNECT = 7
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class Intent(IntFlag):
    """Groups of events that a client asks for."""

    GUILDS = 1 << 0
    MEMBERS = 1 << 1
    PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    DIRECT_MESSAGES = 1 << 12
    MESSAGE_CONTENT = 1 << 15
    PRIVILEGED = MEMBERS | PRESENCES | MESSAGE_CONTENT


class CloseCode(IntEnum):
    """Reasons for which Discord closes a connection."""

    UNKNOWN_OPCODE = 4001
    DECODE_ERROR = 4002
    NOT_AUTHENTICATED = 4003
    AUTHENTICATION_FAILED = 4004
    ALREADY_AUTHENTICATED = 4005
    INVALID_SHARD = 4010
    SHARDING_REQUIRED = 4011
    INVALID_API_VERSION = 4012
    INVALID_INTENTS = 4013
    DISALLOWED_INTENTS = 4014


def encoder(compression: str | None) -> Callable[[str], bytes | str]:
    """Make the encoder of one connection; its address says whether it is compressed."""
    if compression == "zlib-stream":
        deflate = zlib.compressobj()
        return lambda text: deflate.compress(text.encode()) + deflate.flush(zlib.Z_SYNC_FLUSH)
    if compression == "zstd-stream":
        zstd = importlib.import_module("compression.zstd")
        stream = zstd.ZstdCompressor()
        return lambda text: bytes(stream.compress(text.encode(), mode=stream.FLUSH_BLOCK))
    return lambda text: text


@dataclass(frozen=True, slots=True)
class Shard:
    """A part of the servers: those whose events a session gets."""

    id: int = 0
    count: int = 1

    def has(self, guild_id: int) -> bool:
        """Whether a server belongs to it; 0 stands for none."""
        return (guild_id >> 22) % self.count == self.id


@dataclass(slots=True)
class SessionStarts:
    """How often a bot may identify, as `/gateway/bot` says."""

    total: int = 1000
    remaining: int = 999
    reset_after: int = 86_400_000
    """Milliseconds."""
    max_concurrency: int = 1


@dataclass(slots=True, eq=False)
class Connection:
    """One websocket. What is sent is queued, so that order is kept and sending never waits."""

    socket: web.WebSocketResponse
    request: web.Request
    compression: str | None
    queue: "asyncio.Queue[str | int]" = field(default_factory=asyncio.Queue)
    """Texts to send; a number closes the connection with that code."""
    session: "Session | None" = None
    closing: bool = False
    """Whether it is being closed properly."""

    def send(self, op: Op, data: Any = None) -> None:
        """Queue a payload other than an event."""
        self.queue.put_nowait(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    def close(self, code: int) -> None:
        """Close properly, after what is queued."""
        self.closing = True
        self.queue.put_nowait(code)

    def drop(self) -> None:
        """Break the connection as a lost network does."""
        if self.request.transport is not None:
            self.request.transport.abort()

    async def write(self) -> None:
        """Send what is queued until the connection ends."""
        encode = encoder(self.compression)
        with contextlib.suppress(ConnectionError):
            while isinstance(item := await self.queue.get(), str):
                data = encode(item)
                await (self.socket.send_bytes(data) if isinstance(data, bytes) else self.socket.send_str(data))
            await self.socket.close(code=item)


@dataclass(slots=True, eq=False)
class Session:
    """An identified client; outlives its connections."""

    id: str
    intents: Intent
    connection: Connection | None
    alter: "Alter"
    shard: Shard
    greeted: bool = False
    """Whether all servers have been sent to it."""
    sequence: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=REPLAY))
    """Events by sequence number, to be replayed."""

    def dispatch(self, event: str, data: Any) -> None:
        """Send an event, and keep it for a replay."""
        self.sequence += 1
        text = json.dumps({"op": Op.DISPATCH, "d": self.alter(event, data), "s": self.sequence, "t": event})
        self.sent.append((self.sequence, text))
        if self.connection is not None:
            self.connection.queue.put_nowait(text)


def _guild_id(event: str, data: Any) -> int:
    """Return the server of an event; 0 if it has none, or if that cannot be read."""
    try:
        return int(data.get("id" if event in ABOUT_ONE_GUILD else "guild_id") or 0)
    except (AttributeError, TypeError, ValueError):
        return 0


@dataclass(frozen=True, slots=True)
class Frame:
    """A payload that a client sent."""

    received: float
    """Clock `time.perf_counter`."""
    op: int
    data: Any


class Gateway:
    """All sessions and connections; what a client sees at login is given by ``ready`` and ``greeting``."""

    def __init__(
        self,
        token: str,
        watch: Watch,
        ready: Callable[[Shard], Json],
        greeting: Callable[[Shard], Iterator[tuple[str, Json]]],
    ) -> None:
        self._token = token
        self._watch = watch
        self._ready = ready
        self._greeting = greeting
        self._numbers = itertools.count(1)
        self.heartbeat_interval = 41.25
        """Seconds, told to a client when it connects."""
        self.allowed_intents = ~Intent.PRIVILEGED
        """Intents that may be asked for; a client that asks for others is sent away."""
        self.sessions: dict[str, Session] = {}
        self.connections: list[Connection] = []
        self.received: list[Frame] = []
        self.alter: Alter = lambda _event, data: data
        """What Discord has never sent yet: asked for each event."""
        self.refuses: int | None = None
        """A close code with which each client is sent away that identifies."""
        self.shards = 1
        """The recommended number of shards."""
        self.servers_of_a_shard: int | None = None
        """A session with more servers is refused with 4011; ``None`` for any number."""
        self.session_starts = SessionStarts()
        self.enforces_concurrency = False
        """Whether shards that identify too soon after each other get op 9."""
        self._identified_at: dict[int, float] = {}
        """Clock `time.monotonic` of the last IDENTIFY by the shard's remainder."""
        self.members: Callable[[Json], Json] = lambda request: {"members": [], "not_found": [], **request}
        """Answers a request for members with the data of one GUILD_MEMBERS_CHUNK."""

    # ------------------------------------------------------------------------------------------- what tests make happen

    @property
    def ready(self) -> bool:
        """Whether all shards of a client are identified and connected, and know every server."""
        known = self._known()
        return any(all(Shard(number, shard.count) in known for number in range(shard.count)) for shard in known)

    def knows(self, shard: Shard) -> bool:
        """Whether a shard of a client is identified and connected, and knows every server."""
        return shard in self._known()

    def _known(self) -> set[Shard]:
        return {session.shard for session in self.sessions.values() if session.connection and session.greeted}

    def dispatch(self, event: str, data: Any, intent: Intent | None = None) -> None:
        """Send an event to every session with its intent and its server."""
        guild_id = _guild_id(event, data)
        for session in self.sessions.values():
            if (intent is None or session.intents & intent) and session.shard.has(guild_id):
                session.dispatch(event, data)

    def drop(self, shard: int | None = None) -> None:
        """Drop every connection, or those of a shard, without a close code."""
        for connection in self._of(shard):
            connection.drop()

    def close(self, code: int, shard: int | None = None) -> None:
        """Close every connection, or those of a shard, with a code."""
        for connection in self._of(shard):
            connection.close(code)

    def ask_to_reconnect(self) -> None:
        """Send op 7: the client must connect again and resume."""
        self._tell(Op.RECONNECT)

    def suspend_sessions(self) -> None:
        """Send op 9 with true: the client must resume."""
        self._tell(Op.INVALID_SESSION, data=True)

    def end_sessions(self, shard: int | None = None) -> None:
        """Send op 9 with false to every client, or to those of a shard: it must identify again; its events are lost."""
        for connection in self._of(shard):
            connection.send(Op.INVALID_SESSION, data=False)
        self.sessions = {
            key: kept for key, kept in self.sessions.items() if shard is not None and kept.shard.id != shard
        }

    def identified(self) -> list[list[int]]:
        """Return the shard and the number of shards of every IDENTIFY."""
        return [frame.data["shard"] for frame in self.frames(Op.IDENTIFY)]

    def ask_for_heartbeat(self) -> None:
        """Send op 1: the client must send a heartbeat at once."""
        self._tell(Op.HEARTBEAT)

    def frames(self, op: Op) -> list[Frame]:
        """Return the frames of one kind that clients sent."""
        return [frame for frame in self.received if frame.op == op]

    def _of(self, shard: int | None) -> list[Connection]:
        return [
            connection
            for connection in self.connections
            if shard is None or (connection.session is not None and connection.session.shard.id == shard)
        ]

    def _tell(self, op: Op, data: Any = None) -> None:
        for connection in self.connections:
            connection.send(op, data)

    # --------------------------------------------------------------------------------------------------- one connection

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one client until its socket closes."""
        socket = web.WebSocketResponse(compress=False, max_msg_size=1 << 20)
        await socket.prepare(request)
        connection = Connection(socket, request, request.query.get("compress"))
        self.connections.append(connection)
        writer = asyncio.create_task(connection.write(), name="gateway-writer")
        connection.send(Op.HELLO, {"heartbeat_interval": int(self.heartbeat_interval * 1000), "_trace": []})
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    self._take(connection, message.data)
                if connection.session is not None and not connection.session.greeted:
                    await self._greet(connection.session)
        finally:
            self.connections.remove(connection)
            if connection.session is not None and connection.session.connection is connection:
                connection.session.connection = None
            if connection.closing:
                await asyncio.wait([writer], timeout=1)  # the code is still to be sent
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)
            self._watch.changed()
        return socket

    def _take(self, connection: Connection, text: str) -> None:
        if len(text.encode()) > LARGEST_FRAME:
            return connection.close(CloseCode.DECODE_ERROR)
        payload = json.loads(text)
        self.received.append(Frame(time.perf_counter(), payload["op"], payload.get("d")))
        match payload["op"]:
            case Op.HEARTBEAT:
                connection.send(Op.HEARTBEAT_ACK)
            case Op.IDENTIFY:
                self._identify(connection, payload["d"])
            case Op.RESUME:
                self._resume(connection, payload["d"])
            case Op.PRESENCE | Op.VOICE_STATE | Op.REQUEST_MEMBERS if connection.session is None:
                connection.close(CloseCode.NOT_AUTHENTICATED)
            case Op.PRESENCE | Op.VOICE_STATE:
                pass
            case Op.REQUEST_MEMBERS if connection.session is not None:
                connection.session.dispatch("GUILD_MEMBERS_CHUNK", self.members(payload["d"]))
            case _:
                connection.close(CloseCode.UNKNOWN_OPCODE)
        self._watch.changed()
        return None

    def _identify(self, connection: Connection, data: Json) -> None:
        intents = Intent(data["intents"])
        if self.refuses is not None:
            return connection.close(self.refuses)
        if data["token"] != self._token:
            return connection.close(CloseCode.AUTHENTICATION_FAILED)
        if connection.session is not None:
            return connection.close(CloseCode.ALREADY_AUTHENTICATED)
        if intents & ~self.allowed_intents:
            return connection.close(CloseCode.DISALLOWED_INTENTS)
        shard = Shard(*(data.get("shard") or (0, 1)))
        if not 0 <= shard.id < shard.count:
            return connection.close(CloseCode.INVALID_SHARD)
        ready = self._ready(shard)
        if self.servers_of_a_shard is not None and len(ready["guilds"]) > self.servers_of_a_shard:
            return connection.close(CloseCode.SHARDING_REQUIRED)
        remainder, now = shard.id % self.session_starts.max_concurrency, time.monotonic()
        soon = now - self._identified_at.get(remainder, -IDENTIFY_INTERVAL) < IDENTIFY_INTERVAL
        if self.enforces_concurrency and soon:
            return connection.send(Op.INVALID_SESSION, data=False)
        self._identified_at[remainder] = now
        self.session_starts.remaining -= 1
        # A client that identifies again has abandoned its old session.
        self.sessions = {key: kept for key, kept in self.sessions.items() if kept.connection is not None}
        session = Session(f"session-{next(self._numbers)}", intents, connection, self._altered, shard)
        self.sessions[session.id] = connection.session = session
        session.dispatch("READY", ready | {"session_id": session.id, "resume_gateway_url": RESUME_ADDRESS})
        return None

    def _altered(self, event: str, data: Any) -> Any:
        return self.alter(event, data)

    async def _greet(self, session: Session) -> None:
        """Send every server. The first ones are sent while the others are being encoded, as by Discord, whose servers
        send independently.
        """
        if session.intents & Intent.GUILDS:
            for number, (event, greeting) in enumerate(self._greeting(session.shard), 1):
                session.dispatch(event, greeting)
                if number % TOGETHER == 0:
                    await asyncio.sleep(0)
        session.greeted = True
        self._watch.changed()

    def _resume(self, connection: Connection, data: Json) -> None:
        session = self.sessions.get(data["session_id"])
        if data["token"] != self._token:
            return connection.close(CloseCode.AUTHENTICATION_FAILED)
        oldest = session.sent[0][0] if session is not None and session.sent else 1
        if session is None or not oldest - 1 <= data["seq"] <= session.sequence:
            return connection.send(Op.INVALID_SESSION, data=False)
        connection.session, session.connection = session, connection
        for sequence, text in session.sent:
            if sequence > data["seq"]:
                connection.queue.put_nowait(text)
        session.dispatch("RESUMED", {"_trace": []})
        return None
