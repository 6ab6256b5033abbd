"""The bot's HTTP requests, with their answers."""

import json
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from tests.discord_limits import Upload

Json = dict[str, Any]

API_PREFIX = "/api/v10"

FORM_FIELD = re.compile(r'(\w+)="([^"]*)"')


@dataclass(frozen=True, slots=True)
class ReceivedFile:
    """A file of a multipart request."""

    field: str
    """Name of the form field, `files[0]` for the first."""
    filename: str
    content_type: str
    data: bytes


@dataclass(slots=True, eq=False)
class Request:
    """One request, in the order of arrival."""

    method: str
    path: str
    """Path without host, API prefix and query."""
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: Any = None
    """Decoded JSON; for multipart the decoded field `payload_json`; None where there is no body."""
    files: list[ReceivedFile] = field(default_factory=list)
    multipart: bool = False
    received: float = 0.0
    """Clock `time.perf_counter` when the whole body had arrived."""
    answered: float | None = None
    """The same clock when the answer was ready; None if the socket was dropped instead."""
    status: int | None = None
    answer: Any = None
    params: Mapping[str, str] = field(default_factory=dict)
    """Parts of the path by their names in Discord's documentation."""
    template: str = ""
    """The path with those names instead of the parts."""
    problems: list[str] = field(default_factory=list)
    """What the validator found wrong."""

    @property
    def name(self) -> str:
        """Method and path, as in the patterns of faults."""
        return f"{self.method} {self.path}"

    @property
    def uploads(self) -> list[Upload]:
        """The files, for the validator."""
        return [Upload(file.filename, len(file.data)) for file in self.files]

    def id(self, name: str) -> int:
        """A snowflake of the path."""
        return int(self.params[name])


async def read_request(request: web.Request) -> Request:
    """Read a whole request."""
    resource = request.match_info.route.resource
    received = Request(
        method=request.method,
        path=request.path.removeprefix(API_PREFIX),
        query=dict(request.query),
        headers=dict(request.headers),
        params=dict(request.match_info),
        template=resource.canonical if resource is not None else "",
    )
    data = await request.read()
    received.received = time.perf_counter()
    kind, _, boundary = request.headers.get("Content-Type", "").partition("; boundary=")
    if kind == "multipart/form-data":
        received.multipart = True
        _take_form(received, data, boundary.strip('"').encode())
    elif data:
        received.body = json.loads(data)
    return received


def _take_form(received: Request, data: bytes, boundary: bytes) -> None:
    """Parse a form (RFC 7578); several times faster than aiohttp's parser."""
    before, *parts, after = (b"\r\n" + data).split(b"\r\n--" + boundary)
    if before or after.rstrip() != b"--":
        raise ValueError("a form that does not begin and end with its boundary")
    for part in parts:
        head, _, content = part.partition(b"\r\n\r\n")
        headers = dict(line.split(": ", 1) for line in head.decode().split("\r\n")[1:])
        named = dict(FORM_FIELD.findall(headers["Content-Disposition"]))
        if named["name"] == "payload_json":
            received.body = json.loads(content)
        else:
            kind = headers.get("Content-Type", "application/octet-stream")
            received.files.append(ReceivedFile(named["name"], named.get("filename", ""), kind, content))


class Refusal(Exception):  # noqa: N818 - an answer of Discord, not an error of the emulator
    """An error that Discord answers."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message

    @property
    def answer(self) -> Json:
        """The body of the answer."""
        return {"message": self.message, "code": self.code}


# https://docs.discord.com/developers/topics/opcodes-and-status-codes#json
UNKNOWN_CHANNEL = Refusal(404, 10003, "Unknown Channel")
UNKNOWN_GUILD = Refusal(404, 10004, "Unknown Guild")
UNKNOWN_MEMBER = Refusal(404, 10007, "Unknown Member")
UNKNOWN_MESSAGE = Refusal(404, 10008, "Unknown Message")
UNKNOWN_USER = Refusal(404, 10013, "Unknown User")
UNKNOWN_WEBHOOK = Refusal(404, 10015, "Unknown Webhook")
UNKNOWN_INTERACTION = Refusal(404, 10062, "Unknown interaction")
UNKNOWN_COMMAND = Refusal(404, 10063, "Unknown application command")
ALREADY_ACKNOWLEDGED = Refusal(400, 40060, "Interaction has already been acknowledged.")
MISSING_ACCESS = Refusal(403, 50001, "Missing Access")
FOREIGN_MESSAGE = Refusal(403, 50005, "Cannot edit a message authored by another user")
CLOSED_DIRECT_MESSAGES = Refusal(403, 50007, "Cannot send messages to this user")
MISSING_PERMISSIONS = Refusal(403, 50013, "Missing Permissions")
FORUM_MESSAGE = Refusal(400, 40058, "Cannot send a message in a forum channel")
TAG_REQUIRED = Refusal(400, 40067, "A tag is required to create a forum post in this channel")
INVALID_FORM = Refusal(400, 50035, "Invalid Form Body")
ARCHIVED_THREAD = Refusal(400, 50083, "Thread is archived")
THREAD_EXISTS = Refusal(400, 160004, "A thread has already been created for this message")
