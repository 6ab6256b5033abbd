"""The connector that connects an unmodified discord.py to the emulator.

It trusts only the emulator's certificate authority, and its resolver gives the loopback address and the emulator's
port for every name, so a client talks to the emulator as it would to Discord. This module is all that a bot in a
process of its own needs; it imports nothing else of the tests, so that neither start nor memory differ from production,
and its connector is limited like the bot's own.
"""

import socket
import ssl
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult

from bot.process.connections import limited_connector

LOOPBACK = "127.0.0.1"

PORT_VARIABLE = "KURULTAI_WIRE_PORT"
AUTHORITY_VARIABLE = "KURULTAI_WIRE_AUTHORITY"


class LoopbackResolver(AbstractResolver):
    """Resolves every name to the emulator."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """Return the emulator's address for any name and port."""
        del port, family
        return [
            ResolveResult(
                hostname=host,
                host=LOOPBACK,
                port=self._port,
                family=socket.AF_INET,
                proto=0,
                flags=socket.AI_NUMERICHOST,
            )
        ]

    async def close(self) -> None:
        """Do nothing: there is nothing to close."""


def loopback_connector(port: int, authority_pem: str, **more: Any) -> aiohttp.TCPConnector:
    """Make a connector to the emulator for `discord.Client(connector=...)`; to be called inside a running loop."""
    context = ssl.create_default_context(cadata=authority_pem)
    return limited_connector(resolver=LoopbackResolver(port), ssl=context, **more)


def connector_from(environment: Mapping[str, str]) -> aiohttp.TCPConnector:
    """Make a connector from what `DiscordEmulator.environment` gave to a process."""
    authority = Path(environment[AUTHORITY_VARIABLE]).read_text(encoding="ascii")
    return loopback_connector(int(environment[PORT_VARIABLE]), authority)
