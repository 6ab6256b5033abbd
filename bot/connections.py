"""Connections to Discord: few enough that a burst does not fill the memory with them."""

from __future__ import annotations

from asyncio.sslproto import SSLProtocol
from typing import Any

import aiohttp

CONNECTIONS = 32
"""Most connections to one host: as many as interactions are served at a time.

asyncio keeps a third of a megabyte for each one that is encrypted, by its own choice. Without a limit, which is
discord.py's choice, 500 interactions at one moment took 150 MB and a sixth more of the processor, for shaking hands.
With this one they are all acknowledged within Discord's three seconds as long as Discord takes less than 0.19 for each;
50 posts a second keep ten connections busy.
"""

BUFFER = 32 * 1024
"""Bytes that are decrypted at a time. What Discord says is mostly shorter than one record of TLS, 16 KiB.

A burst that opens all connections takes 7 MB less with 64 KiB than with asyncio's 256 KiB, and half of that is one more
megabyte; neither takes more of the processor.
"""


def keep_buffers_small() -> None:
    """Have asyncio allocate less for encrypted connections that are made from now on."""
    SSLProtocol.max_size = BUFFER


def bounded_connector(**more: Any) -> aiohttp.TCPConnector:
    """Make a connector; to be called inside a running loop, with ``more`` of aiohttp's arguments.

    The limit holds for each host, so that the gateway, which has a host of its own, never waits for requests.
    """
    return aiohttp.TCPConnector(limit=0, limit_per_host=CONNECTIONS, **more)
