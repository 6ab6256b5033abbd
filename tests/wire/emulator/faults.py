"""Faults on demand: error responses, dropped sockets, delays, and requests held until the test releases them.

A fault names requests as "POST /channels/*/messages": `*` stands for one part of the path, `**` for any number of them.
It strikes either before the request is handled (nothing has happened) or after (it has happened, only the answer
is lost): the difference between a repeated message and a lost one.
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
    """How many requests are struck."""
    status: int | None = None
    """Status of the answer; None leaves the answer as it is."""
    answer: Any = None
    """JSON of the answer, or a text."""
    headers: Mapping[str, str] = field(default_factory=dict)
    drops: bool = False
    """Whether the connection breaks instead of an answer."""
    delay: float = 0.0
    """Seconds that the answer comes late."""
    gate: "Gate | None" = None
    struck: list[Request] = field(default_factory=list)
    """The requests it struck."""

    @property
    def used_up(self) -> bool:
        """Return whether the fault has been used up."""
        return len(self.struck) >= self.times

    def names(self, request: Request) -> bool:
        """Whether the pattern is about a request."""
        return bool(pattern_of(self.pattern).fullmatch(request.name))


class Gate:
    """Holds one request until it is opened."""

    def __init__(self) -> None:
        self._reached = asyncio.Event()
        self._opened = asyncio.Event()

    async def reached(self, patience: float = WAIT_LIMIT) -> None:
        """Wait until a request stands at the gate."""
        async with asyncio.timeout(patience):
            await self._reached.wait()

    def open(self) -> None:
        """Let it go on."""
        self._opened.set()

    async def wait(self) -> None:
        """Wait for the gate to open."""
        self._reached.set()
        await self._opened.wait()


def pattern_of(text: str) -> re.Pattern[str]:
    """The expression of a pattern."""
    parts = [{"**": ".*", "*": "[^/]+"}.get(part, re.escape(part)) for part in re.split(r"(\*\*?)", text)]
    return re.compile("".join(parts))


class Faults:
    """The faults in force, oldest first."""

    def __init__(self) -> None:
        self._ordered: list[Fault] = []

    def order(self, fault: Fault) -> Fault:
        """Put a fault into force."""
        self._ordered.append(fault)
        return fault

    def clear(self) -> None:
        """End all faults, and open every gate."""
        for fault in self._ordered:
            if fault.gate is not None:
                fault.gate.open()
        self._ordered.clear()

    def strike(self, request: Request, moment: Moment) -> list[Fault]:
        """The faults that strike a request now; each is one time nearer to its end."""
        striking = [fault for fault in self._ordered if fault.moment == moment and fault.names(request)]
        for fault in striking:
            fault.struck.append(request)
        self._ordered = [fault for fault in self._ordered if not fault.used_up]
        return striking


class Allowance:
    """How many requests a second a bot may make with its token.

    https://docs.discord.com/developers/topics/rate-limits#global-rate-limit
    """

    def __init__(self, per_second: int) -> None:
        self._per_second = per_second
        self._begun = 0.0
        self._made = 0
        self.refused = 0
        """How many requests were too many."""

    def wait(self, now: float) -> float:
        """Seconds until one more request may be made; none if it may be made now, and then it counts."""
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
