"""Processes of the bot as a database server knows them: by the names of their connections."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Self

_PREFIX = "kurultai"
_MAX_BYTES = 63
"""PostgreSQL cuts names after so many bytes."""


@dataclass(frozen=True, slots=True)
class BotSession:
    """A process that acts or stands by, on whatever machine."""

    version: str
    host: str
    process: int
    since: int | None
    """When it connected to the server, in unix seconds; ``None`` if the server does not tell this user of others."""
    acts: bool
    """Whether it acts; otherwise it stands by."""

    @classmethod
    def from_name(cls, name: str, since: int | None, *, acts: bool) -> Self | None:
        """Read the name of a connection; ``None`` if it is not that of a bot."""
        match name.split(" "):
            case [prefix, version, host, process] if prefix == _PREFIX and process.isdecimal():
                return cls(version, host, int(process), since, acts)
            case _:
                return None

    @property
    def is_here(self) -> bool:
        """Whether it runs on this machine."""
        return self.host == session_name(self.version, self.process).split(" ")[2]


def session_name(version: str, process: int) -> str:
    """Return the name of the connections of a process on this machine: version, host and process."""
    begin, end = f"{_PREFIX} {version} ", f" {process}"
    host = os.uname().nodename.replace(" ", "-")
    return begin + host[: _MAX_BYTES - len(begin) - len(end)] + end
