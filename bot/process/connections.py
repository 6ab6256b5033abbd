"""Limits memory and number of the connections to Discord (docs/adr/0024)."""

from __future__ import annotations

from asyncio.sslproto import SSLProtocol
from typing import Any, Final

import aiohttp

from bot.load import thresholds

TLS_BUFFER: Final = 32 * 1024
"""Bytes that are decrypted at a time. What Discord sends is mostly shorter than one TLS record, 16 KiB.

A burst that opens all connections takes 7 MB less with 64 KiB than with asyncio's 256 KiB, and half of that is one more
megabyte; neither takes more of the processor.
"""


def shrink_tls_buffers() -> None:
    """Make asyncio allocate smaller buffers for TLS connections opened from now on."""
    SSLProtocol.max_size = TLS_BUFFER


def limited_connector(**more: Any) -> aiohttp.TCPConnector:
    """Create a connector with a limit per host; call it inside a running loop.

    The gateway has a host of its own, so it never waits for requests.

    Args:
        **more: aiohttp's arguments.
    """
    return aiohttp.TCPConnector(**{"limit": 0, "limit_per_host": thresholds.CONNECTIONS_AT_MOST, **more})
