"""Faults on demand: error responses, dropped sockets, delays, and requests held until the test releases them.

A fault names requests as "POST /channels/*/messages": `*` stands for one part of the path, `**` for any number of them.
It takes effect either before the request is handled (nothing has happened) or after (only the answer is lost): the
difference between a lost message and a repeated one.
"""

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from tests.wait_limit import WAIT_LIMIT
from tests.wire.emulator.requests import Request

Moment = Literal["before", "after"]

FOREVER = 1 << 62


@dataclass(slots=True, eq=False)
class Fault:
    """What happens to the next requests of a pattern."""

    pattern: str
    moment: Moment = "before"
    times: int = 1
    """The number of requests that it affects."""
    status: int | None = None
    """Status of the answer; None for the usual answer."""
    answer: Any = None
    """JSON of the answer, or a text."""
    headers: Mapping[str, str] = field(default_factory=dict)
    drops: bool = False
    """Whether the connection breaks instead of an answer."""
    delay: float = 0.0
    """Seconds before the answer."""
    gate: "Gate | None" = None
    matched: list[Request] = field(default_factory=list)
    """The requests that it has affected."""

    @property
    def is_used_up(self) -> bool:
        """Whether it affects no further request."""
        return len(self.matched) >= self.times

    def matches(self, request: Request) -> bool:
        """Whether the pattern matches a request."""
        return bool(pattern_of(self.pattern).fullmatch(request.name))


class Gate:
    """Holds one request until it is opened."""

    def __init__(self) -> None:
        self._reached = asyncio.Event()
        self._opened = asyncio.Event()

    async def reached(self, limit: float = WAIT_LIMIT) -> None:
        """Wait until a request is held."""
        async with asyncio.timeout(limit):
            await self._reached.wait()

    def open(self) -> None:
        """Release the request."""
        self._opened.set()

    async def wait(self) -> None:
        """Hold a request until the gate is opened."""
        self._reached.set()
        await self._opened.wait()


def pattern_of(text: str) -> re.Pattern[str]:
    """Return the regular expression of a pattern."""
    parts = [{"**": ".*", "*": "[^/]+"}.get(part, re.escape(part)) for part in re.split(r"(\*\*?)", text)]
    return re.compile("".join(parts))


class Faults:
    """The active faults, oldest first."""

    def __init__(self) -> None:
        self._active: list[Fault] = []

    def add(self, fault: Fault) -> Fault:
        """Activate a fault."""
        self._active.append(fault)
        return fault

    def clear(self) -> None:
        """End all faults, and open every gate."""
        for fault in self._active:
            if fault.gate is not None:
                fault.gate.open()
        self._active.clear()

    def match(self, request: Request, moment: Moment) -> list[Fault]:
        """Return the faults that affect a request, and count it for each."""
        found = [fault for fault in self._active if fault.moment == moment and fault.matches(request)]
        for fault in found:
            fault.matched.append(request)
        self._active = [fault for fault in self._active if not fault.is_used_up]
        return found


class Allowance:
    """A limit of requests per second with the bot's token.

    https://docs.discord.com/developers/topics/rate-limits#global-rate-limit
    """

    def __init__(self, per_second: int) -> None:
        self._per_second = per_second
        self._begun = 0.0
        self._made = 0
        self.refused = 0
        """The number of refused requests."""

    def wait(self, now: float) -> float:
        """Return the seconds until the next request is allowed; if it is allowed now, return 0 and count it."""
        if now - self._begun >= 1.0:
            self._begun, self._made = now, 0
        if self._made < self._per_second:
            self._made += 1
            return 0.0
        self.refused += 1
        return 1.0 - (now - self._begun)


def rate_limited(seconds: float, *, everywhere: bool = False) -> dict[str, Any]:
    """Status, body and headers of Discord's 429, for `Fault(**...)`.

    https://docs.discord.com/developers/topics/rate-limits#exceeding-a-rate-limit
    """
    scope = {"X-RateLimit-Global": "true"} if everywhere else {"X-RateLimit-Bucket": "limited"}
    headers = {
        "Retry-After": f"{seconds:g}",
        "X-RateLimit-Scope": "global" if everywhere else "user",
        "Via": "1.1 google",
        **scope,
    }
    answer = {"message": "You are being rate limited.", "retry_after": seconds, "global": everywhere}
    return {"status": 429, "answer": answer, "headers": headers}
