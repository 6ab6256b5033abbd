"""Certificates of the emulator, and the connector that leads an unmodified discord.py to it.

The certificate authority lives as long as the emulator. A client that trusts it alone, and whose resolver gives the
loopback address and the emulator's port for every name, talks to the emulator as it would to Discord.
"""

import socket
import ssl

import aiohttp
import trustme
from aiohttp.abc import AbstractResolver, ResolveResult

LOOPBACK = "127.0.0.1"

NAMES = ("discord.com", "*.discord.com", "*.discord.gg", "cdn.discordapp.com", "media.discordapp.net")
"""Names that discord.py connects to, or may be sent to by what the emulator answers."""


class Authority:
    """A certificate authority made up for one emulator."""

    def __init__(self) -> None:
        self._authority = trustme.CA()
        self.pem = self._authority.cert_pem.bytes().decode()
        """What a client has to trust."""

    def server_context(self) -> ssl.SSLContext:
        """Settings of a server that shows itself as Discord."""
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self._authority.issue_cert(*NAMES).configure_cert(context)
        return context


class LoopbackResolver(AbstractResolver):
    """Every name is the emulator."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """Give the emulator's address whatever the name and port."""
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
        """Nothing is held."""


def loopback_connector(port: int, authority_pem: str) -> aiohttp.TCPConnector:
    """Make a connector to the emulator for `discord.Client(connector=...)`; to be called inside a running loop."""
    context = ssl.create_default_context(cadata=authority_pem)
    return aiohttp.TCPConnector(limit=0, resolver=LoopbackResolver(port), ssl=context)
